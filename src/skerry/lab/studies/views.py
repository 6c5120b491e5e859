"""What the template of a study's page is given: plain values."""

from dataclasses import dataclass

from ..pages.views import Figure, Table
from .sentences import Sentence


@dataclass(frozen=True)
class Results:
    """Who wins, and how."""

    figures: tuple[Figure, ...]
    endings: Table | None  # None: games end in one way


@dataclass(frozen=True)
class FirstTurns:
    """What first turns are worth, by their cells."""

    about: str
    maps: tuple[Figure, ...]


@dataclass(frozen=True)
class FirstMovesView(FirstTurns):
    """The same of all first turns, and which are the best, the worst and the nearest to even."""

    extremes: str
    nearest: Table


@dataclass(frozen=True)
class OptionView:
    """What the values of an option do; the table is that of one player."""

    heading: str
    figure: Figure
    player: str
    table: Table | None


@dataclass(frozen=True)
class Shaded:
    """A share in a table whose cells have the colours of shares."""

    colour: str  # as CSS
    points: str
    interval: str


@dataclass(frozen=True)
class HandicapRow:
    """Shares against an opponent of so many times the playouts; None: not played."""

    heading: str
    cells: tuple[Shaded | None, ...]


@dataclass(frozen=True)
class HandicapsView:
    """How far each handicap helps."""

    about: str
    heads: tuple[str, ...]
    rows: tuple[HandicapRow, ...]
    figure: Figure


@dataclass(frozen=True)
class Depth:
    """What twice the playouts take."""

    about: str
    figure: Figure
    table: Table


@dataclass(frozen=True)
class StudyView:
    """What the template of the page is given; None: a part of which nothing was played."""

    title: str
    verdicts: tuple[Sentence, ...]
    about: str
    first_colour: str
    results: Results | None
    first_moves: FirstMovesView | None
    long_turns: FirstTurns | None  # of several stones
    options: tuple[OptionView, ...]
    handicaps: HandicapsView | None
    depth: Depth | None
    swap: Table | None
    played_by: str
    plan: str  # TOML
