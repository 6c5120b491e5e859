"""Positions of Spry as pictures, and what its colours are after."""

from skerry.canvas import looks
from skerry.canvas.colours import Colours, Tones
from skerry.canvas.geometry import PITCH
from skerry.games.arc_view import aims as aims
from skerry.games.arc_view import changes as changes
from skerry.games.arc_view import describe as describe
from skerry.games.arc_view import ending as ending
from skerry.games.arc_view import goal as goal
from skerry.games.arc_view import legend as legend
from skerry.games.arc_view import marks as marks
from skerry.games.arc_view import paint as paint
from skerry.games.arc_view import scene as scene

TONES = Tones(
    centre=("#dcebb4", "#a5c486"),
    edge=("#5f9d5f", "#44805a"),
    dark_ink=("#0d2414", "#010804"),
    light_ink=("#ffffff", "#ffffff"),
)
# Green rings.
COLOURS: Colours = {
    **TONES.named("spry"),
    "spry-slab": ("#2c4d38", "#1d3527"),
    "spry-line": ("#2c4d38", "#1d3527"),
}
LOOKS = {
    looks.PAPER: {
        **looks.PAPER_TONES.named("spry"),
        "spry-slab": looks.SHEET_EDGE,
        "spry-line": looks.PENCIL,
    },
    looks.CONTRAST: {
        **looks.CONTRAST_TONES.named("spry"),
        "spry-slab": looks.NIGHT,
        "spry-line": looks.BLACK,
    },
    looks.PRINT: {
        **looks.PRINT_TONES.named("spry"),
        "spry-slab": looks.LIGHT,
        "spry-line": looks.LINE,
    },
}
OUTSIDE = PITCH  # the cells of the arcs
SHOWCASE = (
    "spry size=5 swap=off | 1w3/w1w3/3w2w/1bbbw3/2b4b1/1wb1w3/3w1w1/wbwb2/1w1b1 | "
    "player=1 first=0 turn=7 placed=-"
)
