"""The parts of a picture."""

from dataclasses import dataclass

Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Scene:
    """A board in markup, from the bottom to the top."""

    box: Box
    definitions: str
    beneath: str
    cells: tuple[str, ...]  # what is in each cell, around (0, 0)
    above: str = ""
