"""Spry: names, options and what suits it."""

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
    name="spry",
    title="Spry",
    author="Nick Bentley",
    summary="Connect yellow, blue and red. The further out you play, the more stones you get.",
    options=(hexhex_size(5, "Cells along a side; the published board has 5."), swap_option(False)),
    study=Study(
        options=(StudiedOption("size", (3, 4, 6), "Board size", "cells along a side"),),
        turns_drawn=12,
    ),
    puzzles=PuzzleSource({"size": 4}, opening=3, least_turns=20),
    presets=(Preset(SMALL, {"size": 4}), STANDARD, Preset(LARGE, {"size": 7})),
)
