"""Whole turns of Kitaran."""

from skerry.core.layout import IntArray16
from skerry.games.kitaran.kernels import Rules


def is_one_action(rules: Rules, state: IntArray16) -> bool:
    """Always: a turn is a placement or a conversion."""
    return True
