"""A plan carried out: who runs its jobs, the folder of results, and experiments that go on."""

import contextlib
import fcntl
import io
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol, TypeVar

import polars as pl

from skerry.errors import OptionError, SkerryError
from skerry.lab.plans import RANDOM, Cell, Plan, parse_plan
from skerry.lab.playing import DRAW, SCHEMA, Job
from skerry.statistics import wilson

# Where the results of a plan lie: a folder that survives being killed at any moment.
#
#     NAME/
#       plan.toml                        the plan, as it was read
#       jobs/KEY.CHECKSUM.parquet        the rows of one job
#       results.parquet                  all rows in the plan's order, once nothing is missing
#       damaged/                         what could not be read, set aside
#
# A file of a job is written beside its place and then moved there, so that it is whole or not
# there; its name says what it should contain. Only one process at a time may add to a folder.

PLAN, JOBS, RESULTS, DAMAGED, LOCK = "plan.toml", "jobs", "results.parquet", "damaged", ".lock"
NAME = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{16})\.parquet")


class StoreError(SkerryError):
    """A folder of results that cannot be used, in one sentence."""


class Store:
    """The folder of one plan."""

    def __init__(self, folder: Path) -> None:
        """A folder that holds a plan. Raises StoreError when it does not."""
        self.folder = folder
        if not (folder / PLAN).is_file():
            raise StoreError(
                f"{folder} holds no {PLAN}; `skerry lab run PLAN` makes such a folder."
            )
        self.set_aside: list[str] = []  # damaged files, by name

    @classmethod
    def create(cls, folder: Path, plan: str) -> "Store":
        """The folder of a plan's text; results of the same plan are kept.

        Raises:
            StoreError: it holds another plan, or cannot be made.
        """
        try:
            (folder / JOBS).mkdir(parents=True, exist_ok=True)
            kept = folder / PLAN
            if kept.is_file() and kept.read_bytes() != plan.encode():
                raise StoreError(
                    f"{folder} holds the results of another plan; give another folder by --out, or "
                    f"go on with that plan by `skerry lab resume {folder}`."
                )
            if not kept.is_file():
                replace_file(kept, plan.encode())
        except OSError as error:
            raise StoreError(f"{folder} cannot be used: {error.strerror}.") from error
        return cls(folder)

    @property
    def plan_text(self) -> str:
        """The plan's TOML, with the line ends that it has. Raises StoreError: it is no text."""
        try:
            return (self.folder / PLAN).read_bytes().decode()
        except UnicodeDecodeError as error:
            raise StoreError(f"{self.folder / PLAN} is not text in UTF-8.") from error

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """While results are added. Raises StoreError when another process does so already."""
        with exclusive(self.folder / LOCK, self.folder):
            for left in (self.folder / JOBS).glob("*.part"):
                left.unlink()
            yield

    def checked(self) -> dict[str, Path]:
        """The files of jobs that are there and whole, by key; others are set aside."""
        found: dict[str, Path] = {}
        for path in sorted((self.folder / JOBS).glob("*.parquet")):
            named = NAME.fullmatch(path.name)
            if named and checksum(path.read_bytes()) == named[2]:
                found[named[1]] = path
                continue
            (self.folder / DAMAGED).mkdir(exist_ok=True)
            path.replace(self.folder / DAMAGED / path.name)
            self.set_aside.append(path.name)
        return found

    def add(self, job: Job, content: bytes) -> Path:
        """Keep the rows of a job, given as a Parquet file."""
        path = self.folder / JOBS / f"{job.key}.{checksum(content)}.parquet"
        replace_file(path, content)
        return path

    def finish(self, paths: Iterable[Path]) -> Path:
        """Write all rows into one file, in this order, without having them in memory at once."""
        part = self.folder / f"{RESULTS}.part"
        scan(list(paths)).sink_parquet(part, compression="zstd", maintain_order=True)
        return part.replace(self.folder / RESULTS)


@contextlib.contextmanager
def exclusive(lock: Path, place: Path) -> Iterator[None]:
    """While this process alone adds results to a place. Raises StoreError: another one does."""
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(
                f"Another process is adding results to {place}; wait for it, or stop it."
            ) from error
        yield


def scan(paths: list[Path]) -> pl.LazyFrame:
    """The rows of some files, in their order, not read yet."""
    if not paths:
        return pl.LazyFrame(schema=SCHEMA)
    return pl.scan_parquet(paths, schema=SCHEMA)


def checksum(content: bytes) -> str:
    """16 hexadecimal digits."""
    return blake2b(content, digest_size=8).hexdigest()


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that it is whole or as it was before, even if the power fails."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


# Where jobs are run: here, in processes of this machine, or on a Ray cluster.
#
# A runner takes jobs as long as there are any and hands back what they gave, in whatever order they
# end. What a job gives depends on the job alone, so the results are the same on each.

IN_FLIGHT = 2  # jobs handed out for each worker, so that none waits for the next one


class Work(Protocol):
    """What is run: a value that says all about it, so that it may be sent to another process."""

    def rows(self) -> pl.DataFrame:
        """What it gives, the same wherever and whenever it is run."""
        ...


W = TypeVar("W", bound=Work)
Take = Callable[[], W | None]  # the next job; None while there is nothing to do
Give = Callable[[W, bytes], None]  # its rows, as a Parquet file


class Runner(Protocol):
    """Runs jobs."""

    def run_all(self, take: Take[W], give: Give[W]) -> None:
        """Run jobs until there are none, handing each one's rows back in the calling thread."""
        ...


def run_to_bytes(job: Work) -> bytes:
    """A job's rows as a Parquet file, the same bytes whenever it is run."""
    file = io.BytesIO()
    job.rows().write_parquet(file, compression="zstd")
    return file.getvalue()


class InProcess:
    """One job after the other, in this process."""

    def run_all(self, take: Take[W], give: Give[W]) -> None:
        """As Runner says."""
        while (job := take()) is not None:
            give(job, run_to_bytes(job))


class Processes:
    """Workers on this machine, each a process; they stay for the next jobs, too."""

    def __init__(self, workers: int) -> None:
        """So many. Raises OptionError for less than one."""
        if workers < 1:
            raise OptionError(f"There must be at least one worker, not {workers}.")
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def run_all(self, take: Take[W], give: Give[W]) -> None:
        """As Runner says. The first job is run here, so that workers find the kernels compiled.

        Raises:
            StoreError: the system has ended a worker.
        """
        first = take()
        if first is None:
            return
        is_new = self._pool is None
        pool = self._pool = self._pool or self._begin()
        waiting: dict[Future[bytes], W] = {}
        try:
            if is_new:
                give(first, run_to_bytes(first))
            else:
                waiting[pool.submit(run_to_bytes, first)] = first
            while True:
                while len(waiting) < IN_FLIGHT * self.workers and (job := take()) is not None:
                    waiting[pool.submit(run_to_bytes, job)] = job
                if not waiting:
                    return
                ended, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ended:
                    give(waiting.pop(future), future.result())
        except BaseException as error:
            self._pool = None
            pool.shutdown(wait=True, cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                raise StoreError(
                    "A worker process was ended from outside, perhaps for want of memory; fewer "
                    "--workers need less. What was played is kept; the same command goes on."
                ) from error
            raise

    def _begin(self) -> ProcessPoolExecutor:
        """The workers, which import all modules while the first job is run here."""
        # Not forked: threads of the parent would leave locks behind that nobody opens.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_depend_on_the_parent
        )
        for _ in range(self.workers):
            pool.submit(os.getpid)
        return pool


def _depend_on_the_parent() -> None:
    """In a worker: leave it to the parent to stop at Ctrl-C, and end when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


class OnRay:
    """Workers of a Ray cluster: that of RAY_ADDRESS, or one that is begun on this machine."""

    def __init__(self, workers: int | None = None) -> None:
        """Begin or find it; `workers` is the number of processes where it is begun here.

        Raises:
            OptionError: Ray is not installed.
        """
        try:
            import ray
        except ImportError as error:
            raise OptionError("Ray is not installed: pip install 'skerry[cluster]'.") from error
        self._ray: Any = ray
        if not ray.is_initialized():
            address = os.environ.get("RAY_ADDRESS")
            here: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False}
            ray.init(address=address, log_to_driver=False, **({} if address else here))

    def run_all(self, take: Take[W], give: Give[W]) -> None:
        """As Runner says. Each node runs the first job, so that it has the kernels compiled."""
        ray = self._ray
        first = take()
        if first is None:
            return
        task = ray.remote(num_cpus=1)(run_to_bytes)
        strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        nodes = [node["NodeID"] for node in ray.nodes() if node["Alive"]]
        warm = [
            task.options(scheduling_strategy=strategy(node, soft=False)).remote(first)
            for node in nodes
        ]
        give(first, ray.get(warm)[0])
        most = IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: dict[Any, W] = {}
        while True:
            while len(waiting) < most and (job := take()) is not None:
                waiting[task.remote(job)] = job
            if not waiting:
                return
            ended, _ = ray.wait(list(waiting), num_returns=1)
            for reference in ended:
                give(waiting.pop(reference), ray.get(reference))


def runner_for(workers: int, *, ray: bool) -> Runner:
    """Where jobs are run. Raises OptionError: no workers, or Ray is not installed."""
    if ray:
        return OnRay(workers)
    return InProcess() if workers == 1 else Processes(workers)


RANDOM_BLOCK = 1000  # games of a job between random players
LEAST_BLOCK, PLAYOUTS_A_BLOCK = 2, 20_000  # playouts a turn, of all games of a job together
LEAST_GAMES = 50  # before an interval may stop a cell: the first games say little of its width
Enough = Callable[[float, int], bool]  # of points and games: whether a cell may stop there


@dataclass
class Part:
    """The jobs of one cell, in order; only a beginning of them need be played."""

    cell: Cell
    jobs: list[Job]
    files: list[Path | None]  # of each job; None: not played yet
    points: list[float | None] = field(default_factory=list)  # of each job, None: not known
    enough: Enough | None = None  # a reason to stop besides the cell's own

    @property
    def needed(self) -> int | None:
        """How many jobs it takes; None while that is not known.

        Only a beginning of the jobs has a say in it, so it is the same in whatever order they end.
        """
        if not self.may_stop:
            return len(self.jobs)
        score, games = 0.0, 0
        for number, (job, points) in enumerate(zip(self.jobs, self.points, strict=True), 1):
            if points is None:
                return None
            score, games = score + points, games + job.games
            if self._is_narrow(score, games) or (self.enough and self.enough(score, games)):
                return number
        return len(self.jobs)

    @property
    def may_stop(self) -> bool:
        """Whether the points decide how many jobs it takes."""
        return self.cell.until is not None or self.enough is not None

    def _is_narrow(self, score: float, games: int) -> bool:
        if self.cell.until is None or games < LEAST_GAMES:
            return False
        low, high = wilson(score, games)
        return (high - low) / 2 <= self.cell.until

    @property
    def chosen(self) -> list[Path | None]:
        """The files that count, as far as they are there."""
        return self.files[: self.needed]

    @property
    def games_played(self) -> int:
        """Games that are there and count."""
        played = zip(self.jobs, self.chosen, strict=False)
        return sum(job.games for job, path in played if path is not None)

    @property
    def games_wanted(self) -> int:
        """Games in all; the most there may be where an interval decides."""
        return sum(job.games for job in self.jobs[: self.needed])


class Experiment:
    """A plan and its folder."""

    def __init__(self, plan: Plan, store: Store, enough: Enough | None = None) -> None:
        """What is there already counts; damaged files are set aside (`store.set_aside`).

        `enough` tells when each cell may stop before the plan says so, asked after every job.
        """
        self.plan, self.store, self.enough = plan, store, enough
        found = store.checked()
        self.parts = [self._part(cell, found) for cell in plan.cells]

    @classmethod
    def open(cls, folder: Path) -> "Experiment":
        """The experiment of a folder. Raises StoreError, PlanError."""
        store = Store(folder)
        return cls(parse_plan(store.plan_text, PLAN), store)

    def _part(self, cell: Cell, found: dict[str, Path]) -> Part:
        jobs = list(jobs_of(self.plan, cell))
        part = Part(cell, jobs, [found.get(job.key) for job in jobs], [None] * len(jobs))
        part.enough = self.enough
        if part.may_stop:
            part.points = [
                None if path is None else points_of(cell, pl.read_parquet(path))
                for path in part.files
            ]
        return part

    @property
    def games_played(self) -> int:
        """Games that are there and count."""
        return sum(part.games_played for part in self.parts)

    @property
    def games_wanted(self) -> int:
        """Games in all; the most there may be where an interval decides."""
        return sum(part.games_wanted for part in self.parts)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to play."""
        return all(None not in part.chosen for part in self.parts)

    def rows(self) -> pl.LazyFrame:
        """All rows that are there, in the plan's order, not read yet."""
        paths = [path for part in self.parts for path in part.chosen if path is not None]
        return scan(paths)

    def run(
        self, runner: Runner, on_progress: "Callable[[Experiment], None] | None" = None
    ) -> None:
        """Play what is missing, then put all rows into one file; progress is told after each job.

        Raises:
            StoreError: another process is adding results.
        """
        waiting = self._missing()
        with self.store.writing():

            def give(job: Job, content: bytes) -> None:
                self._keep(job, self.store.add(job, content))
                if on_progress is not None:
                    on_progress(self)

            runner.run_all(lambda: next(waiting, None), give)
            self.store.finish(path for part in self.parts for path in part.chosen if path)

    def _missing(self) -> Iterator[Job]:
        """Jobs to run, a round of all cells after the other.

        With several workers a cell may get jobs that turn out not to be needed; they do not count.
        """
        for round_number in range(max(len(part.jobs) for part in self.parts)):
            for part in self.parts:
                needed = part.needed
                if round_number >= (len(part.jobs) if needed is None else needed):
                    continue
                if part.files[round_number] is None:
                    yield part.jobs[round_number]

    def _keep(self, job: Job, path: Path) -> None:
        part = next(part for part in self.parts if part.cell.title == job.cell)
        index = part.jobs.index(job)
        part.files[index] = path
        if part.may_stop:
            part.points[index] = points_of(part.cell, pl.read_parquet(path))


def jobs_of(plan: Plan, cell: Cell) -> Iterator[Job]:
    """The jobs of a cell: blocks of games, from the first to the last."""
    size = block_size(cell)
    for begin in range(0, cell.games, size):
        yield Job(
            cell=cell.title,
            game=cell.game,
            players=cell.players,
            opening=cell.opening,
            seed=plan.seed,
            count_turns=plan.count_turns,
            begin=begin,
            end=min(begin + size, cell.games),
        )


def block_size(cell: Cell) -> int:
    """Games of a job: some seconds of work, an even number, the same wherever it is run."""
    if all(words.startswith(RANDOM) for words in cell.players):
        return RANDOM_BLOCK
    playouts = [int(words.split()[1]) for words in cell.players if words.startswith("playouts")]
    games = PLAYOUTS_A_BLOCK // max([1000, *playouts])
    return max(LEAST_BLOCK, games - games % 2)


def points_of(cell: Cell, rows: pl.DataFrame) -> float:
    """What an interval is about: the first seat's points in self-play, else the first player's."""
    seat = pl.lit(0) if cell.players[0] == cell.players[1] else pl.col("number") % 2
    won = pl.col("winner").cast(pl.Int64) == seat.cast(pl.Int64)
    drawn = pl.col("winner") == DRAW
    return float(rows.select((won.cast(pl.Float64) + drawn.cast(pl.Float64) / 2).sum()).item())
