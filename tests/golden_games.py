"""The golden games of every game, and positions of theirs, in the middle of turns too."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import skerry
from skerry.core.layout import LOWEST, PLACED
from skerry.errors import SkerryError
from skerry.games.catalogue import info
from skerry.games.contract import in_turn

GOLDEN = Path(__file__).parent / "golden"
# Values of options that end a game soon, so that all that may still be played can be listed.
SOON = {"stall_limit": 3, "cycle_limit": 3}


def golden_games(name: str) -> Iterator[dict[str, Any]]:
    """All of a game's file; see `tests/reference/make_golden.py`."""
    with gzip.open(GOLDEN / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def as_then(name: str, options: dict[str, Any]) -> skerry.Game:
    """A game of an older file, which does not name the options that came after it."""
    return skerry.game(name, **info(name).as_written(options))


@cache
def small_games(name: str, most: int = 12) -> tuple[tuple[skerry.Position, ...], ...]:
    """The positions of golden games on the smallest boards of the file, from start to end."""
    known = [(as_then(name, golden["options"]), golden) for golden in golden_games(name)]
    sizes = sorted({game.board.num_cells for game, _ in known})
    fitting = [(game, golden) for game, golden in known if game.board.num_cells in sizes[:2]]
    step = max(1, len(fitting) // most)
    return tuple(_positions(*one) for one in fitting[::step][:most])


@cache
def games_on_all_boards(name: str) -> tuple[tuple[skerry.Position, ...], ...]:
    """The positions of two golden games on each board, from start to end."""
    found: dict[int, list[tuple[skerry.Position, ...]]] = {}
    for golden in golden_games(name):
        game = as_then(name, golden["options"])
        same = found.setdefault(game.board.num_cells, [])
        if len(same) < 2:
            same.append(_positions(game, golden))
    return tuple(chain(*found.values()))


@cache
def late_in_turns(name: str, most_turns: int, of_kind: int = 1) -> tuple[skerry.Position, ...]:
    """Positions in the middle of turns, with each number of stones placed, on boards of all sizes.

    Args:
        name: of the game.
        most_turns: that may be played there; so they lie late in their games.
        of_kind: positions with as many stones placed on one board.
    """
    kinds, found = Counter[tuple[int, ...]](), []
    for position in chain(*map(reversed, games_on_all_boards(name))):
        state = position.state
        if position.is_over or not in_turn(position.game.rules, state):
            continue
        kind = (position.game.board.num_cells, int(state[PLACED]), int(state[LOWEST]))
        if kinds[kind] < of_kind and 1 < position.num_turns() <= most_turns:
            kinds[kind] += 1
            found.append(position)
    return tuple(found)


def _positions(game: skerry.Game, golden: dict[str, Any]) -> tuple[skerry.Position, ...]:
    positions = [game.start(setup=golden.get("setup"))]
    for text in golden["steps"]:
        positions.append(positions[-1].apply(game.parse_action(text)))
    return tuple(positions)


def ending_soon(position: skerry.Position) -> skerry.Position:
    """The same position of a game whose limits are reached soon, where it has any."""
    game = position.game
    options = dict(game.options) | {
        name: max(value, info(game.name).option(name).lowest)
        for name, value in SOON.items()
        if name in dict(game.options)
    }
    shorter = skerry.game(game.name, **options)
    try:
        return skerry.position(position.text.replace(str(game), str(shorter), 1))
    except SkerryError:  # a count that is beyond the limit already
        return position


@cache
def some_positions(name: str, number: int, seed: int = 1) -> tuple[skerry.Position, ...]:
    """Positions of games that go on, half of them in the middle of a turn if there are such."""
    rng = Random(seed)
    running = [one for game in small_games(name) for one in game if not one.is_over]
    within = [one for one in running if in_turn(one.game.rules, one.state)]
    between = [one for one in running if not in_turn(one.game.rules, one.state)]
    rng.shuffle(within)
    rng.shuffle(between)
    half = within[: number // 2]
    return (*half, *between[: number - len(half)])
