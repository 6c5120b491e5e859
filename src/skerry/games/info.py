"""What is known of a game without its rules: its names, options, boards and levels.

The package of each game has a `GameInfo`: plain data, with no kernels behind it, so it is cheap to
import.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np

from skerry.core.boards import MAX_HEXHEX, Board, hexhex
from skerry.core.layout import IntArray16
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


EVERY = 1 << 30  # children: no widening


class Settings(NamedTuple):
    """Weights of the selection rule and the shape of the tree."""

    exploration: float = 0.7  # of the upper confidence bound (Kocsis and Szepesvari, 2006)
    puct: float = 0.0  # weight of an evaluator's prior (Silver et al., 2017)
    # How soon visits outweigh all-moves-as-first: RAVE's b (Gelly and Silver, 2011).
    amaf_bias: float = 0.0
    amaf_fade: float = 0.0  # it is divided by 1 + this times the visits of the node
    amaf_prior: float = 0.0  # playouts' worth of the whole board's figures in a new child's AMAF
    first_play: float = 9.0  # urgency of a child nothing is known of, above its parent's value
    warm_up: int = 0  # playouts before the root has children: they put the cells in an order
    expand_after: int = 1  # visits before another node has children
    amaf: int = 0  # 1 where all-moves-as-first is used
    width: int = EVERY  # children looked at when a node is new, in the order of promise
    widening: float = 0.0  # more of them with the root of its visits (Coulom, 2007)
    judged: float = 0.0  # share of a leaf's worth that the game's network says; else a playout
    judged_amaf: float = 0.0  # playouts' worth of what the network says in a node's AMAF figures
    lanes: int = 0  # 1 where a leaf is played out on 64 boards at once, if the game can (lanes.py)
    even: float = 0.5  # the mean that is sought of a turn that may be swapped away


def asks_network(settings: Settings) -> bool:
    """Whether a game's network is asked anything."""
    return settings.judged > 0.0 or settings.judged_amaf > 0.0


def plain_settings(settings: Settings) -> Settings:
    """The settings in Python's own numbers: the search is compiled for these alone.

    Raises:
        OptionError: one of them is no number.
    """
    found = []
    for name, value in zip(settings._fields, settings, strict=True):
        is_whole = Settings.__annotations__[name] is int
        number = as_integer(value) if is_whole else as_number(value)
        if number is None:
            kind = "a whole number" if is_whole else "a number"
            raise OptionError(
                f"settings: {name}={quoted(value)} is not possible; it must be {kind}."
            )
        found.append(number)
    return Settings(*found)  # type: ignore[arg-type]


PLAIN = Settings()  # for ever as it is: how hard puzzles are was measured with it
PLACEMENT = PLAIN._replace(
    exploration=0.0,
    amaf_bias=0.002,
    amaf_prior=10.0,
    first_play=0.0,
    warm_up=32,
    expand_after=2,
    amaf=1,
    width=8,
    widening=1.0,
    lanes=1,
)
MOVES = PLAIN._replace(amaf_bias=0.2, amaf=1)


def on_one_board(settings: Settings) -> Settings:
    """The same where a leaf is played out on one board: a playout tells less.

    A node's children wait until more is known, and AMAF counts as long as it does in any game.
    """
    if settings.lanes != 1:
        return settings
    return settings._replace(lanes=0, expand_after=8, amaf_bias=PLACEMENT.amaf_bias, amaf_fade=0.0)


NEVER = 1 << 60

# With an evaluator, values and priors are its own, and a leaf has children once it was judged.
EVALUATED = PLAIN._replace(
    exploration=0.0,
    puct=1.5,
    first_play=0.0,
    warm_up=NEVER,
    expand_after=NEVER,
)


# With a network of the game's own (search/net.py). A node has its children as soon as it is judged.
JUDGED = PLAIN._replace(exploration=0.0, puct=1.2, first_play=-0.15, expand_after=0, judged=1.0)
# Where playouts tell more than it does, they go on: it says in which order children are looked at,
# and what a node is worth while few playouts went through it.
GUIDED = PLACEMENT._replace(puct=0.1, judged_amaf=50.0)


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


def submodule(name: str, module: str) -> ModuleType:
    """A file of a game's package."""
    return import_module(f"{__package__}.{name}.{module}")


def folder(name: str) -> Traversable:
    """The folder of a game, with the files in it that are no modules."""
    return files(f"{__package__}.{name}")


# What a game may have beside its rules, each in a file of its folder.
SETUP, LESSON, PUZZLES, STUDY, EXPLORER, RULES, GUIDE = (
    "setup.py",
    "lesson.toml",
    "puzzles.json.gz",
    "study.json",
    "explorer.parquet",
    "rules.md",
    "guide.md",
)


@cache
def has_file(name: str, file: str) -> bool:
    """Whether the folder of a game has a file."""
    return folder(name).joinpath(file).is_file()


@dataclass(frozen=True)
class StudiedOption:
    """An option that the study of a game varies."""

    name: str
    values: tuple[Value, ...]  # beside the default, which is played anyhow
    heading: str  # of its section
    axis: str  # what the values are, at the axis of a plot
    lowers_first: bool = False  # more of it never helps the colour that moves first


def log10_stone_boards(num_cells: int) -> float:
    """Log10 of the number of boards on which each cell is vacant or has one of two colours."""
    return num_cells * math.log10(3)


@dataclass(frozen=True)
class Study:
    """What the study of a game's fairness plays beside the standard game, and what it may ask."""

    options: tuple[StudiedOption, ...] = ()
    tuned: str | None = None  # the option whose values are played by players of all strengths
    handicap: str | None = None  # the option that favours one side
    turns_drawn: int = 0  # first turns of each number of stones above one that are tried
    balanced_by: str | None = None  # the rule that makes it fair by itself: nothing to be tuned
    # log10 of an upper bound on the positions of a board, whoever is to move, from its cells
    log10_positions: Callable[[int], float] = log10_stone_boards

    def option(self, name: str) -> StudiedOption | None:
        """The option of that name; None: the study does not vary it."""
        return next((option for option in self.options if option.name == name), None)

    def lowers_first(self, name: str) -> bool:
        """Whether more of an option never helps the colour that moves first, as far as is known."""
        option = self.option(name)
        return option is not None and option.lowers_first

    @property
    def tuned_option(self) -> StudiedOption | None:
        """The option whose fair value is looked for, where there is one."""
        return None if self.tuned is None else self.option(self.tuned)

    @property
    def handicap_option(self) -> StudiedOption | None:
        """The option that favours one side, where there is one."""
        return None if self.handicap is None else self.option(self.handicap)


@dataclass(frozen=True)
class PuzzleSource:
    """Where puzzles of a game are found."""

    options: Mapping[str, Value]  # a board on which the solver reaches back far enough
    opening: int  # turns at random, so that no two games are alike
    least_turns: int  # whole legal turns of a puzzle: with fewer, guessing does


class Part(NamedTuple):
    """What a person does before the colours are given out."""

    name: str  # of this part, as a choice: "Set up"
    hint: str  # what it means: "place all four towers"
    short: str  # what the person does: "sets up"
    full: str  # the same in a sentence: "sets up the board"


class Preset(NamedTuple):
    """A board that a form for a new game offers by one click."""

    name: str
    options: Mapping[str, Value]  # those that are not at their defaults
    words: str = ""  # what it is for, beside the board


STANDARD = Preset("Standard", {})
SMALL, LARGE, FAIR = "Small and quick", "Large", "Fair"  # names that games share


def presets(small: int, large: int, **fair: Value) -> tuple[Preset, ...]:
    """The standard board between two of other sizes.

    Args:
        small: the size of one.
        large: that of the other.
        fair: options by which moving first is no advantage, where the usual ones don't see to it.
    """
    even = (Preset(FAIR, fair, "with the swap"),) if fair else ()
    return Preset(SMALL, {"size": small}), STANDARD, *even, Preset(LARGE, {"size": large})


Levels = tuple[tuple[int, float], ...]


def levels(random: tuple[float, float], *playouts: int) -> Levels:
    """Playouts a turn and the share of random turns of each level, by that share of the first two.

    `bench.ladder` measures what suits a game.
    """
    return tuple(zip(playouts, (*random, *(0.0,) * (len(playouts) - 2)), strict=True))


# Of games of connection.
LEVELS = levels((0.50, 0.25), 40, 40, 50, 250, 600, 1_400, 3_500, 9_000, 60_000)


def board_of_size(options: Options) -> Board:
    """A hexhex board, of the size that is chosen."""
    return hexhex(int(options["size"]))


@dataclass(frozen=True)
class GameInfo:
    """A game: what it is called, what may be chosen, how the computer plays it."""

    name: str
    title: str
    author: str
    summary: str  # one line
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]  # from small to large, STANDARD among them
    colours: tuple[str, str] = ("white", "black")  # the first of them moves first (C-1)
    board: Callable[[Options], Board] = board_of_size  # that a game is played on, with all options
    search: Settings = PLACEMENT
    judged: Settings = JUDGED  # where a network comes with the board
    levels: Levels = LEVELS  # 1 to 9: playouts a turn, random turns' share
    # Turns a cell after which a game counts as half over; 0 where its vacant cells tell that.
    half_over: float = 0.0
    turns_per_cell: float = 0.45  # of games between strong players
    study: Study = Study()
    puzzles: PuzzleSource | None = None  # None: none are looked for
    parts: tuple[Part, Part] | None = None  # of the persons, where colours are chosen in the game
    tones: tuple[str, str] = ("white", "black")  # of the colours' bars and curves
    owners: str = "Who gets what"  # what the analysis calls the map of who will hold which cell
    scores: str = ""  # what it expects of each colour in the end, such as "points"; "" for nothing
    # Files of `games` that say of its positions what its own folder does not: "arc_view".
    shared: tuple[str, ...] = ()
    is_for_comparison: bool = False  # not one of those that Skerry is for

    def __reduce__(self) -> tuple[Callable[[str], "GameInfo"], tuple[str]]:
        """Pickled as its name: some of its functions have none of their own."""
        return info_of, (self.name,)

    @property
    def fair(self) -> Preset:
        """The standard board for two persons who don't know each other."""
        return next((preset for preset in self.presets if preset.name == FAIR), STANDARD)

    @property
    def has_setup(self) -> bool:
        """Whether a start is drawn, or given."""
        return has_file(self.name, SETUP)

    @property
    def has_guide(self) -> bool:
        """Whether its folder says how to play it well."""
        return has_file(self.name, GUIDE)

    @property
    def has_lesson(self) -> bool:
        """Whether its folder has a lesson; pages link only to what is there."""
        return has_file(self.name, LESSON)

    @property
    def has_puzzles(self) -> bool:
        """Whether its folder has a collection of puzzles."""
        return has_file(self.name, PUZZLES)

    @property
    def has_study(self) -> bool:
        """Whether its folder has a study of its fairness."""
        return has_file(self.name, STUDY)

    @property
    def has_explorer(self) -> bool:
        """Whether its folder has the positions of games of the search against itself."""
        return has_file(self.name, EXPLORER)

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


def info_of(name: str) -> GameInfo:
    """The game in the folder of that name."""
    info: GameInfo = import_module(f"{__package__}.{name}").INFO
    return info
