"""What a study found, in sentences: those above its page, and one for a list of studies."""

from collections.abc import Iterator

from ...draw.svg import escape
from ...games.contract import StudiedOption
from ...games.ruleset import format_value
from ..measures.crossings import HALF, favoured
from ..measures.metrics import Estimate
from ..pages.words import describe_player, format_percent
from .fairness import format_interval, format_number
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


def headline(study: Study) -> str:
    """The study in a sentence of plain text."""
    player, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    share = tally.colour
    return (
        f"{first} takes {share.value:.0%} of the points when {describe_player(player)} meet: "
        f"{_judged(share, first, second)}."
    )


def verdicts(study: Study) -> Iterator[str]:
    """The main findings: sentences of HTML, their figures strong."""
    player, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    yield (
        f"{first}, who moves first, takes {_strong(tally.colour)} of the points when "
        f"{describe_player(player)} meet: {_judged(tally.colour, first, second)}."
    )
    if study.info.has_setup:
        share = tally.first_mover
        yield (
            f"Who sets up the board takes {_strong(share)}, who chooses the colour the rest: "
            f"{_judged(share, 'the set-up', 'the choice')}."
        )
    ranked = ranked_turns(study, player)
    if ranked:
        turn, share = ranked[0]
        yield (
            f"To be offered for a swap, <strong>{escape(spoken_turn(turn))}</strong> is the "
            f"nearest to even of the {len(ranked)} first turns tried: {first_colour(study)} takes "
            f"{format_percent(share)} after it."
        )
    option = study.info.study.tuned_option
    if option is not None:
        yield from _verdict_on_option(study, option, player)
    worth = worth_of_moving_first(study)
    if worth is not None:
        yield (
            f"Moving first is worth <strong>{worth.value:.1f} times</strong> the playouts "
            f"({format_interval(worth)}), against {study.ladder[1]} a turn."
        )
    depth = skill(study)
    if depth is not None:
        mean = sum(share.value for _, share in ladder(study)) / len(ladder(study))
        yield (
            f"Twice the playouts take <strong>{mean:.0%}</strong> of the points on average: a "
            f"skill trace of <strong>{depth.value:.2f}</strong> ({depth.low:.2f} to "
            f"{depth.high:.2f})."
        )
    drawn = tally.drawn
    if drawn.value > 0:
        yield f"{_strong(drawn)} of the games of {describe_player(player)} are drawn."


def _judged(share: Estimate, one: str, other: str) -> str:
    """Whom a share favours, in words."""
    side = favoured(share)
    if side:
        return f"{one if side > 0 else other} is better off"
    return "no side is clearly better off"


def _verdict_on_option(study: Study, option: StudiedOption, player: str) -> Iterator[str]:
    heading = option.heading.lower()
    fair = fair_value(study, option.name, player)
    if fair is not None:
        yield (
            f"Fair {heading}: <strong>{format_number(fair.value)}</strong> "
            f"({format_interval(fair)}), by {describe_player(player)}."
        )
        return
    tried = by_option(study, option.name, player)
    if len(tried) > 1:
        value, tally = min(tried, key=lambda one: abs(one[1].colour.value - HALF))
        yield (
            f"The {heading} that comes nearest to even is "
            f"<strong>{escape(format_value(value))}</strong>, at which {first_colour(study)} takes "
            f"{format_percent(tally.colour)}."
        )


def first_colour(study: Study) -> str:
    """The name of the colour that moves first."""
    return study.info.colours[0].capitalize()


def spoken_turn(turn: str) -> str:
    """A turn's stones with blanks between them."""
    return turn.replace(",", " ")


def _strong(share: Estimate) -> str:
    value, _, ends = format_percent(share).partition(" ")
    return f"<strong>{value}</strong> {ends}"
