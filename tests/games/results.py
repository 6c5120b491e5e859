"""What kernels make of fixed seeds, as one digest for each kind of result.

    python -m tests.games.results

writes results.json. A change that is meant to give other observations, starts or playouts makes it
anew; any other that fails in test_results.py has changed what a kernel does.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

import skerry
from skerry.core.layout import new_work
from skerry.core.rng import generator
from skerry.games import dispatch
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module, observe
from skerry.games.observation import grid_of, shape_of
from tests.small import small, start
from tests.strategies import play_at_random

RESULTS_FILE = Path(__file__).with_name("results.json")
MOST_TURNS = 60
STRIDE = 3  # every third position of a game is observed
NUM_PLAYOUTS = 6


def game_of(name: str) -> skerry.Game:
    """A small board, with the options that observations and playouts read."""
    return skerry.game(name, **small(name, swap=True, cycle_limit=3, stall_limit=9))


def positions_of(name: str) -> list[skerry.Position]:
    """Those of two random games, in mid turn and set-up too."""
    found: list[skerry.Position] = []
    for seed in (1, 2):
        played = play_at_random(start(game_of(name), seed), Random(seed), MOST_TURNS)
        found += [position for position, _ in played][::STRIDE]
    return found


def observed(name: str) -> Iterator[bytes]:
    """Both persons' planes of positions."""
    game = game_of(name)
    shape = shape_of(game.board)
    out = np.empty(len(game_module(game.name).PLANES) * shape[0] * shape[1], dtype=np.uint8)
    for position in positions_of(name):
        for person in (0, 1):
            grid, work = grid_of(game.board), new_work(game.rules)
            out[:] = 77  # of what is not written
            observe(game.rules, grid, position.state, person, out, work)
            yield out.tobytes()


def played(name: str) -> Iterator[bytes]:
    """Where plain and guided playouts end, and what the guided ones say was done."""
    rules = game_of(name).rules
    for seed, position in enumerate(positions_of(name)[:NUM_PLAYOUTS]):
        for guided in (False, True):
            state, rng, work = position.state, generator(seed), new_work(rules)
            taken = np.zeros((2, rules.num_actions), dtype=np.float32)
            if guided:
                dispatch.guided_playout(rules, state, rng, work, taken)
            else:
                dispatch.playout(rules, state, rng, work)
            yield state.tobytes() + taken.tobytes() + rng.tobytes()


def started(name: str) -> Iterator[bytes]:
    """Starts, drawn where they are."""
    for seed in range(5):
        yield start(game_of(name), seed).text.encode()


KINDS = {"observed": observed, "played": played, "started": started}


def digest(name: str, kind: str) -> str:
    """Of all results of a kind."""
    return hashlib.sha256(b"".join(KINDS[kind](name))).hexdigest()[:16]


def main() -> None:
    found = {info.name: {kind: digest(info.name, kind) for kind in KINDS} for info in GAMES}
    RESULTS_FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
