"""Mining: the same seed, the same puzzles; each with one winning turn; and how hard it is."""

from pathlib import Path

import pytest

import skerry
from skerry.cli import main
from skerry.puzzles import collection, mine, read_collection
from skerry.puzzles.judge import LIMIT, measure
from skerry.puzzles.mining import Progress, canonical_form
from skerry.puzzles.puzzle import grade_of

SMALL = skerry.game("byg", size=3)


def mined(count: int, seed: int = 3) -> list[object]:
    puzzles = mine(SMALL, count=count, seed=seed, max_nodes=2_000, playouts=30)
    return [(one.key, one.solution, one.playouts, one.text) for one in puzzles]


def test_the_same_seed_finds_the_same_puzzles_and_another_one_others() -> None:
    first = mined(1)
    assert len(first) == 1
    assert mined(1) == first
    assert mined(1, seed=4) != first


def test_progress_is_told_after_each_game_and_a_stop_is_heeded() -> None:
    told: list[Progress] = []
    found = mine(
        SMALL,
        count=1_000,
        seed=3,
        max_nodes=500,
        playouts=10,
        on_progress=told.append,
        cancel=lambda: len(told) == 4,
    )
    assert [one.games for one in told] == [1, 2, 3, 4]
    assert told[-1].puzzles == len(found)
    assert told[-1].unique <= told[-1].positions


@pytest.mark.parametrize(
    ("playouts", "grade"),
    [(32, 1), (64, 1), (65, 2), (256, 2), (1024, 3), (4096, 4), (4097, 5), (2 * LIMIT, 5)],
)
def test_grades_grow_with_the_playouts(playouts: int, grade: int) -> None:
    assert grade_of(playouts) == grade


def test_an_easy_solution_is_found_early_and_a_wrong_one_never() -> None:
    puzzle = collection("spry")[0]
    assert measure(puzzle.position, puzzle.solution).playouts < LIMIT
    difficulty = measure(puzzle.position, puzzle.wrong_lines[0][0])
    assert difficulty.playouts == 2 * LIMIT
    assert difficulty.wrong_turns[0] == puzzle.solution


@pytest.mark.kernels
def test_turned_and_reflected_boards_look_alike() -> None:
    start = skerry.game("sytran", size=3).start()
    corner = start.play_turn("a1,a3").play_turn("swap")
    turned = start.play_turn("c1,e1").play_turn("swap")
    other = start.play_turn("a1,a2").play_turn("swap")
    assert corner != turned
    assert canonical_form(corner) == canonical_form(turned) != canonical_form(other)


@pytest.mark.kernels
def test_boards_that_only_look_alike_are_kept_apart() -> None:
    game = skerry.game("kitaran", size=3)
    protected = game.start().play_turn("a1").play_turn("b2")
    other = game.start().play_turn("a1").play_turn("c1").play_turn("a3").play_turn("b2")
    assert canonical_form(protected) != canonical_form(other)
    spry = skerry.game("spry", size=3).start()
    # A turn of 60 degrees moves the arcs, one of 120 does not.
    assert canonical_form(spry.play_turn("a1")) == canonical_form(spry.play_turn("c5"))
    assert canonical_form(spry.play_turn("a1")) != canonical_form(spry.play_turn("a3"))


def test_the_command_writes_a_file_that_reads_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["puzzles", "byg", "-o", "size=3", "--count", "1", "--seed", "3"]
    arguments += ["--playouts", "30", "--max-nodes", "2000", "--out", str(tmp_path)]
    assert main(arguments) == 0
    path = tmp_path / "byg.json.gz"
    assert f"{path}: 1 puzzle of byg size=3" in capsys.readouterr().out
    (puzzle,) = read_collection(path.read_bytes())
    (expected,) = mine(SMALL, count=1, seed=3, max_nodes=2_000, playouts=30)
    assert puzzle.record == expected.record


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["puzzles", "chess"], "There is no game 'chess'"),
        (["puzzles", "byg", "--out", "nowhere"], "There is no folder nowhere; make it first."),
        (["puzzles", "byg", "-o", "size=99"], "byg: option size=99 is not possible"),
        (["puzzles", "byg", "--count", "0"], "Invalid value for '--count'"),
    ],
)
def test_bad_input_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err
