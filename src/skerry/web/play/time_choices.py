"""The clocks that the form of a new game offers, against somebody online."""

from typing import NamedTuple

from skerry.errors import OptionError
from skerry.sessions import ByoYomi, Correspondence, Fischer, PerTurn, TimeControl, format_control

MINUTE = 60.0
CHOICES: tuple[tuple[str, tuple[TimeControl | None, ...]], ...] = (
    ("", (None,)),
    (
        "Minutes, and seconds for each turn",
        (
            Fischer(3 * MINUTE, 2),
            Fischer(5 * MINUTE, 3),
            Fischer(10 * MINUTE, 5),
            Fischer(15 * MINUTE, 10),
            Fischer(30 * MINUTE, 20),
            Fischer(60 * MINUTE, 30),
        ),
    ),
    (
        "Minutes, then periods (byo-yomi)",
        (
            ByoYomi(5 * MINUTE, 5, 20),
            ByoYomi(10 * MINUTE, 5, 30),
            ByoYomi(30 * MINUTE, 5, MINUTE),
        ),
    ),
    ("Seconds for each turn", (PerTurn(15), PerTurn(30), PerTurn(MINUTE))),
    (
        "Days for each turn",
        (Correspondence(1, 7), Correspondence(3, 14), Correspondence(7, 21)),
    ),
)

NO_CLOCK = "no-clock"


class Choice(NamedTuple):
    """A clock that may be chosen."""

    value: str  # of the field
    words: str


def _value(control: TimeControl | None) -> str:
    """Its words, with hyphens for whatever is no letter and no digit."""
    letters = (one if one.isascii() and one.isalnum() else " " for one in format_control(control))
    return "-".join("".join(letters).split())


def grouped_choices() -> list[tuple[str, list[Choice]]]:
    """The clocks, by the title of their kind."""
    return [
        (title, [Choice(_value(one), format_control(one)) for one in controls])
        for title, controls in CHOICES
    ]


def read_control(value: str) -> TimeControl | None:
    """The clock that a form has sent; None: none.

    Raises:
        OptionError: there is no such choice.
    """
    for _, controls in CHOICES:
        for control in controls:
            if value == _value(control):
                return control
    raise OptionError(
        f"There is no clock {value[:40]!r}; choose one of "
        f"{', '.join(one.value for _, group in grouped_choices() for one in group)}."
    )
