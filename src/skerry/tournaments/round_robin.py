"""Round robin: everybody meets everybody, by Berger's tables."""

from collections.abc import Sequence

from skerry.core.numbers import as_integer
from skerry.errors import quoted
from skerry.tournaments.parts import Entrant, Pairing, Rest, Resting, Round, TournamentError
from skerry.tournaments.tournament import System, TieBreak, Tournament

TIE_BREAKS = (TieBreak.DIRECT_ENCOUNTER, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
MOST_CYCLES = 4


def round_robin(
    entrants: Sequence[Entrant],
    cycles: int = 1,
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS,
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
