"""What templates are given: figures and tables as plain values."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A picture with the words below it."""

    svg: str  # an element
    caption: str
    name: str = ""  # its id on the page; "": none
    heading: str = ""  # makes it a section of its own; "": none


@dataclass(frozen=True)
class Table:
    """A table that a narrow page scrolls by itself, by finger, wheel or keys."""

    label: str  # for screen readers; no two of a page have the same
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table(label: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    """A table of anything that gives its words."""
    return Table(label, tuple(heads), tuple(tuple(row) for row in rows))
