"""What is worked out from verdicts alone: contradictions, and accuracies."""

from dataclasses import replace

import pytest

import skerry
from skerry.review import Estimate, JudgedTurn, Point, Review, ReviewedTurn, Stone, contradictions
from skerry.review.judging import DEEPEST, LISTED, Case, Sampler
from skerry.review.reviewing import accuracy_of, in_hindsight
from skerry.review.wording import verdict_words

LOOK = 32  # playouts

START = "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | 3/3/3 | "
START += "player=0 first=0 turn=0 conversions=0 frozen=-"


def around(value: float, reach: float = 0.05) -> Estimate:
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach))


def judged(text: str, value: float) -> JudgedTurn:
    return JudgedTurn(text, around(value), (text,))


BETTER = judged("b2", 0.7)
BLUNDER = ReviewedTurn(
    1,
    0,
    START,
    judged("a1", 0.3),
    BETTER,
    around(0.4),
    "blunder",
    "A blunder: Black’s chance to win fell from 70% to 30%.",
    (BETTER,),
    why="b2 is in the middle.",
    words=("It is in the middle.",),
)
FINE = replace(
    BLUNDER,
    played=judged("a1", 0.69),
    loss=Estimate(0.01, 0.0, 0.08),
    verdict=None,
    summary="As good as any turn found.",
    good=(BETTER, judged("a1", 0.69)),
    why="",
    words=(),
)


def review_of(turn: ReviewedTurn, before: float = 0.7, after: float = 0.3) -> Review:
    curve = (Point(before, None), Point(after, None))
    return Review(100, 1, 100, True, curve, (None, None), (turn,), ())  # type: ignore[arg-type]


def kinds(review: Review) -> list[str]:
    return [one.kind for one in contradictions(review)]


def test_a_review_that_is_right_has_none() -> None:
    assert kinds(review_of(BLUNDER)) == []
    assert kinds(review_of(FINE, 0.7, 0.69)) == []


def sure(value: float) -> Estimate:
    return Estimate(value, value, value, True)


@pytest.mark.parametrize(
    ("turn", "kind"),
    [
        (replace(BLUNDER, good=(BETTER, BLUNDER.played)), "good but worse"),
        (replace(FINE, good=(BETTER, judged("c3", 0.4))), "good but worse"),
        (replace(BLUNDER, better=judged("b2", 0.2)), "better but worse"),
        (replace(FINE, better=replace(FINE.played, chance=around(0.7))), "better but worse"),
        (
            replace(BLUNDER, stones=(Stone("a1", "c3", around(0.6), True),)),
            "stone beyond its turn",
        ),
        (replace(BLUNDER, verdict="mistake"), "verdict beside its loss"),
        (replace(BLUNDER, verdict=None), "verdict beside its loss"),
        (replace(BLUNDER, why=""), "verdict beside its loss"),
        (
            replace(
                FINE,
                better=JudgedTurn("b2", sure(1.0), ("b2",)),
                played=judged("a1", 0.6),
                loss=Estimate(0.4, 0.0, 0.8),
                good=(),
                summary="b2 may be better, but the review can’t tell.",
            ),
            "proof passed over",
        ),
    ],
)
def test_each_kind_is_found(turn: ReviewedTurn, kind: str) -> None:
    after = 0.3 if turn.loss.value >= 0.1 else 0.65
    assert kind in kinds(review_of(turn, 0.7, after))


def test_a_sudden_fall_is_found() -> None:
    first = replace(FINE, person=1, better=judged("b2", 0.06), played=judged("a1", 0.05), good=())
    second = replace(FINE, number=2, person=0, better=judged("b2", 0.4), played=judged("c3", 0.39))
    second = replace(second, good=(judged("c3", 0.39),))
    curve = (Point(0.94, None), Point(0.95, None), Point(0.39, None))
    falling = replace(review_of(first), turns=(first, second), curve=curve)
    assert kinds(falling) == ["jump without a word"]


@pytest.mark.parametrize(("person", "before"), [(0, 0.1), (1, 0.9)])
def test_a_chance_does_not_rise_by_one_s_own_turn(person: int, before: float) -> None:
    """Where a turn shows far more than the curve had before it, the curve was wrong there."""
    found = replace(FINE, person=person)
    after = 0.69 if person == 0 else 0.31
    assert kinds(review_of(found, before, after)) == ["jump without a word"]
    assert kinds(review_of(found, 0.7 if person == 0 else 0.3, after)) == []


def test_what_a_blunder_gave_away_was_there_before_it() -> None:
    assert kinds(review_of(BLUNDER, 0.3)) == ["jump without a word"]


SYTRAN = "sytran size=3 penalty=4 swap=off | "
WON = SYTRAN + "w1b/4/w1w2/3b/1bb | player=0 first=0 turn=4 placed=-"  # with d1,d4, not with b3
LOST = SYTRAN + "bww/4/3b1/w2w/wwb | player=1 first=0 turn=5 placed=-"  # with every turn


def seen_later(before: str, text: str, chance: Estimate) -> tuple[ReviewedTurn, list[str]]:
    """A turn after which the other person has that chance; what contradicts itself then."""
    start = skerry.position(before)
    sampler = Sampler(start.game, 1, lambda: False)
    look = sampler.analysis(start, LOOK, "look", LISTED)
    case = Case(sampler, LOOK, DEEPEST * LOOK, 1, text, start, start.play_turn(text), look, None)
    best = JudgedTurn("c3", chance, ("c3",))
    following = replace(FINE, number=2, person=1 - case.person, played=best, better=None, good=())
    following = replace(following, loss=sure(0.0))
    found = in_hindsight(case, following, 2)
    shares = (found.best.value, found.played.chance.value, 1.0 - following.best.value)
    curve = [Point(one if case.person == 0 else 1.0 - one, None) for one in shares]
    whole = replace(review_of(found), turns=(found, following), curve=tuple(curve))
    return found, kinds(whole)


@pytest.mark.thorough
def test_hindsight_sees_that_all_turns_lose() -> None:
    """A loss that one turn has shown is no blunder where nothing else would have been better."""
    found, contradicting = seen_later(LOST, "c3", sure(1.0))
    assert (found.played.chance, found.loss.value, found.verdict) == (sure(0.0), 0.0, None)
    assert contradicting == []


@pytest.mark.thorough
def test_hindsight_finds_a_blunder_and_its_reason() -> None:
    found, contradicting = seen_later(WON, "b3", sure(1.0))
    assert found.better is not None
    assert (found.verdict, found.better.chance) == ("blunder", sure(1.0))
    assert found.why
    assert contradicting == []


@pytest.mark.thorough
@pytest.mark.parametrize("chance", [sure(0.0), around(0.2)])
def test_hindsight_finds_no_fault_with_the_best_turn(chance: Estimate) -> None:
    found, contradicting = seen_later(WON, "d1,d4", chance)
    assert (found.verdict, found.why) == (None, "")
    assert contradicting == []


@pytest.mark.parametrize(
    ("better", "says"),
    [
        ("pass", "A pass is a little better."),
        ("swap", "A swap is a little better."),
        ("d3,d5", "d3 d5 is a little better."),
    ],
)
def test_a_turn_is_called_what_a_person_would_call_it(better: str, says: str) -> None:
    turn = replace(FINE, better=judged(better, 0.75), loss=around(0.06, 0.04))
    assert verdict_words(turn, ("Black", "White"), 0) == says


def turns_that_lose(losses: list[float], at_random: float) -> list[ReviewedTurn]:
    return [
        replace(FINE, played=judged("a1", 0.7 - loss), loss=around(loss), random_loss=at_random)
        for loss in losses
    ]


@pytest.mark.parametrize(
    ("losses", "at_random", "percent"),
    [
        ([0.0, 0.0, 0.0], 0.3, 100),  # always the best turn
        ([0.3, 0.3, 0.3], 0.3, 0),  # no better than at random
        ([0.9, 0.3, 0.3], 0.3, 0),  # worse
        ([0.0, 0.1, 0.05], 0.2, 75),
        ([0.0, 0.0, 0.0], 0.03, 100),  # little at stake, but clear
        ([0.0, 0.0, 0.09], 0.03, None),  # little, and not clear
        ([0.0, 0.0, 0.0], 0.01, None),  # next to nothing
        ([], 0.3, None),
    ],
)
def test_accuracy_goes_from_random_turns_to_the_best(
    losses: list[float], at_random: float, percent: int | None
) -> None:
    found = accuracy_of(turns_that_lose(losses, at_random), 0)
    assert found.percent == (None if percent is None else pytest.approx(percent))
    assert found.turns == len(losses)
    assert accuracy_of(turns_that_lose(losses, at_random), 1).percent is None
