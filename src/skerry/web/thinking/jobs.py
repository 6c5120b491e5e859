"""What the engine is asked for and answers, and in which order jobs get their turn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

MOST_ATTEMPTS = 3  # for a job, before the engine gives it up


class Lane(StrEnum):
    """Jobs of one lane wait for each other, not for those of another lane."""

    SHORT = "short"  # turns of the computer, found in a moment
    LONG = "long"  # turns of the computer that take seconds
    JUDGE = "judge"  # puzzles
    ANALYSIS = "analysis"  # they go on beside each other, a step of each at a time
    SOLVE = "solve"  # positions to be proved, within seconds
    REVIEW = "review"  # whole games, with what the others leave of the machine


@dataclass(frozen=True)
class Job:
    """Something for a worker to do. For each subject there is one job of a kind."""

    kind: str
    subject: str  # a game, or whoever asked
    version: int  # answers to an older version of the same job are of no use
    order: Mapping[str, object]  # what the worker is told; see worker.py
    on_answer: "Callable[[Answer], None]"  # is given each answer, in a thread of the engine's
    lane: Lane = Lane.SHORT
    owner: str = ""  # the browser that it is for; browsers take turns
    game: str = ""  # by name; one that is compiled is asked of the compiled worker
    needs_compiled: bool = False  # plain Python would take hours: it waits for that worker
    most_attempts: int = MOST_ATTEMPTS
    attempts: int = 0  # workers that died while they had it

    @property
    def place(self) -> str:
        """What there is one job for at a time."""
        return f"{self.kind}:{self.subject}"

    @property
    def key(self) -> str:
        """What the worker knows the job by."""
        return f"{self.place}:{self.version}"


@dataclass(frozen=True)
class Answer:
    """What a job has come to so far, or a sentence that says why it comes to nothing."""

    job: Job
    content: Mapping[str, object]  # by the worker
    is_last: bool = True
    error: str | None = None


class JobQueue:
    """Jobs that wait. Within a lane, the browser that was served longest ago comes first.

    Not safe for threads: the engine holds its lock.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, Job] = {}  # by place, in order of arrival
        self._served: dict[str, int] = {}  # when a browser with waiting jobs last had one begun
        self._num_begun = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, job: Job) -> None:
        """Let a job wait."""
        self._waiting[job.place] = job

    def remove(self, place: str) -> Job | None:
        """Take out what waits at a place, if anything does."""
        job = self._waiting.pop(place, None)
        if job is not None:
            self._forget(job.owner)
        return job

    def remove_all(self, unwanted: Callable[[Job], bool]) -> list[Job]:
        """Take out all jobs of some kind."""
        places = [place for place, job in self._waiting.items() if unwanted(job)]
        return [job for place in places if (job := self.remove(place)) is not None]

    def begin(self, may_begin: Callable[[Job], bool] = lambda job: True) -> Job | None:
        """Take out the next job for which there is somebody with room; None when there is none."""
        ready = [job for job in self._waiting.values() if may_begin(job)]
        if not ready:
            return None
        job = min(ready, key=lambda job: self._served.get(job.owner, 0))
        del self._waiting[job.place]
        self._num_begun += 1
        self._served[job.owner] = self._num_begun
        self._forget(job.owner)
        return job

    def _forget(self, owner: str) -> None:
        """Browsers without waiting jobs need not be remembered: the next one is served soon."""
        if all(job.owner != owner for job in self._waiting.values()):
            self._served.pop(owner, None)
