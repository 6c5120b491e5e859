"""What may happen in a tournament between pairing and the last outcome."""

from random import Random

import pytest

from skerry.tournaments import (
    Entrant,
    Outcome,
    Pairing,
    Rest,
    Round,
    System,
    Tournament,
    TournamentError,
    pair_round,
    round_robin,
    swiss,
)
from tests.tournaments.playing import entrants, with_results


def test_an_outcome_is_reported_replaced_and_taken_back() -> None:
    begun = pair_round(swiss(entrants(4), 1))
    won = begun.report(1, 1, Outcome.FIRST_WON)
    assert [one.outcome for one in won.rounds[0].pairings] == [None, Outcome.FIRST_WON]
    assert not won.is_over
    drawn_too = won.report(1, 0, Outcome.DRAWN)
    assert drawn_too.is_over
    assert drawn_too.report(1, 1, Outcome.SECOND_WON).rounds[0].pairings[1].outcome == "second won"
    assert won.report(1, 1, None) == begun


@pytest.mark.parametrize(("number", "board"), [(0, 0), (2, 0), (1, 2), (1, -1)])
def test_a_pairing_that_is_not_there_has_no_outcome(number: int, board: int) -> None:
    begun = pair_round(swiss(entrants(4), 3))
    with pytest.raises(TournamentError, match=r"Round \d (is not paired|has boards 0 to 1)"):
        begun.report(number, board, Outcome.DRAWN)


def test_points_of_outcomes_and_rests() -> None:
    assert {one: one.points for one in Outcome} == {
        "first won": (1, 0),
        "second won": (0, 1),
        "drawn": (0.5, 0.5),
        "first forfeited": (0, 1),
        "second forfeited": (1, 0),
        "both forfeited": (0, 0),
    }
    assert [one.is_played for one in Outcome] == [True] * 3 + [False] * 3
    assert [one.points for one in Rest] == [1, 0.5, 0]


def test_who_withdraws_forfeits_what_is_not_decided() -> None:
    begun = round_robin(entrants(4))
    begun = begun.report(1, 0, Outcome.DRAWN)
    gone = begun.withdraw("p0")
    outcomes = [
        pairing.outcome
        for round_ in gone.rounds
        for pairing in round_.pairings
        if "p0" in pairing.players
    ]
    # p0 against p3, then p0 begins against p1, then p2 against p0
    assert outcomes == [Outcome.DRAWN, Outcome.FIRST_FORFEITED, Outcome.SECOND_FORFEITED]
    others = [pairing for one in gone.rounds for pairing in one.pairings if pairing.outcome is None]
    assert len(others) == 3
    assert [one.player for one in gone.active] == ["p1", "p2", "p3"]
    with pytest.raises(TournamentError, match="'p0' has withdrawn already"):
        gone.withdraw("p0")


def test_who_withdraws_from_a_swiss_is_not_paired_any_more() -> None:
    rng, tournament = Random(1), pair_round(swiss(entrants(5), 3))
    tournament = pair_round(with_results(tournament.withdraw("p1"), rng))
    assert "p1" not in tournament.rounds[1].players


def test_who_comes_late_is_paired_from_the_next_round_on() -> None:
    rng, tournament = Random(1), pair_round(swiss(entrants(4), 2))
    tournament = with_results(tournament, rng).enter(Entrant("late"))
    assert "late" in pair_round(tournament).rounds[1].players
    with pytest.raises(TournamentError, match="'late' has entered already"):
        tournament.enter(Entrant("late"))
    with pytest.raises(TournamentError, match="The last round is paired"):
        pair_round(tournament).enter(Entrant("too late"))
    with pytest.raises(TournamentError, match="nobody can enter it late"):
        round_robin(entrants(4)).enter(Entrant("late"))


def test_a_rest_is_asked_for_beforehand() -> None:
    tournament = swiss(entrants(4), 3).ask_rest("p2", 2).ask_rest("p2", 2)
    assert tournament.entrant("p2").rests == (2,)
    begun = pair_round(tournament)
    for number in (0, 1, 4):
        with pytest.raises(TournamentError, match=f"up to 3; not in round {number}"):
            begun.ask_rest("p1", number)
    with pytest.raises(TournamentError, match="nobody rests"):
        round_robin(entrants(4)).ask_rest("p1", 1)
    with pytest.raises(TournamentError, match="'x' takes no part"):
        begun.ask_rest("x", 2)


def test_an_entrant_is_known_by_a_text() -> None:
    for player in ("", "x" * 65):
        with pytest.raises(TournamentError, match="known by 1 to 64 characters"):
            swiss([Entrant("a"), Entrant(player)], 1)


@pytest.mark.parametrize("second", ["a", "x"])
def test_a_round_has_each_entrant_once_and_nobody_else(second: str) -> None:
    round_ = Round((Pairing("a", second),))
    with pytest.raises(TournamentError, match="Round 1 must have entrants alone"):
        Tournament(System.SWISS, (Entrant("a"), Entrant("b")), 1, (), (round_,))
