"""The loss of a turn split over its stones: what each of them alone could have been.

For each stone the others stay, and the best one in its place is sought: every whole turn that
places one other stone, or none, is searched a little, the better half somewhat more, and so on
(successive halving: Karnin, Koren and Somekh, 2013). What is left is judged by fresh searches.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from skerry.errors import IllegalActionError
from skerry.games.dispatch import end_action, has_sets
from skerry.games.running.turn_sets import may_circle
from skerry.positions import Position
from skerry.review.estimates import Samples, gain
from skerry.review.judging import Contest, Moment, close_samples, deep_pair
from skerry.review.sampling import Sampler
from skerry.review.values import Stone
from skerry.search.tree.analysis import AnalysedTurn

ROUNDS = 3  # of halving: half of the turns go on, and are searched twice as deep
FIRST_SHARE = 8  # of a first look's playouts: one part for each turn of the first round
FINALISTS = 2


@dataclass(frozen=True)
class Replaced:
    """A turn with one of its stones replaced, or left out, as well as can be."""

    cell: str  # of the stone that is not in it
    turn: AnalysedTurn
    samples: Samples


def replacements(sampler: Sampler, moment: Moment, playouts: int) -> tuple[Replaced, ...]:
    """For each stone of a turn the best turn with that one replaced; () for a turn of one action.

    Args:
        sampler: makes the searches.
        moment: the turn.
        playouts: of a first look.

    Raises:
        StoppedError: the review was cancelled.
    """
    stones = _stones_of(moment)
    found = []
    for cell in stones if len(stones) > 1 else ():
        others = [stone for stone in stones if stone != cell]
        turns = dict(_replaced(moment.before, others, cell))
        if not turns:
            continue
        text = _best(sampler, moment, turns, playouts, cell)
        turn = _as_analysed(sampler, moment, text, playouts)
        samples = close_samples(sampler, moment, turn, playouts)
        found.append(Replaced(moment.before.game.board.names[cell], turn, samples))
    return tuple(found)


def split(found: tuple[Replaced, ...], played: Samples) -> tuple[Stone, ...]:
    """The stones with what each of them alone cost.

    Args:
        found: the replacements.
        played: the turn's own chance, as closely looked at.
    """
    gains = [gain(one.samples, played) for one in found]
    most = max((one.value for one in gains), default=0.0)
    return tuple(
        Stone(one.cell, one.turn.text, gained, gained.value == most and gained.low > 0)
        for one, gained in zip(found, gains, strict=True)
    )


def with_better(
    sampler: Sampler,
    moment: Moment,
    contest: Contest,
    found: tuple[Replaced, ...],
    playouts: int,
) -> Contest:
    """The contest with the best replacement as the rival, where fresh searches find it better.

    Raises:
        StoppedError: the review was cancelled.
    """
    best = max(found, key=lambda one: one.samples.mean, default=None)
    rival = contest.rival_samples
    if best is None or rival is None or best.samples.mean <= rival.mean:
        return contest
    samples = close_samples(sampler, moment, best.turn, playouts, "again")
    if samples.mean <= rival.mean:
        return contest
    deep = deep_pair(sampler, moment, best.turn, (samples, contest.played), playouts)
    better = replace(contest, rival=best.turn, rival_samples=samples, deep=deep)
    return better if better.loss.value > contest.loss.value else contest


def _as_analysed(sampler: Sampler, moment: Moment, text: str, playouts: int) -> AnalysedTurn:
    """A turn like those that a search lists, with how play may go on after it."""
    after = moment.before.play_turn(text)
    following: tuple[str, ...] = ()
    if not after.is_over:
        key = f"{moment.number} line {text}"
        following = sampler.analysis(after, playouts, key, 1).turns[0].variation
    actions = moment.before.game.parse_turn(text)
    return AnalysedTurn(actions, text, 0.5, 0, None, (text, *following))


def _stones_of(moment: Moment) -> list[int]:
    rules, state = moment.before.game.rules, moment.before.state
    if not has_sets(rules) or may_circle(rules, state):
        return []
    actions = moment.before.game.parse_turn(moment.text)
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


def _best(
    sampler: Sampler, moment: Moment, turns: dict[str, Position], playouts: int, cell: int
) -> str:
    """The most promising of some turns."""
    left, depth = list(turns), max(1, playouts // FIRST_SHARE)
    for number in range(ROUNDS + 1):
        if len(left) == 1:
            break
        means = {
            text: sampler.draw(
                turns[text],
                moment.person,
                1,
                depth << number,
                f"{moment.number} halving {cell} {number} {text}",
            ).mean
            for text in left
        }
        left.sort(key=lambda text: -means[text])
        left = left[: max(FINALISTS, len(left) // 2) if number < ROUNDS else 1]
    return left[0]
