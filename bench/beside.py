"""The speed of this checkout beside another one's, both in turn on one core.

    python -m bench.beside ../old [--rounds 9] [--core 1] [--only "playouts byg" ...]

Each checkout measures in a process of its own, with this environment and its own sources: random
playouts, searches from the start with fresh trees, steps of a batch, and single moves of a
MutablePosition. The two take turns, a fraction of a second each, so that a machine whose speed
changes changes both. A line gives both medians, and the median of the rounds' ratios.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

GAMES: dict[str, dict[str, Any]] = {
    "spry": {"size": 5},
    "sytran": {"size": 6},
    "byg": {"size": 6},
    "kitaran": {"size": 5},
    "syrtis": {"board": "major"},
}
KINDS = ("playouts", "search", "batch", "moves")
SECONDS = 0.4  # of one measurement
SLOWEST = 0.97  # of the other's speed

Run = Callable[[int], object]  # does a thing so many times


# ---- in the process of a checkout: public names that older versions have as well ----


def make_run(kind: str, name: str) -> Run:
    """What is measured of a game."""
    import skerry

    options = dict(GAMES[name])
    if name == "kitaran":  # what the default was before the option existed
        known = {option.name for option in skerry.game(name).info.options}
        options |= {"cycle": "draw"} if "cycle" in known else {}
    makers = {"playouts": _playouts, "search": _search, "batch": _batch, "moves": _moves}
    return makers[kind](skerry, name, options)


def _start(skerry: Any, name: str, options: dict[str, Any]) -> Any:
    game = skerry.game(name, **options)
    try:
        return game.start()
    except skerry.OptionError:  # a game whose start is drawn
        return game.start(seed=1)


def _playouts(skerry: Any, name: str, options: dict[str, Any]) -> Run:
    import numpy as np

    from skerry.core.rng import generator
    from skerry.games import dispatch

    start = _start(skerry, name, options)
    rules, state, rng = start.game.rules, start.state, generator(1)
    results = np.zeros(4, dtype=np.int64)
    return lambda number: dispatch.playouts(rules, state, rng, number, results)


def _search(skerry: Any, name: str, options: dict[str, Any]) -> Run:
    start, seeds = _start(skerry, name, options), iter(range(1_000_000))

    def run(number: int) -> object:
        player = skerry.SearchPlayer(playouts=number, seed=next(seeds))
        return player.choose(start)

    return run


def _batch(skerry: Any, name: str, options: dict[str, Any]) -> Run:
    batch = skerry.batch(name, num_games=256, **options)
    return lambda number: batch.play_randomly(number)


def _moves(skerry: Any, name: str, options: dict[str, Any]) -> Run:
    from random import Random

    start, rng = skerry.MutablePosition(_start(skerry, name, options)), Random(1)

    def run(number: int) -> None:
        position = start.copy()
        for _ in range(number):
            if position.is_over:
                position = start.copy()
            legal = position.legal_actions()
            position.apply(legal[int(rng.random() * len(legal))])

    return run


def serve() -> None:
    """Measure what is asked for, line by line: kind, game, and how many times (0: find out)."""
    runs: dict[tuple[str, str], Run] = {}
    for line in sys.stdin:
        kind, name, number = line.split()
        run = runs.setdefault((kind, name), make_run(kind, name))
        answer = _measure(run, int(number)) if int(number) else float(_enough(run))
        print(answer, flush=True)


def _measure(run: Run, number: int) -> float:
    began = time.perf_counter()
    run(number)
    return number / (time.perf_counter() - began)


def _enough(run: Run) -> int:
    """How many take SECONDS; compiled, and its memory touched, before."""
    run(20)
    number = 20
    while (rate := _measure(run, number)) * SECONDS > 2 * number:
        number = int(rate * SECONDS)
    return max(20, int(rate * SECONDS))


# ---- the table ----


class Checkout:
    """A process that measures a checkout."""

    def __init__(self, root: Path) -> None:
        if not (root / "src" / "skerry").is_dir():
            raise SystemExit(f"{root} is not a checkout: it has no src/skerry.")
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(root / "src")},
            text=True,
        )

    def ask(self, kind: str, name: str, number: int = 0) -> float:
        """Runs a second; without a number, how many are enough."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{kind} {name} {number}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("A checkout failed; see above.")
        return float(answer)


def lines(here: Checkout, there: Checkout, rounds: int, only: list[str]) -> Iterator[str]:
    """The table, line by line as it is measured; all of it, or of some rows."""
    yield f"{'what':20}{'before':>12}{'now':>12}{'ratio':>8}{'of rounds':>16}"
    for kind in KINDS:
        for name in GAMES:
            if only and f"{kind} {name}" not in only:
                continue
            number = int(here.ask(kind, name))
            there.ask(kind, name)
            before, now = [], []
            for _ in range(rounds):
                before.append(there.ask(kind, name, number))
                now.append(here.ask(kind, name, number))
            ratios = sorted(b / a for a, b in zip(before, now, strict=True))
            ratio = statistics.median(ratios)
            spread = f"{ratios[0]:.3f} to {ratios[-1]:.3f}"
            mark = "" if ratio >= SLOWEST else "  slower"
            yield (
                f"{kind + ' ' + name:20}{statistics.median(before):12,.0f}"
                f"{statistics.median(now):12,.0f}{ratio:8.3f}{spread:>16}{mark}"
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("other", type=Path, nargs="?", help="the other checkout, the older one")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--core", type=int, default=0, help="the processor both run on (default 0)")
    parser.add_argument("--only", action="append", help="a row of the table; may be repeated")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
        return
    if given.other is None:
        parser.error("name the other checkout")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {given.core})
    here, there = Checkout(Path(__file__).parents[1]), Checkout(given.other.resolve())
    for line in lines(here, there, given.rounds, given.only or []):
        print(line, flush=True)


if __name__ == "__main__":
    main()
