"""Kernels that the tests compile."""

from skerry.core.jit import kernel
from skerry.core.layout import IntArray16


@kernel
def lend(array: IntArray16) -> IntArray16:
    """Returns what it was given, as no kernel may that another calls."""
    return array


@kernel
def count_twice(array: IntArray16) -> int:
    """Calls it."""
    return len(lend(array)) + len(lend(array))
