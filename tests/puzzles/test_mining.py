"""Mining: the same seed, the same puzzles; each with one winning turn; and how hard it is."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

import skerry
from skerry.cli import main
from skerry.puzzles import collection, format_collection, mine, mining, read_collection
from skerry.puzzles.judge import LIMIT, is_first_idea, measure
from skerry.puzzles.mining import Miner, Progress, canonical_form, go_on, mined_again
from skerry.puzzles.puzzle import grade_of, parse_collection

SMALL = skerry.game("byg", size=3)
SEED, OTHER_SEED = 25, 6  # with these a puzzle comes soon, and its grade is found soon


@pytest.fixture
def quick_grades(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hard puzzles are not told from very hard ones, which takes long in plain Python."""
    monkeypatch.setattr(import_module("skerry.puzzles.judge"), "LIMIT", 64)


def mined(count: int, seed: int = SEED) -> list[object]:
    puzzles = mine(SMALL, count=count, seed=seed, max_nodes=2_000, playouts=30)
    return [(one.key, one.solution, one.playouts, one.text) for one in puzzles]


@pytest.mark.usefixtures("quick_grades")
def test_the_same_seed_finds_the_same_puzzles_and_another_one_others() -> None:
    first = mined(1)
    assert len(first) == 1
    assert mined(1) == first
    assert mined(1, seed=OTHER_SEED) != first


@pytest.mark.usefixtures("quick_grades")
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
    puzzle = next(one for one in collection("spry") if one.wrong_lines)
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


@pytest.mark.usefixtures("quick_grades")
def test_the_command_writes_a_file_that_reads_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["puzzles", "byg", "-o", "size=3", "--count", "1", "--seed", str(SEED)]
    arguments += ["--playouts", "30", "--max-nodes", "2000", "--out", str(tmp_path)]
    assert main(arguments) == 0
    path = tmp_path / "byg.json.gz"
    assert f"{path}: 1 puzzle of byg size=3" in capsys.readouterr().out
    (puzzle,) = read_collection(path.read_bytes())
    (expected,) = mine(SMALL, count=1, seed=SEED, max_nodes=2_000, playouts=30)
    assert puzzle.to_data() == expected.to_data()


def run(folder: Path, *more: str) -> int:
    folder.mkdir(exist_ok=True)
    arguments = ["puzzles", "byg", "-o", "size=3", "--seed", str(SEED), "--playouts", "30"]
    return main([*arguments, "--max-nodes", "2000", "--out", str(folder), "--count", "1", *more])


@pytest.mark.usefixtures("quick_grades")
def test_the_same_command_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    assert run(tmp_path / "at once") == 0
    whole = (tmp_path / "at once" / "byg.json.gz").read_bytes()
    made = parse_collection(whole)
    (puzzle,) = made.puzzles
    assert made.num_games == puzzle.game_number + 1
    # What is in the file after the game before has been played.
    part = tmp_path / "in parts" / "byg.json.gz"
    part.parent.mkdir()
    begun = made.command.replace("--count 1", "--count 0")
    part.write_bytes(format_collection("byg", begun, [], puzzle.game_number))
    assert run(part.parent) == 0
    assert part.read_bytes() == whole
    assert [*part.parent.iterdir()] == [part]  # and nothing is left beside it
    assert run(part.parent) == 0  # there are enough
    assert part.read_bytes() == whole


def test_the_file_of_another_command_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "byg.json.gz"
    path.write_bytes(format_collection("byg", "skerry puzzles byg --seed 25 --count 0", []))
    before = path.read_bytes()
    assert run(tmp_path, "--seed", str(OTHER_SEED)) == 2
    assert "was made by another command" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.usefixtures("quick_grades")
def test_what_a_game_gives_depends_on_the_puzzles_before_it_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    miner = Miner(SMALL, SEED, playouts=30, max_nodes=2_000)
    for _ in go_on(miner, 1):
        pass
    (puzzle,) = miner.found
    number = puzzle.game_number
    assert (miner.found, miner.games) == ([puzzle], number + 1)
    assert mined_again(miner, miner.found, number) == puzzle
    # One that looks alike was found before: it is passed over.
    assert mined_again(miner, [replace(puzzle, game_number=number - 1)], number) != puzzle
    # With a share of nothing the game gives none.
    monkeypatch.setattr(mining, "FEW", 0)
    monkeypatch.setattr(mining, "MOST_OF_A_THEME", 0.0)
    assert mined_again(miner, (), number) is None


def test_a_beginner_has_the_first_idea_alone() -> None:
    """A beginner sees a connection that one turn makes, and no proof of many turns."""
    position = skerry.position(
        "spry size=3 swap=off | 3/4/ww1ww/bb2/b2 | player=0 first=0 turn=4 placed=-"
    )
    assert is_first_idea(position, "c3")
    assert not is_first_idea(position, "a1")


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
