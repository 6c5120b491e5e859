"""Y: names, options and what suits it."""

from skerry.games import info

INFO = info.GameInfo(
    name="y",
    title="Y",
    author="Craige Schensted and Charles Titus",
    summary="Connect the three sides. One stone a turn.",
    options=(info.hexhex_size(5, "Cells along a side."), info.swap_option(False)),
    study=info.Study(
        options=(info.StudiedOption("size", (3, 4, 6), "Board size", "cells along a side"),)
    ),
    puzzles=info.PuzzleSource({"size": 4}, opening=3, least_turns=20),
    shared=("arc_view",),
    presets=info.presets(4, 8),
    is_for_comparison=True,
)
