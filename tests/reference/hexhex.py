"""Hexagonal boards as C-4 describes them, by cell name; and groups (C-7) on any board."""

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

Neighbours = Mapping[str, frozenset[str]]


def cell_order(cell: str) -> tuple[str, int]:
    """Sort key of C-6: the letter, then the number."""
    return cell[0], int(cell[1:])


def sorted_cells(cells: Iterable[str]) -> list[str]:
    return sorted(cells, key=cell_order)


def groups(cells: Collection[str], neighbours: Neighbours) -> list[frozenset[str]]:
    """C-7: the maximal connected sets of the given cells."""
    left = set(cells)
    found = []
    while left:
        edge = {left.pop()}
        group = set(edge)
        while edge:
            edge = {other for cell in edge for other in neighbours[cell]} & left
            left -= edge
            group |= edge
        found.append(frozenset(group))
    return found


class HexHex:
    """A hexhex board with `size` cells a side (C-4).

    Attributes:
        rows: the names of the cells, row by row from the bottom, each row from the left.
        cells: all names, in that order.
        neighbours: cell -> the cells that touch it.
        distance: cell -> its number of steps from the centre.
        sides: name of each of the six sides -> its cells, corners included.
    """

    def __init__(self, size: int) -> None:
        num_rows = 2 * size - 1
        widest = size - 1
        self.size = size
        self.rows = [
            [f"{chr(ord('a') + row)}{j}" for j in range(1, num_rows - abs(row - widest) + 1)]
            for row in range(num_rows)
        ]
        self.cells = [cell for row in self.rows for cell in row]
        self.neighbours = self._find_neighbours()
        self.distance = self._measure_distances(self.rows[widest][widest])
        first = [row[0] for row in self.rows]
        last = [row[-1] for row in self.rows]
        self.sides = {
            "bottom": frozenset(self.rows[0]),
            "lower right": frozenset(last[:size]),
            "upper right": frozenset(last[widest:]),
            "top": frozenset(self.rows[-1]),
            "upper left": frozenset(first[widest:]),
            "lower left": frozenset(first[:size]),
        }

    def _touching_pairs(self) -> Iterable[tuple[str, str]]:
        for row in self.rows:
            yield from pairwise(row)
        for index, (row, above) in enumerate(pairwise(self.rows)):
            for j, cell in enumerate(row, start=1):
                in_lower_half = index < self.size - 1
                for k in (j, j + 1) if in_lower_half else (j - 1, j):
                    if 1 <= k <= len(above):
                        yield cell, above[k - 1]

    def _find_neighbours(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {cell: set() for cell in self.cells}
        for one, other in self._touching_pairs():
            found[one].add(other)
            found[other].add(one)
        return {cell: frozenset(others) for cell, others in found.items()}

    def _measure_distances(self, centre: str) -> dict[str, int]:
        distance = {centre: 0}
        for steps in range(1, self.size):
            nearer = {cell for cell, at in distance.items() if at == steps - 1}
            touching = {other for cell in nearer for other in self.neighbours[cell]}
            distance |= {cell: steps for cell in touching if cell not in distance}
        return distance
