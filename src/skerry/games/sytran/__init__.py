"""Sytran: names, options and what suits it."""

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

INFO = GameInfo(
    name="sytran",
    title="Sytran",
    author="Christian Freeling",
    summary="Fill the board with as many stones in as few groups as you can.",
    options=(
        hexhex_size(6, "Cells along a side; the published boards have 6, 8 and 10."),
        Option(
            "penalty",
            "integer",
            4,
            "Penalty per group",
            "Points each group costs its owner; to be agreed before the game.",
            0,
            99,
            phrase="penalty {}",
        ),
        swap_option(True),
    ),
    levels=(
        (40, 0.50),
        (40, 0.20),
        (50, 0.0),
        (250, 0.0),
        (400, 0.0),
        (650, 0.0),
        (1_400, 0.0),
        (3_000, 0.0),
        (20_000, 0.0),
    ),
    study=Study(
        options=(
            StudiedOption("penalty", (0, 1, 2, 3, 6, 8), "Penalty", "points a group costs"),
            StudiedOption("size", (4, 5), "Board size", "cells along a side"),
        ),
        tuned="penalty",
        turns_drawn=20,
    ),
    puzzles=PuzzleSource({"size": 4}, opening=4, least_turns=10),
    presets=(Preset(SMALL, {"size": 4}), STANDARD, Preset(LARGE, {"size": 8})),
    scores="points",
)
