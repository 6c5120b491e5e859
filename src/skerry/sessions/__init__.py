"""A game under way as pure values: seats, turns, take-backs, clocks, results.

Page, terminal and matches between programs play through a `Session`; none of them keeps a second
account of whose turn it is. Nothing here reads a clock, stores anything or knows a browser: moments
and holders of seats are passed in. Rules are the positions' matter, whole games the records'.
"""

from skerry.sessions.clock_data import (
    clock_from_json,
    clock_to_json,
    control_from_data,
    control_to_data,
)
from skerry.sessions.clocks import (
    GRACE_SECONDS,
    LAG_A_TURN,
    LAG_REGAINED,
    LAG_STOCK,
    SPEEDS,
    ByoYomi,
    Clock,
    Correspondence,
    Fischer,
    PerTurn,
    TimeControl,
    TimeLeft,
    Vacation,
    format_control,
    speed_of,
)
from skerry.sessions.composing import Composed, add_action, compose, is_prepared, prepared_start
from skerry.sessions.seats import (
    DRAW,
    NO_OFFERS,
    OFFERS,
    REMATCH,
    TAKE_BACK,
    OfferError,
    Offers,
    Opponent,
    Seat,
    Seats,
    offers_from_json,
    offers_to_json,
    opponent_in,
)
from skerry.sessions.session import NotToActError, Session

__all__ = [
    "DRAW",
    "GRACE_SECONDS",
    "LAG_A_TURN",
    "LAG_REGAINED",
    "LAG_STOCK",
    "NO_OFFERS",
    "OFFERS",
    "REMATCH",
    "SPEEDS",
    "TAKE_BACK",
    "ByoYomi",
    "Clock",
    "Composed",
    "Correspondence",
    "Fischer",
    "NotToActError",
    "OfferError",
    "Offers",
    "Opponent",
    "PerTurn",
    "Seat",
    "Seats",
    "Session",
    "TimeControl",
    "TimeLeft",
    "Vacation",
    "add_action",
    "clock_from_json",
    "clock_to_json",
    "compose",
    "control_from_data",
    "control_to_data",
    "format_control",
    "is_prepared",
    "offers_from_json",
    "offers_to_json",
    "opponent_in",
    "prepared_start",
    "speed_of",
]
