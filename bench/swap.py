"""How much of the games who moves first takes, where the first turn may be swapped away (C-3).

    python -m bench.swap FOLDER [--playouts 5000] [--games 400] [--first-seed 0] [GAME ...]
    python -m bench.swap FOLDER byg --options first_stones=2

Both seats have the same search, at the game's default size. Games are kept in FOLDER, and played
on until there are so many. A search with a network has no chance in it, so that its playouts are
drawn for each game, up to a tenth more or fewer.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean

import skerry
from skerry.games.ruleset import parse_options
from skerry.levels import about
from skerry.players import SearchPlayer
from skerry.positions import Game
from skerry.search.chances import NETWORK, kind_of
from skerry.statistics import wilson

NAMES = ("spry", "sytran", "byg", "kitaran")
MEMORY = 200_000_000


@dataclass(frozen=True)
class Offered:
    """A game."""

    seed: int
    offer: str
    is_swapped: bool
    score: float  # of who moved first
    num_turns: int


def play(game: Game, playouts: int, seed: int) -> Offered:
    """The game of a seed."""
    draws = Random(seed)
    position = game.start()
    players = [
        SearchPlayer(playouts=playouts, seed=draws.getrandbits(32), memory=MEMORY) for _ in range(2)
    ]
    if kind_of(position.game) == NETWORK:
        for player in players:
            player.playouts = about(playouts, draws)
    turns = []
    while position.player is not None:
        text = position.game.format_turn(players[position.player].choose(position))
        position = position.play_turn(text)
        turns.append(text)
    outcome = position.outcome
    assert outcome is not None
    score = 0.5 if outcome.winner is None else 1.0 - outcome.winner
    return Offered(seed, turns[0], turns[1] == "swap", score, len(turns))


def games_of(
    folder: Path,
    name: str,
    playouts: int,
    games: int,
    first: int = 0,
    options: Sequence[str] = (),
) -> list[Offered]:
    """So many games, from a seed on; those that are missing in the folder are played."""
    folder.mkdir(parents=True, exist_ok=True)
    game = skerry.game(name, **{**parse_options(options), "swap": True})
    path = folder / f"{'-'.join(['swap', name, *options, str(playouts)])}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = [Offered(**json.loads(line)) for line in lines[:games]]
    for seed in range(first + len(found), first + games):
        found.append(play(game, playouts, seed))
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(found[-1])) + "\n")
    return found


def summary(name: str, playouts: int, games: Sequence[Offered]) -> str:
    """What came out, in a line."""
    share = fmean(one.score for one in games)
    low, high = wilson(share * len(games), len(games))
    swapped = sum(one.is_swapped for one in games)
    return (
        f"{name}, {playouts:,} playouts a turn: who moves first takes {share:.1%} of {len(games)} "
        f"games (95% interval: {low:.1%} to {high:.1%}); {swapped} were swapped, after "
        f"{len({one.offer for one in games})} different first turns"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=NAMES, metavar="GAME", help=", ".join(NAMES))
    parser.add_argument("--playouts", type=int, default=5_000, help="a turn (default 5,000)")
    parser.add_argument("--games", type=int, default=400, help="of each game (default 400)")
    parser.add_argument("--options", nargs="+", default=(), help="such as size=4, of one game")
    parser.add_argument("--first-seed", type=int, default=0, help="of the games (default 0)")
    given = parser.parse_intermixed_args()
    for name in given.names:
        found = games_of(
            given.folder, name, given.playouts, given.games, given.first_seed, given.options
        )
        print(summary(name, given.playouts, found), flush=True)


if __name__ == "__main__":
    main()
