"""Positions that two persons play at this moment: until they are done, nothing helps with them.

Whoever looks is not asked who they are, since a player could look as somebody else. A running game
of two holders keeps the keys of its last positions in its row: one before the turn that was just
played is as good as the position itself, for who plays that turn by hand and lets the computer
answer. One that is set up a turn *ahead* of the game is not known until that turn is played, unless
its way leads through the game: there are up to 67,000 of them on usual boards.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from skerry.positions import Position
from skerry.record import GameRecord
from skerry.sessions import Session
from skerry.web.base.errors import HelpError
from skerry.web.base.seats import ACCOUNT
from skerry.web.play.models import SavedGame, held_by
from skerry.web.play.position_keys import (
    FORGOTTEN,
    FORGOTTEN_OF_GUESTS,
    KEY_COLUMNS,
    OPENING,
    key_of,
)

AT_ONCE = 300  # keys that the database is asked for in one question
CLOSED = (
    "Two people are playing a game with this position at the moment; the computer helps with it "
    "again when they have played on or their game is over."
)


def keys_in(session: Session) -> dict[str, int | None]:
    """What a game's row keeps: the keys of its last positions while two persons play it."""
    keys: list[int | None] = []
    if not session.is_over and session.seats.are_apart():
        last = session.record.replay()[-len(KEY_COLUMNS) :]
        keys += [key_of(position) for position in reversed(last)]
    keys += [None] * (len(KEY_COLUMNS) - len(keys))
    return dict(zip(KEY_COLUMNS, keys, strict=True))


def opening_of(record: GameRecord) -> int:
    """How many turns of a game lead to positions that are everybody's.

    None do where it began at a position that was set up: by chance nobody comes there.
    """
    return OPENING if record.given_start is None else 0


def is_in_live_game(keys: Iterable[int], holder: str | None) -> bool:
    """Whether two persons play one of some positions now, or did so in their last turns.

    Everything of the site that thinks about a position asks this first. A player of the game itself
    is not helped with its opening either.
    """
    wanted, now = sorted(set(keys)), timezone.now()
    for start in range(0, len(wanted), AT_ONCE):
        found = SavedGame.objects.filter(_with_one_of(wanted[start : start + AT_ONCE], holder))
        # Of the few that are found it is asked here whether they are there: the database would
        # rather look through all games that are than use the indexes of the keys.
        columns = found.order_by().values_list("deleted", "updated", "first_seat", "second_seat")
        for deleted, updated, *seats in columns:
            if deleted is None and updated > now - _lasts(seats):
                return True
    return False


def _lasts(seats: Iterable[str | None]) -> timedelta:
    """How long a game closes its positions after something was done in it."""
    are_accounts = all(seat and seat.startswith(ACCOUNT) for seat in seats)
    return FORGOTTEN if are_accounts else FORGOTTEN_OF_GUESTS


def _with_one_of(keys: list[int], holder: str | None) -> Q:
    """The games that are at some positions, or were just before, and close them to a holder."""
    found = Q()
    for age, column in enumerate(KEY_COLUMNS):
        is_closed = Q(num_turns__gte=F("opening_turns") + age)
        if holder:
            is_closed |= held_by(holder)
        found |= Q(**{f"{column}__in": keys}) & is_closed
    return found


def check_open(positions: Iterable[Position], holder: str | None) -> None:
    """Whether somebody may be helped with positions. Raises HelpError: two persons play one."""
    check_open_keys(map(key_of, positions), holder)


def check_open_keys(keys: Iterable[int], holder: str | None) -> None:
    """As `check_open`, by their keys. Raises HelpError."""
    if is_in_live_game(keys, holder):
        raise HelpError(CLOSED)


def may_computer_play(saved: SavedGame, record: GameRecord) -> bool:
    """Whether the computer may answer in its own game: not where two others stand, or just stood.

    The first turns of a game from its usual start are everybody's, also the players' of the other
    game: whoever plays there by chance goes on playing.
    """
    opening, positions = opening_of(record), record.replay()
    first = max(opening, len(positions) - len(KEY_COLUMNS))
    keys = [key_of(position) for position in positions[first:]]
    return not keys or not is_in_live_game(keys, saved.holder)
