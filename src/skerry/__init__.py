"""Skerry: play, study and test abstract games; `skerry.GAMES` says which.

    import skerry
    position = skerry.game("sytran", size=6, penalty=4).start()
    position = position.play("a1,b2,a3")

The names below are the public ones. They are loaded on first use, so that `import skerry` costs
nothing before a position is needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skerry.batches import Batch, batch
    from skerry.errors import (
        GameOverError,
        IllegalActionError,
        InUseError,
        NotationError,
        OptionError,
        RecordError,
        RecordVersionError,
        SkerryError,
    )
    from skerry.games.catalogue import GAMES
    from skerry.games.contract import Standing
    from skerry.mutable import MutablePosition
    from skerry.players import Player, RandomPlayer, SearchPlayer
    from skerry.positions import Game, Outcome, Position, game, position
    from skerry.record import GameRecord
    from skerry.search.analysis import AnalysedTurn, Analysis, analyse, analyse_stream
    from skerry.search.evaluator import Evaluator
    from skerry.search.solver import Solution, solve, winning_turns

_HOMES = {
    "AnalysedTurn": "search.analysis",
    "Analysis": "search.analysis",
    "Batch": "batches",
    "Evaluator": "search.evaluator",
    "GAMES": "games.catalogue",
    "Game": "positions",
    "GameOverError": "errors",
    "GameRecord": "record",
    "IllegalActionError": "errors",
    "InUseError": "errors",
    "MutablePosition": "mutable",
    "NotationError": "errors",
    "OptionError": "errors",
    "Outcome": "positions",
    "Player": "players",
    "Position": "positions",
    "RandomPlayer": "players",
    "RecordError": "errors",
    "RecordVersionError": "errors",
    "SearchPlayer": "players",
    "SkerryError": "errors",
    "Solution": "search.solver",
    "Standing": "games.contract",
    "analyse": "search.analysis",
    "analyse_stream": "search.analysis",
    "batch": "batches",
    "game": "positions",
    "position": "positions",
    "solve": "search.solver",
    "winning_turns": "search.solver",
}

__all__ = [
    "GAMES",
    "AnalysedTurn",
    "Analysis",
    "Batch",
    "Evaluator",
    "Game",
    "GameOverError",
    "GameRecord",
    "IllegalActionError",
    "InUseError",
    "MutablePosition",
    "NotationError",
    "OptionError",
    "Outcome",
    "Player",
    "Position",
    "RandomPlayer",
    "RecordError",
    "RecordVersionError",
    "SearchPlayer",
    "SkerryError",
    "Solution",
    "Standing",
    "analyse",
    "analyse_stream",
    "batch",
    "game",
    "position",
    "solve",
    "winning_turns",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("skerry")
    if name not in _HOMES:
        raise AttributeError(f"module 'skerry' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
