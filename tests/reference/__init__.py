"""A slow, plain reference of the games, written from the rule text alone.

It works on sets of cell names and shares no code with the package it checks. A turn is a set of
stones that the rule's own sentence admits, found by trying all sets; nothing is found by placing
one stone after another. The rule numbers (C-2, SPRY-3, ...) are those of the project's rules.

    game = reference_game("sytran", {"size": 3})
    position = game.start()
    game.turns(position)               # {"a1,a2": position after it, ...}
    game.outcome(position)             # a person, "draw", or None
    perft(game, position, 2)           # distinct positions after one and two whole turns
    game.legal_actions(InTurn(position, ("a1",)))
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.reference.common import (
    Counts,
    InTurn,
    Outcome,
    PerftCase,
    ReferenceGame,
    StoneGame,
    StonePosition,
    count_positions,
    format_cells,
    perft,
    play_all,
)

__all__ = [
    "PERFT",
    "REFERENCE_GAMES",
    "Counts",
    "InTurn",
    "Outcome",
    "PerftCase",
    "ReferenceGame",
    "StoneGame",
    "StonePosition",
    "count_positions",
    "format_cells",
    "perft",
    "play_all",
    "reference_game",
]

# A module that has a list PERFT has the one game of which it counts positions.
REFERENCE_GAMES: dict[str, Callable[[Mapping[str, Any]], ReferenceGame[Any]]] = {}
PERFT: dict[str, tuple[PerftCase, ...]] = {}  # by game

for _file in sorted(Path(__file__).parent.glob("[!_]*.py")):
    if "\nPERFT = " in _file.read_text(encoding="utf-8"):
        _module = import_module(f"{__name__}.{_file.stem}")
        REFERENCE_GAMES[_file.stem] = getattr(_module, _file.stem.title())
        PERFT[_file.stem] = _module.PERFT


def reference_game(name: str, options: Mapping[str, Any]) -> ReferenceGame[Any]:
    """The reference of one game; KeyError for an unknown name, TypeError for an unknown option."""
    return REFERENCE_GAMES[name](options)
