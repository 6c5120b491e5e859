"""Puzzles: positions in which exactly one whole turn wins, proved by the solver.

    collection(name)              the puzzles that come with a game, the easiest first
    judge(puzzle, "c3,d4")        right or wrong, and what follows, on the board
    make_puzzle(position, ...)    one of a position, if exactly one turn wins there
    mine(game, count=5, seed=1)   new ones, from games that the computer plays against itself

How they are found, graded and stored: docs/puzzles.md.
"""

from skerry.puzzles.judge import UndecidedError, Verdict, judge
from skerry.puzzles.mining import Made, make_puzzle, mine
from skerry.puzzles.puzzle import (
    HIGHEST_GRADE,
    Puzzle,
    collection,
    find_puzzle,
    format_collection,
    puzzle_from_data,
    read_collection,
)

__all__ = [
    "HIGHEST_GRADE",
    "Made",
    "Puzzle",
    "UndecidedError",
    "Verdict",
    "collection",
    "find_puzzle",
    "format_collection",
    "judge",
    "make_puzzle",
    "mine",
    "puzzle_from_data",
    "read_collection",
]
