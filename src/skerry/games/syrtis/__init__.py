"""Syrtis: names, options and what suits it."""

import math

from skerry.core.boards import Board, square
from skerry.games import info

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


# Contents of a cell (SYR-1): nothing, then the four kinds of tiles.
TILE_NAMES = ("", "light circle", "light square", "dark circle", "dark square")
TILE_CODES = ("", "lc", "ls", "dc", "ds")


def _log10_positions(num_cells: int) -> float:
    """Log10 of an upper bound on the positions of a frame.

    Each cell is empty or has one of four kinds of tiles (SYR-1), and two light and two dark towers
    stand on different cells (SYR-4). The cells are those of the whole frame, since tiles slide onto
    empty ones (SYR-8). Counted although they cannot occur: towers without a tile, too many tiles
    of a kind, boards in pieces.
    """
    towers = math.comb(num_cells, 2) * math.comb(num_cells - 2, 2)
    return num_cells * math.log10(len(TILE_CODES)) + math.log10(towers)


INFO = info.GameInfo(
    name="syrtis",
    title="Syrtis",
    author="David Vander Laan",
    colours=("light", "dark"),
    summary="Join the tiles of your colour or your shape while the island sinks.",
    options=(
        info.Option(
            "board",
            "choice",
            "major",
            "Board",
            "Major has 36 tiles in a broken ring, minor 16, square 36 in a block.",
            choices=("major", "minor", "square"),
            phrase="{} board",
        ),
        info.Option(
            "stall_limit",
            "integer",
            100,
            "Stall limit",
            "After this many turns without a sunk tile the side that sank last wins.",
            1,
            9999,
            is_rare=True,
        ),
    ),
    board=lambda options: frame_board(str(options["board"])),
    turns_per_cell=1.4,
    search=info.MOVES,
    levels=info.levels((0.50, 0.20), 60, 60, 80, 140, 270, 550, 1_200, 3_500, 25_000),
    study=info.Study(
        options=(info.StudiedOption("board", ("minor", "square"), "Board", "board"),),
        balanced_by="person 1 chooses the colours after the set-up (SYR-6)",
        log10_positions=_log10_positions,
    ),
    puzzles=info.PuzzleSource({"board": "minor"}, opening=2, least_turns=7),
    presets=(
        info.Preset(info.SMALL, {"board": "minor"}),
        info.STANDARD,
        info.Preset("In a block", {"board": "square"}),
    ),
    parts=(
        info.Part("Set up", "place all four towers", "sets up", "sets up the board"),
        info.Part("Choose", "pick light or dark", "chooses a side", "chooses a side"),
    ),
    owners="Tiles left",
)
