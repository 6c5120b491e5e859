"""What is counted in games that are gone through again: who leads, and which links hold."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from skerry.core.boards import Board
from skerry.core.layout import CELLS, EMPTY, IntArray16
from skerry.games.contract import Standing
from skerry.lab.claims.claims import ratio_of
from skerry.mutable import MutablePosition
from skerry.positions import Game, Position
from skerry.statistics import Estimate, weighted_sum

REPLAYED = 1000  # games of a cell that are gone through again, at most
Quantity = Callable[[Standing], float]  # of one colour
# How a position before a turn, and the one after it, please the colour (0 or 1) that has the turn.
Rule = Callable[[Position, Position, int], float]
FIRST, SECOND = 0, 1  # `colour` of a game's row: that has won
# Of each colour, when it was ahead in something: whether it won.
Leaders = tuple[list[bool], list[bool]]
SEED = "seed"  # a column beside those of the games: of what each drew before its first turn


def more_stones(before: Position, after: Position, me: int) -> float:
    """A rule: how many stones a turn adds."""
    return after.standings[me].stones - before.standings[me].stones


def few_groups(_: Position, after: Position, me: int) -> float:
    """A rule: as few groups as possible."""
    return -len(after.standings[me].groups)


def large_group(_: Position, after: Position, me: int) -> float:
    """A rule: the largest group as large as possible."""
    return max(after.standings[me].groups, default=0)


class Replay(NamedTuple):
    """A game at the beginning of each of its turns, and at its end."""

    colour: int  # that has won, or DRAW
    positions: tuple[Position, ...]
    actions: tuple[int, ...]  # the last one of each turn


def replays(rules: Game, rows: pl.DataFrame) -> Iterator[Replay]:
    """The first games of a cell, REPLAYED of them at most.

    Where starts are drawn, the column SEED says of which seed each is.
    """
    first = rows.sort("number").head(REPLAYED)
    seeds = first[SEED] if rules.info.has_setup else [None] * len(first)
    games = first.select("colour", "played").iter_rows()
    for (colour, played), seed in zip(games, seeds, strict=True):
        start = rules.start() if seed is None else rules.start(seed=seed)
        position, found, actions = MutablePosition(start), [start], list[int]()
        for action in played:
            turn = position.turn
            position.apply(action)
            if position.turn != turn:
                found.append(position.position())
                actions.append(action)
        yield Replay(colour, tuple(found), tuple(actions))


def placed_stones(game: Replay) -> list[NDArray[np.intp]]:
    """The cells that each turn of a game filled; a swap fills none, and is left out."""
    num_cells = game.positions[0].game.rules.num_cells
    found = []
    for before, after in pairwise(game.positions):
        one, other = (position.state[CELLS : CELLS + num_cells] for position in (before, after))
        stones = np.flatnonzero((one == EMPTY) & (other != EMPTY))
        if len(stones):
            found.append(stones)
    return found


def share_filled(position: Position) -> float:
    """How much of the board holds stones."""
    return sum(one.stones for one in position.standings) / position.game.rules.num_cells


def leads(
    games: Sequence[Replay], filled: Sequence[int], quantities: Mapping[str, Quantity]
) -> dict[str, Estimate]:
    """How often the colour that has more of something wins, when so much of the board is filled.

    Named "more stones at 50": at the beginning of the first turn at which half of the cells are
    filled. Games in which neither has more then are left out; see `shares_of_leaders`.
    """
    found: dict[str, Leaders] = {
        f"more {name} at {percent}": ([], []) for name in quantities for percent in filled
    }
    for game in games:
        left = list(filled)
        for position in game.positions:
            share = 100 * share_filled(position)
            while left and share >= left[0]:
                percent = left.pop(0)
                for name, quantity in quantities.items():
                    mine, theirs = map(quantity, position.standings)
                    if mine != theirs:
                        leader = FIRST if mine > theirs else SECOND
                        found[f"more {name} at {percent}"][leader].append(game.colour == leader)
    return shares_of_leaders(found)


def shares_of_leaders(found: Mapping[str, Leaders]) -> dict[str, Estimate]:
    """How often who is ahead in something wins: the mean of both colours' shares.

    Counted together they would tell of the colour instead: the one that wins more is ahead in
    everything more often. What only one colour was ever ahead in is left out.
    """
    shares = {
        name: [Estimate.share(sum(won), len(won)) for won in by_colour]
        for name, by_colour in found.items()
        if all(by_colour)
    }
    return {
        name: replace(
            weighted_sum([(one, 1 / 2) for one in both]), games=sum(one.games for one in both)
        )
        for name, both in shares.items()
    }


class Link(NamedTuple):
    """Two cells that do not touch, and the cells that touch both."""

    cells: tuple[int, int]
    between: tuple[int, ...]


@lru_cache(maxsize=8)
def links_of(board: Board) -> tuple[Link, ...]:
    """All pairs of cells with one or two common neighbours: in a straight line, or a bridge."""
    around = [{int(one) for one in row if one < board.num_cells} for row in board.neighbours]
    found = []
    for one in range(board.num_cells):
        for other in range(one + 1, board.num_cells):
            between = around[one] & around[other]
            if between and other not in around[one]:
                found.append(Link((one, other), tuple(sorted(between))))
    return tuple(found)


def links_that_hold(games: Sequence[Replay]) -> dict[str, Estimate]:
    """How many pairs of stones end up in one group, by what lies between them.

    "bridges held" and "gaps held": pairs of a colour with two vacant cells between them, or one,
    each counted where it first stands so at the end of a turn. Games are the units of the interval.
    """
    names = {2: "bridges held", 1: "gaps held"}
    held: dict[int, list[int]] = {1: [], 2: []}
    seen: dict[int, list[int]] = {1: [], 2: []}
    for game in games:
        group = _groups(game.positions[-1])
        counts = {1: [0, 0], 2: [0, 0]}
        for link in _links_seen(game):
            one, other = link.cells
            count = counts[len(link.between)]
            count[0] += group[one] == group[other]
            count[1] += 1
        for number, (good, total) in counts.items():
            held[number].append(good)
            seen[number].append(total)
    return {names[number]: ratio_of(held[number], seen[number]) for number in names}


def _links_seen(game: Replay) -> set[Link]:
    """The links that stood at the end of some turn."""
    board = game.positions[0].game.board
    found: set[Link] = set()
    for position in game.positions[1:]:
        cells = position.state[CELLS : CELLS + board.num_cells]
        found |= {
            link
            for link in links_of(board)
            if cells[link.cells[0]] != EMPTY
            and cells[link.cells[0]] == cells[link.cells[1]]
            and not any(cells[cell] for cell in link.between)
        }
    return found


def _groups(position: Position) -> IntArray16:
    """The group of each stone as a number, int16 of shape (num_cells,); vacant cells have -1."""
    board = position.game.board
    cells = position.state[CELLS : CELLS + board.num_cells]
    group = np.full(board.num_cells, -1, dtype=np.int16)
    for start in range(board.num_cells):
        if cells[start] == EMPTY or group[start] >= 0:
            continue
        group[start], stack = start, [start]
        while stack:
            for other in map(int, board.neighbours[stack.pop()]):
                if other < board.num_cells and group[other] < 0 and cells[other] == cells[start]:
                    group[other] = start
                    stack.append(other)
    return group
