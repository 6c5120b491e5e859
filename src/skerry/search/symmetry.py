"""Which turns and reflections of a board keep the rules, and keys that are blind to them.

A *key* is 128 bits of Zobrist hashing (Zobrist, 1970): every fact of a state has two random words,
and a key is the exclusive or of its facts' words. Two different states share a key with
probability 2**-128, so among N states looked up and M kept one is mistaken for another with
probability below N * M / 2**128: for 10**11 and 10**9, less than 10**-18.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from skerry.core.boards import symmetries
from skerry.core.jit import kernel
from skerry.core.layout import (
    CELLS,
    EMPTY,
    FIRST,
    MARKED_TOO,
    PLACED,
    PLAYER,
    TURN,
    IntArray16,
    IntArray64,
    Rules,
)
from skerry.games.contract import (
    counter_end,
    equal_contents,
    in_turn,
    keeps_rules,
    list_marks,
    list_numbers,
    ring_numbers,
)
from skerry.games.ruleset import RuleSet


@lru_cache(maxsize=64)  # reports ask for them for each first stone
def rule_symmetries(rule_set: RuleSet) -> list[list[int]]:
    """Permutations of the cells that keep the rules, the identity first: cell -> cell.

    Not to be changed: all who ask share them.
    """
    return [cells for cells in symmetries(rule_set.board) if keeps_rules(rule_set.rules, cells)]


KINDS = MARKED_TOO + 1  # of facts about a cell

# Facts that lie on no cell: a row of random words each.
PLAYER_FACT, FIRST_FACT, SWAP_FACT, PLACED_FACT, NUMBER_FACT = range(5)
NUM_FACTS = 16
MOST_FACT = 128  # values of a fact


class Keys(NamedTuple):
    """The random words of a rule set, all int64."""

    cells: IntArray64  # (2, num_symmetries, KINDS * num_cells): where each symmetry takes a fact
    facts: IntArray64  # (2, NUM_FACTS, MOST_FACT)
    counter: IntArray64  # (2, counter_end + 1)
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
        for cells in rule_symmetries(rule_set)
    ]
    in_order = np.lexsort((np.arange(rules.num_cells), ring_numbers(rules)))
    rank = np.empty(rules.num_cells, dtype=np.int16)
    rank[in_order] = np.arange(rules.num_cells)
    return Keys(
        cells=np.ascontiguousarray(np.stack(cells, axis=1)),
        facts=_words(rng, (2, NUM_FACTS, MOST_FACT)),
        counter=_words(rng, (2, counter_end(rules) + 1)),
        goals=_words(rng, (2, 2)),
        rank=rank,
    )


def _words(rng: np.random.Generator, shape: tuple[int, ...]) -> IntArray64:
    bounds = np.iinfo(np.int64)
    return rng.integers(bounds.min, bounds.max, size=shape, dtype=np.int64, endpoint=True)


def _kind_maps(rules: Rules) -> list[list[int]]:
    """Ways to exchange contents of cells that keep the rules, the identity first."""
    as_it_is = list(range(KINDS))
    exchanged = list(as_it_is)
    for one, other in equal_contents(rules):
        exchanged[one - 1], exchanged[other - 1] = other - 1, one - 1
    return [as_it_is] if exchanged == as_it_is else [as_it_is, exchanged]


@kernel
def write_key(
    rules: Rules, keys: Keys, state: IntArray16, key: IntArray64, work: IntArray16
) -> None:
    """Write a state's key, int64 of shape (2,): all that its future depends on but the counter.

    Equal for states that a symmetry takes into each other, except in the middle of a turn, where
    the canonical order of stones is not symmetric. The number of turns played matters only while
    a swap may come.
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
    for i in range(list_numbers(rules, state, work)):
        _add_fact(keys, key, NUMBER_FACT + i, int(work[i]))


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
    return list_marks(rules, state, out, count)
