"""What a better turn would have changed, in words made from numbers.

They call the colour that moved "you", as the games' own sentences on a turn do.
"""

from collections.abc import Iterator

from skerry.core.formatting import counted, format_percent, format_percent_interval
from skerry.games.showing.aims import aims_of, title
from skerry.games.showing.seen import listed
from skerry.positions import Position
from skerry.review.estimates import Estimate
from skerry.review.judging import DEEPER, Contest, Moment
from skerry.review.sampling import Sampler
from skerry.review.values import JudgedTurn, Stone
from skerry.search.tree.analysis import Analysis

MOST_CHANGES = 3  # sentences of the game's own on what a turn brings
LEAST_OWNED = 0.15  # of a cell's probability to end as the mover's: what is worth a word
MOST_CELLS = 4  # that are named
FAR_MORE = 0.4  # as above
LEAST_SCORE = 0.5  # points of expected score


def words_on(
    sampler: Sampler, moment: Moment, contest: Contest, stones: tuple[Stone, ...], playouts: int
) -> tuple[str, ...]:
    """Sentences on a costly turn: what it cost, what the better turn brings, which stone was weak.

    Raises:
        StoppedError: the review was cancelled.
    """
    rival, pair = contest.rival, contest.pair
    if rival is None or pair is None:
        return ()
    better = moment.before.play_turn(rival.text)
    cost = (
        f"After {_shown(moment.text)} you win {format_percent(pair[1].mean)} of the time, after "
        f"{_shown(rival.text)} {format_percent(pair[0].mean)}."
    )
    looks = [
        None
        if after.is_over
        else sampler.analysis(after, DEEPER * playouts, f"{moment.number} words {number}", 1)
        for number, after in enumerate((better, moment.after))
    ]
    found = [cost, *_changes(moment, better), *_stone_count(moment, better)]
    colour = moment.before.colour_index
    if looks[0] is not None and looks[1] is not None and colour is not None:
        found += _owned(moment.before, looks[0], looks[1], colour)
        found += _scores(moment.before, looks[0], looks[1], colour)
    found += [
        f"The weak stone is {stone.cell}: {_shown(stone.replacement)} would have been "
        f"{points(stone.gain)} better."
        for stone in stones
        if stone.is_weak
    ]
    return tuple(found)


def summary_of(
    text: str,
    better: JudgedTurn | None,
    loss: Estimate,
    verdict: str | None,
    good: tuple[JudgedTurn, ...],
) -> str:
    """What a turn cost, in a sentence."""
    if verdict is not None:
        return f"A {verdict}: your chance to win fell by {points(loss)}."
    if better is None:
        return "There was no other turn."
    if any(one.text == text for one in good):
        return "As good as any turn found."
    return (
        f"Your chance to win fell by {points(loss)}: too little, or too uncertain, to be a mistake."
    )


def points(estimate: Estimate) -> str:
    """A share of the chance to win, with its interval: "14% (9 to 19)"."""
    if estimate.is_exact:
        return format_percent(estimate.value)
    return format_percent_interval(estimate.value, estimate.low, estimate.high)


def _shown(text: str) -> str:
    return text.replace(",", " ")


def _changes(moment: Moment, better: Position) -> Iterator[str]:
    """What the game says of the better turn and not of the one played."""
    colour = moment.before.colour_index
    if colour is None or moment.before.phase != "play":
        return
    aims, before = aims_of(moment.before.game), moment.before
    if better.colour_index is not None and better.persons != before.persons:
        return  # a swap: whose stones are whose has changed
    played = set()
    if moment.after.persons == before.persons:
        played = set(aims.changes(before, moment.after, colour))
    for sentence in [one for one in aims.changes(before, better, colour) if one not in played][
        :MOST_CHANGES
    ]:
        yield f"The better turn: {sentence[0].lower()}{sentence[1:]}"


def _stone_count(moment: Moment, better: Position) -> Iterator[str]:
    """Tempo: how many stones each of the two turns lays."""
    most, fewest = (
        sum(held != 0 for held in position.contents) for position in (better, moment.after)
    )
    vacant = sum(held != 0 for held in moment.before.contents)
    if moment.before.phase == "play" and most != fewest and min(most, fewest) > vacant:
        yield f"It places {counted(most - vacant, 'stone')}, not {fewest - vacant}."


def _owned(before: Position, better: Analysis, played: Analysis, colour: int) -> Iterator[str]:
    """Cells that would more probably end as the mover's, and by how much in the mean."""
    if better.ownership is None or played.ownership is None or before.game.info.has_setup:
        return
    sign = 1 if colour == 1 else -1
    gains = {
        cell: sign * (share - played.ownership[cell]) for cell, share in better.ownership.items()
    }
    cells = sorted(
        (cell for cell in gains if gains[cell] >= LEAST_OWNED), key=lambda cell: -gains[cell]
    )[:MOST_CELLS]
    if cells:
        mean = sum(gains[cell] for cell in cells) / len(cells)
        verb = "is" if len(cells) == 1 else "are"
        more = "far more" if mean >= FAR_MORE else "more"
        gain = format_percent(mean)
        yield f"With it {listed(cells)} {verb} yours at the end {more} often (+{gain})."


def _scores(before: Position, better: Analysis, played: Analysis, colour: int) -> Iterator[str]:
    """How much further ahead the mover would end."""
    if better.scores is None or played.scores is None:
        return
    leads = [
        look.scores[colour - 1] - look.scores[2 - colour]
        for look in (better, played)
        if look.scores is not None
    ]
    if abs(leads[0] - leads[1]) >= LEAST_SCORE:
        what = before.game.info.scores
        rival = title(before.game, 3 - colour)
        yield (
            f"Expected lead in {what} over {rival}: {_signed(leads[0])} with it, "
            f"{_signed(leads[1])} with yours."
        )


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "\N{MINUS SIGN}")
