"""Games that end before both have played: nobody gets a better seat by that, and who does it waits.

Such a game was called off, resigned or lost on time by somebody who had not played a turn in it.
Games of tournaments and ladders, whose seats are not drawn, have rules of their own.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from secrets import randbelow

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from skerry.positions import Game
from skerry.sessions import Session
from skerry.web.accounts.people import find_player
from skerry.web.base.errors import BrokenGameError, QuotaError
from skerry.web.play.games.reading import session_of
from skerry.web.play.models import OVER, SavedGame, held_by

KEPT = timedelta(
    days=7
)  # for so long a seat and a set-up wait for the next game, as a challenge does
MOST_LOOKED_AT = 20  # games of two holders, the latest ones
PERIOD = timedelta(days=1)
FREE = 2  # games that somebody may end early within the period without waiting
FIRST_WAIT = timedelta(minutes=10)  # after one more; each further one doubles it, up to the period


def draw_is_first(one: str, other: str, game: Game) -> bool:
    """Whether `one` moves first in a game of two holders whose seats are drawn.

    After a game of theirs that came to nothing they sit as they sat there, and so they do when they
    play this game again that came to nothing, whatever they played between. Who ended another
    game early sits as there, unless both did so in the same seat.
    """
    last = _of_two(one).filter(held_by(other)).first()
    same = next((saved for saved, _ in _latest(one, other, game)), None)
    for found in (same, last):
        if found is not None and _came_to_nothing(found):
            return found.first_seat == one
    mine, theirs = _kept_seat(one), _kept_seat(other)
    if mine == theirs:
        return randbelow(2) == 0
    return mine == 0 or theirs == 1


def kept_session(one: str, other: str, game: Game, *, prepared: bool) -> Session | None:
    """The last game of two holders with the same options, if it came to nothing lately; else None.

    Args:
        one: a holder.
        other: who plays against it.
        game: with all its options.
        prepared: whether it has to begin at a position that was set up.
    """
    if not game.info.has_setup:
        return None
    for saved, session in _latest(one, other, game):
        if (session.record.given_start is not None) == prepared:
            return session if _came_to_nothing(saved) else None
    return None


def _latest(one: str, other: str, game: Game) -> Iterator[tuple[SavedGame, Session]]:
    """The games of two holders with the same options, of the last days, the latest first."""
    lately = timezone.now() - KEPT
    found = _of_two(one).filter(held_by(other), game=game.name, created__gt=lately)
    for saved in found[:MOST_LOOKED_AT]:
        with suppress(BrokenGameError):
            session = session_of(saved)
            if session.game == game:
                yield saved, session


def _came_to_nothing(saved: SavedGame) -> bool:
    return saved.status == OVER and not saved.both_have_played


def _kept_seat(holder: str) -> int | None:
    """The person that a holder was in the latest game, if it has ended that early; else None."""
    last = _of_two(holder).first()
    if last is None or last.ended_early_by is None:
        return None
    return last.ended_early_by if last.ended_early_by in last.seats.held_by(holder) else None


def _of_two(holder: str) -> QuerySet[SavedGame]:
    """The games of a holder with others, the latest first."""
    two = Q(first_seat__isnull=False, second_seat__isnull=False) & ~Q(first_seat=F("second_seat"))
    return SavedGame.objects.filter(two, held_by(holder), event="").order_by("-created", "-pk")


def check_may_begin(*holders: str | None) -> None:
    """Let nobody begin a game with others who has just ended too many of them early.

    Args:
        holders: who asks first, then the others.

    Raises:
        QuotaError: one of them must wait.
    """
    for number, holder in enumerate(holders):
        minutes = _minutes_to_wait(holder) if holder else 0
        if minutes:
            raise QuotaError(_sentence(holder or "", minutes, is_own=number == 0))


def _minutes_to_wait(holder: str) -> int:
    """For how long somebody begins no game with others, rounded up; 0: not at all."""
    now = timezone.now()
    mine = Q(first_seat=holder, ended_early_by=0) | Q(second_seat=holder, ended_early_by=1)
    ended = SavedGame.objects.filter(mine, event="", updated__gt=now - PERIOD)
    moments = list(ended.order_by("updated").values_list("updated", flat=True))
    if len(moments) <= FREE:
        return 0
    doubled = min(len(moments) - FREE - 1, 10)
    wait = min(PERIOD, FIRST_WAIT * int(2**doubled))
    return max(0, -((now - moments[-1] - wait) // timedelta(minutes=1)))


def _sentence(holder: str, minutes: int, *, is_own: bool) -> str:
    many = f"{minutes} minute{'' if minutes == 1 else 's'}"
    if minutes > 120:
        many = f"{-(-minutes // 60)} hours"
    if is_own:
        return (
            f"You have ended more than {FREE} games within a day before you played a turn in them, "
            "and the others waited for nothing; you can begin a game with somebody again in "
            f"{many}."
        )
    player = find_player(holder)
    return (
        f"{'The other player' if player is None else player.name} has ended too many games early, "
        f"and can begin one with somebody again in {many}."
    )
