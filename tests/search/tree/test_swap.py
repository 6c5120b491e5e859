"""The swap (C-3): looked at as one of two, taken when it is better, and feared by who offers."""

import numpy as np
import pytest

import skerry
from skerry.core.layout import RUNNING, WON
from skerry.core.rng import generator
from skerry.players import SearchPlayer
from skerry.search.analysis import analyse, best_action, chance_of, chance_to_play_on
from skerry.search.mcts import select
from skerry.search.search import swap_action
from skerry.search.solver import solve
from tests.search.tree.tree_cases import BOUNDS, WEIGHTS, branch_of, small_search

pytestmark = pytest.mark.kernels

STRONG = "f3,f7,h2"  # Spry: White has three stones, about 65% of the games
OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}
WEAK = "a1"  # Byg: White's stone in a corner


@pytest.mark.parametrize("name", ["spry", "sytran", "byg"])
def test_after_each_first_stone_the_search_does_what_the_solver_says(name: str) -> None:
    start = skerry.game(name, size=2, swap=True).start()
    offered = [start.apply(cell) for cell in start.legal_actions()]
    offered = [one for one in offered if one.may_swap]
    assert offered
    for position in offered:
        person = position.player
        assert person is not None
        right = solve(position, table_bytes=10_000_000).value
        chosen = SearchPlayer(playouts=4000, seed=1).choose(position)
        after = position
        for action in chosen:
            after = after.apply(action)
        if after.is_over:
            assert after.outcome is not None
            assert (right == "win") == (after.outcome.winner == person)
            continue
        left = solve(after, table_bytes=10_000_000).value
        assert left is not None
        same = left if after.player == person else OPPOSITE[left]
        assert same == right, f"{position.text}: {position.game.format_turn(chosen)}"


@pytest.mark.parametrize("playouts", [300, 3000])
def test_a_strong_first_turn_is_swapped_and_a_weak_one_is_not(playouts: int) -> None:
    strong = skerry.game("spry", size=5, swap=True).start().play_turn(STRONG)
    weak = skerry.game("byg", size=6, swap=True).start().play_turn(WEAK)
    for seed in range(3):
        player = SearchPlayer(playouts=playouts, seed=seed)
        assert player.choose(strong) == (swap_action(strong),)
        assert player.choose(weak) != (swap_action(weak),)


def test_an_analysis_lists_the_swap_where_it_is_played_and_last_where_it_is_worse() -> None:
    strong = skerry.game("spry", size=5, swap=True).start().play_turn(STRONG)
    weak = skerry.game("byg", size=6, swap=True).start().play_turn(WEAK)
    assert analyse(strong, playouts=3000, seed=1).turns[0].text == "swap"
    assert analyse(weak, playouts=3000, seed=1).turns[0].text != "swap"


def test_who_offers_looks_for_an_even_game() -> None:
    """Of three children that were looked at alike: the best one, or the one nearest to one half."""
    branch = branch_of((RUNNING, 40, 36.0), (RUNNING, 40, 22.0), (RUNNING, 40, 8.0))
    ((tree, root),) = branch.nodes
    found = [
        select(tree, root, 0, 0, 3, 3, BOUNDS, generator(1), np.zeros(3), offers)
        for offers in (False, True)
    ]
    assert [int(tree.action[child]) for child in found] == [1, 2]


def test_the_playouts_of_an_offer_soon_count_more_than_those_that_took_it_later() -> None:
    """Of two children: even by its own playouts, or even by all moves as first."""
    ((tree, root),) = branch_of((RUNNING, 40, 20.0), (RUNNING, 40, 30.0)).nodes
    for child, mean in zip((1, 2), (0.9, 0.5), strict=True):
        tree.amaf_visits[child], tree.amaf_value[child] = 1000, 1000 * mean
    trusting = BOUNDS._replace(amaf_bias=0.002)
    found = select(tree, root, 0, 0, 2, 2, trusting, generator(1), np.zeros(2), True)
    assert int(tree.action[found]) == 1


def test_before_a_turn_is_offered_nobody_looks_at_the_swap() -> None:
    search = small_search(
        skerry.game("kitaran", size=3, swap=True).start(), seed=1, settings=WEIGHTS["kitaran"]
    )
    search.run(playouts=2000)
    swap = 2 * search.position.game.rules.num_cells
    below = [child for one in search.root.children() for child in one.children()]
    assert all(child.visits == 0 for child in below if child.action == swap)
    assert any(child.visits > 0 for child in below)


def test_a_game_without_a_swap_has_none() -> None:
    assert swap_action(skerry.game("byg", size=3).start().apply(0)) is None
    assert swap_action(skerry.game("syrtis").start(seed=1)) is None


def test_a_swap_is_made_where_little_is_left_by_playing_on() -> None:
    """By the chance of who would play on, whatever the visits."""
    strong = skerry.game("spry", size=5, swap=True).start().play_turn(STRONG)
    weak = skerry.game("byg", size=6, swap=True).start().play_turn(WEAK)
    for position, swaps in ((strong, True), (weak, False)):
        search = small_search(position, seed=1)
        search.run(playouts=2000)
        best = best_action(search)
        assert best is not None
        assert (best.action == swap_action(position)) == swaps
        assert (chance_to_play_on(search) < 0.5) == swaps
        assert chance_of(search) == max(chance_to_play_on(search), 1 - chance_to_play_on(search))


def test_a_proof_comes_before_a_chance() -> None:
    """Where every other turn loses, the swap wins: the other person then has those turns."""
    start = skerry.game("sytran", size=2, swap=True).start()
    for first, swaps in (("a1", False), ("b2", True)):
        position = start.play_turn(first)
        search = small_search(position, seed=1)
        search.run(playouts=10_000)
        best = best_action(search)
        assert best is not None
        assert search.proven == best.result == WON + 1
        assert (best.action == swap_action(position)) == swaps


def test_an_offer_leaves_both_about_the_same() -> None:
    start = skerry.game("spry", size=4, swap=True).start()
    strong = analyse(skerry.game("spry", size=4).start(), playouts=3000, seed=1).turns[0].text
    offered = [SearchPlayer(playouts=3000, seed=seed).choose(start) for seed in range(3)]
    assert len(set(offered)) > 1

    def left(turn: str) -> float:
        return analyse(start.play_turn(turn), playouts=3000, seed=2).value

    assert all(0.5 <= left(start.game.format_turn(one)) < 0.7 for one in offered)
    assert left(strong) > 0.75


def test_the_small_trees_of_an_offer_are_not_kept_for_the_game() -> None:
    player = SearchPlayer(playouts=200, seed=1)
    start = skerry.game("spry", size=3, swap=True).start()
    player.choose(start)
    assert player.num_bytes == 0


def test_a_swap_is_listed_beside_playing_on_however_little_was_searched() -> None:
    position = skerry.game("spry", size=4, swap=True).start().play_turn("a1")
    for playouts in (1, 5, 40):
        found = {turn.text: turn for turn in analyse(position, playouts=playouts, seed=1).turns}
        others = [turn for text, turn in found.items() if text != "swap"]
        assert found["swap"].value == pytest.approx(1.0 - others[0].value)
