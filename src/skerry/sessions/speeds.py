"""How fast a game is played: four speeds, and a time control in words."""

from skerry.core.formatting import counted
from skerry.sessions.time_controls import ByoYomi, Correspondence, Fischer, PerTurn, TimeControl

SPEEDS = ("blitz", "rapid", "classical", "correspondence")
TURNS = 40  # of a person in a game, to compare clocks by
BLITZ, RAPID = 480.0, 1500.0  # seconds of a person for such a game, up to which it is of a speed


def speed_of(control: TimeControl | None) -> str:
    """The speed of a game, one of SPEEDS; without a clock it is that of correspondence."""
    match control:
        case None | Correspondence():
            return SPEEDS[3]
        case Fischer(seconds, increment):
            expected = seconds + TURNS * increment
        case ByoYomi(seconds, _, period_seconds):
            # Most turns within a period end well before it does.
            expected = seconds + TURNS * period_seconds / 2
        case PerTurn(seconds):
            expected = TURNS * seconds / 2
    return SPEEDS[0 if expected < BLITZ else 1 if expected < RAPID else 2]


def format_control(control: TimeControl | None) -> str:
    """A time control in words, such as "5 min + 3 s"."""
    match control:
        case None:
            return "no clock"
        case Fischer(seconds, increment):
            return f"{_length(seconds)} + {increment:g} s"
        case ByoYomi(seconds, periods, period_seconds):
            return f"{_length(seconds)} + {periods} × {_length(period_seconds)}"
        case PerTurn(seconds):
            return f"{_length(seconds)} a turn"
        case Correspondence(days, vacation_days):
            away = f", {counted(int(vacation_days), 'day')} of vacation" if vacation_days else ""
            return f"{counted(int(days), 'day')} a turn{away}"


def _length(seconds: float) -> str:
    return f"{seconds / 60:g} min" if seconds >= 60 and seconds % 15 == 0 else f"{seconds:g} s"
