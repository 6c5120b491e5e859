"""Random playouts a second: Skerry's kernels beside OpenSpiel's C++ in one run on one core.

    python -m bench.playouts [--rounds 5] [--seconds 0.5]

Skerry plays each game from its start to its end by uniformly random legal actions, and where it can
also on 64 boards at once, as its search does. OpenSpiel plays havannah at random on a board of as
many cells: its MCTSBot with the RandomRolloutEvaluator, one simulation and many rollouts, so that
all the work is done in C++. They take turns, round by round, and each line gives the medians and
their ratios to OpenSpiel's.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import skerry
from skerry.core.jit import kernel
from skerry.core.lanes import NUM_LANES, Lanes, count_bits, new_lanes
from skerry.core.layout import IntArray16, IntArray64, Rules, new_work
from skerry.core.rng import generator
from skerry.games import contract, dispatch


@dataclass(frozen=True)
class Pair:
    """A game of Skerry's, and the size of the havannah board it is held against, if any."""

    name: str
    options: dict[str, Any]
    havannah: int | None = None
    goal: float | None = None  # times havannah's rate; without havannah, playouts a second


PAIRS = (
    Pair("spry", {"size": 5}, 5, 5),
    Pair("sytran", {"size": 6}, 6, 5),
    Pair("sytran", {"size": 8}, 8, 5),
    Pair("sytran", {"size": 10}, 10, 7),
    Pair("kitaran", {"size": 5}, None, 1_000_000),
    Pair("byg", {"size": 6}, 6, 8),
    Pair("syrtis", {"board": "major"}, None, 120_000),
    Pair("syrtis", {"board": "minor"}),
)
WARM_UP_PLAYOUTS = 640

Run = Callable[[int], object]  # plays that many games


def skerry_run(pair: Pair) -> Run:
    """Playouts of a Skerry game from its start."""
    game = skerry.game(pair.name, **pair.options)
    start = game.start(seed=1) if pair.name == "syrtis" else game.start()
    rules, state, rng = game.rules, start.state, generator(1)
    results = np.zeros(4, dtype=np.int64)
    return lambda games: dispatch.playouts(rules, state, rng, games, results)


def lanes_run(pair: Pair) -> Run | None:
    """The same on 64 boards at once; None where the game can't."""
    game = skerry.game(pair.name, **pair.options)
    if not contract.has_lanes(game.rules):
        return None
    rules, start, rng = game.rules, game.start().state, generator(1)
    lanes, work = new_lanes(rules.num_cells), new_work(rules)

    return lambda games: fill_many(rules, start, lanes, rng, work, -(-games // NUM_LANES))


@kernel
def fill_many(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16, times: int
) -> int:
    """Play a position out on all boards, so many times; on how many the first colour has won."""
    total = 0
    for _ in range(times):
        wins, _ = contract.fill_lanes(rules, state, lanes, rng, work)
        total += count_bits(wins)
    return total


def openspiel_run(size: int) -> Run:
    """Rollouts of OpenSpiel's havannah; one simulation from the root evaluates it by that many."""
    import pyspiel

    game = pyspiel.load_game(f"havannah(board_size={size})")
    state = game.new_initial_state()

    def run(games: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)
        # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False)
        return bot.mcts_search(state)

    return run


def rates(runs: list[Run], rounds: int, seconds: float) -> list[float]:
    """Median games a second of each, played in turn, round by round."""
    sizes = []
    for run in runs:
        began = time.perf_counter()
        run(WARM_UP_PLAYOUTS)
        run(WARM_UP_PLAYOUTS)
        sizes.append(max(1, round(seconds * 2 * WARM_UP_PLAYOUTS / (time.perf_counter() - began))))
    measured: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, size, found in zip(runs, sizes, measured, strict=True):
            began = time.perf_counter()
            run(size)
            found.append(size / (time.perf_counter() - began))
    return [statistics.median(found) for found in measured]


def lines(rounds: int, seconds: float) -> Iterator[str]:
    """The table, line by line as it is measured."""
    yield (
        f"{'game':24}{'playouts/s':>12}{'ns a cell':>11}{'havannah/s':>12}{'ratio':>8}"
        f"{'64 boards/s':>13}{'ratio':>8}  goal"
    )
    for pair in PAIRS:
        runs = [skerry_run(pair)]
        if pair.havannah is not None:
            runs.append(openspiel_run(pair.havannah))
        on_lanes = lanes_run(pair)
        if on_lanes is not None:
            runs.append(on_lanes)
        for run in runs:
            run(1)  # compiled before it is measured
        found = rates(runs, rounds, seconds)
        cells = skerry.game(pair.name, **pair.options).board.num_cells
        line = f"{pair.name + ' ' + ' '.join(str(v) for v in pair.options.values()):24}"
        line += f"{found[0]:12,.0f}{1e9 / found[0] / cells:11.1f}"
        if len(found) > 1:
            line += f"{found[1]:12,.0f}{found[0] / found[1]:8.1f}"
            line += f"{found[2]:13,.0f}{found[2] / found[1]:8.1f}"
            line += f"  at least {pair.goal:g} times" if pair.goal else ""
        elif pair.goal:
            line += f"{'':41}  at least {pair.goal:,.0f} a second"
        yield line


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="of each, alternating (default 5)")
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="a round takes about (default 0.5)"
    )
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        core = min(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})
        print(f"all on core {core}")
    for line in lines(arguments.rounds, arguments.seconds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
