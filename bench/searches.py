"""Searches of 10,000 playouts: Skerry's beside OpenSpiel's MCTSBot in one run on one core.

    python -m bench.searches [--rounds 5] [--playouts 10000]

Both search the start of their game with a tree that begins empty. OpenSpiel's MCTSBot, all of it in
C++, plays havannah on a board of as many cells, one random rollout a simulation. The two take
turns, round by round, and each line gives the medians and their ratios: of playouts, and of games,
since a playout of Skerry's is a game on 64 boards at once where the game can do that. The last
lines compare the playouts of two threads with those of one in the same time, on all cores there
are.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import skerry
from skerry.core.lanes import NUM_LANES
from skerry.games import contract
from skerry.search.search import Search

MEMORY = 400_000_000


@dataclass(frozen=True)
class Pair:
    """A game of Skerry's, the havannah board it is held against, and how many times its rate."""

    name: str
    options: dict[str, Any]
    havannah: int | None = None
    goal: float | None = None  # of games


PAIRS = (
    Pair("spry", {"size": 5}, 5, 4),
    Pair("sytran", {"size": 6}, 6, 4),
    Pair("sytran", {"size": 8}, 8, 5),
    Pair("sytran", {"size": 10}, 10, 6),
    Pair("byg", {"size": 6}, 6, 6),
    Pair("kitaran", {"size": 5}),
    Pair("syrtis", {"board": "major"}),
)
THREADS_GOAL = 1.7
THREADS_SECONDS = 1.0  # of each search

Run = Callable[[], object]


def skerry_run(pair: Pair, playouts: int) -> Run:
    """One search from the start of a game, with a fresh tree and another seed each time."""
    game = skerry.game(pair.name, **pair.options)
    start = game.start(seed=1) if pair.name == "syrtis" else game.start()
    seeds = iter(range(1_000_000))

    def run() -> object:
        search = Search(start, seed=next(seeds), memory=MEMORY)
        return search.run(playouts=playouts)

    return run


def openspiel_run(size: int, playouts: int) -> Run:
    """One search of MCTSBot from the start of havannah."""
    import pyspiel

    game = pyspiel.load_game(f"havannah(board_size={size})")
    state = game.new_initial_state()
    seeds = iter(range(1, 1_000_000))

    def run() -> object:
        seed = next(seeds)
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, playouts, 1000, False, seed, False)
        return bot.mcts_search(state)

    return run


def rates(runs: list[Run], rounds: int, playouts: int) -> list[float]:
    """Median playouts a second of each, run in turn, round by round."""
    for run in runs:
        run()  # compiled, and its memory touched, before it is measured
    measured: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, found in zip(runs, measured, strict=True):
            began = time.perf_counter()
            run()
            found.append(playouts / (time.perf_counter() - began))
    return [statistics.median(found) for found in measured]


def lines(rounds: int, playouts: int) -> Iterator[str]:
    """The table, line by line as it is measured."""
    yield (
        f"{'search from the start':24}{'playouts/s':>12}{'games each':>12}{'havannah/s':>12}"
        f"{'ratio':>8}{'of games':>10}  goal"
    )
    for pair in PAIRS:
        runs = [skerry_run(pair, playouts)]
        if pair.havannah is not None:
            runs.append(openspiel_run(pair.havannah, playouts))
        found = rates(runs, rounds, playouts)
        games = games_a_playout(pair)
        line = f"{title(pair):24}{found[0]:12,.0f}{games:12}"
        if len(found) > 1:
            ratio = found[0] / found[1]
            line += f"{found[1]:12,.0f}{ratio:8.1f}{games * ratio:10.1f}"
            line += f"  at least {pair.goal:g} times" if pair.goal else ""
        yield line


def games_a_playout(pair: Pair) -> int:
    """How many boards a leaf is played out on."""
    game = skerry.game(pair.name, **pair.options)
    on_lanes = game.info.search.lanes == 1 and contract.has_lanes(game.rules)
    return NUM_LANES if on_lanes else 1


def playouts_a_second(pair: Pair, threads: int, seed: int) -> float:
    """Of one search from the start of a game that ends with its time."""
    game = skerry.game(pair.name, **pair.options)
    start = game.start(seed=1) if pair.name == "syrtis" else game.start()
    search = Search(start, threads=threads, seed=seed, memory=MEMORY)
    began = time.perf_counter()
    return search.run(seconds=THREADS_SECONDS) / (time.perf_counter() - began)


def thread_lines(rounds: int) -> Iterator[str]:
    """Two threads beside one, with the same time."""
    yield f"{'two threads':24}{'one/s':>12}{'two/s':>12}{'ratio':>8}  goal"
    for pair in PAIRS:
        playouts_a_second(pair, 2, rounds)  # compiled before it is measured
        found = [[playouts_a_second(pair, n, seed) for n in (1, 2)] for seed in range(rounds)]
        one, two = (statistics.median(rates) for rates in zip(*found, strict=True))
        line = f"{title(pair):24}{one:12,.0f}{two:12,.0f}"
        yield f"{line}{two / one:8.2f}  at least {THREADS_GOAL} times"


def title(pair: Pair) -> str:
    """A game and its options, for people."""
    return " ".join([pair.name, *map(str, pair.options.values())])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="of each, alternating (default 5)")
    parser.add_argument("--playouts", type=int, default=10_000, help="a search (default 10000)")
    arguments = parser.parse_args()
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {min(cores)})
        print(f"all on core {min(cores)}")
    for line in lines(arguments.rounds, arguments.playouts):
        print(line, flush=True)
    if cores:
        os.sched_setaffinity(0, cores)
    for line in thread_lines(arguments.rounds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
