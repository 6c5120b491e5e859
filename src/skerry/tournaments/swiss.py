"""Swiss: each round pairs those who have about as many points and have not met."""

from collections.abc import Sequence
from dataclasses import replace

from skerry.core.numbers import integer
from skerry.tournaments.history import History, histories
from skerry.tournaments.matching import Cost, Pair, cheapest_pairs
from skerry.tournaments.parts import Entrant, Pairing, Rest, Resting, Round, TournamentError
from skerry.tournaments.tournament import System, TieBreak, Tournament

TIE_BREAKS = (
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.WINS,
)
NUM_HARD = 2  # of the numbers of a cost: a meeting again, and a seat that neither may have


def swiss(
    entrants: Sequence[Entrant],
    num_rounds: int,
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS,
) -> Tournament:
    """A Swiss before its first round is paired.

    Args:
        entrants: among those of the same rating, who comes first is seeded first.
        num_rounds: `enough_rounds` says how many find a winner.
        tie_breaks: in the order in which they are asked.

    Raises:
        TournamentError: fewer than 2 entrants or more than 500, one of them twice, or no round.
    """
    return Tournament(System.SWISS, tuple(entrants), num_rounds, tie_breaks)


def enough_rounds(count: int) -> int:
    """The fewest rounds after which at most one of so many entrants has won every game."""
    return max(1, (integer("count", count, 0) - 1).bit_length())


def pair_round(tournament: Tournament) -> Tournament:
    """The tournament with its next round paired; the same for the same results.

    Raises:
        TournamentError: not a Swiss, the round before is not finished, none is left, or everybody
            has withdrawn.
    """
    _check(tournament)
    number = len(tournament.rounds) + 1
    known = histories(tournament)
    seeded = sorted(tournament.entrants, key=lambda one: -one.rating)
    seeds = {entrant.player: seed for seed, entrant in enumerate(seeded)}
    active = [entrant for entrant in seeded if not entrant.is_withdrawn]
    asked = [one.player for one in active if number in one.rests]
    present = sorted(
        (one.player for one in active if number not in one.rests),
        key=lambda player: (-known[player].half_points, seeds[player]),
    )
    costs = _costs([known[player] for player in present], present)
    count = len(present) + len(present) % 2
    pairings, resting = [], [Resting(player, Rest.ASKED) for player in asked]
    for one, other in cheapest_pairs(count, costs, NUM_HARD):
        if other == len(present):
            resting.append(Resting(present[one], Rest.GIVEN))
        else:
            pairings.append(_seated(present[one], present[other], known, seeds))
    round_ = Round(tuple(pairings), tuple(resting))
    return replace(tournament, rounds=(*tournament.rounds, round_))


def _check(tournament: Tournament) -> None:
    if tournament.system != System.SWISS:
        raise TournamentError("A round robin is paired for all rounds when it begins.")
    if len(tournament.rounds) == tournament.num_rounds:
        raise TournamentError(f"All {tournament.num_rounds} rounds are paired.")
    if not all(one.is_finished for one in tournament.rounds):
        raise TournamentError(
            f"Round {len(tournament.rounds)} is not finished; the next one depends on its results."
        )
    if not tournament.active:
        raise TournamentError("Everybody has withdrawn; there is nobody to be paired.")


def _costs(known: Sequence[History], players: Sequence[str]) -> dict[Pair, Cost]:
    """What speaks against each pair, in the order of its weight.

    Args:
        known: histories, by place in the standings.
        players: theirs, in the same order. If their number is odd, one more index means a rest.
    """
    groups: dict[int, list[int]] = {}
    for index, history in enumerate(known):
        groups.setdefault(history.half_points, []).append(index)
    costs: dict[Pair, Cost] = {}
    for other, second in enumerate(known):
        for one, first in enumerate(known[:other]):
            difference = first.half_points - second.half_points
            floats = (first.floated > 0) + (second.floated < 0) if difference else 0
            # Those of a group meet half of it apart; else the last of one the first of the next.
            apart = 1 if difference else max(1, len(groups[first.half_points]) // 2)
            costs[one, other] = (
                first.met[players[other]] ** 2,
                int(first.must * second.must > 0),
                0,
                difference**2,
                floats,
                _seat_clash(first, second),
                abs(other - one - apart),
            )
    if len(known) % 2:
        fewest = min(history.num_free_points for history in known)
        for index, history in enumerate(known):
            if history.num_free_points == fewest:
                late = len(known) - 1 - index
                floats = int(history.floated > 0)
                costs[index, len(known)] = (0, 0, history.half_points, 0, floats, 0, late)
    return costs


def _seat_clash(one: History, other: History) -> int:
    """How much two want the same seat: by the games so far, or by the last one alone."""
    if one.balance * other.balance > 0:
        return 2
    return int(one.wish == other.wish and one.seats != [])


def _seated(one: str, other: str, known: dict[str, History], seeds: dict[str, int]) -> Pairing:
    """Two players with their seats; `one` stands higher."""
    first, second = known[one], known[other]
    if first.wish != second.wish:
        return Pairing(one, other) if first.wish > second.wish else Pairing(other, one)
    for mine, theirs in zip(reversed(first.seats), reversed(second.seats), strict=False):
        if mine != theirs:  # the last time that they differed, the other way round
            return Pairing(one, other) if mine < theirs else Pairing(other, one)
    return Pairing(one, other) if seeds[one] % 2 == 0 else Pairing(other, one)
