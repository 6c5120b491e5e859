"""Runs of conversions: where they begin, how long they are, and what a table says of them."""

from pathlib import Path

import pytest

from bench.cycles import main, row_of, runs_of
from skerry.lab.plans import Cell
from skerry.lab.running import runner_for
from skerry.lab.studies import FULL, play_cell
from skerry.positions import game


def test_runs_begin_after_a_stone_and_end_with_the_next_one() -> None:
    stone, turned = 3, 12  # of a board of nine cells
    actions = [stone, turned, turned, stone, stone, turned]
    assert list(runs_of(actions, 9)) == [(0, 0, 0), (1, 2, 1), (4, 0, 2), (5, 1, 3)]
    assert list(runs_of([], 9)) == [(0, 0, 0)]


def test_no_game_has_more_conversions_in_a_row_than_the_limit(tmp_path: Path) -> None:
    rules = game("kitaran", size=3, cycle_limit=2)
    cell = Cell(rules, ("random", "random"), (), 30, None)
    rows = play_cell(cell, FULL, 1, tmp_path, runner_for(1, ray=False))
    longest = [max(length for _, length, _ in runs_of(one, 9)) for one in rows["played"].to_list()]
    assert max(longest) == 2
    limit, games, *_, eight, twelve = row_of(rules, rows)
    assert (limit, games, eight, twelve) == ("2", "30", "–", "–")


def test_the_command_prints_a_row_for_each_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.cycles.PLAYER", "random")
    main([str(tmp_path), "--games", "4", "--limits", "5", "50"])
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[:2] for row in rows] == [["| 5", "4"], ["| 50", "4"]]
