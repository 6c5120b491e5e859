"""What a learned player sees of Syrtis."""

from skerry.core.jit import inlined
from skerry.core.layout import CELLS, FIRST, NOBODY, NOWHERE, PLAYER, UNSIGNED, IntArray16
from skerry.games.observation import PERSON_PLANES, ByteArray, Grid, fill
from skerry.games.syrtis.state import (
    LAST_SINKER,
    LIGHT_CIRCLE,
    PASSES,
    PHASE,
    PLAY,
    SUNK,
    TOWER,
    WITHOUT_SINK,
    Rules,
    own_part,
)

PLANES = (
    "tile of my colour and shape",
    "tile of my colour only",
    "tile of my shape only",
    "tile of neither",
    "my towers",
    "their towers",
    *PERSON_PLANES,
    "repair",
    "towers",
    "choice",
    "i sank",
    "they sank",
    "i passed",
    "they passed",
    "i sank last",
    "they sank last",
    "turns left",
)
TILES, MY_TOWERS, ACTING, HOLDING_FIRST, PHASES, COUNTS = 0, 4, 6, 7, 8, 11


@inlined
def observe(
    rules: Rules,
    grid: Grid,
    state: IntArray16,
    person: int,
    out: ByteArray,
    work: IntArray16,
) -> None:
    """Before a side was chosen (SYR-6) both persons see the board as light does."""
    spots, area = grid.spots, grid.cells.shape[0]
    for i in range(UNSIGNED(out.shape[0])):
        out[i] = 0
    light = state[FIRST] == person or state[FIRST] == NOBODY
    for cell in range(rules.num_cells):
        tile = int(state[CELLS + cell])
        if tile != 0:
            kind = tile - LIGHT_CIRCLE  # light circle and square, dark circle and square
            out[(TILES + (kind if light else 3 - kind)) * area + spots[cell]] = 1
    base = own_part(rules)
    me, them = (0, 1) if light else (1, 0)
    for i in range(4):
        cell = int(state[base + TOWER + i])
        if cell != NOWHERE:
            out[(MY_TOWERS + int(i // 2 != me)) * area + spots[cell]] = 1
    fill(out, ACTING, area, int(state[PLAYER] == person))
    fill(out, HOLDING_FIRST, area, int(state[FIRST] == person))
    if state[PHASE] < PLAY:
        fill(out, PHASES + int(state[PHASE]), area, 1)
    fill(out, COUNTS, area, int(state[base + SUNK + me]))
    fill(out, COUNTS + 1, area, int(state[base + SUNK + them]))
    fill(out, COUNTS + 2, area, int(state[base + PASSES + me]))
    fill(out, COUNTS + 3, area, int(state[base + PASSES + them]))
    fill(out, COUNTS + 4, area, int(state[base + LAST_SINKER] == me + 1))
    fill(out, COUNTS + 5, area, int(state[base + LAST_SINKER] == them + 1))
    fill(out, COUNTS + 6, area, rules.limit - int(state[WITHOUT_SINK]))
