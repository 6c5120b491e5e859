"""Sytran: names, options and what suits it."""

from skerry.games import info

# On 64 boards the mean of a child's own soon tells more than AMAF, but if that were so for ever, a
# node that is looked at often would see no other child again.
AMAF_BIAS, AMAF_FADE = 0.15, 1 / 2_000

INFO = info.GameInfo(
    name="sytran",
    title="Sytran",
    author="Christian Freeling",
    summary="Fill the board with as many stones in as few groups as you can.",
    options=(
        info.hexhex_size(6, "Cells along a side; the published boards have 6, 8 and 10."),
        info.Option(
            "penalty",
            "integer",
            4,
            "Penalty per group",
            "Points each group costs its owner; to be agreed before the game.",
            0,
            99,
            phrase="penalty {}",
        ),
        info.swap_option(True),
    ),
    levels=info.levels((0.50, 0.20), 40, 40, 50, 250, 400, 650, 1_400, 3_000, 20_000),
    search=info.PLACEMENT._replace(amaf_bias=AMAF_BIAS, amaf_fade=AMAF_FADE),
    judged=info.GUIDED._replace(amaf_bias=AMAF_BIAS, amaf_fade=AMAF_FADE),
    study=info.Study(
        options=(
            info.StudiedOption("penalty", (0, 1, 2, 3, 6, 8), "Penalty", "points a group costs"),
            info.StudiedOption("size", (4, 5), "Board size", "cells along a side"),
        ),
        tuned="penalty",
        turns_drawn=20,
    ),
    puzzles=info.PuzzleSource({"size": 4}, opening=4, least_turns=10),
    presets=info.presets(4, 8),
    scores="points",
)
