"""What the search sees of Spry beyond its rules, and what a network is told of it."""

from typing import Any

from skerry.core.jit import inlined, kernel
from skerry.core.lanes import NONE, Lanes, fill, reduce_triangle
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    LOWEST,
    PLACED,
    IntArray16,
    IntArray64,
)
from skerry.core.stones import closed, colour_to_move
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
    placed, colour = int(state[PLACED]), colour_to_move(state)
    highest = min(int(state[LOWEST]), rules.num_rings)
    fewest = _fewest(rules, state, colour, highest - placed, work)
    for ring in range(placed + fewest, highest + 1):
        if _connect(rules, state, colour, ring, ring - placed, work) <= ring - placed:
            return True
    return False


@kernel
def has_patterns(rules: Rules) -> bool:
    return True


@kernel
def list_win(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Of the fewest stones that connect (SPRY-2): whatever can be left out is left out."""
    n, colour = rules.num_cells, colour_to_move(state)
    trial, other = state.copy(), COLOUR_1 + COLOUR_2 - colour
    for stones in range(1, rules.num_rings + 1):
        if _connect(rules, state, colour, stones, stones, work) > stones:
            continue
        count = 0
        for kind in (
            EMPTY,
            colour,
        ):  # cells to play first: no stone on the board is given up for one
            for cell in range(n):
                if trial[CELLS + cell] != kind:
                    continue
                trial[CELLS + cell] = other
                if _connect(rules, trial, colour, stones, stones, work) > stones:
                    trial[CELLS + cell] = kind
                    out[count] = cell if kind == EMPTY else closed(cell)
                    count += 1
        return count
    return 0


@kernel
def must_answer(rules: Rules, state: IntArray16, work: IntArray16) -> bool:
    """Marks the cells on all ways by which the other colour connects with one turn (SPRY-2)."""
    n, colour = rules.num_cells, COLOUR_1 + COLOUR_2 - colour_to_move(state)
    marks, rest = work[:n], work[n:]
    fewest = _fewest(rules, state, colour, rules.num_rings, rest)
    if fewest > rules.num_rings:
        return False
    marks[:] = 0
    found = False
    for ring in range(fewest, rules.num_rings + 1):
        if _connect(rules, state, colour, ring, ring, rest) > ring:
            continue
        found = True
        _mark_ways(rules, state, colour, ring, marks, rest)
    return found


@kernel
def _fewest(rules: Rules, state: IntArray16, colour: int, most: int, work: IntArray16) -> int:
    """The fewest stones that connect, on whatever rings; above `most` if so many don't."""
    stones = 0
    for cell in range(rules.num_cells):
        stones += int(state[CELLS + cell] == colour)
    # Two corners next but one to each other touch all three arcs: nothing shorter does.
    if most <= 0 or stones + most < 2 * rules.num_rings - 1:
        return FAR
    return int(_connect(rules, state, colour, 1, most, work))


@kernel
def _connect(
    rules: Rules, state: IntArray16, colour: int, ring: int, most: int, work: IntArray16
) -> int:
    """The fewest stones on that ring or further out that connect; above `most` if so many don't.

    Three ways from one cell, which counts once, to the three arcs: exact for three ends. `work`
    begins with the numbers of stones from each arc to each cell, that cell included.
    """
    n = rules.num_cells
    for arc in range(NUM_ARCS):
        costs = work[arc * n : (arc + 1) * n]
        for cell in range(n):
            costs[cell] = FAR
            if rules.arcs[cell] & (1 << arc):
                costs[cell] = _price(rules, state, colour, ring, cell)
        if _spread(rules, state, colour, ring, most, costs, work[NUM_ARCS * n :]) != ALL_ARCS:
            return FAR
    fewest = FAR
    for cell in range(n):
        sum_here = int(work[cell]) + int(work[n + cell]) + int(work[2 * n + cell])
        fewest = min(fewest, sum_here - (2 if state[CELLS + cell] == EMPTY else 0))
    return fewest


@kernel
def _mark_ways(
    rules: Rules, state: IntArray16, colour: int, ring: int, marks: IntArray16, work: IntArray16
) -> None:
    """Mark the cells on ways of `ring` stones or fewer, after `_connect`.

    A cell lies between one arc and what connects the other two.
    """
    n = rules.num_cells
    costs, rest = work[NUM_ARCS * n : (NUM_ARCS + 1) * n], work[(NUM_ARCS + 1) * n :]
    for arc in range(NUM_ARCS):
        one, other = (arc + 1) % NUM_ARCS * n, (arc + 2) % NUM_ARCS * n
        for cell in range(n):
            twice = 1 if state[CELLS + cell] == EMPTY else 0
            costs[cell] = min(FAR, int(work[one + cell]) + int(work[other + cell]) - twice)
        _spread(rules, state, colour, ring, ring, costs, rest)
        for cell in range(n):
            if state[CELLS + cell] == EMPTY and work[arc * n + cell] + costs[cell] - 1 <= ring:
                marks[cell] = 1


@inlined
def _price(rules: Rules, state: IntArray16, colour: int, ring: int, cell: int) -> int:
    """How many stones it takes to own a cell; FAR where it can't be."""
    content = state[CELLS + cell]
    if content == colour:
        return 0
    return 1 if content == EMPTY and rules.ring[cell] >= ring else FAR


@kernel
def _spread(
    rules: Rules,
    state: IntArray16,
    colour: int,
    ring: int,
    most: int,
    costs: IntArray16,
    work: IntArray16,
) -> int:
    """Lower the costs of cells to what they are by way of others; FAR stays where it is above most.

    Returns:
        The arcs that are touched by what costs no more than `most`.
    """
    n, reached = rules.num_cells, 0
    queue = work
    for cost in range(most + 1):
        end = 0
        for cell in range(n):
            queue[end] = cell
            end += costs[cell] == cost
        done = 0
        while done < end:
            cell = int(queue[done])
            done += 1
            reached |= int(rules.arcs[cell])
            for way in range(6):
                other = int(rules.neighbours[cell, way])
                if other == n:
                    continue
                content = state[CELLS + other]
                if content == colour:
                    if costs[other] > cost:
                        costs[other] = cost
                        queue[end] = other
                        end += 1
                elif content == EMPTY and cost < most and rules.ring[other] >= ring:
                    if costs[other] > cost + 1:
                        costs[other] = cost + 1
    return reached
