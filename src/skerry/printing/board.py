"""A board at true scale with its pieces, and the short rules of its game."""

from collections.abc import Iterator
from typing import Any

from skerry.canvas.boards import Scene
from skerry.canvas.geometry import PITCH, layout
from skerry.canvas.looks import PRINT
from skerry.canvas.svg import Ids, Point, number, tag, translate
from skerry.draw.board import board_svg
from skerry.draw.flat import flatten
from skerry.games.contract import game_module
from skerry.games.view import CutOut, Paper
from skerry.positions import Game
from skerry.printing.pages import intro, rules
from skerry.printing.typesetting import (
    BOTTOM,
    MARGIN,
    OVERLAP,
    PAPERS,
    TEXT,
    TOP,
    Size,
    checked_cell,
    checked_paper,
    largest_cell,
    room,
    sheets,
    subtitle,
    true_size,
    typeset,
    vector,
)

GAP = 3.0  # user units between two pieces on a sheet
IDS = Ids("", "paper")


def printed_board(game: Game, *, paper: str = "a4", cell: float | None = None) -> bytes:
    """A PDF to be printed without scaling: board, pieces, rules.

    Args:
        game: with all its options.
        paper: "a4" or "letter".
        cell: the width of a cell in millimetres, from neighbour to neighbour; None for as much as
            fits on one sheet. Larger boards take several sheets to be glued together.

    Raises:
        OptionError: another paper, a width out of bounds, or a board of too many sheets.
    """
    checked_paper(paper)
    needed = game_module(game.name).paper(game, layout(game.board), IDS)
    svg, units = _board(game, needed.board)
    width = largest_cell(units, paper) if cell is None else checked_cell(cell)
    size = true_size(units, width)
    parts = sheets(size, paper)
    return typeset(
        "board",
        {
            "paper": paper,
            "width": PAPERS[paper][0],
            "height": PAPERS[paper][1],
            "margin": MARGIN,
            "top": TOP,
            "bottom": BOTTOM,
            "overlap": OVERLAP,
            "title": game.info.title,
            "subtitle": subtitle(game),
            "cell": f"{width:g}",
            "intro": intro(game.name),
            "has_room": len(parts) == 1 and size.height <= room(paper).height - TEXT,
            "needs": needed.needs,
            "board": {"svg": svg, "width": size.width, "height": size.height},
            "sheets": [part._asdict() for part in parts],
            "pieces": list(_piece_sheets(game, needed, width, paper)),
            "rules": list(rules(game.name)),
        },
    )


def _board(game: Game, bare: Scene | None) -> tuple[str, Size]:
    """The picture of a board without pieces, and its size in its own units."""
    if bare is None:
        markup = board_svg(game.start(), standalone=False)
    else:
        found = layout(game.board)
        cells = (_placed(inside, found.centre(cell)) for cell, inside in enumerate(bare.cells))
        markup = _svg(game, bare.box, bare.definitions, bare.beneath, *cells, bare.above)
    root = flatten(markup, look=PRINT)
    _, _, across, up = (float(value) for value in root.get("viewBox", "").split())
    return vector(root), Size(across, up)


def _svg(game: Game, box: tuple[float, ...], definitions: str, *parts: str) -> str:
    root = {"class": f"board board-{game.name}", "viewBox": " ".join(map(number, box))}
    return tag("svg", root, tag("defs", {}, definitions), *parts)


def _placed(inside: str, at: Point) -> str:
    return tag("g", {"transform": translate(at)}, inside)


def _piece_sheets(game: Game, needed: Paper, cell: float, paper: str) -> Iterator[dict[str, Any]]:
    """The pieces, largest kinds first, in rows; each sheet with what lies on it."""
    most = Size(*(side * PITCH / cell for side in room(paper)))  # in user units
    waiting = [piece for piece in needed.pieces for _ in range(piece.num_copies)]
    words = [f"{piece.num_copies} × {piece.words}" for piece in needed.pieces]
    while waiting:
        drawn, left, top, high = [], 0.0, 0.0, 0.0
        while waiting:
            side = 2 * waiting[0].half + GAP
            if left + side > most.width:
                left, top, high = 0.0, top + high, 0.0
            if top + side > most.height:
                break
            drawn.append(_placed(_cut_out(waiting.pop(0)), (left + side / 2, top + side / 2)))
            left, high = left + side, max(high, side)
        box = (0.0, 0.0, most.width, min(most.height, top + high))
        root = flatten(_svg(game, box, "", *drawn), look=PRINT)
        size = true_size(Size(box[2], box[3]), cell)
        yield {"svg": vector(root), "width": size.width, "height": size.height, "words": words}


def _cut_out(piece: CutOut) -> str:
    """A piece within the line along which it is cut."""
    line = {"fill": "none", "stroke": "#9a9a9a", "stroke-width": 0.5, "stroke-dasharray": "2 1.5"}
    far = piece.half + 0.8
    if piece.is_round:
        return piece.picture + tag("circle", {**line, "r": far})
    place = {"x": -far, "y": -far, "width": 2 * far, "height": 2 * far}
    return piece.picture + tag("rect", {**line, **place})
