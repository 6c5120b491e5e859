"""Tide: names, options and what suits it."""

from skerry.games.info import LARGE, SMALL, STANDARD, GameInfo, Preset, hexhex_size, swap_option

INFO = GameInfo(
    name="tide",
    title="Tide",
    author="nobody in particular",
    summary="Place one or two stones, or three after a turn of one. The largest group wins.",
    options=(hexhex_size(4, "Cells along a side."), swap_option(False)),
    presets=(Preset(SMALL, {"size": 3}), STANDARD, Preset(LARGE, {"size": 6})),
    scores="largest group",
)
