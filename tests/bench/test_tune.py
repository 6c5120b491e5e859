"""Tuning by SPSA goes where more is won, is kept, and plays both seats."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import skerry
from bench import tune
from bench.tune import (
    Step,
    moved_by,
    numbers_of,
    offsets_after,
    play_pair,
    read_steps,
    steps_of,
)
from skerry.games.info import Settings
from skerry.players import SearchPlayer
from skerry.positions import Game

GAME = skerry.game("byg", size=3, swap=False)
SETTINGS = GAME.info.search
NUMBERS = numbers_of(SETTINGS)
BEST = {"amaf_bias": 0.02, "widening": 0.5}  # of the games that are made up here


def test_what_a_game_does_not_use_is_not_tuned() -> None:
    assert [one.name for one in NUMBERS] == [one.name for one in tune.NUMBERS]
    moving = numbers_of(skerry.game("kitaran").info.search)
    assert {one.name for one in moving} == {"exploration", "amaf_bias"}


def test_numbers_are_moved_in_their_own_kinds() -> None:
    up = moved_by(SETTINGS, NUMBERS, [1.0] * len(NUMBERS))
    assert up.amaf_bias == pytest.approx(SETTINGS.amaf_bias * 2.71828, rel=1e-4)
    assert (up.exploration, up.width) == (1.0, round(SETTINGS.width * 2.71828))
    down = moved_by(SETTINGS, NUMBERS, [-9.0] * len(NUMBERS))
    assert (down.exploration, down.width, down.warm_up) == (0.0, 1, 1)
    assert moved_by(SETTINGS, NUMBERS, [0.0] * len(NUMBERS)) == SETTINGS


def wins_where_it_is_nearer(
    game: Game, both: tuple[Settings, Settings], playouts: int, seed: int
) -> float:
    """A pair in which settings win the oftener the nearer they are to BEST."""

    def far(settings: Settings) -> float:
        return sum(float(getattr(settings, name) / best - 1.0) ** 2 for name, best in BEST.items())

    edge = far(both[1]) - far(both[0])
    draws = Random(seed)
    return float(sum(draws.random() < 0.5 + max(-0.4, min(0.4, edge)) for _ in range(2)))


def test_it_comes_to_what_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "play_pair", wins_where_it_is_nearer)
    steps = steps_of(tmp_path / "steps.jsonl", GAME, 10, 1_500)
    found = moved_by(SETTINGS, NUMBERS, offsets_after(NUMBERS, steps))
    assert SETTINGS.amaf_bias < 0.005
    assert found.amaf_bias == pytest.approx(BEST["amaf_bias"], rel=0.3)
    assert found.widening == pytest.approx(BEST["widening"], rel=0.3)


def test_steps_are_made_once_and_a_stopped_tuning_goes_on_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tune, "play_pair", wins_where_it_is_nearer)
    whole = steps_of(tmp_path / "whole.jsonl", GAME, 10, 40)
    part = tmp_path / "part.jsonl"
    steps_of(part, GAME, 10, 15)
    assert steps_of(part, GAME, 10, 40) == whole == read_steps(part)
    monkeypatch.setattr(tune, "play_pair", None)
    assert steps_of(part, GAME, 10, 30) == whole[:30]


def test_an_even_pair_moves_nothing() -> None:
    steps = [Step((1,) * len(NUMBERS), 1.0)] * 10
    assert offsets_after(NUMBERS, steps) == [0.0] * len(NUMBERS)
    won = offsets_after(NUMBERS, [replace(steps[0], score=2.0)])
    assert all(at > 0.0 for at in won)


def test_a_pair_is_one_opening_with_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[tuple[str, float]] = []

    class Watched(SearchPlayer):
        def choose(self, position: skerry.Position, **options: Any) -> tuple[int, ...]:
            assert self.settings is not None
            met.append((position.text, self.settings.amaf_bias))
            return super().choose(position, **options)

    monkeypatch.setattr("bench.tune.SearchPlayer", Watched)
    other = SETTINGS._replace(amaf_bias=0.5)
    score = play_pair(GAME, (SETTINGS, other), 5, 3)
    assert score in {0.0, 1.0, 2.0}
    begins = [bias for text, bias in met if text == met[0][0]]
    assert sorted(begins) == [SETTINGS.amaf_bias, 0.5]
