"""The engine: worker processes, what each of them is doing, and which of them is asked.

A worker whose kernels are plain Python answers from the first moment. Meanwhile a process of low
priority compiles the kernels of one game after the other, those that were asked for last first;
another worker loads them, and takes that game over between two jobs:

    interpreted  ████████████████████████████████▌ ends when the last game is taken over
    compiling     ░░game 1░░░ ░game 2░░ ░game 3░░░
    compiled                 ▁▁▁▁▁▁▁▁▁ ▄▄▄▄▄▄▄▄▄▄ ███████ … the games that are loaded

Where that fails the interpreted worker stays. Jobs are kept until their last answer, so a worker
that dies costs nothing but time.

An engine may also have compiled workers on other machines, which compile there; a job goes to the
one that had it before, with what it remembers, or to the one with the fewest.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from cachetools import LRUCache

from skerry.games.catalogue import GAMES
from skerry.web.thinking.jobs import Answer, Job, JobQueue, Lane
from skerry.web.thinking.worker_process import COMMAND, STOP_SECONDS, Worker, WorkerProcess

log = logging.getLogger(__name__)

MOST_FAILED_STARTS = 3  # of the compiler or a compiled worker, in a row
# Of each worker:
MOST_JUDGED = 2  # puzzles at a time
MOST_ANALYSED = 8  # positions at a time
MOST_SOLVED = 1  # position at a time; one takes a core
MOST_REVIEWED = 1  # games at a time; one takes all cores
MOST_REMEMBERED = 10_000  # jobs of which it is known who did them last
STAYS_SLOW = (
    "The fast engine cannot be used for this game on this server, and this cannot be done without "
    "it."
)
NAMES = tuple(info.name for info in GAMES)

Command = tuple[str, ...]
Start = Callable[[], Worker]  # raises OSError where there is none now


@dataclass(frozen=True)
class Commands:
    """The programs that an engine starts."""

    interpreted: Command = (*COMMAND, "interpreted")
    compiler: Command = (*COMMAND, "compile")
    compiled: Command | None = (*COMMAND, "compiled")  # None: there is no such worker


class Engine:
    """Keeps workers running and gives them jobs. All methods may be called by any thread.

    It needs nothing of Django, and so can start before the rest of the site.
    """

    def __init__(
        self,
        commands: Commands | None = None,
        pause: float = 1.0,
        games: Iterable[str] = NAMES,
        elsewhere: Iterable[Start] = (),
    ) -> None:
        """Nothing runs before `start`; jobs given before then wait.

        Args:
            commands: the programs; None for Skerry's own.
            elsewhere: compiled workers on other machines, in place of one here.
            pause: seconds before the first restart; each further one takes twice as long.
            games: that jobs are of; they are compiled in this order unless others are asked for.
        """
        self._commands = Commands() if commands is None else commands
        self._pause = pause
        turns = max(1, (os.cpu_count() or 2) - 1)
        self._room = {Lane.SHORT: turns, Lane.LONG: turns, Lane.JUDGE: MOST_JUDGED}
        self._room |= {Lane.ANALYSIS: MOST_ANALYSED, Lane.REVIEW: MOST_REVIEWED}
        self._room[Lane.SOLVE] = MOST_SOLVED
        self._changed = threading.Condition(threading.RLock())
        self._queue = JobQueue()
        self._under_way: dict[str, tuple[Job, Worker]] = {}  # by place
        self._done_by: LRUCache[str, Worker] = LRUCache(MOST_REMEMBERED)  # by place, the last one
        self._interpreted: Worker | None = None
        self._compiled: dict[Worker, set[str]] = {}  # games loaded by those that are ready
        self._elsewhere = tuple(elsewhere)
        self._games = list(games)  # in the order in which they are to be compiled
        # There will be no compiled worker.
        self._has_no_compiled = self._commands.compiled is None and not self._elsewhere
        # No further game will be compiled.
        self._ends_compiling = False
        self._failed: set[str] = set()  # games that did not compile, which come after the others
        # Games that are compiled, or are where they are loaded.
        self._in_cache: set[str] = set(games) if self._elsewhere else set()
        self._processes: set[Worker] = set()
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

    # ---- for the site ----

    def start(self) -> None:
        """Start the workers and the threads that look after them."""
        with self._changed:
            if self._threads:
                return
            self._stopping.clear()
            work = [self._keep_interpreted]
            if self._elsewhere:
                work += [partial(self._keep_elsewhere, start) for start in self._elsewhere]
            elif self._commands.compiled is not None:
                work += [self._keep_compiling, self._keep_compiled]
            self._threads = [threading.Thread(target=one, daemon=True) for one in work]
            for thread in self._threads:
                thread.start()

    def stop(self) -> None:
        """End the workers; jobs that were not answered wait for the next start."""
        self._stopping.set()
        with self._changed:
            threads, self._threads = self._threads, []
            processes = list(self._processes)
            self._changed.notify_all()
        for process in processes:
            process.retire()
        for process in processes:
            process.end()
        for thread in threads:
            thread.join(STOP_SECONDS)

    def phase(self, game: str | None = None) -> str:
        """Whether a game, or all, is "stopped", "warming up", "ready" (compiled) or "slow".

        Slow is what stays uncompiled; of all games, one of them is enough.
        """
        with self._changed:
            if not self._threads:
                return "stopped"
            if self._has_all if game is None else game in self._loaded:
                return "ready"
            asked = self._games if game is None else [game]
            return "slow" if any(map(self._stays_slow, asked)) else "warming up"

    @property
    def compiled_games(self) -> list[str]:
        """The games that a compiled worker answers for."""
        with self._changed:
            return [game for game in self._games if game in self._loaded]

    @property
    def process_id(self) -> int | None:
        """Of the worker here that new games are asked of, None when there is none."""
        with self._changed:
            current = next(iter(self._compiled), None) if self._has_all else self._interpreted
            return None if current is None else current.process_id

    @property
    def num_workers(self) -> int:
        """How many do jobs beside each other, on as many machines; at least one."""
        return max(1, len(self._elsewhere))

    @property
    def num_waiting(self) -> int:
        """How many jobs wait for their turn."""
        with self._changed:
            return len(self._queue)

    def submit(self, job: Job) -> None:
        """Do a job, instead of any earlier one in its place."""
        with self._changed:
            self.cancel(job.kind, job.subject)
            if job.needs_compiled and self._stays_slow(job.game):
                _pass_on(Answer(job, {}, error=STAYS_SLOW))
                return
            # It is compiled next, unless it is already, or was tried.
            if job.game in self._games and job.game not in self._failed:
                self._games.remove(job.game)
                self._games.insert(0, job.game)
            self._queue.add(job)
            self._begin_jobs()

    def cancel(self, kind: str, subject: str) -> None:
        """Stop doing a job; nothing happens when there is none."""
        place = f"{kind}:{subject}"
        with self._changed:
            self._queue.remove(place)
            job, worker = self._under_way.pop(place, (None, None))
            if job is not None and worker is not None:
                worker.send({"cancel": job.key})
                self._begin_jobs()

    # ---- who does what ----

    @property
    def _loaded(self) -> set[str]:
        """The games that some compiled worker has."""
        return set().union(*self._compiled.values())

    def _stays_slow(self, game: str) -> bool:
        """Whether no compiled worker will ever have a game."""
        return self._has_no_compiled or (self._ends_compiling and game not in self._in_cache)

    @property
    def _has_all(self) -> bool:
        """Whether compiled workers have taken all games over."""
        return self._loaded.issuperset(self._games)

    def _worker_for(self, job: Job) -> Worker | None:
        """Who is given a job now: of the quickest with room, who had it before or has the least."""
        able = [worker for worker, games in self._compiled.items() if job.game in games]
        if not able and self._interpreted is not None and not job.needs_compiled:
            able = [self._interpreted]
        theirs: dict[Worker, list[Job]] = {worker: [] for worker in able}
        for other, worker in self._under_way.values():
            if worker in theirs:
                theirs[worker].append(other)
        most = self._room[job.lane]
        free = [one for one in able if sum(job.lane is it.lane for it in theirs[one]) < most]
        last = self._done_by.get(job.place)
        return last if last in free else min(free, key=lambda it: len(theirs[it]), default=None)

    def _begin_jobs(self) -> None:
        """Give out the jobs that there is room and a worker for."""
        while True:
            job = self._queue.begin(lambda job: self._worker_for(job) is not None)
            worker = None if job is None else self._worker_for(job)
            if job is None or worker is None:
                break
            self._give(job, worker)

    def _give(self, job: Job, worker: Worker) -> None:
        self._under_way[job.place] = job, worker
        self._done_by[job.place] = worker
        worker.send({"job": job.key, "lane": job.lane.value, **job.order})

    def _adopt_interpreted(self, worker: Worker) -> None:
        with self._changed:
            self._interpreted = worker
            self._begin_jobs()
            self._retire_interpreted()  # the compiled one may have become ready just now

    def _adopt_compiled(self, worker: Worker) -> None:
        """Have it load what is compiled."""
        with self._changed:
            self._compiled[worker] = set()
            for game in self._games:
                if game in self._in_cache:
                    worker.send({"load": game})

    def _adopt_game(self, worker: Worker, game: str) -> None:
        """Ask the compiled worker for a game from now on.

        Turns and puzzles under way stay where they were begun.
        """
        with self._changed:
            if worker not in self._compiled:
                return
            self._compiled[worker].add(game)
            for job, other in list(self._under_way.values()):
                if other is self._interpreted and job.lane is Lane.ANALYSIS and job.game == game:
                    other.send({"cancel": job.key})
                    self._give(job, worker)
            self._begin_jobs()
            self._retire_interpreted()

    def _retire_interpreted(self) -> None:
        """End the interpreted worker once it has nothing left to do."""
        worker = self._interpreted
        if not self._has_all or worker is None:
            return
        if all(other is not worker for _, other in self._under_way.values()):
            worker.retire()

    def _take_message(self, worker: Worker, message: dict[str, object]) -> None:
        """Pass an answer on, unless nobody waits for it any more."""
        key = str(message.pop("job", ""))
        is_last, error = bool(message.pop("last", True)), message.pop("error", None)
        place = key.rpartition(":")[0]
        with self._changed:
            job, asked = self._under_way.get(place, (None, None))
            if job is None or asked is not worker or job.key != key:
                return  # cancelled, or asked anew meanwhile
            if is_last:
                del self._under_way[place]
                self._begin_jobs()
                self._retire_interpreted()
        _pass_on(Answer(job, message, is_last, None if error is None else str(error)))

    def _lose(self, worker: Worker) -> None:
        """Let the jobs of a worker that died wait again; what killed several is given up."""
        with self._changed:
            self._processes.discard(worker)
            if self._interpreted is worker:
                self._interpreted = None
            self._compiled.pop(worker, None)
            lost = [job for job, other in self._under_way.values() if other is worker]
            given_up = []
            for job in lost:
                del self._under_way[job.place]
                if not self._stopping.is_set():
                    job = replace(job, attempts=job.attempts + 1)
                if job.attempts < job.most_attempts:
                    self._queue.add(job)
                else:
                    given_up.append(job)
            if not self._stopping.is_set():
                self._begin_jobs()
            self._changed.notify_all()
        for job in given_up:
            times = "once" if job.attempts == 1 else f"{job.attempts} times"
            sentence = f"The engine stopped {times} while it was thinking here."
            _pass_on(Answer(job, {}, error=sentence))

    # ---- processes ----

    def _keep_interpreted(self) -> None:
        """Run interpreted workers for as long as the compiled one has not all games."""
        pauses = Pauses(self._stopping, self._pause)
        command = partial(WorkerProcess, self._commands.interpreted)
        while not self._stopping.is_set():
            with self._changed:
                self._changed.wait_for(lambda: self._stopping.is_set() or not self._has_all)
            pauses.between(lambda: self._run(command, self._adopt_interpreted))

    def _keep_compiling(self) -> None:
        """Have all games compiled; give up after some failures in a row."""
        pauses = Pauses(self._stopping, self._pause)
        failures = 0
        while not self._stopping.is_set() and failures < MOST_FAILED_STARTS:
            before = len(self._in_cache)
            if pauses.between(self._compile):
                return
            failures = failures + 1 if len(self._in_cache) == before else 1
        self._give_up(compiling=True)

    def _compile(self) -> bool:
        """Have games compiled, one after the other; returns whether all of them are."""
        process = self._start(partial(WorkerProcess, self._commands.compiler))
        if process is None:
            return False
        begun = None
        for message in process.messages():
            with self._changed:
                game = str(message.get("compiled", ""))
                if game in self._games:
                    self._in_cache.add(game)
                    self._changed.notify_all()
                    for worker in self._compiled:
                        worker.send({"load": game})
                missing = [game for game in self._games if game not in self._in_cache]
            if missing:
                begun = missing[0]
                process.send({"compile": begun})
            else:
                process.retire()
        code = process.end()
        with self._changed:
            self._processes.discard(process)
            is_done = self._in_cache.issuperset(self._games)
            if begun is not None and begun not in self._in_cache:  # others come before it now
                self._failed.add(begun)
                self._games.remove(begun)
                self._games.append(begun)
        if not is_done and not self._stopping.is_set():
            log.error("Compiling failed (code %d); until it works the slower engine does.", code)
        return is_done

    def _keep_compiled(self) -> None:
        """Run compiled workers, once there is something for them; give up as `_keep_compiling`."""
        assert self._commands.compiled is not None
        command = partial(WorkerProcess, self._commands.compiled)
        with self._changed:
            self._changed.wait_for(lambda: self._stopping.is_set() or bool(self._in_cache))
        pauses = Pauses(self._stopping, self._pause)
        failures = 0
        while not self._stopping.is_set() and failures < MOST_FAILED_STARTS:
            was_ready = pauses.between(lambda: self._run(command, self._adopt_compiled))
            failures = 0 if was_ready else failures + 1
        self._give_up(compiling=False)

    def _keep_elsewhere(self, start: Start) -> None:
        """Run compiled workers on another machine, whenever there is one."""
        pauses = Pauses(self._stopping, self._pause)
        while not self._stopping.is_set():
            pauses.between(lambda: self._run(start, self._adopt_compiled))

    def _give_up(self, *, compiling: bool) -> None:
        """Compile no more, or else start no compiled worker, and refuse what would need it."""
        if self._stopping.is_set():
            return
        with self._changed:
            if compiling:
                self._ends_compiling = True
            else:
                self._has_no_compiled = True
            slow = [game for game in self._games if self._stays_slow(game)]
            refused = self._queue.remove_all(
                lambda job: job.needs_compiled and self._stays_slow(job.game)
            )
        log.error("The slower engine stays at work for %s.", ", ".join(slow))
        for job in refused:
            _pass_on(Answer(job, {}, error=STAYS_SLOW))

    def _run(self, start: Start, adopt: Callable[[Worker], None]) -> bool:
        """Run a worker until it ends; returns whether it ever was ready."""
        worker = self._start(start)
        if worker is None:
            return False
        was_ready = False
        for message in worker.messages():
            if message.get("ready"):
                was_ready = True
                adopt(worker)
            elif "loaded" in message:
                self._adopt_game(worker, str(message["loaded"]))
            else:
                self._take_message(worker, message)
        code = worker.end()
        if not (was_ready and worker.is_retired) and not self._stopping.is_set():
            log.warning("A worker of the engine ended with code %d.", code)
        self._lose(worker)
        return was_ready

    def _start(self, start: Start) -> Worker | None:
        """Start a worker, None where the engine or the system says no."""
        with self._changed:
            if self._stopping.is_set():
                return None
        try:
            worker = start()
        except OSError as error:
            log.error("The engine cannot start a worker: %s", error)
            return None
        with self._changed:
            self._processes.add(worker)
            if self._stopping.is_set():  # meanwhile: `stop` has not seen this one
                worker.retire()
        return worker


def _pass_on(answer: Answer) -> None:
    try:
        answer.job.on_answer(answer)
    except Exception:  # a lost answer must not end the thread that all games depend on
        log.exception("The engine's answer to %s could not be used.", answer.job.key)


LONGEST_PAUSE = 30.0  # seconds between two restarts


class Pauses:
    """Pauses between two restarts, longer each time unless things go well for a while."""

    def __init__(self, stopping: threading.Event, first: float) -> None:
        """Begin with a pause of so many seconds; none goes on after `stopping`."""
        self._stopping = stopping
        self._first = self._next = first

    def between(self, run: Callable[[], bool]) -> bool:
        """Run something until it ends, and pause; returns what it returns."""
        began = time.monotonic()
        result = run()
        if time.monotonic() - began > LONGEST_PAUSE:
            self._next = self._first
        self._stopping.wait(self._next)
        self._next = min(2 * self._next, LONGEST_PAUSE)
        return result
