"""Kitaran: a quiet wooden board, a disc in each square."""

from functools import lru_cache
from math import sin

from skerry.canvas.boards import Scene, square_labels
from skerry.canvas.geometry import PITCH, Layout, label_size
from skerry.canvas.stones import stone_definitions
from skerry.canvas.svg import Ids, number, tag
from skerry.games.stone_view import stone_cells
from skerry.games.view import Seen


def scene(seen: Seen, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """The board in its frame, with grain that runs across it."""
    half = seen.game.board.size * PITCH / 2
    margin = label_size(seen.game.board.size) + 7.0 if labelled else 9.0
    edge = half + margin
    frame = {
        "class": "slab",
        "x": -edge,
        "y": -edge,
        "width": 2 * edge,
        "height": 2 * edge,
        "rx": 9.0,
    }
    field = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}
    wood = {"class": "wood", "fill": ids.url("wood"), **field}
    beneath = (
        tag("rect", frame)
        + tag("rect", wood)
        + tag("path", {"class": "grain", "d": _grain(half)})
        + tag("path", {"class": "grid", "d": _grid(seen.game.board.size, half)})
    )
    if labelled:
        beneath += square_labels(seen.game.board, found, 3.5)
    lock = tag("path", {"class": "lock", "d": _BRACKETS})
    gradient = tag(
        "linearGradient",
        {"id": ids.shared("wood"), "x1": "0", "y1": "0", "x2": "1", "y2": "1"},
        tag("stop", {"offset": "0", "class": "wood-stop-0"}),
        tag("stop", {"offset": "1", "class": "wood-stop-1"}),
    )
    box = (-edge - 2, -edge - 2, 2 * edge + 4, 2 * edge + 9)
    definitions = stone_definitions(ids, two_sided=True) + gradient
    return Scene(box, definitions, beneath, stone_cells(seen, found, ids, more=lock))


@lru_cache(maxsize=64)
def _grid(size: int, half: float) -> str:
    """Path data of the lines between the squares and around them."""
    ends = [number(-half + PITCH * step) for step in range(size + 1)]
    low, high = ends[0], ends[-1]
    return "".join(f"M{end} {low}V{high}M{low} {end}H{high}" for end in ends)


@lru_cache(maxsize=64)
def _grain(half: float) -> str:
    """Path data of wavering lines across the wood; sines of unrelated lengths, so none repeats."""
    lines = []
    spacing = 6.5
    for line in range(1, int(2 * half / spacing)):
        height = -half + line * spacing + 2.2 * sin(2.4 * line)
        points = []
        for step in range(9):
            x = -half + step * half / 4
            points.append((x, height + 1.7 * sin(x / 61 + 1.3 * line) + 0.9 * sin(x / 23 + line)))
        inside = [f"{number(x)} {number(max(-half, min(half, y)))}" for x, y in points]
        lines.append("M" + inside[0] + "L" + " ".join(inside[1:]))
    return "".join(lines)


def _brackets(reach: float, length: float) -> str:
    """Four corners of a frame around a protected stone."""
    far, near = number(reach), number(length)
    return (
        f"M-{far}-{number(reach - length)}v-{near}h{near}"
        f"M{number(reach - length)}-{far}h{near}v{near}"
        f"M{far} {number(reach - length)}v{near}h-{near}"
        f"M-{number(reach - length)} {far}h-{near}v-{near}"
    )


_BRACKETS = _brackets(17.0, 5.5)
