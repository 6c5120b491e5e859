"""Observations: what each plane says, from whose side, and that nothing is left out."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import skerry
from skerry.core.boards import hexhex
from skerry.core.layout import new_work
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module, observe
from skerry.games.observation import grid_of, shape_of
from tests.strategies import few, play_at_random, positions

pytestmark = pytest.mark.kernels


def seen(position: skerry.Position, person: int) -> dict[str, np.ndarray[Any, Any]]:
    """Each plane by its name."""
    game = position.game
    names, shape = game_module(game.name).PLANES, shape_of(game.board)
    out = np.full(len(names) * shape[0] * shape[1], 77, dtype=np.uint8)
    observe(game.rules, grid_of(game.board), position.state, person, out, new_work(game.rules))
    return dict(zip(names, out.reshape(len(names), *shape), strict=True))


def drawn(plane: np.ndarray[Any, Any], rows: Sequence[str]) -> bool:
    """Whether a plane is as drawn, the highest row first."""
    return [" ".join(map(str, row)) for row in plane[::-1].tolist()] == list(rows)


def test_a_hexhex_board_lies_in_its_grid_with_neighbours_at_the_same_steps() -> None:
    board = hexhex(3)
    grid, (_, columns) = grid_of(board), shape_of(board)
    steps = set()
    for cell, around in enumerate(board.neighbours):
        row, column = divmod(int(grid.spots[cell]), columns)
        for other in around[around < board.num_cells]:
            there = divmod(int(grid.spots[other]), columns)
            steps.add((there[0] - row, there[1] - column))
    assert steps == {(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)}
    assert [int(cell) for cell in grid.cells[grid.spots]] == list(range(board.num_cells))
    assert np.count_nonzero(grid.cells == board.num_cells) == columns**2 - board.num_cells


def test_spry_shows_stones_and_the_turn_so_far_to_each_person() -> None:
    position = skerry.game("spry", size=2, swap=True).start().play("a1,end")
    position = position.play("b3")  # the second person, and one stone more may follow
    assert position.player == 1
    planes = seen(position, 1)
    assert drawn(planes["mine"], ("0 0 0", "0 0 1", "0 0 0"))
    assert drawn(planes["theirs"], ("0 0 0", "0 0 0", "1 0 0"))
    assert drawn(planes["vacant"], ("0 1 1", "1 1 0", "0 1 0"))
    assert drawn(planes["placed this turn"], ("0 0 0", "0 0 1", "0 0 0"))
    assert planes["i act"].all()
    assert not planes["i have the first colour"].any()
    assert not planes["swap on offer"].any()  # a stone was placed
    other = seen(position, 0)
    assert np.array_equal(other["mine"], planes["theirs"])
    assert not other["i act"].any()
    assert other["i have the first colour"].all()


def test_the_swap_on_offer_is_seen() -> None:
    position = skerry.game("sytran", size=2).start().play("b2")
    assert seen(position, 1)["swap on offer"].all()
    assert not seen(position.play("swap"), 0)["swap on offer"].any()
    assert seen(position.play("swap"), 1)["i have the first colour"].all()


@pytest.mark.parametrize("name", ["spry", "sytran", "byg"])
def test_the_stones_of_the_turn_are_seen(name: str) -> None:
    game, most = skerry.game(name, size=4), 0
    spots = grid_of(game.board).spots
    for position, _ in play_at_random(game.start(), Random(1), 60):
        placed = sorted(int(spots[cell]) for cell in position.turn_so_far)
        for person in (0, 1):
            shown = np.flatnonzero(seen(position, person)["placed this turn"])
            assert shown.tolist() == placed
        most = max(most, len(placed))
    assert most > 0


def test_byg_counts_the_stones_left() -> None:
    position = skerry.game("byg", size=3).start()
    for turn in ("a1", "c3", "e3", "a3,end"):
        position = position.play(turn)
    most = position.most_stones
    assert (seen(position, 0)["stones left"] == most).all()
    cell = position.legal_actions()[0]
    after = position.apply(cell)
    assert after.turn == position.turn
    assert (seen(after, 0)["stones left"] == most - 1).all()


def test_kitaran_shows_what_is_protected_and_how_near_the_draw_is() -> None:
    position = skerry.game("kitaran", size=3, cycle_limit=9).start()
    for turn in ("a1", "a2", "c3", "a2*"):
        position = position.play(turn)
    planes = seen(position, 0)
    assert drawn(planes["protected"], ("0 0 0", "0 0 0", "1 0 0"))
    assert drawn(planes["mine"], ("0 0 1", "0 0 0", "0 0 0"))
    assert drawn(planes["theirs"], ("0 0 0", "1 0 0", "1 0 0"))
    assert (planes["conversions left"] == 8).all()
    long = skerry.game("kitaran", size=3, cycle_limit=999).start()
    assert (seen(long, 0)["conversions left"] == 255).all()  # what a byte holds


def test_syrtis_shows_tiles_by_what_they_are_to_the_person() -> None:
    position = skerry.position(
        "syrtis board=minor stall_limit=100 | c1s1/cSCS/1sc1/sCs1 | player=0 first=0 turn=14 "
        "phase=play light=a3,a4 dark=c3,d3 sunk=0,1 passes=1,0 sinker=dark calm=2"
    )
    light, dark = seen(position, 0), seen(position, 1)
    assert drawn(light["tile of my colour and shape"], ("1 0 0 0", "1 0 0 0", "0 0 1 0", "0 0 0 0"))
    assert np.array_equal(
        light["tile of my colour and shape"], dark["tile of neither"]
    )  # dark squares are dark's
    assert np.array_equal(light["tile of my colour only"], dark["tile of my shape only"])
    assert drawn(light["my towers"], ("1 0 0 0", "1 0 0 0", "0 0 0 0", "0 0 0 0"))
    assert drawn(dark["my towers"], ("0 0 0 0", "0 0 1 1", "0 0 0 0", "0 0 0 0"))
    assert light["i act"].all()
    assert not dark["i act"].any()
    assert light["i have the first colour"].all()
    assert not dark["i have the first colour"].any()
    for name, of_light, of_dark in (("sank", 0, 1), ("passed", 1, 0), ("sank last", 0, 1)):
        for planes, mine, theirs in ((light, of_light, of_dark), (dark, of_dark, of_light)):
            assert (planes[f"i {name}"] == mine).all()
            assert (planes[f"they {name}"] == theirs).all()
    assert (light["turns left"] == 98).all()
    assert not any(light[phase].any() for phase in ("repair", "towers", "choice"))


def test_syrtis_shows_both_the_same_board_before_a_side_is_chosen() -> None:
    position = skerry.game("syrtis", board="minor").start(seed=2)
    assert position.phase == "towers"
    first, second = seen(position, 0), seen(position, 1)
    assert first["towers"].all()
    assert not first["choice"].any()
    differing = [name for name in first if not np.array_equal(first[name], second[name])]
    assert differing == ["i act"]


@pytest.mark.parametrize("phase", ["repair", "towers", "choice", "play"])
def test_syrtis_shows_its_phase(phase: str) -> None:
    position = next(
        position
        for seed in range(50)
        for position, _ in play_at_random(
            skerry.game("syrtis", board="minor").start(seed=seed), Random(seed), 20
        )
        if position.phase == phase
    )
    for person in (0, 1):
        planes = seen(position, person)
        shown = [name for name in ("repair", "towers", "choice") if planes[name].any()]
        assert shown == [phase] * (phase != "play")
        assert all(planes[name].all() for name in shown)


def test_every_game_has_its_planes_named_once() -> None:
    for info in GAMES:
        names = game_module(info.name).PLANES
        assert len(names) == len(set(names)) > 0


@few
@given(one=positions(), other=positions())
def test_both_persons_observe_one_position(one: skerry.Position, other: skerry.Position) -> None:
    mine, theirs = seen(one, 0), seen(one, 1)
    names = game_module(one.game.name).PLANES
    if "mine" in names:
        assert np.array_equal(mine["mine"], theirs["theirs"])
        assert np.array_equal(mine["vacant"], theirs["vacant"])
        total = mine["mine"] + mine["theirs"] + mine["vacant"]
        assert total.sum() == one.game.board.num_cells
        assert total.max() == 1
    if one.player is not None:
        assert mine["i act"].all() == (one.player == 0)
        assert mine["i act"].any() != theirs["i act"].any()
    if one.game == other.game and one.state.tobytes() != other.state.tobytes():
        differ = any(not np.array_equal(mine[name], seen(other, 0)[name]) for name in names)
        assert differ or one.turn != other.turn
