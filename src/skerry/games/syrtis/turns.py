"""Person 0's whole turn in Syrtis: repairs where SYR-5 demands them, then the towers of SYR-4.

Exchanges may go on for ever, so turns that lead to the same position count as one. A board is known
by a *pattern*, one bit for each pair that is exchanged. The repaired boards within reach are those
one exchange away from a board that needs repair and is reached through such boards only.
"""

from math import comb
from random import Random
from typing import NamedTuple

import numpy as np

from skerry.core.bits import bit_of
from skerry.core.jit import kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    PLACED,
    IntArray16,
    IntArray64,
    new_work,
)
from skerry.core.rng import choose_weighted
from skerry.games.syrtis.kernels import (
    CHOICE,
    CIRCLE,
    LIGHT,
    NUM_SETS,
    PHASE,
    PLAY,
    REPAIR,
    TOWER,
    Rules,
    apply,
    load,
    may_stand,
    needs_repair,
    own_part,
)

UNREACHED, ORIGIN = -1, -2


class Repairs(NamedTuple):
    """Patterns reached from a board that needs repair."""

    pairs: IntArray64  # (num_pairs,) the lesser cell of each pair
    last: IntArray16  # (2**num_pairs,) pair exchanged last on a shortest way; UNREACHED or ORIGIN
    repaired: IntArray64  # (2**num_pairs,) the patterns that need no repair, nearest first
    queue: IntArray64  # (2**num_pairs,) the patterns that do


@kernel
def find_repairs(rules: Rules, state: IntArray16, repairs: Repairs) -> int:
    """Fill in what exchanges can lead to, breadth first; returns the number of repaired boards."""
    sets = np.empty(NUM_SETS, dtype=np.int64)
    load(rules, state, sets)
    light, circle = sets[LIGHT], sets[CIRCLE]
    repairs.last[:] = UNREACHED
    repairs.last[0] = ORIGIN
    repairs.queue[0] = 0
    done, num_queued, num_repaired = 0, 1, 0
    while done < num_queued:
        board = repairs.queue[done]
        done += 1
        for i in range(repairs.pairs.shape[0]):
            other = board ^ 1 << i
            if repairs.last[other] != UNREACHED:
                continue
            repairs.last[other] = i
            exchanged = _tiles_of(rules, repairs, other)
            # The tiles of a pair differ in both colour and shape (SYR-3), so both flip.
            sets[LIGHT], sets[CIRCLE] = light ^ exchanged, circle ^ exchanged
            if needs_repair(rules, sets):
                repairs.queue[num_queued] = other
                num_queued += 1
            else:
                repairs.repaired[num_repaired] = other
                num_repaired += 1
    return num_repaired


@kernel
def _tiles_of(rules: Rules, repairs: Repairs, board: int) -> int:
    """The tiles of all pairs that a pattern exchanges."""
    tiles = 0
    for i in range(repairs.pairs.shape[0]):
        if board >> i & 1:
            cell = repairs.pairs[i]
            tiles |= bit_of(cell, rules.side) | bit_of(rules.partner[cell], rules.side)
    return tiles


def _new_repairs(rules: Rules) -> Repairs:
    cells = np.arange(rules.num_cells)
    pairs = cells[cells < rules.partner].astype(np.int64)
    num_boards = 1 << len(pairs)
    return Repairs(
        pairs=pairs,
        last=np.empty(num_boards, dtype=np.int16),
        repaired=np.empty(num_boards, dtype=np.int64),
        queue=np.empty(num_boards, dtype=np.int64),
    )


def may_circle(rules: Rules, state: IntArray16) -> bool:
    """Pairs may be exchanged to and fro (SYR-5)."""
    return bool(state[PHASE] == REPAIR)


def is_one_action(rules: Rules, state: IntArray16) -> bool:
    return bool(state[PHASE] in (CHOICE, PLAY))


def num_sets(rules: Rules, state: IntArray16) -> int:
    """Positions to which person 0 can complete the set-up (SYR-4, SYR-5)."""
    boards = find_repairs(rules, state, _new_repairs(rules)) if state[PHASE] == REPAIR else 1
    # Repairs carry tiles elsewhere but make none, so every board has room for as many towers.
    return boards * sum(_tower_weights(rules, state))


def sample_set(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    """A shortest way to one of the positions that `num_set_ups` counts, all equally likely."""
    exchanges: list[int] = []
    if state[PHASE] == REPAIR:
        exchanges = _sample_repair(rules, state, rng)
        state = state.copy()
        for action in exchanges:
            apply(rules, state, action, new_work(rules))
    return exchanges + _sample_towers(rules, state, rng)


def _sample_repair(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    """Exchanges that lead to one of the repaired boards, which are equally likely."""
    repairs = _new_repairs(rules)
    board = int(repairs.repaired[rng.randrange(find_repairs(rules, state, repairs))])
    actions: list[int] = []
    while repairs.last[board] != ORIGIN:
        pair = int(repairs.last[board])
        actions.append(3 * rules.num_cells + int(repairs.pairs[pair]))
        board ^= 1 << pair
    return actions[::-1]


def _tower_cells(rules: Rules, state: IntArray16) -> tuple[list[int], list[int], list[int]]:
    """SYR-4: free tiles for light towers only, for dark ones only, and for both."""
    base = own_part(rules) + TOWER
    taken = set(state[base : base + 4].tolist())
    cells = [c for c in range(rules.num_cells) if state[CELLS + c] != EMPTY and c not in taken]
    light = {c for c in cells if may_stand(int(state[CELLS + c]), COLOUR_1)}
    dark = {c for c in cells if may_stand(int(state[CELLS + c]), COLOUR_2)}
    return sorted(light - dark), sorted(dark - light), sorted(light & dark)


def _missing_towers(state: IntArray16) -> tuple[int, int]:
    """Light and dark towers still to place; the light ones come first."""
    return max(0, 2 - int(state[PLACED])), min(2, 4 - int(state[PLACED]))


def _tower_weights(rules: Rules, state: IntArray16) -> list[int]:
    """Ways to place the missing towers with 0, 1, ... light ones on tiles that are for both."""
    for_light, for_dark, for_both = map(len, _tower_cells(rules, state))
    light, dark = _missing_towers(state)
    return [
        comb(for_light, light - k) * comb(for_both, k) * comb(for_dark + for_both - k, dark)
        for k in range(light + 1)
    ]


def _sample_towers(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    for_light, for_dark, for_both = _tower_cells(rules, state)
    light, dark = _missing_towers(state)
    shared = choose_weighted(_tower_weights(rules, state), rng)
    on_both = rng.sample(for_both, shared)
    left = [cell for cell in for_dark + for_both if cell not in on_both]
    n = rules.num_cells
    return [
        *(COLOUR_1 * n + cell for cell in rng.sample(for_light, light - shared) + on_both),
        *(COLOUR_2 * n + cell for cell in rng.sample(left, dark)),
    ]
