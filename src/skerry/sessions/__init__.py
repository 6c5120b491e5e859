"""A game under way as pure values: seats, turns, take-backs, clocks, results.

Page, terminal and matches between programs play through a `Session`; none of them keeps a second
account of whose turn it is. Nothing here reads a clock, stores anything or knows a browser: moments
and holders of seats are passed in. Rules are the positions' matter, whole games the records'.
"""

from .clocks import GRACE_SECONDS, Clock, TimeControl
from .composing import Composed, add_action, compose
from .prepared import is_prepared, prepared_start
from .seats import Opponent, Seat, Seats, opponent_in
from .session import NotToActError, Session

__all__ = [
    "GRACE_SECONDS",
    "Clock",
    "Composed",
    "NotToActError",
    "Opponent",
    "Seat",
    "Seats",
    "Session",
    "TimeControl",
    "add_action",
    "compose",
    "is_prepared",
    "opponent_in",
    "prepared_start",
]
