"""What a network is told: each fact once, and the same on a turned board."""

import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import IntArray16, new_work
from skerry.games import contract
from skerry.learn.training import shape_of
from skerry.search.symmetry import rule_symmetries
from tests.small import NAMES, small, start
from tests.strategies import few, play_at_random, positions

pytestmark = pytest.mark.kernels


def features(position: skerry.Position) -> list[int]:
    rules = position.game.rules
    out: IntArray16 = np.full(4 * rules.num_cells + 64, -1, dtype=np.int16)
    count = contract.list_features(rules, position.state, out, new_work(rules))
    return [int(feature) for feature in out[:count]]


@few
@given(positions())
def test_each_feature_is_listed_once_and_is_one_of_those_promised(
    position: skerry.Position,
) -> None:
    if not position.is_over:
        found = features(position)
        assert len(found) == len(set(found))
        assert min(found) >= 0
        assert max(found) < contract.num_features(position.game.rules)


@pytest.mark.parametrize("name", NAMES)
def test_actions_are_told_apart_by_their_slots(name: str) -> None:
    rules = skerry.game(name, **small(name)).rules
    slots = [
        (contract.slot_of(rules, action), contract.second_slot(rules, action))
        for action in range(rules.num_actions)
    ]
    assert all(
        0 <= one < contract.num_slots(rules) and -1 <= two < contract.num_slots(rules)
        for one, two in slots
    )
    pairs = {frozenset(both) for both in slots}
    exchanges = rules.num_cells if name == "syrtis" else 0  # each has a name by either cell
    assert len(slots) - exchanges <= len(pairs) <= len(slots)


def turned(position: skerry.Position, text: str, cells: list[int]) -> str:
    """The words for an action, the board being turned."""
    names = position.game.board.names
    there = dict(zip(names, (names[cell] for cell in cells), strict=True))
    return re.sub(r"[a-z]\d+", lambda found: there[found[0]], text)


def pair(name: str, seed: int) -> tuple[skerry.Position, skerry.Position, list[int]]:
    """A position in the middle of a random game, the same one on a turned board, and how."""
    draws = Random(seed)
    game = skerry.game(name, **small(name))
    cells = draws.choice(rule_symmetries(game))
    begin = start(game, seed)
    while begin.phase == "repair":  # an exchange is named by the lesser cell, wherever it lies
        begin = start(game, draws.getrandbits(30))
    here = there = begin
    if game.info.has_setup:
        names, tiles = game.board.names, ("", "lc", "ls", "dc", "ds")
        setup = {
            names[cells[cell]]: tiles[kind] for cell, kind in enumerate(begin.contents) if kind
        }
        there = game.start(setup=setup)
    played = play_at_random(begin, draws, 60)
    for position, action in played[: draws.randrange(len(played))]:
        text = game.format_action(action)
        here = here.apply(action)
        there = there.apply(game.parse_action(turned(position, text, cells)))
    return here, there, cells


@pytest.mark.parametrize("name", NAMES)
@few
@given(seed=st.integers(0, 2**30))
def test_a_turned_board_has_the_features_and_slots_that_training_turns_to(
    name: str, seed: int
) -> None:
    here, there, cells = pair(name, seed)
    if here.is_over:
        return
    shape = shape_of(here.game)
    number = rule_symmetries(here.game).index(cells)
    assert {int(shape.feature_maps[number][one]) for one in features(here)} == set(features(there))
    rules = here.game.rules
    for action in here.legal_actions():
        text = turned(here, here.game.format_action(action), cells)
        other = here.game.parse_action(text)
        for slot_of in (shape.slots, shape.second_slots):
            assert int(shape.slot_maps[number][slot_of[action]]) == int(slot_of[other])
    assert rules.num_actions == len(shape.slots) - 1
