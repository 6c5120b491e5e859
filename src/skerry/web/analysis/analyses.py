"""Which positions the engine analyses for which pages, within bounds, and what it has found.

A page that shows an analysis is a *sitting*: it looks at one position of a game, for which the
engine searches long, and meanwhile the engine searches briefly through all other positions, for
the curve. A sitting lives as long as its page keeps asking; when the tab is closed, it ends by
itself. What was found is kept by the text of the position, so that going back and forth costs
nothing, whichever game or browser it was found for.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, NamedTuple

from cachetools import LRUCache

from skerry.web.base.errors import BusyError
from skerry.web.board.sizes import size_of_data
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane

VIEW, CURVE = "view", "curve"  # the two jobs of a sitting

VIEW_SECONDS = 20.0  # thought about a position that is looked at
CURVE_SECONDS = 0.5  # about each other position
LEASE = 5.0  # seconds that a sitting outlives its page's last question
MOST_PER_BROWSER = 2  # sittings; a further one takes the place of the oldest
# That think at a time, for each worker of the engine; each search has a tree of its own in memory.
MOST_SITTINGS = 4
FINDINGS_BYTES = 32_000_000  # of all that is kept; of a position some ten kilobytes
MOST_PAGES = 500  # that ask, whether the engine thinks for them or not


@dataclass(frozen=True)
class Finding:
    """What is known about a position."""

    analysis: Mapping[str, Any]  # skerry.Analysis as JSON
    is_thorough: bool = False  # thinking further is not worth while

    @property
    def first_share(self) -> float:
        """Probability that person 0 wins."""
        value = float(self.analysis["value"])
        return value if self.analysis["player"] == 0 else 1.0 - value


@dataclass
class Sitting:
    """A page that shows an analysis, and what the engine does for it."""

    name: str
    seat: str
    game: str  # by name
    line: tuple[str | None, ...]  # texts of the game's positions; None where it is over
    turn: int  # the position looked at
    until: float  # when it ends unless its page asks again
    view: str | None = None  # position searched long at the moment
    curve: str | None = None  # position searched briefly
    changed: int = 0  # number of the last change in what is known of `turn`
    curve_changed: int = 0  # in what is known of any position
    known: Mapping[str, Finding] = field(default_factory=dict)  # what its page knew before
    tried: set[str] = field(default_factory=set)  # positions searched for the curve, or just now
    troubles: dict[str, str] = field(default_factory=dict)  # where the engine failed, and why

    @property
    def thinks(self) -> bool:
        """Whether the engine does anything for it."""
        return self.view is not None or self.curve is not None


@dataclass(frozen=True)
class AnalysisView:
    """What a page with a sitting is told."""

    changed: int
    curve_changed: int
    phase: str  # "over", "trouble", "done", "warming up" or "thinking"
    trouble: str
    finding: Finding | None
    curve: tuple[Finding | None, ...]


class Analyses:
    """All sittings and findings. All methods may be called by any thread."""

    def __init__(
        self, engine: Engine, lease: float = LEASE, findings_bytes: int = FINDINGS_BYTES
    ) -> None:
        """Let an engine think; a sitting outlives its page's last question by `lease` seconds."""
        self._engine = engine
        self._lease = lease
        self._lock = threading.RLock()
        self._sittings: OrderedDict[str, Sitting] = OrderedDict()  # who asked last is last
        self._findings: LRUCache[str, Finding] = LRUCache(findings_bytes, size_of_finding)
        self._numbers = count(1)

    def ask(
        self,
        seat: str,
        page: str,
        game: str,
        line: Sequence[str | None],
        turn: int,
        known: Mapping[str, Finding] | None = None,
    ) -> AnalysisView:
        """Begin the sitting of a browser's page, or go on with it.

        Args:
            seat: of the browser.
            page: tells its pages apart.
            game: by name.
            line: texts of the game's positions, None where it is over.
            turn: which of them is looked at.
            known: what was found of them before, wherever that comes from: other pages hear
                nothing of it.

        Raises:
            BusyError: the engine thinks for as many others as it can.
        """
        with self._lock:
            self._sweep()
            sitting = self._sittings.get(f"{seat}/{page}") or self._open(seat, page, game)
            self._sittings.move_to_end(sitting.name)
            sitting.until = time.monotonic() + self._lease
            shown = turn, tuple(line), known or {}
            if (sitting.turn, sitting.line, sitting.known) != shown:
                sitting.turn, sitting.line, sitting.known = shown
                sitting.changed = sitting.curve_changed = next(self._numbers)
            self._think(sitting)
            return self._seen(sitting)

    def stop(self, seat: str, page: str) -> None:
        """End a sitting; nothing happens when there is none."""
        with self._lock:
            self._close(f"{seat}/{page}")

    @property
    def num_thinking(self) -> int:
        """Sittings that the engine thinks for."""
        with self._lock:
            return sum(sitting.thinks for sitting in self._sittings.values())

    def _open(self, seat: str, page: str, game: str) -> Sitting:
        own = [sitting.name for sitting in self._sittings.values() if sitting.seat == seat]
        for name in own[: max(0, len(own) + 1 - MOST_PER_BROWSER)]:
            self._close(name)
        most = MOST_SITTINGS * self._engine.num_workers
        if self.num_thinking >= most or len(self._sittings) >= MOST_PAGES:
            raise BusyError(
                f"The engine is busy with {most} other analyses, as many as it can take; "
                "the page asks again in a moment."
            )
        sitting = Sitting(f"{seat}/{page}", seat, game, (), -1, 0.0)
        self._sittings[sitting.name] = sitting
        return sitting

    def _sweep(self) -> None:
        now = time.monotonic()
        for name in [one.name for one in self._sittings.values() if one.until < now]:
            self._close(name)

    def _close(self, name: str) -> None:
        self._sittings.pop(name, None)
        self._engine.cancel(VIEW, name)
        self._engine.cancel(CURVE, name)

    def _seen(self, sitting: Sitting) -> AnalysisView:
        text = sitting.line[sitting.turn]
        trouble = sitting.troubles.get(text, "") if text else ""
        finding = self._finding(sitting, text)
        if text is None:
            phase = "over"
        elif trouble:
            phase = "trouble"
        elif finding is not None and finding.is_thorough:
            phase = "done"
        else:
            gets_no_quicker = self._engine.phase(sitting.game) in ("ready", "slow")
            phase = "thinking" if gets_no_quicker else "warming up"
        curve = tuple(self._finding(sitting, one) for one in sitting.line)
        return AnalysisView(sitting.changed, sitting.curve_changed, phase, trouble, finding, curve)

    def _finding(self, sitting: Sitting, text: str | None) -> Finding | None:
        """The better of what the engine has found and what the page knew before."""
        if text is None:
            return None
        found, known = self._findings.get(text), sitting.known.get(text)
        if found is None or known is None:
            return known if found is None else found
        # Of what a study keeps of a short search, there are no turns to be shown.
        return known if known.is_thorough and not found.is_thorough else found

    def _think(self, sitting: Sitting) -> None:
        """Give the engine what it has to do for a sitting, and take away what it has not."""
        text = sitting.line[sitting.turn]
        if sitting.view not in (None, text):
            self._engine.cancel(VIEW, sitting.name)
            sitting.view = None
        if sitting.view is None and text is not None and self._is_worth(sitting, text):
            sitting.view = text
            self._submit(VIEW, sitting, text, VIEW_SECONDS)
        if sitting.curve is not None and sitting.curve not in sitting.line:
            self._engine.cancel(CURVE, sitting.name)
            sitting.tried.discard(sitting.curve)  # the line may come back to it
            sitting.curve = None
        if sitting.curve is None:
            sitting.curve = self._next_of_curve(sitting)
            if sitting.curve is not None:
                sitting.tried.add(sitting.curve)
                self._submit(CURVE, sitting, sitting.curve, CURVE_SECONDS)

    def _is_worth(self, sitting: Sitting, text: str) -> bool:
        finding = self._finding(sitting, text)
        return text not in sitting.troubles and not (finding and finding.is_thorough)

    def _next_of_curve(self, sitting: Sitting) -> str | None:
        """The first position of which nothing is known; none is tried twice."""
        done = {None, sitting.view, *sitting.tried, *sitting.troubles}
        open_texts = (text for text in sitting.line if text not in done)
        return next((one for one in open_texts if self._finding(sitting, one) is None), None)

    def _submit(self, kind: str, sitting: Sitting, text: str, seconds: float) -> None:
        order = {"position": text, "seconds": seconds}
        # One attempt: what kills the engine must not do so again and again.
        number = next(self._numbers)
        job = Job(
            kind,
            sitting.name,
            number,
            order,
            self.take,
            Lane.ANALYSIS,
            sitting.seat,
            sitting.game,
            most_attempts=1,
        )
        self._engine.submit(job)

    def take(self, answer: Answer) -> None:
        """Keep what the engine says, and go on to what is to be thought about next."""
        text = str(answer.job.order["position"])
        with self._lock:
            analysis = answer.content.get("analysis")
            if isinstance(analysis, dict):
                self._keep(text, Finding(analysis, analysis["proven"] is not None))
            is_thorough = answer.is_last and answer.job.kind == VIEW and answer.error is None
            if is_thorough and text in self._findings:
                self._findings[text] = replace(self._findings[text], is_thorough=True)
            sitting = self._sittings.get(answer.job.subject)
            if sitting is None or sitting.until < time.monotonic():
                self._close(answer.job.subject)
            else:
                self._note_answer(sitting, answer, text)

    def _note_answer(self, sitting: Sitting, answer: Answer, text: str) -> None:
        if answer.error is not None:
            sitting.troubles[text] = answer.error
        sitting.curve_changed = next(self._numbers)
        if text == sitting.line[sitting.turn]:
            sitting.changed = sitting.curve_changed
        if answer.is_last:
            if answer.job.kind == VIEW:
                sitting.view = None
            else:
                sitting.curve = None
            self._think(sitting)

    def _keep(self, text: str, finding: Finding) -> None:
        """Keep the better of two findings, so that numbers never fall behind what was shown."""
        kept = self._findings.get(text)
        if kept is not None and _is_better(kept, finding):
            finding = kept
        self._findings[text] = finding


def size_of_finding(finding: Finding) -> int:
    """About how many bytes a finding takes."""
    return size_of_data(finding.analysis)


def _is_better(kept: Finding, fresh: Finding) -> bool:
    if fresh.is_thorough or kept.is_thorough:
        return not fresh.is_thorough
    return bool(kept.analysis["playouts"] > fresh.analysis["playouts"])


# Analyses behind hints and notes on blunders: the same question gets the same answer everywhere.
#
# What a search finds depends on how long it ran and on its seed. Here both are fixed, so that a
# page loaded anew, another process of the site and a slower machine say the same of a position.

ADVICE = "advice"  # what the engine is asked for; see thinking/worker_tasks.py
PLAYOUTS = 1_000  # of each position: before its kernels are compiled, two seconds of thought
ADVISED_BYTES = 8_000_000  # of all that is kept
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

    def __init__(self, engine: Engine, findings_bytes: int = ADVISED_BYTES) -> None:
        """Let an engine think; nothing is known yet."""
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
