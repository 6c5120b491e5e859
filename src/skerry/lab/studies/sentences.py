"""What a study found, in sentences: those above its page, and one for a list of studies."""

from collections.abc import Iterator
from typing import NamedTuple

from skerry.games.contract import StudiedOption
from skerry.games.ruleset import format_value
from skerry.lab.measures.break_even import HALF, favoured
from skerry.lab.measures.metrics import Estimate
from skerry.lab.pages.words import format_ends, format_interval, format_number, format_wins
from skerry.lab.studies.findings import (
    by_option,
    by_strength,
    fair_value,
    ladder,
    ranked_turns,
    skill,
    worth_of_moving_first,
)
from skerry.lab.studies.study import Study


class Part(NamedTuple):
    """A piece of a sentence."""

    text: str
    is_strong: bool = False


Sentence = tuple[Part, ...]


def headline(study: Study) -> str:
    """The study in a sentence of plain text."""
    _, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    share = tally.colour
    return (
        f"{first} wins {format_wins(share)} between two equal computers: "
        f"{_judged(share, first, second)}."
    )


def verdicts(study: Study) -> Iterator[Sentence]:
    """The main findings, their figures strong."""
    player, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    yield (
        Part(f"{first}, who moves first, wins "),
        *_strong(tally.colour),
        Part(f" between two equal computers: {_judged(tally.colour, first, second)}."),
    )
    if study.info.has_setup:
        share = tally.first_mover
        yield (
            Part("Whoever sets up the board wins "),
            *_strong(share),
            Part(" against whoever chooses the colour: "),
            Part(f"{_judged(share, 'setting up', 'choosing')}."),
        )
    yield from _verdict_on_turns(study, player)
    option = study.info.study.tuned_option
    if option is not None:
        yield from _verdict_on_option(study, option, player)
    yield from _verdicts_on_strength(study)
    if tally.drawn.value > 0:
        yield (*_strong(tally.drawn), Part(" between two equal computers are drawn."))


def _verdict_on_turns(study: Study, player: str) -> Iterator[Sentence]:
    """Which first turn to offer for a swap, where first turns were tried."""
    ranked = ranked_turns(study, player)
    if ranked:
        turn, share = ranked[0]
        yield (
            Part("Fairest first turn when swapping is allowed: "),
            Part(format_turn(turn), True),
            Part(f". After it, {first_colour(study)} wins {format_wins(share)} "),
            Part(f"{format_ends(share)}; {len(ranked)} first turns were tried."),
        )


def _verdict_on_option(study: Study, option: StudiedOption, player: str) -> Iterator[Sentence]:
    """Its fair value or, where there is none, the value that comes nearest."""
    heading = option.heading.lower()
    fair = fair_value(study, option.name, player)
    if fair is not None:
        yield (
            Part(f"The fair {heading} is "),
            Part(format_number(fair.value), True),
            Part(f" ({format_interval(fair)})."),
        )
        return
    tried = by_option(study, option.name, player)
    if len(tried) > 1:
        value, tally = min(tried, key=lambda one: abs(one[1].colour.value - HALF))
        wins = f"{format_wins(tally.colour)} {format_ends(tally.colour)}"
        yield (
            Part(f"The fairest {heading} is "),
            Part(format_value(value), True),
            Part(f": {first_colour(study)} wins {wins}."),
        )


def _verdicts_on_strength(study: Study) -> Iterator[Sentence]:
    """What the first move and more thinking are worth."""
    worth = worth_of_moving_first(study)
    if worth is not None:
        yield (
            Part("Moving first is like thinking "),
            Part(f"{worth.value:.1f} times", True),
            Part(f" as long ({format_interval(worth)})."),
        )
    depth = skill(study)
    if depth is not None:
        shares = [share for _, share in ladder(study)]
        mean = sum(share.value for share in shares) / len(shares)
        yield (
            Part("Thinking twice as long wins "),
            Part(f"{100 * mean:.0f} of 100 games", True),
            Part(" on average. How much skill counts, from 0 (chance) to 1 (the better side "),
            Part("always wins): "),
            Part(f"{depth.value:.2f}", True),
            Part(f" ({depth.low:.2f} to {depth.high:.2f})."),
        )


def _judged(share: Estimate, one: str, other: str) -> str:
    """Whom a share favours, in words."""
    side = favoured(share)
    if side:
        return f"{one if side > 0 else other} is better off"
    return "neither side is clearly better off"


def _strong(share: Estimate) -> Sentence:
    """A number of games of 100, strong, and its interval."""
    return Part(format_wins(share), True), Part(f" {format_ends(share)}")


def first_colour(study: Study) -> str:
    """The name of the colour that moves first."""
    return study.info.colours[0].capitalize()


def format_turn(turn: str) -> str:
    """A turn's stones with blanks between them."""
    return turn.replace(",", " ")
