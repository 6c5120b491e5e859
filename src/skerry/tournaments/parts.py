"""What a tournament is made of: entrants, pairings with their outcomes, rests, rounds."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from skerry.core.numbers import as_integer, as_number
from skerry.errors import SkerryError, quoted


class TournamentError(SkerryError):
    """Something that a tournament or a ladder does not allow at this point."""


class Outcome(StrEnum):
    """How a pairing ended. First is who was person 0 of its game."""

    FIRST_WON = "first won"
    SECOND_WON = "second won"
    DRAWN = "drawn"
    FIRST_FORFEITED = "first forfeited"  # did not come, or was put out: nothing was played
    SECOND_FORFEITED = "second forfeited"
    BOTH_FORFEITED = "both forfeited"

    @property
    def points(self) -> tuple[float, float]:
        """The points of the first and of the second one."""
        return _POINTS[self]

    @property
    def is_played(self) -> bool:
        """Whether there was a game."""
        return self in (Outcome.FIRST_WON, Outcome.SECOND_WON, Outcome.DRAWN)


_POINTS = {
    Outcome.FIRST_WON: (1.0, 0.0),
    Outcome.SECOND_WON: (0.0, 1.0),
    Outcome.DRAWN: (0.5, 0.5),
    Outcome.FIRST_FORFEITED: (0.0, 1.0),
    Outcome.SECOND_FORFEITED: (1.0, 0.0),
    Outcome.BOTH_FORFEITED: (0.0, 0.0),
}


class Rest(StrEnum):
    """Why somebody who is there plays no game in a round."""

    GIVEN = "given"  # Swiss: the number of entrants is odd
    ASKED = "asked for"  # Swiss: by the entrant, beforehand
    FREE = "free"  # round robin: everybody has one, when the number of entrants is odd

    @property
    def points(self) -> float:
        """What it counts."""
        return {Rest.GIVEN: 1.0, Rest.ASKED: 0.5, Rest.FREE: 0.0}[self]


@dataclass(frozen=True)
class Entrant:
    """Who takes part."""

    player: str  # known by this text alone
    rating: float = 1500.0  # when they entered; seeds a Swiss tournament
    rests: tuple[int, ...] = ()  # numbers of rounds, from 1, in which they asked to rest
    is_withdrawn: bool = False  # not paired any more

    def __post_init__(self) -> None:
        """Raises TournamentError: a rating or a round that is no number."""
        rating, rests = as_number(self.rating), [as_integer(number) for number in self.rests]
        if rating is None or None in rests:
            raise TournamentError(
                f"An entrant has a number as rating and whole numbers as rests, not "
                f"{quoted(self.rating)} and {quoted(self.rests)}."
            )
        object.__setattr__(self, "rating", rating)
        object.__setattr__(self, "rests", tuple(rests))


@dataclass(frozen=True)
class Pairing:
    """Two entrants who meet, and how it ended."""

    first: str  # person 0 of their game, who begins
    second: str
    outcome: Outcome | None = None  # None: not known yet

    @property
    def players(self) -> tuple[str, str]:
        """Both, the first one first."""
        return self.first, self.second


class Resting(NamedTuple):
    """Who rests in a round, and why."""

    player: str
    rest: Rest


@dataclass(frozen=True)
class Round:
    """A round: who meets whom, who rests. Who is in neither was not there."""

    pairings: tuple[Pairing, ...]  # by board
    resting: tuple[Resting, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether all outcomes are known."""
        return all(pairing.outcome is not None for pairing in self.pairings)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who plays or rests."""
        playing = [player for pairing in self.pairings for player in pairing.players]
        return (*playing, *(one.player for one in self.resting))
