"""What the text of Spry says, about Y beside it, and how it is judged."""

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from skerry.canvas.geometry import layout
from skerry.core.numbers import format_count, format_percent
from skerry.games.contract import ring_numbers
from skerry.lab.claims.claims import (
    Answers,
    Claim,
    Finding,
    Match,
    Results,
    Size,
    format_points,
    verdict_against,
    verdict_both,
)
from skerry.lab.openings import first_stones
from skerry.lab.pages import PageFigure
from skerry.lab.plots import draw_map, maps_of_openings
from skerry.positions import game
from skerry.statistics import Estimate

SMALL = 3  # the small board of Y
Weights = Mapping[str, float]  # of cells, by title
Rings = Mapping[str, list[Weights]]  # by contestant, for each ring, the centre first


_claim = partial(Claim, game="spry", source="N. Bentley, “Spry”, rules, 2012")
Y_CENTRE = _claim(
    key="spry-y-centre",
    quote="if you play the game Y on a hexhex board, the center of the board is much more "
    "important than the periphery",
    measured="What the centre is worth in Y: how many more games in 100 White wins after a first "
    "stone in the centre than after one on the edge (the average of its cells). Holds above 10.",
    headline="In Y, a first stone in the centre wins {0:more} than one on the edge.",
)
SMALL_BOARD = _claim(
    key="spry-small-board",
    quote="especially on a small board",
    measured="How much more the centre is worth in Y on the board of size 3 than on the larger "
    "one. Holds above 0.",
    headline="In Y, the centre is worth {0:more} on a small board than on a large one.",
)
FIX = _claim(
    key="spry-fix",
    quote="Spry is a way to fix that.",
    measured="What the centre is worth in Spry, where the first turn on the edge has as many "
    "stones as its ring allows (two such turns: spread evenly, and side by side), compared with Y. "
    "Holds if it is worth less, and not as far below 0 as it is above 0 in Y. What it is worth "
    "against a single stone on the edge, the turn ended early, is given too.",
    headline="In Y, the centre wins {0:more} than the edge; in Spry, {1:more}.",
)
CLAIMS = (Y_CENTRE, SMALL_BOARD, FIX)


def matches(size: Size) -> Iterator[Match]:
    """What is played for them."""
    stones = '"each stone"'
    turns = ", ".join(f'"{turn}"' for turn in ring_turns(size.spry))
    yield Match("y", f"size = {SMALL}", 1, stones)
    yield Match("y", f"size = {size.spry}", 1, stones)
    yield Match("spry", f"size = {size.spry}", 1, stones)
    yield Match("spry", f"size = {size.spry}", 1, f"[{turns}]")


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


def ring_weights(
    results: Results, player: str, name: str, size: int, *, whole: bool
) -> list[Weights]:
    """For each ring, the centre first, the cells of a first turn on it, with weights of sum 1.

    `whole` turns have as many stones as Spry allows, others have one.
    """
    rings = ring_numbers(game("spry", size=size).rules)
    classes = first_stones(game(name, size=size))
    wanted = dict.fromkeys(ring_turns(size), 1) if whole else classes
    found: list[dict[str, float]] = [{} for _ in range(size)]
    for cell in results.find(player, name, size=size):
        if len(cell.opening) != 1:
            continue
        stones = cell.game.parse_turn(cell.opening[0])
        ring = int(rings[stones[0]]) - 1
        if cell.opening[0] in wanted or ring == 0:
            found[ring][cell.title] = wanted.get(cell.opening[0], 1)
    return [{title: n / sum(one.values()) for title, n in one.items()} for one in found]


def centre_weight(rings: list[Weights]) -> dict[str, float]:
    """The weights that give the share after the centre minus that after the edge; {}: no games."""
    if not rings[0] or not rings[-1]:
        return {}
    return {**rings[0], **{title: -weight for title, weight in rings[-1].items()}}


def _joined(a: Weights, b: Weights, sign: int) -> dict[str, float]:
    """The weights of a sum (sign 1) or a difference (-1); {} where either has no games."""
    if not a or not b:
        return {}
    return {title: a.get(title, 0.0) + sign * b.get(title, 0.0) for title in {**a, **b}}


def _estimated(results: Results, weights: Mapping[str, Weights]) -> dict[str, Estimate]:
    """By player, those that have games."""
    found = {player: results.weighted(one) for player, one in weights.items() if one}
    return {player: one for player, one in found.items() if one is not None}


def judge(results: Results) -> list[Finding]:
    """All claims on Spry and Y."""
    sizes = [int(cell.game.option("size")) for cell in results.cells if cell.game.name == "y"]
    size = max(sizes, default=SMALL)
    y, small = _rings(results, "y", size), _rings(results, "y", SMALL)
    smaller = {
        player: _joined(centre_weight(small[player]), centre_weight(y[player]), -1)
        for player in results.players
    }
    return [
        _weight_finding(
            Y_CENTRE,
            f"in Y on size {size}",
            0.1,
            _weights(results, y),
        ),
        _weight_finding(
            SMALL_BOARD,
            f"more in Y on size {SMALL} than on size {size}",
            0.0,
            _estimated(results, smaller),
        ),
        _judge_fix(results, size, y),
    ]


def _rings(results: Results, name: str, size: int, *, whole: bool = False) -> Rings:
    return {
        player: ring_weights(results, player, name, size, whole=whole) for player in results.players
    }


def _weights(results: Results, rings: Rings) -> dict[str, Estimate]:
    """The centre's weight, by contestant."""
    return _estimated(results, {player: centre_weight(one) for player, one in rings.items()})


def _judge_fix(results: Results, size: int, y: Rings) -> Finding:
    """Whether the weight is nearer to 0 in Spry: of x > 0, |s| < x if x - s and x + s are above."""
    turns = _rings(results, "spry", size, whole=True)
    stones = _rings(results, "spry", size)
    weights = {name: _weights(results, one) for name, one in
            (("y", y), ("turns", turns), ("stones", stones))}  # fmt: skip
    less, more = (
        _estimated(
            results,
            {p: _joined(centre_weight(y[p]), centre_weight(turns[p]), sign) for p in y},
        )
        for sign in (-1, 1)
    )
    found = Answers(FIX, "first turn", *(f"ring {k}" for k in range(size)), "centre minus edge")
    for player, one in less.items():
        in_y, in_spry = weights["y"][player], weights["turns"][player]
        found.answer(
            player,
            verdict_both(
                verdict_against(one, 0.0, above=True),
                verdict_against(more[player], 0.0, above=True),
            ),
            f"the centre is worth {format_points(in_y)} games in 100 in Y and "
            f"{format_points(in_spry)} in Spry: {format_points(one)} less. With one stone on "
            f"Spry's edge it is worth {format_points(weights['stones'].get(player))}",
            *(in_y.value, in_spry.value),
        )
    kinds = {"Y": y, "Spry, whole turns": turns, "Spry, one stone": stones}
    found.rows += _ring_rows(results, kinds)
    return found.finding(_maps(results, size))


def _weight_finding(
    claim: Claim, what: str, limit: float, weights: Mapping[str, Estimate]
) -> Finding:
    found = Answers(claim, f"games in 100 that the centre is worth {what}", "games each")
    for player, one in weights.items():
        found.row(player, format_points(one), format_count(one.games))
        verdict = verdict_against(one, limit, above=True)
        words = f"the centre is worth {format_points(one)} games in 100 {what}"
        found.answer(player, verdict, words, one.value)
    return found.finding()


def _ring_rows(results: Results, found: Mapping[str, Rings]) -> Iterable[tuple[str, ...]]:
    """White's share after a first turn on each ring, and the centre's weight."""
    for player in results.players:
        for words, rings in found.items():
            weight = centre_weight(rings[player])
            if weight:
                shares = (results.weighted(one) for one in rings[player])
                words_of_shares = (
                    "–" if one is None else format_percent(one.value, 1) for one in shares
                )
                yield player, words, *words_of_shares, format_points(results.weighted(weight))


def _maps(results: Results, size: int) -> tuple[PageFigure, ...]:
    """The first stones of the strongest players on the larger board."""
    pictures = []
    for name in ("y", "spry"):
        cells = results.find(results.players[-1], name, size=size) if results.cells else []
        for moves in maps_of_openings(cells, results.summaries):
            pictures.append(draw_map(moves, f"claims-{name}", heading=moves.title))
    return tuple(pictures)
