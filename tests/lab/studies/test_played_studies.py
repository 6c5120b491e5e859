"""Studies that are played, as small as they can be; compiled, since plain Python takes too long."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from skerry.cli import main
from skerry.games.catalogue import FEATURED
from skerry.lab.results import Results, from_json, to_json
from skerry.lab.running import InProcess
from skerry.lab.studies import (
    EITHER,
    FIRST,
    SECOND,
    Size,
    by_option,
    by_strength,
    chosen_cells,
    chosen_turns,
    fairest_turn,
    first_moves_map,
    handicaps,
    headline,
    ladder,
    play_study,
    scouted_cells,
    searching,
    verdicts,
    with_swap,
)
from skerry.lab.study_page import study_body
from tests.words import odd_numbers, odd_words

NAMES = [one.name for one in FEATURED]
TINY = Size(
    "study-tiny",
    ladder=(1, 2, 4),
    strengths={"random": 40, searching(2): 4, searching(4): 4},
    value={"random": 4, searching(2): 2, searching(4): 2},
    opening={"random": 2, searching(2): 2},
    scouted=2,
    chosen=4,
    pair=2,
    kept=4,
)


@cache
def played(name: str) -> Results:
    """Tiny results of a game, played here; once in a process, whichever tests come between."""
    with TemporaryDirectory() as folder:
        return play_study(Results(name), TINY, Path(folder), InProcess(), lambda _: None)


@pytest.mark.parametrize("name", NAMES)
def test_results_come_out_of_a_file_as_they_went_in(name: str) -> None:
    results = played(name)
    assert from_json(to_json(results)) == results
    assert results.games == sum(cell.tally.total for cell in results.cells)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_pictures_of_all_that_was_found(name: str) -> None:
    results = played(name)
    body = study_body(results)
    assert body.startswith(f"<h1>{results.info.title}: is it fair?</h1>")
    assert body.count('class="plot"') >= 6
    assert body.count("<h2>") >= 4
    assert ('class="heat-map"' in body) == (name != "syrtis")
    assert "When swapping is allowed" in body or name == "syrtis"
    assert len(list(verdicts(results))) >= 3
    assert results.info.colours[0].capitalize() in headline(results)
    assert "nan" not in body
    assert odd_words(body) == []
    assert odd_numbers(re.sub(r"<(svg|pre)\b.*?</\1>", "", body, flags=re.DOTALL)) == []
    for cell in results.cells:  # all numbers of the page are of games that it names
        assert f">{cell.run.commit}</td>" in body


def test_each_question_is_answered_from_its_own_cells() -> None:
    results = played("kitaran")
    assert [player for player, _ in by_strength(results)] == list(TINY.strengths)
    assert [tally.total for _, tally in by_strength(results)] == list(TINY.strengths.values())
    ((allowed, found),) = with_swap(results).items()
    assert allowed == "swapping allowed"
    assert [player for player, _ in found] == [searching(2), searching(4)]
    assert list(with_swap(played("byg"))) == [
        "swapping allowed",
        "swapping allowed, up to 2 stones in the first turn",
    ]
    komi = by_option(results, "komi", "random")
    assert [value for value, _ in komi] == [0, 1, 2, 3, 4, 6]
    assert [tally.total for _, tally in komi] == [40, 4, 4, 4, 4, 4]
    assert [value for value, _ in by_option(results, "size", searching(2))] == [4, 5, 6, 7]
    assert [playouts for playouts, _ in ladder(results)] == [1, 2]
    weaker = searching(2)
    assert len(first_moves_map(results, weaker, most=1).points) == 25
    assert first_moves_map(results, weaker, least=2).points == {}
    assert len(list(results.openings(weaker))) == 6
    assert len(first_moves_map(played("sytran"), weaker, least=2).points) > 20
    words = [one.words for one in handicaps(results)]
    assert words[:3] == [SECOND, EITHER, FIRST]
    assert words[3:] == [f"White, komi {value}" for value in (1, 2, 3, 4, 6)]
    assert all(list(one.shares) == [2] for one in handicaps(results))


def test_what_claims_ask_is_counted_too() -> None:
    results = played("kitaran")
    assert results.measure("turns", searching(4)) is not None
    assert results.measure("long", "random", {"size": 7}) is not None
    assert results.measure("cycles", "random", {"cycle": "draw"}) is not None
    assert results.find("random", options={"size": 6, "komi": 0}) is not None
    assert results.measure("no such thing", "random") is None
    assert sum(results.cells[0].first_turns.values()) == 40  # of six that are no mirror images


def test_strong_games_are_kept_and_counted_anew(tmp_path: Path) -> None:
    files = tmp_path / "files"

    def play(known: Results) -> Results:
        given = (tmp_path / "games", InProcess(), lambda _: None)
        return play_study(known, TINY, *given, games=files)

    found = play(Results("spry"))
    assert {file.name for file in files.iterdir()} == {"spry-4.parquet", "spry-4-swap=on.parquet"}
    forgotten = replace(found, cells=tuple(replace(one, measures={}) for one in found.cells))
    again = play(forgotten)
    for options in ({}, {"swap": True}):
        for player in found.strengths:
            before, after = (one.cell(player, options=options) for one in (found, again))
            if before is not None:
                assert after is not None
                assert after.measures == (before.measures if player == searching(4) else {})


def test_the_strongest_tries_first_turns_and_plays_those_that_matter_anew() -> None:
    """The games that choose are not the games that tell: they have other seeds."""
    results = played("kitaran")
    opened = {cell.opening: cell for cell in results.opened(searching(4))}
    assert len(opened) == 6  # of Kitaran's five times five, mirror images aside
    chosen = {turn.turn: turn for turn in chosen_turns(results)}
    assert 3 <= len(chosen) <= 6
    for turn, cell in opened.items():
        assert cell.tally.total == (TINY.chosen if turn in chosen else TINY.scouted)
        assert cell.run.seed == TINY.seed + (turn in chosen)
        if turn in chosen:
            assert chosen[turn].by.games == TINY.scouted
            assert chosen[turn].tally == cell.tally
    best = max(one.by.value for one in chosen.values())
    assert chosen_turns(results)[0].by.value == best
    fairest = fairest_turn(results)
    assert fairest is not None
    assert all(abs(fairest.by.value - 0.5) <= abs(one.by.value - 0.5) for one in chosen.values())
    assert {cell.title for cell, _ in chosen_cells(results, TINY)} == {
        f"{results.rules} | {searching(4)} | after {turn}" for turn in chosen
    }  # and they stay chosen, whatever they were found to be worth
    assert scouted_cells(played("syrtis"), TINY) == []
    assert chosen_cells(played("syrtis"), TINY) == []


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    results = played("byg")
    saved: list[Results] = []
    assert play_study(results, TINY, tmp_path, InProcess(), saved.append) == results
    assert saved == []
    assert list(tmp_path.iterdir()) == []
    lacking = replace(results, cells=results.cells[1:])
    again = play_study(lacking, TINY, tmp_path, InProcess(), saved.append)
    assert saved == [again]
    assert {cell.tally.games for cell in again.cells} == {c.tally.games for c in results.cells}
    assert again.find("random") == results.find("random")


def test_who_is_too_strong_does_not_play(tmp_path: Path) -> None:
    saved: list[Results] = []
    found = play_study(Results("byg"), TINY, tmp_path, InProcess(), saved.append, most=0)
    assert found == saved[-1]
    assert len(saved) == len(found.cells)  # kept after each
    assert {cell.players for cell in found.cells} == {("random", "random")}


def test_the_command_plays_and_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skerry.cli.experiments.QUICK", TINY)
    folder = Path("results") / "study-tiny-kitaran"
    file = folder / "kitaran.json"  # in the folder that the command makes itself
    command = ["lab", "study", "kitaran", "--quick", "--keep", str(file)]
    assert main(command) == 0
    assert f"{file} holds the counts" in capsys.readouterr().out
    page = (folder / "study.html").read_text(encoding="utf-8")
    assert "Kitaran: is it fair?" in page
    before = file.read_bytes()
    assert main(command) == 0  # nothing is played again
    assert file.read_bytes() == before
    assert main(["lab", "study", "byg", "--quick", "--keep", str(file)]) == 2
    assert "holds results of Kitaran; name another file" in capsys.readouterr().err
    other = tmp_path / "other.json"
    other.write_text("{}", encoding="utf-8")
    assert main(["lab", "study", "kitaran", "--quick", "--keep", str(other)]) == 2
    assert "holds no results" in capsys.readouterr().err
    assert other.read_text("utf-8") == "{}"
    assert main(["lab", "study", "chess", "--quick"]) == 2
    assert "chess" in capsys.readouterr().err
