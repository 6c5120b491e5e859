"""The five games: names, authors, colours, options with their bounds and words.

Everything here is plain data; nothing is compiled, so it is cheap to import.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..core.boards import MAX_HEXHEX
from ..errors import OptionError, quoted

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
            return value if isinstance(value, bool) else None
        if self.kind == "choice":
            return value if isinstance(value, str) and value in self.choices else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not self.lowest <= value <= self.highest_given(options):
            return None
        if self.kind == "half":
            return float(value) if float(value * 2).is_integer() else None
        return int(value) if float(value).is_integer() else None


@dataclass(frozen=True)
class GameInfo:
    """A game as the catalogue lists it."""

    index: int  # the integer that kernels switch on
    name: str
    title: str
    author: str
    colours: tuple[str, str]  # the first of them moves first (C-1)
    shape: str  # of the board: "hexhex" or "square"
    summary: str  # one line
    options: tuple[Option, ...]

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


def _size(default: int, help_text: str) -> Option:
    return Option("size", "integer", default, "Board size", help_text, 2, MAX_HEXHEX)


def _swap(default: bool) -> Option:
    return Option(
        "swap",
        "switch",
        default,
        "Swap",
        "After the first turn the second person may take over the first one's colour.",
    )


SPRY, SYTRAN, BYG, KITARAN, SYRTIS = range(5)

GAMES: tuple[GameInfo, ...] = (
    GameInfo(
        SPRY,
        "spry",
        "Spry",
        "Nick Bentley",
        ("white", "black"),
        "hexhex",
        "Connect yellow, blue and red. The further out you play, the more stones you get.",
        (_size(5, "Cells along a side; the published board has 5."), _swap(False)),
    ),
    GameInfo(
        SYTRAN,
        "sytran",
        "Sytran",
        "Christian Freeling",
        ("white", "black"),
        "hexhex",
        "Fill the board with as many stones in as few groups as you can.",
        (
            _size(6, "Cells along a side; the published boards have 6, 8 and 10."),
            Option(
                "penalty",
                "integer",
                4,
                "Penalty per group",
                "Points each group costs its owner; to be agreed before the game.",
                0,
                99,
            ),
            _swap(True),
        ),
    ),
    GameInfo(
        BYG,
        "byg",
        "Byg",
        "Nick Bentley",
        ("white", "black"),
        "hexhex",
        "The more groups you have, the more stones you place; the largest group wins.",
        (
            _size(6, "Cells along a side; the game has been played on 6."),
            Option(
                "cap",
                "integer",
                3,
                "Most stones a turn",
                "However many groups you have, a turn places no more stones than this.",
                1,
                9,
            ),
            _swap(False),
        ),
    ),
    GameInfo(
        KITARAN,
        "kitaran",
        "Kitaran",
        "Xifeng",
        ("black", "white"),
        "square",
        "Place a stone, or turn all enemies around one of yours. The majority wins.",
        (
            Option("size", "integer", 5, "Board size", "Squares along a side.", 3, 19),
            Option(
                "komi",
                "half",
                lambda options: 0.0 if int(options["size"]) % 2 else 0.5,
                "Komi",
                "Points that White is given for moving second; half a point rules out draws "
                "on even boards.",
                0,
                lambda options: int(options["size"]) ** 2,
            ),
            _swap(False),
            Option(
                "cycle_limit",
                "integer",
                lambda options: 2 * int(options["size"]) ** 2,
                "Cycle limit",
                "After this many conversions without a placement the game is drawn.",
                1,
                9999,
            ),
        ),
    ),
    GameInfo(
        SYRTIS,
        "syrtis",
        "Syrtis",
        "David Vander Laan",
        ("light", "dark"),
        "square",
        "Join the tiles of your colour or your shape while the island sinks.",
        (
            Option(
                "board",
                "choice",
                "major",
                "Board",
                "Major has 36 tiles in a broken ring, minor 16, square 36 in a block.",
                choices=("major", "minor", "square"),
            ),
            Option(
                "stall_limit",
                "integer",
                100,
                "Stall limit",
                "After this many turns without a sunk tile the side that sank last wins.",
                1,
                9999,
            ),
        ),
    ),
)

REASONS = (
    "",
    "connection",
    "score",
    "groups",
    "majority",
    "cycle",
    "island",
    "quicksand",
    "both",
    "passes",
    "stall",
)


def info(name: str) -> GameInfo:
    """The game of that name.

    Raises:
        OptionError: there is no such game.
    """
    for game in GAMES:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in GAMES)
    raise OptionError(f"There is no game {quoted(name)}; the games are {known}.")
