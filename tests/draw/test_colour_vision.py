"""What must be told apart by colour is told apart by eyes of every kind, in every look.

Eyes without one of the three kinds of cones are simulated as by Machado, Oliveira and Fernandes
("A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.0).
"""

from itertools import combinations
from math import dist

import pytest

from skerry.canvas.colours import linear, oklab
from skerry.canvas.looks import LOOKS
from skerry.draw.board import colours

Matrix = tuple[tuple[float, float, float], ...]

# Of linear red, green and blue.
EYES: dict[str, Matrix] = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Sets of colours of which no two may be mistaken for each other.
APART = (
    ("arc-yellow", "arc-blue", "arc-red"),
    ("white-1", "black-1"),
    ("accent", "white-1"),
    ("accent", "black-1"),
    ("advice", "on-advice"),
    ("light-tile", "dark-tile", "sea"),
    ("light-tower", "dark-tower"),
    ("byg-white-edge", "byg-white"),
    ("kitaran-lock", "kitaran-ground"),
    ("sytran-centre", "sytran-edge"),
    ("spry-centre", "spry-edge"),
)
LEAST = 0.15  # in Oklab, where black and white are 1 apart and 0.02 is just noticed


def seen_by(matrix: Matrix, colour: str) -> str:
    """A colour as some eyes see it."""
    light = linear(colour)
    shares = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return "#" + "".join(f"{encoded(share):02x}" for share in shares)


def encoded(share: float) -> int:
    share = min(1.0, max(0.0, share))
    curve = 12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
    return round(255 * curve)


def distance(one: str, other: str) -> float:
    return dist(oklab(one), oklab(other))


def test_the_simulation_leaves_grey_alone_and_mixes_red_and_green() -> None:
    for matrix in EYES.values():
        assert distance(seen_by(matrix, "#808080"), "#808080") < 0.005
    red, green = "#c04020", "#708020"
    apart = {name: distance(*(seen_by(EYES[name], one) for one in (red, green))) for name in EYES}
    assert apart["deuteranopia"] < apart["all cones"] / 2


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_must_be_told_apart_is(eyes: str, look: str, dark: bool) -> None:
    near = {}
    for names in APART:
        seen = {name: seen_by(EYES[eyes], colours(look)[name][dark]) for name in names}
        for one, other in combinations(names, 2):
            near[one, other] = distance(seen[one], seen[other])
    assert {pair: apart for pair, apart in near.items() if apart < LEAST} == {}
