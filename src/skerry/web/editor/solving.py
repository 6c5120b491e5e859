"""What the solver is asked about positions that were set up, and what it has found.

A page asks again and again until there is an answer; when it stops asking, so does the search.
"""

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from cachetools import LRUCache

from skerry.games.view import listed
from skerry.positions import Position
from skerry.text import spaced
from skerry.web.base.errors import BusyError, StaleError
from skerry.web.board.words import mover_title
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane

# What the solver has found, in words.

VALUES = {"win": "wins", "draw": "can draw, and no more", "loss": "loses"}
WORDS = {
    "draw": "Best play of both leads to a draw.",
    "loss": "Every turn loses against best play.",
}
MOST_LISTED = 4  # winning turns that the engine looks for


def solved(position: Position, found: Mapping[str, Any], seconds: float) -> dict[str, object]:
    """A solution: a heading, sentences, and the line of best play."""
    value, mover = found["value"], mover_title(position)
    if value is None:
        return {"heading": "No proof", "words": _unknown(mover, found, seconds), "line": []}
    line = [spaced(turn) for turn in found["line"]]
    words = _winning(found, line) if value == "win" else WORDS[str(value)]
    return {"heading": f"{mover} {VALUES[str(value)]}", "words": words, "line": line}


def _winning(found: Mapping[str, Any], line: Sequence[str]) -> str:
    winners = found["winners"]
    if winners is None:
        return f"{line[0]} wins; other turns may win as well."
    turns = [spaced(turn) for turn in winners]
    if len(turns) == 1:
        return f"{turns[0]} wins, and no other turn does."
    if len(turns) < MOST_LISTED:
        return f"{listed(turns)} win, and no other turn does."
    return f"{listed(turns)} win, and perhaps other turns."


def _unknown(mover: str, found: Mapping[str, object], seconds: float) -> str:
    parts = [f"The solver could not prove within {seconds:g} seconds who wins."]
    least, most = str(found["at_least"]), str(found["at_most"])
    if (least, most) == ("draw", "win"):
        parts.append(f"{mover} does not lose.")
    elif (least, most) == ("loss", "draw"):
        parts.append(f"{mover} does not win.")
    if found.get("slow"):
        parts.append("The fast engine was not ready, and the slow one tried; try again later.")
    else:
        parts.append("Fewer empty cells, or a smaller board, would help it.")
    return " ".join(parts)


def unsound(position: Position, winners: Sequence[str]) -> str:
    """Why a position is no puzzle."""
    mover = mover_title(position)
    if not winners:
        return f"No turn of {mover} wins, so there is nothing to find."
    turns = listed([spaced(turn) for turn in winners])
    return f"More than one turn of {mover} wins: {turns}."


SOLVE, PUZZLE = "solve", "puzzle"  # the kinds of questions, as worker_tasks.py knows them
SECONDS = 30.0  # for a proof
LEASE = 5.0  # seconds that a question outlives its page's last asking
MOST_OPEN = 8  # questions of all browsers; the engine takes them one by one
KEPT = 100  # answers
REPLACED = (
    "Another window has asked the solver something else, and it takes one question of a browser at "
    "a time. Ask again if you would rather have this one."
)


@dataclass(frozen=True)
class Question:
    """What a browser wants to know of a position."""

    seat: str  # of the browser
    kind: str
    text: str  # of the position
    game: str  # by name


@dataclass
class Asked:
    """A question under way."""

    question: Question
    number: int  # of its job
    until: float  # when it is given up unless its page asks again


@dataclass(frozen=True)
class Found:
    """An answer, or a sentence that says why there is none."""

    content: Mapping[str, object]
    error: str | None

    @property
    def is_final(self) -> bool:
        """Whether asking again is of no use."""
        return self.error is None and self.content.get("value", "known") is not None


class Solutions:
    """All questions and answers. A browser asks one at a time. Any thread may call it."""

    def __init__(self, engine: Engine, seconds: float = SECONDS, lease: float = LEASE) -> None:
        self._engine = engine
        self._lease = lease
        self._seconds = seconds
        self._lock = threading.RLock()
        self._open: dict[str, Asked] = {}  # by the browser's seat
        self._found: LRUCache[tuple[str, str], Found] = LRUCache(KEPT)  # by kind and text
        self._numbers = count(1)

    @property
    def seconds(self) -> float:
        """That it has for a proof; asked from other processes, too."""
        return self._seconds

    def ask(self, question: Question, again: bool = False) -> Found | None:
        """What has been found; None while it is thought about, or waits for the engine.

        Args:
            question: instead of any other of its browser.
            again: a page waits for it already, so it takes the place of no other question.

        Raises:
            StaleError: asked again, when another page of the browser has asked something else.
            BusyError: many others wait already.
        """
        with self._lock:
            self._sweep()
            found = self._found.get((question.kind, question.text))
            if found is not None:
                if not found.is_final:  # asked once more, it is tried once more
                    del self._found[question.kind, question.text]
                return found
            asked = self._open.get(question.seat)
            if asked is None or asked.question != question:
                if again and asked is not None:
                    raise StaleError(REPLACED)
                asked = self._begin(question)
            asked.until = time.monotonic() + self._lease
            return None

    def stop(self, seat: str, text: str | None = None) -> None:
        """Give up what a browser has asked, of the position of a text or of any.

        Nothing happens where it has not.
        """
        with self._lock:
            asked = self._open.get(seat)
            if asked is None or text not in (None, asked.question.text):
                return
            del self._open[seat]
            self._engine.cancel(asked.question.kind, seat)

    def _begin(self, question: Question) -> Asked:
        self.stop(question.seat)
        if len(self._open) >= MOST_OPEN:
            raise BusyError(
                f"The solver has {MOST_OPEN} positions to look at already; try again in a while."
            )
        asked = Asked(question, next(self._numbers), 0.0)
        self._open[question.seat] = asked
        order = {"position": question.text, "seconds": self._seconds}
        # One attempt: what kills the engine must not do so again and again.
        job = Job(
            question.kind,
            question.seat,
            asked.number,
            order,
            self._take,
            Lane.SOLVE,
            question.seat,
            question.game,
            most_attempts=1,
        )
        self._engine.submit(job)
        return asked

    def _sweep(self) -> None:
        now = time.monotonic()
        for seat in [seat for seat, asked in self._open.items() if asked.until < now]:
            self.stop(seat)

    def _take(self, answer: Answer) -> None:
        with self._lock:
            asked = self._open.get(answer.job.subject)
            if asked is None or asked.number != answer.job.version:
                return
            del self._open[answer.job.subject]
            found = Found(answer.content, answer.error)
            self._found[asked.question.kind, asked.question.text] = found
