"""About how many bytes values take in memory, rather too many: caches are bounded by them."""

from collections.abc import Mapping
from typing import Any

from skerry.positions import Position

# Measured: a position takes 400 bytes besides its state, and its legal actions, which are kept
# with it, up to eleven times the state (36 bytes for an action, 2 for a cell).
POSITION_BYTES, LEGAL_FACTOR = 400, 11
OBJECT_BYTES = 100  # of a small object: a number, a short text, its place in a list
TURN_BYTES = 250  # of a turn's objects


def size_of_position(position: Position) -> int:
    """Of a position with its legal actions."""
    return POSITION_BYTES + LEGAL_FACTOR * position.state.nbytes


def size_of_data(data: object) -> int:
    """Of plain data, as JSON has it."""
    size, parts = 0, [data]
    while parts:
        part: Any = parts.pop()
        size += OBJECT_BYTES + (len(part) if isinstance(part, str) else 0)
        if isinstance(part, Mapping):
            parts += [*part.keys(), *part.values()]
        elif isinstance(part, list | tuple):
            parts += part
    return size
