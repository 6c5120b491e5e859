"""Players answer with whole legal turns, find what is plain to see, and keep to their budget."""

import time
from random import Random
from typing import Any

import pytest

import skerry
from skerry.players import RandomPlayer, SearchPlayer, varied_turns
from tests.small import NAMES, small
from tests.small import start as start_of


def start(name: str, **options: skerry.games.info.Value) -> skerry.Position:
    return start_of(skerry.game(name, **options))


def after(position: skerry.Position, actions: tuple[int, ...]) -> skerry.Position:
    for action in actions:
        position = position.apply(action)
    return position


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_players_complete_one_turn_to_the_end_of_the_game(name: str) -> None:
    position = start(name, **small(name))
    players = (SearchPlayer(playouts=20, seed=1), RandomPlayer(seed=2))
    while position.player is not None:
        turn, person = position.turn, position.player
        position = after(position, players[person].choose(position))
        assert position.is_over or position.turn == turn + 1
    assert position.outcome is not None


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_playouts_give_the_same_turn(name: str) -> None:
    position = start(name)
    first = SearchPlayer(playouts=30, seed=5).choose(position)
    assert SearchPlayer(playouts=30, seed=5).choose(position) == first


@pytest.mark.kernels
def test_search_takes_the_win_that_is_there() -> None:
    position = start("spry", size=3)
    for turn in ("c1,c5", "e1,e2", "c2,c4", "a1,a3"):
        position = position.play_turn(turn)
    # Row c lacks only its centre, and touches red on the left, yellow and blue on the right:
    #     b b .
    #    . . . .
    #   w w . w w
    #    . . . .
    #     b . b
    chosen = after(position, SearchPlayer(playouts=2_000, seed=3).choose(position))
    assert chosen.outcome is not None
    assert chosen.outcome.winner == 0


def test_values_belong_to_persons_where_one_moves_twice_in_a_row() -> None:
    """Byg's second colour plays turns 2 and 3; negating by ply would make it play badly."""
    games = 12
    wins = 0
    for seed in range(games):
        rng, mover = Random(seed), SearchPlayer(playouts=400, seed=seed)
        position = start("byg", size=3)
        while not position.is_over:
            if position.player == 1:
                position = after(position, mover.choose(position))
            else:
                position = after(position, tuple(position.sample_turn(rng)))
        wins += position.outcome is not None and position.outcome.winner == 1
    assert wins >= 11


@pytest.mark.alone
def test_a_search_answers_within_its_seconds() -> None:
    position = start("kitaran")  # a turn is one action: a turn of stones may end before its time
    mover = SearchPlayer(seconds=0.2, seed=1)
    mover.choose(position)  # kernels are loaded by now
    began = time.perf_counter()
    mover.choose(position)
    assert 0.15 < time.perf_counter() - began < 2.0


@pytest.mark.alone
def test_a_cancelled_search_stops_and_still_answers() -> None:
    position = start("spry")
    mover = SearchPlayer(seconds=60, seed=1)
    SearchPlayer(playouts=10, seed=1).choose(position)
    began = time.perf_counter()
    turn = mover.choose(position, cancel=lambda: True)
    assert time.perf_counter() - began < 2.0
    assert after(position, turn).turn == 1


@pytest.mark.parametrize("budget", [{}, {"seconds": 1.0, "playouts": 5}, {"playouts": 0}])
def test_a_search_needs_one_budget(budget: dict[str, Any]) -> None:
    with pytest.raises(skerry.OptionError, match="budget"):
        SearchPlayer(**budget)


def test_a_finished_game_has_no_turn_to_choose() -> None:
    position = start("spry", size=2)
    while not position.is_over:
        position = after(position, (position.legal_actions()[0],))
    for mover in (RandomPlayer(seed=1), SearchPlayer(playouts=1)):
        with pytest.raises(skerry.GameOverError):
            mover.choose(position)


def test_first_turns_may_be_drawn_where_a_search_leaves_nothing_to_chance() -> None:
    """Kitaran's network plays the same game again and again; drawn, its beginning is varied."""
    position = start("kitaran", size=4)
    for varied, fewest, most in ((0, 1, 1), (1, 2, 10)):
        seen = {
            SearchPlayer(playouts=60, seed=k, varied=varied).choose(position) for k in range(10)
        }
        assert fewest <= len(seen) <= most
    twin = [SearchPlayer(playouts=60, seed=3, varied=1).choose(position) for _ in range(2)]
    assert twin[0] == twin[1]


def test_first_turns_are_drawn_only_where_games_would_be_alike() -> None:
    assert varied_turns(skerry.game("kitaran")) > 0
    for name in ("spry", "syrtis"):  # by playouts; with set-ups that are drawn
        assert varied_turns(skerry.game(name)) == 0


def test_a_turn_can_be_drawn_after_hardly_any_playouts() -> None:
    position = start("kitaran", size=4)
    for playouts in (1, 2):
        player = SearchPlayer(playouts=playouts, seed=1, varied=1)
        assert after(position, player.choose(position)).turn == 1


def test_a_drawn_turn_is_the_best_where_all_is_proven() -> None:
    position = start("spry", size=3)
    for turn in ("c1,c5", "e1,e2", "c2,c4", "a1,a3"):
        position = position.play_turn(turn)
    for seed in range(5):
        player = SearchPlayer(playouts=500, seed=seed, varied=8)
        chosen = after(position, player.choose(position))
        assert chosen.outcome is not None
        assert chosen.outcome.winner == 0


def test_a_drawn_turn_is_never_another_one_than_the_swap_that_is_best() -> None:
    """Spry's centre, on a small board, is worth so much that it is swapped."""
    position = start("spry", size=2, swap=True).play_turn("b2")
    plain = SearchPlayer(playouts=300, seed=1).choose(position)
    for seed in range(5):
        assert SearchPlayer(playouts=300, seed=seed, varied=8).choose(position) == plain
