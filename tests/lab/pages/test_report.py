"""The page of an experiment: it says what the metrics say, and needs nothing but itself."""

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from django.template import Engine

import skerry
from skerry.draw.heat_map import FULL, Heat, heat_map, paint
from skerry.lab import pages
from skerry.lab.metrics import state_space, summarise
from skerry.lab.plans import parse_plan
from skerry.lab.playing import DRAW
from skerry.lab.plots import (
    LEAST_GAMES,
    FirstMoves,
    course,
    describe_cell,
    histogram,
    maps_of_games,
)
from skerry.lab.report import report, report_body
from skerry.lab.running import Experiment, InProcess, Store

PLAN = """
games = 60  # <script>alert("plan")</script>
[[match]]
game = "kitaran"
options = { size = 3, komi = [0, 1.5] }
players = ["random", "playouts 20"]
[[match]]
game = "kitaran"
options.size = 3
players = ["random turns"]
openings = "each"
games = 40
[[match]]
game = "syrtis"
options.board = "minor"
players = ["random"]
games = 20
"""


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    folder = tmp_path_factory.mktemp("results")
    made = Experiment(parse_plan(PLAN, "test"), Store.create(folder, PLAN))
    made.run(InProcess())
    return made


@pytest.fixture(scope="module")
def page(experiment: Experiment) -> str:
    return report(experiment)


def test_nothing_is_loaded_and_nothing_is_run(page: str) -> None:
    """Links within the page alone; a plan's text is text."""
    assert re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?!["']?#)[^"')]+""", page) == []
    assert "<script" not in page
    assert "&lt;script&gt;alert(&quot;plan&quot;)" in page


def test_the_template_asks_for_nothing_that_there_is_not(
    experiment: Experiment, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder,) = pages._engine().dirs
    strict = Engine(dirs=[folder], string_if_invalid="MISSING")
    monkeypatch.setattr(pages, "_engine", lambda: strict)
    assert report(experiment) == page


def test_a_name_is_text(experiment: Experiment) -> None:
    named = replace(experiment.plan, name='<b>bold</b> & "so on"')
    body = report_body(named, experiment.rows())
    assert body.startswith("<h1>&lt;b&gt;bold&lt;/b&gt; &amp; &quot;so on&quot;</h1>")
    assert "<b>" not in body


def test_the_numbers_are_those_of_the_metrics(experiment: Experiment, page: str) -> None:
    found = summarise(experiment.rows())
    for cell in experiment.plan.cells:
        if cell.opening:
            continue
        summary = found[cell.title]
        section = page.split(f"games of {cell.title}<")[1].split("</section>")[0]
        told = dict(re.findall(r"<td>([^<]*)</td><td class=\"number\">([^<]*)</td>", section))
        assert told["First player wins"] == f"{summary.first_mover.value:.1%}"
        assert told["Drawn games"] == f"{summary.drawishness.value:.1%}"
        for reason, share in summary.reasons.items():
            assert told[f"Ended: {reason}"] == f"{share.value:.1%}"
        (turns,) = (value for label, value in told.items() if label.startswith("Turns"))
        assert turns == f"{summary.turns.mean.value:,.1f}"
        bound = state_space(cell.game.rules.num_cells, cell.game.name)
        assert told["Positions of the board, log10"] == f"{bound:.1f}"
        assert ("Drama" in told) == ("playouts" in cell.title)
        assert "Swapped" not in told


def test_openings_are_told_by_one_map(experiment: Experiment, page: str) -> None:
    """Nine cells on three times three, in three classes of mirror images."""
    assert page.count('id="opening-') == 1
    section = page.split('id="opening-0"')[1].split("</section>")[0]
    assert section.count("<title>") == 9
    assert "after a1" not in page
    found = summarise(experiment.rows())
    (corner,) = (found[cell.title] for cell in experiment.plan.cells if cell.opening == ("a1",))
    assert section.count(f"Black wins {corner.first_colour.value:.1%} (") >= 4


def test_a_report_of_half_an_experiment_says_so(tmp_path: Path, experiment: Experiment) -> None:
    half = Experiment(parse_plan(PLAN, "test"), Store.create(tmp_path, PLAN))
    source = experiment.parts[0].files[0]
    assert source is not None
    (tmp_path / "jobs" / source.name).write_bytes(source.read_bytes())
    half = Experiment.open(tmp_path)
    assert "60 games of 380 planned in 1 experiment; seed 0." in report(half)


def test_first_moves_of_games_share_those_of_their_mirror_images() -> None:
    """Black won all 30 games from a1 and half of the 40 from c3: the corners have 50 of 70."""
    plan = 'games = 2\n[[match]]\ngame = "kitaran"\noptions.size = 3\nplayers = ["random"]'
    (cell,) = parse_plan(plan, "x").cells
    first = ["a1"] * 30 + ["c3"] * 40 + ["b2"] * (LEAST_GAMES - 1)
    colour = [0] * 30 + [0] * 10 + [DRAW] * 20 + [1] * 10 + [0] * (LEAST_GAMES - 1)
    rows = pl.LazyFrame({"cell": cell.title, "first_turn": first, "colour": colour})
    points = maps_of_games(rows, [cell])[cell.title].points
    names = cell.game.board.names
    assert {names[place]: told for place, told in points.items()} == dict.fromkeys(
        ("a1", "a3", "c1", "c3"), (50.0, 70)
    )


def test_cells_are_named_by_what_is_unusual() -> None:
    plan = """
    games = 2
    [[match]]
    game = "byg"
    options.cap = [3, 5]
    players = ["random"]
    openings = ["a1"]
    """
    assert [describe_cell(cell) for cell in parse_plan(plan, "x").cells] == [
        "Byg, size 6, random, after a1",
        "Byg, size 6, cap 5, random, after a1",
    ]


def test_a_share_is_painted_by_its_distance_from_one_half() -> None:
    assert "var(--heat-high) 0%" in paint(0.5)
    assert "var(--heat-high) 50%" in paint(0.5 + FULL / 2)
    assert "var(--heat-low) 100%" in paint(0.5 - FULL) == paint(0.0)


@pytest.mark.parametrize("name", ["spry", "kitaran"])
def test_a_map_has_every_cell_once(name: str) -> None:
    board = skerry.game(name, size=4).board
    svg = heat_map(board, {1: Heat(0.7, "70", "a < b & c")}, "A title")
    assert svg.count('class="heat-none"') == board.num_cells - 1
    assert "<title>a &lt; b &amp; c</title>" in svg


def test_plots_take_the_colours_of_the_page() -> None:
    for svg in (
        histogram("one", {3: 5, 4: 2}, "turns", "A <title>"),
        course("two", [(0.5, 0.4, 0.6), (1.0, 1.0, 1.0)], "Another"),
    ):
        assert "var(--accent)" in svg
        assert "#0102" not in svg
        assert "DejaVu" not in svg
        assert svg.startswith('<svg class="plot"')
    assert histogram("one", {3: 5}, "turns", "x") == histogram("one", {3: 5}, "turns", "x")


def test_first_moves_count_once_for_a_cell_that_is_its_own_image() -> None:
    moves = FirstMoves(skerry.game("kitaran", size=3), "x")
    moves.add([4], 1.0, 2)
    assert moves.points == {4: (1.0, 2)}


def test_a_turn_of_two_stones_that_are_mirror_images_counts_once_for_their_cell() -> None:
    moves = FirstMoves(skerry.game("spry", size=3), "x")
    one, other = moves.game.parse_turn("a1,e1")
    moves.add([one, other], 3.0, 4)
    assert moves.points[one] == moves.points[other] == (3.0, 4)
    moves.add([one], 1.0, 1)
    assert moves.points[other] == (4.0, 5)
