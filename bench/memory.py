"""What a long search takes of the machine's memory: it must stay below what it was allowed.

    python -m bench.memory [--game byg] [--seconds 600] [--memory 400000000]

Prints the resident memory of the process, and how full the tree is, every so many seconds. The
first line, before the search, is what Python, the libraries and the kernels take by themselves.
"""

import argparse
import resource
import sys

import skerry
from skerry.search.search import MEMORY, Search

STEPS = 20  # lines printed


def peak_bytes() -> int:
    """The most that this process has had in memory at once."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def report(search: Search, seconds: float) -> None:
    """One line of the table."""
    tree = search.strands[0].tree
    full = int(tree.used[0]) / tree.visits.shape[0]
    print(f"{seconds:8.0f} {search.visits:14,} {full:7.1%} {peak_bytes() / 1e6:10,.0f}", flush=True)


def main() -> int:
    """Search from an empty board until the time is up; 1 where the memory was not kept to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="byg")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--memory", type=int, default=MEMORY)
    parser.add_argument("--threads", type=int, default=1)
    wishes = parser.parse_args()
    game = skerry.game(wishes.game)
    start = game.start(seed=1) if game.name == "syrtis" else game.start()
    Search(start, seed=1, threads=wishes.threads).run(playouts=1_000)  # kernels come in
    before = peak_bytes()
    search = Search(start, seed=1, threads=wishes.threads, memory=wishes.memory)
    print(f"{'seconds':>8} {'playouts':>14} {'full':>7} {'peak MB':>10}")
    report(search, 0.0)
    for step in range(1, STEPS + 1):
        search.run(seconds=wishes.seconds / STEPS)
        report(search, wishes.seconds * step / STEPS)
    grown = peak_bytes() - before
    print(f"grown by {grown / 1e6:,.0f} MB, allowed {wishes.memory / 1e6:,.0f} MB")
    return 0 if grown <= wishes.memory else 1


if __name__ == "__main__":
    sys.exit(main())
