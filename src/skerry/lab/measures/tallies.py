"""Counts of a cell's games: wins, ends, lengths. Few numbers, from which pages are drawn.

Whoever draws from them needs neither the games nor compiled rules.
"""

from dataclasses import dataclass

import polars as pl

from skerry.lab.measures.metrics import COUNTS, Estimate, summarise


@dataclass(frozen=True)
class Tally:
    """Counts of the games of one cell; pairs hold those with even and with odd numbers.

    Where two contestants meet, the first one has person 0's seat in the games with even numbers.
    """

    games: tuple[int, int]
    won_0: tuple[int, int]  # by person 0
    won_1: tuple[int, int]
    first_colour: int  # games won by it
    swapped: int
    reasons: dict[str, int]  # of the end, and how often
    turns: tuple[int, ...]  # so many at most had 5, 25, 50, 75 and 95% of the games

    @property
    def total(self) -> int:
        """Games in all."""
        return sum(self.games)

    @property
    def drawn(self) -> Estimate:
        """The share of drawn games."""
        return Estimate.share(self.total - sum(self.won_0) - sum(self.won_1), self.total)

    @property
    def first_mover(self) -> Estimate:
        """Person 0's share of the points."""
        return _share(sum(self.won_0), sum(self.won_1), self.total)

    @property
    def colour(self) -> Estimate:
        """The first colour's share of the points, whoever had it."""
        decided = sum(self.won_0) + sum(self.won_1)
        return _share(self.first_colour, decided - self.first_colour, self.total)

    @property
    def player(self) -> Estimate:
        """The first contestant's share of the points, seats alternating."""
        won = self.won_0[0] + self.won_1[1]
        return _share(won, self.won_1[0] + self.won_0[1], self.total)

    @property
    def player_first(self) -> Estimate | None:
        """The first contestant's share of the games in which it moved first."""
        return _share(self.won_0[0], self.won_1[0], self.games[0]) if self.games[0] else None

    @property
    def player_second(self) -> Estimate | None:
        """The first contestant's share of the games in which it moved second."""
        return _share(self.won_1[1], self.won_0[1], self.games[1]) if self.games[1] else None


def tally(rows: pl.LazyFrame) -> dict[str, Tally]:
    """The counts of every cell, by its title."""
    odd = pl.col("number") % 2 == 1
    wins = ("won_0", "won_1")
    counted = (
        rows.group_by("cell")
        .agg(
            pl.len().alias("games"),
            odd.sum().alias("odd"),
            *(COUNTS[name].sum().alias(name) for name in (*wins, "first_won", "swapped")),
            *((COUNTS[name] & odd).sum().alias(f"{name}_odd") for name in wins),
        )
        .collect(engine="streaming")
    )
    summaries = summarise(rows)
    found = {}
    for row in counted.iter_rows(named=True):
        summary = summaries[row["cell"]]
        spread = summary.turns
        found[str(row["cell"])] = Tally(
            games=(row["games"] - row["odd"], row["odd"]),
            won_0=(row["won_0"] - row["won_0_odd"], row["won_0_odd"]),
            won_1=(row["won_1"] - row["won_1_odd"], row["won_1_odd"]),
            first_colour=row["first_won"],
            swapped=row["swapped"],
            reasons={
                reason: round(share.value * row["games"])
                for reason, share in summary.reasons.items()
            },
            turns=(
                spread.percent_5,
                spread.percent_25,
                spread.median,
                spread.percent_75,
                spread.percent_95,
            ),
        )
    return found


def _share(won: int, lost: int, games: int) -> Estimate:
    return Estimate.share(won + (games - won - lost) / 2, games)
