"""Studies: counts worked out on paper, what is made of them, and the page."""

import math
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest

from skerry.cli import main
from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED
from skerry.lab import studies as study_plan
from skerry.lab.metrics import Tally, tally
from skerry.lab.pages import format_share
from skerry.lab.playing import DRAW, SCHEMA
from skerry.lab.running import Experiment, InProcess, Store
from skerry.lab.studies import (
    EITHER,
    FIRST,
    FULL,
    QUICK,
    SECOND,
    Counted,
    Size,
    Study,
    StudyError,
    by_option,
    by_strength,
    fair_value,
    first_moves_map,
    from_json,
    handicaps,
    headline,
    kept,
    ladder,
    ranked_turns,
    searching,
    skill,
    study_of,
    study_text,
    to_json,
    verdicts,
    with_swap,
    worth_of_moving_first,
)
from skerry.lab.study_page import study_body
from skerry.positions import game
from skerry.statistics import Estimate
from tests.test_frozen import NEW, OLD, add_option
from tests.words import odd_numbers, odd_words

NAMES = [one.name for one in FEATURED if one.has_study]
TINY = Size(
    "study-tiny",
    ladder=(2, 4, 8),
    strengths={"random": 40, searching(4): 6, searching(8): 6},
    opening={"random": 4, searching(8): 2},
    value={"random": 20, searching(4): 4, searching(8): 4},
    pair=4,
)


def rows(*games: tuple[int, int, str]) -> pl.LazyFrame:
    """Games of one cell by number: who won, which colour did, and why it ended."""
    told: list[dict[str, Any]] = [
        dict.fromkeys(SCHEMA)
        | {
            "cell": "cell",
            "number": number,
            "winner": winner,
            "colour": colour,
            "reason": reason,
            "swapped": winner != colour and winner != DRAW,
            "turns": 10 * (number + 1),
            "stones": 0,
            "actions": 1,
        }
        for number, (winner, colour, reason) in enumerate(games)
    ]
    return pl.LazyFrame(told, schema=SCHEMA)


def test_counts_on_paper() -> None:
    """Five games, numbers 0 to 4.

    Even: 0 won by person 0, 2 drawn, 4 won by person 1. Odd: both won by person 0. The first
    contestant sits as person 0 in the even ones: it has 1 + 0.5 + 0 of 3 points there, and as
    person 1 in the odd ones: 0 of 2. By colour the first one has won the games 0 and 4, and 3 of
    them were not drawn: 2 + 0.5 of 5. Games 1, 3 and 4 were swapped.
    """
    found = tally(rows((0, 0, "a"), (0, 1, "a"), (DRAW, DRAW, "b"), (0, 1, "b"), (1, 0, "a")))[
        "cell"
    ]
    assert found == Tally(
        games=(3, 2),
        won_0=(1, 2),
        won_1=(1, 0),
        first_colour=2,
        swapped=3,
        reasons={"a": 3, "b": 2},
        turns=(10, 20, 30, 40, 50),
    )
    assert found.first_mover.value == pytest.approx((3 + 0.5) / 5)
    assert found.colour.value == pytest.approx((2 + 0.5) / 5)
    assert found.player.value == pytest.approx(1.5 / 5)
    assert found.player_first is not None
    assert found.player_first.value == pytest.approx(1.5 / 3)
    assert found.player_second is not None
    assert found.player_second.value == 0
    assert found.drawn.value == pytest.approx(1 / 5)


def test_a_cell_of_one_game_says_nothing_of_odd_ones() -> None:
    found = tally(rows((0, 0, "a")))["cell"]
    assert found.player_second is None
    assert found.games == (1, 0)


@cache
def played(name: str) -> Study:
    """A tiny study of a game, played here; once in a process, whichever tests come between."""
    plan = study_plan.study_plan(name, TINY)
    with TemporaryDirectory() as folder:
        experiment = Experiment(plan, Store.create(Path(folder) / name, plan.text))
        experiment.run(InProcess())
        return study_of(name, TINY, plan, experiment.rows())


@pytest.mark.parametrize("name", NAMES)
def test_a_study_comes_out_of_a_file_as_it_went_in(name: str) -> None:
    study = played(name)
    assert from_json(to_json(study)) == study
    assert study.games == study.wanted == sum(cell.tally.total for cell in study.cells)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_pictures_of_all_that_was_found(name: str) -> None:
    study = played(name)
    body = study_body(study)
    assert body.startswith(f"<h1>{study.info.title}: is it fair?</h1>")
    assert body.count('class="plot"') >= 6
    assert body.count("<h2>") >= 4
    assert ('class="heat-map"' in body) == (name != "syrtis")
    assert "When swapping is allowed" in body or name == "syrtis"
    assert len(list(verdicts(study))) >= 3
    assert study.info.colours[0].capitalize() in headline(study)
    assert "nan" not in body
    assert odd_words(body) == []
    assert odd_numbers(re.sub(r"<(svg|pre)\b.*?</\1>", "", body, flags=re.DOTALL)) == []


def test_each_question_is_answered_from_its_own_cells() -> None:
    study = played("kitaran")
    assert [player for player, _ in by_strength(study)] == list(TINY.strengths)
    assert [tally.total for _, tally in by_strength(study)] == list(TINY.strengths.values())
    assert [player for player, _ in with_swap(study)] == [searching(4), searching(8)]
    komi = by_option(study, "komi", "random")
    assert [value for value, _ in komi] == [0, 1, 2, 3, 4, 6]
    assert [tally.total for _, tally in komi] == [40, 20, 20, 20, 20, 20]
    assert [value for value, _ in by_option(study, "size", searching(4))] == [4, 5, 6, 7]
    assert [playouts for playouts, _ in ladder(study)] == [2, 4]
    assert len(first_moves_map(study, "random", most=1).points) == 25
    assert first_moves_map(study, "random", least=2).points == {}
    assert len(ranked_turns(study, "random")) == 6
    assert len(first_moves_map(played("sytran"), "random", least=2).points) > 20
    words = [one.words for one in handicaps(study)]
    assert words[:3] == [SECOND, EITHER, FIRST]
    assert words[3:] == [f"White, komi {value}" for value in (1, 2, 3, 4, 6)]
    assert all(list(one.shares) == [2] for one in handicaps(study))


def shared(share: float, games: int = 400) -> Tally:
    """A cell in which person 0, and the first colour, has this share in even and odd games."""
    half = games // 2
    won = round(share * half)
    return Tally((half, half), (won, won), (half - won, half - won), 2 * won, 0, {}, (1,) * 5)


def made(study: Study, shares: dict[tuple[str, str], float]) -> Study:
    """A study with other results: the share of person 0 by the contestants, from the start."""
    cells = [
        replace(cell, tally=shared(shares[cell.players]))
        for cell in study.cells
        if cell.players in shares and not cell.opening and cell.options == study.cells[0].options
    ]
    return replace(study, cells=tuple(cells))


def test_what_moving_first_is_worth_on_paper() -> None:
    """Alone the first mover has 0.6; against twice the playouts, one doubling, 0.4.

    By a straight line it has one half in the middle, half a doubling: 2 ** 0.5 times the playouts.
    """
    weaker, stronger = searching(4), searching(8)
    study = made(played("byg"), {(weaker, weaker): 0.6, (weaker, stronger): 0.4})
    found = worth_of_moving_first(study)
    assert found is not None
    assert found.value == pytest.approx(math.sqrt(2), abs=0.02)
    assert 1 < found.low < found.value < found.high < 2
    weak = made(played("byg"), {(weaker, weaker): 0.4, (weaker, stronger): 0.3})
    assert worth_of_moving_first(weak) is None


def test_a_fair_value_is_where_the_share_crosses_one_half() -> None:
    study = played("kitaran")
    cells = []
    for cell in study.cells:
        if cell.players == ("random", "random") and not cell.opening:
            komi = float(cell.options["komi"])
            if cell.options["size"] == 5 and not cell.options["swap"]:
                cells.append(replace(cell, tally=shared(0.6 - 0.1 * komi / 2)))
    found = fair_value(replace(study, cells=tuple(cells)), "komi", "random")
    assert found is not None
    assert found.value == pytest.approx(2, abs=0.1)


def test_the_skill_trace_has_an_interval() -> None:
    """Shares of 0.75 and 0.75: utilities of 0.5, continued 0.5, so 0.5 + 0.5 * 0.25 = 0.625."""
    two = {(searching(a), searching(b)): 0.25 for a, b in ((2, 4), (4, 8))}
    study = played("spry")
    cells = [
        replace(cell, tally=Tally((200, 200), (50, 150), (150, 50), 200, 0, {}, (1,) * 5))
        for cell in study.cells
        if cell.players in two and not cell.opening
    ]
    found = skill(replace(study, cells=tuple(cells)))
    assert found is not None
    assert found.value == pytest.approx(0.625)
    assert 0.4 < found.low < 0.625 < found.high < 0.85
    assert skill(replace(study, cells=())) is None


@pytest.mark.parametrize("size", [FULL, QUICK], ids=["full", "quick"])
@pytest.mark.parametrize("name", NAMES)
def test_the_plans_are_plans(name: str, size: Size) -> None:
    plan = study_plan.study_plan(name, size)
    assert plan.name == f"{size.name}-{name}"
    assert plan.text == study_text(name, size)
    for player, games in size.strengths.items():
        (cell,) = [
            cell
            for cell in plan.cells
            if cell.players == (player, player)
            and not cell.opening
            and cell.game == study_plan.plain_rules(name)
        ]
        assert cell.games == games


@pytest.mark.parametrize("name", NAMES)
def test_each_game_has_a_study_in_the_package(name: str) -> None:
    study = kept(name)
    assert study.game == name
    assert study.games > 1000
    assert [player for player, _ in by_strength(study)] == list(study.strengths)
    of_then = study_plan.plain_rules(name, **study.info.as_written({}))
    assert study.rules in (study_plan.plain_rules(name), of_then)
    assert game(name).info.title in study.title


def test_a_study_older_than_an_option_keeps_the_rules_of_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, text = kept("byg").find("random"), to_json(kept("byg"))
    add_option(monkeypatch)
    older = from_json(text)
    assert older.rules.option("novelty") == OLD
    assert older.find("random") == found is not None
    newer = replace(older, cells=(*older.cells, mixed := one_with(older.cells[0], NEW)))
    assert newer.rules.option("novelty") == NEW
    assert newer.find(*mixed.players) == mixed.tally
    assert newer.find(*mixed.players, options={"novelty": OLD}) == older.cells[0].tally


def one_with(cell: Counted, value: str) -> Counted:
    """The cell by the new option's other value, with other counts."""
    first, second = cell.tally.games
    twice = replace(cell.tally, games=(2 * first, 2 * second))
    return replace(cell, options={**cell.options, "novelty": value}, tally=twice)


def test_there_is_no_study_of_another_game() -> None:
    with pytest.raises(OptionError, match="chess"):
        kept("chess")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "skerry-study 2"}', '{"format": "skerry-study 1"}', "1"]
)
def test_other_files_are_refused(text: str) -> None:
    says = "not in the format skerry-study 1" if text.endswith('2"}') else "holds no study"
    with pytest.raises(StudyError, match=says):
        from_json(text)


def test_the_command_plays_and_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skerry.cli.experiments.QUICK", TINY)
    folder = Path("results") / "study-tiny-kitaran"
    kept = folder / "kitaran.json"  # in the folder that the command makes itself
    command = ["lab", "study", "kitaran", "--quick", "--keep", str(kept)]
    assert main(command) == 0
    assert f"{kept} holds the counts" in capsys.readouterr().out
    page = (folder / "study.html").read_text(encoding="utf-8")
    assert "Kitaran: is it fair?" in page
    study = from_json(kept.read_text(encoding="utf-8"))
    assert study.games == study.wanted
    rows_before = (folder / "results.parquet").read_bytes()
    assert main([*command, "--force"]) == 0  # nothing is played again
    assert (folder / "results.parquet").read_bytes() == rows_before
    assert main(["lab", "study", "chess", "--quick"]) == 2
    assert "chess" in capsys.readouterr().err


def test_an_estimate_is_told_with_its_interval() -> None:
    assert format_share(Estimate(0.5, 0.441, 0.56, 100)) == "50% (44 to 56)"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_study_varies_is_an_option_of_the_game(name: str) -> None:
    study, usual = game(name).info.study, dict(game(name).options)
    for varied in study.options:
        assert usual[varied.name] not in varied.values
        for value in varied.values:
            assert game(name, **{varied.name: value}).option(varied.name) == value
    names = [varied.name for varied in study.options]
    assert {study.tuned, study.handicap} - {None} <= set(names)
