"""Kitaran: names, options and what suits it."""

from skerry.core.boards import square
from skerry.games import info

INFO = info.GameInfo(
    name="kitaran",
    title="Kitaran",
    author="Xifeng",
    colours=("black", "white"),
    summary="Place a stone, or convert all enemies beside one of yours. The majority wins.",
    options=(
        info.Option(
            "size", "integer", 5, "Board size", "Squares along a side.", 3, 19, phrase="size {}"
        ),
        info.Option(
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
        info.swap_option(False),
        info.Option(
            "cycle_limit",
            "integer",
            lambda options: 2 * int(options["size"]) ** 2,
            "Cycle limit",
            "How many conversions there may be in a row, without a placement.",
            1,
            9999,
            is_rare=True,
        ),
        info.Option(
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
    turns_per_cell=4.4,
    search=info.MOVES._replace(exploration=0.4, expand_after=4),
    levels=info.levels((0.40, 0.15), 40, 40, 60, 120, 250, 550, 1_300, 3_000, 30_000),
    study=info.Study(
        options=(
            info.StudiedOption(
                "komi", (1, 2, 3, 4, 6), "Komi", "points that White is given", lowers_first=True
            ),
            info.StudiedOption("size", (4, 6, 7), "Board size", "cells along a side"),
        ),
        tuned="komi",
        handicap="komi",
    ),
    puzzles=info.PuzzleSource({"size": 4}, opening=3, least_turns=7),
    presets=info.presets(4, 7),
    half_over=2.0,
    tones=("black", "white"),
    scores="points",
)
