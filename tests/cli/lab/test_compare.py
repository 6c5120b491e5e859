"""`skerry lab compare`: cells by their words, a table that fits, sentences, errors in one line."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from skerry.cli import main
from skerry.cli.experiments import show_comparison
from skerry.lab.comparison import QUANTITIES, Difference
from skerry.lab.plans import parse_plan
from skerry.lab.running import RESULTS, Experiment, InProcess, Store
from skerry.statistics import Estimate

PLAN = """
seed = {seed}
games = 40
[[match]]
game = "byg"
options = {{ size = 3, cap = {caps} }}
players = ["random"]
{more}
"""
OPENINGS = 'openings = ["", "a1"]'
Captured = pytest.CaptureFixture[str]


def begun(folder: Path, caps: str, *, seed: int = 0, more: str = "") -> Path:
    """A folder with a plan, without games."""
    Store.create(folder, PLAN.format(seed=seed, caps=caps, more=more))
    return folder


def played(folder: Path, caps: str, *, seed: int = 0) -> Path:
    """The same with all of its games."""
    Experiment.open(begun(folder, caps, seed=seed)).run(InProcess())
    return folder


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("three"), "[1, 3, 9]")


def printed(capsys: Captured, *arguments: str) -> str:
    assert main(["lab", "compare", *arguments]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


def refused(capsys: Captured, *arguments: str) -> str:
    """The sentence with which a comparison is refused."""
    assert main(["lab", "compare", *arguments]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    (line,) = found.err.splitlines()
    return line.removeprefix("skerry: ")


def test_two_cells_of_one_folder(three: Path, capsys: Captured) -> None:
    lines = printed(capsys, str(three), "--cell", "cap=1", "--cell", "CAP=3").splitlines()
    assert lines[:3] == [
        "A: byg size=3 cap=1 swap=off first_stones=1 | random",
        "B: byg size=3 cap=3 swap=off first_stones=1 | random",
        "Compared game by game; pairs of games with like seeds: 40.",
    ]
    (turns,) = (line.split() for line in lines if line.startswith("turns"))
    assert turns[1] == "19.0"
    assert turns[-1] == "longer"
    sentence = r"- A's games take more turns: 19\.\d+ against \d+\.\d+\."
    assert any(re.fullmatch(sentence, line) for line in lines)
    assert any(re.fullmatch(r"Alike in every game: .*stones.*\.", line) for line in lines)
    assert lines[-1].startswith("Verdicts hold for all 8 lines together (Holm, 95%)")


def test_the_two_cells_of_a_folder_need_no_words(tmp_path: Path, capsys: Captured) -> None:
    lines = printed(capsys, str(played(tmp_path, "[1, 2]"))).splitlines()
    assert [line.split()[3] for line in lines[:2]] == ["cap=1", "cap=2"]


def test_two_folders_of_like_seeds(three: Path, tmp_path: Path, capsys: Captured) -> None:
    other = played(tmp_path / "other", "2")
    lines = printed(capsys, str(other), str(three), "--cell", "size=3", "--cell", "cap=1")
    assert f"A: byg size=3 cap=2 swap=off first_stones=1 | random  ({other})" in lines
    assert f"B: byg size=3 cap=1 swap=off first_stones=1 | random  ({three})" in lines
    assert "pairs of games with like seeds: 40." in lines


def test_one_choice_serves_both_folders(three: Path, tmp_path: Path, capsys: Captured) -> None:
    """And of equal seeds come equal games: nothing is left to tell."""
    other = played(tmp_path / "other", "[1, 2]")
    lines = printed(capsys, str(other), str(three), "--cell", "cap=1")
    assert "can't tell" not in lines
    assert "Nothing is decided" not in lines
    assert lines.count("alike") == 8


def test_other_seeds_are_not_paired(three: Path, tmp_path: Path, capsys: Captured) -> None:
    other = played(tmp_path / "other", "1", seed=5)
    lines = printed(capsys, str(other), str(three), "--cell", "cap=1").splitlines()
    assert lines[2].startswith("The plans have different seeds, 5 and 0, so games are not paired")
    assert "Nothing is decided yet." in lines


def test_games_are_compared_before_all_are_there(tmp_path: Path, capsys: Captured) -> None:
    folder = played(tmp_path, "[1, 3]")
    whole = printed(capsys, str(folder))
    (folder / RESULTS).unlink()
    assert printed(capsys, str(folder)) == whole


def test_broken_results_are_told(tmp_path: Path, capsys: Captured) -> None:
    folder = begun(tmp_path, "[1, 3]")
    (folder / RESULTS).write_bytes(b"no Parquet")
    assert refused(capsys, str(folder)) == (
        f"{folder / RESULTS} cannot be read; delete it, and `skerry lab resume` makes it again."
    )


def test_cells_without_games(tmp_path: Path, capsys: Captured) -> None:
    assert refused(capsys, str(begun(tmp_path, "[1, 3]"))) == (
        "The cells have no two games of the same number to compare; play some first."
    )


def test_words_that_choose_no_two_cells(tmp_path: Path, capsys: Captured) -> None:
    folder = begun(tmp_path / "x", "[1, 3]", more=OPENINGS)
    titles = [cell.title for cell in parse_plan(Store(folder).plan_text, "x").cells]
    one, after, *_ = titles
    shown = "; ".join(f"{title!r}" for title in titles)
    name = str(folder)
    assert refused(capsys, name) == (
        f"Say which two cells of {name} to compare, by --cell twice, each time with words of one "
        f"title; it has {shown}."
    )
    assert refused(capsys, name, "--cell", "cap=2", "--cell", "cap=1") == (
        f"No cell of {name} has 'cap=2' in its title; there are {shown}."
    )
    # only whole words count, so that cap=1 would not be cap=10
    assert refused(capsys, name, "--cell", "cap", "--cell", "cap=1") == (
        f"No cell of {name} has 'cap' in its title; there are {shown}."
    )
    assert refused(capsys, name, "--cell", "cap=1 byg", "--cell", "cap=3") == (
        f"2 cells of {name} have 'cap=1' and 'byg' in their titles; add words, or give a whole "
        f"title: {one!r}; {after!r}."
    )
    assert refused(capsys, name, name, "--cell", "cap=1 a1") == (
        f"Both sides are the same cell, {after!r}; choose two by --cell."
    )
    assert refused(capsys, name, name) == (
        f"{name} has 4 cells; choose one by --cell with words of its title, or the whole title: "
        f"{shown}."
    )
    # a whole title chooses its cell, though another one has all of its words; no games are there
    assert "play some first" in refused(capsys, name, "--cell", one, "--cell", after)


def test_too_many_words_or_folders(three: Path, capsys: Captured) -> None:
    expected = "Two cells are compared: give one or two folders, and --cell twice."
    assert refused(capsys, *[str(three)] * 3) == expected
    assert refused(capsys, str(three), *["--cell", "a"] * 3) == expected
    assert "holds no plan.toml" in refused(capsys, str(three / "jobs"))


def test_errors_list_ten_titles_at_most(tmp_path: Path, capsys: Captured) -> None:
    folder = begun(tmp_path, '[1, 2, 3, 4, 5, 6], swap = ["off", "on"]')
    told = refused(capsys, str(folder))
    assert told.count("byg size=3") == 10
    assert told.endswith("; and 2 more.")


def test_the_table_fits_eighty_columns(
    three: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """With the widest numbers that games can have."""
    wide = [
        Difference(one, 0.4812, 1.0, Estimate(-0.51881, -0.55555, -0.44444, 40), 1, 1, "", 999_999)
        if one.percent
        else Difference(one, 1234.5, 1357, Estimate(-122.5, -123.44, -121.55, 40), 1, 1, "", None)
        for one in QUANTITIES
    ]
    wide = [replace(one, verdict="can't tell yet") for one in wide]
    monkeypatch.setattr("skerry.cli.experiments.compare", lambda *_, **__: wide)
    monkeypatch.setenv("COLUMNS", "80")
    show_comparison([three], ["cap=1", "cap=3"])
    shown = capsys.readouterr().out
    table = shown[shown.index("more\n") : shown.index("Nothing")].splitlines()
    assert len(table) >= len(QUANTITIES)
    assert max(map(len, table)) <= 80
    assert "…" not in shown
    assert "999,999" in shown
    assert "-123.4 to -121.5" in shown or "-123.4 to -121.6" in shown
