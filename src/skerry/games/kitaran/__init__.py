"""Kitaran: names, options and what suits it."""

from skerry.core.boards import square
from skerry.games.info import (
    LARGE,
    MOVES,
    SMALL,
    STANDARD,
    GameInfo,
    Option,
    Preset,
    PuzzleSource,
    StudiedOption,
    Study,
    swap_option,
)

INFO = GameInfo(
    name="kitaran",
    title="Kitaran",
    author="Xifeng",
    colours=("black", "white"),
    shape="square",
    summary="Place a stone, or convert all enemies beside one of yours. The majority wins.",
    options=(
        Option(
            "size", "integer", 5, "Board size", "Squares along a side.", 3, 19, phrase="size {}"
        ),
        Option(
            "komi",
            "half",
            lambda options: 0.0 if int(options["size"]) % 2 else 0.5,
            "Komi",
            "Points that White is given for moving second; half a point rules out draws "
            "on even boards.",
            0,
            lambda options: int(options["size"]) ** 2,
            phrase="komi {:g}",
        ),
        swap_option(False),
        Option(
            "cycle_limit",
            "integer",
            lambda options: 2 * int(options["size"]) ** 2,
            "Cycle limit",
            "How many conversions there may be in a row, without a placement.",
            1,
            9999,
            is_rare=True,
        ),
        Option(
            "cycle",
            "choice",
            "place",
            "At the cycle limit",
            "The next turn must place a stone, or the game is drawn.",
            choices=("place", "draw"),
            before="draw",
            is_rare=True,
        ),
    ),
    board=lambda options: square(int(options["size"])),
    search=MOVES._replace(exploration=0.4, expand_after=4),
    levels=(
        (40, 0.40),
        (40, 0.15),
        (60, 0.0),
        (120, 0.0),
        (250, 0.0),
        (550, 0.0),
        (1_300, 0.0),
        (3_000, 0.0),
        (30_000, 0.0),
    ),
    study=Study(
        options=(
            StudiedOption(
                "komi",
                (1, 2, 3, 4, 6),
                "Komi",
                "points that White is given",
                lowers_first=True,
            ),
            StudiedOption("size", (4, 6, 7), "Board size", "cells along a side"),
        ),
        tuned="komi",
        handicap="komi",
    ),
    puzzles=PuzzleSource({"size": 4}, opening=3, least_turns=7),
    presets=(Preset(SMALL, {"size": 4}), STANDARD, Preset(LARGE, {"size": 7})),
    tones=("black", "white"),
    scores="points",
)
