"""The symmetries of each game's board, and keys that are blind to them and to nothing else."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import new_work
from skerry.games.contract import counter_of, in_turn, ring_numbers
from skerry.search.symmetry import build_keys, rule_symmetries, write_key
from tests.small import start
from tests.strategies import few, play_at_random

NUMBER_OF_SYMMETRIES = [
    ("spry", {"size": 4}, 6),
    ("sytran", {"size": 3}, 12),
    ("byg", {"size": 5}, 12),
    ("kitaran", {"size": 4}, 8),
    ("syrtis", {"board": "major"}, 8),
]
everywhere = pytest.mark.parametrize(("name", "options", "number"), NUMBER_OF_SYMMETRIES)


@everywhere
def test_symmetries_keep_neighbours_and_rings(
    name: str, options: dict[str, Any], number: int
) -> None:
    game = skerry.game(name, **options)
    found, rings = rule_symmetries(game), ring_numbers(game.rules)
    assert len({tuple(cells) for cells in found}) == len(found) == number
    assert found[0] == list(range(game.rules.num_cells))
    for cells in found:
        assert sorted(cells) == found[0]
        to = np.array([*cells, game.rules.num_cells])
        for cell in found[0]:
            around = {int(to[other]) for other in game.rules.neighbours[cell]}
            assert around == set(game.rules.neighbours[cells[cell]].tolist())
            assert rings[cell] == rings[cells[cell]]


def key_of(position: skerry.Position) -> tuple[int, int]:
    """A position's key."""
    rules = position.game.rules
    key = np.empty(2, dtype=np.int64)
    write_key(rules, build_keys(position.game), position.state, key, new_work(rules))
    return int(key[0]), int(key[1])


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["spry", "sytran", "byg", "kitaran"])
@few
@given(seed=st.integers(0, 2**32), length=st.integers(0, 12))
def test_symmetric_games_lead_to_equal_keys(name: str, seed: int, length: int) -> None:
    game = skerry.game(name, size=3)
    rng = Random(seed)
    cells = rng.choice(rule_symmetries(game))
    n = game.rules.num_cells
    position = image = game.start()
    for _ in range(length):
        if position.is_over:
            break
        action = rng.choice([one for one in position.legal_actions() if one < 2 * n])
        image = image.apply(
            cells[action] if action < n else action if name != "kitaran" else n + cells[action - n]
        )
        position = position.apply(action)
    assume(not position.is_over and not in_turn(game.rules, position.state))
    assert key_of(position) == key_of(image)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("spry", {"size": 2, "swap": True}),
        ("sytran", {"size": 2, "swap": True}),
        ("byg", {"size": 2, "swap": False}),
        ("kitaran", {"size": 3, "swap": False}),
    ],
)
def test_keys_are_equal_for_symmetric_positions_only(name: str, options: dict[str, Any]) -> None:
    game = skerry.game(name, **options)
    rng = Random(name)
    keys: dict[tuple[object, ...], set[tuple[int, int]]] = {}
    for _ in range(60):
        position = game.start()
        while not position.is_over:
            if not position.turn_so_far:
                keys.setdefault(plain_form(position), set()).add(key_of(position))
            position = position.apply(rng.choice(position.legal_actions()))
    assert len(keys) > 40
    assert all(len(found) == 1 for found in keys.values())
    assert len(set.union(*keys.values())) == len(keys)


def plain_form(position: skerry.Position) -> tuple[object, ...]:
    """What the future depends on, in the least of its symmetric forms (a plain, slow account)."""
    game, contents = position.game, position.contents
    blocked: set[int] = set()
    for frozen in position.protected:
        around = set(game.rules.neighbours[frozen].tolist()) - {game.rules.num_cells}
        blocked |= {cell for cell in around if contents[cell] == position.colour_index}
    swap = min(position.turn, 2) if game.rules.swap else 0
    facts = [contents[cell] + 3 * (cell in blocked) for cell in range(game.rules.num_cells)]
    least = min(tuple(facts[cell] for cell in cells) for cells in rule_symmetries(game))
    return (least, position.player, position.persons, swap)


def counted(position: skerry.Position) -> tuple[int, ...]:
    """A position's key, and the counter that is kept beside it."""
    return (*key_of(position), counter_of(position.game.rules, position.state))


def parts_of(position: skerry.Position) -> dict[str, str]:
    """What matters beside the board; of the number of the turn, whether a swap may come."""
    parts = dict(one.split("=") for one in position.text.split(" | ")[2].split())
    turn = parts.pop("turn")
    return parts | {"swap": turn if position.game.rules.swap and int(turn) < 2 else "-"}


def mixed(position: skerry.Position, other: skerry.Position, rng: Random) -> skerry.Position:
    """A position in which some things beside the board are as in another. Raises ValueError."""
    game, board, own = position.text.split(" | ")
    pairs = zip(own.split(), other.text.split(" | ")[2].split(), strict=True)
    return skerry.position(f"{game} | {board} | {' '.join(map(rng.choice, pairs))}")


def begun(game: skerry.Game, seed: int, rng: Random) -> skerry.Position:
    """A start, or for odd seeds what a swap has made of one."""
    position = start(game, seed)
    if not game.rules.swap or seed % 2 == 0:
        return position
    while position.turn == 0:
        position = position.apply(rng.choice(position.legal_actions()))
    return position.play("swap")


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("name", "options", "parts"),
    [
        ("spry", {"size": 3, "swap": True}, "player first placed"),
        ("sytran", {"size": 3, "swap": True}, "player first placed"),
        ("byg", {"size": 3, "swap": True}, "player first placed"),
        ("kitaran", {"size": 4, "swap": True}, "player first conversions"),
        ("syrtis", {"board": "minor"}, "player first phase light dark sunk passes sinker calm"),
    ],
)
def test_a_key_and_its_counter_tell_all_that_is_beside_the_board(
    name: str, options: dict[str, Any], parts: str
) -> None:
    game, rng, told = skerry.game(name, **options), Random(name), Counter[str]()
    seen = [
        position
        for seed in range(10)
        for position, _ in play_at_random(begun(game, seed, rng), rng, 60)
    ]
    for position, other in zip(rng.choices(seen, k=3000), rng.choices(seen, k=3000), strict=True):
        try:
            changed = mixed(position, other, rng)
        except ValueError:
            continue  # not with this board
        before, after = parts_of(position), parts_of(changed)
        if before.get("frozen") != after.get("frozen"):
            continue  # a stone that nobody could convert is none the less so for being protected
        differ = [part for part in before if before[part] != after[part]]
        assert (counted(changed) != counted(position)) == bool(differ), (
            changed.text,
            position.text,
        )
        told.update(differ)
    assert all(told[part] > 4 for part in parts.split()), told


@pytest.mark.kernels
def test_a_turn_that_goes_on_is_known_by_all_its_stones() -> None:
    """The same board, of which another two stones are this turn's."""
    game = skerry.game("spry", size=4).start()
    first, other = (
        game.play_turn(before).play_turn("d4").play("a1").play(stone)
        for before, stone in (("b2", "c1"), ("c1", "b2"))
    )
    assert first.contents == other.contents
    assert key_of(first) != key_of(other)


@pytest.mark.kernels
@few
@given(seed=st.integers(0, 2**32), length=st.integers(6, 40))
def test_syrtis_is_the_same_when_colour_and_shape_change_parts(seed: int, length: int) -> None:
    rng = Random(seed)
    position = skerry.game("syrtis", board="minor").start(seed=seed)
    for _ in range(length):
        if not position.is_over:
            position = position.apply(rng.choice(position.legal_actions()))
    assume(position.phase == "play" and not position.is_over)
    game, rows, fields = position.text.split("|")
    exchanged = skerry.position("|".join((game, rows.translate(str.maketrans("sC", "Cs")), fields)))
    assert exchanged.contents != position.contents
    assert key_of(exchanged) == key_of(position)
    actions = position.legal_actions()
    assert exchanged.legal_actions() == actions
    after, after_exchanged = position.apply(actions[-1]), exchanged.apply(actions[-1])
    assert after.outcome == after_exchanged.outcome
