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

from collections.abc import Mapping
from typing import Any

from tests.reference.byg import Byg
from tests.reference.common import (
    Counts,
    InTurn,
    Outcome,
    ReferenceGame,
    StoneGame,
    StonePosition,
    count_positions,
    format_cells,
    perft,
    play_all,
)
from tests.reference.kitaran import Kitaran, KitaranPosition
from tests.reference.spry import Spry
from tests.reference.syrtis import Syrtis, SyrtisPosition
from tests.reference.sytran import Sytran
from tests.reference.y import Y

__all__ = [
    "REFERENCE_GAMES",
    "Byg",
    "Counts",
    "InTurn",
    "Kitaran",
    "KitaranPosition",
    "Outcome",
    "ReferenceGame",
    "Spry",
    "StoneGame",
    "StonePosition",
    "Syrtis",
    "SyrtisPosition",
    "Sytran",
    "Y",
    "count_positions",
    "format_cells",
    "perft",
    "play_all",
    "reference_game",
]

REFERENCE_GAMES: dict[str, type[Spry | Sytran | Byg | Kitaran | Syrtis | Y]] = {
    game.name: game for game in (Spry, Sytran, Byg, Kitaran, Syrtis, Y)
}


def reference_game(name: str, options: Mapping[str, Any]) -> ReferenceGame[Any]:
    """The reference of one game; KeyError for an unknown name, TypeError for an unknown option."""
    return REFERENCE_GAMES[name](options)
