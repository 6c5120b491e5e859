"""Syrtis: names, options and what suits it."""

import math

from skerry.games.info import (
    MOVES,
    SMALL,
    STANDARD,
    GameInfo,
    Option,
    Part,
    Preset,
    PuzzleSource,
    StudiedOption,
    Study,
)
from skerry.games.syrtis.frames import frame_board

NUM_TILE_KINDS = 4  # light or dark, circle or square (SYR-1)


def _log10_positions(num_cells: int) -> float:
    """Log10 of an upper bound on the positions of a frame.

    Each cell is empty or has one of four kinds of tiles (SYR-1), and two light and two dark towers
    stand on different cells (SYR-4). The cells are those of the whole frame, since tiles slide onto
    empty ones (SYR-8). Counted although they cannot occur: towers without a tile, too many tiles
    of a kind, boards in pieces.
    """
    towers = math.comb(num_cells, 2) * math.comb(num_cells - 2, 2)
    return num_cells * math.log10(1 + NUM_TILE_KINDS) + math.log10(towers)


INFO = GameInfo(
    name="syrtis",
    title="Syrtis",
    author="David Vander Laan",
    colours=("light", "dark"),
    shape="square",
    summary="Join the tiles of your colour or your shape while the island sinks.",
    has_setup=True,
    options=(
        Option(
            "board",
            "choice",
            "major",
            "Board",
            "Major has 36 tiles in a broken ring, minor 16, square 36 in a block.",
            choices=("major", "minor", "square"),
            phrase="{} board",
        ),
        Option(
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
    search=MOVES,
    levels=(
        (60, 0.50),
        (60, 0.20),
        (80, 0.0),
        (140, 0.0),
        (270, 0.0),
        (550, 0.0),
        (1_200, 0.0),
        (3_500, 0.0),
        (25_000, 0.0),
    ),
    study=Study(
        options=(StudiedOption("board", ("minor", "square"), "Board", "board"),),
        balanced_by="person 1 chooses the colours after the set-up (SYR-6)",
        log10_positions=_log10_positions,
    ),
    puzzles=PuzzleSource({"board": "minor"}, opening=2, least_turns=7),
    presets=(
        Preset(SMALL, {"board": "minor"}),
        STANDARD,
        Preset("In a block", {"board": "square"}),
    ),
    parts=(
        Part("Set up", "place all four towers", "sets up", "sets up the board"),
        Part("Choose", "pick light or dark", "chooses a side", "chooses a side"),
    ),
    owners="Tiles left",
)
