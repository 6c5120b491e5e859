"""Games that only the lab plays, to be compared with the five: variants by a changed table.

Y (Craige Schensted and Charles Titus, 1953) on a hexhex board whose outside has three arcs is Spry
(SPRY-1, SPRY-3, SPRY-4) with one stone a turn: with every cell's number 1, SPRY-2 allows exactly
one. So the same kernels, players and symmetries serve both.
"""

from functools import cached_property
from typing import cast

import numpy as np

from ...core.layout import Rules
from ...games.catalogue import info
from ...games.contract import GameInfo
from ...games.options import Value
from ...games.spry.kernels import Rules as SpryRules
from ...positions import Game, game

Y = "y"


class OneStoneSpry(Game):
    """Y: Spry with one stone a turn. Not equal to the Spry of the same options."""

    @cached_property
    def rules(self) -> Rules:
        """Spry's, with one stone a turn."""
        rules = cast(SpryRules, super().rules)
        return rules._replace(ring=np.ones_like(rules.ring), num_rings=1)

    def __str__(self) -> str:
        return super().__str__().replace(self.name, Y, 1)


def name_of(rules: Game) -> str:
    """What `lab_game` calls a game."""
    return Y if isinstance(rules, OneStoneSpry) else rules.name


def title_of(rules: Game) -> str:
    """What people call a game."""
    return "Y" if isinstance(rules, OneStoneSpry) else rules.info.title


def lab_info(name: str) -> GameInfo:
    """The catalogue's entry with the options of a game of the lab. Raises OptionError."""
    return info("spry" if name == Y else name)


def lab_game(name: str, /, **options: Value) -> Game:
    """A game of the lab: the five, and "y", which has the options of Spry.

    Raises:
        OptionError: as `game`.
    """
    if name != Y:
        return game(name, **options)
    spry = game("spry", **options)
    return OneStoneSpry(spry.name, spry.options)
