"""What the solver must know of Sytran."""

from skerry.core.jit import kernel
from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, EMPTY, RUNNING, VACANT, WON, IntArray16
from skerry.core.stones import group_sizes, list_pieces, person_of
from skerry.games.sytran.kernels import Rules


def may_be_drawn(rules: Rules) -> bool:
    """With an even penalty the scores differ by an odd number (SYT-5)."""
    return rules.penalty % 2 == 1


@kernel
def decided(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """A colour that can't draw level any more has lost."""
    for colour in (COLOUR_1, COLOUR_2):
        if _most_lead(rules, state, colour, work) < 0:
            return WON + person_of(state, COLOUR_1 + COLOUR_2 - colour)
    return RUNNING


@kernel
def _most_lead(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """The colour's score will be ahead of the other's by no more than this (SYT-5).

    Each piece of the board without the other colour's stones that holds own stones keeps one
    group of them at least. The other gets a new group only by a stone on a cell that touches none
    of its stones now.
    """
    n = rules.num_cells
    other = COLOUR_1 + COLOUR_2 - colour
    groups_left = 0
    for i in range(list_pieces(rules, state, colour, work)):
        groups_left += work[2 * i + 1] > 0
    their_groups = group_sizes(rules, state, other, work[:n], work[n:])
    lead, apart = 0, 0
    for cell in range(n):
        content = int(state[CELLS + cell])
        if content == EMPTY:
            touches = False
            for k in range(rules.neighbours.shape[1]):
                touches = touches or state[CELLS + rules.neighbours[cell, k]] == other
            apart += not touches
        else:
            lead += 1 if content == colour else -1
    vacant = int(state[VACANT])
    most = -n
    for theirs in range(vacant + 1):
        most = max(most, vacant - 2 * theirs + rules.penalty * min(theirs, apart))
    return int(lead + most + rules.penalty * (their_groups - groups_left))
