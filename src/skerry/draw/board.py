"""The board of a position as SVG, and the style sheet of all boards.

The picture is a tree of elements whose state is in their attributes alone, so that a page may
change an attribute and let the style sheet do the moving:

    <svg class="board board-NAME" role="grid" data-game data-mover data-phase>
      <g role="row">
        <g id="cell-c3" class="cell is-legal ..." role="gridcell" data-cell="c3" data-ring="3"
           data-content="0" data-left="c2" data-right="c4" data-up="d3" data-down="b3" ...>

Classes of a cell that the picture sets: is-legal (a legal action can begin here), is-pending (of
a turn that is not played yet), is-last, is-source, is-winning, and what the game's view adds. A
page may add is-selected and is-target to a cell, and is-sinking to a piece that is going.
`data-targets` names the cells that the actions lead to which begin here. A cell's `data-content` is
that of `Position.contents`; `data-order` counts the cells of the last turn in the order of its
actions; `data-mover` is the colour, 1 or 2, of the piece to be placed next.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from skerry.canvas.geometry import Layout, layout, walks
from skerry.canvas.scene import Box, Scene
from skerry.canvas.svg import Ids, classes, escape, number, tag
from skerry.draw.aims import aims
from skerry.draw.labels import board_label, describe_cell
from skerry.draw.marks import marks, numbers
from skerry.draw.palette import tone_rules, variables
from skerry.draw.view import Pending, view
from skerry.games.catalogue import GAMES
from skerry.games.showing.seen import Seen
from skerry.games.showing.view_module import look_of, view_of
from skerry.positions import Position
from skerry.record.parts import Mark

_VIEW_BOX = re.compile(r'viewBox="([^"]*)"')


def board_svg(
    position: Position,
    *,
    last: Sequence[int] = (),
    legal: bool = False,
    pending: Pending | None = None,
    coordinates: bool = True,
    standalone: bool = True,
    title: str | None = None,
    prefix: str = "",
    with_aims: bool = False,
    numbered: Mapping[int, int] | None = None,
    marked: Sequence[Mark] = (),
) -> str:
    """The picture of a position.

    Args:
        position: what to draw.
        last: actions of the last finished turn, to be marked.
        legal: whether to mark the cells by which a legal action can begin.
        pending: the turn that led to `position` and is not played yet.
        coordinates: whether to draw row and column labels.
        standalone: a whole SVG file with its style; else an element for a page that has loaded
            `stylesheet()`.
        title: what the picture is called; told from the position when None.
        prefix: put before every id, so that several boards fit on one page.
        with_aims: whether to draw over it what both colours are after.
        numbered: numbers to be written on stones, by cell.
        marked: the marks of a record, to be drawn over all of it.

    Raises:
        NotationError: a number in `last` is not an action of the game.
        ValueError: a mark on a cell that the board lacks.
    """
    seen = view(position, last, legal=legal, pending=pending)
    ids, found = Ids(prefix, position.game.name), layout(position.game.board)
    scene = view_of(position.game.name).scene(seen, found, ids, labelled=coordinates)
    rows = "".join(
        tag(
            "g",
            {"role": "row"},
            *(tag("g", _attributes(seen, found, cell, ids), scene.cells[cell]) for cell in row),
        )
        for row in found.rows
    )
    body = tag("defs", {}, scene.definitions) + scene.beneath + tag("g", {"class": "cells"}, rows)
    body += scene.above + (aims(position) if with_aims else "")
    body += numbers(position, numbered) if numbered else ""
    body += marks(position, marked) if marked else ""
    named = title if title is not None else board_label(pending.base if pending else position)
    root = _root(seen, scene, named)
    if not standalone:
        return tag("svg", root, body)
    _, _, width, height = scene.box
    root = {"xmlns": "http://www.w3.org/2000/svg", **root, "width": width, "height": height}
    style = f"<style>{stylesheet()}</style>"
    return f"{tag('svg', root, f'<title>{escape(named)}</title>', style, body)}\n"


def box_of(svg: str) -> Box:
    """The box that a board fills, in its units."""
    x, y, across, up = map(float, _VIEW_BOX.findall(svg)[0].split())
    return x, y, across, up


def _attributes(seen: Seen, found: Layout, cell: int, ids: Ids) -> dict[str, object]:
    """What every cell's element carries, whatever the game."""
    board, names = seen.game.board, seen.game.board.names
    x, y = found.centre(cell)
    return {
        "id": ids.of(f"cell-{names[cell]}"),
        "class": classes(
            "cell",
            "is-legal" if cell in seen.legal else "",
            "is-pending" if cell in seen.pending else "",
            "is-last" if cell in seen.last else "",
            "is-source" if cell in seen.sources else "",
            *(mark for mark, cells in seen.marks.items() if cell in cells),
        ),
        "role": "gridcell",
        "tabindex": "-1",
        "aria-label": describe_cell(seen, cell),
        "data-cell": names[cell],
        "data-ring": seen.rings[cell] or None,
        "data-content": seen.contents[cell],
        "data-order": list(seen.last).index(cell) if cell in seen.last else None,
        "data-targets": " ".join(names[other] for other in seen.targets.get(cell, ())) or None,
        **{f"data-{way}": names[end] for way, end in walks(board)[cell].items()},
        "transform": f"translate({number(x)} {number(y)})",
    }


def _root(seen: Seen, scene: Scene, named: str) -> dict[str, object]:
    name = seen.game.name
    return {
        "class": classes(
            "board",
            f"board-{name}",
            "is-over" if seen.position.is_over else "",
            "is-connected" if seen.marks.get("is-winning") else "",
        ),
        "viewBox": " ".join(number(value) for value in scene.box),
        "role": "grid",
        "aria-label": named,
        "data-game": name,
        "data-phase": seen.position.phase,
        "data-mover": view_of(name).mover(seen.position),
    }


@cache
def stylesheet() -> str:
    """The style of all boards in both themes, for `<style>` or a file.

    The theme is the reader's own (prefers-color-scheme) unless an ancestor of the board has
    data-theme="light" or data-theme="dark". Paper is always light.
    """
    dark = variables(dark=True)
    rules = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    looks = "\n".join(look_of(info.name) for info in GAMES)
    return (
        f".board{{{variables(dark=False)}}}\n"
        "@media screen and (prefers-color-scheme: dark)"
        f'{{.board:not([data-theme="light"] .board){{{dark}}}}}\n'
        f'@media screen{{[data-theme="dark"] .board{{{dark}}}}}\n'
        f"{tone_rules()}\n{rules}\n{looks}"
    )
