"""Positions that the tests of the pictures draw: all games, smallest to largest boards."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import skerry
from skerry import Position
from skerry.games.catalogue import info
from skerry.games.info import Value
from tests import small

BOARDS: tuple[tuple[str, dict[str, Value]], ...] = tuple(
    (name, {option.name: board})
    for name in small.NAMES
    for option in info(name).options[:1]
    for board in sorted({small.boards(name)[0], option.default_given({}), small.boards(name)[-1]})
)


def start(name: str, options: dict[str, Value]) -> Position:
    """The start of a game; one that is drawn is drawn by a fixed seed."""
    return small.start(skerry.game(name, **options), 5)


def random_game(
    name: str, options: dict[str, Value], seed: int
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


def some_positions(name: str, options: dict[str, Value]) -> list[tuple[Position, list[int]]]:
    """The first position of a random game, one from its middle, and a late one."""
    return _some_positions(name, tuple(options.items()))


@cache
def _some_positions(
    name: str, options: tuple[tuple[str, Value], ...]
) -> list[tuple[Position, list[int]]]:
    game = list(islice(random_game(name, dict(options), seed=1), 61))
    return [game[0], game[len(game) // 2], game[-1]]
