"""A game with all its options: the value everything else is keyed by."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from skerry.core.boards import Board
from skerry.core.layout import Rules
from skerry.errors import OptionError, clipped, quoted
from skerry.games.catalogue import info
from skerry.games.info import GameInfo, Options, Value, submodule


@dataclass(frozen=True)
class RuleSet:
    """A game and its options, complete and checked; hashable, compared by value."""

    name: str  # of the game, as in the catalogue
    options: tuple[tuple[str, Value], ...]  # all of them, in catalogue order

    # Kept once they are known: positions ask for them at every step.
    @cached_property
    def info(self) -> GameInfo:
        """What the game's `INFO` says: title, author, colours, options."""
        return info(self.name)

    @cached_property
    def board(self) -> Board:
        """The board: cells, names, neighbours."""
        return self.info.board(dict(self.options))

    @cached_property
    def rules(self) -> Rules:
        """The tables that kernels read."""
        return _make_rules(self)

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: not the tables, which are made again."""
        return {"name": self.name, "options": self.options}

    def option(self, name: str) -> Value:
        """The value of one option.

        Raises:
            OptionError: the game has no such option.
        """
        self.info.option(name)
        return dict(self.options)[name]

    def __str__(self) -> str:
        words = " ".join(f"{name}={format_value(value)}" for name, value in self.options)
        return f"{self.name} {words}"


@lru_cache(maxsize=256)
def _make_rules(rule_set: RuleSet) -> Rules:
    """Tables are made once for each rule set."""
    kernels = submodule(rule_set.name, "kernels")
    rules: Rules = kernels.make_rules(rule_set.board, dict(rule_set.options))
    return rules


def rule_set(name: str, given: Options) -> RuleSet:
    """The rule set of a new game with some options given, the rest at their defaults.

    Raises:
        OptionError: unknown game or option, or a value that is not allowed.
    """
    found = info(name)
    return RuleSet(found.name, found.complete(given))


def format_value(value: Value) -> str:
    """An option's value as text: on/off for switches."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def parse_options(words: Iterable[str]) -> dict[str, Value]:
    """Options from words such as size=4.

    Raises:
        OptionError: a word that is no option, or an option given twice.
    """
    options: dict[str, Value] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise OptionError(f"{quoted(word)} is not an option; write NAME=VALUE, such as size=4.")
        if key in options:
            raise OptionError(f"Option {clipped(key)} is given twice.")
        options[key] = parse_value(value)
    return options


def parse_value(text: str) -> Value:
    """The value that `format_value` printed, or the text itself where it is neither."""
    if text in ("on", "off"):
        return text == "on"
    for sort in (int, float):
        try:
            return sort(text)
        except ValueError:
            continue
    return text
