"""A tournament as a value: entrants, pairings with their outcomes, rests, and rounds."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
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


class System(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round robin"  # everybody everybody else
    SWISS = "swiss"  # those who have about as many points


class TieBreak(StrEnum):
    """What ranks those who have the same points; `tie_breaks` says how each is counted."""

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn-berger"
    DIRECT_ENCOUNTER = "direct encounter"
    WINS = "wins"


MOST_ENTRANTS = {System.ROUND_ROBIN: 64, System.SWISS: 500}
MOST_ROUNDS = 200
LONGEST_PLAYER = 64  # characters of the text by which an entrant is known


@dataclass(frozen=True)
class Tournament:
    """A tournament under way: a value, every change gives a new one.

    `round_robin` and `swiss` begin one; `pair_round` adds the next round of a Swiss.

    Raises:
        TournamentError: entrants or rounds that no tournament has.
    """

    system: System
    entrants: tuple[Entrant, ...]  # in the order in which they entered
    num_rounds: int  # planned
    tie_breaks: tuple[TieBreak, ...]
    rounds: tuple[Round, ...] = ()  # paired so far

    def __post_init__(self) -> None:
        number = as_integer(self.num_rounds)
        most = MOST_ENTRANTS[self.system]
        if not 2 <= len(self.entrants) <= most:
            raise TournamentError(
                f"A tournament of this kind has 2 to {most} entrants, not {len(self.entrants)}."
            )
        if number is None or not max(1, len(self.rounds)) <= number <= MOST_ROUNDS:
            raise TournamentError(
                f"A tournament has 1 to {MOST_ROUNDS} rounds and no fewer than are paired, not "
                f"{quoted(self.num_rounds if number is None else number)}."
            )
        object.__setattr__(self, "num_rounds", number)
        known = [entrant.player for entrant in self.entrants]
        _check_players(known)
        for number, round_ in enumerate(self.rounds, start=1):
            if len(set(round_.players)) < len(round_.players) or set(round_.players) - {*known}:
                raise TournamentError(
                    f"Round {number} must have entrants alone, and each of them once."
                )

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return len(self.rounds) == self.num_rounds and all(one.is_finished for one in self.rounds)

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Those who have not withdrawn."""
        return tuple(entrant for entrant in self.entrants if not entrant.is_withdrawn)

    def entrant(self, player: str) -> Entrant:
        """An entrant. Raises TournamentError: the player takes no part."""
        found = next((one for one in self.entrants if one.player == player), None)
        if found is None:
            raise TournamentError(f"{quoted(player)} takes no part in this tournament.")
        return found

    def report(self, number: int, board: int, outcome: Outcome | None) -> "Tournament":
        """The tournament with the outcome of a pairing, also in place of another one.

        Args:
            number: of the round, from 1.
            board: index of the pairing in the round, from 0.
            outcome: None takes a wrong one back. Rounds that are paired already stay as they are.

        Raises:
            TournamentError: there is no such pairing, or no such round yet.
        """
        wanted, place = as_integer(number), as_integer(board)
        if wanted is None or not 1 <= wanted <= len(self.rounds):
            raise TournamentError(
                f"Round {quoted(number if wanted is None else wanted)} is not paired; there are "
                f"{len(self.rounds)}."
            )
        round_ = self.rounds[wanted - 1]
        if place is None or not 0 <= place < len(round_.pairings):
            raise TournamentError(
                f"Round {wanted} has boards 0 to {len(round_.pairings) - 1}, not "
                f"{quoted(board if place is None else place)}."
            )
        pairings = [*round_.pairings]
        pairings[place] = replace(pairings[place], outcome=outcome)
        rounds = [*self.rounds]
        rounds[wanted - 1] = replace(round_, pairings=tuple(pairings))
        return replace(self, rounds=tuple(rounds))

    def enter(self, entrant: Entrant) -> "Tournament":
        """The tournament with one who comes late and has no points for the rounds before.

        Raises:
            TournamentError: a round robin, whose rounds are fixed; the player has entered already;
                there is no round left, or no room.
        """
        if self.system != System.SWISS:
            raise TournamentError(
                "A round robin is paired for all rounds when it begins; nobody can enter it late."
            )
        if len(self.rounds) == self.num_rounds:
            raise TournamentError("The last round is paired; nobody can enter any more.")
        return replace(self, entrants=(*self.entrants, entrant))

    def withdraw(self, player: str) -> "Tournament":
        """The tournament without a player from now on, who forfeits what is not decided yet.

        Raises:
            TournamentError: the player takes no part, or has withdrawn before.
        """
        if self.entrant(player).is_withdrawn:
            raise TournamentError(f"{quoted(player)} has withdrawn already.")
        changed = replace(self.entrant(player), is_withdrawn=True)
        rounds = tuple(
            replace(one, pairings=tuple(_forfeited(pairing, player) for pairing in one.pairings))
            for one in self.rounds
        )
        return replace(self._with(changed), rounds=rounds)

    def ask_rest(self, player: str, number: int) -> "Tournament":
        """The tournament with a rest that a player asked for, which counts half a point.

        Args:
            player: who wants to rest.
            number: of the round, from 1.

        Raises:
            TournamentError: not a Swiss, no such round, a round that is paired already; or the
                player takes no part.
        """
        if self.system != System.SWISS:
            raise TournamentError("In a round robin everybody meets everybody; nobody rests.")
        wanted = as_integer(number)
        if wanted is None or not len(self.rounds) < wanted <= self.num_rounds:
            raise TournamentError(
                f"A rest is asked for in a round that is not paired yet, up to {self.num_rounds}; "
                f"not in round {quoted(number if wanted is None else wanted)}."
            )
        entrant = self.entrant(player)
        return self._with(replace(entrant, rests=tuple(sorted({*entrant.rests, wanted}))))

    def _with(self, changed: Entrant) -> "Tournament":
        entrants = [changed if one.player == changed.player else one for one in self.entrants]
        return replace(self, entrants=tuple(entrants))


def _check_players(players: Iterable[str]) -> None:
    seen: set[str] = set()
    for player in players:
        if not 1 <= len(player) <= LONGEST_PLAYER:
            raise TournamentError(
                f"An entrant is known by 1 to {LONGEST_PLAYER} characters, not {len(player)}."
            )
        if player in seen:
            raise TournamentError(f"{quoted(player)} has entered already; once is enough.")
        seen.add(player)


def _forfeited(pairing: Pairing, player: str) -> Pairing:
    """A pairing after a player has gone."""
    if player not in pairing.players or pairing.outcome is not None:
        return pairing
    is_first = player == pairing.first
    outcome = Outcome.FIRST_FORFEITED if is_first else Outcome.SECOND_FORFEITED
    return replace(pairing, outcome=outcome)
