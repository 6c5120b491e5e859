"""The engine as the server sees it: a worker process, its jobs, and its restart when it dies."""

import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3  # for a job, before the engine gives it up
LONGEST_PAUSE = 30.0  # seconds between two restarts
STOP_SECONDS = 2.0  # that a worker has to end by itself


@dataclass(frozen=True)
class Job:
    """Something for the worker to think about. For each subject there is one job of a kind."""

    kind: str
    subject: str  # a game, or whoever asked
    version: int  # answers to an older version of the same job are of no use
    order: Mapping[str, object]  # what the worker is told; see worker.py
    tell: "Callable[[Answer], None]"  # is given each answer, in the engine's own thread
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
    said: Mapping[str, object]  # by the worker
    is_last: bool = True
    error: str | None = None


@dataclass(frozen=True)
class Status:
    """What the page tells about the engine."""

    phase: str  # "stopped", "preparing", "ready" or "restarting"
    seconds: float  # since the phase began


class Engine:
    """Keeps a worker process running and gives it jobs. All methods may be called by any thread."""

    def __init__(
        self,
        on_ready: Callable[[], None],
        command: Sequence[str] = (sys.executable, "-m", "skerry.web.worker"),
        pause: float = 1.0,
    ) -> None:
        """Nothing runs before `start`; jobs given before then wait.

        Args:
            on_ready: called in a thread of its own whenever a worker has its kernels.
            command: of the worker.
            pause: seconds before the first restart; each further one takes twice as long.
        """
        self._on_ready = on_ready
        self._command = tuple(command)
        self._pause = pause
        self._lock = threading.RLock()
        self._jobs: dict[str, Job] = {}  # by place
        self._process: subprocess.Popen[str] | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._phase, self._since = "stopped", time.monotonic()

    def start(self) -> None:
        """Start the worker and the thread that looks after it."""
        with self._lock:
            if self._thread is None:
                self._stopping.clear()
                self._thread = threading.Thread(target=self._supervise, name="engine", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the worker; jobs that were not answered wait for the next start."""
        self._stopping.set()
        with self._lock:
            process, thread = self._process, self._thread
            self._thread = None
        if process is not None:
            _end(process)
        if thread is not None:
            thread.join(STOP_SECONDS)
        self._set_phase("stopped")

    def status(self) -> Status:
        """Where the engine stands."""
        with self._lock:
            return Status(self._phase, time.monotonic() - self._since)

    @property
    def process_id(self) -> int | None:
        """Of the worker, None when there is none."""
        with self._lock:
            return None if self._process is None else self._process.pid

    def submit(self, job: Job) -> None:
        """Think about a job, instead of any earlier one in its place."""
        with self._lock:
            self.cancel(job.kind, job.subject)
            self._jobs[job.place] = job
            self._send_job(job)

    def cancel(self, kind: str, subject: str) -> None:
        """Stop thinking about something; nothing happens when there is no such job."""
        with self._lock:
            job = self._jobs.pop(f"{kind}:{subject}", None)
            if job is not None:
                self._send({"cancel": job.key})

    def _send_job(self, job: Job) -> None:
        self._send({"job": job.key, **job.order})

    def _send(self, message: dict[str, object]) -> None:
        with self._lock:
            if self._process is None or self._process.stdin is None:
                return
            try:
                self._process.stdin.write(json.dumps(message) + "\n")
                self._process.stdin.flush()
            except (OSError, ValueError):
                pass  # the worker has died: its next one is given every job that waits

    def _set_phase(self, phase: str) -> None:
        with self._lock:
            self._phase, self._since = phase, time.monotonic()

    def _supervise(self) -> None:
        pause = self._pause
        while not self._stopping.is_set():
            began = time.monotonic()
            self._run_worker()
            if self._stopping.is_set():
                break
            self._set_phase("restarting")
            self._count_attempt()
            if time.monotonic() - began > LONGEST_PAUSE:
                pause = self._pause
            log.warning("The engine's worker ended; the next one starts in %.1f s.", pause)
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _run_worker(self) -> None:
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            # A Ctrl-C in the terminal is for the server, which then ends its worker.
            start_new_session=True,
        )
        with self._lock:
            self._process = process
            self._set_phase("preparing")
            for job in self._jobs.values():
                self._send_job(job)
        if self._stopping.is_set():
            _end(process)
        assert process.stdout is not None
        for line in process.stdout:
            self._hear(line)
        with self._lock:
            self._process = None
        _end(process)
        process.stdout.close()

    def _count_attempt(self) -> None:
        """Jobs that were under way may be what killed the worker: none is tried for ever."""
        with self._lock:
            tried = [replace(job, attempts=job.attempts + 1) for job in self._jobs.values()]
            self._jobs = {job.place: job for job in tried if job.attempts < job.most_attempts}
        for job in tried:
            if job.attempts >= job.most_attempts:
                times = "once" if job.attempts == 1 else f"{job.attempts} times"
                sentence = f"The engine stopped {times} while it thought here."
                self._tell(Answer(job, {}, error=sentence))

    def _hear(self, line: str) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            log.warning("The engine's worker said something that is no JSON: %.200r", line)
            return
        if message.get("ready"):
            self._set_phase("ready")
            threading.Thread(target=self._on_ready, name="engine-ready", daemon=True).start()
            return
        key, is_last, error = message.pop("job"), message.pop("last"), message.pop("error", None)
        place = key.rpartition(":")[0]
        with self._lock:
            job = self._jobs.get(place)
            if job is None or job.key != key:
                return  # cancelled, or asked anew meanwhile
            if is_last:
                del self._jobs[place]
        self._tell(Answer(job, message, is_last, error))

    def _tell(self, answer: Answer) -> None:
        try:
            answer.job.tell(answer)
        except Exception:  # a lost answer must not end the thread that all games depend on
            log.exception("The engine's answer to %s could not be used.", answer.job.key)


def _end(process: subprocess.Popen[str]) -> None:
    """End a worker by closing its input, else by force."""
    try:
        if process.stdin is not None:
            process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
