"""The table of a proof."""

import pytest

from skerry.search.table import INFINITE, WAYS, dn_of, fill, find_entry, new_table, pn_of, put_entry

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
