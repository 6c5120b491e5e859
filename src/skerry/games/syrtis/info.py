"""Syrtis: names, options and what suits it."""

from ..contract import GameInfo, Part, PuzzleSource, Study
from ..options import Option
from ..search_settings import MOVES
from .frames import frame_board

INFO = GameInfo(
    index=4,
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
    study=Study(values={"board": ("minor", "square")}),
    puzzles=PuzzleSource({"board": "minor"}, opening=2, least_turns=7),
    parts=(
        Part("Set up", "place all four towers", "sets up", "sets up the board"),
        Part("Choose", "pick light or dark", "chooses a side", "chooses a side"),
    ),
    owners="Tiles left",
)
