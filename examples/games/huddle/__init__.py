"""Huddle: names, options and what suits it."""

from skerry.games.info import LARGE, SMALL, STANDARD, GameInfo, Preset, hexhex_size

INFO = GameInfo(
    name="huddle",
    title="Huddle",
    author="nobody in particular",
    summary="Let your stones stand beside each other.",
    options=(hexhex_size(4, "Cells along a side."),),
    presets=(Preset(SMALL, {"size": 3}), STANDARD, Preset(LARGE, {"size": 6})),
    scores="points",
)
