"""Positions of Spry as pictures, and what its colours are after."""

from skerry.canvas import looks
from skerry.canvas.colours import Tones
from skerry.games.view import palette

TONES = Tones(
    centre=("#dcebb4", "#a5c486"),
    edge=("#5f9d5f", "#44805a"),
    dark_ink=("#0d2414", "#010804"),
    light_ink=("#ffffff", "#ffffff"),
)
# Green rings.
COLOURS, LOOKS = palette(
    {
        # on its own board, on paper, with high contrast, in print
        "spry-slab": (("#2c4d38", "#1d3527"), looks.SHEET_EDGE, looks.NIGHT, looks.LIGHT),
        "spry-line": (("#2c4d38", "#1d3527"), looks.PENCIL, looks.BLACK, looks.LINE),
    },
    "spry",
    TONES,
)
SHOWCASE = (
    "spry size=5 swap=off | 1w3/w1w3/3w2w/1bbbw3/2b4b1/1wb1w3/3w1w1/wbwb2/1w1b1 | "
    "player=1 first=0 turn=7 placed=-"
)
