"""Tables: an example by hand, and tie-breaks counted anew from a cross table."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.tournaments import (
    Entrant,
    Outcome,
    Pairing,
    Rest,
    Resting,
    Round,
    Row,
    System,
    TieBreak,
    Tournament,
    pair_round,
    round_robin,
    swiss,
    table,
)
from tests.strategies import drawn
from tests.tournaments.playing import ANY, entrants, unruly, with_results

ALL = tuple(TieBreak)
SEEDS = st.integers(0, 2**32)


def rows_of(tournament: Tournament) -> dict[str, Row]:
    """The rows of the table by player."""
    return {row.player: row for row in table(tournament)}


def example() -> Tournament:
    """The example of docs/tournaments.md: five players, three rounds."""
    win, second, draw = Outcome.FIRST_WON, Outcome.SECOND_WON, Outcome.DRAWN
    rounds = (
        Round((Pairing("A", "C", win), Pairing("D", "B", second)), (Resting("E", Rest.GIVEN),)),
        Round((Pairing("B", "A", draw), Pairing("E", "C", second)), (Resting("D", Rest.ASKED),)),
        Round((Pairing("C", "B", win), Pairing("A", "E", Outcome.SECOND_FORFEITED))),
    )
    players = tuple(Entrant(name, 2000 - ord(name)) for name in "ABCD")
    players += (Entrant("E", 1900),)
    gone = Entrant("D", 2000 - ord("D"), (2,), is_withdrawn=True)
    players = tuple(gone if one.player == "D" else one for one in players)
    return Tournament(System.SWISS, players, 3, ALL, rounds)


def test_an_example_by_hand() -> None:
    """Points: A 2.5, B 1.5, C 2, D 0.5, E 1. For others: A 2, B 1.5, C 2, D 1, E 1.

    Buchholz: A has C, B and an imagined 2.5, in all 6; C has A, E and B, 4.5; B has D, A and C, 5;
    E has an imagined 1, C and an imagined 1, 4; D has B and twice 0.5, 2.5.
    Sonneborn-Berger: A 2 + 0.75 + 2.5; C 0 + 1 + 1.5; B 1 + 1 + 0; E 1 + 0 + 0; D 0 + 0.25 + 0.
    """
    rows = table(example())
    assert [(row.place, row.player, row.points) for row in rows] == [
        (1, "A", 2.5),
        (2, "C", 2.0),
        (3, "B", 1.5),
        (4, "E", 1.0),
        (5, "D", 0.5),
    ]
    assert [row.tie_breaks for row in rows] == [
        (6.0, 5.25, None, 1.0),
        (4.5, 2.5, None, 2.0),
        (5.0, 2.0, None, 1.0),
        (4.0, 1.0, None, 0.0),
        (2.5, 0.25, None, 0.0),
    ]
    assert [(row.wins, row.draws, row.losses) for row in rows] == [
        (1, 1, 0),
        (2, 0, 1),
        (1, 1, 1),
        (0, 0, 1),
        (0, 0, 1),
    ]
    assert [row.player for row in rows if row.is_withdrawn] == ["D"]


class CrossTable:
    """Everything counted from the pairings, one number at a time."""

    def __init__(self, tournament: Tournament) -> None:
        self.rounds = tournament.rounds
        self.is_swiss = tournament.system == System.SWISS

    def in_round(self, player: str, round_: Round) -> tuple[str, float, bool]:
        """Opponent, points, and whether there was a game."""
        for one in round_.pairings:
            assert one.outcome is not None
            if player == one.first:
                return one.second, one.outcome.points[0], one.outcome.is_played
            if player == one.second:
                return one.first, one.outcome.points[1], one.outcome.is_played
        points = [one.rest.points for one in round_.resting if one.player == player]
        return "", sum(points), False

    def points(self, player: str) -> float:
        return sum(self.in_round(player, one)[1] for one in self.rounds)

    def worth(self, player: str) -> float:
        """What a player is worth to opponents."""
        if not self.is_swiss:
            return self.points(player)
        total = 0.0
        for one in self.rounds:
            _, points, is_played = self.in_round(player, one)
            total += points if is_played else 0.5
        return total

    def sums(self, player: str) -> tuple[float, float, float]:
        """Buchholz, Sonneborn-Berger, wins."""
        buchholz = berger = wins = 0.0
        for one in self.rounds:
            opponent, points, is_played = self.in_round(player, one)
            if not opponent and not self.is_swiss:
                continue
            is_real = is_played or (bool(opponent) and not self.is_swiss)
            strength = self.worth(opponent) if is_real else self.points(player)
            buchholz += strength
            berger += strength * points
            wins += points == 1 and is_played
        return buchholz, berger, wins

    def direct(self, player: str, tied: list[str]) -> float | None:
        """Points against the others, if all of those have met each other."""
        met = {
            frozenset((one, self.in_round(one, round_)[0]))
            for one in tied
            for round_ in self.rounds
        }
        if len(tied) < 2 or any(
            frozenset((one, other)) not in met for one in tied for other in tied if one != other
        ):
            return None
        lines = [self.in_round(player, one) for one in self.rounds]
        return sum(points for opponent, points, _ in lines if opponent in tied)


def check_table(tournament: Tournament) -> None:
    """A table against the cross table, with tie-breaks in the order of `ALL`."""
    rows, cross = table(tournament), CrossTable(tournament)
    assert {row.player for row in rows} == {one.player for one in tournament.entrants}
    for row in rows:
        buchholz, berger, wins = cross.sums(row.player)
        tied = [
            one.player
            for one in rows
            if one.points == row.points and one.tie_breaks[:2] == row.tie_breaks[:2]
        ]
        assert row.points == cross.points(row.player)
        assert row.tie_breaks == (buchholz, berger, cross.direct(row.player, tied), wins)
    keys = [(-row.points, *(-(number or 0.0) for number in row.tie_breaks)) for row in rows]
    assert keys == sorted(keys)
    places = [1 + sum(other < key for other in keys) for key in keys]
    assert [row.place for row in rows] == places


@drawn(60)
@given(st.integers(2, 20), st.integers(1, 8), SEEDS)
def test_tables_of_swiss_tournaments(count: int, num_rounds: int, seed: int) -> None:
    played = unruly(count, num_rounds, seed, lambda before, after: None)
    check_table(Tournament(System.SWISS, played.entrants, num_rounds, ALL, played.rounds))


@drawn(60)
@given(st.integers(2, 12), st.integers(1, 2), SEEDS)
def test_tables_of_round_robins(count: int, cycles: int, seed: int) -> None:
    check_table(with_results(round_robin(entrants(count), cycles, ALL), Random(seed), ANY))


def test_the_direct_encounter_comes_first_in_a_round_robin() -> None:
    """B has beaten A and lost to C, who lost to all others: A and B have the same points."""
    beats = {("B", "A"), ("C", "B"), ("A", "C"), ("A", "D"), ("B", "D"), ("D", "C")}
    tournament = round_robin([Entrant(name) for name in "ABCD"])
    for number, round_ in enumerate(tournament.rounds, start=1):
        for board, one in enumerate(round_.pairings):
            first = one.players in beats
            outcome = Outcome.FIRST_WON if first else Outcome.SECOND_WON
            tournament = tournament.report(number, board, outcome)
    rows = rows_of(tournament)
    assert (rows["A"].points, rows["B"].points) == (2, 2)
    assert (rows["B"].place, rows["A"].place) == (1, 2)
    assert rows["B"].tie_breaks[0] == 1
    assert rows["A"].tie_breaks[0] == 0
    assert (rows["D"].place, rows["C"].place) == (3, 4)


def test_whom_nothing_tells_apart_share_a_place() -> None:
    tournament = round_robin([Entrant("a", 1500), Entrant("b", 1700), Entrant("c", 1600)])
    for number in (1, 2, 3):
        tournament = tournament.report(number, 0, Outcome.DRAWN)
    assert [(row.place, row.player) for row in table(tournament)] == [(1, "b"), (1, "c"), (1, "a")]
    begun = pair_round(swiss(entrants(3), 2))
    assert {row.place for row in table(begun)} == {1, 2}  # who rests has a point already


def test_games_of_who_left_early_count_for_nobody() -> None:
    """p0 has come to one of five games when withdrawing, p1 to three, one of them against p0."""
    tournament = round_robin(entrants(6))

    def with_round(tournament: Tournament, number: int) -> Tournament:
        for board, one in enumerate(tournament.rounds[number - 1].pairings):
            if one.outcome is None:
                tournament = tournament.report(number, board, Outcome.FIRST_WON)
        return tournament

    tournament = with_round(tournament, 1)
    opponent = next(one for one in tournament.rounds[0].pairings if "p0" in one.players).second
    assert rows_of(tournament)["p0"].points == 1
    tournament = tournament.withdraw("p0")
    rows = table(tournament)
    assert (rows[-1].player, rows[-1].place, rows[-1].points) == ("p0", 6, 0)
    assert rows[-1].tie_breaks == (None, None, None)
    assert (rows[-1].wins, rows[-1].is_withdrawn) == (0, True)
    assert rows_of(tournament)[opponent].losses == 0  # nor a point from forfeits
    assert sum(row.points for row in rows) == 2
    late = with_round(with_round(tournament, 2), 3)
    before = {player: row.points for player, row in rows_of(late).items()}
    after = {player: row.points for player, row in rows_of(late.withdraw("p1")).items()}
    assert after["p1"] == before["p1"]
    assert sum(after.values()) > sum(before.values())  # the forfeits count


def test_the_table_in_mid_round_leaves_out_what_is_not_known() -> None:
    tournament = pair_round(swiss(entrants(4), 2)).report(1, 0, Outcome.FIRST_WON)
    rows = table(tournament)
    assert [row.points for row in rows] == [1, 0, 0, 0]
    assert [row.tie_breaks[0] for row in rows if row.player in ("p1", "p3")] == [0, 0]


def test_a_table_before_the_first_round_is_in_order_of_ratings() -> None:
    rows = table(swiss(entrants(4)[::-1], 3))
    assert [row.player for row in rows] == ["p0", "p1", "p2", "p3"]
    assert {row.place for row in rows} == {1}


@pytest.mark.parametrize("kinds", [(), (TieBreak.WINS,)])
def test_a_tournament_may_have_few_tie_breaks_or_none(kinds: tuple[TieBreak, ...]) -> None:
    tournament = with_results(round_robin(entrants(5), 1, kinds), Random(3))
    assert all(len(row.tie_breaks) == len(kinds) for row in table(tournament))
