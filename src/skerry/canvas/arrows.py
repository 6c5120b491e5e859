"""Arrows from cell to cell."""

from math import hypot
from typing import NamedTuple

from skerry.canvas.svg import Point, number, polygon

HEAD = 8.0  # length of an arrow's head


class Arrow(NamedTuple):
    """Path data of an arrow's line and of its heads."""

    line: str
    heads: tuple[str, ...]


def arrow(start: Point, end: Point, gap: float, *, both: bool = False) -> Arrow:
    """An arrow between two different points.

    Args:
        start: where it begins.
        end: what it points to.
        gap: how far before the end it stops.
        both: whether it has a head at its start as well.
    """
    (x, y), (goal_x, goal_y) = start, end
    length = hypot(goal_x - x, goal_y - y)
    ux, uy = (goal_x - x) / length, (goal_y - y) / length
    tip = (goal_x - ux * gap, goal_y - uy * gap)
    neck = (tip[0] - ux * HEAD, tip[1] - uy * HEAD)
    first = (x + ux * HEAD, y + uy * HEAD) if both else start
    line = f"M{number(first[0])} {number(first[1])}L{number(neck[0])} {number(neck[1])}"
    heads = (_head(tip, neck, (ux, uy)),)
    return Arrow(line, (*heads, _head(start, first, (-ux, -uy))) if both else heads)


def _head(tip: Point, neck: Point, way: Point) -> str:
    half = HEAD * 0.62
    side = (-way[1] * half, way[0] * half)
    corners = [
        tip,
        (neck[0] + side[0], neck[1] + side[1]),
        (neck[0] - side[0], neck[1] - side[1]),
    ]
    return polygon(corners)
