"""How players, shares and intervals are written on a page."""

import math

from ..measures.metrics import Estimate


def describe_player(player: str) -> str:
    """A contestant in a sentence, such as "1,000 playouts a turn" or "random players"."""
    kind, _, number = player.partition(" ")
    return f"{int(number):,} playouts a turn" if kind == "playouts" else f"{player} players"


def label_player(player: str) -> str:
    """A contestant at an axis or in a table: its playouts alone."""
    return player.removeprefix("playouts ")


def format_percent(share: Estimate) -> str:
    """A share in whole percent with its interval, such as "50% (44 to 56)"."""
    return f"{share.value:.0%} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def format_interval(estimate: Estimate) -> str:
    """The ends of an interval of values, of which either may be infinite: "at least 1.5"."""
    low, high = format_number(estimate.low), format_number(estimate.high)
    if math.isinf(estimate.low):
        return "no end to either side" if math.isinf(estimate.high) else f"at most {high}"
    return f"at least {low}" if math.isinf(estimate.high) else f"{low} to {high}"


def format_number(value: float) -> str:
    """With two decimals at most, more than any interval is good for."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
