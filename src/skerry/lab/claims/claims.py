"""What the games' own texts say about them, as far as games can tell, and what was found.

Some sentences claim something, which games bear out or not; others are rules, of which games show
what they lead to. What one game's text says, and how it is judged, stands in the module that is
called as the game; `texts` finds these modules.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from skerry.core.numbers import (
    MINUS,
    format_change,
    format_count,
    format_percent,
    format_percent_interval,
)
from skerry.lab.metrics import ratio_estimate
from skerry.lab.pages import describe_players
from skerry.lab.results import Results, playouts_of
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


def capitalised(text: str) -> str:
    """With a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


HEADLINE_FORMS: Mapping[str, Callable[[float], str]] = {
    "games": _share_of_games,
    "percent": _whole_percent,
    "more": _more_or_fewer_games,
    "side": _side,
}

# What is measured: one or a few numbers by strength.

SHARE, POINTS, NUMBER = "share", "points", "number"  # how the numbers of a claim are written
Stores = Mapping[str, Results]  # by game


class Series(NamedTuple):
    """A number that is counted at each strength."""

    label: str  # in the table and beside its line
    find: Callable[[Stores, str], Estimate | None]  # by contestant; None: not played


@dataclass(frozen=True)
class Claim:
    """A sentence about a game that games can bear out or not."""

    key: str  # its name
    game: str
    quote: str  # the source's words
    source: str  # where they stand
    measured: str  # what is measured, and from which number on the answer is which
    # What was found, in one sentence, as a format of the series' numbers for the strongest players.
    headline: str
    series: tuple[Series, ...]
    judge: Callable[..., str]  # HOLDS, FAILS or CANT_TELL from the series' estimates, in order
    form: str = SHARE  # how all numbers are written
    axis: str = "games, %"  # what they are, beside the plot
    limits: tuple[float, ...] = ()  # drawn into the plot
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
class Match:
    """Rules that are played for claims, and not in every study."""

    game: str
    options: Mapping[str, Any]
    openings: str = ""  # TOML; "": from the start


@dataclass(frozen=True)
class Finding:
    """What games say of a claim."""

    claim: Claim
    estimates: Mapping[str, tuple[Estimate, ...]]  # the series', by contestant, the weakest first

    @property
    def verdicts(self) -> dict[str, str]:
        """HOLDS, FAILS or CANT_TELL by contestant."""
        return {player: self.claim.judge(*found) for player, found in self.estimates.items()}

    @property
    def verdict(self) -> str:
        """That on the claim as a whole: HOLDS, FAILS, CANT_TELL or DEPENDS."""
        return overall(self.verdicts)

    @property
    def answer(self) -> str:
        """The verdict in the words that fit the claim."""
        return self.claim.answer(self.verdict)

    @property
    def headline(self) -> str:
        """What was found with the strongest players, in one sentence."""
        if not self.estimates:
            return NOTHING
        *_, strongest = self.estimates.values()
        return headline(self.claim, *(one.value for one in strongest))

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
        return capitalised(f"{self.answer} ({listed})" if differ else self.answer)

    @property
    def heads(self) -> tuple[str, ...]:
        """Of the table."""
        return "players", *(one.label for one in self.claim.series), "games"

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """Of the table: the numbers of each contestant, and the fewest games of any of them."""
        write = FORMS[self.claim.form]
        return [
            (player, *map(write, found), format_count(min(one.games for one in found)))
            for player, found in self.estimates.items()
        ]


def headline(claim: Claim, *numbers: float) -> str:
    """What was found, in one sentence, from the series' numbers."""
    return capitalised(claim.headline.format(*map(HeadlineNumber, numbers)))


def judge(claim: Claim, stores: Stores) -> Finding:
    """What the results say of a claim: of all contestants of whom every series is known."""
    players = {player for results in stores.values() for player in results.strengths}
    found: dict[str, tuple[Estimate, ...]] = {}
    for player in sorted(players, key=playouts_of):
        estimates = [series.find(stores, player) for series in claim.series]
        if None not in estimates:
            found[player] = tuple(one for one in estimates if one is not None)
    return Finding(claim, found)


# Series that several games have.


def measured(label: str, game: str, name: str, **options: Any) -> Series:
    """What was counted by a name in the games of these rules from the start."""
    return Series(label, lambda stores, player: stores[game].measure(name, player, options))


def counted(
    label: str, game: str, find: Callable[[Any], Estimate | None], **options: Any
) -> Series:
    """What the counts (`Tally`) of the games of these rules from the start give."""

    def look(stores: Stores, player: str) -> Estimate | None:
        tally = stores[game].find(player, options=options)
        return None if tally is None else find(tally)

    return Series(label, look)


# Verdicts.


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


def above(limit: float) -> Callable[..., str]:
    """The verdict on the first number: whether it is above a limit."""
    return lambda one, *_: verdict_against(one, limit, above=True)


def below(limit: float) -> Callable[..., str]:
    """The verdict on the first number: whether it is below a limit."""
    return lambda one, *_: verdict_against(one, limit, above=False)


def overall(verdicts: Mapping[str, str]) -> str:
    """The verdict on a claim from those by strength, the weakest first.

    If it holds for some and does not for others, it depends on strength. Otherwise the strongest
    players must have a verdict: those of weaker ones do not speak for them.
    """
    found = list(verdicts.values())
    if HOLDS in found and FAILS in found:
        return DEPENDS
    return found[-1] if found else CANT_TELL


# Measures: what is counted in the games of a cell besides wins, ends and lengths.


def share_of(rows: pl.DataFrame, condition: pl.Expr) -> Estimate:
    """The share of some games of which something is true."""
    return Estimate.share(int(rows.select(condition.sum()).item()), len(rows))


def mean_of(values: Iterable[float]) -> Estimate:
    """The mean of a sample of at least one, with Student's interval."""
    sample = np.fromiter(values, np.float64)
    deviation = float(np.std(sample, ddof=1)) if len(sample) > 1 else 0.0
    return Estimate.of(float(np.mean(sample)), deviation / math.sqrt(len(sample)), len(sample))


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


# How numbers are written in tables.


def format_share(share: Estimate) -> str:
    """A share with its interval."""
    return format_percent_interval(share.value, share.low, share.high, 1)


def format_points(difference: Estimate) -> str:
    """A difference of shares, in games of 100."""
    value, low, high = (
        format_change(100 * one, 1) for one in (difference.value, difference.low, difference.high)
    )
    return f"{value} ({low} to {high})"


def format_mean(mean: Estimate) -> str:
    """A mean with its interval, in as many decimals as tell it from its ends."""
    width = mean.high - mean.low
    decimals = sum(width < least for least in (1, 10))
    value, low, high = (f"{one:,.{decimals}f}" for one in (mean.value, mean.low, mean.high))
    return f"{value} ({low} to {high})".replace("-", MINUS)


FORMS: Mapping[str, Callable[[Estimate], str]] = {
    SHARE: format_share,
    POINTS: format_points,
    NUMBER: format_mean,
}
