"""Saved games as requests find them: for looking, for acting, for an analysis."""

from django.db.models import F, Q, QuerySet

from skerry.sessions import Session
from skerry.web.accounts.models import Player
from skerry.web.base.errors import HelpError, SeatError, UnknownGameError
from skerry.web.base.seats import check_all_seats, check_seat
from skerry.web.play.closed import check_open_keys
from skerry.web.play.games.reading import as_it_stands, require_current, session_of
from skerry.web.play.models import KEPT, OVER, RUNNING, UNTOUCHED, SavedGame, held_by
from skerry.web.play.records import keys_of


def find(game_id: str, holder: str | None) -> SavedGame:
    """The saved game of that id, for looking at it: one whose time is up is shown as over.

    Raises:
        UnknownGameError: there is none, or it is private and others play in it.
    """
    return as_it_stands(_find_stored(game_id, holder))


def _find_stored(game_id: str, holder: str | None) -> SavedGame:
    """As `find`, as it is stored: for changing it. Whoever does lets its flag fall first."""
    saved = SavedGame.objects.filter(KEPT, pk=game_id).first()
    if saved is None or not saved.may_be_seen_by(holder):
        raise UnknownGameError(
            f"There is no game {game_id[:40]!r} here; it may have been deleted, or be private."
        )
    return saved


def find_any(game_id: str) -> SavedGame:
    """As it is stored, whoever may see it: for the site's own work. Raises UnknownGameError."""
    saved = SavedGame.objects.filter(KEPT, pk=game_id).first()
    if saved is None:
        raise UnknownGameError(f"There is no game {game_id[:40]!r} here; it may have been deleted.")
    return saved


def find_own(game_id: str, holder: str | None) -> SavedGame:
    """As `find`, but as it is stored, for acting in it.

    Raises:
        UnknownGameError: there is none.
        SeatError: only other browsers play in it.
    """
    saved = _find_stored(game_id, holder)
    if not saved.seats.held_by(holder):
        _refuse_other(saved, holder)
    return saved


def _refuse_other(saved: SavedGame, holder: str | None) -> None:
    """Say what somebody who has no seat may do: perhaps another account is signed in now.

    Raises:
        SeatError: always.
    """
    seats = [seat for seat in (saved.first_seat, saved.second_seat) if seat]
    players = Player.objects.filter(holder__in=seats, user__isnull=False).order_by("pk")
    names = list(players.values_list("name", flat=True))
    if not names:
        check_seat(saved.seats, holder)
    own = Player.objects.filter(holder=holder or "", user__isnull=False).first()
    who = "You are not signed in" if own is None else f"You are signed in as {own.name}"
    raise SeatError(
        f"{who}, and this game is played by {' and '.join(names)}. If that is you, sign in as "
        f"{' or '.join(names)} to play on; anybody else can watch it."
    )


def find_alone(game_id: str, holder: str | None) -> SavedGame:
    """As `find_own`, for what concerns both persons.

    Raises:
        UnknownGameError: there is none.
        SeatError: another browser plays in it.
    """
    saved = _find_stored(game_id, holder)
    check_all_seats(saved.seats, holder)
    return saved


def games_of(holder: str) -> QuerySet[SavedGame]:
    """The games that a browser has played in or opened, the latest first."""
    return SavedGame.objects.filter(KEPT, ~UNTOUCHED, held_by(holder))


def games_between(holder: str) -> QuerySet[SavedGame]:
    """The running games of a holder with somebody else, those with the least time left first."""
    two = Q(first_seat__isnull=False, second_seat__isnull=False) & ~Q(first_seat=F("second_seat"))
    running = SavedGame.objects.filter(KEPT, two, held_by(holder), status=RUNNING)
    return running.order_by(F("deadline").asc(nulls_last=True), "updated", "pk")


def waiting_for(holder: str) -> QuerySet[SavedGame]:
    """As `games_between`, those in which the holder is to act."""
    mine = Q(first_seat=holder, to_act=0) | Q(second_seat=holder, to_act=1)
    return games_between(holder).filter(mine)


def session_to_act(saved: SavedGame, holder: str | None, version: int) -> Session:
    """The session in which a browser composes a turn.

    Raises:
        StaleError: the game has been changed.
        NotToActError: it is another one's turn.
        GameOverError: the game has ended.
    """
    require_current(saved, version)
    session = session_of(saved)
    session.check_turn_of(session.person_of(holder))
    return session


def may_analyse(saved: SavedGame, holder: str | None) -> bool:
    """Whether the engine may be asked about a game.

    When it is over, by anyone; before, only in a game against the computer, by who plays it.
    A game between two persons may not be analysed while it goes on.
    """
    if saved.status == OVER:
        return True
    return saved.computer is not None and bool(saved.seats.held_by(holder))


def find_to_analyse(game_id: str, holder: str, version: int) -> SavedGame:
    """As `find`, for an analysis of the game as it was at a version.

    Raises:
        UnknownGameError: there is none.
        HelpError: it may not be analysed now, or others play one of its positions.
        BrokenGameError: its record is damaged.
        StaleError: the game has been changed since.
    """
    saved = find(game_id, holder)
    if not may_analyse(saved, holder):
        raise HelpError(
            "Analysis opens when the game is over; before that, it is there only for somebody who "
            "plays against the computer."
        )
    require_current(saved, version)
    check_open_keys(keys_of(saved), holder)
    return saved
