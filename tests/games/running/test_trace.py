"""What is measured of whole games, against the same told by positions."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2
from skerry.core.rng import generator
from skerry.games.trace import COVERED, NUM_NUMBERS, REPEATED, position_hash, trace
from tests.small import start as start_of
from tests.strategies import few, games

kernels = pytest.mark.kernels


def traced(
    start: skerry.Position, actions: list[int], room: int = 2000, seed: int | None = None
) -> tuple[list[int], list[float], skerry.Position]:
    """The actions of a game, its numbers, and where it ended."""
    state, played = start.state, np.zeros(room, dtype=np.int16)
    played[: len(actions)] = actions
    numbers, seen = np.full(NUM_NUMBERS, -1.0), np.zeros(room + 1, dtype=np.int64)
    at_random, rng = seed is not None, generator(seed or 0)
    count = trace(start.game.rules, state, played, len(actions), at_random, rng, numbers, seen)
    return played[:count].tolist(), numbers.tolist(), skerry.Position(start.game, state)


def told_by_positions(start: skerry.Position, actions: list[int]) -> list[float]:
    position, seen = start, [(start.contents, start.towers, start.persons, start.player)]
    stones = decisions = repeated = first_turn = 0
    logs, touched = 0.0, set()
    for count, action in enumerate(actions, 1):
        before, legal = position, position.legal_actions()
        decisions += len(legal) > 1
        logs += math.log10(len(legal))
        position = position.apply(action)
        changed = [
            cell
            for cell, (old, new) in enumerate(zip(before.contents, position.contents, strict=True))
            if old != new
        ]
        touched |= {*changed, *(set(position.towers) - set(before.towers))}
        if start.game.name != "syrtis":
            stones += sum(before.contents[cell] == 0 for cell in changed)
        if before.turn == 0:
            first_turn = count
        now = (position.contents, position.towers, position.persons, position.player)
        repeated += now in seen
        seen.append(now)
    return [stones, decisions, logs, len(touched), repeated, first_turn]


@kernels
@few
@given(game=games(), seed=st.integers(0, 2**32))
@example(game=skerry.game("spry", size=2, swap=True), seed=3896)  # person 0 ends, and is swapped
@example(game=skerry.game("syrtis", board="minor", stall_limit=20), seed=4)  # a board comes back
def test_numbers_are_those_of_the_positions(game: skerry.Game, seed: int) -> None:
    start = start_of(game, seed)
    actions, numbers, end = traced(start, [], seed=seed)
    assert end.is_over
    assert numbers == pytest.approx(told_by_positions(start, actions))
    again, same, replayed = traced(start, actions)
    assert (again, same, replayed) == (actions, numbers, end)


@kernels
def test_a_position_is_seen_again_only_with_the_same_colours() -> None:
    """A swap and Syrtis's choice leave the board as it is, but not the position."""
    spry = skerry.game("spry", size=2, swap=True)
    swapped = [*spry.parse_turn("a1,end,swap")]
    assert traced(spry.start(), swapped)[1] == pytest.approx(
        told_by_positions(spry.start(), swapped)
    )
    start = skerry.game("syrtis", board="minor").start(seed=2)
    set_up = [*start.sample_turn(Random(1)), start.game.parse_action("light")]
    numbers = traced(start, set_up)[1]
    assert numbers[REPEATED] == 0
    assert numbers == pytest.approx(told_by_positions(start, set_up))


@kernels
def test_towers_that_stay_are_not_touched() -> None:
    start = skerry.game("syrtis", board="minor").start(seed=2)
    position = start
    for action in (*start.sample_turn(Random(1)), start.game.parse_action("light")):
        position = position.apply(action)
    actions, numbers, _ = traced(position, [], room=4, seed=3)
    assert numbers == pytest.approx(told_by_positions(position, actions))
    assert numbers[COVERED] < 4


@kernels
def test_a_game_goes_on_at_random_behind_what_is_given() -> None:
    start = skerry.game("kitaran", size=3).start()
    actions, _, end = traced(start, [4, 0], seed=3)
    assert actions[:2] == [4, 0]
    assert end.is_over
    assert traced(start, [4, 0])[0] == [4, 0]


@kernels
def test_a_game_that_needs_more_room_stops_where_it_is() -> None:
    start = skerry.game("spry", size=4).start()
    whole, _, _ = traced(start, [], seed=1)
    part, _, position = traced(start, [], room=5, seed=1)
    assert part == whole[:5]
    assert not position.is_over


def test_actions_at_random_are_equally_likely() -> None:
    start = skerry.game("byg", size=3).start()
    firsts = [traced(start, [], seed=seed)[0][0] for seed in range(3800)]
    counts = np.bincount(firsts, minlength=19)
    assert (counts > 140).all()  # of 200 expected; four deviations and more
    assert (counts < 260).all()


@kernels
def test_both_halves_of_a_hash_tell_what_is_on_each_cell() -> None:
    position = skerry.game("kitaran", size=3).start()
    states = [position.state]
    for cell in range(position.game.rules.num_cells):
        for colour in (COLOUR_1, COLOUR_2):
            states.append(position.state)
            states[-1][CELLS + cell] = colour
    hashes = [position_hash(position.game.rules, state) for state in states]
    for half in (0, 1):
        assert len({found >> 31 * half & (1 << 31) - 1 for found in hashes}) == len(states)
