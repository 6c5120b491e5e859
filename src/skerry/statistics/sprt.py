"""The sequential test of strength, which stops when it knows enough."""

import math
from dataclasses import dataclass

from skerry.statistics.elo import expected_score

HALF = 0.5


@dataclass(frozen=True)
class Sprt:
    """Whether a player is elo1 stronger rather than elo0, asked after every game.

    The sequential probability ratio test (Wald, 1945) with the generalised likelihood ratio of
    wins, draws and losses, in its normal approximation (Van den Bergh, "A practical introduction
    to the GSPRT", 2019). With errors of `alpha` and `beta` it takes about as few games as any test
    can.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05  # chance to accept elo1 where elo0 is true
    beta: float = 0.05  # and elo0 where elo1 is

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which elo0, and elo1, is accepted."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, wins: int, draws: int, losses: int) -> float:
        """The log-likelihood ratio of elo1 to elo0; 0 before the first game.

        Half a game of each result is counted in, so that a first win says something finite.
        """
        if wins + draws + losses == 0:
            return 0.0
        counts = [(wins + HALF, 1.0), (draws + HALF, 0.5), (losses + HALF, 0.0)]
        games = sum(count for count, _ in counts)
        mean = sum(count * points for count, points in counts) / games
        variance = sum(count * (points - mean) ** 2 for count, points in counts) / games
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        return games * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, wins: int, draws: int, losses: int) -> str | None:
        """Which is accepted, "elo0" or "elo1"; None while more games are needed."""
        ratio, (lower, upper) = self.ratio(wins, draws, losses), self.bounds
        return "elo1" if ratio >= upper else "elo0" if ratio <= lower else None
