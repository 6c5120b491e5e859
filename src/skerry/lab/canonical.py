"""Positions and turns without regard to how the board lies, and without who plays which colour.

Two positions have the same key when a turn or a reflection of the board that keeps the rules takes
all that matters of one into the other: what lies in the cells and is marked there, the colour to
act, whether a swap may come, the game's own numbers and its counter. What matters is what the
solver asks of each game (search/symmetry.py).
"""

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skerry.core.layout import TURN
from skerry.games.actions import Action, decode_action, encode_action, kind_of
from skerry.games.contract import counter_of, equal_contents, list_marks, list_numbers
from skerry.positions import Game, Position
from skerry.search.symmetry import KINDS, rule_symmetries
from skerry.text import canonical_turn

Cells = tuple[int, ...]  # cell -> cell
Actions = tuple[int, ...]


class Canonical(NamedTuple):
    """A position, however its board lies."""

    key: int  # 64 bits, the same in every process
    ways: tuple[Cells, ...]  # all symmetries that take the position into its canonical form


class _Symmetries(NamedTuple):
    """Those that keep the rules of a game."""

    maps: tuple[Cells, ...]
    inverse: NDArray[np.intp]  # (num_symmetries, num_cells)
    contents: tuple[NDArray[np.uint8], ...]  # ways to exchange contents, the identity first


@lru_cache(maxsize=64)
def _symmetries(game: Game) -> _Symmetries:
    maps = tuple(tuple(cells) for cells in rule_symmetries(game))
    as_it_is = np.arange(KINDS + 1, dtype=np.uint8)
    exchanged = as_it_is.copy()
    for one, other in equal_contents(game.rules):
        exchanged[one], exchanged[other] = other, one
    contents = (as_it_is, exchanged) if (exchanged != as_it_is).any() else (as_it_is,)
    return _Symmetries(maps, np.argsort(np.array(maps), axis=1), contents)


def canonical(position: Position) -> Canonical:
    """The key of a position at the beginning of a turn, and the ways to its canonical form.

    Keys tell positions of one rule set apart; they do not depend on its name or its options.
    """
    game, state = position.game, position.state
    known = _symmetries(game)
    room = np.empty(max(game.rules.work_size, KINDS * game.rules.num_cells), dtype=np.int16)
    marks = room[: list_marks(game.rules, state, room, 0)].tolist()
    numbers = room[: list_numbers(game.rules, state, room)].tolist()
    cells = np.array(position.contents, dtype=np.uint8)
    boards = [
        (board.tobytes(), way)
        for contents in known.contents
        for board, way in zip(contents[cells][known.inverse], known.maps, strict=True)
    ]
    least = min(board for board, _ in boards)
    images = [(_moved(marks, way), way) for board, way in boards if board == least]
    least_marks = min(image for image, _ in images)
    colour = position.colour_index
    facts = (
        least.hex(),
        least_marks,
        -1 - int(position.player or 0) if colour is None else colour,
        min(int(state[TURN]), 2) if game.rules.swap else 0,  # a swap is the second turn
        numbers,
        int(counter_of(game.rules, state)),
    )
    key = int.from_bytes(blake2b(repr(facts).encode(), digest_size=8).digest(), "big")
    # An exchange of contents may take a way twice.
    return Canonical(
        key, tuple(dict.fromkeys(way for image, way in images if image == least_marks))
    )


def _moved(marks: list[int], way: Cells) -> list[int]:
    """Facts about cells, kind * num_cells + cell, after a symmetry."""
    n = len(way)
    return sorted(mark - mark % n + way[mark % n] for mark in marks)


def inverse(way: Cells) -> Cells:
    """The symmetry that takes back another one."""
    return tuple(sorted(range(len(way)), key=way.__getitem__))


def moved_turn(game: Game, actions: Actions, way: Cells) -> Actions:
    """A turn after a symmetry, in canonical order and without the final `end` (C-6)."""
    return canonical_turn(game, moved(game, actions, way))


def moved(game: Game, actions: Actions, way: Cells) -> Actions:
    """Actions after a symmetry, one after the other."""
    return tuple(_moved_action(game, action, way) for action in actions)


def _moved_action(game: Game, number: int, way: Cells) -> int:
    action = decode_action(game, number)
    cells = tuple(way[cell] for cell in action.cells)
    other = kind_of(game, action).other
    if other is not None:  # of a pair the lesser cell stands for both
        cells = (min(cells[0], other(game, cells[0])),)
    return encode_action(game, Action(action.kind, cells))


def canonical_actions(game: Game, actions: Actions, ways: tuple[Cells, ...]) -> Actions:
    """A turn as it is in the canonical form of a position, the least of its mirror images there."""
    return min(moved_turn(game, actions, way) for way in ways)


def in_one_orientation(game: Game, actions: Actions, ways: tuple[Cells, ...]) -> Actions:
    """Of a turn's mirror images in a position the same one always, its actions in their order.

    `ways` lead from the position into its canonical form.
    """
    image = min((moved(game, actions, way) for way in ways), key=sorted)
    return moved(game, image, inverse(ways[0]))
