"""Making puzzles of positions that somebody has set up."""

import pytest

import skerry
from skerry.errors import GameOverError
from skerry.puzzles import (
    UndecidedError,
    collection,
    format_collection,
    judge,
    make_puzzle,
    read_collection,
)
from skerry.puzzles.mining import MOST_WINNERS

LOST = "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | b2/1w1/2b | player=1 first=0"
EMPTY = "spry size=2 swap=off | 2/3/2 | player=0 first=0 turn=0 placed=-"
OVER = "spry size=2 swap=off | 2/www/b1 | player=- first=0 turn=3 placed=-"


@pytest.mark.parametrize("name", ["spry", "syrtis"])
def test_a_puzzle_of_the_collection_is_found_anew(name: str) -> None:
    known = next(one for one in collection(name) if one.wrong_lines)
    made = make_puzzle(known.position, seconds=60.0)
    assert made.winners == (known.solution,)
    assert made.puzzle is not None
    assert (made.puzzle.key, made.puzzle.num_turns) == (known.key, known.num_turns)
    assert made.puzzle.position == known.position
    assert made.puzzle.record.is_over
    assert judge(made.puzzle, known.wrong_lines[0][0]).right is False


def test_a_file_of_it_is_a_collection() -> None:
    puzzle = make_puzzle(collection("spry")[0].position, seconds=60.0).puzzle
    assert puzzle is not None
    (kept,) = read_collection(format_collection("spry", "by hand", [puzzle]))
    assert (kept.key, kept.record) == (puzzle.key, puzzle.record)


def test_nothing_comes_of_a_lost_position() -> None:
    lost = skerry.position(f"{LOST} turn=3 conversions=0 frozen=a3")
    assert make_puzzle(lost, seconds=60.0).winners == ()


def test_nothing_comes_of_two_winning_turns_which_are_told() -> None:
    made = make_puzzle(skerry.position(EMPTY), seconds=60.0)
    assert made.puzzle is None
    assert made.winners[0] == "a1,b3"
    assert len(made.winners) == MOST_WINNERS


def test_it_says_when_time_runs_out_and_when_the_game_is_over() -> None:
    with pytest.raises(UndecidedError, match=r"within 0\.01 seconds which turns win"):
        make_puzzle(skerry.game("byg", size=6).start(), seconds=0.01)
    with pytest.raises(GameOverError):
        make_puzzle(skerry.position(OVER), seconds=1.0)
