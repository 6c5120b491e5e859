"""The tools for puzzles: positions in which one turn wins, and what a turn leads to."""

from skerry.core.formatting import counted
from skerry.errors import OptionError, quoted
from skerry.games.catalogue import info
from skerry.mcp.thinking import Cancel
from skerry.mcp.words import mover, told
from skerry.puzzles.judge import Verdict, judge
from skerry.puzzles.judge import warm_up as warm_up_judge
from skerry.puzzles.puzzle import HIGHEST_GRADE, Puzzle, collection

JUDGE_SECONDS = 60.0  # for each answer of the solver


def puzzle(game: str, number: int | None = None, grade: int | None = None) -> str:
    """A puzzle of a game, without its solution: exactly one turn wins.

    Args:
        game: its name, as `games` lists it.
        number: of the puzzle; 1 is the easiest.
        grade: in place of a number, the first puzzle of this difficulty, 1 (easiest) to 5.

    Raises:
        OptionError: there is no such game or puzzle.
    """
    known = _collection(game)
    if grade is not None:
        if number is not None:
            raise OptionError("Give a number or a grade, not both.")
        if not 1 <= grade <= HIGHEST_GRADE:
            raise OptionError(f"Grades go from 1 to {HIGHEST_GRADE}, not {quoted(grade)}.")
        graded = (rank for rank, one in enumerate(known, start=1) if one.grade == grade)
        number = next(graded, None)
        if number is None:
            raise OptionError(f"{info(game).title} has no puzzle of grade {grade}.")
    number = 1 if number is None else number
    chosen = numbered(game, number)
    here = chosen.position
    return (
        f"{info(game).title}, puzzle {number} of {len(known)}, grade {chosen.grade} of "
        f"{HIGHEST_GRADE}. {mover(here)} to act: exactly one of "
        f"{counted(chosen.num_turns, 'turn')} wins. Which?\n\n{told(here)}"
    )


def _collection(game: str) -> tuple[Puzzle, ...]:
    known = collection(game)
    if not known:
        raise OptionError(f"There are no puzzles of {info(game).title}.")
    return known


def numbered(game: str, number: int) -> Puzzle:
    """The puzzle of a number. Raises OptionError: there is no such game or puzzle."""
    known = _collection(game)
    if not 1 <= number <= len(known):
        there_are = f"{info(game).title} has puzzles 1 to {len(known)}"
        raise OptionError(f"{there_are}, so there is no puzzle {quoted(number)}.")
    return known[number - 1]


def check_puzzle(game: str, number: int, turn: str, *, cancel: Cancel) -> str:
    """Whether a turn solves a puzzle, and what follows it; a wrong turn's refutation is proven.

    Args:
        game: its name.
        number: of the puzzle, as `puzzle` said.
        turn: all of the turn.
        cancel: asked now and then; the proof is given up when it says True.

    Raises:
        OptionError: there is no such game or puzzle.
        NotationError, IllegalActionError, UndecidedError: as `puzzles.judge.judge`.
    """
    chosen = numbered(game, number)
    chosen.position.play_turn(turn)  # refuses what is no turn before anything is compiled
    warm_up_judge(game)
    verdict = judge(chosen, turn, seconds=JUDGE_SECONDS, cancel=cancel)
    return _format_verdict(mover(chosen.position), verdict)


def _format_verdict(who: str, verdict: Verdict) -> str:
    if verdict.right:
        line = f"Right: {verdict.turn} wins for {who}."
    else:
        line = f"Wrong: with best play {verdict.turn} leads to a {verdict.value} for {who}."
    follows = "; ".join(verdict.line)
    return f"{line} It goes on: {follows}." if follows else line
