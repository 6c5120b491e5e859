"""Syrtis on paper: a grid with the places of the start, tiles and towers to be cut out."""

from skerry.canvas.boards import Scene, square, square_labels
from skerry.canvas.geometry import APOTHEM, PITCH, Layout
from skerry.canvas.svg import Ids, number, tag
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis.frames import frame_tiles
from skerry.games.view import CutOut, Paper

_CUT = 18.0  # half a tile: a little less than a cell, so that neighbours have room
_ENGRAVED = 12.6
_TOWER = 10.0
_ROOF = 5.0


def paper(rule_set: RuleSet, found: Layout, ids: Ids) -> Paper:
    """Equally many tiles of each kind (SYR-1), two towers of each side (SYR-4), the bare frame."""
    tiles = frame_tiles(str(rule_set.option("board")))
    kinds = [(side, shape) for side in ("light", "dark") for shape in ("circle", "square")]
    pieces = [_tile(side, shape, len(tiles) // len(kinds)) for side, shape in kinds]
    needs = "Scissors: the tiles and the four towers are on the sheet of pieces."
    return Paper(needs, (*pieces, *map(_tower, ("light", "dark"))), _frame(rule_set, found, tiles))


def _frame(rule_set: RuleSet, found: Layout, tiles: tuple[int, ...]) -> Scene:
    """Places of the start in full lines, the empty ones around them in dashed ones."""
    board = rule_set.board
    cells = tuple(
        tag(
            "rect",
            {"class": "paper-place" if cell in tiles else "paper-space", **square(APOTHEM, 0)},
        )
        for cell in range(board.num_cells)
    )
    edge = board.size * PITCH / 2 + 22.0
    return Scene((-edge, -edge, 2 * edge, 2 * edge), "", square_labels(board, found, 4.0), cells)


def _tile(side: str, shape: str, count: int) -> CutOut:
    cut = {"class": f"part-{side}-cut"}
    mark = tag("circle", {**cut, "r": _ENGRAVED})
    if shape == "square":
        mark = tag("rect", {**cut, **square(_ENGRAVED - 0.6, 1.2)})
    face = tag("rect", {"fill": f"var(--{side}-tile)", "stroke": "none", **square(_CUT, 0)})
    return CutOut(f"{side} tile with a {shape}", count, face + mark, _CUT)


def _tower(side: str) -> CutOut:
    """Round and light, or square and dark; the roof tells which side is up."""
    if side == "light":
        wall = tag("circle", {"class": "part-light-wall", "r": _TOWER - 0.6})
        return CutOut(
            "light tower", 2, wall + tag("circle", {"class": "part-lamp", "r": _ROOF}), _TOWER, True
        )
    wall = tag("rect", {"fill": "var(--dark-tower)", **square(_TOWER - 0.6, 1.0)})
    ridge = "".join(
        f"M0 0L{number(x * _TOWER)} {number(y * _TOWER)}"
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    roof = tag(
        "path", {"fill": "none", "stroke": "var(--dark-tower-rim)", "stroke-width": 1.2, "d": ridge}
    )
    return CutOut("dark tower", 2, wall + roof, _TOWER)
