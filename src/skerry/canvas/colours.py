"""Colours that all boards share, light and dark; colours mixed; marks for shares."""

from collections.abc import Mapping
from math import pow
from typing import NamedTuple

Pair = tuple[str, str]  # of a colour: in the light theme, in the dark one
Colours = Mapping[str, Pair]  # by name, as variables of the style sheet have it

LEGIBLE = 5.0  # contrast of a number with its cell; 4.5 is what small text needs
STEPS = 13  # shades between a board's centre and its edge; no board has more rings

COLOURS: Colours = {
    # Stones: where the light falls, the body, the far side, the rim.
    "white-0": ("#ffffff", "#fbfaf6"),
    "white-1": ("#f6f3ec", "#eceae3"),
    "white-2": ("#d2ccbf", "#c2bdb1"),
    "white-rim": ("#3d372d", "#38332b"),
    "white-ring": ("#b0a999", "#a29c8e"),
    "black-0": ("#6d7178", "#63676e"),
    "black-1": ("#2c2f34", "#23262a"),
    "black-2": ("#111214", "#0b0c0e"),
    "black-rim": ("#08090a", "#050506"),
    "piece-shadow": ("#000000", "#000000"),
    "accent": ("#d6450c", "#d6450c"),  # last turn, and on a casing the turn not played yet
    "accent-case": ("#ffffff", "#ffffff"),
    "hint": ("#0b0d10", "#0b0d10"),  # cells that can be played, where a reader wants them shown
    "focus": ("#ffffff", "#ffffff"),
    "focus-edge": ("#10243a", "#08121d"),
    "advice": ("#14507f", "#14507f"),  # turns that an analysis proposes
    "on-advice": ("#ffffff", "#ffffff"),
    # Arcs outside a board, and their signs; the group that has connected them.
    "arc-yellow": ("#f2c53d", "#d9ab2b"),
    "arc-blue": ("#3f78c2", "#3a6db0"),
    "arc-red": ("#c8463c", "#b23f38"),
    "arc-yellow-mark": ("#5e4400", "#3d2c00"),
    "arc-blue-mark": ("#e6f0ff", "#dbe8fb"),
    "arc-red-mark": ("#ffffff", "#ffe9e4"),
    "gold": ("#ffd75e", "#ffd75e"),
    "gold-edge": ("#4a3500", "#2d2000"),
}


class Tones(NamedTuple):
    """The shades of a board with rings, each end by light and by dark."""

    centre: Pair
    edge: Pair
    dark_ink: Pair  # the ends between which numbers are mixed
    light_ink: Pair

    def shades(self, *, dark: bool) -> list[str]:
        """The STEPS shades, from the centre to the edge."""
        return [
            mix(self.centre[dark], self.edge[dark], step / (STEPS - 1)) for step in range(STEPS)
        ]

    def inks(self, *, dark: bool) -> list[str]:
        """The colour of a number on each of the `shades`: calm, and of `LEGIBLE` contrast."""
        ends = [self.dark_ink[dark], self.light_ink[dark]]
        return [_ink(ground, ends) for ground in self.shades(dark=dark)]

    def named(self, game: str) -> dict[str, Pair]:
        """All of them by name, the ends too."""
        ends = ("centre", "edge", "ink-dark", "ink-light")
        named = dict(zip((f"{game}-{end}" for end in ends), self, strict=True))
        for what, find in (("tone", self.shades), ("ink", self.inks)):
            pairs = zip(find(dark=False), find(dark=True), strict=True)
            named |= {f"{game}-{what}-{step}": pair for step, pair in enumerate(pairs)}
        return named


def _ink(ground: str, ends: list[str]) -> str:
    """The colour nearest to a ground that can be read on it, towards the end that suits it."""
    end = max(ends, key=lambda colour: contrast(colour, ground))
    mixed = (mix(ground, end, step / 20) for step in range(21))
    return next((colour for colour in mixed if contrast(colour, ground) >= LEGIBLE), end)


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21, as WCAG 2 has it."""
    low, high = sorted(_luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def tone(ring: int, num_rings: int) -> int:
    """Which of the shades a ring has, rings counted from 1."""
    return round((ring - 1) * (STEPS - 1) / max(1, num_rings - 1))


def tone_rules(game: str) -> str:
    """CSS rules for a cell's ground of the class tone-0 to tone-12, and the number on it."""
    return "".join(
        f".board-{game} .tone-{step}{{fill:var(--{game}-tone-{step})}}"
        f".board-{game} .tone-{step}~.number{{fill:var(--{game}-ink-{step})}}"
        for step in range(STEPS)
    )


def mix(first: str, second: str, share: float) -> str:
    """A colour between two, evenly for the eye: mixed in Oklab (Björn Ottosson, 2020)."""
    one, two = oklab(first), oklab(second)
    lightness, a, b = (x + (y - x) * share for x, y in zip(one, two, strict=True))
    roots = (
        lightness + 0.3963377774 * a + 0.2158037573 * b,
        lightness - 0.1055613458 * a - 0.0638541728 * b,
        lightness - 0.0894841775 * a - 1.2914855480 * b,
    )
    long, medium, short = (root**3 for root in roots)
    channels = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{_encode(channel):02x}" for channel in channels)


def oklab(colour: str) -> tuple[float, float, float]:
    """Lightness, and how red or green, yellow or blue a colour is: near for the eye, near here."""
    red, green, blue = linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def linear(colour: str) -> tuple[float, float, float]:
    """Linear light of the channels of "#rrggbb", 0 to 1."""
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return red, green, blue


def _encode(channel: float) -> int:
    channel = min(1.0, max(0.0, channel))
    curve = 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
    return round(255 * curve)


FAINTEST = 0.04  # certainty below which a cell is left as it is
DEEPEST = 0.72  # opacity of a cell that is certain
CURVE = 0.6  # exponent by which small leanings are made visible


def opacity(certainty: float) -> float:
    """How dense a mark is, by a certainty from 0 to 1."""
    return round(DEEPEST * pow(certainty, CURVE), 2)
