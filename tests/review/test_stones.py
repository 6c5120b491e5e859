"""One-stone replacements: tried where the first look promised more than any turn has kept."""

from dataclasses import replace

import skerry
from skerry.positions import Position
from skerry.review.judging import DEEPEST, LISTED, Case, Contest, Sampler, Samples
from skerry.review.reviewing import with_stones
from skerry.search.analysis import AnalysedTurn

# White wins at once with d3, alone or beside another stone.
GAP = "spry size=4 swap=off | 4/2b2/2b1wb/ww1wwww/1b2b1/2b2/1b2 | player=0 first=0 turn=4 placed=-"
PLAYED, RIVAL = "a1,a3", "a4"
PLAYOUTS = 16


def poor(sampler: Sampler, chance: float) -> Samples:
    return replace(sampler.none_yet(PLAYOUTS), values=(chance, chance))


def case_and_contest(promise: float) -> tuple[Case, Contest]:
    """A turn without the stone that wins, beside another one that is no better."""
    before: Position = skerry.position(GAP)
    after = before.play_turn(PLAYED)
    sampler = Sampler(before.game, 1, lambda: False)
    look = replace(sampler.analysis(before, PLAYOUTS, "look", LISTED), value=promise)
    case = Case(sampler, PLAYOUTS, DEEPEST * PLAYOUTS, 1, PLAYED, before, after, look, None)
    actions = before.game.parse_turn(RIVAL)
    rival = AnalysedTurn(actions, RIVAL, 0.2, 0.2, 1, None, (RIVAL,))
    contest = Contest(poor(sampler, 0.2), rival, poor(sampler, 0.2))
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
