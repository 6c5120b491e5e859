"""What a Swiss knows of an entrant before it pairs a round."""

from collections import Counter
from dataclasses import dataclass, field

from skerry.tournaments.parts import Rest
from skerry.tournaments.tournament import Tournament

FIRST, SECOND = 1, -1  # seats: who began a game, and who did not
MOST_IN_A_ROW = 2  # games in the same seat
MOST_AHEAD = 2  # games more in one seat than in the other


@dataclass
class History:
    """An entrant's rounds so far; filled while they are gone through."""

    half_points: int = 0
    met: Counter[str] = field(default_factory=Counter)  # also those against whom one forfeited
    seats: list[int] = field(default_factory=list)  # FIRST or SECOND of each game played
    num_free_points: int = 0  # rests given, and wins because the other one forfeited
    floated: int = 0  # in the last round: 1 met one with fewer points, -1 with more

    @property
    def balance(self) -> int:
        """How many games more one was first than second."""
        return sum(self.seats)

    @property
    def must(self) -> int:
        """The seat that one must have; 0 where either will do."""
        last = self.seats[-MOST_IN_A_ROW:]
        if abs(self.balance) >= MOST_AHEAD:
            return SECOND if self.balance > 0 else FIRST
        if len(last) == MOST_IN_A_ROW and len(set(last)) == 1:
            return -last[0]
        return 0

    @property
    def wish(self) -> tuple[int, int, int]:
        """How much one wants to be first, to be compared with another's."""
        return self.must, -self.balance, -self.seats[-1] if self.seats else 0


def histories(tournament: Tournament) -> dict[str, History]:
    """The history of every entrant. What is not decided yet counts as a meeting, not as a game."""
    found = {entrant.player: History() for entrant in tournament.entrants}
    for round_ in tournament.rounds:
        points = {player: history.half_points for player, history in found.items()}
        for history in found.values():
            history.floated = 0
        for pairing in round_.pairings:
            first, second = (found[player] for player in pairing.players)
            difference = points[pairing.first] - points[pairing.second]
            for one, other, seat, sign in (
                (first, pairing.second, FIRST, 1),
                (second, pairing.first, SECOND, -1),
            ):
                one.met[other] += 1
                one.floated = sign * ((difference > 0) - (difference < 0))
                if pairing.outcome is None:
                    continue
                gained = pairing.outcome.points[0 if seat == FIRST else 1]
                one.half_points += round(2 * gained)
                if pairing.outcome.is_played:
                    one.seats.append(seat)
                elif gained:
                    one.num_free_points += 1
        for player, rest in round_.resting:
            found[player].half_points += round(2 * rest.points)
            found[player].num_free_points += rest == Rest.GIVEN
            found[player].floated = int(rest == Rest.GIVEN)
    return found
