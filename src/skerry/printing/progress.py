"""How far a file is that takes a while to make."""

from collections.abc import Callable

Progress = Callable[[int, int], object]  # is told how many steps are done, and how many there are


def silent(done: int, count: int) -> None:
    """Nobody wants to know."""
