"""Whether turns solve puzzles, as the engine judges them."""

import queue
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count

from ...puzzles import Puzzle, Verdict, judge
from ..base.errors import BusyError, RequestError
from ..thinking.engine import Engine
from ..thinking.jobs import Answer, Job, Lane

JUDGE = "judge"  # what the engine is asked for
WAIT_SECONDS = 20.0  # for the engine's verdict
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
        self._numbers = count(1)
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
        said = self._ask_engine(question)
        if said.get("undecided"):
            raise NotYetError
        line = tuple(str(one) for one in said["line"])  # type: ignore[attr-defined]
        positions = [puzzle.position.play_turn(turn)]
        for text in line:
            positions.append(positions[-1].play_turn(text))
        return Verdict(bool(said["right"]), str(said["value"]), turn, line, tuple(positions))

    def _ask_engine(self, question: Question) -> Mapping[str, object]:
        answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        game, puzzle = question.puzzle.game, question.puzzle.key
        order = {"game": game, "puzzle": puzzle, "turn": question.turn}
        subject, owner = str(next(self._numbers)), question.browser
        self._engine.submit(Job(JUDGE, subject, 0, order, answers.put, Lane.JUDGE, owner, game))
        try:
            answer = answers.get(timeout=self._wait)
        except queue.Empty:
            self._engine.cancel(JUDGE, subject)
            raise BusyError(
                "Many turns are being checked at the moment; try again in a little while."
            ) from None
        if answer.error is not None:
            raise RequestError(answer.error)
        return answer.content
