"""Jobs: rows that depend on the job alone, and say what the games were."""

import math
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

import skerry
from skerry.lab.playing import DRAW, SCHEMA, Job
from skerry.lab.running import run_to_bytes
from tests.small import NAMES, small

each_game = pytest.mark.parametrize("name", NAMES)
each_players = pytest.mark.parametrize(
    "players", [("random", "random"), ("playouts 20", "playouts 20"), ("random turns", "level 1")]
)


def job(name: str, players: tuple[str, str] = ("random", "random"), **given: Any) -> Job:
    told = {"opening": (), "seed": 5, "count_turns": 3, "begin": 2, "end": 10, **given}
    options = small(name, swap=True, penalty=1, komi=0, stall_limit=6)
    return Job(f"{name} test", skerry.game(name, **options), players, **told)


@each_game
@each_players
def test_the_same_job_gives_the_same_bytes(name: str, players: tuple[str, str]) -> None:
    made = job(name, players)
    assert run_to_bytes(made) == run_to_bytes(made)
    assert not made.rows().equals(replace(made, seed=6).rows())


@each_game
def test_a_game_does_not_depend_on_the_job_it_is_in(name: str) -> None:
    made = job(name, ("random", "playouts 20"))
    halves = [replace(made, end=6).rows(), replace(made, begin=6).rows()]
    assert made.rows().equals(pl.concat(halves))


def test_the_key_tells_jobs_apart() -> None:
    made = job("kitaran")
    others = [
        replace(made, cell="another"),
        replace(made, game=skerry.game("kitaran", size=3, komi=0.5)),
        replace(made, players=("random", "level 1")),
        replace(made, opening=("b2",)),
        replace(made, seed=4),
        replace(made, count_turns=2),
        replace(made, begin=1),
        replace(made, end=11),
    ]
    assert len({one.key for one in [made, *others]}) == 9
    assert replace(made).key == made.key


@each_game
@each_players
def test_rows_tell_what_the_games_were(name: str, players: tuple[str, str]) -> None:
    made = job(name, players)
    rows = made.rows()
    assert dict(rows.schema) == SCHEMA
    assert rows["number"].to_list() == list(range(2, 10))
    for row in rows.iter_rows(named=True):
        number = row["number"]
        assert (row["first"], row["second"]) == (players if number % 2 == 0 else players[::-1])
        if made.game.info.has_setup:  # another one for each game
            continue
        position, turns = made.game.start(), []
        for action in row["played"]:
            turns.append(position.turn)
            position = position.apply(action)
        outcome = position.outcome
        assert outcome is not None
        winner = DRAW if outcome.winner is None else outcome.winner
        assert (row["winner"], row["reason"]) == (winner, outcome.reason)
        assert position.persons is not None
        assert row["colour"] == (DRAW if winner == DRAW else position.persons.index(winner))
        assert row["swapped"] == (position.persons == (1, 0))
        assert outcome.scores in (None, (row["score_0"], row["score_1"]))
        assert row["turns"] == position.turn
        assert row["actions"] == len(row["played"])
        assert row["stones"] == sum(content != 0 for content in position.contents)
        first = row["played"][: turns.count(0)]
        assert row["first_turn"] == made.game.format_turn(first)
        assert (row["log_turns"] is not None) == (number % 3 == 0)
        searched = [words.startswith("playouts") for words in (row["first"], row["second"])]
        assert (row["values"] is not None) == any(searched)
        assert (row["clarity"] is not None) == any(searched)


def test_whole_turns_are_counted_turn_by_turn() -> None:
    """Byg 2: seven cells. White has 7 turns, Black 6, then Black again."""
    made = job("byg", count_turns=1, begin=0, end=1)
    made = replace(made, game=skerry.game("byg", size=2))
    (row,) = made.rows().iter_rows(named=True)
    position, expected, turn = made.game.start(), 0.0, -1
    for action in row["played"]:
        if position.turn > turn:
            turn = position.turn
            expected += math.log10(position.num_turns())
        position = position.apply(action)
    assert row["log_turns"] == pytest.approx(expected)
    assert expected > math.log10(7 * 6)


def test_an_opening_is_played_before_the_game_begins() -> None:
    made = job("sytran", opening=("b2", "swap"))
    made = replace(made, game=skerry.game("sytran", size=2, swap=True))
    for row in made.rows().iter_rows(named=True):
        assert row["swapped"]
        assert row["first_turn"] == ""
        assert row["stones"] == 6
        position = made.game.start().play_turn("b2").play_turn("swap")
        for action in row["played"]:
            position = position.apply(action)
        assert position.is_over
        assert row["turns"] == position.turn - 2


def test_games_of_like_number_have_like_set_ups_in_every_cell() -> None:
    """Syrtis's tiles follow from plan and number, not from players or options."""
    one = job("syrtis").rows()
    other = replace(job("syrtis"), cell="another").rows()
    assert one["played"].to_list() == other["played"].to_list()
