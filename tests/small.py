"""Small boards of every game, made from what its `INFO` says, so that no test lists the games.

    small("byg")                           {"size": 3}
    small("syrtis", stall_limit=6, komi=1) {"board": "minor", "stall_limit": 6}, as it has no komi
    start(skerry.game("syrtis"), 1)        its tiles are drawn; other games begin on an empty board

Property tests draw their options and positions from `tests/strategies.py`.
"""

from functools import cache
from typing import Any

import skerry
from skerry.games.catalogue import GAMES, info
from skerry.games.info import Options, Value
from skerry.games.ruleset import RuleSet

NAMES = tuple(game.name for game in GAMES)
LEAST_CELLS = 9  # a game on fewer is over before much has happened


@cache
def boards(name: str) -> tuple[Value, ...]:
    """The values of a game's first option, which chooses the board; the fewest cells first."""
    option = info(name).options[0]
    values: tuple[Value, ...] = option.choices
    if option.kind == "integer":
        values = tuple(range(option.lowest, option.highest_given({}) + 1))
    return tuple(sorted(values, key=lambda value: _num_cells(name, value)))


def small(name: str, **wanted: Value) -> dict[str, Any]:
    """The smallest board that is large enough to play on.

    Args:
        name: of the game.
        wanted: other options; a game that lacks one of them goes without.
    """
    enough = (value for value in boards(name) if _num_cells(name, value) >= LEAST_CELLS)
    return _options(name, next(enough), wanted)


def large(name: str, **wanted: Value) -> dict[str, Any]:
    """The largest board, with other options as in `small`."""
    return _options(name, boards(name)[-1], wanted)


def form(options: Options) -> dict[str, str]:
    """Options as a form sends them; a switch that is on sends "on"."""
    return {name: "on" if value is True else str(value) for name, value in options.items()}


def seed_of(game: RuleSet, seed: int) -> int | None:
    """The seed for a game whose start is drawn; None for one that takes none."""
    return seed if game.info.has_setup else None


def start(game: skerry.Game, seed: int = 1) -> skerry.Position:
    """A start."""
    return game.start(seed=seed_of(game, seed))


def _num_cells(name: str, board: Value) -> int:
    return info(name).board({info(name).options[0].name: board}).num_cells


def _options(name: str, board: Value, wanted: Options) -> dict[str, Any]:
    first, *others = (option.name for option in info(name).options)
    return {first: board} | {key: value for key, value in wanted.items() if key in others}
