"""Swiss: what must hold of every pairing, whoever leaves, comes late, rests or does not come."""

import subprocess
import sys
import time
from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.tournaments import (
    Entrant,
    Outcome,
    Pairing,
    Rest,
    Tournament,
    TournamentError,
    enough_rounds,
    pair_round,
    round_robin,
    swiss,
    tournament_from_data,
    tournament_to_data,
)
from skerry.tournaments.pairing import FIRST, SECOND, History, _seated
from tests.strategies import drawn
from tests.tournaments.playing import PLAYED, entrants, unruly, with_results
from tests.tournaments.test_matching import all_pairings

SEEDS = st.integers(0, 2**32)


class Past:
    """What came before a round, counted anew from its pairings alone."""

    def __init__(self, tournament: Tournament) -> None:
        self.points: Counter[str] = Counter()
        self.met: Counter[frozenset[str]] = Counter()
        self.seats: dict[str, list[int]] = {one.player: [] for one in tournament.entrants}
        self.free: Counter[str] = Counter()
        for round_ in tournament.rounds:
            for one in round_.resting:
                self.points[one.player] += 2 if one.rest == Rest.GIVEN else 1
                self.free[one.player] += one.rest == Rest.GIVEN
            for pairing in round_.pairings:
                self._add(pairing)

    def _add(self, pairing: Pairing) -> None:
        self.met[frozenset(pairing.players)] += 1
        for player, won, seat in (
            (pairing.first, ("first won", "second forfeited"), 1),
            (pairing.second, ("second won", "first forfeited"), -1),
        ):
            if pairing.outcome in won:
                self.points[player] += 2
                self.free[player] += "forfeited" in str(pairing.outcome)
            self.points[player] += pairing.outcome == "drawn"
            if "forfeited" not in str(pairing.outcome):
                self.seats[player].append(seat)

    def needs(self, player: str) -> int:
        """The only seat that a player may have, 0 for either."""
        seats = self.seats[player]
        if abs(sum(seats)) >= 2:
            return -1 if sum(seats) > 0 else 1
        return -seats[-1] if len(seats) > 1 and seats[-1] == seats[-2] else 0

    def faults(self, one: str, other: str) -> tuple[int, int]:
        """How often two have met, squared, and whether both need the same seat."""
        return self.met[frozenset((one, other))] ** 2, self.needs(one) * self.needs(other) > 0


def present(tournament: Tournament) -> list[str]:
    """Those who are to be paired in the next round."""
    number = len(tournament.rounds) + 1
    return [
        one.player
        for one in tournament.entrants
        if not one.is_withdrawn and number not in one.rests
    ]


def can_be_paired(players: list[str], past: Past, faults_looked_at: int) -> bool:
    """Whether everybody can be paired without a fault, one resting who may if they are odd."""
    fewest = min((past.free[player] for player in players), default=0)

    @cache
    def finish(left: int) -> bool:
        if left == 0:
            return True
        one = left.bit_length() - 1
        left ^= 1 << one
        for other in range(one):
            if left >> other & 1:
                if names[one] == "" or names[other] == "":
                    free_of_faults = past.free[names[one] or names[other]] == fewest
                else:
                    faults = past.faults(names[one], names[other])
                    free_of_faults = not any(faults[:faults_looked_at])
                if free_of_faults and finish(left ^ 1 << other):
                    return True
        return False

    names = [*players, ""] if len(players) % 2 else players
    return finish((1 << len(names)) - 1)


def check_round(before: Tournament, after: Tournament) -> None:
    """All that a round must be."""
    past, here, round_ = Past(before), present(before), after.rounds[-1]
    number = len(after.rounds)
    assert after.rounds[:-1] == before.rounds
    asked = {one.player for one in before.active if number in one.rests}
    assert {one.player for one in round_.resting if one.rest == Rest.ASKED} == asked
    given_rest = [one.player for one in round_.resting if one.rest == Rest.GIVEN]
    assert len(given_rest) == len(here) % 2
    playing = [player for pairing in round_.pairings for player in pairing.players]
    assert sorted([*playing, *given_rest]) == sorted(here)
    for player in given_rest:
        assert past.free[player] == min(past.free[one] for one in here)
    faults = [past.faults(*pairing.players) for pairing in round_.pairings]
    if any(met for met, _ in faults):
        assert not can_be_paired(here, past, 1)
    elif any(clash for _, clash in faults):
        assert not can_be_paired(here, past, 2)
    for pairing, (_, clash) in zip(round_.pairings, faults, strict=True):
        if not clash:
            assert past.needs(pairing.first) >= 0
            assert past.needs(pairing.second) <= 0
            assert (past.needs(pairing.first), past.needs(pairing.second)) != (-1, 1)


@drawn(40)
@given(st.integers(2, 64), st.integers(1, 9), SEEDS)
def test_every_round_is_sound(count: int, num_rounds: int, seed: int) -> None:
    unruly(count, num_rounds, seed, check_round)


@drawn(60)
@given(st.integers(2, 9), st.integers(6, 14), SEEDS)
def test_few_people_and_many_rounds_are_paired_too(count: int, num_rounds: int, seed: int) -> None:
    unruly(count, num_rounds, seed, check_round)


def test_the_checks_meet_what_they_check() -> None:
    """In those tournaments people meet again, and rest again, when nothing else is left."""
    again = rests = 0
    for seed in range(5):
        past = Past(unruly(5, 12, seed, check_round))
        again += max(past.met.values()) > 1
        rests += max(past.free.values()) > 1
    assert again == 5
    assert rests > 0


@drawn(60)
@given(st.integers(2, 7), st.integers(0, 5), SEEDS)
def test_no_other_pairing_is_nearer_in_points(count: int, num_rounds: int, seed: int) -> None:
    """Compared with all pairings: meetings, seats, points of who rests, differences of points."""
    rng = Random(seed)
    tournament = swiss(entrants(count, rng), num_rounds + 1)
    for _ in range(num_rounds):
        tournament = with_results(pair_round(tournament), rng)
    past, players = Past(tournament), [one.player for one in tournament.entrants]
    fewest = min(past.free[player] for player in players)
    nobody = [""] * (count % 2)

    def cost(pairs: list[tuple[str, str]]) -> tuple[int, ...]:
        played = [pair for pair in pairs if "" not in pair]
        rests = [max(pair) for pair in pairs if "" in pair]
        return (
            sum(past.free[player] > fewest for player in rests),
            sum(past.faults(*pair)[0] for pair in played),
            sum(past.faults(*pair)[1] for pair in played),
            sum(past.points[player] for player in rests),
            sum((past.points[one] - past.points[other]) ** 2 for one, other in played),
        )

    names = players + nobody
    round_ = pair_round(tournament).rounds[-1]
    found = [pairing.players for pairing in round_.pairings]
    found += [("", one.player) for one in round_.resting]
    assert cost(found) == min(
        cost([(names[one], names[other]) for one, other in pairs])
        for pairs in all_pairings(list(range(len(names))))
    )


def test_the_first_round_halves_the_field() -> None:
    round_ = pair_round(swiss(entrants(9), 4)).rounds[0]
    assert [set(one.players) for one in round_.pairings] == [
        {f"p{number}", f"p{number + 4}"} for number in range(4)
    ]
    assert [one.first for one in round_.pairings] == ["p0", "p5", "p2", "p7"]
    assert [(one.player, one.rest) for one in round_.resting] == [("p8", Rest.GIVEN)]


def test_who_has_the_same_points_meets_and_seats_change() -> None:
    tournament = pair_round(swiss(entrants(8), 3))
    for board in range(4):  # those with the better ratings win
        better = Outcome.FIRST_WON if board % 2 == 0 else Outcome.SECOND_WON
        tournament = tournament.report(1, board, better)
    second = pair_round(tournament).rounds[1]
    winners = {f"p{number}" for number in range(4)}
    assert all(len(winners & {*pairing.players}) in (0, 2) for pairing in second.pairings)
    begun = {pairing.first for pairing in tournament.rounds[0].pairings}
    assert begun.isdisjoint({pairing.first for pairing in second.pairings})


def test_seats_are_balanced() -> None:
    for seed in range(5):
        tournament, rng = swiss(entrants(32), 7), Random(seed)
        for _ in range(7):
            tournament = with_results(pair_round(tournament), rng)
        balances = [abs(sum(seats)) for seats in Past(tournament).seats.values()]
        assert balances.count(1) >= 30
        assert max(balances) <= 3


def test_who_was_moved_to_a_lower_group_is_not_moved_again() -> None:
    """Three, then again three with the same points: another one of them meets one with fewer."""
    rng, repeated, moved = Random(1), 0, 0
    for _ in range(30):
        tournament, last = swiss(entrants(14, rng), 6), set[str]()
        for _ in range(6):
            points = Past(tournament).points
            tournament = with_results(pair_round(tournament), rng, PLAYED[:2])
            down = {
                max(pairing.players, key=lambda player: points[player])
                for pairing in tournament.rounds[-1].pairings
                if points[pairing.first] != points[pairing.second]
            }
            repeated, moved, last = repeated + len(down & last), moved + len(down), down
    assert repeated < moved / 10


def test_the_best_player_wins() -> None:
    tournament = swiss(entrants(16), enough_rounds(16))
    for number in range(1, tournament.num_rounds + 1):
        tournament = pair_round(tournament)
        for board, pairing in enumerate(tournament.rounds[-1].pairings):
            one, other = (int(player[1:]) for player in pairing.players)
            outcome = Outcome.FIRST_WON if one < other else Outcome.SECOND_WON
            tournament = tournament.report(number, board, outcome)
    assert tournament.is_over
    assert Past(tournament).points.most_common(1) == [("p0", 8)]


@pytest.mark.parametrize(
    ("count", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (64, 6), (65, 7)]
)
def test_enough_rounds(count: int, rounds: int) -> None:
    assert enough_rounds(count) == rounds


def test_the_same_results_give_the_same_pairings() -> None:
    def check(before: Tournament, after: Tournament) -> None:
        assert pair_round(before) == after
        assert pair_round(tournament_from_data(tournament_to_data(before))) == after

    for seed in range(5):
        unruly(20, 6, seed, check)


def test_pairings_are_the_same_in_every_process_and_networkx_is_imported_for_them_alone() -> None:
    code = (
        "import sys; from skerry.tournaments import *\n"
        "from tests.tournaments.playing import unruly\n"
        "assert 'networkx' not in sys.modules\n"
        "print(unruly(30, 4, 1, lambda before, after: None).rounds)"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert "Pairing(first=" in told[0]


def test_who_is_alone_rests() -> None:
    tournament = swiss(entrants(2), 3).withdraw("p0")
    for _ in range(3):
        tournament = pair_round(tournament)
    assert [one.rest for round_ in tournament.rounds for one in round_.resting] == [Rest.GIVEN] * 3
    assert tournament.is_over


def test_all_may_rest_at_once() -> None:
    tournament = swiss(entrants(2), 2).ask_rest("p0", 1).ask_rest("p1", 1)
    round_ = pair_round(tournament).rounds[0]
    assert (round_.pairings, len(round_.resting)) == ((), 2)


def test_two_meet_again_with_seats_changed() -> None:
    tournament, rng = swiss(entrants(2), 4), Random(1)
    for _ in range(4):
        tournament = with_results(pair_round(tournament), rng)
    first = [round_.pairings[0].first for round_ in tournament.rounds]
    assert first == ["p0", "p1", "p0", "p1"]


def test_seats_alternate_from_the_last_game_in_which_two_sat_differently() -> None:
    one, other = [FIRST, SECOND, SECOND, FIRST], [SECOND, FIRST, SECOND, FIRST]
    known = {"a": History(seats=one), "b": History(seats=other)}
    seeds = {"a": 0, "b": 1}
    assert known["a"].wish == known["b"].wish
    assert _seated("a", "b", known, seeds) == Pairing("a", "b")
    assert _seated("b", "a", known, seeds) == Pairing("a", "b")


def test_a_forfeited_pairing_is_not_made_again() -> None:
    tournament = pair_round(swiss(entrants(4), 3))
    for board in (0, 1):
        tournament = tournament.report(1, board, Outcome.BOTH_FORFEITED)
    again = pair_round(tournament).rounds[1]
    assert not {frozenset(one.players) for one in again.pairings} & {
        frozenset(one.players) for one in tournament.rounds[0].pairings
    }


def test_what_cannot_be_paired_is_refused() -> None:
    begun = pair_round(swiss(entrants(4), 1))
    with pytest.raises(TournamentError, match="All 1 rounds are paired"):
        pair_round(begun)
    with pytest.raises(TournamentError, match="Round 1 is not finished"):
        pair_round(pair_round(swiss(entrants(4), 2)))
    gone = swiss(entrants(2), 2).withdraw("p0").withdraw("p1")
    with pytest.raises(TournamentError, match="Everybody has withdrawn"):
        pair_round(gone)
    with pytest.raises(TournamentError, match="A round robin is paired"):
        pair_round(round_robin(entrants(4)))
    with pytest.raises(TournamentError, match="2 to 500 entrants, not 1"):
        swiss([Entrant("a")], 1)
    with pytest.raises(TournamentError, match="1 to 200 rounds"):
        swiss(entrants(2), 0)


@pytest.mark.alone
@pytest.mark.parametrize("count", [200, 201])
def test_two_hundred_are_paired_in_a_few_seconds(count: int) -> None:
    tournament, rng = swiss(entrants(count), 3), Random(2)
    for _ in range(3):
        began = time.process_time()
        tournament = pair_round(tournament)
        assert time.process_time() - began < 4
        assert len({*tournament.rounds[-1].players}) == count
        tournament = with_results(tournament, rng)
    meetings = Past(tournament).met
    assert max(meetings.values()) == 1
    assert len(meetings) == 3 * (count // 2)
