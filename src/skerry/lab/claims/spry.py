"""What the text of Spry says, about Y beside it, and how it is judged."""

import json
import math
from collections.abc import Mapping
from functools import cache, partial

import numpy as np
import polars as pl

from skerry.canvas.geometry import layout
from skerry.core.layout import CELLS, EMPTY
from skerry.games.contract import ring_numbers
from skerry.lab.claims.claims import (
    POINTS,
    Claim,
    Match,
    Series,
    Stores,
    above,
    mean_of,
    ratio_of,
    verdict_both,
)
from skerry.lab.claims.counting import (
    Rule,
    few_groups,
    large_group,
    links_that_hold,
    more_stones,
    placed_stones,
    replays,
)
from skerry.lab.metrics import Tally
from skerry.lab.openings import first_stones
from skerry.lab.results import plain_rules
from skerry.positions import Game, game
from skerry.statistics import Estimate, difference_of, weighted_sum

SMALL = 3  # the small board of Y
USUAL = 5
Weights = Mapping[str, float]  # of first turns; their sum is 1


# The three rules of the guide.
ADVICE: tuple[Rule, ...] = (more_stones, few_groups, large_group)


def measure(rules: Game, rows: pl.DataFrame) -> Mapping[str, Estimate]:
    """What is counted besides.

    - centre vacant: games in which nobody ever places on the centre.
    - first stones: of the first turn. outer starts: first turns on none but the two outer rings.
    - whole turns: turns of as many stones as their innermost ring allows.
    - stones on ring N: of all stones, from the centre (1) outwards.
    - bridges held, gaps held: `links_that_hold`.
    """
    games, rings = list(replays(rules, rows)), ring_numbers(rules.rules)
    size, centre = int(rings.max()), int(np.flatnonzero(rings == 1)[0])
    turns = [[rings[stones] for stones in placed_stones(game)] for game in games]
    first = [of[0] for of in turns]
    stones = [np.concatenate(of) for of in turns]
    whole = [sum(len(turn) == turn.min() for turn in of) for of in turns]
    return {
        "centre vacant": Estimate.share(
            sum(game.positions[-1].state[CELLS + centre] == EMPTY for game in games), len(games)
        ),
        "first stones": mean_of(map(len, first)),
        "outer starts": Estimate.share(sum(one.min() >= size - 1 for one in first), len(first)),
        "whole turns": ratio_of(whole, list(map(len, turns))),
        **{
            f"stones on ring {ring}": ratio_of(
                [int((one == ring).sum()) for one in stones], list(map(len, stones))
            )
            for ring in range(1, size + 1)
        },
        **links_that_hold(games),
    }


def ring_turns(size: int) -> list[str]:
    """First turns of Spry of as many stones as a ring allows, all on it, from the inside outwards.

    Two of each ring but the centre: spread evenly, from a corner on, and side by side from there.
    """
    rules = game("spry", size=size)
    found, place = layout(rules.board), ring_numbers(rules.rules)
    turns = []
    for side in range(2, size + 1):  # of the ring, and the number of stones that it allows
        ring = [cell for cell in range(rules.board.num_cells) if place[cell] == side]
        ring.sort(key=lambda cell: _angle(found.centre(cell)))
        spread = [ring[k * len(ring) // side] for k in range(side)]
        turns += [rules.format_turn(sorted(stones)) for stones in (spread, ring[:side])]
    return list(dict.fromkeys(turns))


def _angle(point: tuple[float, float]) -> float:
    """From 0, which is on the right and so a corner, to 2π."""
    return round(math.atan2(point[1], point[0]) % (2 * math.pi), 6)


def matches() -> tuple[Match, ...]:
    """What is played for the claims that no study plays."""
    return (
        Match("y", {"size": SMALL}, '"each stone"'),
        Match("spry", {}, json.dumps(ring_turns(USUAL))),
    )


@cache
def ring_weights(name: str, size: int, *, whole: bool) -> tuple[Weights, ...]:
    """For each ring, the centre first, the first turns on it that are played, with weights.

    `whole` turns have as many stones as Spry allows, others have one; mirror images weigh as many.
    """
    rules = plain_rules(name, size=size)
    rings = ring_numbers(game("spry", size=size).rules)
    wanted = first_stones(rules)
    if whole:
        centre = {turn: 1 for turn in wanted if rings[rules.parse_turn(turn)[0]] == 1}
        wanted = centre | dict.fromkeys(ring_turns(size), 1)
    found: list[dict[str, float]] = [{} for _ in range(size)]
    for turn, number in wanted.items():
        found[int(rings[rules.parse_turn(turn)[0]]) - 1][turn] = number
    return tuple(
        {turn: number / sum(one.values()) for turn, number in one.items()} for one in found
    )


def centre_minus_edge(
    stores: Stores, player: str, name: str, size: int, *, whole: bool = False
) -> Estimate | None:
    """How much more the first colour wins after a first stone in the centre than on the edge."""
    options = {} if size == USUAL else {"size": size}
    played: dict[str, Tally] = dict(stores[name].openings(player, options))
    centre, *_, edge = ring_weights(name, size, whole=whole)
    weights = {**centre, **{turn: -weight for turn, weight in edge.items()}}
    if not weights.keys() <= played.keys():
        return None
    return weighted_sum([(played[turn].colour, weight) for turn, weight in weights.items()])


def _series(label: str, name: str, size: int, *, whole: bool = False) -> Series:
    return Series(
        label,
        lambda stores, player: centre_minus_edge(stores, player, name, size, whole=whole),
    )


def _judge_fix(y: Estimate, turns: Estimate, _: Estimate) -> str:
    """Whether it is nearer to 0 in Spry: of y > 0, |s| < y if y - s and y + s are above 0."""
    both = weighted_sum([(y, 1.0), (turns, 1.0)])
    return verdict_both(above(0.0)(difference_of(y, turns)), above(0.0)(both))


_claim = partial(
    Claim,
    game="spry",
    source="N. Bentley, “Spry”, rules, 2012",
    form=POINTS,
    axis="games in 100",
)
CLAIMS = (
    _claim(
        key="spry-y-centre",
        quote="if you play the game Y on a hexhex board, the center of the board is much more "
        "important than the periphery",
        measured="What the centre is worth in Y: how many more games in 100 White wins after a "
        "first stone in the centre than after one on the edge (the average of its cells). Holds "
        "above 10.",
        headline="In Y, a first stone in the centre wins {0:more} than one on the edge.",
        series=(_series("what the centre is worth in Y", "y", USUAL),),
        judge=above(0.1),
        limits=(0.1,),
    ),
    _claim(
        key="spry-small-board",
        quote="especially on a small board",
        measured="How much more the centre is worth in Y on the board of size 3 than on that of "
        f"size {USUAL}. Holds if it is more.",
        headline="In Y, the centre is worth {0:more} than the edge on a small board, and {1:more} "
        "on a large one.",
        series=(
            _series(f"Y on size {SMALL}", "y", SMALL),
            _series(f"Y on size {USUAL}", "y", USUAL),
        ),
        judge=lambda small, large: above(0.0)(difference_of(small, large)),
        limits=(0.0,),
    ),
    _claim(
        key="spry-fix",
        quote="Spry is a way to fix that.",
        measured="What the centre is worth in Spry, where the first turn on the edge has as many "
        "stones as its ring allows (two such turns: spread evenly, and side by side), compared "
        "with Y. Holds if it is worth less, and not as far below 0 as it is above 0 in Y. What it "
        "is worth against a single stone on the edge, the turn ended early, is given too.",
        headline="In Y, the centre wins {0:more} than the edge; in Spry, {1:more}.",
        series=(
            _series("Y", "y", USUAL),
            _series("Spry, whole turns", "spry", USUAL, whole=True),
            _series("Spry, one stone", "spry", USUAL),
        ),
        judge=_judge_fix,
        limits=(0.0,),
    ),
)
