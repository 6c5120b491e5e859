"""Tournaments for tests: random results, people who leave, come late, rest or do not come."""

from collections.abc import Callable
from random import Random

from skerry.tournaments import Entrant, Outcome, Tournament, pair_round, swiss

PLAYED = (Outcome.FIRST_WON, Outcome.SECOND_WON, Outcome.DRAWN)
ANY = (*Outcome, *PLAYED, *PLAYED, *PLAYED, *PLAYED)  # one game of six is forfeited


def entrants(count: int, rng: Random | None = None) -> list[Entrant]:
    """Players p0, p1 and so on, the best first unless ratings are drawn."""
    return [
        Entrant(f"p{number}", 2000 - number if rng is None else rng.randrange(1000, 2000))
        for number in range(count)
    ]


def with_results(
    tournament: Tournament, rng: Random, among: tuple[Outcome, ...] = PLAYED
) -> Tournament:
    """The tournament with random outcomes wherever there is none."""
    for number, round_ in enumerate(tournament.rounds, start=1):
        for board, pairing in enumerate(round_.pairings):
            if pairing.outcome is None:
                tournament = tournament.report(number, board, rng.choice(among))
    return tournament


def unruly(
    count: int, num_rounds: int, seed: int, watch: Callable[[Tournament, Tournament], None]
) -> Tournament:
    """A whole Swiss in which anything happens.

    Args:
        count: of those who enter at first.
        num_rounds: how many.
        seed: of everything.
        watch: called with the tournament before and after each pairing.
    """
    rng = Random(seed)
    tournament = swiss(entrants(count, rng), num_rounds)
    for number in range(1, num_rounds + 1):
        if rng.random() < 0.2:
            late = Entrant(f"late{number}", rng.randrange(1000, 2000))
            tournament = tournament.enter(late)
        for entrant in tournament.active:
            if rng.random() < 0.04 and len(tournament.active) > 1:
                tournament = tournament.withdraw(entrant.player)
            elif rng.random() < 0.04:
                tournament = tournament.ask_rest(
                    entrant.player, rng.randrange(number, num_rounds + 1)
                )
        before, tournament = tournament, pair_round(tournament)
        watch(before, tournament)
        tournament = with_results(tournament, rng, ANY)
    return tournament
