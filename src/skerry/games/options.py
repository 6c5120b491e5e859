"""Options of a game: what may be chosen, within which bounds, and what to call it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from skerry.core.boards import MAX_HEXHEX
from skerry.core.numbers import as_integer, as_number
from skerry.errors import OptionError, quoted

Value = int | float | bool | str
Options = dict[str, Value]


@dataclass(frozen=True)
class Option:
    """One option of a game: its kind, bounds, default, and what to call it."""

    name: str
    kind: str  # "integer", "half" (a multiple of 0.5), "switch" or "choice"
    default: Value | Callable[[Options], Value]  # of the options that come before this one
    label: str  # words for a form
    help: str  # one sentence
    lowest: int = 0
    highest: int | Callable[[Options], int] = 0
    choices: tuple[str, ...] = ()
    # What games had before there was the option: for texts written then, which do not name it. None
    # for the options of the first version, which every text names.
    before: Value | None = None
    is_rare: bool = False  # a form folds it away
    phrase: str = ""  # what a value means, with {} for it, where one must know it; else ""

    def default_given(self, options: Options) -> Value:
        """The default, which may depend on the options before this one."""
        return self.default(options) if callable(self.default) else self.default

    def highest_given(self, options: Options) -> int:
        """The upper bound, which may depend on the options before this one."""
        return self.highest(options) if callable(self.highest) else self.highest

    def allowed(self, options: Options) -> str:
        """What may be given, in words."""
        if self.kind == "switch":
            return "true or false"
        if self.kind == "choice":
            return " or ".join(repr(choice) for choice in self.choices)
        sort = "a whole number" if self.kind == "integer" else "a multiple of 0.5"
        return f"{sort} from {self.lowest} to {self.highest_given(options)}"

    def check(self, game: str, value: object, options: Options) -> Value:
        """The value in its normal form.

        Raises:
            OptionError: the value is of the wrong kind or out of bounds.
        """
        normal = self._normal(value, options)
        if normal is None:
            raise OptionError(
                f"{game}: option {self.name}={quoted(value)} is not possible; "
                f"{self.name} must be {self.allowed(options)}."
            )
        return normal

    def _normal(self, value: object, options: Options) -> Value | None:
        if self.kind == "switch":
            return bool(value) if isinstance(value, bool | np.bool_) else None
        if self.kind == "choice":
            return str(value) if isinstance(value, str) and value in self.choices else None
        number = as_number(value) if self.kind == "half" else as_integer(value)
        if number is None or not self.lowest <= number <= self.highest_given(options):
            return None
        return number if float(number * 2).is_integer() else None


def hexhex_size(default: int, help: str) -> Option:
    """The size of a hexhex board."""
    return Option("size", "integer", default, "Board size", help, 2, MAX_HEXHEX, phrase="size {}")


def swap_option(default: bool) -> Option:
    """The swap of C-3."""
    return Option(
        "swap",
        "switch",
        default,
        "Swap",
        "After the first turn the second person may take over the first one's colour.",
    )
