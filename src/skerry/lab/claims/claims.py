"""What the games' own texts say about them, as far as games can tell, and what may be found.

Some sentences claim something, which games bear out or not; others are rules, of which games show
what they lead to. What one game's text says, and how it is judged, stands in the module that is
called as the game; `texts` finds these modules.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from skerry.core.layout import COLOUR_1
from skerry.core.numbers import format_count, format_percent, format_percent_interval
from skerry.games.contract import Standing
from skerry.lab.metrics import Summary, ratio_estimate, summarise
from skerry.lab.pages import PageFigure, describe_player, describe_players
from skerry.lab.plans import Cell, Plan
from skerry.lab.playing import DRAW
from skerry.mutable import MutablePosition
from skerry.positions import Game
from skerry.statistics import Estimate

HOLDS, FAILS, CANT_TELL = "holds", "does not hold", "can't tell yet"
DEPENDS = "depends on strength"
FAIR = (0.45, 0.55)  # a share of the games that we call fair
NOTHING = "Nothing has been played yet."

# Headlines: what was found, from the numbers of the strongest players.


class HeadlineNumber(float):
    """A number in a headline: {0:games}, {0:percent}, {0:more}, {0:side}, or as Python has it."""

    def __format__(self, form: str) -> str:
        write = HEADLINE_FORMS.get(form)
        return super().__format__(form) if write is None else write(self)


def _whole_percent(share: float) -> str:
    """A share in whole percent; what is not quite nothing, or all, is not called so."""
    if share > 0 and round(100 * share) == 0:
        return "fewer than 1%"
    if share < 1 and round(100 * share) == 100:
        return "more than 99%"
    return format_percent(share)


def _share_of_games(share: float) -> str:
    """A share of the games, such as "12% of the games"."""
    whole = {0.0: "no games", 1.0: "all games"}
    return whole.get(share, f"{_whole_percent(share)} of the games")


def _more_or_fewer_games(share: float) -> str:
    """A difference of shares of the games, such as "3 fewer games in 100"."""
    number = f"{abs(100 * share):.0f}"
    games = "game" if number == "1" else "games"
    return f"{number} {'more' if share >= 0 else 'fewer'} {games} in 100"


def _side(white: float) -> str:
    """How well off White is, by its share of the games."""
    if white < FAIR[0]:
        return "worse off"
    return "better off" if white > FAIR[1] else "about as well off as Black"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


HEADLINE_FORMS: Mapping[str, Callable[[float], str]] = {
    "games": _share_of_games,
    "percent": _whole_percent,
    "more": _more_or_fewer_games,
    "side": _side,
}


@dataclass(frozen=True)
class Claim:
    """A sentence about a game that games can bear out or not."""

    key: str  # its name
    game: str
    quote: str  # the source's words
    source: str  # where they stand
    measured: str  # what is measured, and from which number on the answer is which
    # What was found, in one sentence, as a format of numbers of the strongest players: shares from
    # 0 to 1, differences of shares, or means.
    headline: str
    # What is said of it: a claim holds or does not; a rule is neither true nor false, so of a rule
    # it is the answer to a question about what it leads to.
    answers: tuple[str, str] = (HOLDS, FAILS)

    @property
    def is_rule(self) -> bool:
        """Whether the sentence is a rule of play, which claims nothing."""
        return self.answers != (HOLDS, FAILS)

    @property
    def kind(self) -> str:
        """What the sentence is, in a word."""
        return "Rule" if self.is_rule else "Claim"

    def answer(self, verdict: str) -> str:
        """A verdict in the words that fit the sentence."""
        return dict(zip((HOLDS, FAILS), self.answers, strict=True)).get(verdict, verdict)


@dataclass(frozen=True)
class Size:
    """How much is played."""

    name: str  # of the plan
    players: tuple[tuple[str, int], ...]  # contestants, the weakest first, and games of each
    spry: int  # the board of Spry and Y, larger than the small one
    seed: int = 1


@dataclass(frozen=True)
class Match:
    """Rules that all players play."""

    game: str
    options: str  # TOML
    part: float  # of the games of its size
    openings: str = ""  # TOML


@dataclass(frozen=True)
class Table:
    """Numbers as text."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def described(self) -> tuple[tuple[str, ...], ...]:
        """The rows, the contestants of the first column in words."""
        return tuple((describe_player(player), *others) for player, *others in self.rows)


@dataclass(frozen=True)
class Finding:
    """What games say of a claim."""

    claim: Claim
    verdicts: Mapping[str, str]  # HOLDS, FAILS or CANT_TELL by contestant, the weakest first
    sentences: tuple[str, ...]
    table: Table
    pictures: tuple[PageFigure, ...] = ()
    headline: str = NOTHING  # what was found, in one sentence

    def headed(self, *numbers: float) -> "Finding":
        """The finding with its headline, from the numbers of the strongest players, if any."""
        words = self.claim.headline.format(*map(HeadlineNumber, numbers)) if numbers else NOTHING
        return replace(self, headline=_capitalised(words))

    @property
    def verdict(self) -> str:
        """That on the claim as a whole: HOLDS, FAILS, CANT_TELL or DEPENDS."""
        return overall(self.verdicts)

    @property
    def answer(self) -> str:
        """The verdict in the words that fit the claim."""
        return self.claim.answer(self.verdict)

    @property
    def words(self) -> str:
        """The verdict, to begin a sentence, with those by strength where they differ."""
        by = {
            verdict: [player for player, one in self.verdicts.items() if one == verdict]
            for verdict in (HOLDS, FAILS, CANT_TELL)
        }
        answer = self.claim.answer
        listed = "; ".join(
            f"{answer(one)}: {describe_players(who)}" for one, who in by.items() if who
        )
        differ = len(set(self.verdicts.values())) > 1
        return _capitalised(f"{self.answer} ({listed})" if differ else self.answer)


def verdict_against(estimate: Estimate, limit: float, *, above: bool) -> str:
    """Whether a number is above a limit, or below, by its interval: HOLDS, FAILS or CANT_TELL."""
    if estimate.low <= limit <= estimate.high:
        return CANT_TELL
    return HOLDS if (estimate.low > limit) == above else FAILS


def verdict_within(estimate: Estimate, low: float, high: float) -> str:
    """Whether a number lies between two limits, by its interval."""
    if low <= estimate.low and estimate.high <= high:
        return HOLDS
    return FAILS if estimate.low > high or estimate.high < low else CANT_TELL


def verdict_both(first: str, second: str) -> str:
    """The verdict on a claim that has two parts."""
    if FAILS in (first, second):
        return FAILS
    return CANT_TELL if CANT_TELL in (first, second) else HOLDS


def overall(verdicts: Mapping[str, str]) -> str:
    """The verdict on a claim from those by strength, the weakest first.

    If it holds for some and does not for others, it depends on strength. Otherwise the strongest
    players must have a verdict: those of weaker ones do not speak for them.
    """
    found = list(verdicts.values())
    if HOLDS in found and FAILS in found:
        return DEPENDS
    return found[-1] if found else CANT_TELL


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


def format_share(share: Estimate | None) -> str:
    """A share with its interval."""
    if share is None:
        return "–"
    return format_percent_interval(share.value, share.low, share.high, 1)


def format_points(difference: Estimate | None) -> str:
    """A difference of shares, in games of 100."""
    if difference is None:
        return "–"
    ends = f"{100 * difference.low:+.1f} to {100 * difference.high:+.1f}"
    return f"{100 * difference.value:+.1f} ({ends})"


def format_mean(mean: Estimate) -> str:
    """A mean with its interval."""
    return f"{mean.value:,.2f} ({mean.low:,.2f} to {mean.high:,.2f})"


class Answers:
    """What games say of a claim, collected contestant by contestant, the weakest first."""

    def __init__(self, claim: Claim, *heads: str) -> None:
        """The heads are those of the table's columns after that of the contestants."""
        self.claim, self.heads = claim, ("players", *heads)
        self.rows: list[tuple[str, ...]] = []
        self.verdicts: dict[str, str] = {}
        self.sentences: list[str] = []
        self.numbers: tuple[float, ...] = ()  # of the headline

    def row(self, player: str, *columns: str) -> None:
        """Add a row to the table."""
        self.rows.append((player, *columns))

    def answer(self, player: str, verdict: str, words: str, *numbers: float) -> None:
        """Add a contestant's verdict and sentence; its numbers are those of the headline so far."""
        self.verdicts[player] = verdict
        self.sentences.append(f"With {describe_player(player)}, {words}.")
        self.numbers = numbers

    def finding(self, pictures: tuple[PageFigure, ...] = ()) -> Finding:
        """All of it."""
        sentences, table = tuple(self.sentences) or (NOTHING,), Table(self.heads, tuple(self.rows))
        found = Finding(self.claim, self.verdicts, sentences, table, pictures)
        return found.headed(*self.numbers)


def share_finding(
    claim: Claim,
    shares: Mapping[str, Estimate],
    what: str,
    judge: Callable[[Estimate], str],
    more: Sequence[str] = (),
) -> Finding:
    """The finding on a claim about one share of the games, by contestant.

    `what` is counted; `more` are sentences in place of the one that tells the shares.
    """
    found = Answers(claim, f"{what}, %", "games")
    for player, share in shares.items():
        found.row(player, format_share(share), format_count(share.games))
        found.verdicts[player] = judge(share)
        found.numbers = (share.value,)
    if shares:
        found.sentences += more or [f"{what}: {format_shares(shares)}."]
    return found.finding()


def format_shares(shares: Mapping[str, Estimate]) -> str:
    """A share of each contestant."""
    return "; ".join(
        f"{format_share(share)} with {describe_player(player)}" for player, share in shares.items()
    )


def rare_finding(
    results: Results, claim: Claim, condition: pl.Expr, what: str, limit: float, **options: object
) -> Finding:
    """The finding on a claim that something is rare: below a limit in the games of these rules."""
    shares = {
        player: results.share(cell, condition)
        for player, cell, _ in results.each(claim.game, **options)
    }
    return share_finding(claim, shares, what, lambda one: verdict_against(one, limit, above=False))
