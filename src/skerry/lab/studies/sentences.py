"""What a study found, in sentences: those above its page, and one for a list of studies."""

from collections.abc import Iterator
from typing import NamedTuple

from ...games.contract import StudiedOption
from ...games.ruleset import format_value
from ..measures.break_even import HALF, favoured
from ..measures.metrics import Estimate
from ..pages.words import describe_player, format_interval, format_number, format_percent
from .findings import (
    by_option,
    by_strength,
    fair_value,
    ladder,
    ranked_turns,
    skill,
    worth_of_moving_first,
)
from .study import Study


class Part(NamedTuple):
    """A piece of a sentence."""

    text: str
    is_strong: bool = False


Sentence = tuple[Part, ...]


def headline(study: Study) -> str:
    """The study in a sentence of plain text."""
    player, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    share = tally.colour
    return (
        f"{first} takes {share.value:.0%} of the points when {describe_player(player)} meet: "
        f"{_judged(share, first, second)}."
    )


def verdicts(study: Study) -> Iterator[Sentence]:
    """The main findings, their figures strong."""
    player, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    yield (
        Part(f"{first}, who moves first, takes "),
        *_strong(tally.colour),
        Part(f" of the points when {describe_player(player)} meet: "),
        Part(f"{_judged(tally.colour, first, second)}."),
    )
    if study.info.has_setup:
        share = tally.first_mover
        yield (
            Part("Who sets up the board takes "),
            *_strong(share),
            Part(", who chooses the colour the rest: "),
            Part(f"{_judged(share, 'the set-up', 'the choice')}."),
        )
    yield from _verdict_on_turns(study, player)
    option = study.info.study.tuned_option
    if option is not None:
        yield from _verdict_on_option(study, option, player)
    worth = worth_of_moving_first(study)
    if worth is not None:
        yield (
            Part("Moving first is worth "),
            Part(f"{worth.value:.1f} times", True),
            Part(f" the playouts ({format_interval(worth)}), against {study.ladder[1]} a turn."),
        )
    depth = skill(study)
    if depth is not None:
        mean = sum(share.value for _, share in ladder(study)) / len(ladder(study))
        yield (
            Part("Twice the playouts take "),
            Part(f"{mean:.0%}", True),
            Part(" of the points on average: a skill trace of "),
            Part(f"{depth.value:.2f}", True),
            Part(f" ({depth.low:.2f} to {depth.high:.2f})."),
        )
    if tally.drawn.value > 0:
        games = Part(f" of the games of {describe_player(player)} are drawn.")
        yield (*_strong(tally.drawn), games)


def _verdict_on_turns(study: Study, player: str) -> Iterator[Sentence]:
    """Which first turn to offer for a swap, where first turns were tried."""
    ranked = ranked_turns(study, player)
    if ranked:
        turn, share = ranked[0]
        yield (
            Part("To be offered for a swap, "),
            Part(format_turn(turn), True),
            Part(f" is the nearest to even of the {len(ranked)} first turns tried: "),
            Part(f"{first_colour(study)} takes {format_percent(share)} after it."),
        )


def _verdict_on_option(study: Study, option: StudiedOption, player: str) -> Iterator[Sentence]:
    """Its fair value or, where there is none, the value that comes nearest."""
    heading = option.heading.lower()
    fair = fair_value(study, option.name, player)
    if fair is not None:
        yield (
            Part(f"Fair {heading}: "),
            Part(format_number(fair.value), True),
            Part(f" ({format_interval(fair)}), by {describe_player(player)}."),
        )
        return
    tried = by_option(study, option.name, player)
    if len(tried) > 1:
        value, tally = min(tried, key=lambda one: abs(one[1].colour.value - HALF))
        yield (
            Part(f"The {heading} that comes nearest to even is "),
            Part(format_value(value), True),
            Part(f", at which {first_colour(study)} takes {format_percent(tally.colour)}."),
        )


def _judged(share: Estimate, one: str, other: str) -> str:
    """Whom a share favours, in words."""
    side = favoured(share)
    if side:
        return f"{one if side > 0 else other} is better off"
    return "no side is clearly better off"


def _strong(share: Estimate) -> Sentence:
    """A share in whole percent, strong, and its interval."""
    value, _, interval = format_percent(share).partition(" ")
    return Part(value, True), Part(f" {interval}")


def first_colour(study: Study) -> str:
    """The name of the colour that moves first."""
    return study.info.colours[0].capitalize()


def format_turn(turn: str) -> str:
    """A turn's stones with blanks between them."""
    return turn.replace(",", " ")
