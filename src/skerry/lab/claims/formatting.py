"""How numbers are written in findings, and findings with their tables."""

from collections.abc import Callable, Iterable, Mapping

import polars as pl

from skerry.core.formatting import format_count, format_percent, format_percent_interval
from skerry.lab.claims.claims import NOTHING, Claim, Finding, Table, against
from skerry.lab.claims.results import Results
from skerry.lab.measures.metrics import Estimate
from skerry.lab.pages.views import Figure
from skerry.lab.pages.words import describe_player


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


def finding(
    claim: Claim,
    verdicts: Mapping[str, str],
    sentences: Iterable[str],
    heads: tuple[str, ...],
    rows: Iterable[tuple[str, ...]],
    pictures: tuple[Figure, ...] = (),
) -> Finding:
    """The finding on a claim whose verdicts by strength are known."""
    words = tuple(sentences) or (NOTHING,)
    return Finding(claim, dict(verdicts), words, Table(heads, tuple(rows)), pictures)


def share_finding(
    claim: Claim,
    shares: Mapping[str, Estimate],
    what: str,
    judge: Callable[[Estimate], str],
    more: tuple[str, ...] = (),
    pictures: tuple[Figure, ...] = (),
) -> Finding:
    """The finding on a claim about one share of the games.

    Args:
        claim: what is judged.
        shares: by contestant.
        what: is counted.
        judge: gives the verdict on a share.
        more: sentences in place of the one that tells the shares.
        pictures: for its page.
    """
    found = finding(
        claim,
        {player: judge(share) for player, share in shares.items()},
        (more or [f"{what}: {format_shares(shares)}."]) if shares else (),
        ("players", f"{what}, %", "games"),
        [(player, format_share(one), format_count(one.games)) for player, one in shares.items()],
        pictures,
    )
    return found.headed(*(share.value for share in list(shares.values())[-1:]))


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
    return share_finding(claim, shares, what, lambda one: against(one, limit, above=False))


# ---- headlines ----


def whole_percent(share: float) -> str:
    """A share in whole percent; what is not quite nothing, or all, is not called so."""
    if share > 0 and round(100 * share) == 0:
        return "fewer than 1%"
    if share < 1 and round(100 * share) == 100:
        return "more than 99%"
    return format_percent(share)


def share_of_games(share: float) -> str:
    """A share of the games, such as "12% of the games"."""
    whole = {0.0: "no games", 1.0: "all games"}
    return whole.get(share, f"{whole_percent(share)} of the games")


def capitalised(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def more_or_fewer_games(share: float) -> str:
    """A difference of shares of the games, such as "3 fewer games in 100"."""
    number = f"{abs(100 * share):.0f}"
    games = "game" if number == "1" else "games"
    return f"{number} {'more' if share >= 0 else 'fewer'} {games} in 100"
