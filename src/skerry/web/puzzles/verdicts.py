"""Whether turns solve puzzles, as the engine judges them."""

from dataclasses import dataclass, field
from functools import lru_cache

from ...puzzles import Puzzle, Verdict, judge
from ..thinking.engine import Engine
from ..thinking.waiting import WAIT_SECONDS, ask_and_wait
from .own import is_own

JUDGE = "judge"  # what the engine is asked for
KEPT_VERDICTS = 512


class NotYetError(Exception):
    """Asking again in a while will help."""


@dataclass(frozen=True)
class Question:
    """Whether a legal turn, in canonical text, solves a puzzle."""

    puzzle: Puzzle
    turn: str
    browser: str = field(compare=False)  # that asks; the answer is the same for all


class Verdicts:
    """Asks the engine, and keeps its latest verdicts. Any thread may call it."""

    def __init__(self, engine: Engine, wait: float = WAIT_SECONDS) -> None:
        """Nothing was judged yet.

        Args:
            engine: that judges.
            wait: seconds for one verdict.
        """
        self._engine = engine
        self._wait = wait
        self._kept = lru_cache(KEPT_VERDICTS)(self._judge)

    def find(self, question: Question) -> Verdict:
        """The verdict on a turn; only turns that were judged are kept.

        Raises:
            RequestError: the engine could not tell, or is too busy.
            NotYetError: it is too slow before its kernels are compiled.
        """
        return self._kept(question)

    def _judge(self, question: Question) -> Verdict:
        puzzle, turn = question.puzzle, question.turn
        if turn == puzzle.solution:
            return judge(puzzle, turn)
        order: dict[str, object] = {"game": puzzle.game, "puzzle": puzzle.key, "turn": turn}
        if is_own(puzzle.key):
            order["own"] = puzzle.to_data()
        said = ask_and_wait(
            self._engine,
            JUDGE,
            order,
            game=puzzle.game,
            owner=question.browser,
            seconds=self._wait,
        )
        if said.get("undecided"):
            raise NotYetError
        line = tuple(str(one) for one in said["line"])  # type: ignore[attr-defined]
        positions = [puzzle.position.play_turn(turn)]
        for text in line:
            positions.append(positions[-1].play_turn(text))
        return Verdict(bool(said["right"]), str(said["value"]), turn, line, tuple(positions))
