"""Tournaments and ladders as JSON: there and back, and what is damaged."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.tournaments import (
    Ladder,
    LadderRules,
    TieBreak,
    Tournament,
    TournamentError,
    ladder_from_data,
    ladder_to_data,
    pair_round,
    round_robin,
    swiss,
    tournament_from_data,
    tournament_to_data,
)
from tests.strategies import drawn
from tests.tournaments.playing import entrants, unruly

Damage = Callable[[dict[str, Any]], object]


@drawn(40)
@given(st.integers(2, 20), st.integers(1, 5), st.integers(0, 2**32))
def test_a_tournament_comes_back(count: int, num_rounds: int, seed: int) -> None:
    def check(before: Tournament, after: Tournament) -> None:
        for one in (before, after):
            assert tournament_from_data(json.loads(json.dumps(tournament_to_data(one)))) == one

    unruly(count, num_rounds, seed, check)


def test_a_round_robin_comes_back_with_its_tie_breaks() -> None:
    made = round_robin(entrants(5), 2, (TieBreak.WINS,)).withdraw("p1")
    assert tournament_from_data(json.loads(json.dumps(tournament_to_data(made)))) == made


def test_a_ladder_comes_back() -> None:
    made = Ladder(rules=LadderRules(reach=2)).join("a", 0.5).join("b", 1.5).challenge("b", "a", 2.5)
    assert ladder_from_data(json.loads(json.dumps(ladder_to_data(made)))) == made


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("rounds"),
        lambda data: data.update(system="knockout"),
        lambda data: data.update(num_rounds="3"),
        lambda data: data.update(num_rounds=0),
        lambda data: data["tie_breaks"].append("luck"),
        lambda data: data["entrants"].append(data["entrants"][0]),
        lambda data: data["entrants"][0].pop("rating"),
        lambda data: data["entrants"][0].update(colour="red"),
        lambda data: data["entrants"][0].update(rests=["first"]),
        lambda data: data["entrants"][0].update(rating="good"),
        lambda data: data["rounds"][0]["pairings"].append(["p0", "p1", None]),
        lambda data: data["rounds"][0]["pairings"][0].append("x"),
        lambda data: data["rounds"][0]["pairings"][0].__setitem__(2, "lost"),
        lambda data: data["rounds"][0]["resting"].append(["p0", "tired"]),
        lambda data: data["rounds"].append(3),
    ],
)
def test_a_damaged_tournament_is_refused(damage: Damage) -> None:
    data = tournament_to_data(pair_round(swiss(entrants(4), 3)))
    damage(damaged := copy.deepcopy(data))
    with pytest.raises(TournamentError, match="The tournament is damaged: "):
        tournament_from_data(damaged)
    assert tournament_to_data(tournament_from_data(data)) == data


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("rules"),
        lambda data: data["rules"].update(reach=0),
        lambda data: data["rungs"].append(data["rungs"][0]),
        lambda data: data["rungs"][0].update(colour="red"),
        lambda data: data["challenges"].append(data["challenges"][0]),
        lambda data: data["rungs"].pop(),
    ],
)
def test_a_damaged_ladder_is_refused(damage: Damage) -> None:
    made = Ladder().join("a", 0).join("b", 0).challenge("b", "a", 0)
    damage(damaged := copy.deepcopy(ladder_to_data(made)))
    with pytest.raises(TournamentError, match="The ladder is damaged: "):
        ladder_from_data(damaged)


@pytest.mark.parametrize("data", [None, {}, {"version": 2}, []])
def test_data_of_another_version_are_refused(data: Any) -> None:
    for read in (tournament_from_data, ladder_from_data):
        with pytest.raises(TournamentError, match="this Skerry reads version 1"):
            read(data)
