"""What somebody means who points at a cell."""

from ..games.catalogue import KITARAN, SYRTIS
from ..games.cells import parse_cell
from ..positions import Position


def action_at(position: Position, cell: str) -> str:
    """The action that someone means who points at a cell, whether it is legal or not.

    Raises:
        NotationError: the board has no such cell.
    """
    index = position.game.info.index
    if index == SYRTIS:
        return f"x{cell}"
    held = position.contents[parse_cell(position.game.board, cell)]
    return f"{cell}*" if index == KITARAN and held else cell
