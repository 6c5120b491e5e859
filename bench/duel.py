"""The search against plain UCT, both with the same number of playouts a turn.

    python -m bench.duel [--playouts 2000] [--games 200] [GAME ...]

Each game is played at its default size from fixed seeds, the search moving first in every other
one. Prints its score with a 95% Wilson interval, the draws and the time both took for a game.
"""

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import skerry
from bench.plain_uct import PlainUct
from skerry.players import SearchPlayer
from skerry.statistics import wilson

MEMORY = 100_000_000


@dataclass(frozen=True)
class Duel:
    """One game."""

    score: float  # the search's: 1 a win, 0.5 a draw
    num_turns: int
    seconds: tuple[float, float]  # of the search, of plain UCT


def play_one(name: str, playouts: int, changes: dict[str, Any], index: int) -> Duel:
    """Game number `index`; the search is person 0 in the even ones."""
    seat = index % 2
    game = skerry.game(name)
    position = game.start(seed=index // 2) if name == "syrtis" else game.start()
    settings = game.info.search._replace(**changes)
    search = SearchPlayer(playouts=playouts, seed=index, settings=settings, memory=MEMORY)
    plain = PlainUct(playouts, seed=index)
    num_turns, spent = 0, [0.0, 0.0]
    while position.player is not None:
        began = time.perf_counter()
        is_search = position.player == seat
        for action in (search if is_search else plain).choose(position):
            position = position.apply(action)
        spent[not is_search] += time.perf_counter() - began
        num_turns += 1
    outcome = position.outcome
    assert outcome is not None
    score = 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return Duel(score, num_turns, (spent[0], spent[1]))


def duels(
    name: str, playouts: int, changes: dict[str, Any], games: int, workers: int
) -> Iterator[Duel]:
    """All games of one kind."""
    play = partial(play_one, name, playouts, changes)
    if workers == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, range(games))


def main() -> None:
    """Play and print."""
    names = [info.name for info in skerry.GAMES]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--playouts", type=int, default=2000, help="for a turn (default 2000)")
    parser.add_argument("--games", type=int, default=200, help="of each kind (default 200)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--set", type=json.loads, default={}, help='other weights, as {"exploration": 0.4}'
    )
    arguments = parser.parse_args()
    for name in arguments.names:
        played = list(
            duels(name, arguments.playouts, arguments.set, arguments.games, arguments.workers)
        )
        score = sum(duel.score for duel in played)
        low, high = wilson(score, len(played))
        draws = sum(duel.score == 0.5 for duel in played)
        turns = sum(duel.num_turns for duel in played) / len(played)
        ours, theirs = (sum(duel.seconds[i] for duel in played) / len(played) for i in (0, 1))
        print(
            f"{name:8} {score:g} of {len(played)} = {score / len(played):.1%} "
            f"(95% interval: {100 * low:.1f} to {100 * high:.1f}), {draws} drawn, "
            f"{turns:.0f} turns, "
            f"{ours:.2f} s and {theirs:.2f} s a game",
            flush=True,
        )


if __name__ == "__main__":
    main()
