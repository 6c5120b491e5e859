"""The table of a proof: a fixed number of bytes, in which the least work gives way to new work.

An entry is three int64 words: the two of a key (see symmetry.py), and one that packs three numbers,
`pn` and `dn` of 28 bits and `effort` of 7. Entries stand in buckets of WAYS; a new one takes its
own old place, or that of the entry in its bucket that took the least effort. So nothing that the
table holds is ever wrong, it only forgets.

For games with a counter (see symmetry.py) the results stand apart from the numbers of proofs under
way: a *claim* holds under a key without the counter, its pn and dn being one more than the counter
with which the goal was proven, or refuted, and 0 where it was not. See `look_up` for why.
"""

from typing import NamedTuple

import numpy as np

from skerry.core.jit import kernel
from skerry.core.layout import IntArray64, untouched_zeros
from skerry.search.symmetry import Keys

WAYS = 4
ENTRY_BYTES = 24
NUMBER_BITS = 28
INFINITE = (1 << NUMBER_BITS) - 1
MOST_EFFORT = 127
CLAIM = 0x5851F42D4C957F2D  # tells the key of a claim from other keys


class Table(NamedTuple):
    """Entries of a proof; `entries` is int64 of shape (num_buckets * WAYS, 3)."""

    entries: IntArray64


def new_table(num_bytes: int) -> Table:
    """An empty table of at most so many bytes, at least of one bucket.

    Its memory is taken from the machine as entries come into use.
    """
    num_buckets = max(1, num_bytes // (ENTRY_BYTES * WAYS))
    return Table(untouched_zeros((num_buckets * WAYS, 3), np.int64))


@kernel
def find_entry(table: Table, first: int, second: int) -> int:
    """The row that holds a key, else -1. An unused row has no effort."""
    entries = table.entries
    row = _bucket(table, first)
    for i in range(row, row + WAYS):
        if entries[i, 0] == first and entries[i, 1] == second and entries[i, 2] != 0:
            return i
    return -1


@kernel
def _bucket(table: Table, first: int) -> int:
    """First row of a key's bucket."""
    num_buckets = table.entries.shape[0] // WAYS
    return int((first & 0x7FFFFFFFFFFFFFFF) % num_buckets * WAYS)


@kernel
def put_entry(table: Table, first: int, second: int, pn: int, dn: int, effort: int) -> None:
    """Write an entry; its key's old one, or else the bucket's one of least effort, is lost."""
    entries = table.entries
    row = find_entry(table, first, second)
    if row < 0:
        bucket = _bucket(table, first)
        row = bucket
        for i in range(bucket + 1, bucket + WAYS):
            if entries[i, 2] & MOST_EFFORT < entries[row, 2] & MOST_EFFORT:
                row = i
    entries[row, 0] = first
    entries[row, 1] = second
    entries[row, 2] = (pn << NUMBER_BITS | dn) << 7 | max(1, effort)


@kernel
def pn_of(table: Table, row: int) -> int:
    """Least number of leaves whose proof would prove the goal."""
    return int(table.entries[row, 2] >> (NUMBER_BITS + 7) & INFINITE)


@kernel
def dn_of(table: Table, row: int) -> int:
    """Least number of leaves whose refutation would refute it."""
    return int(table.entries[row, 2] >> 7 & INFINITE)


@kernel
def effort_of(num_nodes: int) -> int:
    """Effort of a search: four steps for each doubling of its nodes."""
    effort = 1
    while num_nodes >= 8:
        num_nodes >>= 1
        effort += 4
    return min(MOST_EFFORT, effort + num_nodes // 2)


@kernel
def look_up(
    table: Table, keys: Keys, key: IntArray64, counter: int, rising: int
) -> tuple[int, int]:
    """The pn and dn of a state, (1, 1) where nothing is known.

    `rising` is 0 for games without a counter, and where it may help and harm: then what is known
    holds for that counter alone. Else it is 1 where a higher counter can only
    help the goal, -1 where it can only harm it; then a proof holds for every counter on that side
    of the one it was found with, and a refutation for every one on the other side. Why: whoever
    has a strategy follows it with the other counter too. The counter forbids no action, and it
    goes on alike in both games until the end or until it starts again from 0, so every game
    that could then be played could be played before, but that it may end sooner or later by
    the limit. Where the limit makes a draw, a win came about before it and, with a lower counter,
    does so again; a higher one can only turn a win into a draw. So "wins" holds for lower
    counters, "doesn't lose", being "the other does not win", for higher ones. Where a side wins by
    the limit, a higher counter can only help that side.
    """
    if rising != 0:
        row = find_entry(table, key[0] ^ CLAIM, key[1])
        if row >= 0:
            proven, refuted = pn_of(table, row) - 1, dn_of(table, row) - 1
            if proven >= 0 and (counter - proven) * rising >= 0:
                return 0, INFINITE
            if refuted >= 0 and (counter - refuted) * rising <= 0:
                return INFINITE, 0
    row = find_entry(table, key[0] ^ keys.counter[0, counter], key[1] ^ keys.counter[1, counter])
    if row >= 0:
        return pn_of(table, row), dn_of(table, row)
    return 1, 1


@kernel
def keep(
    table: Table,
    keys: Keys,
    key: IntArray64,
    counter: int,
    rising: int,
    pn: int,
    dn: int,
    effort: int,
) -> None:
    """Store what a search of a state found; see `look_up`."""
    if rising == 0 or (pn != 0 and dn != 0):
        put_entry(
            table,
            key[0] ^ keys.counter[0, counter],
            key[1] ^ keys.counter[1, counter],
            pn,
            dn,
            effort,
        )
        return
    proven, refuted = -1, -1
    row = find_entry(table, key[0] ^ CLAIM, key[1])
    if row >= 0:
        proven, refuted = pn_of(table, row) - 1, dn_of(table, row) - 1
    if pn == 0 and (proven < 0 or (proven - counter) * rising > 0):
        proven = counter
    if dn == 0 and (refuted < 0 or (refuted - counter) * rising < 0):
        refuted = counter
    put_entry(table, key[0] ^ CLAIM, key[1], proven + 1, refuted + 1, effort)


@kernel
def fill(table: Table, entries: IntArray64) -> None:
    """Put entries of another table in, in their order; (n, 3) like the table's own."""
    for i in range(entries.shape[0]):
        pn = entries[i, 2] >> (NUMBER_BITS + 7) & INFINITE
        dn = entries[i, 2] >> 7 & INFINITE
        if entries[i, 2] != 0:
            put_entry(table, entries[i, 0], entries[i, 1], pn, dn, entries[i, 2] & MOST_EFFORT)
