"""How often the search beats random play, and whether it keeps to its time.

    python -m bench.strength --seconds 1 --games 100 [GAME ...]

Each game is played at its default size, the search moving first in every other one. Prints wins
with their 95% Wilson interval and the slowest turn.
"""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import skerry
from skerry.players import Player, RandomPlayer, SearchPlayer, warm_up
from skerry.statistics import wilson


@dataclass(frozen=True)
class Result:
    """One game of the search against random play."""

    score: float  # the search's: 1 a win, 0.5 a draw
    num_turns: int  # of the search
    slowest: float  # seconds of its slowest turn


def play_one(name: str, seconds: float, index: int) -> Result:
    """Game number `index`; the search is person 0 in the even ones."""
    seat = index % 2
    game = skerry.game(name)
    position = game.start(seed=index) if name == "syrtis" else game.start()
    search, chance = SearchPlayer(seconds=seconds, seed=index), RandomPlayer(seed=index)
    players: tuple[Player, Player] = (chance, search) if seat else (search, chance)
    num_turns, slowest = 0, 0.0
    while position.player is not None:
        began = time.perf_counter()
        person = position.player
        for action in players[person].choose(position):
            position = position.apply(action)
        if person == seat:
            num_turns += 1
            slowest = max(slowest, time.perf_counter() - began)
    outcome = position.outcome
    assert outcome is not None
    score = 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return Result(score, num_turns, slowest)


def results(name: str, seconds: float, games: int, workers: int) -> Iterator[Result]:
    """All games of one kind, played by that many processes."""
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(play_one, name, seconds), range(games))


def main() -> None:
    """Play and print."""
    names = [info.name for info in skerry.GAMES]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", default=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--seconds", type=float, default=1.0, help="for a turn (default 1)")
    parser.add_argument("--games", type=int, default=100, help="of each kind (default 100)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    arguments = parser.parse_args()
    for name in arguments.names:
        warm_up(name)
    print(f"search with {arguments.seconds} s a turn against random play")
    for name in arguments.names:
        played = list(results(name, arguments.seconds, arguments.games, arguments.workers))
        score = sum(result.score for result in played)
        low, high = wilson(score, len(played))
        turns = sum(result.num_turns for result in played) / len(played)
        print(
            f"{name:8} {score:g} of {len(played)}  "
            f"(95% interval: {100 * low:.1f} to {100 * high:.1f})  "
            f"{turns:.1f} turns a game, slowest turn {max(r.slowest for r in played):.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
