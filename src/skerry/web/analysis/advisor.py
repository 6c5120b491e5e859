"""Analyses behind hints and notes on blunders: the same question gets the same answer everywhere.

What a search finds depends on how long it ran and on its seed. Here both are fixed, so that a page
loaded anew, another process of the site and a slower machine say the same of a position.
"""

import threading
from collections.abc import Mapping
from itertools import count
from typing import NamedTuple

from cachetools import LRUCache

from skerry.web.analysis.analyses import Finding, size_of_finding
from skerry.web.base.errors import BusyError
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane

ADVICE = "advice"  # what the engine is asked for; see thinking/worker/tasks.py
PLAYOUTS = 1_000  # of each position: before its kernels are compiled, two seconds of thought
FINDINGS_BYTES = 8_000_000  # of all that is kept
MOST_ASKED = 50  # positions at a time


class Question(NamedTuple):
    """Who wants to know something, and for what; about one position at a time."""

    seat: str
    page: str
    use: str  # "hint" or "verdict"

    @property
    def name(self) -> str:
        """The engine's name for it."""
        return "/".join(self)


class Advice(NamedTuple):
    """What is known of a position, or why nothing ever will be; neither: not yet."""

    finding: Finding | None = None
    trouble: str = ""


class Advisor:
    """Asks the engine, and keeps what it found last. All methods may be called by any thread."""

    def __init__(self, engine: Engine, findings_bytes: int = FINDINGS_BYTES) -> None:
        """Nothing is known yet.

        Args:
            engine: that thinks.
            findings_bytes: of all that is kept.
        """
        self._engine = engine
        self._lock = threading.RLock()
        self._findings: LRUCache[str, Finding] = LRUCache(findings_bytes, size_of_finding)
        self._asked: dict[str, str] = {}  # positions that the engine thinks about, by question
        self._troubles: dict[str, tuple[str, str]] = {}  # a position and what went wrong
        self._numbers = count(1)

    def ask(self, question: Question, game: str, text: str) -> Advice:
        """What is known of a position; if it is nothing, the engine begins to think about it.

        Args:
            question: whose place it takes if that was about another position.
            game: by name.
            text: of the position, which is not over.

        Raises:
            BusyError: the engine has enough to think about.
        """
        with self._lock:
            finding = self._findings.get(text)
            if finding is not None:
                return Advice(finding)
            about, trouble = self._troubles.pop(question.name, ("", ""))
            if about == text:
                return Advice(trouble=trouble)
            if self._asked.get(question.name) != text:
                self._submit(question, game, text)
            return Advice()

    def stop(self, seat: str, page: str) -> None:
        """Think no longer for a page."""
        with self._lock:
            for use in ("hint", "verdict"):
                name = Question(seat, page, use).name
                if self._asked.pop(name, None) is not None:
                    self._engine.cancel(ADVICE, name)

    def take(self, answer: Answer) -> None:
        """Keep what the engine says."""
        name, text = answer.job.subject, str(answer.job.order["position"])
        with self._lock:
            analysis = answer.content.get("analysis")
            if isinstance(analysis, Mapping):
                self.know(text, analysis)
            if answer.is_last and self._asked.get(name) == text:
                del self._asked[name]
                if answer.error is not None:
                    self._troubles[name] = (text, answer.error)

    def know(self, text: str, analysis: Mapping[str, object]) -> None:
        """Keep an analysis of PLAYOUTS playouts."""
        with self._lock:
            self._findings[text] = Finding(analysis, is_thorough=True)

    def _submit(self, question: Question, game: str, text: str) -> None:
        if question.name not in self._asked and len(self._asked) >= MOST_ASKED:
            raise BusyError("The engine is busy with many hints; the page asks again in a moment.")
        self._asked[question.name] = text
        while len(self._troubles) > MOST_ASKED:
            del self._troubles[next(iter(self._troubles))]
        order = {"position": text, "playouts": PLAYOUTS}
        job = Job(
            ADVICE,
            question.name,
            next(self._numbers),
            order,
            self.take,
            Lane.ANALYSIS,
            question.seat,
            game,
            most_attempts=1,
        )
        self._engine.submit(job)
