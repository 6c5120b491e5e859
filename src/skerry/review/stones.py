"""The loss of a turn split over its stones: what each of them alone could have been.

For each stone the others stay, and the best one in its place is sought: every whole turn that
places one other stone, or none, is searched a little, the better half somewhat more, and so on
(successive halving: Karnin, Koren and Somekh, 2013). What is left is judged by fresh searches.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import fmean

from skerry.errors import IllegalActionError
from skerry.games.contract import end_action, has_sets, may_circle
from skerry.positions import Position
from skerry.review.judging import (
    Case,
    Contest,
    Samples,
    chance_of_noise,
    close_samples,
    gain,
    key_of,
    look_closely,
)
from skerry.review.values import Estimate, Stone
from skerry.search.analysis import AnalysedTurn

ROUNDS = 3  # of halving: half of the turns go on, and are searched twice as deep
FIRST_SHARE = 8  # of a first look's playouts: one part for each turn of the first round
FINALISTS = 2
TIED = 0.05  # chance that noise alone shows such a difference: above it stones cannot be told apart


@dataclass(frozen=True)
class Replaced:
    """A turn with one of its stones replaced, or left out, as well as can be."""

    cell: str  # of the stone that is not in it
    action: int  # that placed it
    turn: AnalysedTurn
    samples: Samples
    usual: float  # the mover's chance on average over all other places for that stone


def replacements(case: Case) -> tuple[Replaced, ...]:
    """For each stone of a turn the best turn with that one replaced; () for a turn of one action.

    Raises StoppedError.
    """
    stones = _stones_of(case)
    found = []
    for cell in stones if len(stones) > 1 else ():
        others = [stone for stone in stones if stone != cell]
        turns = dict(_replaced(case.before, others, cell))
        if not turns:
            continue
        text, usual = _best(case, turns, cell)
        turn = _as_analysed(case, text)
        name = case.before.game.board.names[cell]
        found.append(Replaced(name, cell, turn, close_samples(case, turn), usual))
    return tuple(found)


def best_replacement(found: tuple[Replaced, ...]) -> Replaced:
    """The one after which the mover's chance is best, of one or more."""
    return max(found, key=lambda one: one.samples.mean)


def weakest_stone(contest: Contest, found: tuple[Replaced, ...]) -> Replaced:
    """The stone whose replacement gains most, of one or more.

    Often any of several stones might have lain elsewhere. Of those that cannot be told apart it is
    one that the rival does without, and of these the one that would be better almost anywhere.
    """
    best = best_replacement(found)
    kept = () if contest.rival is None else contest.rival.actions
    tied = [one for one in found if chance_of_noise(best.samples, one.samples) > TIED]
    return max(tied, key=lambda one: (one.action not in kept, one.usual))


def with_replacement(
    case: Case, contest: Contest, found: tuple[Replaced, ...], level: float
) -> tuple[Contest, Estimate]:
    """The contest with the best replacement as the rival, where that costs the turn more.

    Args:
        case: the turn.
        contest: as it stands without replacements.
        found: the replacements, one or more.
        level: of the tests.

    Returns:
        The contest, and what the best replacement gains by searches as deep as those of the
        contest: never more than the turn has lost by it.

    Raises:
        StoppedError: the review was cancelled.
    """
    if contest.rival_samples is None:
        return contest, contest.loss
    best = best_replacement(found)
    if best.samples.mean <= max(contest.rival_samples.mean, contest.played.mean):
        own = gain(best.samples, contest.played)
        return contest, _at_most(own, contest.loss)
    fresh = close_samples(case, best.turn, "again")  # that it was chosen says nothing about them
    begun = replace(contest, rival=best.turn, rival_samples=fresh, deep=None, is_sure=False)
    challenge = look_closely(case, begun, level)
    if challenge.loss.value <= contest.loss.value:
        return contest, challenge.loss
    if contest.is_costly and not challenge.is_sure:
        return contest, contest.loss
    return challenge, challenge.loss


def split_loss(found: tuple[Replaced, ...], contest: Contest, most: Estimate) -> tuple[Stone, ...]:
    """The stones with what each of them alone cost: never more than the turn as a whole.

    `most` is what the best replacement gains by the deepest searches.
    """
    best, weak = best_replacement(found), weakest_stone(contest, found)
    stones = []
    for one in found:
        own = most if one is best else _at_most(gain(one.samples, contest.played), most)
        stones.append(Stone(one.cell, one.turn.text, own, one is weak and own.low > 0))
    return tuple(stones)


def _at_most(found: Estimate, most: Estimate) -> Estimate:
    return min(found, most, key=lambda one: one.value)


def _as_analysed(case: Case, text: str) -> AnalysedTurn:
    """A turn like those that a search lists, with how play may go on after it."""
    after = case.before.play_turn(text)
    following: tuple[str, ...] = ()
    if not after.is_over:
        key = key_of(case, "line", text)
        look = case.sampler.analysis(after, case.playouts, key, 1)
        following = look.turns[0].variation
    actions = case.before.game.parse_turn(text)
    return AnalysedTurn(actions, text, 0.5, 0.5, 0, None, (text, *following))


def _stones_of(case: Case) -> list[int]:
    rules, state = case.before.game.rules, case.before.state
    if not has_sets(rules) or may_circle(rules, state):
        return []
    actions = case.before.game.parse_turn(case.text)
    return [action for action in actions if action < rules.num_cells]


def _replaced(before: Position, others: list[int], lifted: int) -> Iterator[tuple[str, Position]]:
    """The whole turns that some stones make with one other than the lifted one, or alone."""
    position = before
    try:
        for stone in others:
            position = position.apply(stone)
    except IllegalActionError:
        return  # they end the game or the turn too soon
    if position.is_over or position.turn != before.turn:
        return
    game = before.game
    end = end_action(game.rules)
    for action in position.legal_actions():
        if action == lifted:
            continue
        after = position.apply(action)
        if after.turn == before.turn and not after.is_over:
            if not after.may_end or end is None:
                continue
            after = after.apply(end)
        yield game.format_turn([*others, action]), after


def _best(case: Case, turns: dict[str, Position], cell: int) -> tuple[str, float]:
    """The most promising of some turns, and the mover's chance after any of them on average."""
    left, depth, usual = list(turns), max(1, case.playouts // FIRST_SHARE), 0.0
    for number in range(ROUNDS + 1):
        if number and len(left) == 1:
            break
        means = {
            text: case.sampler.draw(
                turns[text],
                case.person,
                1,
                depth << number,
                key_of(case, "halving", f"{cell} {number} {text}"),
            ).mean
            for text in left
        }
        usual = usual if number else fmean(means.values())
        left.sort(key=lambda text: -means[text])
        left = left[: max(FINALISTS, len(left) // 2) if number < ROUNDS else 1]
    return left[0], usual
