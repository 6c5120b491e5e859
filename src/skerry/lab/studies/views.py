"""What the template of a study's page is given: plain values."""

from dataclasses import dataclass

from skerry.lab.pages.views import Figure, Table
from skerry.lab.studies.sentences import Sentence


@dataclass(frozen=True)
class OutcomesView:
    """Who wins, and how."""

    figures: tuple[Figure, ...]
    endings: Table | None  # None: games end in one way


@dataclass(frozen=True)
class FirstTurnsView:
    """What first turns are worth, by their cells."""

    about: str
    maps: tuple[Figure, ...]


@dataclass(frozen=True)
class FirstMovesView(FirstTurnsView):
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
class ShadedView:
    """A share in a table whose cells have the colours of shares."""

    colour: str  # as CSS
    points: str
    interval: str


@dataclass(frozen=True)
class HandicapRowView:
    """Shares against an opponent of so many times the playouts; None: not played."""

    heading: str
    cells: tuple[ShadedView | None, ...]


@dataclass(frozen=True)
class HandicapsView:
    """How far each handicap helps."""

    about: str
    heads: tuple[str, ...]
    rows: tuple[HandicapRowView, ...]
    figure: Figure


@dataclass(frozen=True)
class DepthView:
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
    outcomes: OutcomesView | None
    first_moves: FirstMovesView | None
    long_turns: FirstTurnsView | None  # of several stones
    options: tuple[OptionView, ...]
    handicaps: HandicapsView | None
    depth: DepthView | None
    swap: Table | None
    played_by: str
    plan: str  # TOML
