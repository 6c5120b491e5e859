"""Time controls and clocks as JSON data, both ways; what comes from outside has bounds."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from skerry.errors import OptionError, quoted
from skerry.sessions.clocks import (
    LAG_STOCK,
    ByoYomi,
    Clock,
    Correspondence,
    Fischer,
    PerTurn,
    TimeControl,
    TimeLeft,
    Vacation,
)

Data = dict[str, Any]  # an object, as `json.loads` gives it

KINDS: dict[str, Callable[..., TimeControl]] = {
    "fischer": Fischer,
    "byoyomi": ByoYomi,
    "turn": PerTurn,
    "correspondence": Correspondence,
}
LARGEST = 1e15  # seconds, of any moment or length

# What somebody may ask for, by kind and name: the least, the most, and whether only whole numbers.
BOUNDS: dict[str, dict[str, tuple[float, float, bool]]] = {
    "fischer": {"seconds": (10, 36_000, False), "increment": (0, 600, False)},
    "byoyomi": {
        "seconds": (0, 36_000, False),
        "periods": (1, 30, True),
        "period_seconds": (3, 3_600, False),
    },
    "turn": {"seconds": (5, 3_600, False)},
    "correspondence": {"days": (1, 30, True), "vacation_days": (0, 60, True)},
}


def control_to_data(control: TimeControl) -> Data:
    """A time control as JSON data: its kind, and its numbers by name."""
    kind = next(name for name, made in KINDS.items() if type(control) is made)
    return {"kind": kind, **{name: getattr(control, name) for name in BOUNDS[kind]}}


def control_from_data(data: object) -> TimeControl:
    """The time control that somebody asks for.

    Raises:
        OptionError: no known kind, a name that is missing or unknown, or a number out of bounds.
    """
    kind, numbers = _parts(data)
    for name, (least, most, whole) in BOUNDS[kind].items():
        value = numbers[name]
        if not least <= value <= most or (whole and value != int(value)):
            what = "a whole number" if whole else "a number"
            raise OptionError(
                f"The clock's {name} must be {what} from {least:g} to {most:g}, not {value:g}."
            )
    return _made(kind, numbers)


def _parts(data: object) -> tuple[str, dict[str, float]]:
    """A kind and its numbers, all of them. Raises OptionError."""
    given = dict(data) if isinstance(data, Mapping) else {}
    kind = given.pop("kind", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise OptionError(f"The clock's kind must be one of {', '.join(KINDS)}.")
    if given.keys() != BOUNDS[kind].keys():
        raise OptionError(f"A clock of the kind {kind} needs {', '.join(BOUNDS[kind])}, no more.")
    return kind, {name: _number(value) for name, value in given.items()}


def _made(kind: str, numbers: Mapping[str, float]) -> TimeControl:
    whole = {name for name, (_, _, is_whole) in BOUNDS[kind].items() if is_whole}
    return KINDS[kind](
        **{name: int(value) if name in whole else value for name, value in numbers.items()}
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"A clock is made of numbers, and {quoted(value)} is none.")
    if not -LARGEST < value < LARGEST:  # no NaN passes either
        raise OptionError(f"{quoted(value)} is no number that a clock can count.")
    return value


def clock_to_json(clock: Clock) -> str:
    """A clock as JSON text."""
    return json.dumps(
        {
            "control": control_to_data(clock.control),
            "left": [list(one) for one in clock.left],
            "began": clock.began,
            "lag": list(clock.lag_stock),
            "vacations": [list(one) for one in clock.vacations],
        }
    )


def clock_from_json(text: str) -> Clock:
    """The clock that `clock_to_json` wrote.

    Raises:
        OptionError: it was cut short or altered.
    """
    try:
        data = json.loads(text)
        kind, numbers = _parts(data["control"])
        first, second = (TimeLeft(_number(one), int(periods)) for one, periods in data["left"])
        stocks = tuple(min(LAG_STOCK, _number(one)) for one in data["lag"])
        vacations = tuple(
            Vacation(_number(stock), _moment(since), _number(paused))
            for stock, since, paused in data["vacations"]
        )
        return Clock(
            _made(kind, numbers),
            (first, second),
            _moment(data["began"]),
            (stocks[0], stocks[1]),
            (vacations[0], vacations[1]),
        )
    except (ValueError, LookupError, TypeError) as error:
        raise OptionError(f"The clock {quoted(text)} is damaged: {error}") from error


def _moment(value: object) -> float | None:
    return None if value is None else _number(value)
