"""Round robin: FIDE's table, and what must hold of all of them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.tournaments import Entrant, Rest, TournamentError, round_robin
from skerry.tournaments.pairing import berger_table
from tests.strategies import drawn
from tests.tournaments.playing import entrants

# FIDE Handbook C.05, annex 1: the table for five or six players.
TABLE_OF_SIX = """
    1-6 2-5 3-4
    6-4 5-3 1-2
    2-6 3-1 4-5
    6-5 1-4 2-3
    3-6 4-2 5-1
"""


def test_the_table_is_fide_s() -> None:
    printed = [
        " ".join(f"{first + 1}-{second + 1}" for first, second in pairs)
        for pairs in berger_table(6)
    ]
    assert printed == TABLE_OF_SIX.replace("    ", "").split("\n")[1:-1]
    assert berger_table(5) == berger_table(6)


@drawn(60)
@given(st.integers(2, 64), st.integers(1, 3))
def test_everybody_meets_everybody_once_a_cycle(count: int, cycles: int) -> None:
    tournament = round_robin(entrants(count), cycles)
    names = {one.player for one in tournament.entrants}
    per_cycle = count - 1 + count % 2
    assert tournament.num_rounds == len(tournament.rounds) == cycles * per_cycle
    seats: Counter[str] = Counter()
    for cycle in range(cycles):
        met: Counter[frozenset[str]] = Counter()
        rested: Counter[str] = Counter()
        for round_ in tournament.rounds[cycle * per_cycle : (cycle + 1) * per_cycle]:
            assert sorted(round_.players) == sorted(names)
            met.update(frozenset(pairing.players) for pairing in round_.pairings)
            rested.update(one.player for one in round_.resting if one.rest == Rest.FREE)
            for pairing in round_.pairings:
                seats[pairing.first] += 1
                seats[pairing.second] -= 1
        assert len(met) == count * (count - 1) // 2
        assert set(met.values()) == {1}
        assert rested == (Counter(names) if count % 2 else Counter())
    assert all(abs(seats[name]) <= 1 for name in names)
    if cycles == 2 or count % 2:
        assert not any(seats.values())


def test_seats_change_from_cycle_to_cycle() -> None:
    rounds = round_robin(entrants(4), 2).rounds
    for before, after in zip(rounds[:3], rounds[3:], strict=True):
        assert [one.players for one in after.pairings] == [
            (one.second, one.first) for one in before.pairings
        ]


def test_what_is_no_round_robin_is_refused() -> None:
    with pytest.raises(TournamentError, match="1 to 4 cycles, not 5"):
        round_robin(entrants(4), 5)
    with pytest.raises(TournamentError, match="2 to 64 entrants, not 65"):
        round_robin(entrants(65))
    with pytest.raises(TournamentError, match="2 to 64 entrants, not 0"):
        round_robin([])
    with pytest.raises(TournamentError, match="'a' has entered already"):
        round_robin([Entrant("a"), Entrant("a")])
