"""One-stone replacements: tried where the first look promised more than any turn has kept."""

from dataclasses import replace

import skerry
from skerry.positions import Position
from skerry.review.judging import DEEPEST, LEVEL, LISTED, Case, Contest, Sampler, Samples
from skerry.review.reviewing import with_stones
from skerry.review.stones import Replaced, split_loss, weakest_stone, with_replacement
from skerry.search.analysis import AnalysedTurn

# White wins at once with d3, alone or beside another stone.
GAP = "spry size=4 swap=off | 4/2b2/2b1wb/ww1wwww/1b2b1/2b2/1b2 | player=0 first=0 turn=4 placed=-"
PLAYED, RIVAL = "a1,a3", "a4"
PLAYOUTS = 16


def poor(sampler: Sampler, chance: float) -> Samples:
    return replace(sampler.none_yet(PLAYOUTS), values=(chance, chance))


def case_and_contest(
    promise: float, cost: float = 0.0, *, is_sure: bool = False
) -> tuple[Case, Contest]:
    """A turn without the stone that wins, beside another one that is hardly better."""
    before: Position = skerry.position(GAP)
    after = before.play_turn(PLAYED)
    sampler = Sampler(before.game, 1, lambda: False)
    look = replace(sampler.analysis(before, PLAYOUTS, "look", LISTED), value=promise)
    case = Case(sampler, PLAYOUTS, DEEPEST * PLAYOUTS, 1, PLAYED, before, after, look, None)
    actions = before.game.parse_turn(RIVAL)
    rival = AnalysedTurn(actions, RIVAL, 0.2, 0.2, 1, None, (RIVAL,))
    contest = Contest(poor(sampler, 0.2), rival, poor(sampler, 0.2 + cost), is_sure=is_sure)
    sampler.spent = 0
    return case, contest


def test_a_promise_that_nothing_keeps_is_sought_in_turns_of_one_other_stone() -> None:
    case, contest = case_and_contest(promise=0.9)
    found, stones = with_stones(case, contest, num_turns=1)
    assert found.rival is not None
    assert "d3" in found.rival.text
    assert found.verdict == "blunder"
    assert [stone.is_weak for stone in stones].count(True) == 1


def test_where_the_promise_is_kept_no_stone_is_replaced() -> None:
    case, contest = case_and_contest(promise=0.3)
    assert with_stones(case, contest, num_turns=1) == (contest, ())
    assert case.sampler.spent == 0


def test_where_a_turn_has_cost_something_stones_are_replaced() -> None:
    case, contest = case_and_contest(promise=0.3, cost=0.06, is_sure=True)
    found, stones = with_stones(case, contest, num_turns=1)
    assert found.verdict == "blunder"
    assert any(stone.is_weak for stone in stones)


def replaced_stone(case: Case, cell: str, chance: float, usual: float) -> Replaced:
    """One of a turn's stones, and what the turn is worth with another one in its place."""
    action = case.before.game.parse_turn(cell)[0]
    turn = AnalysedTurn((action,), cell, chance, chance, 1, None, (cell,))
    return Replaced(cell, action, turn, poor(case.sampler, chance), usual)


def test_the_weak_stone_is_the_one_whose_replacement_gains_most() -> None:
    case, contest = case_and_contest(promise=0.3)
    found = replaced_stone(case, "a1", 0.9, usual=0.1), replaced_stone(case, "a3", 0.4, usual=0.3)
    assert weakest_stone(contest, found) is found[0]


def test_of_stones_that_gain_alike_the_weak_one_is_better_almost_anywhere() -> None:
    case, contest = case_and_contest(promise=0.3)
    found = replaced_stone(case, "a1", 0.9, usual=0.1), replaced_stone(case, "a3", 0.88, usual=0.5)
    assert weakest_stone(contest, found) is found[1]


def test_a_stone_of_the_better_turn_too_is_not_the_weak_one() -> None:
    case, contest = case_and_contest(promise=0.3)
    found = replaced_stone(case, "a1", 0.9, usual=0.1), replaced_stone(case, RIVAL, 0.88, usual=0.5)
    assert weakest_stone(contest, found) is found[0]


def test_no_stone_has_cost_more_than_its_turn() -> None:
    case, contest = case_and_contest(promise=0.3, cost=0.3, is_sure=True)
    found = replaced_stone(case, "a1", 0.9, usual=0.5), replaced_stone(case, "a3", 0.88, usual=0.1)
    stones = split_loss(found, contest, contest.loss)
    assert [stone.gain.value for stone in stones] == [contest.loss.value] * 2
    assert [stone.is_weak for stone in stones] == [contest.loss.low > 0, False]


def test_the_best_replacement_is_tried_though_another_stone_is_weak() -> None:
    case, contest = case_and_contest(promise=0.3)
    found = replaced_stone(case, "d3", 0.9, usual=0.1), replaced_stone(case, "a3", 0.88, usual=0.5)
    tried, most = with_replacement(case, contest, found, LEVEL)
    assert tried.rival is found[0].turn
    assert most.value == tried.loss.value
    assert [stone.is_weak for stone in split_loss(found, tried, most)] == [False, True]
