"""What the search sees of Spry beyond its rules, and what a network is told of it."""

from typing import Any

from skerry.core.jit import kernel
from skerry.core.lanes import NONE, Lanes, fill, reduce_triangle
from skerry.core.layout import CELLS, EMPTY, LOWEST, PLACED, IntArray16, IntArray64
from skerry.core.stones import colour_to_move
from skerry.games.arcs import ALL_ARCS
from skerry.games.features import list_stone_features
from skerry.games.spry.kernels import Rules

FAR = 1_000  # cells: more than any way has
NUM_ARCS = 3
TURN_SHARE = 0.6  # of the highest ring number: about how many stones a turn lays


@kernel
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Groups are told apart by how many of the outside colours they touch (SPRY-3)."""
    return list_stone_features(rules, state, out, work, rules.arcs)


@kernel
def has_lanes(rules: Rules) -> bool:
    """All boards are filled at once."""
    return True


@kernel
def fill_lanes(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16
) -> tuple[Any, Any]:
    """Whoever connects on the full board has connected first (see `playout`)."""
    colour, turn = colour_to_move(state), TURN_SHARE * rules.num_rings
    stones = turn if state[PLACED] == 0 else float(state[LOWEST] - state[PLACED])
    fill(rules, state, lanes, rng, colour, stones - turn / 2.0, work)
    return reduce_triangle(lanes, lanes.first), NONE


@kernel
def wins_at_once(rules: Rules, state: IntArray16, work: IntArray16) -> bool:
    """Whether so many stones connect as a turn can lay, all as far out as it asks for (SPRY-2)."""
    placed = int(state[PLACED])
    highest = min(int(state[LOWEST]), rules.num_rings)
    most, colour = highest - placed, colour_to_move(state)
    stones = 0
    for cell in range(rules.num_cells):
        stones += int(state[CELLS + cell] == colour)
    # Two corners next but one to each other touch all three arcs: nothing shorter does.
    if most <= 0 or stones + most < 2 * rules.num_rings - 1:
        return False
    if _fewest_to_connect(rules, state, 1, most, work) > most:
        return False
    for ring in range(placed + 1, highest + 1):
        if _fewest_to_connect(rules, state, ring, ring - placed, work) <= ring - placed:
            return True
    return False


@kernel
def _fewest_to_connect(
    rules: Rules, state: IntArray16, ring: int, most: int, work: IntArray16
) -> int:
    """The fewest stones on that ring or further out that connect; above `most` if so many don't.

    Three ways from one cell, which counts once, to the three arcs: exact for three ends.
    """
    n = rules.num_cells
    sums, costs = work[:n], work[n : 2 * n]
    sums[:] = 0
    for arc in range(NUM_ARCS):
        if _spread(rules, state, 1 << arc, ring, most, work[n:]) != ALL_ARCS:
            return FAR
        for cell in range(n):
            sums[cell] += costs[cell]
    fewest = FAR
    for cell in range(n):
        fewest = min(fewest, int(sums[cell]) - (2 if state[CELLS + cell] == EMPTY else 0))
    return fewest


@kernel
def _spread(
    rules: Rules, state: IntArray16, arc: int, ring: int, most: int, work: IntArray16
) -> int:
    """How many stones it takes from an arc to each cell, that cell included; FAR above `most`.

    Own stones cost nothing. `work` begins with these numbers. Returns the arcs reached.
    """
    n, colour = rules.num_cells, colour_to_move(state)
    costs, near, far = work[: n + 1], work[n + 1 : 2 * n + 1], work[2 * n + 1 : 3 * n + 1]
    costs[:] = FAR
    costs[n] = 0  # nobody enters the wall
    here, there, reached = 0, 0, 0
    for cell in range(n):
        if rules.arcs[cell] & arc:
            if state[CELLS + cell] == colour:
                costs[cell] = 0
                near[here] = cell
                here += 1
            elif state[CELLS + cell] == EMPTY and rules.ring[cell] >= ring:
                costs[cell] = 1
                far[there] = cell
                there += 1
    for cost in range(most + 1):
        done = 0
        while done < here:
            cell = int(near[done])
            done += 1
            reached |= int(rules.arcs[cell])
            for way in range(6):
                other = int(rules.neighbours[cell, way])
                if costs[other] != FAR:
                    continue
                content = int(state[CELLS + other])
                if content == colour:
                    costs[other] = cost
                    near[here] = other
                    here += 1
                elif content == EMPTY and cost < most and rules.ring[other] >= ring:
                    costs[other] = cost + 1
                    far[there] = other
                    there += 1
        near, far = far, near
        here, there = there, 0
    return reached
