"""Playouts: fast paths to the end that must be as random as one legal action after another."""

from collections import Counter
from typing import Any, cast

import numpy as np
import pytest
from scipy.stats import chi2_contingency

import skerry
from skerry.core.lanes import NUM_LANES, new_lanes, show_lane
from skerry.core.layout import (
    CELLS,
    DRAWN,
    FIRST,
    LEGAL_ROOM,
    PLACED,
    REASON,
    RESULT,
    RUNNING,
    TURN,
    VACANT,
    WON,
    new_work,
)
from skerry.core.rng import below, generator
from skerry.games import contract, dispatch
from skerry.games.arcs import connects
from skerry.games.spry import kernels as spry
from tests.reference.hexhex import HexHex, groups
from tests.small import start

# A start, a position in the middle of a turn and a later one of each game, all without the swap.
POSITIONS: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "spry": ("spry", {"size": 2}, ()),
    "spry-mid-turn": ("spry", {"size": 3}, ("a1,a2,a3", "c1,e1,e3", "b4")),
    "sytran": ("sytran", {"size": 2, "penalty": 1, "swap": False}, ()),
    "sytran-mid-turn": (
        "sytran",
        {"size": 3, "swap": False},
        ("b4,e1", "d1,e3", "b1,c5", "b3", "a1"),
    ),
    "sytran-fill": (
        "sytran",
        {"size": 3, "swap": False},
        ("b2", "b3", "c2", "c3", "c4", "d2", "d3", "a1,a2", "a3,b1", "b4,c1", "c5,d1", "d4,e1"),
    ),
    "byg": ("byg", {"size": 2}, ()),
    "byg-mid-turn": ("byg", {"size": 3}, ("a2", "b1", "b2,end", "d3", "e2", "a1,d2,end", "e3")),
    "kitaran": ("kitaran", {"size": 3}, ("a1", "b2", "c3")),
    "kitaran-draws": (
        "kitaran",
        {"size": 3, "cycle_limit": 2, "cycle": "draw"},
        ("b3", "c2", "c1", "b1", "a1"),
    ),
    "kitaran-places": (
        "kitaran",
        {"size": 3, "cycle_limit": 2, "cycle": "place"},
        ("b3", "c2", "c1", "b1", "a1"),
    ),
    "syrtis-minor": ("syrtis", {"board": "minor", "stall_limit": 3}, ()),
    "syrtis-major": ("syrtis", {"board": "major"}, ()),
}
NUM_GAMES = 3_000


def position_of(name: str) -> skerry.Position:
    game_name, options, turns = POSITIONS[name]
    game = skerry.game(game_name, **options)
    position = start(game, 3)
    for turn in turns:
        position = position.play(turn)
    return position


# Late positions of random games on larger boards: most vacant cells, and the seed.
LATE: dict[str, tuple[str, dict[str, Any], int, int]] = {
    "spry-5": ("spry", {"size": 5}, 16, 3),
    "sytran-5": ("sytran", {"size": 5, "swap": False}, 7, 1),
    "sytran-10": ("sytran", {"size": 10, "swap": False}, 12, 2),
    "byg-6": ("byg", {"size": 6}, 7, 1),
    "kitaran-7": ("kitaran", {"size": 7, "cycle_limit": 9}, 3, 1),  # the largest board of bits
    "kitaran-8": ("kitaran", {"size": 8, "cycle_limit": 9}, 3, 1),
    "kitaran-draws": ("kitaran", {"size": 7, "cycle_limit": 9, "cycle": "draw"}, 3, 1),
    "syrtis-major": ("syrtis", {"board": "major", "stall_limit": 9}, 33, 1),
}


def late_position(name: str) -> skerry.Position:
    """In mid turn where turns have more than one action."""
    game_name, options, num_vacant, seed = LATE[name]
    game = skerry.game(game_name, **options)
    for attempt in range(seed, seed + 100):
        position = start(game, attempt)
        rng = generator(attempt)
        while position.player is not None:
            state = position.state
            begun = state[PLACED] > 0 or game_name in ("kitaran", "syrtis")
            if state[VACANT] <= num_vacant and position.phase == "play" and begun:
                return position
            legal = position.legal_actions()
            position = position.apply(legal[below(rng, len(legal))])
    raise AssertionError(f"no game of {name} came so far")


def one_by_one(position: skerry.Position, seed: int, games: int) -> Counter[object]:
    """Endings of games of uniformly random legal actions."""
    rules = position.game.rules
    if position.game.name == "spry":  # without arcs nobody connects, so play goes on to the end
        spry_rules = cast(spry.Rules, rules)
        rules = spry_rules._replace(arcs=np.zeros_like(spry_rules.arcs))
    rng, work, out = generator(seed), new_work(rules), np.empty(LEGAL_ROOM, dtype=np.int16)
    endings: Counter[object] = Counter()
    for _ in range(games):
        state = position.state
        while state[RESULT] == RUNNING and state[VACANT] > 0:
            action = out[below(rng, dispatch.legal(rules, state, out, work))]
            dispatch.apply(rules, state, int(action), work)
        endings[ending(position, state)] += 1
    return endings


def by_playouts(position: skerry.Position, seed: int, games: int) -> Counter[object]:
    """Endings of the same number of playouts."""
    rules = position.game.rules
    rng, work = generator(seed), new_work(rules)
    endings: Counter[object] = Counter()
    for _ in range(games):
        state = position.state
        dispatch.playout(rules, state, rng, work)
        endings[ending(position, state)] += 1
    return endings


def ending(position: skerry.Position, state: Any) -> object:
    """How the game ended, told by what random play one by one and playouts have in common."""
    result = int(state[RESULT])
    if position.game.name == "syrtis":
        return result, int(state[REASON]), min(int(state[TURN]) - position.turn, 20)
    cells = state[CELLS : CELLS + position.game.rules.num_cells]
    changed = cells[np.array(position.contents) != cells]
    board = int((cells == 1).sum()), len(changed), int(changed[0]), int(changed[-1])
    return board if position.game.name == "spry" else (result, *board)


def assert_alike(first: Counter[object], second: Counter[object]) -> None:
    """Chi-square test of homogeneity, rare endings taken together."""
    common = [key for key in first | second if first[key] + second[key] >= 20]
    rows = [[count[key] for key in common] for count in (first, second)]
    for row, count in zip(rows, (first, second), strict=True):
        row.append(sum(count.values()) - sum(row))
    table = np.array([column for column in zip(*rows, strict=True) if sum(column) > 0]).T
    if table.shape[1] > 1:
        assert chi2_contingency(table).pvalue > 0.0005


@pytest.mark.parametrize("name", POSITIONS)
def test_playouts_end_as_games_of_random_actions_do(name: str) -> None:
    position = position_of(name)
    assert_alike(
        one_by_one(position, seed=11, games=NUM_GAMES),
        by_playouts(position, seed=12, games=NUM_GAMES),
    )


@pytest.mark.parametrize("name", LATE)
def test_playouts_finish_late_positions_as_games_of_random_actions_do(name: str) -> None:
    position = late_position(name)
    assert_alike(
        one_by_one(position, seed=21, games=NUM_GAMES),
        by_playouts(position, seed=22, games=NUM_GAMES),
    )


def by_lanes(position: skerry.Position, seed: int, games: int) -> Counter[object]:
    """Endings of one board each of so many fillings of 64 boards."""
    rules = position.game.rules
    lanes, rng, work = new_lanes(rules.num_cells), generator(seed), new_work(rules)
    endings: Counter[object] = Counter()
    for number in range(games):
        state, lane = position.state, number % NUM_LANES
        wins, draws = contract.fill_lanes(rules, state, lanes, rng, work)
        won, drawn = int(wins) >> lane & 1, int(draws) >> lane & 1
        first, second = int(state[FIRST]), 1 - int(state[FIRST])
        lanes.first[:] >>= np.uint64(lane)
        show_lane(rules, state, lanes)
        state[RESULT] = DRAWN if drawn else WON + (first if won else second)
        endings[ending(position, state)] += 1
    return endings


@pytest.mark.parametrize("name", ["sytran", "sytran-mid-turn", "sytran-fill", "sytran-5"])
def test_boards_of_sytran_filled_at_once_end_as_games_of_random_actions_do(name: str) -> None:
    position = late_position(name) if name in LATE else position_of(name)
    assert_alike(
        one_by_one(position, seed=31, games=NUM_GAMES),
        by_lanes(position, seed=32, games=NUM_GAMES),
    )


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_playouts_of_spry_name_the_colour_that_connects(size: int) -> None:
    position = skerry.game("spry", size=size).start()
    rules = cast(spry.Rules, position.game.rules)
    rng, work = generator(5), new_work(rules)
    for _ in range(200):
        state = position.state
        dispatch.playout(rules, state, rng, work)
        winning = [cell for cell in range(rules.num_cells) if connects(rules, state, cell, work)]
        assert {int(state[CELLS + cell]) for cell in winning} == {int(state[RESULT] - WON) + 1}


@pytest.mark.kernels
def test_playouts_of_sytran_count_each_group_once() -> None:
    """Also one that closes a ring, which a stone joins from two sides (SYT-5)."""
    position = skerry.game("sytran", size=4, penalty=2, swap=False).start()
    rules, board = position.game.rules, HexHex(4)
    names, rng, work = position.game.board.names, generator(5), new_work(rules)
    for _ in range(100):
        state = position.state
        dispatch.playout(rules, state, rng, work)
        scores = []
        for colour in (1, 2):
            cells = np.flatnonzero(state[CELLS : CELLS + rules.num_cells] == colour)
            stones = {names[cell] for cell in cells}
            scores.append(len(stones) - 2 * len(groups(stones, board.neighbours)))
        lead = scores[0] - scores[1]
        assert int(state[RESULT]) == (DRAWN if lead == 0 else WON + (lead < 0))


# Results of 60 playouts with seed 1 from the same positions: won by person 0, by person 1, drawn.
PINNED: dict[str, tuple[int, int, int]] = {
    "spry": (42, 18, 0),
    "spry-mid-turn": (50, 10, 0),
    "sytran": (44, 0, 16),
    "sytran-mid-turn": (53, 7, 0),
    "sytran-fill": (60, 0, 0),
    "byg": (7, 53, 0),
    "byg-mid-turn": (34, 26, 0),
    "kitaran": (45, 15, 0),
    "kitaran-draws": (22, 9, 29),
    "kitaran-places": (43, 17, 0),
    "syrtis-minor": (31, 29, 0),
    "syrtis-major": (34, 26, 0),
}


@pytest.mark.kernels
@pytest.mark.parametrize("name", POSITIONS)
def test_a_seed_gives_the_same_playouts_with_and_without_the_jit(name: str) -> None:
    position = position_of(name)
    results = np.zeros(4, dtype=np.int64)
    dispatch.playouts(position.game.rules, position.state, generator(1), 60, results)
    assert tuple(results[1:].tolist()) == PINNED[name]


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["spry", "sytran", "byg", "kitaran"])
def test_playouts_work_on_the_smallest_and_largest_boards(name: str) -> None:
    for size in (skerry.game(name).info.option("size").lowest, 19 if name == "kitaran" else 13):
        position = skerry.game(name, size=size).start()
        results = np.zeros(4, dtype=np.int64)
        dispatch.playouts(position.game.rules, position.state, generator(2), 2, results)
        assert results.sum() == 2
        assert results[RUNNING] == 0
