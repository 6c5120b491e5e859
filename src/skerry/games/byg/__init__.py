"""Byg: names, options and what suits it."""

from skerry.games import info

HIGHEST_CAP = 9  # stones a turn
HIGHEST_FIRST = 2  # stones of the first turn

INFO = info.GameInfo(
    name="byg",
    title="Byg",
    author="Nick Bentley",
    summary="The more groups you have, the more stones you place; the largest group wins.",
    options=(
        info.hexhex_size(6, "Cells along a side; the game has been played on 6."),
        info.Option(
            "cap",
            "integer",
            3,
            "Most stones a turn",
            "However many groups you have, a turn places no more stones than this.",
            1,
            HIGHEST_CAP,
            phrase="at most {} stones a turn",
        ),
        info.swap_option(False),
        info.Option(
            "first_stones",
            "integer",
            1,
            "First turn",
            "Most stones of White's first turn: 1 by the rules. With 2, our own idea, and a swap "
            "the game is nearer to even.",
            1,
            lambda options: min(HIGHEST_FIRST, int(options["cap"])),
            before=1,
            phrase="up to {} stones in the first turn",
        ),
    ),
    levels=info.levels((0.50, 0.25), 40, 40, 50, 200, 380, 700, 1_400, 3_000, 16_000),
    judged=info.GUIDED,
    study=info.Study(
        options=(
            info.StudiedOption("cap", (1, 2, 5), "Stone limit", "most stones in a turn"),
            info.StudiedOption("size", (4, 5, 7), "Board size", "cells along a side"),
            info.StudiedOption("first_stones", (2,), "First turn", "most stones in it"),
        ),
        tuned="cap",
    ),
    puzzles=info.PuzzleSource({"size": 4}, opening=5, least_turns=20),
    presets=info.presets(4, 8, swap=True, first_stones=2),
    scores="largest group",
)
