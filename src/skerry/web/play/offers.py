"""What one person of a game asks of the other, and the answer: a draw, a turn back, a rematch."""

from datetime import date

from django.db import transaction

from skerry.sessions import REMATCH, TAKE_BACK, OfferError, Session
from skerry.web.accounts.people import check_not_closed, lock
from skerry.web.play.changes import acting, change, create, save
from skerry.web.play.creation import check_may_begin, seed_for, with_running_clock
from skerry.web.play.models import LISTED_VERSION, SavedGame
from skerry.web.play.queries import find_any, require_current, session_of


class _BothWantItError(Exception):
    """The other one has offered the same rematch meanwhile."""


def offer(saved: SavedGame, holder: str | None, version: int, kind: str) -> SavedGame:
    """Offer a draw or a rematch, or ask for one's last turn back; what both offer is agreed on.

    `kind` is DRAW, TAKE_BACK or REMATCH; `version` is the one that the sender was shown.

    Raises:
        StaleError: the game has other turns now.
        OfferError: as `Session.offer`; or its rematch has begun already.
        GameOverError, OptionError: as `Session.offer`.
    """

    def decide(session: Session, _: float) -> Session:
        person = acting(session, holder)
        if kind == REMATCH:
            _check_none_has_begun(find_any(saved.pk))  # which another one may have changed
            if session.offers.rematch == 1 - person:
                raise _BothWantItError
        return session.offer(kind, person)

    if kind == REMATCH:
        check_may_begin(holder)
    try:
        return change(saved, "offer", decide, seen=version)
    except _BothWantItError:
        return answer(find_any(saved.pk), holder, version, kind, accepted=True)


def _check_none_has_begun(saved: SavedGame) -> None:
    """Refuse a second rematch of a game, in which a second clock would run."""
    if saved.next_game:
        raise OfferError("The rematch of this game has begun already; go on with that one.")


def answer(
    saved: SavedGame,
    holder: str | None,
    version: int,
    kind: str,
    *,
    accepted: bool,
    by: int | None = None,
) -> SavedGame:
    """Answer an offer, or withdraw one's own.

    `by` is the person whose offer it is; None: whoever has made one.

    An accepted rematch begins a game with the places exchanged; from then on `next_game` names it.
    After a game that came to nothing the places and a start that was drawn stay as they are.

    Raises:
        StaleError: the game has other turns now, or somebody answered at the same time.
        OfferError: as `Session.answer`; or its rematch has begun already.
    """
    if kind == REMATCH and accepted:
        return _begin_rematch(saved, holder, version, by)
    done = {TAKE_BACK: "taken_back"}.get(kind, "drawn") if accepted else "answer"

    def decide(session: Session, now: float) -> Session:
        person = acting(session, holder)
        return session.answer(kind, person, accepted=accepted, by=by, now=now)

    return change(saved, done, decide, seen=version)


@transaction.atomic
def _begin_rematch(saved: SavedGame, holder: str | None, version: int, by: int | None) -> SavedGame:
    """Begin the game that both want, in one transaction with the answer: it begins once."""
    require_current(saved, version)
    _check_none_has_begun(saved)
    seats = (saved.first_seat, saved.second_seat)
    lock(*seats)
    check_not_closed(*seats)
    check_may_begin(holder, *(seat for seat in seats if seat != holder))
    session = session_of(saved)
    answered = session.answer(REMATCH, acting(session, holder), accepted=True, by=by)
    if session.both_have_played:
        seed = seed_for(session.game)
        again = session.rematch(exchanged=True, seed=seed, date=date.today())
    else:
        again = session.begin_again(date=date.today())
    begun = create(
        with_running_clock(again), LISTED_VERSION, saved.visibility, is_rated=saved.is_rated
    )
    return save(saved, answered, "answer", next_game=begun.pk)
