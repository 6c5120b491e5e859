"""What the views of games with stones share. A view takes what suits it as its own."""

from collections.abc import Mapping

from skerry.canvas.boards import ground, on_spoke, pending_ring, pieces
from skerry.canvas.brush import Brush
from skerry.canvas.colours import FAINTEST, opacity, tone
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Ids, polygon, tag, text
from skerry.games.actions import Action
from skerry.games.ruleset import RuleSet
from skerry.games.view import BoardView, Done, Paper, Piece, PositionLike, Step

SHADE = 0.74  # of a cell's size, so that it is not mistaken for the ground


def step(position: PositionLike, action: Action) -> Step | None:
    """A stone is placed."""
    return Step(action.cells[0], action.cells[0]) if action.cells else None


def done(position: PositionLike, action: Action) -> Done | None:
    """A stone was placed."""
    return Done({action.cells[0]: "placed"}) if action.cells else None


def marks(seen: BoardView) -> Mapping[str, frozenset[int]]:
    """None."""
    return {}


def mover(position: PositionLike) -> int | None:
    """Who is to act places a stone of their own."""
    return position.colour_index


def token(rule_set: RuleSet, colour: int) -> str:
    """A stone."""
    return f"stone-{rule_set.info.colours[colour - 1]}"


def proposed(position: PositionLike, action: Action) -> tuple[Piece, ...]:
    """The stone that is placed; of a swap all that would be taken over."""
    if action.kind == "swap":
        return tuple(Piece(cell) for cell, content in enumerate(position.contents) if content)
    colour = position.colour_index
    if not action.cells or colour is None:
        return ()
    return (Piece(action.cells[0], (token(position.game, colour),)),)


def board_words(rule_set: RuleSet) -> str:
    """The size of the board."""
    return f"size {rule_set.option('size')}"


def paper(rule_set: RuleSet, found: Layout, ids: Ids) -> Paper:
    """Stones, or whatever comes in two colours."""
    first, second = rule_set.info.colours
    return Paper(
        f"Stones, buttons or coins of two kinds, for {first} and {second}: the board has "
        f"{rule_set.board.num_cells} cells."
    )


def describe(seen: BoardView, cell: int) -> list[str]:
    """The stone."""
    content = seen.contents[cell]
    return [seen.game.info.colours[content - 1] if content else "empty"]


def remarks(seen: BoardView, cell: int) -> list[str]:
    """Whether a stone may be placed."""
    return ["can be played"] if cell in seen.legal else []


def stone_cells(seen: BoardView, found: Layout, ids: Ids, more: str = "") -> tuple[str, ...]:
    """What is in each cell: its ground in the tone of its ring, both stones, its marks.

    Where rings govern a turn, their numbers are engraved in the cells of the spokes.

    Args:
        seen: the position.
        found: where its cells lie.
        ids: of the picture.
        more: marks over the stones, the same in every cell.
    """
    num_rings = max(seen.rings)
    both = pieces(ids, seen.game.info.colours, more)
    cells = []
    for cell, ring in enumerate(seen.rings):
        shade, under = "", ""
        if num_rings:
            shade = f"tone-{tone(ring, num_rings)}"
            under = text(str(ring), (0.0, 0.0), "number") if on_spoke(found, cell) else ""
        waiting = pending_ring(is_source=cell in seen.pending_sources)
        over = waiting if cell in seen.pending else ""
        cells.append("".join((ground(found.shape, shade), under, both, over)))
    return tuple(cells)


def owner(seen: BoardView, found: Layout, cell: int, share: float) -> str:
    """A vacant cell is shaded."""
    certainty = abs(2 * share - 1)
    if seen.contents[cell] or certainty < FAINTEST:
        return ""
    x, y = found.centre(cell)
    attributes = {
        "class": f"owner owner-{seen.game.info.colours[likely_owner(share) - 1]}",
        "data-owner": seen.game.board.names[cell],
        "fill-opacity": opacity(certainty),
        "d": polygon([(x + SHADE * dx, y + SHADE * dy) for dx, dy in found.shape]),
    }
    return tag("path", attributes)


def likely_owner(share: float) -> int:
    """The colour, 1 or 2, that a cell will rather end with."""
    return 1 if share >= 0.5 else 2


def paint_stones(brush: Brush, seen: BoardView, found: Layout) -> None:
    """Stones, and a dot on those of the last turn and of this one."""
    for cell, content in enumerate(seen.contents):
        if content:
            centre = found.centre(cell)
            brush.stone(centre, seen.game.info.colours[content - 1])
            if cell in seen.last or cell in seen.pending:
                brush.disc(centre, 4.6, "accent")


def paint_cells(brush: Brush, seen: BoardView, found: Layout) -> None:
    """Cells in the shade of their ring, or all alike."""
    name, num_rings = seen.game.name, max(seen.rings)
    for cell, ring in enumerate(seen.rings):
        ground = f"{name}-tone-{tone(ring, num_rings)}" if num_rings else f"{name}-ground"
        brush.cell(found, cell, ground, f"{name}-line", 0.8)
