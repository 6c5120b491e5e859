"""The games of the claims: which cells there are, and what a claim asks of their rows."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from skerry.core.layout import COLOUR_1
from skerry.games.standings import Standing
from skerry.lab.measures.metrics import Estimate, Summary, ratio_estimate, summarise
from skerry.lab.plans.plan import Cell, Plan
from skerry.lab.playing.rows import DRAW
from skerry.mutable import MutablePosition
from skerry.positions import Game

REPLAYED = 1000  # games of a cell that are gone through again, stone by stone, at most
COLOUR_POINTS = (pl.col("colour") == 0) + (pl.col("colour") == DRAW) / 2  # of the first colour


@dataclass(frozen=True)
class Results:
    """Rows of a plan, and how its cells are found."""

    cells: tuple[Cell, ...]  # those that have games
    rows: pl.LazyFrame
    summaries: Mapping[str, Summary]  # by the cells' titles

    @classmethod
    def of(cls, plan: Plan, rows: pl.LazyFrame) -> "Results":
        """The results of a plan, whose rows may be incomplete."""
        found = summarise(rows)
        return cls(tuple(cell for cell in plan.cells if cell.title in found), rows, found)

    @property
    def players(self) -> list[str]:
        """The contestants, in the plan's order."""
        return list(dict.fromkeys(cell.players[0] for cell in self.cells))

    def find(self, player: str, name: str, **options: object) -> list[Cell]:
        """A contestant's cells of a game; options that are not given may be anything."""
        return [
            cell
            for cell in self.cells
            if cell.players[0] == player
            and cell.game.name == name
            and all(cell.game.option(key) == value for key, value in options.items())
        ]

    def each(self, name: str, **options: object) -> Iterator[tuple[str, Cell, Summary]]:
        """For each contestant that has it the cell of these rules, played from the start."""
        for player in self.players:
            for cell in self.find(player, name, **options):
                if not cell.opening:
                    yield player, cell, self.summaries[cell.title]

    def of_cell(self, cell: Cell) -> pl.LazyFrame:
        """The rows of one cell."""
        return self.rows.filter(pl.col("cell") == cell.title)

    def share(self, cell: Cell, condition: pl.Expr) -> Estimate:
        """The share of a cell's games of which something is true."""
        sums = self.of_cell(cell).select(condition.sum().alias("true"), pl.len().alias("games"))
        count, games = sums.collect(engine="streaming").row(0)
        return Estimate.share(count, games)

    def weighted(self, weights: Mapping[str, float]) -> Estimate | None:
        """A weighted sum of the first colour's shares of several cells.

        Games of one number have one seed in all cells, so they may be correlated: each number that
        all cells have gives one value, and Student's interval is that of the values' mean.
        """
        weight = pl.col("cell").replace_strict(dict(weights), return_dtype=pl.Float64)
        sums = (
            self.rows.filter(pl.col("cell").is_in(list(weights)))
            .group_by("number")
            .agg((COLOUR_POINTS * weight).sum().alias("value"), pl.len().alias("cells"))
            .filter(pl.col("cells") == len(weights))
            .select(
                pl.col("value").mean().alias("mean"), pl.col("value").std(), pl.len().alias("games")
            )
        )
        mean, deviation, games = sums.collect(engine="streaming").row(0)
        if not games:
            return None
        return Estimate.of(mean, (deviation or 0.0) / math.sqrt(games), games)

    def played(self, cell: Cell) -> Iterator[tuple[int, list[int]]]:
        """Number and actions of the first games of a cell, REPLAYED of them at most."""
        chosen = self.of_cell(cell).filter(pl.col("number") < REPLAYED).sort("number")
        yield from chosen.select("number", "played").collect().iter_rows()


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of a sample of at least one, with Student's interval."""
    games = len(values)
    deviation = float(np.std(values, ddof=1)) if games > 1 else 0.0
    return Estimate.of(float(np.mean(values)), deviation / math.sqrt(games), games)


def ratio_of(parts: ArrayLike, wholes: ArrayLike) -> Estimate:
    """A share: sum of the parts of some games over sum of the wholes, games as units."""
    part, whole = np.asarray(parts, np.float64), np.asarray(wholes, np.float64)
    if not whole.any():
        return Estimate(0.0, 0.0, 1.0, 0)  # nothing is known
    ddof = 1 if len(part) > 1 else 0
    moments = {
        "part_mean": float(part.mean()),
        "whole_mean": float(whole.mean()),
        "part_variance": float(part.var(ddof=ddof)),
        "whole_variance": float(whole.var(ddof=ddof)),
        "sum_variance": float((part + whole).var(ddof=ddof)),
    }
    return ratio_estimate(moments, len(part), (0.0, 1.0))


def difference_of(a: Estimate, b: Estimate) -> Estimate:
    """Of two independent numbers, a - b, with the interval of Zou and Donner (2008).

    The distances from the values to the ends of their intervals are joined by Pythagoras.
    """
    value = a.value - b.value
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    high = value + math.hypot(a.high - a.value, b.value - b.low)
    return Estimate(value, low, high, min(a.games, b.games))


def final_standings(rules: Game, actions: Sequence[int]) -> tuple[Standing, Standing]:
    """How the colours stand at the end of a game."""
    position = MutablePosition(rules.start())
    for action in actions:
        position.apply(action)
    return position.position().standings


def most_groups(rules: Game, actions: Sequence[int]) -> int:
    """The most groups that a side had when one of its turns began."""
    position, turn, most = MutablePosition(rules.start()), -1, 0
    for action in actions:
        if position.turn != turn:
            turn = position.turn
            now = position.position()
            most = max(most, len(now.standings[(now.colour_index or COLOUR_1) - COLOUR_1].groups))
        position.apply(action)
    return most
