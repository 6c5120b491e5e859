"""Positions of Syrtis as pictures, and in words for a screen reader."""

from collections.abc import Mapping

from skerry.canvas import looks
from skerry.canvas.brush import Brush
from skerry.canvas.colours import FAINTEST, Colours, opacity
from skerry.canvas.geometry import APOTHEM, Layout
from skerry.canvas.svg import tag
from skerry.games.actions import Action
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis.actions import partner
from skerry.games.syrtis.paper import paper
from skerry.games.syrtis.scene import TILE_CODES, scene, tower_colours
from skerry.games.view import Done, Piece, PositionLike, Seen, Step, listed

__all__ = ["paper", "scene"]

TONES = None
# Sandstone and basalt in the sea.
COLOURS: Colours = {
    "sea": ("#3d7b92", "#2f6d85"),
    "sea-deep": ("#2f677f", "#215469"),
    "sea-wave": ("#d4edf2", "#9fcbd8"),
    "sea-label": ("#f6fcfd", "#d6ebf1"),
    "shallows": ("#9ad3d2", "#6fb3b9"),
    "light-tile": ("#f3e8cf", "#e2d5b8"),
    "light-tile-far": ("#dfceab", "#c8b891"),
    "light-side": ("#8d7347", "#75603b"),
    "light-cut": ("#8a7145", "#74603a"),
    "light-gleam": ("#ffffff", "#f7efdc"),
    "dark-tile": ("#45444c", "#35353c"),
    "dark-tile-far": ("#34333a", "#27272d"),
    "dark-side": ("#17171a", "#0d0d0f"),
    "dark-cut": ("#aeaab6", "#9c99a5"),
    "light-tower": ("#fffaf0", "#fbf4e4"),
    "light-tower-far": ("#d3b878", "#c7ab6b"),
    "light-tower-rim": ("#59431a", "#4a3714"),
    "dark-tower": ("#5a6078", "#535970"),
    "dark-tower-far": ("#14161f", "#0e1017"),
    "dark-tower-rim": ("#d9dce6", "#d0d4df"),
}
LOOKS = {
    looks.PAPER: {
        "sea": ("#73726c", "#5f5e59"),
        "sea-deep": ("#73726c", "#5f5e59"),
        "sea-wave": ("#f7f2e6", "#d5cfc1"),
        "sea-label": ("#ffffff", "#ece8dd"),
        "shallows": ("#99978f", "#7d7b74"),
        "light-tile": ("#fbf7ec", "#d8d2c3"),
        "light-tile-far": ("#f3eddd", "#cbc4b3"),
        "light-side": ("#6f6757", "#5a5346"),
        "light-cut": ("#5e5748", "#4b4539"),
        "light-gleam": ("#fbf7ec", "#d8d2c3"),
        "dark-tile": ("#3d3a34", "#2c2a26"),
        "dark-tile-far": ("#34312c", "#24221e"),
        "dark-side": looks.INK,
        "dark-cut": ("#d9d4c6", "#bdb8aa"),
        "light-tower": ("#ffffff", "#f4f1e9"),
        "light-tower-far": ("#e2d9c5", "#d3cab5"),
        "light-tower-rim": looks.INK,
        "dark-tower": ("#5b574f", "#4d4a43"),
        "dark-tower-far": looks.INK,
        "dark-tower-rim": ("#f7f2e6", "#dcd6c8"),
    },
    looks.CONTRAST: {
        "sea": ("#5c6a70", "#5c6a70"),
        "sea-deep": ("#5c6a70", "#5c6a70"),
        "sea-wave": looks.LIGHT,
        "sea-label": looks.LIGHT,
        "shallows": ("#7f8d93", "#7f8d93"),
        "light-tile": looks.LIGHT,
        "light-tile-far": looks.LIGHT,
        "light-side": ("#5f5f5f", "#5f5f5f"),
        "light-cut": ("#3f3f3f", "#3f3f3f"),
        "light-gleam": looks.LIGHT,
        "dark-tile": looks.NIGHT,
        "dark-tile-far": looks.NIGHT,
        "dark-side": looks.BLACK,
        "dark-cut": ("#d8d8d8", "#d8d8d8"),
        "light-tower": ("#fff3c4", "#fff3c4"),
        "light-tower-far": ("#ffd35c", "#ffd35c"),
        "light-tower-rim": looks.BLACK,
        "dark-tower": ("#4a5d8f", "#4a5d8f"),
        "dark-tower-far": ("#0a1330", "#0a1330"),
        "dark-tower-rim": looks.LIGHT,
    },
    looks.PRINT: {
        "sea": looks.LIGHT,
        "sea-deep": looks.LIGHT,
        "sea-wave": looks.LIGHT,
        "sea-label": looks.BLACK,
        "shallows": looks.LIGHT,
        "light-tile": looks.LIGHT,
        "light-tile-far": looks.LIGHT,
        "light-side": looks.LINE,
        "light-cut": ("#3f3f3f", "#3f3f3f"),
        "light-gleam": looks.LIGHT,
        "dark-tile": ("#8a8a8a", "#8a8a8a"),
        "dark-tile-far": ("#8a8a8a", "#8a8a8a"),
        "dark-side": ("#4a4a4a", "#4a4a4a"),
        "dark-cut": looks.LIGHT,
        "light-tower": looks.LIGHT,
        "light-tower-far": ("#f2f2f2", "#f2f2f2"),
        "light-tower-rim": looks.BLACK,
        "dark-tower": ("#1a1a1a", "#1a1a1a"),
        "dark-tower-far": ("#1a1a1a", "#1a1a1a"),
        "dark-tower-rim": looks.LIGHT,
    },
}
GROUND = "sea"
OUTSIDE = 0.0
SHOWCASE = (
    "syrtis board=major stall_limit=100 | 2c1C2/1cssC2/ccCScSs/SsC1sCc/CcScsSS/1ssCC2/2s4 | "
    "player=1 first=1 turn=12 phase=play light=c6,e6 dark=c3,d2 sunk=0,1 passes=0,0 sinker=dark "
    "calm=0"
)
TILES = ("water", "light circle", "light square", "dark circle", "dark square")
SUNK, SINKABLE = "is-sunk", "can-sink"
_TILE = 17.6  # half the side of a veil over a tile


def step(position: PositionLike, action: Action) -> Step | None:
    """Where a tower or a tile goes, which tile sinks, which two are exchanged."""
    if not action.cells:
        return None
    start, end = action.cells[0], action.cells[-1]
    if action.kind == "exchange":
        end = partner(position.game, start)
        return Step(start, end, (end,), is_mutual=True)
    if action.kind in ("move", "slide"):
        return Step(start, end, (end,), is_dashed=action.kind == "slide")
    if action.kind == "sink":
        return Step(start, end, mark=SINKABLE, is_crossed=True)
    return Step(start, end, is_square=action.kind == "dark tower")


def done(position: PositionLike, action: Action) -> Done | None:
    """What became of the tiles and the towers."""
    if not action.cells:
        return None
    start, end = action.cells[0], action.cells[-1]
    if action.kind == "move":
        return Done({start: "left", end: "came"}, start)
    if action.kind == "slide":
        return Done({start: "slid away", end: "slid here"}, start)
    if action.kind == "exchange":
        return Done({start: "exchanged", partner(position.game, start): "exchanged"})
    return Done({start: "sunk" if action.kind == "sink" else "placed"})


def marks(seen: Seen) -> Mapping[str, frozenset[int]]:
    """Where a tile was sunk just now."""
    effects = [*seen.last.items(), *seen.pending.items()]
    return {SUNK: frozenset(cell for cell, word in effects if word == "sunk")}


def mover(position: PositionLike) -> int | None:
    """SYR-4: one person places all the towers, light ones first."""
    if position.phase == "towers":
        return 1 if len(position.towers) < 2 else 2
    return position.colour_index


def token(rule_set: RuleSet, colour: int) -> str:
    """A tower."""
    return f"tower-{rule_set.info.colours[colour - 1]}"


def proposed(position: PositionLike, action: Action) -> tuple[Piece, ...]:
    """The tower or the tile that would come; a tile that would sink is crossed out by its step."""
    game, kind = position.game, action.kind
    if kind in ("light tower", "dark tower"):
        return (Piece(action.cells[0], (f"tower-{kind.removesuffix(' tower')}",)),)
    if kind == "exchange":
        pair = (action.cells[0], partner(game, action.cells[0]))
        return tuple(
            Piece(cell, (_tile_shape(position, other),), is_turned=True)
            for cell, other in (pair, pair[::-1])
        )
    if kind not in ("move", "slide"):
        return ()
    start, end = action.cells
    tower = token(game, position.colour_index or 1)
    return (Piece(end, (tower,) if kind == "move" else (_tile_shape(position, start), tower)),)


def _tile_shape(position: PositionLike, cell: int) -> str:
    return f"tile-{TILE_CODES[position.contents[cell]]}"


def board_words(rule_set: RuleSet) -> str:
    """The name of the board."""
    return str(rule_set.option("board"))


def describe(seen: Seen, cell: int) -> list[str]:
    """The tile, and the tower on it."""
    position = seen.position
    pairs = zip(position.towers, tower_colours(position), strict=True)
    return [TILES[seen.contents[cell]], *(f"{one} tower" for place, one in pairs if place == cell)]


def remarks(seen: Seen, cell: int) -> list[str]:
    """What may be done with a cell."""
    if cell not in seen.legal:
        return []
    names = [seen.game.board.names[other] for other in seen.targets.get(cell, ())]
    if names and seen.position.phase == "repair":
        return [f"may be exchanged with {names[0]}"]
    if names:
        return [f"may go to {listed(names)}"]
    return ["may be sunk" if seen.has(SINKABLE, cell) else "can be played"]


def owner(seen: Seen, found: Layout, cell: int, share: float) -> str:
    """The sea rises over a tile that will probably be gone; a dashed one may come to lie.

    A share says how probable it is that a tile lies there in the end.
    """
    x, y = found.centre(cell)
    square = {"x": x - _TILE, "y": y - _TILE - 1.0, "width": 2 * _TILE, "height": 2 * _TILE}
    at = {"data-owner": seen.game.board.names[cell], **square, "rx": 3.0}
    if seen.contents[cell] and 1 - share >= FAINTEST:
        return tag("rect", {"class": "owner owner-sea", "fill-opacity": opacity(1 - share), **at})
    if not seen.contents[cell] and share >= FAINTEST:
        return tag("rect", {"class": "owner owner-tile", "stroke-opacity": opacity(share), **at})
    return ""


def paint(brush: Brush, seen: Seen, found: Layout) -> None:
    """Tiles in the sea, towers, and a dot where the last turn did something."""
    for cell, content in enumerate(seen.contents):
        if content:
            side = "light" if content in (1, 2) else "dark"
            centre = found.centre(cell)
            brush.square(centre, APOTHEM - 1.2, f"{side}-tile", f"{side}-side", 1.0)
            shape = brush.disc if content in (1, 3) else brush.square
            shape(centre, APOTHEM - 6.5, f"{side}-tile", f"{side}-cut", 2.2)
    for cell, side in zip(seen.position.towers, tower_colours(seen.position), strict=True):
        centre = found.centre(cell)
        if side == "light":
            brush.disc(centre, 9.5, "light-tower-far", "light-tower-rim", 1.8)
            brush.disc(centre, 3.0, "light-tower")
        else:
            brush.square(centre, 9.0, "dark-tower", "dark-tower-rim", 1.8)
            brush.square(centre, 3.0, "dark-tower-far")
    for cell in seen.last:
        brush.disc(found.centre(cell), 3.4, "accent")
