"""What the solver must know of Syrtis."""

from skerry.core.jit import kernel
from skerry.core.layout import MARKED, MARKED_TOO, NOWHERE, IntArray16
from skerry.games.syrtis.kernels import initiative
from skerry.games.syrtis.state import (
    DARK_CIRCLE,
    LIGHT_SQUARE,
    NUM_OWN,
    PHASE,
    PLAY,
    REPAIR,
    SUNK,
    TOWER,
    WITHOUT_SINK,
    Rules,
    own_part,
)

LIGHT_TOWER, DARK_TOWER = MARKED, MARKED_TOO


def equal_contents(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Colour and shape may change parts: light squares and dark circles."""
    return ((LIGHT_SQUARE, DARK_CIRCLE),)


@kernel
def counter_of(rules: Rules, state: IntArray16) -> int:
    """Turns in a row without a sink (SYR-11)."""
    return int(state[WITHOUT_SINK])


@kernel
def counter_end(rules: Rules) -> int:
    """SYR-11's limit."""
    return rules.limit


@kernel
def rising(rules: Rules, state: IntArray16, goal_is_win: bool) -> int:
    """A higher counter helps the person who has the initiative at its end (SYR-10)."""
    if state[PHASE] != PLAY:
        return 1  # nobody has a side yet, and the counter is 0
    return 1 if initiative(rules, state) == 0 else -1


@kernel
def list_marks(rules: Rules, state: IntArray16, out: IntArray16, count: int) -> int:
    """The cells of the towers."""
    for i in range(4):
        cell = int(state[own_part(rules) + TOWER + i])
        if cell != NOWHERE:
            out[count] = (LIGHT_TOWER if i < 2 else DARK_TOWER) * rules.num_cells + cell
            count += 1
    return count


@kernel
def list_numbers(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """The phase, and the counters of SYR-9 and SYR-10."""
    out[0] = state[PHASE]
    count = 1
    for i in range(SUNK, NUM_OWN):
        out[count] = state[own_part(rules) + i]
        count += 1
    return count


def refusal(rules: Rules, state: IntArray16) -> str | None:
    """While pairs may be exchanged there are too many ways to go on."""
    if state[PHASE] == REPAIR:
        return "syrtis: the solver needs the tiles in their places; exchange pairs first."
    return None


@kernel
def guesses(rules: Rules) -> bool:
    """Playouts take too long."""
    return False
