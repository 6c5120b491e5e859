"""The looks a reader may choose for all boards: their own, as on paper, and of high contrast.

A look changes colours alone. What it changes of those that all boards share stands here, what it
changes of a game's in its view. Stones of both colours are made out on every ground by their
luminance, so no look relies on hues. A last look is chosen by nobody: it is for what is printed.
"""

from collections.abc import Mapping

from skerry.canvas.colours import Colours, Pair, Tones

OWN, PAPER, CONTRAST = "own", "paper", "contrast"
PRINT = "print"
LOOKS: Mapping[str, str] = {  # those that a reader may choose
    OWN: "Each game’s own",
    PAPER: "Paper",
    CONTRAST: "High contrast",
}

# As printed in a book: ink on a sheet, which is dim in the dark theme.
SHEET: Pair = ("#f7f2e6", "#bdb6a6")
SHEET_EDGE: Pair = ("#e2d9c5", "#928b7c")
INK: Pair = ("#2a2620", "#14110d")
PENCIL: Pair = ("#8d8474", "#6b6458")
PAPER_TONES = Tones(
    centre=("#fdfaf2", "#cbc5b6"),
    edge=("#cfc5ae", "#8d8677"),
    dark_ink=INK,
    light_ink=("#ffffff", "#ffffff"),
)

# White and black on middle greys, in both themes; no gradients, no textures.
MIDDLE: Pair = ("#7d7d7d", "#7d7d7d")
NIGHT: Pair = ("#101010", "#101010")
LIGHT: Pair = ("#ffffff", "#ffffff")
BLACK: Pair = ("#000000", "#000000")
CONTRAST_TONES = Tones(
    centre=("#949494", "#949494"),
    edge=("#626262", "#626262"),
    dark_ink=BLACK,
    light_ink=LIGHT,
)

# Of a printer: the sheet is white already, and nothing large is dark.
LINE: Pair = ("#767676", "#767676")
PRINT_TONES = Tones(
    centre=LIGHT,
    edge=("#dcdcdc", "#dcdcdc"),
    dark_ink=BLACK,
    light_ink=LIGHT,
)

COLOURS: Mapping[str, Colours] = {
    OWN: {},
    PAPER: {
        "white-0": ("#ffffff", "#f4f1e9"),
        "white-1": ("#ffffff", "#f4f1e9"),
        "white-2": ("#f2eee4", "#e3dfd4"),
        "white-rim": INK,
        "black-0": ("#3a362f", "#2a2721"),
        "black-1": INK,
        "black-2": INK,
        "black-rim": INK,
    },
    CONTRAST: {
        "white-0": LIGHT,
        "white-1": LIGHT,
        "white-2": ("#f0f0f0", "#f0f0f0"),
        "white-rim": BLACK,
        "white-ring": ("#8a8a8a", "#8a8a8a"),
        "black-0": ("#2c2c2c", "#2c2c2c"),
        "black-1": BLACK,
        "black-2": BLACK,
        "black-rim": BLACK,
    },
    PRINT: {
        "white-0": LIGHT,
        "white-1": LIGHT,
        "white-2": LIGHT,
        "white-rim": BLACK,
        "white-ring": LIGHT,
        "black-0": ("#1a1a1a", "#1a1a1a"),
        "black-1": ("#1a1a1a", "#1a1a1a"),
        "black-2": ("#1a1a1a", "#1a1a1a"),
        "black-rim": BLACK,
        "piece-shadow": LIGHT,
        "gold": ("#7a5200", "#7a5200"),
        "gold-edge": LIGHT,
        "arc-yellow": ("#f9e7a8", "#f9e7a8"),
        "arc-blue": ("#b9d3f0", "#b9d3f0"),
        "arc-red": ("#f0bbb4", "#f0bbb4"),
        "arc-yellow-mark": ("#5e4400", "#5e4400"),
        "arc-blue-mark": ("#173f74", "#173f74"),
        "arc-red-mark": ("#7d1a12", "#7d1a12"),
    },
}
