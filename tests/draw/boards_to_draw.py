"""Positions that the tests of the pictures draw: all games, smallest to largest boards."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import skerry
from skerry import Position

BOARDS: tuple[tuple[str, dict[str, int | str | bool]], ...] = (
    ("spry", {"size": 2}),
    ("spry", {"size": 5}),
    ("sytran", {"size": 2}),
    ("sytran", {"size": 6}),
    ("sytran", {"size": 13}),
    ("byg", {"size": 3}),
    ("byg", {"size": 6}),
    ("kitaran", {"size": 3}),
    ("kitaran", {"size": 8}),
    ("kitaran", {"size": 19}),
    ("syrtis", {"board": "major"}),
    ("syrtis", {"board": "minor"}),
    ("syrtis", {"board": "square"}),
)


def start(name: str, options: dict[str, int | str | bool]) -> Position:
    """The start of a game, Syrtis's with tiles drawn by a fixed seed."""
    return skerry.game(name, **options).start(seed=5 if name == "syrtis" else None)


def random_game(
    name: str, options: dict[str, int | str | bool], seed: int
) -> Iterator[tuple[Position, list[int]]]:
    """Every position of a random game with the actions of the last whole turn before it."""
    rng = Random(seed)
    position = start(name, options)
    last: list[int] = []
    turn: list[int] = []
    yield position, last
    while not position.is_over:
        before = position.turn
        action = rng.choice(position.legal_actions())
        position = position.apply(action)
        turn.append(action)
        if position.turn != before or position.is_over:
            last, turn = turn, []
        yield position, last


def some_positions(
    name: str, options: dict[str, int | str | bool]
) -> list[tuple[Position, list[int]]]:
    """The first position of a random game, one from its middle, and a late one."""
    return _some_positions(name, tuple(options.items()))


@cache
def _some_positions(
    name: str, options: tuple[tuple[str, int | str | bool], ...]
) -> list[tuple[Position, list[int]]]:
    game = list(islice(random_game(name, dict(options), seed=1), 61))
    return [game[0], game[len(game) // 2], game[-1]]
