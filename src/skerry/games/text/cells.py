"""Names of cells."""

from skerry.core.boards import Board
from skerry.errors import NotationError, quoted


def parse_cell(board: Board, text: str) -> int:
    """The index of a named cell.

    Raises:
        NotationError: the board has no such cell.
    """
    try:
        return board.names.index(text)
    except ValueError:
        row = [name for name in board.names if name[0] == text[:1]]
        where = (
            f"row {quoted(text[0])} runs from {row[0]} to {row[-1]}"
            if row
            else f"its letters run from a to {board.names[-1][0]}"
        )
        raise NotationError(f"There is no cell {quoted(text)} on this board; {where}.") from None
