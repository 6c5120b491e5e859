"""Writes golden games of a game: whole games by random turns of the reference.

    python -m tests.reference.make_golden y

One JSON object a line: game, options, steps (the actions), for each of them legal (all legal
actions, sorted) and players (who acts), and winner. Each option takes each of its values in some.
"""

import argparse
import gzip
import json
from collections.abc import Iterator, Mapping
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from typing import Any

from tests.reference import InTurn, reference_game

FOLDER = Path(__file__).parents[1] / "golden"
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "y": [{"size": size, "swap": swap} for size, swap in product((2, 3, 4, 5), (False, True))],
}
NUM_GAMES = 40


def random_game(name: str, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """A game by random actions."""
    game = reference_game(name, options)
    now = InTurn(game.start())
    steps: list[str] = []
    legal: list[list[str]] = []
    players: list[int | None] = []
    while game.outcome(now.position) is None:
        legal.append(game.legal_actions(now))
        players.append(game.player(now.position))
        steps.append(rng.choice(legal[-1]))
        now = game.step(now, steps[-1])
    winner = game.outcome(now.position)
    return {
        "game": name,
        "options": dict(options),
        "steps": steps,
        "legal": legal,
        "players": players,
        "winner": winner,
    }


def games(name: str) -> Iterator[dict[str, Any]]:
    """The games of a file; the same ones each time."""
    rng = Random(1)
    for options in islice(cycle(OPTIONS[name]), NUM_GAMES):
        yield random_game(name, options, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", choices=sorted(OPTIONS))
    name = parser.parse_args().name
    lines = "".join(json.dumps(one) + "\n" for one in games(name))
    packed = gzip.compress(lines.encode(), mtime=0)
    (FOLDER / f"{name}.jsonl.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
