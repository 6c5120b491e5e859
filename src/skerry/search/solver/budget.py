"""What a solver may spend, and what it tells of its work."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from skerry.core.numbers import as_integer, as_number
from skerry.errors import OptionError, quoted

Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Spent:
    """Work done before, by a solver whose table was kept."""

    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Progress:
    """How far a search has come."""

    nodes: int  # states looked into
    seconds: float
    pn: int  # open leaves that must be proven at least before the question is answered by yes,
    dn: int  # or refuted before it is answered by no; both, in retrograde analysis: boards to do


Report = Callable[[Progress], None]


@dataclass
class Budget:
    """What a search may still spend; nothing given, nothing bounded."""

    max_nodes: int | None = None
    seconds: float | None = None
    cancel: Cancel | None = None
    on_progress: Report | None = None
    before: Spent = Spent()  # counted in, but not against what may be spent
    nodes: int = 0
    began: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        if self.max_nodes is not None:
            self.max_nodes = _checked_nodes(self.max_nodes)
        if self.seconds is not None:
            self.seconds = _checked_seconds(self.seconds)

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self.began

    @property
    def total(self) -> Spent:
        """With what was spent before."""
        return Spent(self.before.nodes + self.nodes, self.before.seconds + self.spent)

    @property
    def exhausted(self) -> bool:
        """Whether the search must stop now."""
        return (
            (self.max_nodes is not None and self.nodes >= self.max_nodes)
            or (self.seconds is not None and self.spent >= self.seconds)
            or (self.cancel is not None and self.cancel())
        )

    def report(self, boards: int, left: int) -> None:
        """Count boards that an exact method has looked into, and tell of those that are left."""
        self.nodes += boards
        if self.on_progress is not None:
            total = self.total
            self.on_progress(Progress(total.nodes, total.seconds, left, left))

    def chunk(self, wanted: int) -> int:
        """Nodes to search before asking again."""
        return wanted if self.max_nodes is None else min(wanted, self.max_nodes - self.nodes)


def _checked_nodes(given: object) -> int:
    number = as_integer(given)
    if number is None:
        raise OptionError(f"max_nodes={quoted(given)} is not possible; it must be a whole number.")
    if number < 1:
        raise OptionError("A solver's budget must be at least one node.")
    return number


def _checked_seconds(given: object) -> float:
    number = as_number(given)
    if number is None:
        raise OptionError(f"seconds={quoted(given)} is not possible; it must be a number.")
    if number <= 0:
        raise OptionError("A solver's budget in seconds must be greater than zero.")
    return number
