"""Many boards at once: the same as one after another."""

from random import Random
from typing import cast

import numpy as np
import pytest

import skerry
from skerry.core.boards import distances_from_centre
from skerry.core.lanes import (
    FEW,
    NUM_LANES,
    Lanes,
    add_up,
    compare_largest,
    count_bits,
    count_groups,
    fill,
    new_lanes,
    reduce_triangle,
    show_lane,
)
from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, VACANT, IntArray16, new_work
from skerry.core.rng import generator
from skerry.core.stones import colour_to_move, group_sizes
from skerry.games import arcs
from skerry.games.arcs import connecting_colour
from skerry.games.byg import kernels as byg
from skerry.games.byg.search import fill_lanes
from skerry.positions import Game, Position

GROWN = 8  # turns on the board when it is filled

pytestmark = pytest.mark.kernels


def boards_of(lanes: Lanes, num_cells: int) -> list[IntArray16]:
    """The cells of each board."""
    planes = [
        np.array([int(plane[spot]) for spot in lanes.spots], dtype=object)
        for plane in (lanes.first, lanes.second)
    ]
    found = []
    for lane in range(NUM_LANES):
        first, second = ((plane >> lane & 1).astype(np.int16) for plane in planes)
        assert (first + second == 1).all()
        found.append(first * COLOUR_1 + second * COLOUR_2)
    return found


def filled(position: Position, ahead: float, seed: int) -> tuple[Lanes, list[IntArray16]]:
    """Its boards, and what each of them looks like."""
    rules = position.game.rules
    lanes = new_lanes(rules.num_cells)
    fill(rules, position.state, lanes, generator(seed), COLOUR_2, ahead, new_work(rules))
    return lanes, boards_of(lanes, rules.num_cells)


def sizes_of(game: Game, cells: IntArray16, colour: int) -> list[int]:
    """The sizes of a colour's groups on a board."""
    rules, work = game.rules, new_work(game.rules)
    state = game.start().state.copy()
    state[CELLS : CELLS + rules.num_cells] = cells
    count = group_sizes(rules, state, colour, work[: rules.num_cells], work[rules.num_cells :])
    return sorted(work[:count].tolist(), reverse=True)


@pytest.mark.parametrize("size", [2, 3, 5, 6])
@pytest.mark.parametrize("turns", [0, GROWN])
def test_all_boards_have_the_stones_there_are_and_as_many_of_either_colour(
    size: int, turns: int
) -> None:
    game, draws = skerry.game("byg", size=size), Random(size)
    position = game.start()
    for _ in range(turns):
        if not position.is_over:
            position = position.play_turn(game.format_turn(position.sample_turn(draws)))
    before = position.state[CELLS : CELLS + position.game.rules.num_cells]
    vacant = int(position.state[VACANT])
    _, boards = filled(position, 0.0, seed=1)
    for cells in boards:
        assert (cells[before != 0] == before[before != 0]).all()
        new = cells[before == 0]
        assert abs(int((new == COLOUR_1).sum()) - int((new == COLOUR_2).sum())) == vacant % 2
    assert len({tuple(cells) for cells in boards}) > (1 if vacant > 1 else 0)


@pytest.mark.parametrize("ahead", [-2.5, 1.5, 7.0])
def test_a_colour_gets_so_many_more(ahead: float) -> None:
    position = skerry.game("byg").start()
    leads = []
    for seed in range(20):
        _, boards = filled(position, ahead, seed)
        leads += [
            int((cells == COLOUR_2).sum()) - int((cells == COLOUR_1).sum()) for cells in boards
        ]
    assert np.mean(leads) == pytest.approx(ahead, abs=0.25)  # sixteenths, and chance


@pytest.mark.parametrize("stones", [0, 1, 2])
def test_with_groups_enough_either_colour_of_byg_lays_what_it_does_in_random_games(
    stones: int,
) -> None:
    game, draws = skerry.game("byg", size=5), Random(4)
    position = game.start()
    for _ in range(12):
        position = position.play_turn(game.format_turn(position.sample_turn(draws)))
    assert position.most_stones == 3
    for _ in range(stones):
        position = position.apply(draws.choice(position.legal_actions()[:-1]))
    rules = cast(byg.Rules, game.rules)
    colour, rng, work = colour_to_move(position.state), generator(1), new_work(rules)
    vacant = position.state[CELLS : CELLS + rules.num_cells] == 0
    assert vacant.sum() > 20
    lanes, leads, games = new_lanes(rules.num_cells), [], []

    def lead(cells: IntArray16) -> int:
        return int((cells[vacant] == colour).sum() * 2 - vacant.sum())

    for _ in range(60):
        state = position.state.copy()
        fill_lanes(rules, state, lanes, rng, work)
        leads += [lead(cells) for cells in boards_of(lanes, rules.num_cells)]
        for _ in range(5):
            state = position.state.copy()
            byg.playout(rules, state, rng, work)
            games.append(lead(state[CELLS : CELLS + rules.num_cells]))
    assert np.mean(leads) == pytest.approx(3 - stones - 1.5, abs=0.2)
    assert np.mean(games) == pytest.approx(np.mean(leads), abs=1.0)


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_groups_are_counted_as_on_one_board(size: int) -> None:
    game = skerry.game("sytran", size=size)
    lanes, boards = filled(game.start(), 0.0, seed=size)
    for colour, plane in ((COLOUR_1, lanes.first), (COLOUR_2, lanes.second)):
        groups, stones = np.zeros((2, NUM_LANES), dtype=np.int64)
        count_groups(lanes, plane, 1, groups)
        add_up(lanes, plane, 1, stones)
        sizes = [sizes_of(game, cells, colour) for cells in boards]
        assert groups.tolist() == [len(one) for one in sizes]
        assert stones.tolist() == [sum(one) for one in sizes]


def test_rings_around_each_other_are_counted() -> None:
    game = skerry.game("sytran", size=6)
    rings, lanes = distances_from_centre(game.board), new_lanes(game.rules.num_cells)
    numbers = np.zeros(NUM_LANES, dtype=np.int64)
    lanes.first[lanes.spots[rings % 2 == 0]] = 1
    lanes.first[lanes.spots[rings % 2 == 1]] = 2
    count_groups(lanes, lanes.first, -2, numbers)
    assert numbers.tolist() == [-6, -6] + [0] * (NUM_LANES - 2)


@pytest.mark.parametrize("size", [2, 3, 5, 6])
def test_a_colour_connects_where_it_does_on_one_board(size: int) -> None:
    game = skerry.game("spry", size=size)
    rules, state = cast(arcs.Rules, game.rules), game.start().state.copy()
    for seed in range(3):
        lanes, boards = filled(game.start(), 0.0, seed)
        wins = int(reduce_triangle(lanes, lanes.first))
        for lane, cells in enumerate(boards):
            state[CELLS : CELLS + game.rules.num_cells] = cells
            assert (wins >> lane & 1) == (connecting_colour(rules, state) == COLOUR_1)


@pytest.mark.parametrize("size", [2, 4, 6])
def test_the_largest_group_decides_on_all_boards_but_a_few(size: int) -> None:
    game = skerry.game("byg", size=size)
    wrong = 0
    for seed in range(3):
        lanes, boards = filled(game.start(), 0.0, seed)
        wins, losses = (int(word) for word in compare_largest(lanes))
        assert wins & losses == 0
        for lane, cells in enumerate(boards):
            one, other = (sizes_of(game, cells, colour)[:1] for colour in (COLOUR_1, COLOUR_2))
            wrong += (wins >> lane & 1) != (one > other) or (losses >> lane & 1) != (one < other)
    assert wrong <= 3 * FEW


def test_one_board_can_be_shown() -> None:
    position = skerry.game("spry").start()
    lanes, boards = filled(position, 0.0, seed=3)
    state = position.state.copy()
    show_lane(position.game.rules, state, lanes)
    assert state[CELLS : CELLS + position.game.rules.num_cells].tolist() == boards[0].tolist()


def test_bits_are_counted() -> None:
    for word in (0, 1, 1 << 63, 2**64 - 1, 0xF0F0):
        assert count_bits(np.uint64(word)) == word.bit_count()
