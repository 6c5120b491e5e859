"""What the solver must know of Kitaran."""

from skerry.core.jit import kernel
from skerry.core.layout import CELLS, EMPTY, MARKED, IntArray16
from skerry.games.kitaran.kernels import CONVERSIONS, NUM_FROZEN, Rules, frozen_stones


@kernel
def counter_of(rules: Rules, state: IntArray16) -> int:
    """Conversions in a row (KIT-4)."""
    return int(state[CONVERSIONS])


@kernel
def counter_end(rules: Rules) -> int:
    """KIT-4's limit."""
    return rules.limit


@kernel
def rising(rules: Rules, state: IntArray16, goal_is_win: bool) -> int:
    """With `draw` a higher counter is nearer to the draw: it helps whoever does not want to lose.

    With `place` it may help or harm either: who must place at the limit can depend on its parity.
    """
    if rules.drawn_at > rules.limit:
        return 0
    return -1 if goal_is_win else 1


def may_be_drawn(rules: Rules) -> bool:
    """By KIT-4, or by KIT-3 where all cells and komi can be halved."""
    by_cycle = rules.drawn_at == rules.limit
    return by_cycle or (2 * rules.num_cells - rules.double_komi) % 4 == 0


@kernel
def list_marks(rules: Rules, state: IntArray16, out: IntArray16, count: int) -> int:
    """KIT-2: the mover's stones beside a frozen one, each once; of these alone it matters."""
    n = rules.num_cells
    begin = count
    listed = frozen_stones(rules)
    for slot in range(int(state[NUM_FROZEN])):
        frozen = int(state[listed + slot])
        for k in range(rules.neighbours.shape[1]):
            cell = int(rules.neighbours[frozen, k])
            content = int(state[CELLS + cell])
            if cell != n and content != EMPTY and content != state[CELLS + frozen]:
                known = False
                for i in range(begin, count):
                    known = known or out[i] == MARKED * n + cell
                if not known:
                    out[count] = MARKED * n + cell
                    count += 1
    return count
