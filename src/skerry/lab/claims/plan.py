"""The games that the claims need: one plan, written from what is asked of each game."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ...draw.geometry import layout
from ...games.dispatch import ring_numbers
from ...positions import game
from ..plans.plan import Plan, parse_plan

SMALL = 3  # the small board of Y
PENALTIES = (0, 1, 2, 3, 4, 6)
CAPS = (1, 2, 3, 5)


@dataclass(frozen=True)
class Size:
    """How much is played."""

    name: str  # of the plan
    players: tuple[tuple[str, int], ...]  # contestants, the weakest first, and games of each
    spry: int  # the board of Spry and Y, larger than SMALL
    seed: int = 1


QUICK = Size("claims-quick", (("random", 2000), ("playouts 100", 160), ("playouts 1000", 80)), 4)
FULL = Size(
    "claims",
    (("random", 12_000), ("playouts 100", 600), ("playouts 1000", 600), ("playouts 5000", 120)),
    5,
)


@dataclass(frozen=True)
class _Match:
    """Rules that all players play."""

    game: str
    options: str  # TOML
    part: float  # of the games of its size
    openings: str = ""  # TOML


def claims_plan(size: Size) -> Plan:
    """The plan of a size."""
    return parse_plan(plan_text(size), size.name)


def plan_text(size: Size) -> str:
    """The same as TOML."""
    lines = [f'name = "{size.name}"', f"seed = {size.seed}", "count_turns = 0"]
    for match in _matches(size.spry):
        for player, games in size.players:
            number = max(1, round(games * match.part / 2)) * 2
            lines += [
                "",
                "[[match]]",
                f'game = "{match.game}"',
                f"options = {{ {match.options} }}",
                f'players = ["{player}"]',
                f"games = {number}",
                *([f"openings = {match.openings}"] if match.openings else []),
            ]
    return "\n".join(lines) + "\n"


def _matches(spry: int) -> Iterator[_Match]:
    """Larger boards take longer, so they have fewer games."""
    stones = '"each stone"'
    turns = ", ".join(f'"{turn}"' for turn in ring_turns(spry))
    yield _Match("y", f"size = {SMALL}", 1, stones)
    yield _Match("y", f"size = {spry}", 1, stones)
    yield _Match("spry", f"size = {spry}", 1, stones)
    yield _Match("spry", f"size = {spry}", 1, f"[{turns}]")
    yield _Match("sytran", f"size = 6, penalty = {list(PENALTIES)}", 0.75)
    yield _Match("byg", f"size = 6, cap = {list(CAPS)}", 0.75)
    yield _Match("byg", 'size = 6, swap = "on"', 0.75)
    yield _Match("kitaran", "size = 5", 2)
    yield _Match("kitaran", "size = 6, komi = [0, 0.5]", 0.5)
    yield _Match("kitaran", "size = 7", 0.25)
    yield _Match("syrtis", 'board = "major"', 0.5)
    yield _Match("syrtis", 'board = "minor"', 1)


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
