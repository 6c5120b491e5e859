"""What the text of a position of Spry says beside the board, and what must fit together."""

from typing import cast

from ...core.layout import (
    BY_CONNECTION,
    CELLS,
    EMPTY,
    PLACED,
    PLAYER,
    IntArray16,
    new_work,
)
from ...core.turns import win
from ...errors import require
from ..rings import settle_turn
from ..ruleset import RuleSet
from ..stones import check_ending, fields, mover_colour, read_fields
from .kernels import Rules, connects

__all__ = ["fields", "read_fields", "settle"]


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    player = int(state[PLAYER])
    mover = settle_turn(rule_set, state, "the innermost ring allows (SPRY-2)")
    _settle_result(cast(Rules, rule_set.rules), state, mover)
    check_ending(rule_set, state, player)


def _settle_result(rules: Rules, state: IntArray16, mover: int) -> None:
    """SPRY-4: only a stone of the last turn can have connected."""
    work = new_work(rules)
    owners = {
        int(state[CELLS + cell])
        for cell in range(rules.num_cells)
        if state[CELLS + cell] != EMPTY and connects(rules, state, cell, work)
    }
    if owners:
        require(
            owners == {mover_colour(state, mover)} and state[PLACED] == 0,
            "Whoever has connected all three sides has won with the last turn (SPRY-4).",
        )
        win(state, mover, BY_CONNECTION)
