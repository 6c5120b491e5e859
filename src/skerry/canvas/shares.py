"""The density of marks for shares."""

from math import pow

FAINTEST = 0.04  # certainty below which a cell is left as it is
DEEPEST = 0.72  # opacity of a cell that is certain
CURVE = 0.6  # exponent by which small leanings are made visible


def opacity(certainty: float) -> float:
    """How dense a mark is, by a certainty from 0 to 1."""
    return round(DEEPEST * pow(certainty, CURVE), 2)
