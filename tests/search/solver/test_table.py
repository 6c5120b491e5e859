"""The table of a proof."""

import numpy as np
import pytest

import skerry
from skerry.search.symmetry import build_keys
from skerry.search.table import (
    INFINITE,
    WAYS,
    dn_of,
    fill,
    find_entry,
    keep,
    look_up,
    new_table,
    pn_of,
    put_entry,
)

pytestmark = pytest.mark.kernels

ENTRIES = ((11, 21, 3, 5, 1), (12, 22, 0, INFINITE, 90), (13, 23, INFINITE, 0, 127))


def test_a_larger_table_takes_over_what_a_smaller_one_holds() -> None:
    small, large = new_table(0), new_table(1 << 12)
    assert len(small.entries) == WAYS
    for entry in ENTRIES:
        put_entry(small, *entry)
    fill(large, small.entries)
    for first, second, pn, dn, effort in ENTRIES:
        row = find_entry(large, first, second)
        assert row >= 0
        assert (pn_of(large, row), dn_of(large, row)) == (pn, dn)
        assert large.entries[row, 2] & 127 == effort
    assert (large.entries[:, 2] != 0).sum() == len(ENTRIES)


def test_in_a_full_bucket_the_least_effort_gives_way() -> None:
    table = new_table(0)
    for effort in (5, 3, 9, 7, 4):
        put_entry(table, effort, effort, 1, 1, effort)
    assert sorted(table.entries[:, 0].tolist()) == [4, 5, 7, 9]


PROVEN, REFUTED, OPEN = (0, INFINITE), (INFINITE, 0), (1, 1)


@pytest.mark.parametrize("rising", [1, -1])
def test_a_counter_on_the_better_side_needs_no_proof_of_its_own(rising: int) -> None:
    """What is proven with a counter of 5 holds where it helps more, what is refuted where less."""
    keys = build_keys(skerry.game("kitaran", size=3, cycle_limit=9))
    for found in (PROVEN, REFUTED):
        table, key = new_table(1 << 12), np.array([11, 21])
        keep(table, keys, key, 5, rising, *found, 3)
        side = rising if found == PROVEN else -rising
        for counter in range(10):
            holds = (counter - 5) * side >= 0
            assert look_up(table, keys, key, counter, rising) == (found if holds else OPEN)
    table = new_table(1 << 12)
    keep(table, keys, key, 5, rising, 7, 4, 3)
    assert look_up(table, keys, key, 5, rising) == (7, 4)
    assert look_up(table, keys, key, 6, rising) == OPEN
