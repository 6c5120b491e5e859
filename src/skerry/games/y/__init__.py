"""Y: names, options and what suits it."""

from skerry.games.info import (
    LARGE,
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
    summary="Connect the three sides. One stone a turn.",
    options=(hexhex_size(5, "Cells along a side."), swap_option(False)),
    study=Study(options=(StudiedOption("size", (3, 4, 6), "Board size", "cells along a side"),)),
    puzzles=PuzzleSource({"size": 4}, opening=3, least_turns=20),
    presets=(Preset(SMALL, {"size": 4}), STANDARD, Preset(LARGE, {"size": 8})),
    is_for_comparison=True,
)
