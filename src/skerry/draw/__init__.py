"""Pictures of positions as SVG: the one home of the boards' geometry and look.

    board_svg(position, last=..., legal=True, standalone=False)   a board to put into a page
    board_svg(position)                                           a whole file of its own
    stylesheet()                                                  what a page loads once
    cell_label(position, cell)                                    words for a screen reader
    advice(position, turns), owners(position, shares)             what an analysis lays over it

The picture is a tree of elements whose state is in their attributes alone, so that a page may
change an attribute and let the style sheet do the moving:

    <svg class="board board-spry" role="grid" data-game data-mover data-phase>
      <g role="row">
        <g id="cell-c3" class="cell is-legal ..." role="gridcell" data-cell="c3" data-ring="3"
           data-content="0" data-left="c2" data-right="c4" data-up="d3" data-down="b3" ...>

Classes of a cell that the picture sets: is-legal (a legal action can begin here), is-pending (of
a turn that is not played yet), is-last, is-source, is-sunk, is-protected, is-winning, can-convert,
can-sink. A page may add is-selected and is-target to a cell and is-sinking to a tile.
`data-targets` names where a tower may go, which stones would turn, or the tile to exchange with.
A cell's `data-content` is that of `Position.contents`; `data-mover` is the colour, 1 or 2, of the
stone or tower to be placed next.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ..canvas.geometry import layout
from ..canvas.svg import Ids, classes, escape, number, tag
from ..games.catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from ..positions import Position
from .hex_boards import Scene, draw_byg, draw_sytran
from .kitaran import draw_kitaran
from .labels import board_label, cell_label
from .overlay import advice, owners
from .palette import tone_rules, variables
from .spry import draw_spry
from .stones import stone_definitions
from .syrtis import draw_syrtis
from .view import Pending, View, is_stone_game, view

__all__ = ["Pending", "advice", "board_label", "board_svg", "cell_label", "owners", "stylesheet"]

_DRAWERS = {
    SPRY: draw_spry,
    SYTRAN: draw_sytran,
    BYG: draw_byg,
    KITARAN: draw_kitaran,
    SYRTIS: draw_syrtis,
}


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

    Raises:
        NotationError: a number in `last` is no action of the game.
    """
    seen = view(position, last, legal=legal, pending=pending)
    game = seen.game
    ids = Ids(prefix, game.name)
    scene = _DRAWERS[game.info.index](seen, layout(game.board), ids, labelled=coordinates)
    rows = "".join(tag("g", {"role": "row"}, *row) for row in scene.rows)
    definitions = _definitions(seen, ids) + scene.definitions
    body = tag("defs", {}, definitions) + scene.beneath + tag("g", {"class": "cells"}, rows)
    body += scene.above
    named = title if title is not None else board_label(pending.base if pending else position)
    root = _root(seen, scene, named)
    if not standalone:
        return tag("svg", root, body)
    _, _, width, height = scene.box
    root = {"xmlns": "http://www.w3.org/2000/svg", **root, "width": width, "height": height}
    style = f"<style>{stylesheet()}</style>"
    return f"{tag('svg', root, f'<title>{escape(named)}</title>', style, body)}\n"


def _definitions(seen: View, ids: Ids) -> str:
    if not is_stone_game(seen.game):
        return ""
    return stone_definitions(ids, two_sided=seen.game.info.index == KITARAN)


def _root(seen: View, scene: Scene, named: str) -> dict[str, object]:
    name = seen.game.name
    return {
        "class": classes(
            "board",
            f"board-{name}",
            "is-over" if seen.position.is_over else "",
            "is-connected" if seen.winning else "",
        ),
        "viewBox": " ".join(number(value) for value in scene.box),
        "role": "grid",
        "aria-label": named,
        "data-game": name,
        "data-phase": seen.position.phase,
        "data-mover": _mover(seen),
    }


def _mover(seen: View) -> int | None:
    """The colour (1 or 2) of the stone or tower that would be placed next."""
    position = seen.position
    if position.phase == "towers":
        return 1 if len(position.towers) < 2 else 2
    return position.colour_index


@cache
def stylesheet() -> str:
    """The style of all boards in both themes, for `<style>` or a file.

    The theme is the reader's own (prefers-color-scheme) unless an ancestor of the board has
    data-theme="light" or data-theme="dark".
    """
    dark = variables(dark=True)
    rules = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    return (
        f".board{{{variables(dark=False)}}}\n"
        "@media (prefers-color-scheme: dark)"
        f'{{.board:not([data-theme="light"] .board){{{dark}}}}}\n'
        f'[data-theme="dark"] .board{{{dark}}}\n'
        f"{tone_rules()}\n{rules}"
    )
