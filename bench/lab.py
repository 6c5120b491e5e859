"""Games of the lab a second: two workers beside one, and 100,000 random games of each game.

    python -m bench.lab [--rounds 3] [--games 100000]

First the same plan in one process and in two, alternating, in new folders; the workers load
compiled kernels when they start, which counts. Then random games of all five at default size, run
by as many workers as there are cores and reported, with the greatest memory of any process.
"""

import argparse
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from skerry.games.catalogue import GAMES
from skerry.lab.plans import parse_plan
from skerry.lab.report import report
from skerry.lab.running import Experiment, InProcess, Processes, Runner, Store

THREADS_GOAL = 1.7
SECONDS_GOAL = 300
PLANS = {
    "random": (300_000, 'game = "spry"\nplayers = ["random"]'),
    "searching": (4_000, 'game = "kitaran"\nplayers = ["playouts 200"]'),
}


def plan_text(games: int, *matches: str) -> str:
    """A plan of so many games of each match."""
    return f"games = {games}\n" + "".join(f"[[match]]\n{match}\n" for match in matches)


def seconds_of(text: str, runner: Runner) -> float:
    """What it takes to run a plan in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        experiment = Experiment(parse_plan(text, "bench"), Store.create(Path(folder), text))
        began = time.perf_counter()
        experiment.run(runner)
        return time.perf_counter() - began


def worker_lines(rounds: int) -> Iterator[str]:
    """One worker and two."""
    yield f"{'games/s':12}{'one worker':>12}{'two':>12}{'ratio':>8}  goal"
    for name, (games, match) in PLANS.items():
        text = plan_text(games, match)
        runners: list[Callable[[], Runner]] = [InProcess, lambda: Processes(2)]
        seconds_of(plan_text(20, match), InProcess())  # compiled before it is measured
        taken: list[list[float]] = [[], []]
        for _ in range(rounds):
            for make, found in zip(runners, taken, strict=True):
                found.append(seconds_of(text, make()))
        one, two = (games / statistics.median(found) for found in taken)
        yield f"{name:12}{one:12,.0f}{two:12,.0f}{two / one:8.2f}  at least {THREADS_GOAL} times"


def random_lines(games: int) -> Iterator[str]:
    """Random games of all five, run and reported."""
    matches = [f'game = "{info.name}"\nplayers = ["random"]' for info in GAMES]
    text = plan_text(games, *matches)
    with tempfile.TemporaryDirectory() as folder:
        experiment = Experiment(parse_plan(text, "bench"), Store.create(Path(folder), text))
        began = time.perf_counter()
        experiment.run(Processes(len(os.sched_getaffinity(0))))
        played = time.perf_counter()
        report(experiment)
        told = time.perf_counter()
    memory = max(
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    yield (
        f"{games:,} random games of each of the five: {played - began:.0f} s to run, "
        f"{told - played:.0f} s to report (goal {SECONDS_GOAL} s), {memory / 1024:,.0f} MB at most"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="of each, alternating (default 3)")
    parser.add_argument("--games", type=int, default=100_000, help="random ones of each game")
    arguments = parser.parse_args()
    for line in worker_lines(arguments.rounds):
        print(line, flush=True)
    for line in random_lines(arguments.games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
