"""Keys: equal for positions that a symmetry takes into each other, and for no others."""

from random import Random

import pytest

import skerry
from skerry.games.contract import game_module
from skerry.lab.canonical import canonical, inverse, moved, moved_turn
from skerry.lab.explorer import place
from skerry.lab.playing import played_turns
from skerry.search.symmetry import rule_symmetries
from tests.small import NAMES, small, start

KEY_OF_AN_EMPTY_BOARD = 14_182_179_278_790_697_725  # of kept files: it must not change
each_game = pytest.mark.parametrize("name", NAMES)
Turns = list[tuple[skerry.Position, tuple[int, ...]]]


def random_game(game: skerry.Game, seed: int) -> Turns:
    rng, position, actions = Random(seed), start(game, seed), []
    while not position.is_over:
        actions.append(rng.choice(position.legal_actions()))
        position = position.apply(actions[-1])
    return list(played_turns(start(game, seed), actions))


def image(game: skerry.Game, turns: Turns, way: list[int], seed: int) -> Turns:
    """The game again, played on the board as a symmetry turns it."""
    first = game.start() if not game.info.has_setup else turned_start(game, way, seed)
    actions = [number for _, turn in turns for number in moved(game, turn, tuple(way))]
    return list(played_turns(first, actions))


def turned_start(game: skerry.Game, way: list[int], seed: int) -> skerry.Position:
    names = game.board.names
    tiles = game_module(game.name).random_setup(game, seed)
    return game.start(setup={names[way[names.index(cell)]]: tile for cell, tile in tiles.items()})


@pytest.mark.kernels
@each_game
def test_a_symmetry_changes_no_place(name: str) -> None:
    game = skerry.game(name, **small(name, swap=True))
    turns = random_game(game, 3)
    for way in rule_symmetries(game):
        turned = image(game, turns, way, 3)
        assert [place(*turn) for turn in turned] == [place(*turn) for turn in turns]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "syrtis"])
def test_keys_are_those_of_classes_found_by_brute_force(name: str) -> None:
    game = skerry.game(name, **small(name, swap=False))
    keys: dict[tuple[str, int | None], int] = {}
    for seed in range(6):
        turns = random_game(game, seed)
        images = [image(game, turns, way, seed) for way in rule_symmetries(game)]
        for number, (position, _) in enumerate(turns):
            boards = (one[number][0] for one in images)
            form = min(beside_the_turn(board) for board in boards)
            keys.setdefault((form, position.colour_index), canonical(position).key)
            assert keys[form, position.colour_index] == canonical(position).key
    assert len(set(keys.values())) == len(keys) > 30


def beside_the_turn(position: skerry.Position) -> str:
    """The text of a position, without how many turns have led there."""
    before, _, after = position.text.partition(" turn=")
    return before + after.partition(" ")[2]


def test_light_squares_and_dark_circles_may_change_parts() -> None:
    game = skerry.game("syrtis", board="minor")
    exchange = {"ls": "dc", "dc": "ls", "lc": "lc", "ds": "ds"}
    tiles = game_module(game.name).random_setup(game, 1)
    other = {cell: exchange[tile] for cell, tile in tiles.items()}
    assert canonical(game.start(setup=tiles)).key == canonical(game.start(setup=other)).key


def test_a_swap_that_may_come_matters_and_who_has_swapped_does_not() -> None:
    before = skerry.game("byg", size=3, swap=True).start().play_turn("a1")
    swapped = before.play_turn("swap")
    assert before.colour == swapped.colour
    assert canonical(before).key != canonical(swapped).key
    one, other = before.play_turn("c3"), swapped.play_turn("c3")
    assert (one.player, other.player) == (1, 0)
    assert canonical(one).key == canonical(other).key


@each_game
def test_a_turn_comes_back_by_the_inverse_symmetry(name: str) -> None:
    game = skerry.game(name, **small(name))
    for _, turn in random_game(game, 5):
        for way in map(tuple, rule_symmetries(game)):
            there = moved_turn(game, turn, way)
            assert moved_turn(game, there, inverse(way)) == moved_turn(game, turn, tuple(range(99)))


def test_mirror_images_of_a_turn_in_a_symmetric_position_are_one() -> None:
    position = skerry.game("kitaran", size=5).start()
    found = {place(position, (cell,)).turn for cell in range(25)}
    assert len(found) == 6
    beside_the_centre = position.play_turn("c3")
    corners = [beside_the_centre.game.parse_turn(text) for text in ("a1", "e1", "a5", "e5")]
    assert len({place(beside_the_centre, corner) for corner in corners}) == 1


def test_a_key_is_the_same_in_every_process() -> None:
    assert canonical(skerry.game("kitaran", size=3).start()).key == KEY_OF_AN_EMPTY_BOARD
