"""What the folder of a game offers.

`info.py` of each game has a `GameInfo`: plain data, with no kernels behind it, so it is cheap to
import.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Protocol

from ..core.boards import Board
from ..core.layout import IntArray16, Rules
from ..errors import OptionError, quoted
from .options import Option, Options, Value
from .search_settings import Settings


class KernelsModule(Protocol):
    """`kernels.py`: the type of a game's rules, and the functions named in dispatch.py."""

    def make_rules(self, board: Board, options: Options) -> Rules:
        """The rules on a board, with all options."""


class Budget(Protocol):
    """What an exact method may spend."""

    @property
    def exhausted(self) -> bool:
        """Whether it must stop now."""

    def report(self, boards: int, left: int) -> None:
        """Count boards that were looked into, and tell how many are left."""


class ExactMethod(Protocol):
    """A way to solve positions of one rule set, kept from question to question."""

    def num_boards(self, state: IntArray16) -> int:
        """How many boards must still be looked into before a position can be solved."""

    def values(self, state: IntArray16, budget: Budget) -> dict[int, int] | None:
        """0, 1 or 2 (loss, draw, win) for the person to act by each legal action.

        None where the budget does not allow it.
        """


def part(name: str, module: str) -> ModuleType:
    """A module of a game's folder."""
    return import_module(f"{__package__}.{name}.{module}")


@dataclass(frozen=True)
class Study:
    """What the study of a game's fairness plays beside the standard game."""

    values: Mapping[str, tuple[Value, ...]]  # of options; the default is played anyhow
    tuned: str | None = None  # the option whose values are played by players of all strengths
    handicap: str | None = None  # the option that favours one side
    turns_drawn: int = 0  # first turns of each number of stones above one that are tried


@dataclass(frozen=True)
class PuzzleSource:
    """Where puzzles of a game are found."""

    options: Mapping[str, Value]  # a board on which the solver reaches back far enough
    opening: int  # turns at random, so that no two games are alike
    least_turns: int  # whole legal turns of a puzzle: with fewer, guessing does


@dataclass(frozen=True)
class GameInfo:
    """A game: what it is called, what may be chosen, how the computer plays it."""

    index: int  # the integer that kernels switch on
    name: str
    title: str
    author: str
    colours: tuple[str, str]  # the first of them moves first (C-1)
    shape: str  # of the board: "hexhex" or "square"
    summary: str  # one line
    has_setup: bool  # a start is drawn, or given
    options: tuple[Option, ...]
    board: Callable[[Options], Board]  # that a game with all its options is played on
    search: Settings
    levels: tuple[tuple[int, float], ...]  # 1 to 9: playouts a turn, share of random turns
    study: Study
    puzzles: PuzzleSource

    @property
    def smallest(self) -> Options:
        """Options of its smallest board, where it has a size."""
        return {option.name: option.lowest for option in self.options if option.name == "size"}

    def option(self, name: str) -> Option:
        """The option of that name.

        Raises:
            OptionError: the game has no such option.
        """
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise OptionError(
            f"{self.name}: there is no option {quoted(name)}; the options are {known}."
        )

    def complete(self, given: Options) -> tuple[tuple[str, Value], ...]:
        """All options of a new game in catalogue order, the missing ones at their defaults.

        Raises:
            OptionError: an unknown option or a value that is not allowed.
        """
        for name in given:
            self.option(name)
        options: Options = {}
        for option in self.options:
            value = given.get(option.name, option.default_given(options))
            options[option.name] = option.check(self.name, value, options)
        return tuple(options.items())

    def as_written(self, given: Options) -> Options:
        """The options of a saved game or position, with those that came after it was written."""
        later = {option.name: option.before for option in self.options}
        return {name: value for name, value in later.items() if value is not None} | given
