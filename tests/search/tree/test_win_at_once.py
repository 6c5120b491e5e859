"""Wins within one turn (Spry): seen without a search, and then played and shown to the end."""

from random import Random

import numpy as np
import pytest

import skerry
from skerry.core.layout import CELLS, EMPTY, new_work
from skerry.core.stones import colour_to_move, end_turn
from skerry.games.arcs import outside_arcs
from skerry.games.contract import must_answer, wins_at_once
from skerry.players import SearchPlayer
from skerry.positions import Position
from skerry.search.analysis import analyse, win_at_once
from skerry.search.search import Search, proof_for

pytestmark = pytest.mark.kernels


def by_trying(position: Position) -> bool:
    """Whether some stones of the turn under way win, by trying all sets of them."""
    tried: set[bytes] = set()

    def wins(reached: Position) -> bool:
        for action in reached.legal_actions():
            if action >= reached.game.rules.num_cells:
                continue
            after = reached.apply(action)
            key = np.array(after.state).tobytes()
            if after.outcome is not None:
                return True
            if after.turn == position.turn and key not in tried:
                tried.add(key)
                if wins(after):
                    return True
        return False

    return wins(position)


def met_in_games(size: int, count: int) -> list[Position]:
    """Positions of random games, those in the middle of a turn as well."""
    draws = Random(size)
    found: list[Position] = []
    while len(found) < count:
        position, met = skerry.game("spry", size=size, swap=False).start(), []
        while not position.is_over:
            met.append(position)
            position = position.apply(draws.choice(position.legal_actions()))
        found += draws.sample(met[len(met) // 3 :], min(3, len(met) - len(met) // 3))
    return found[:count]


@pytest.mark.parametrize(("size", "count"), [(2, 20), (3, 60), (4, 60)])
def test_a_win_is_seen_where_trying_all_finds_one(size: int, count: int) -> None:
    seen = set()
    for position in met_in_games(size, count):
        rules = position.game.rules
        can_win = wins_at_once(rules, position.state, new_work(rules))
        assert can_win == by_trying(position), position.text
        seen.add(can_win)
    assert seen == {True, False}


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_nothing_connects_with_fewer_stones_than_two_sides_have(size: int) -> None:
    """The bound by which most positions are passed over at a glance."""
    board = skerry.game("spry", size=size).board
    corners = [cell for cell, arcs in enumerate(outside_arcs(board)) if int(arcs).bit_count() == 2]
    assert len(corners) == 3
    for corner in corners:
        lengths, queue = {corner: 1}, [corner]
        while queue:
            cell = queue.pop(0)
            beyond = [other for other in board.beside(cell) if other not in lengths]
            lengths.update((other, lengths[cell] + 1) for other in beyond)
            queue += beyond
        assert [lengths[other] for other in corners if other != corner] == [2 * size - 1] * 2


def with_a_win(count: int) -> list[Position]:
    """Positions between two turns in which whoever acts can win with two stones or more."""
    found = []
    for position in met_in_games(4, 400):
        won = win_at_once(position)
        if won is not None and len(won) > 1 and not position.turn_so_far:
            found.append(position)
    return found[:count]


def test_the_turn_that_wins_is_legal_and_wins() -> None:
    positions = with_a_win(10)
    assert len(positions) == 10
    for position in positions:
        after = position
        for action in win_at_once(position) or ():
            after = after.apply(action)
        assert after.outcome is not None
        assert after.outcome.winner == position.player


def test_a_player_who_found_the_way_goes_it_to_the_end() -> None:
    for position in with_a_win(5):
        after = position
        for action in SearchPlayer(playouts=2_000, seed=1).choose(position):
            after = after.apply(action)
        assert after.outcome is not None
        assert after.outcome.winner == position.player


def test_an_analysis_lists_the_turn_that_wins() -> None:
    for position in with_a_win(5):
        found = analyse(position, playouts=2_000, seed=1)
        assert found.proven == "win"
        assert found.turns[0].proven == "win"
        for turn in found.turns:
            if turn.proven == "win":
                assert position.play_turn(turn.text).is_over or len(turn.variation) > 1


def test_whoever_lets_a_win_pass_has_lost_at_once_in_the_tree() -> None:
    """The turn before: what leaves the other a win is proven, and the win is shown."""
    shown = 0
    for position in met_in_games(4, 60):
        if position.turn_so_far or position.is_over:
            continue
        found = analyse(position, playouts=3_000, seed=1, num_turns=10)
        for turn in found.turns:
            if turn.proven == "loss" and len(turn.variation) > 1:
                after = position.play_turn(turn.text).play_turn(turn.variation[1])
                shown += after.is_over
    assert shown > 0


def test_a_root_known_only_by_its_proof_is_searched_for_the_turns() -> None:
    for position in with_a_win(3):
        search = Search(position, seed=1)
        search.run(playouts=500)
        for child in search.root.children():
            after = position.apply(child.action)
            if child.result and not after.is_over and after.turn == position.turn:
                search.move_to(after)
                assert search.run(playouts=500) > 0
                assert search.root.children()
                break


def answers(position: Position) -> set[int] | None:
    """The cells of which a turn must use one, or it loses; None where nothing is threatened."""
    rules, work = position.game.rules, new_work(position.game.rules)
    if not must_answer(rules, position.state, work):
        return None
    return set(np.flatnonzero(work[: rules.num_cells] == 1).tolist())


def loses_if_taken(position: Position, cells: set[int]) -> bool:
    """Whether the other person wins with the next turn although whoever acts has these cells."""
    rules, state = position.game.rules, position.state.copy()
    taken = CELLS + np.array(sorted(cells), dtype=np.int64)
    assert (state[taken] == EMPTY).all()
    state[taken] = colour_to_move(state)
    end_turn(rules, state)
    return bool(wins_at_once(rules, state, new_work(rules)))


@pytest.mark.parametrize(("size", "count"), [(2, 20), (3, 100), (4, 100), (5, 100)])
def test_a_threat_is_seen_and_only_what_is_marked_helps_against_it(size: int, count: int) -> None:
    seen = set()
    for position in met_in_games(size, count):
        marked = answers(position)
        seen.add(marked is not None)
        assert (marked is not None) == loses_if_taken(position, set())
        if marked is not None:
            cells = position.state[CELLS : CELLS + position.game.rules.num_cells]
            vacant = set(np.flatnonzero(cells == EMPTY).tolist())
            assert marked <= vacant
            assert not loses_if_taken(position, marked)
            assert loses_if_taken(position, vacant - marked)
    assert seen == {True, False}


def test_the_tree_closes_what_does_not_answer_a_threat() -> None:
    """Turns without an answer lose, and those with one are all still there."""
    threatened = 0
    for position in met_in_games(4, 60):
        marked = answers(position)
        if marked is None or win_at_once(position) is not None:
            continue
        search = Search(position, seed=1)
        search.run(playouts=2_000)
        children = {child.action: child for child in search.root.children()}
        open_cells = set(position.legal_actions()) & marked
        if not open_cells:
            continue
        threatened += 1
        assert {cell for cell in children if cell < position.game.rules.num_cells} == open_cells
        if position.turn_so_far:
            end = children[position.game.rules.num_cells]
            assert proof_for(end.result, position.player or 0) == "loss"
    assert threatened > 5
