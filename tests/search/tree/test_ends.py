"""The last cells of Sytran, filled in every way: the result by best play is known from there."""

from random import Random

import pytest

import skerry
from skerry.core.lanes import LAST_CELLS, new_lanes
from skerry.core.layout import DRAWN, RUNNING, VACANT, WON, IntArray16
from skerry.games.contract import solve_end
from skerry.positions import Position
from skerry.search.analysis import analyse
from skerry.search.search import Search, proof_for
from tests.reference.minimax import Minimax, for_mover

pytestmark = pytest.mark.kernels


def late_position(game: skerry.Game, vacant: int, seed: int) -> Position:
    """Between turns of a random game, with at most so many vacant cells."""
    draws, position = Random(seed), game.start()
    while position.state[VACANT] > vacant:
        position = position.play_turn(game.format_turn(position.sample_turn(draws)))
    return position


def result_of_end(position: Position) -> int:
    """The game's answer."""
    rules = position.game.rules
    return solve_end(rules, position.state, new_lanes(rules.num_cells))


@pytest.mark.parametrize(
    ("size", "penalty", "vacant", "count"),
    [(2, 4, 6, 20), (3, 4, 8, 12), (3, 1, 7, 20), (4, 3, 7, 12), (6, 4, 8, 8), (8, 2, 7, 8)],
)
def test_an_end_is_worth_what_minimax_says(
    size: int, penalty: int, vacant: int, count: int
) -> None:
    game = skerry.game("sytran", size=size, penalty=penalty, swap=False)
    met = set()
    for seed in range(count):
        position = late_position(game, vacant, seed)
        if position.is_over:
            continue
        value = Minimax[Position](2_000_000).value(position)
        expected = {1: WON, 0: DRAWN, -1: WON + 1}[value]
        assert result_of_end(position) == expected, position.text
        met.add(for_mover(position, value))
    assert met >= {"win", "loss"}


def test_draws_are_told() -> None:
    game = skerry.game("sytran", size=3, penalty=1, swap=False)
    results = {result_of_end(late_position(game, LAST_CELLS, seed)) for seed in range(60)}
    assert results == {WON, WON + 1, DRAWN}


def test_nothing_is_said_while_a_swap_may_come() -> None:
    game = skerry.game("sytran", size=2, swap=True)
    position = game.start().play_turn("a1")
    assert position.may_swap
    assert result_of_end(position) == RUNNING


@pytest.mark.parametrize("seed", range(4))
def test_a_search_proves_at_sight_and_shows_how_it_goes_on(seed: int) -> None:
    position = late_position(skerry.game("sytran", size=4, swap=False), LAST_CELLS + 2, seed)
    found = analyse(position, playouts=2_000, seed=1, num_turns=3)
    assert found.proven == for_mover(position, Minimax[Position]().value(position))
    shown = [turn for turn in found.turns if turn.proven is not None]
    assert shown[0] == found.turns[0]
    for turn in shown:
        after = position
        for text in turn.variation:
            after = after.play_turn(text)
        assert after.is_over
        won = after.outcome is not None and after.outcome.winner == position.player
        assert turn.proven == ("win" if won else "loss")


def test_on_one_board_ends_are_searched_like_all_else() -> None:
    position = late_position(skerry.game("sytran", size=3, swap=False), LAST_CELLS + 2, 1)
    settings = position.game.info.search
    playouts = {}
    for lanes in (0, 1):
        search = Search(position, seed=1, settings=settings._replace(lanes=lanes))
        playouts[lanes] = search.run(playouts=20_000)
        assert proof_for(search.proven, 0) is not None
    assert playouts[1] < playouts[0] / 4


def test_the_state_is_left_as_it_was() -> None:
    position = late_position(skerry.game("sytran", size=3, swap=False), LAST_CELLS, 3)
    state: IntArray16 = position.state
    before = state.copy()
    solve_end(position.game.rules, state, new_lanes(position.game.rules.num_cells))
    assert (state == before).all()
