"""Findings in words: numbers with their intervals, and tables of them."""

from collections.abc import Callable, Iterable, Mapping

from ..measures.metrics import Estimate
from .claims import BY_KEY, Finding, Table


def percent(share: Estimate | None) -> str:
    """A share with its interval."""
    if share is None:
        return "–"
    return f"{share.value:.1%} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def points(difference: Estimate | None) -> str:
    """A difference of shares, in points of 100."""
    if difference is None:
        return "–"
    ends = f"{100 * difference.low:+.1f} to {100 * difference.high:+.1f}"
    return f"{100 * difference.value:+.1f} ({ends})"


def amount(mean: Estimate) -> str:
    """A mean with its interval."""
    return f"{mean.value:,.2f} ({mean.low:,.2f} to {mean.high:,.2f})"


def finding(
    key: str,
    verdicts: Mapping[str, str],
    sentences: Iterable[str],
    heads: tuple[str, ...],
    rows: Iterable[tuple[str, ...]],
    pictures: tuple[str, ...] = (),
) -> Finding:
    """The finding on a claim whose verdicts by strength are known."""
    told = tuple(sentences) or ("Nothing has been played yet.",)
    return Finding(BY_KEY[key], dict(verdicts), told, Table(heads, tuple(rows)), pictures)


def share_finding(
    key: str,
    shares: Mapping[str, Estimate],
    what: str,
    judge: Callable[[Estimate], str],
    more: tuple[str, ...] = (),
    pictures: tuple[str, ...] = (),
) -> Finding:
    """The finding on a claim about one share of the games.

    Args:
        key: of the claim.
        shares: by contestant.
        what: is counted.
        judge: gives the verdict on a share.
        more: sentences in place of the one that tells the shares.
        pictures: elements of a page.
    """
    found = finding(
        key,
        {player: judge(share) for player, share in shares.items()},
        (more or [f"{what}: {said(shares)}."]) if shares else (),
        ("players", f"{what}, %", "games"),
        [(player, percent(one), f"{one.games:,}") for player, one in shares.items()],
        pictures,
    )
    return found.headed(*(share.value for share in list(shares.values())[-1:]))


def said(shares: Mapping[str, Estimate]) -> str:
    """A share of each contestant."""
    return "; ".join(f"{percent(share)} by {player}" for player, share in shares.items())
