"""How few conversions in a row Kitaran can do with (KIT-4) before the limit changes play.

    python -m bench.cycles FOLDER [--games 400] [--limits 8 12 16 20 25 50]

A row for each limit, as docs/balance.md has them: how many games the first colour wins, how long
they take, how many reach the limit and with how many stones on the board, and how many turns come
before the first eight conversions in a row, and before the first twelve. A limit that leaves all
of this as the longest one has it does no more than to end the games. Games are kept in FOLDER.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import polars as pl

from skerry.lab.claims.claims import format_mean, mean_of
from skerry.lab.pages import format_share
from skerry.lab.plans import Cell
from skerry.lab.running import runner_for
from skerry.lab.studies import FULL, play_cell, searching
from skerry.positions import Game, game
from skerry.statistics import Estimate

PLAYER = searching(1000)
RUNS = (8, 12)  # conversions in a row
HEADS = ("limit", "games", "Black wins", "turns", "reach it", "stones then", *RUNS)


def runs_of(actions: Iterable[int], cells: int) -> Iterator[tuple[int, int, int]]:
    """Each run of conversions, from one stone to the next: its first turn, its length, and stones.

    Args:
        actions: of a game, one a turn (KIT-1).
        cells: of the board; an action below that places a stone.
    """
    begin = stones = 0
    turn = -1
    for turn, action in enumerate(actions):
        if action < cells:
            yield begin, turn - begin, stones
            begin, stones = turn + 1, stones + 1
    yield begin, turn + 1 - begin, stones


def row_of(rules: Game, rows: pl.DataFrame) -> list[str]:
    """What some games by one limit say, as HEADS has it."""
    limit, cells = int(rules.option("cycle_limit")), rules.rules.num_cells
    games = [list(runs_of(actions, cells)) for actions in rows["played"].to_list()]
    longest = [max(length for _, length, _ in runs) for runs in games]
    # A run that the limit has stopped; a game that is over after its last stone has none.
    stopped = [
        next(stones for _, length, stones in runs if length >= limit)
        for runs, most in zip(games, longest, strict=True)
        if most >= limit
    ]
    before = (
        [
            next(begin for begin, length, _ in runs if length >= least)
            for runs, most in zip(games, longest, strict=True)
            if most >= least
        ]
        for least in RUNS
    )
    return [
        str(limit),
        str(len(rows)),
        format_share(Estimate.share(float((rows["colour"] == 0).sum()), len(rows))),
        format_mean(mean_of(rows["turns"].to_list())),
        format_share(Estimate.share(len(stopped), len(rows))),
        *(format_mean(mean_of(numbers)) if numbers else "–" for numbers in (stopped, *before)),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=400, help="with each limit (default 400)")
    parser.add_argument("--limits", type=int, nargs="+", default=[8, 12, 16, 20, 25, 50])
    given = parser.parse_args(arguments)
    runner = runner_for(1, ray=False)
    print("|", " | ".join(map(str, HEADS)), "|")
    for limit in given.limits:
        rules = game("kitaran", cycle_limit=limit)
        cell = Cell(rules, (PLAYER, PLAYER), (), given.games, None)
        rows = play_cell(cell, FULL, 1, given.folder, runner)
        print("|", " | ".join(row_of(rules, rows)), "|", flush=True)


if __name__ == "__main__":
    main()
