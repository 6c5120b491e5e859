"""Byg: names, options and what suits it."""

from skerry.games.info import (
    LARGE,
    SMALL,
    STANDARD,
    GameInfo,
    Option,
    Preset,
    PuzzleSource,
    StudiedOption,
    Study,
    hexhex_size,
    swap_option,
)

HIGHEST_CAP = 9  # stones a turn

INFO = GameInfo(
    name="byg",
    title="Byg",
    author="Nick Bentley",
    summary="The more groups you have, the more stones you place; the largest group wins.",
    options=(
        hexhex_size(6, "Cells along a side; the game has been played on 6."),
        Option(
            "cap",
            "integer",
            3,
            "Most stones a turn",
            "However many groups you have, a turn places no more stones than this.",
            1,
            HIGHEST_CAP,
            phrase="at most {} stones a turn",
        ),
        swap_option(False),
    ),
    levels=(
        (40, 0.50),
        (40, 0.25),
        (50, 0.0),
        (200, 0.0),
        (380, 0.0),
        (700, 0.0),
        (1_400, 0.0),
        (3_000, 0.0),
        (16_000, 0.0),
    ),
    study=Study(
        options=(
            StudiedOption("cap", (1, 2, 5), "Stone limit", "most stones in a turn"),
            StudiedOption("size", (4, 5, 7), "Board size", "cells along a side"),
        ),
        tuned="cap",
    ),
    puzzles=PuzzleSource({"size": 4}, opening=5, least_turns=20),
    presets=(Preset(SMALL, {"size": 4}), STANDARD, Preset(LARGE, {"size": 8})),
    scores="largest group",
)
