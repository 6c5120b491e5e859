"""Why a tile can't be sunk, or a tower can't go somewhere (SYR-4, SYR-8), as sentences.

In plain Python: kernels that only a refusal needs would be compiled while somebody waits for it.
"""

from collections.abc import Collection
from typing import cast

from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, FIRST, PLAYER, IntArray16
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis.standing import KINDS
from skerry.games.syrtis.state import TOWER, Rules, own_part

TILE_NAMES = ("", "light circle", "light square", "dark circle", "dark square")


class Board:
    """A position as sets of cells."""

    def __init__(self, rule_set: RuleSet, state: IntArray16) -> None:
        """Read a state."""
        self.names = rule_set.board.names
        self.places = rule_set.board.places
        self.neighbours = rule_set.rules.neighbours.tolist()
        self.contents = state[CELLS : CELLS + rule_set.rules.num_cells].tolist()
        self.tiles = {cell for cell, tile in enumerate(self.contents) if tile}
        base = own_part(cast(Rules, rule_set.rules)) + TOWER
        self.towers: list[int] = state[base : base + 4].tolist()
        self.colour = COLOUR_1 if state[PLAYER] == state[FIRST] else COLOUR_2
        self.own = self.towers[:2] if self.colour == COLOUR_1 else self.towers[2:]

    def beside(self, cell: int, within: Collection[int]) -> list[int]:
        """Those cells of a set that are adjacent to a cell."""
        return [other for other in self.neighbours[cell] if other in within]

    def reached(self, start: int, within: Collection[int]) -> set[int]:
        """All cells of a set to which steps lead from a cell, which need not be one of them."""
        found, waiting = {start}, [start]
        while waiting:
            for other in self.beside(waiting.pop(), within):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def hang_together(self, cells: set[int]) -> bool:
        """Whether steps lead from each cell of a set to each other one."""
        return not cells or self.reached(min(cells), cells) == cells

    @property
    def box(self) -> set[int]:
        """All cells of the smallest rectangle around the tiles."""
        rows, columns = zip(*(self.places[cell] for cell in self.tiles), strict=True)
        return {
            cell
            for cell, (row, column) in enumerate(self.places)
            if min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
        }


def why_not_sunk(board: Board, cell: int) -> str:
    """Why who is to act can't sink the tile on a cell."""
    name = board.names[cell]
    if cell in board.own:
        return f"There is a tower on {name}, so its tile can’t be sunk."
    if cell in board.towers:
        return f"The tower on {name} is not yours, and a tile with a tower can’t be sunk."
    if cell not in board.tiles:
        return f"There is no tile on {name}; choose one of your towers, or a tile beside one."
    if not board.beside(cell, board.own):
        return f"{name} is not beside a tower of yours; only a tile beside one can be sunk."
    if len(board.beside(cell, board.tiles)) == 4:
        return f"{name} has tiles on all four sides; only a tile with an open side can be sunk."
    return f"Without {name} the tiles would fall apart; all must stay connected."


def why_not_there(board: Board, kind: str, source: int, target: int) -> str:
    """Why a tower of who is to act can't move from a cell to another, or slide with its tile."""
    here, there = board.names[source], board.names[target]
    if target in board.towers:
        return f"There is a tower on {there} already; choose a free tile."
    if kind == "move":
        if target not in board.tiles:
            return f"There is no tile on {there} to which a tower could move."
        (tile, _), (shape, _) = KINDS[board.colour - 1]
        return f"No way leads from {here} to {there} over {tile} tiles alone, or {shape}s alone."
    if target in board.tiles:
        return f"There is a tile on {there} already; a tile slides to an empty place."
    if target not in board.box:
        return f"{there} lies outside; a tile slides within the rectangle around all tiles."
    rest = board.tiles - {source}
    if target not in board.reached(source, board.box - rest):
        return f"No open water leads from {here} to {there}; a tile slides over empty places only."
    return f"With its tile on {there} the tiles would fall apart; all must stay connected."


def why_no_tower(board: Board, cell: int, colour: int) -> str:
    """Why a tower of a colour can't be set up on a cell, without a stop; "" where it can."""
    name, tile = board.names[cell], board.contents[cell]
    if cell in board.towers:
        return f"There is a tower on {name} already"
    if not tile:
        return f"There is no tile on {name}"
    fits = any(tile in tiles for _, tiles in KINDS[colour - 1])
    return "" if fits else f"There is a {TILE_NAMES[tile]} on {name}"
