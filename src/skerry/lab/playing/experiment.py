"""A plan under way: which jobs are left, and when a cell has been played enough."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from skerry.lab.plans.contestants import RANDOM
from skerry.lab.plans.plan import Cell, Plan, parse_plan
from skerry.lab.playing.jobs import Job
from skerry.lab.playing.rows import DRAW
from skerry.lab.playing.runners import Runner
from skerry.lab.playing.store import PLAN, Store, scan
from skerry.statistics import wilson

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
            score, games = score + points, games + job.end - job.begin
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


class Experiment:
    """A plan and its folder."""

    def __init__(self, plan: Plan, store: Store, enough: Enough | None = None) -> None:
        """What is there already counts; damaged files are set aside (`store.set_aside`).

        Args:
            plan: what is to be played.
            store: the plan's folder.
            enough: when each cell may stop before the plan says so, asked after every job.
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
        return sum(
            job.end - job.begin
            for part in self.parts
            for job, path in zip(part.jobs, part.chosen, strict=False)
            if path is not None
        )

    @property
    def games_wanted(self) -> int:
        """Games in all; the most there may be where an interval decides."""
        return sum(job.end - job.begin for part in self.parts for job in part.jobs[: part.needed])

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
        """Play what is missing, and put all rows into one file.

        Args:
            runner: where.
            on_progress: called after each job.

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
