"""Writes golden games of a game: whole games by random turns of the reference.

    python -m tests.reference.make_golden NAME

One JSON object a line: game, options, steps (the actions), for each of them legal (all legal
actions, sorted) and players (who acts), and winner. Each option takes several values in some. The
games begin on an empty board; those of a game whose start is drawn hold a setup too, and are not
made here.
"""

import argparse
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from typing import Any

from skerry.games.catalogue import info
from tests.reference import REFERENCE_GAMES, InTurn, reference_game
from tests.small import small

FOLDER = Path(__file__).parents[1] / "golden"
MOST_VALUES = 4  # of an option with more than that, the smallest ones
NUM_GAMES = 40


def options_of(name: str) -> list[dict[str, Any]]:
    """All there are of a few values of each option."""
    values: dict[str, Iterable[Any]] = {}
    for option in info(name).options:
        numbers = range(option.lowest, option.highest_given(small(name)) + 1)
        switch_or_number = (False, True) if option.kind == "switch" else numbers
        values[option.name] = islice(option.choices or switch_or_number, MOST_VALUES)
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


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
    for options in islice(cycle(options_of(name)), NUM_GAMES):
        yield random_game(name, options, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", choices=REFERENCE_GAMES)
    name = parser.parse_args().name
    lines = "".join(json.dumps(one) + "\n" for one in games(name))
    packed = gzip.compress(lines.encode(), mtime=0)
    (FOLDER / f"{name}.jsonl.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
