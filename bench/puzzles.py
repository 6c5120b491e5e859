"""Whether the puzzles that come with Skerry are those that their command makes.

    python -m bench.puzzles                     # five games of each collection, drawn at random
    python -m bench.puzzles spry --sample 40 --seed 2

A game in which a puzzle was found, or none, is played and looked through again, given the puzzles
that were found before it: that is all that the mining goes by. After a change of rules, search or
solver something else may come out; then `skerry puzzles GAME` makes the collection anew.
"""

import argparse
import sys
from collections.abc import Sequence
from random import Random

import skerry
from skerry.core.numbers import counted
from skerry.games.catalogue import FEATURED, info
from skerry.games.info import PUZZLES, folder
from skerry.puzzles.mining import Miner, mined_again, source_of
from skerry.puzzles.puzzle import parse_collection

SEED = 1  # of the command, by default


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the collections; returns 1 where one of them is not what its command makes."""
    parser = argparse.ArgumentParser(prog="bench.puzzles")
    parser.add_argument("games", nargs="*", help="their names; all by default")
    parser.add_argument("--sample", type=int, default=5, help="games to play again of each")
    parser.add_argument("--seed", type=int, default=0, help="draws other ones")
    asked = parser.parse_args(arguments)
    names = asked.games or [one.name for one in FEATURED if one.has_puzzles]
    wrong = [name for name in names if not check(name, asked.sample, asked.seed)]
    return 1 if wrong else 0


def check(name: str, sample: int, seed: int) -> bool:
    """Play some games of a collection again, half of them such as have given a puzzle."""
    collection = parse_collection((folder(name) / PUZZLES).read_bytes())
    by_game = {one.game_number: one.to_data() for one in collection.puzzles}
    rng = Random(f"{name} {seed}")
    numbers = rng.sample(sorted(by_game), min(len(by_game), (sample + 1) // 2))
    others = [one for one in range(collection.num_games) if one not in by_game]
    numbers += rng.sample(others, min(len(others), sample // 2))
    miner = Miner(skerry.game(name, **source_of(info(name)).options), SEED)
    found = {number: mined_again(miner, collection.puzzles, number) for number in sorted(numbers)}
    differing = [
        number
        for number, one in found.items()
        if (None if one is None else one.to_data()) != by_game.get(number)
    ]
    told = f"games {', '.join(map(str, differing))} differ" if differing else "all as they are kept"
    print(f"{name}: {counted(len(numbers), 'game')} played again, {told}", flush=True)
    return not differing


if __name__ == "__main__":
    sys.exit(main())
