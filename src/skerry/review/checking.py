"""Where a review contradicts itself: each kind is a check over what it says, without a search.

for one in contradictions(found):
    print(one.number, one.kind, one.words)
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from skerry.review.judging import LEAST_BLUNDER, LEAST_COST, LEAST_MISTAKE
from skerry.review.values import BLUNDER, MISTAKE, Review, ReviewedTurn

SLACK = 0.005  # of the chance to win: numbers are shown in whole percents
# What nobody may call fine: a certain win that was given away, or a chance thrown into a certain
# loss, of at least so much.
LEAST_PROVEN = LEAST_MISTAKE
LEAST_JUMP = 0.35  # of the chance to win, from one position to the next


class Contradiction(NamedTuple):
    """One of them."""

    number: int  # of the turn, from 1
    kind: str  # of KINDS
    words: str


def contradictions(review: Review) -> tuple[Contradiction, ...]:
    """All of them, in the order of the game; none in a review that is right."""
    return tuple(
        Contradiction(turn.number, kind, words)
        for turn in review.turns
        for kind, check in KINDS.items()
        for words in check(turn, review)
    )


def _good_but_worse(turn: ReviewedTurn, _: Review) -> Iterator[str]:
    """It is listed among those as good as the best, or said to be, and its interval excludes it."""
    is_listed = any(one.text == turn.played.text for one in turn.good)
    is_praised = is_listed or turn.summary.startswith("As good as")
    if is_praised and (turn.loss.low > 0.0 or turn.verdict is not None):
        yield f"{turn.played.text} is as good as the best, and cost {turn.loss.value:.0%}"
    best = turn.played.chance.value
    if turn.better is not None:
        best = max(best, turn.better.chance.value)
    for one in turn.good:
        if abs(one.chance.value - best) > LEAST_COST + SLACK:
            yield f"{one.text} is as good as the best, and wins {one.chance.value - best:+.0%}"


def _better_but_worse(turn: ReviewedTurn, _: Review) -> Iterator[str]:
    """The better turn wins less often than the one that it would have improved, or as often."""
    if turn.better is None:
        return
    gained = turn.better.chance.value - turn.played.chance.value
    if abs(max(0.0, gained) - turn.loss.value) > SLACK:
        yield f"it cost {turn.loss.value:.0%}, and {turn.better.text} wins {gained:+.0%}"
    if turn.better.text == turn.played.text:
        yield f"{turn.played.text} is better than itself"


def _stone_beyond_turn(turn: ReviewedTurn, _: Review) -> Iterator[str]:
    """One stone alone would have gained more than the turn has lost, or in a turn without fault."""
    weak = turn.weak_stone
    if weak is None:
        return
    if weak.gain.value > turn.loss.value + SLACK:
        yield f"{weak.cell} cost {weak.gain.value:.0%} of the {turn.loss.value:.0%} of its turn"
    if turn.loss.value < LEAST_COST:
        yield f"{weak.cell} is weak in a turn that cost {turn.loss.value:.0%}"


def _verdict_beside_loss(turn: ReviewedTurn, _: Review) -> Iterator[str]:
    """What the turn is called is not what it cost, or a clear cost is called nothing."""
    least = {MISTAKE: LEAST_MISTAKE, BLUNDER: LEAST_BLUNDER}.get(turn.verdict or "", 0.0)
    most = {MISTAKE: LEAST_BLUNDER}.get(turn.verdict or "", 1.0)
    if not least <= turn.loss.value <= most:
        yield f"a {turn.verdict} of {turn.loss.value:.0%}"
    if turn.verdict is not None and (turn.better is None or not turn.why):
        yield f"a {turn.verdict} without a better turn or a reason"
    if turn.verdict is not None and turn.loss.low <= 0.0:
        yield f"a {turn.verdict} that may be noise"
    if turn.verdict is None and turn.loss.low >= LEAST_MISTAKE:
        yield f"it cost {turn.loss.low:.0%} at least, and is called nothing"


def _proof_passed_over(turn: ReviewedTurn, _: Review) -> Iterator[str]:
    """A certain win was given away, or a chance thrown into a certain loss, and nothing is said."""
    if turn.better is None or turn.verdict is not None or turn.loss.low > 0.0:
        return  # something is said
    better, played = turn.better.chance, turn.played.chance
    gave_away = better.is_exact and better.value == 1.0 and played.value <= 1.0 - LEAST_PROVEN
    threw_away = played.is_exact and played.value == 0.0 and better.value >= LEAST_PROVEN
    if gave_away or threw_away:
        yield f"{better.value:.0%} became {played.value:.0%}, and is called nothing"


def _jump(turn: ReviewedTurn, review: Review) -> Iterator[str]:
    """The curve stands far from what the next turn shows to have been there."""
    if turn.number in jumps(review):
        yield f"before it the chance was another than the {turn.best.value:.0%} that it shows"


def jumps(review: Review) -> tuple[int, ...]:
    """The turns before which the mover's chance stood far from what they show it to have been.

    Then the searches of that turn have found what those of the turn before it have not.
    """
    found = []
    for turn in review.turns:
        before, after = (review.curve[turn.number - k].chance for k in (1, 0))
        if before is None or after is None:
            continue
        if turn.person == 1:
            before, after = 1.0 - before, 1.0 - after
        has_fallen = turn.loss.value < LEAST_COST and before - after >= LEAST_JUMP
        if has_fallen or abs(before - turn.best.value) >= LEAST_JUMP:
            found.append(turn.number)
    return tuple(found)


KINDS: dict[str, Callable[[ReviewedTurn, Review], Iterator[str]]] = {
    "good but worse": _good_but_worse,
    "better but worse": _better_but_worse,
    "stone beyond its turn": _stone_beyond_turn,
    "verdict beside its loss": _verdict_beside_loss,
    "proof passed over": _proof_passed_over,
    "jump without a word": _jump,
}
