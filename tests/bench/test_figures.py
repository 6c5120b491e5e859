"""Whether told figures come out again: what is drawn, and what is said of it."""

from pathlib import Path

import pytest

from bench.figures import COLOUR, Figure, again, figures_of, line_of
from skerry.lab.claims.texts import measure
from skerry.lab.plans import Cell
from skerry.lab.results import Results, count, kept, run_of
from skerry.lab.running import runner_for
from skerry.lab.studies import FULL, play_cell
from skerry.positions import game
from skerry.statistics import Estimate

SMALL = game("byg", size=3, swap=False)
GAMES = 40


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    cell = Cell(SMALL, ("random", "random"), (), GAMES, None)
    rows = play_cell(cell, FULL, 1, tmp_path_factory.mktemp("games"), runner_for(1, ray=False))
    return Results("byg", (count(cell, rows, run_of(1), measure),))


def test_all_that_is_counted_is_in_the_lot(results: Results) -> None:
    (cell,) = results.cells
    assert {one.name for one in figures_of(results, most=0)} == {COLOUR, *cell.measures}
    assert len(cell.measures) > 3


def test_what_a_map_tells_only_together_is_not_in_the_lot() -> None:
    spry = kept("spry")
    drawn = [one.cell for one in figures_of(spry, most=10_000)]
    assert {one.opening for one in drawn if one.chosen_by is None} > {"", "a1", "e5"}
    assert not any("," in one.opening for one in drawn if one.chosen_by is None)
    assert any("," in one.opening for one in drawn)


def test_the_same_seed_plays_the_same_games_and_another_one_others(
    results: Results, tmp_path: Path
) -> None:
    runner = runner_for(1, ray=False)
    length = next(one for one in figures_of(results, most=0) if one.name == "whole limit")
    old = length.value(length.cell)
    assert again("byg", length, 1, tmp_path, runner) == old
    new = again("byg", length, 3, tmp_path, runner)
    assert new != old
    assert new.value == pytest.approx(old.value, abs=0.2)


def test_a_line_says_how_far_apart_two_values_are(results: Results) -> None:
    one = Figure(results.cells[0], COLOUR)
    old = Estimate.share(50, 100)
    for wins, words in ((53, "inside"), (61, "no more than chance"), (80, "OUTSIDE, by more")):
        assert words in line_of(one, old, Estimate.share(wins, 100))
