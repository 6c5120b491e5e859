"""The puzzles that come with Skerry, and the files that collections are."""

import gzip
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import skerry
from skerry.errors import OptionError, RecordError, RecordVersionError
from skerry.games.catalogue import FEATURED, info
from skerry.games.info import PUZZLES, folder
from skerry.puzzles import (
    HIGHEST_GRADE,
    Puzzle,
    collection,
    find_puzzle,
    format_collection,
    mining,
    read_collection,
)
from skerry.puzzles.judge import is_first_idea
from skerry.puzzles.mining import canonical_form
from skerry.puzzles.puzzle import grade_of, key_of, parse_collection
from skerry.search.solver import Budget, Solver

NAMES = [info.name for info in FEATURED if info.has_puzzles]
LEAST_PUZZLES = 150
CHECKED = 5  # puzzles of each game whose first idea is asked for again
NODES = 500_000  # for one of them; all were found with far fewer


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_puzzles_of_many_grades_no_two_alike(name: str) -> None:
    puzzles = collection(name)
    assert len(puzzles) >= LEAST_PUZZLES
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles)
    assert len({canonical_form(puzzle.position) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.grade for puzzle in puzzles}) >= 3
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_what_it_says(name: str) -> None:
    for puzzle in collection(name):
        position, record = puzzle.position, puzzle.record
        assert puzzle.key == key_of(position)
        assert puzzle.num_turns == position.num_turns() >= mining.source_of(info(name)).least_turns
        assert 1 <= puzzle.grade == grade_of(puzzle.playouts) <= HIGHEST_GRADE
        assert position.turn_so_far == ()
        # The record was replayed when it was read; its line leads the solver to the win.
        assert record.result is not None
        assert record.result.winner == position.player
        for wrong, *answers in puzzle.wrong_lines:
            after = position.play_turn(wrong)
            assert wrong != puzzle.solution
            assert bool(answers) != after.is_over
            if after.outcome is not None:
                assert after.outcome.winner != position.player


@pytest.mark.parametrize("name", NAMES)
def test_a_fifth_at_most_fall_to_a_beginners_first_idea(name: str) -> None:
    puzzles = collection(name)
    first_ideas = [puzzle for puzzle in puzzles if puzzle.is_first_idea]
    assert 5 * len(first_ideas) <= len(puzzles)
    for puzzle in (*puzzles[:: max(1, len(puzzles) // CHECKED)], *first_ideas[:1]):
        assert is_first_idea(puzzle.position, puzzle.solution) == puzzle.is_first_idea, puzzle.key


@pytest.mark.parametrize("name", NAMES)
def test_no_kind_has_more_than_its_share(name: str) -> None:
    puzzles = collection(name)
    for share, counts in (
        (mining.MOST_OF_A_GRADE, Counter(puzzle.grade for puzzle in puzzles)),
        (mining.MOST_OF_A_THEME, Counter(puzzle.theme for puzzle in puzzles)),
        (mining.MOST_AT_ONCE, Counter(not puzzle.line for puzzle in puzzles if not puzzle.line)),
    ):
        assert max(counts.values(), default=0) <= max(mining.FEW, share * len(puzzles))


@pytest.mark.parametrize("name", NAMES)
def test_a_collection_is_what_the_command_makes_by_default(name: str) -> None:
    """Whether it makes just these, `python -m bench.puzzles` looks at a sample."""
    found = parse_collection((folder(name) / PUZZLES).read_bytes())
    assert found.command == f"skerry puzzles {name} --seed 1 --count {len(found.puzzles)}"
    numbers = [puzzle.game_number for puzzle in found.puzzles]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(found.num_games))
    for puzzle in found.puzzles:
        game = skerry.game(name, **mining.source_of(info(name)).options)
        assert puzzle.position.game == game


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_the_solver_finds_the_solution_and_no_other(name: str) -> None:
    for puzzle in collection(name):
        position, budget = puzzle.position, Budget(max_nodes=NODES)
        winners = Solver(position.game, 32 << 20).winning_turns(position, budget, 2)
        assert winners is not None, puzzle.key
        assert [position.game.format_turn(turn) for turn in winners] == [puzzle.solution]


@pytest.mark.parametrize("name", NAMES)
def test_one_by_one_all_other_turns_do_not_win(name: str) -> None:
    """Without the solver's own way of going through a turn: every set of actions is tried."""
    puzzle = min(collection(name), key=lambda one: one.num_turns)
    position = puzzle.position
    solver = Solver(position.game, 32 << 20)
    turns = whole_turns(position)
    assert len(turns) == puzzle.num_turns
    for text, after in turns.items():
        assert wins(solver, after, position.player) == (text == puzzle.solution), text


def whole_turns(position: skerry.Position) -> dict[str, skerry.Position]:
    """Every whole turn as canonical text, and the position after it."""
    found: dict[str, skerry.Position] = {}
    waiting: list[tuple[skerry.Position, tuple[int, ...]]] = [(position, ())]
    while waiting:
        now, actions = waiting.pop()
        if now.turn > position.turn or now.is_over:
            found[position.game.format_turn(actions)] = now
        else:
            waiting += [(now.apply(action), (*actions, action)) for action in now.legal_actions()]
    return found


def wins(solver: Solver, position: skerry.Position, person: int | None) -> bool:
    outcome = position.outcome
    if outcome is not None:
        return outcome.winner == person
    value = solver.solve(position, Budget(max_nodes=NODES)).value
    assert value is not None
    return value == ("win" if position.player == person else "loss")


def test_the_example_in_the_documents_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text()
    (example,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    exec(compile(example, "puzzles.md", "exec"), {})
    puzzle = collection("kitaran")[0]
    assert capsys.readouterr().out == f"{puzzle.position}\nTrue {puzzle.line}\n"


def test_a_puzzle_is_found_by_its_key() -> None:
    puzzle = collection("spry")[3]
    assert find_puzzle("spry", puzzle.key) is puzzle


@pytest.mark.parametrize(
    ("name", "key", "sentence"),
    [
        ("chess", "1", "There is no game 'chess'"),
        ("spry", "nothere", "There is no puzzle 'nothere' of Spry; it has "),
    ],
)
def test_what_is_not_there_is_told(name: str, key: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        find_puzzle(name, key)


@pytest.fixture
def puzzles() -> tuple[Puzzle, ...]:
    return collection("kitaran")[:3]


def test_a_file_reads_back_and_equal_puzzles_make_equal_files(
    puzzles: tuple[Puzzle, ...],
) -> None:
    one = format_collection("kitaran", "skerry puzzles kitaran", puzzles)
    other = format_collection("kitaran", "skerry puzzles kitaran", puzzles[::-1])
    assert one == other
    assert parse_collection(one).command == "skerry puzzles kitaran"
    again = read_collection(one)
    assert [puzzle.record for puzzle in again] == [puzzle.record for puzzle in puzzles]
    assert [(p.key, p.turn, p.playouts, p.num_turns) for p in again] == [
        (p.key, p.turn, p.playouts, p.num_turns) for p in puzzles
    ]


def content(**changes: object) -> bytes:
    data = {"format": "skerry-puzzles", "version": 1, "game": "spry", "command": "", "puzzles": []}
    return gzip.compress(json.dumps(data | changes).encode())


@pytest.mark.parametrize(
    ("altered", "sentence"),
    [
        (b"no gzip", "cannot be read"),
        (content()[:-12], "cut short"),
        (gzip.compress(b"[1,"), "cannot be read"),
        (gzip.compress(b"[]"), "This is not a collection of puzzles"),
        (content(format="skerry-record"), "This is not a collection of puzzles"),
        (content(game="chess"), "There is no game 'chess'"),
        (content(game=[]), "was altered"),
        (content(puzzles=7), "was altered"),
        (content(puzzles=[{"key": "1"}]), "not of the right form"),
        (gzip.compress(b" " * 30_000_000), "too large"),
    ],
    # Compressed bytes hold the time, and all workers must call a test by the same name.
    ids=lambda value: value if isinstance(value, str) else "file",
)
def test_a_file_that_was_altered_is_refused(altered: bytes, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        read_collection(altered)


@pytest.mark.parametrize("version", [2, "1", None])
def test_a_later_version_is_refused(version: object) -> None:
    with pytest.raises(RecordVersionError, match="this Skerry reads up to 1"):
        read_collection(content(version=version))


def test_a_record_without_the_solution_is_refused(puzzles: tuple[Puzzle, ...]) -> None:
    data = puzzles[0].to_data()
    data["record"]["turns"] = data["record"]["turns"][: puzzles[0].turn]
    data["record"]["result"] = None
    (altered,) = read_collection(content(game="kitaran", puzzles=[data]))
    with pytest.raises(RecordError, match="holds no solution"):
        altered.record  # noqa: B018
