"""The boards of Syrtis (SYR-2)."""

from skerry.core.boards import Board, square

# Rows from the top; '#' is a tile, '.' a space of the frame without one.
FRAMES = {
    "major": (
        "..###..",
        ".#####.",
        "#######",
        "###.###",
        "#######",
        ".#####.",
        "..###..",
    ),
    "minor": ("####",) * 4,
    "square": ("######",) * 6,
}


def frame_board(name: str) -> Board:
    """The board that a frame lies on."""
    return square(len(FRAMES[name]))


def frame_tiles(name: str) -> tuple[int, ...]:
    """The cells that hold a tile at the start, ascending."""
    frame, board = FRAMES[name], frame_board(name)
    return tuple(
        cell
        for cell, (row, column) in enumerate(board.places)
        if frame[board.size - 1 - row][column] == "#"
    )
