r"""Three arcs of colour outside a hexagonal board, and who connects them all.

              blue
          .-----------.
    red  /             \  blue
        /               \
        \               /
    red  \             /  yellow
          '-----------'
             yellow
"""

from collections.abc import Iterable
from typing import Protocol, cast

import numpy as np

from skerry.core import layout
from skerry.core.boards import Board, row_length
from skerry.core.jit import inlined, kernel
from skerry.core.layout import BY_CONNECTION, CELLS, EMPTY, PLACED, IntArray16, new_work
from skerry.core.stones import win
from skerry.errors import require
from skerry.games.position_text import mover_colour
from skerry.games.ruleset import RuleSet

YELLOW, BLUE, RED = 1, 2, 4
ALL_ARCS = 7
RIGHT, UPPER_RIGHT = 3, 4  # columns of the neighbour table


class Rules(layout.Rules, Protocol):
    """Rules of a game with arcs."""

    @property
    def arcs(self) -> IntArray16:
        """(num_cells,) bits of the outside colours a cell touches."""


def outside_arcs(board: Board) -> IntArray16:
    """Which of three arcs outside a hexhex board each cell touches, as bits; shape (num_cells,).

    An arc runs along two sides: YELLOW from the bottom left corner, then anticlockwise BLUE, RED.
    """
    last = 2 * board.size - 2
    arcs = np.zeros(board.num_cells, dtype=np.int16)
    for cell, (row, column) in enumerate(board.places):
        lower, upper = row <= board.size - 1, row >= board.size - 1
        at_left, at_right = column == 0, column == row_length(board.size, row) - 1
        if row == 0 or (at_right and lower):
            arcs[cell] |= YELLOW
        if row == last or (at_right and upper):
            arcs[cell] |= BLUE
        if at_left:
            arcs[cell] |= RED
    return arcs


def keeps_rules(rules: Rules, cells: list[int]) -> bool:
    """Whether a symmetry of the board takes each arc to an arc; six of the twelve do."""

    def side(bit: int, where: Iterable[int]) -> frozenset[int]:
        return frozenset(cell for cell, image in enumerate(where) if rules.arcs[image] & bit)

    before = {side(bit, range(len(cells))) for bit in (YELLOW, BLUE, RED)}
    return {side(bit, cells) for bit in (YELLOW, BLUE, RED)} == before


def touched_arcs(rule_set: RuleSet, cells: Iterable[int]) -> int:
    """The arcs that some cells touch, as bits."""
    return int(np.bitwise_or.reduce(cast(Rules, rule_set.rules).arcs[list(cells)]))


@inlined
def connects(rules: Rules, state: IntArray16, cell: int, work: IntArray16) -> bool:
    """Whether the group of this stone touches yellow, blue and red, and did not without it.

    Of a stone on the outside it says whether the group touches them, even if it was there before.
    """
    before, groups = state[CELLS + rules.neighbours[cell, 5]] == state[CELLS + cell], 0
    for way in range(6):
        here = state[CELLS + rules.neighbours[cell, way]] == state[CELLS + cell]
        groups += here and not before
        before = here
    if groups < 2 and rules.arcs[cell] == 0:
        return False  # it joined nothing: its friends, side by side, are as they were
    # Flood fill in one array, the cells seen before the stack, and no longer than need be: every
    # stone of a search comes by here, and a slice of an array costs as much as a small group.
    stack, colour = rules.num_cells + 1, state[CELLS + cell]
    for i in range(stack):
        work[i] = 0
    work[cell] = 1
    work[stack] = cell
    arcs, done, size = int(rules.arcs[cell]), 0, 1
    while done < size and arcs != ALL_ARCS:
        here = int(work[stack + done])
        done += 1
        for way in range(6):
            other = int(rules.neighbours[here, way])
            if state[CELLS + other] == colour and work[other] == 0:
                work[other] = 1
                work[stack + size] = other
                size += 1
                arcs |= int(rules.arcs[other])
    return arcs == ALL_ARCS


@kernel
def connecting_colour(rules: Rules, state: IntArray16) -> int:
    """On a full board: the colour that connects yellow, blue and red.

    The bottom left cell is yellow and red. Go along the yellow sides from there: where its group
    ends, the border between the colours begins. If it comes back to yellow, the group goes on
    beyond it; if it comes out at blue, the group wins; if it comes out at red, the other colour
    holds yellow and red as well, and is nearer to blue.
    """
    cell = 0
    while rules.arcs[cell] & BLUE == 0:
        way = RIGHT if rules.neighbours[cell, RIGHT] != rules.num_cells else UPPER_RIGHT
        beyond = int(rules.neighbours[cell, way])
        if state[CELLS + beyond] == state[CELLS + cell]:
            cell = beyond
            continue
        left, right = _follow_border(rules, state, cell, way)
        if rules.arcs[left] & BLUE:
            break
        cell = beyond if rules.arcs[right] & RED else left
    return int(state[CELLS + cell])


@kernel
def _follow_border(rules: Rules, state: IntArray16, left: int, way: int) -> tuple[int, int]:
    """Walk between a stone and the other colour's stone that way of it, to the edge of the board.

    The cell ahead touches both; whosever it is, it takes the place of that stone. Returns the last
    two stones, the one on the left hand, of the first colour given, first.
    """
    colour, right = state[CELLS + left], left
    while True:
        way = way + 1 if way < 5 else 0
        ahead = int(rules.neighbours[left, way])
        if ahead == rules.num_cells:
            return left, right
        if state[CELLS + ahead] == colour:
            left = ahead
            way = way - 2 if way > 1 else way + 4
        else:
            right = ahead


def settle_connection(rule_set: RuleSet, state: IntArray16, mover: int, rule: str) -> None:
    """Let the mover have won who connects all arcs; only a stone of the last turn can have done so.

    Args:
        rule_set: of the game.
        state: a position whose text is read, with its board and the stones of the turn.
        mover: the person whose turn it is or, at the end, was.
        rule: that says who wins, for the error.

    Raises:
        NotationError: the other person has connected them, or the turn goes on.
    """
    rules, work = cast(Rules, rule_set.rules), new_work(rule_set.rules)
    owners = {
        int(state[CELLS + cell])
        for cell in range(rules.num_cells)
        if state[CELLS + cell] != EMPTY and connects(rules, state, cell, work)
    }
    if owners:
        require(
            owners == {mover_colour(state, mover)} and state[PLACED] == 0,
            "Whoever has connected all three sides has won with the last turn.",
            rule,
        )
        win(state, mover, BY_CONNECTION)
