"""Y: names, options and what suits it."""

from skerry.core.boards import hexhex
from skerry.games.info import (
    LARGE,
    PLACEMENT,
    SMALL,
    STANDARD,
    GameInfo,
    Preset,
    PuzzleSource,
    StudiedOption,
    Study,
    hexhex_size,
    swap_option,
)

INFO = GameInfo(
    name="y",
    title="Y",
    author="Craige Schensted and Charles Titus",
    colours=("white", "black"),
    shape="hexhex",
    summary="Connect the three sides. One stone a turn.",
    has_setup=False,
    options=(hexhex_size(5, "Cells along a side."), swap_option(False)),
    board=lambda options: hexhex(int(options["size"])),
    search=PLACEMENT,
    levels=(
        (40, 0.50),
        (40, 0.25),
        (50, 0.0),
        (250, 0.0),
        (600, 0.0),
        (1_400, 0.0),
        (3_500, 0.0),
        (9_000, 0.0),
        (60_000, 0.0),
    ),
    study=Study(options=(StudiedOption("size", (3, 4, 6), "Board size", "cells along a side"),)),
    puzzles=PuzzleSource({"size": 4}, opening=3, least_turns=20),
    presets=(Preset(SMALL, {"size": 4}), STANDARD, Preset(LARGE, {"size": 8})),
    is_for_comparison=True,
)
