"""Where jobs are run: here, in processes of this machine, or on a Ray cluster.

A runner takes jobs as long as there are any and hands back what they gave, in whatever order they
end. What a job gives depends on the job alone, so the results are the same on each.
"""

import io
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, Protocol, TypeVar

import polars as pl

from skerry.errors import OptionError

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
        """As Runner says. The first job is run here, so that workers find the kernels compiled."""
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
        except BaseException:
            self._pool = None
            pool.shutdown(wait=True, cancel_futures=True)
            raise

    def _begin(self) -> ProcessPoolExecutor:
        """The workers, which import all modules while the first job is run here."""
        # Not forked: threads of the parent would leave locks behind that nobody opens.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_depend_on_the_parent
        )
        for _ in range(self.workers):
            pool.submit(_do_nothing)
        return pool


def _do_nothing() -> None:
    """In a worker."""


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
