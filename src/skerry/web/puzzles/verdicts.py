"""Puzzles that somebody has set up, and whether turns solve a puzzle, as the engine judges."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from threading import Lock

from cachetools import LRUCache
from django.core import signing
from django.http import HttpRequest

from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.positions import Position, position
from skerry.puzzles import Puzzle, Verdict, find_puzzle, judge
from skerry.record import GameRecord
from skerry.web.base.background import Background
from skerry.web.board.sizes import OBJECT_BYTES, size_of_position
from skerry.web.thinking.turns import JUDGING, WAIT_SECONDS, Questions

PREFIX = "own-"
SALT = "skerry.web.puzzles.verdicts"
LONGEST_KEY = 6_000  # characters


def key_of_own(puzzle: Puzzle) -> str:
    """The key of a puzzle that begins at its position; `find_own` reads it."""
    content = [
        puzzle.position.text,
        [puzzle.solution, *puzzle.line],
        [list(line) for line in puzzle.wrong_lines],
        puzzle.playouts,
        puzzle.num_turns,
    ]
    return PREFIX + signing.dumps(content, salt=SALT, compress=True)


def is_own(key: str) -> bool:
    """Whether a key is one of those."""
    return key.startswith(PREFIX)


def find_own(name: str, key: str) -> Puzzle:
    """The puzzle of such a key.

    Raises:
        OptionError: there is no such game, or this site has not made the key.
    """
    try:
        if len(key) > LONGEST_KEY:
            raise signing.BadSignature
        text, line, wrong, playouts, num_turns = signing.loads(key[len(PREFIX) :], salt=SALT)
    except signing.BadSignature:
        raise OptionError(
            "This link to a puzzle is cut short, was altered, or comes from another site."
        ) from None
    start = position(text)
    if start.game.name != name:
        raise OptionError(f"This puzzle is not one of {info(name).title}.")
    record = _record(line, wrong, GameRecord.begin(start.game, start=start))
    return Puzzle(key, name, 0, playouts, num_turns, record.to_json())


def find_any(name: str, key: str) -> Puzzle:
    """A puzzle that comes with Skerry, or one that somebody has set up.

    Raises:
        OptionError: there is no such game, or no such puzzle.
    """
    return find_own(name, key) if is_own(key) else find_puzzle(name, key)


def _record(line: Sequence[str], wrong: Sequence[Sequence[str]], record: GameRecord) -> GameRecord:
    """The line, with the natural wrong turns beside its first."""
    for turn in line:
        record = record.add_turn(turn)
    for one in wrong:
        record = record.add_variation(1, tuple(one))
    return record


JUDGE = "judge"  # what the engine is asked for
VERDICTS_BYTES = 16_000_000  # of all that are kept


def _size_of(verdict: Verdict) -> int:
    texts = sum(OBJECT_BYTES + len(text) for text in (verdict.turn, *verdict.line))
    return texts + sum(map(size_of_position, verdict.positions))


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

    def __init__(
        self, engine: Questions, background: Background, wait: float = WAIT_SECONDS
    ) -> None:
        """Nothing was judged yet; one verdict may take so many seconds."""
        self._engine = engine
        self._background = background
        self._wait = wait
        self._kept: LRUCache[Question, Verdict] = LRUCache(VERDICTS_BYTES, _size_of)
        self._lock = Lock()

    def find(self, request: HttpRequest, question: Question) -> Verdict:
        """The verdict on a turn; only turns that were judged are kept.

        Raises:
            RequestError: the engine could not tell, or is too busy.
            NotYetError: it is too slow before its kernels are compiled.
            Unfinished: it is waited for in the background.
        """
        with self._lock:
            known = self._kept.get(question)
        if known is not None:
            return known
        if question.turn == question.puzzle.solution:
            return self._keep(question, judge(question.puzzle, question.turn))
        return self._background.ask(
            request, JUDGING, question, lambda _: self._keep(question, self._judge(question))
        )

    def _keep(self, question: Question, verdict: Verdict) -> Verdict:
        with self._lock, suppress(ValueError):  # larger than all that may be kept
            self._kept[question] = verdict
        return verdict

    def _judge(self, question: Question) -> Verdict:
        puzzle, turn = question.puzzle, question.turn
        order: dict[str, object] = {"game": puzzle.game, "puzzle": puzzle.key, "turn": turn}
        if is_own(puzzle.key):
            order["own"] = puzzle.to_data()
        said = self._engine.ask(
            JUDGE, order, game=puzzle.game, owner=question.browser, seconds=self._wait
        )
        if said.get("undecided"):
            raise NotYetError
        line = tuple(str(one) for one in said["line"])  # type: ignore[attr-defined]
        after = puzzle.position.play_turn(turn)
        positions = tuple(accumulate(line, Position.play_turn, initial=after))
        return Verdict(bool(said["right"]), str(said["value"]), turn, line, positions)
