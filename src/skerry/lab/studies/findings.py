"""What a study says: shares, fair values, handicaps and depth, each with its interval."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from skerry.games.options import Value
from skerry.lab.measures.break_even import HALF, break_even
from skerry.lab.measures.metrics import Estimate, skill_trace
from skerry.lab.measures.tallies import Tally
from skerry.lab.pages.maps import FirstMoves
from skerry.lab.studies.plan import searching
from skerry.lab.studies.study import Study

DRAWS = 4000  # of the shares, for the interval of the skill trace
ENDS = (2.5, 97.5)  # percentiles of a 95% interval
SECOND, EITHER, FIRST = "moves second", "alternates", "moves first"

Name = TypeVar("Name")


def by_strength(study: Study) -> list[tuple[str, Tally]]:
    """Each contestant against itself from the start, the weakest first."""
    return _there((player, study.find(player)) for player in study.strengths)


def with_swap(study: Study) -> list[tuple[str, Tally]]:
    """The same with `swap`; none in a game without it."""
    if "swap" not in dict(study.rules.options):
        return []
    return _there(
        (player, study.find(player, options={"swap": True})) for player in study.strengths
    )


def by_option(study: Study, option: str, player: str) -> list[tuple[Value, Tally]]:
    """A contestant against itself with each value of an option, the usual one among them.

    Numbers ascend; other values stand as in the catalogue, as far as they were played.
    """
    usual = study.rules.option(option)
    studied = study.info.study.option(option)
    values: list[Value] = [usual, *(studied.values if studied else ())]
    if not isinstance(usual, str):
        values.sort(key=float)
    return _there((value, study.find(player, options={option: value})) for value in values)


def _there(found: Iterable[tuple[Name, Tally | None]]) -> list[tuple[Name, Tally]]:
    return [(name, tally) for name, tally in found if tally is not None]


def fair_value(study: Study, option: str, player: str) -> Estimate | None:
    """The number at which the first colour gets one half; None where there is none, or several."""
    measured = [(float(value), tally.colour) for value, tally in by_option(study, option, player)]
    if len(measured) < 2:
        return None
    return break_even(measured, falling=study.info.study.lowers_first(option))


# ---- first moves ----


def stones_map(study: Study, player: str) -> FirstMoves:
    """What the first colour gets after a first turn of one stone, by its cell."""
    return _mapped(study, player, lambda stones: stones == 1)


def turns_map(study: Study, player: str) -> FirstMoves:
    """The same of turns of several stones, for each of their cells: a mean over those tried."""
    return _mapped(study, player, lambda stones: stones > 1)


def all_turns_map(study: Study, player: str) -> FirstMoves:
    """The same of all first turns that were tried."""
    return _mapped(study, player, lambda stones: stones > 0)


def _mapped(study: Study, player: str, counts: Callable[[int], bool]) -> FirstMoves:
    """A map of the turns whose number of stones counts."""
    moves = FirstMoves(study.rules, player)
    for opening, tally in study.openings(player):
        cells = study.rules.parse_turn(opening)
        stones = [cell for cell in cells if cell < study.rules.rules.num_cells]
        if counts(len(stones)):
            for cell in stones:
                moves.add(cell, tally.colour.value * tally.total, tally.total)
    return moves


def ranked_turns(study: Study, player: str) -> list[tuple[str, Estimate]]:
    """The first turns tried and the first colour's share after each, the nearest to ½ first."""
    shares = [(turn, tally.colour) for turn, tally in study.openings(player)]
    return sorted(shares, key=lambda one: abs(one[1].value - HALF))


# ---- strength ----


def ladder(study: Study) -> list[tuple[int, Estimate]]:
    """Fewer playouts of two neighbours on the ladder, and what twice as many take against them."""
    found = []
    for fewer, more in pairwise(study.ladder):
        tally = study.find(searching(fewer), searching(more))
        if tally is not None:
            found.append((fewer, opposite(tally.player)))
    return found


def skill(study: Study) -> Estimate | None:
    """The skill trace of the ladder; its interval is that of a parametric bootstrap.

    Percentiles of DRAWS skill traces whose shares come from binomial distributions with those that
    were measured (Efron, "Bootstrap methods: another look at the jackknife", 1979).
    """
    shares = [share for _, share in ladder(study)]
    if not shares:
        return None
    rng = np.random.Generator(np.random.PCG64(study.seed))
    drawn = np.stack(
        [rng.binomial(share.games, share.value, DRAWS) / share.games for share in shares], axis=1
    )
    low, high = np.percentile([skill_trace(one) for one in drawn.tolist()], ENDS)
    value = skill_trace([share.value for share in shares])
    return Estimate(
        value, min(value, float(low)), max(value, float(high)), sum(one.games for one in shares)
    )


@dataclass(frozen=True)
class Handicap:
    """What the weaker one gets, and its share of the points by the stronger one's playouts."""

    words: str
    shares: dict[int, Estimate]  # by how many times the playouts of the weaker one


def handicaps(study: Study) -> list[Handicap]:
    """What the weaker one may get, and how far it helps: the ladder's second against all above."""
    weaker = study.ladder[1]
    columns = [
        Handicap(SECOND, _by_ratio(study, weaker, "player_second")),
        Handicap(EITHER, _by_ratio(study, weaker, "player")),
        Handicap(FIRST, _by_ratio(study, weaker, "player_first")),
    ]
    given = study.info.study.handicap_option
    if given is not None:
        colour = study.info.colours[1].capitalize()
        columns += [
            Handicap(
                f"{colour}, {given.name} {value:g}",
                _by_ratio(study, weaker, "player_second", {given.name: value}),
            )
            for value in given.values
        ]
    return [column for column in columns if column.shares]


def _by_ratio(
    study: Study, weaker: int, share: str, options: dict[str, Value] | None = None
) -> dict[int, Estimate]:
    found: dict[int, Estimate] = {}
    for playouts in study.ladder:
        tally = study.find(searching(weaker), searching(playouts), options=options)
        if playouts > weaker and tally is not None:
            estimate: Estimate | None = getattr(tally, share)
            if estimate is not None:
                found[playouts // weaker] = estimate
    return found


def worth_of_moving_first(study: Study) -> Estimate | None:
    """How many times the playouts of the first mover make its opponent an equal of it.

    Found where the first mover's share falls to one half, the playouts' doublings being the scale;
    None where the share is below one half from the beginning, or above it to the end.
    """
    weaker = study.ladder[1]
    alone = study.find(searching(weaker))
    first = _by_ratio(study, weaker, "player_first")
    if alone is None or not first:
        return None
    measured = [(0.0, alone.first_mover)]
    measured += [(math.log2(ratio), share) for ratio, share in first.items()]
    found = break_even(measured, falling=True)
    return None if found is None else found.mapped(_times)


def _times(doublings: float) -> float:
    return 2.0**doublings if math.isfinite(doublings) else doublings


def opposite(share: Estimate) -> Estimate:
    """The other side's share."""
    return Estimate(1 - share.value, 1 - share.high, 1 - share.low, share.games)
