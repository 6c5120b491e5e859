"""Y, on the board of Spry: one stone a turn, and the same groups win."""

from random import Random

import pytest

import skerry
from skerry.lab.openings import first_turns
from skerry.lab.plans import parse_plan
from skerry.lab.plots import describe_cell
from skerry.lab.running import jobs_of


@pytest.mark.kernels
@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_turn_is_one_stone(size: int) -> None:
    rng, position = Random(size), skerry.game("y", size=size).start()
    cells = position.game.rules.num_cells
    while not position.is_over:
        vacant = [cell for cell, content in enumerate(position.contents) if content == 0]
        assert position.legal_actions() == vacant
        assert position.num_turns() == len(vacant)
        turn = position.turn
        position = position.apply(rng.choice(vacant))
        assert position.turn == turn + 1
    assert position.outcome is not None
    assert position.outcome.reason == "connection"
    assert position.turn <= cells


@pytest.mark.kernels
def test_the_same_stones_win_in_both_games() -> None:
    """Who has connected does not depend on how many stones a turn has."""
    rng = Random(1)
    for _ in range(50):
        y = skerry.game("y", size=3).start()
        spry = skerry.game("spry", size=3).start()
        while not y.is_over:
            action = rng.choice(y.legal_actions())
            y, spry = y.apply(action), spry.apply(action)
            if not spry.is_over and spry.turn < y.turn:
                spry = spry.play("end")
            assert spry.outcome == y.outcome
            assert spry.contents == y.contents


def test_whoever_begins_wins_y_on_seven_cells() -> None:
    """As by the strategy-stealing argument, and without a draw."""
    position = skerry.game("y", size=2).start()
    assert skerry.solve(position).value == "win"


def test_the_search_plays_it() -> None:
    position = skerry.game("y", size=3).start()
    assert len(skerry.SearchPlayer(playouts=100, seed=1).choose(position)) == 1


def test_it_has_a_name_and_an_identity_of_its_own() -> None:
    y, spry = skerry.game("y", size=4, swap=True), skerry.game("spry", size=4, swap=True)
    assert (str(y), str(spry)) == ("y size=4 swap=on", "spry size=4 swap=on")
    assert y != spry
    assert y == skerry.game("y", size=4, swap=True)
    assert y.start() != spry.start()
    with pytest.raises(skerry.OptionError, match="komi"):
        skerry.game("y", komi=1)


def test_plans_know_it() -> None:
    plan = """
    games = 20
    [[match]]
    game = "y"
    options.size = 3
    players = ["random"]
    openings = "each stone"
    """
    cells = parse_plan(plan, "x").cells
    classes = {"a1": 3, "a2": 6, "a3": 3, "b2": 3, "b3": 3, "c3": 1}  # 19 cells, six symmetries
    assert first_turns(skerry.game("y", size=3)) == classes
    assert [cell.title for cell in cells] == [
        f"y size=3 swap=off | random | after {stone}" for stone in classes
    ]
    assert describe_cell(cells[0]) == "Y, size 3, random, after a1"
    rows = next(jobs_of(parse_plan(plan, "x"), cells[0])).rows()
    assert rows["actions"].to_list() == rows["turns"].to_list()
