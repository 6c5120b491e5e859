"""Spry: names, options and what suits it."""

from skerry.games import info

INFO = info.GameInfo(
    name="spry",
    title="Spry",
    author="Nick Bentley",
    summary="Connect yellow, blue and red. The further out you play, the more stones you get.",
    options=(
        info.hexhex_size(5, "Cells along a side; the published board has 5."),
        info.swap_option(False),
    ),
    judged=info.GUIDED,
    turns_per_cell=0.16,
    study=info.Study(
        options=(info.StudiedOption("size", (3, 4, 6), "Board size", "cells along a side"),),
        turns_drawn=12,
    ),
    puzzles=info.PuzzleSource({"size": 4}, opening=3, least_turns=20),
    shared=("arc_view",),
    presets=info.presets(4, 7, swap=True),
)
