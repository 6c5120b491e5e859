"""Kernels against the independent reference: positions after whole turns, as in its perft/*.json.

tests/reference lists whole turns as sets straight from the rule text and shares no code with the
kernels; its counts are kept as data (python -m tests.reference.make_perft NAME makes them anew).
"""

import json
from pathlib import Path
from typing import Any

import pytest

import skerry
from skerry.games.catalogue import info
from skerry.perft import perft

CASES: list[dict[str, Any]] = [
    case
    for file in sorted((Path(__file__).parents[1] / "reference" / "perft").glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]
MOST_POSITIONS = 50_000  # of one depth, with the JIT
MOST_INTERPRETED = 3_000  # and in the runs that check bounds or run without it


def name_of(case: dict[str, Any]) -> str:
    options = "-".join(f"{key}{value}" for key, value in case["options"].items())
    return f"{case['game']}-{options}-after-{len(case.get('turns', ()))}"


def position_of(case: dict[str, Any]) -> skerry.Position:
    game = skerry.game(case["game"], **info(case["game"]).as_written(case["options"]))
    position = game.start(setup=case.get("setup"))
    for turn in case.get("turns", ()):
        position = position.play_turn(turn)
    return position


def compare(case: dict[str, Any], most: int) -> None:
    depths = [number for number in case["distinct"] if number <= most]
    if not depths:
        return
    lines = list(perft(position_of(case), len(depths)))
    assert [line.num_positions for line in lines] == depths
    assert [line.num_sequences for line in lines] == case["sequences"][: len(depths)]
    finished = [sum(ended) for ended in case["finished"]]
    assert [line.num_finished for line in lines] == finished[: len(depths)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_positions_after_whole_turns_are_as_many_as_the_rule_text_gives(
    case: dict[str, Any],
) -> None:
    compare(case, MOST_POSITIONS)


@pytest.mark.kernels
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_small_counts_agree_without_the_jit_too(case: dict[str, Any]) -> None:
    compare(case, MOST_INTERPRETED)


@pytest.mark.kernels
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_number_of_whole_turns_agrees_without_listing_them(case: dict[str, Any]) -> None:
    assert position_of(case).num_turns() == case["num_turns"]


@pytest.mark.parametrize(("size", "expected"), [(6, 26_866), (8, 1_729_411), (10, 122_498_686)])
def test_first_turns_of_sytran(size: int, expected: int) -> None:
    assert skerry.game("sytran", size=size).start().num_turns() == expected
