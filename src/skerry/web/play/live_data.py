"""What a page shows of a game beside its board: clocks, offers, and what one may do now."""

from django.urls import reverse

from skerry.sessions import (
    DRAW,
    TAKE_BACK,
    Clock,
    Correspondence,
    Session,
    control_to_data,
    format_control,
)
from skerry.web.base.services import shared
from skerry.web.play.games import session_of
from skerry.web.play.models import SavedGame
from skerry.web.play.moments import Moments


def live_data(saved: SavedGame, session: Session, holder: str | None) -> dict[str, object]:
    """The clocks now, the offers that stand, by person, and what a holder may do."""
    held = session.seats.held_by(holder)
    apart = session.seats.are_apart()
    you = held[0] if len(held) == 1 else None
    offers = session.offers
    asks = apart and you is not None and not session.is_over
    takes_days = apart and you is not None and _takes_days(session)
    return {
        "apart": apart,
        "you": you,
        "takes_days": takes_days,
        "aborted": session.is_aborted,
        "rated": saved.is_rated,
        "offers": {
            "draw": offers.draw,
            "take_back": offers.take_back,
            "rematch": offers.rematch,
        },
        "may_be_drawn": session.may_be_drawn,
        "may_offer_draw": asks and session.may_be_drawn and _may_ask(session, DRAW, you),
        "may_ask_back": (
            asks and _may_ask(session, TAKE_BACK, you) and session.num_to_give_back(you or 0) > 0
        ),
        "may_abort": asks and session.may_abort and not saved.event,
        "may_offer_rematch": (
            apart
            and you is not None
            and session.is_over
            and not saved.next_game
            and not session.seats.is_anybody_gone
        ),
        "next_game": reverse("game", args=[saved.next_game]) if saved.next_game else None,
        "clock": None if session.clock is None else _clock_data(session, session.clock),
    }


def clock_now(saved: SavedGame) -> dict[str, object]:
    """The clocks now, where a page knows the rest already; nothing where there are none."""
    if saved.clock is None:
        return {}
    session = session_of(saved)
    return {} if session.clock is None else {"clock": _clock_data(session, session.clock)}


def _takes_days(session: Session) -> bool:
    """Whether nobody sits and waits for the other one's turn."""
    return session.clock is None or isinstance(session.clock.control, Correspondence)


def _may_ask(session: Session, kind: str, person: int | None) -> bool:
    return person is not None and session.offers.may_make(kind, person)


def _clock_data(session: Session, clock: Clock) -> dict[str, object]:
    """The clocks as they are now; a page counts down from there that of the person who runs."""
    now, to_act = shared(Moments).now(), session.to_act
    shown = [clock.shown(person, now, is_to_act=person == to_act) for person in (0, 1)]
    away = [vacation.is_away(now) for vacation in clock.vacations]
    return {
        "control": control_to_data(clock.control),
        "words": format_control(clock.control),
        "running": None if to_act is None or away[to_act] else to_act,
        "left": [{"seconds": one.seconds, "periods": one.periods} for one in shown],
        "away": away,
        "vacation_left": [vacation.left(now) for vacation in clock.vacations],
    }
