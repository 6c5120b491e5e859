"""Who meets whom: round robin, and Swiss rounds paired by what entrants have done."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from skerry.core.numbers import as_integer, integer
from skerry.errors import quoted
from skerry.tournaments.tournament import (
    Entrant,
    Pairing,
    Rest,
    Resting,
    Round,
    System,
    TieBreak,
    Tournament,
    TournamentError,
)

# What a Swiss knows of an entrant before it pairs a round.

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


Pair = tuple[int, int]  # the lower index first
Cost = tuple[int, ...]  # not below 0; the first number counts most

CHEAPEST = 24  # pairs of each that are looked at first: the time grows with the number of pairs


def cheapest_pairs(count: int, costs: Mapping[Pair, Cost], num_hard: int) -> list[Pair]:
    """Pairs of everybody, such that the sum of their costs is lowest.

    The sums of the first numbers are compared first, then those of the second, and so on. The first
    `num_hard` sums are the lowest that there are. So are the others up to about 25 people; beyond,
    they are the lowest among the cheapest pairs of each, as long as these suffice.

    Args:
        count: of those to be paired, an even number; their indices are 0 to count - 1.
        costs: of the pairs that may be made, all numbers of them equally many.
        num_hard: how many numbers say what ought not to be at all.

    Returns:
        The pairs, sorted; the same for the same costs.

    Raises:
        ValueError: the pairs that may be made leave somebody alone.
    """
    weights = _combined(count, costs)
    for pairs in _choices(count, costs, weights, num_hard):
        found = _matching(pairs, weights)
        if 2 * len(found) == count:
            return found
    raise ValueError(f"{count} cannot be paired by {len(costs)} pairs.")


def _combined(count: int, costs: Mapping[Pair, Cost]) -> dict[Pair, int]:
    """Costs as one number each: a difference of a sum outweighs whatever comes after it."""
    highest = [max(column) for column in zip(*costs.values(), strict=True)]
    weights = dict.fromkeys(costs, 0)
    for place, most in enumerate(highest):
        base = most * (count // 2) + 1
        for pair, cost in costs.items():
            weights[pair] = weights[pair] * base + cost[place]
    return weights


def _choices(
    count: int, costs: Mapping[Pair, Cost], weights: Mapping[Pair, int], num_hard: int
) -> Iterator[list[Pair]]:
    """Pairs to choose from: few and harmless ones first, in the end all."""
    harmless = sorted(
        (pair for pair, cost in costs.items() if not any(cost[:num_hard])), key=weights.__getitem__
    )
    most = CHEAPEST
    while most < count:
        chosen, taken = [], [0] * count
        for one, other in harmless:
            if min(taken[one], taken[other]) < most:
                chosen.append((one, other))
                taken[one] += 1
                taken[other] += 1
        if len(chosen) == len(harmless):
            break
        yield chosen
        most *= 4
    yield harmless
    yield list(costs)


def _matching(pairs: list[Pair], weights: Mapping[Pair, int]) -> list[Pair]:
    """As many pairs as possible, at the lowest cost (Edmonds, 1965)."""
    import networkx  # takes a tenth of a second or more, and only tournaments need it

    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, -weights[one, other]) for one, other in sorted(pairs)
    )
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)


ROUND_ROBIN_TIE_BREAKS = (TieBreak.DIRECT_ENCOUNTER, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
MOST_CYCLES = 4


def round_robin(
    entrants: Sequence[Entrant],
    cycles: int = 1,
    tie_breaks: tuple[TieBreak, ...] = ROUND_ROBIN_TIE_BREAKS,
) -> Tournament:
    """A round robin with all its rounds, before the first game.

    Args:
        entrants: in the order of their numbers in the tables; draw it by lot to be fair.
        cycles: how often everybody meets everybody else; seats change from cycle to cycle.
        tie_breaks: in the order in which they are asked.

    Raises:
        TournamentError: fewer than 2 entrants or more than 64, one of them twice, or other cycles
            than 1 to 4.
    """
    number = as_integer(cycles)
    if number is None or not 1 <= number <= MOST_CYCLES:
        wrong = quoted(cycles if number is None else number)
        raise TournamentError(f"A round robin has 1 to {MOST_CYCLES} cycles, not {wrong}.")
    players = [entrant.player for entrant in entrants]
    rounds = [
        _round(players, pairs, is_exchanged=cycle % 2 == 1)
        for cycle in range(number)
        for pairs in berger_table(len(players))
    ]
    return Tournament(
        System.ROUND_ROBIN, tuple(entrants), max(1, len(rounds)), tie_breaks, tuple(rounds)
    )


def berger_table(count: int) -> list[list[tuple[int, int]]]:
    """The rounds of a cycle: pairs of indices, who begins first.

    Source: the tables of the FIDE Handbook (C.05, annex), which Johann Berger made known. The
    last index of an even number stays where it is while the others go round.

    Args:
        count: of the players; an odd number pairs with `count` itself who has no opponent.
    """
    others = count - 1 + count % 2  # as many rounds, and as many that go round
    rounds = []
    for number in range(others if count > 1 else 0):
        # Its opponent: the first, the first of the second half, the second, and so on.
        with_last = number // 2 + number % 2 * (others + 1) // 2
        pairs = [(with_last, others) if number % 2 == 0 else (others, with_last)]
        pairs += [
            ((with_last + step) % others, (with_last - step) % others)
            for step in range(1, (others + 1) // 2)
        ]
        rounds.append(pairs)
    return rounds


def _round(
    players: Sequence[str], pairs: Sequence[tuple[int, int]], *, is_exchanged: bool
) -> Round:
    pairings, resting = [], []
    for one, other in pairs:
        if len(players) in (one, other):
            resting.append(Resting(players[min(one, other)], Rest.FREE))
            continue
        first, second = (other, one) if is_exchanged else (one, other)
        pairings.append(Pairing(players[first], players[second]))
    return Round(tuple(pairings), tuple(resting))


SWISS_TIE_BREAKS = (
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.WINS,
)
NUM_HARD = 2  # of the numbers of a cost: a meeting again, and a seat that neither may have


def swiss(
    entrants: Sequence[Entrant],
    num_rounds: int,
    tie_breaks: tuple[TieBreak, ...] = SWISS_TIE_BREAKS,
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
