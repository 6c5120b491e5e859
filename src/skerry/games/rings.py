"""What games share in which the rings of the cells limit how many stones a turn has."""

from typing import Protocol, cast

from skerry.core import layout
from skerry.core.layout import ANY_RING, LOWEST, IntArray16, new_work
from skerry.errors import require
from skerry.games.dispatch import legal
from skerry.games.position_text import (
    check_counts,
    check_placed,
    check_seats,
    count_vacant,
    finished_turns,
)
from skerry.games.ruleset import RuleSet


class Rules(layout.Rules, Protocol):
    """Rules with rings."""

    @property
    def ring(self) -> IntArray16:
        """(num_cells,) the number of the ring a cell lies in."""

    @property
    def num_rings(self) -> int:
        """The highest of them."""


def ring_numbers(rules: Rules) -> IntArray16:
    """The ring number of each cell."""
    return rules.ring


def most_stones(rules: Rules, state: IntArray16) -> int:
    """The lowest number used or, before the first stone, the highest on offer."""
    out, work = new_work(rules), new_work(rules)
    cells = [int(action) for action in out[: legal(rules, state, out, work)]]
    rings = [int(rules.ring[cell]) for cell in cells if cell < rules.num_cells]
    return max((min(ring, int(state[LOWEST])) for ring in rings), default=0)


def settle_turn(rule_set: RuleSet, state: IntArray16, bound: str, rule: str) -> int:
    """Fill in what follows from the board and the fields of a position's text, but for a result.

    Args:
        rule_set: of the game.
        state: with its board, its stones placed, player, first and turn.
        bound: what allows no more stones, for the error.
        rule: that says so, for the error.

    Returns:
        The person whose turn it is or, at the end, was.

    Raises:
        NotationError: they do not fit together.
    """
    rules = cast(Rules, rule_set.rules)
    count_vacant(rule_set, state)
    mover = check_seats(rule_set, state)
    placed = check_placed(rule_set, state, mover)
    state[LOWEST] = min((int(rules.ring[cell]) for cell in placed), default=ANY_RING)
    require(
        len(placed) <= state[LOWEST],
        f"placed lists {len(placed)} stones, more than {bound}.",
        rule,
    )
    turns = finished_turns(state)
    check_counts(rule_set, state, turns, (turns[0] * rules.num_rings, turns[1] * rules.num_rings))
    return mover
