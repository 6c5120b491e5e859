"""Which turns and reflections of a board keep the rules, and keys that are blind to them.

A *key* is 128 bits of Zobrist hashing (Zobrist, 1970): every fact of a state has two random words,
and a key is the exclusive or of its facts' words. Two different states share a key with
probability 2**-128, so among N states looked up and M kept one is mistaken for another with
probability below N * M / 2**128: for 10**11 and 10**9, less than 10**-18.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..core.boards import Board, row_length
from ..core.jit import kernel
from ..core.layout import (
    CELLS,
    COUNT_A,
    EMPTY,
    FIRST,
    PLACED,
    PLAYER,
    TURN,
    IntArray16,
    IntArray64,
    Rules,
)
from ..core.turns import turn_stones
from ..games.catalogue import BYG, KITARAN, SPRY, SYRTIS
from ..games.kitaran import kernels as kitaran
from ..games.ruleset import RuleSet
from ..games.syrtis import kernels as syrtis

# What a cell may hold, besides its content 1..4 (kinds 0..3).
MARKED = 4  # a stone of the turn being composed; Kitaran: a stone that may not convert (KIT-2)
LIGHT_TOWER, DARK_TOWER = 4, 5
KINDS = 6

# Facts that lie on no cell: a row of random words each.
PLAYER_FACT, FIRST_FACT, SWAP_FACT, OWN_FACT, COUNT_FACT, PLACED_FACT = 0, 1, 2, 3, 12, 13
NUM_FACTS = 14
MOST_FACT = 128  # values of a fact


class Keys(NamedTuple):
    """The random words of a rule set, all int64."""

    cells: IntArray64  # (2, num_symmetries, KINDS * num_cells): where each symmetry takes a fact
    facts: IntArray64  # (2, NUM_FACTS, MOST_FACT)
    counter: IntArray64  # (2, limit + 1): conversions in a row (KIT-4), turns without a sink
    goals: IntArray64  # (2, 2): words, goals
    rank: IntArray16  # (num_cells,) place in the canonical order of a turn's stones


@lru_cache(maxsize=64)
def build_keys(rule_set: RuleSet) -> Keys:
    """Random words for a rule set; always the same ones."""
    rules = rule_set.rules
    rng = np.random.Generator(np.random.PCG64(rules.num_cells))
    plain = _words(rng, (2, KINDS, rules.num_cells))
    cells = [
        plain[:, kinds][:, :, cells].reshape(2, -1)
        for kinds in _kind_maps(rules)
        for cells in symmetries(rule_set)
    ]
    ring_first = np.lexsort((np.arange(rules.num_cells), rules.ring))
    rank = np.empty(rules.num_cells, dtype=np.int16)
    rank[ring_first] = np.arange(rules.num_cells)
    return Keys(
        cells=np.ascontiguousarray(np.stack(cells, axis=1)),
        facts=_words(rng, (2, NUM_FACTS, MOST_FACT)),
        counter=_words(rng, (2, rules.limit + 1)),
        goals=_words(rng, (2, 2)),
        rank=rank,
    )


def _words(rng: np.random.Generator, shape: tuple[int, ...]) -> IntArray64:
    bounds = np.iinfo(np.int64)
    return rng.integers(bounds.min, bounds.max, size=shape, dtype=np.int64, endpoint=True)


def _kind_maps(rules: Rules) -> list[list[int]]:
    """Syrtis stays the same when colour and shape change parts: light squares, dark circles."""
    as_it_is = list(range(KINDS))
    if rules.game != SYRTIS:
        return [as_it_is]
    exchanged = list(as_it_is)
    one, other = syrtis.LIGHT_SQUARE - 1, syrtis.DARK_CIRCLE - 1
    exchanged[one], exchanged[other] = other, one
    return [as_it_is, exchanged]


def symmetries(rule_set: RuleSet) -> list[list[int]]:
    """Permutations of the cells that keep the rules, the identity first: cell -> cell.

    Hexhex boards have twelve. Spry keeps those that take each arc of SPRY-3 to an arc: six. Square
    boards, and all frames of Syrtis (SYR-2), have eight.
    """
    board = rule_set.board
    found = _hexhex_maps(board) if board.shape == "hexhex" else _square_maps(board)
    if rule_set.info.index != SPRY:
        return found
    arcs = rule_set.rules.arcs
    return [cells for cells in found if _keeps_arcs(arcs, cells)]


def _keeps_arcs(arcs: IntArray16, cells: list[int]) -> bool:
    def side(bit: int, where: Iterable[int]) -> frozenset[int]:
        return frozenset(cell for cell, image in enumerate(where) if arcs[image] & bit)

    before = {side(bit, range(len(cells))) for bit in (1, 2, 4)}
    return {side(bit, cells) for bit in (1, 2, 4)} == before


def _hexhex_maps(board: Board) -> list[list[int]]:
    """Six turns, each with and without a reflection, in cube coordinates (x + y + z = 0)."""
    cubes = []
    for row, column in board.places:
        up = row - (board.size - 1)
        # Twice the distance from the middle of the row; one row up shifts a cell by half a cell.
        across = 2 * column + 1 - row_length(board.size, row)
        x = (across - up) // 2
        cubes.append((x, up, -x - up))
    index = {cube: cell for cell, cube in enumerate(cubes)}
    maps = []
    for reflected in (False, True):
        for turns in range(6):
            images = [(x, z, y) if reflected else (x, y, z) for x, y, z in cubes]
            for _ in range(turns):
                images = [(-y, -z, -x) for x, y, z in images]
            maps.append([index[image] for image in images])
    return maps


def _square_maps(board: Board) -> list[list[int]]:
    last = board.size - 1
    index = {place: cell for cell, place in enumerate(board.places)}
    maps = []
    for reflected in (False, True):
        for turns in range(4):
            images = [(b, a) if reflected else (a, b) for a, b in board.places]
            for _ in range(turns):
                images = [(b, last - a) for a, b in images]
            maps.append([index[image] for image in images])
    return maps


@kernel
def in_turn(rules: Rules, state: IntArray16) -> bool:
    """Whether the turn has begun and is not whole yet; Syrtis's set-up is one turn."""
    if rules.game == SYRTIS:
        return bool(state[COUNT_A] == syrtis.REPAIR or state[COUNT_A] == syrtis.TOWERS)
    return bool(state[PLACED] > 0)


@kernel
def counter_of(rules: Rules, state: IntArray16) -> int:
    """The counter that ends a game in the long run (KIT-4, SYR-11); it is not part of a key."""
    if rules.game == KITARAN:
        return int(state[kitaran.CONVERSIONS])
    if rules.game == SYRTIS:
        return int(state[syrtis.WITHOUT_SINK])
    return 0


@kernel
def write_key(
    rules: Rules, keys: Keys, state: IntArray16, key: IntArray64, work: IntArray16
) -> None:
    """Write a state's key, int64 of shape (2,): all that its future depends on but the counter.

    Equal for states that a symmetry takes into each other, except in the middle of a turn, where
    the canonical order of stones is not symmetric. The number of turns played matters only while
    a swap may come. Of Kitaran's frozen stones only which stones they keep from converting matters.
    """
    count = _list_cell_facts(rules, keys, state, work)
    num_symmetries = 1 if in_turn(rules, state) else keys.cells.shape[1]
    least, chosen = 0, 0
    for s in range(num_symmetries):
        word = 0
        for i in range(count):
            word ^= keys.cells[0, s, work[i]]
        if s == 0 or word < least:
            least, chosen = word, s
    second = 0
    for i in range(count):
        second ^= keys.cells[1, chosen, work[i]]
    key[0], key[1] = least, second
    _add_fact(keys, key, PLAYER_FACT, int(state[PLAYER]))
    _add_fact(keys, key, FIRST_FACT, int(state[FIRST]) + 1)
    _add_fact(keys, key, PLACED_FACT, int(state[PLACED]))
    if rules.swap == 1:
        _add_fact(keys, key, SWAP_FACT, min(int(state[TURN]), 2))
    if rules.game == SYRTIS or rules.game == BYG:
        _add_fact(keys, key, COUNT_FACT, int(state[COUNT_A]))
    if rules.game == SYRTIS:
        for i in range(syrtis.SUNK, syrtis.NUM_OWN):
            _add_fact(keys, key, OWN_FACT + i, int(state[syrtis.own(rules) + i]))


@kernel
def _add_fact(keys: Keys, key: IntArray64, fact: int, value: int) -> None:
    key[0] ^= keys.facts[0, fact, value]
    key[1] ^= keys.facts[1, fact, value]


@kernel
def _list_cell_facts(rules: Rules, keys: Keys, state: IntArray16, out: IntArray16) -> int:
    """Write kind * num_cells + cell of every fact about a cell; returns how many."""
    n = rules.num_cells
    count = 0
    for cell in range(n):
        content = int(state[CELLS + cell])
        if content != EMPTY:
            out[count] = (content - 1) * n + cell
            count += 1
    if rules.game == SYRTIS:
        for i in range(4):
            cell = int(state[syrtis.own(rules) + syrtis.TOWER + i])
            if cell != syrtis.NOWHERE:
                out[count] = (LIGHT_TOWER if i < 2 else DARK_TOWER) * n + cell
                count += 1
    elif rules.game == KITARAN:
        count = _list_blocked(rules, state, out, count)
    else:
        for i in range(int(state[PLACED])):
            out[count] = MARKED * n + int(state[turn_stones(rules) + i])
            count += 1
    return count


@kernel
def _list_blocked(rules: Rules, state: IntArray16, out: IntArray16, count: int) -> int:
    """KIT-2: the mover's stones beside a frozen one, each once."""
    n = rules.num_cells
    begin = count
    listed = kitaran.frozen_stones(rules)
    for slot in range(int(state[kitaran.NUM_FROZEN])):
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
