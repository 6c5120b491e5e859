"""How players, shares and intervals are written on a page of the lab."""

import math
from collections.abc import Sequence

from skerry.core.numbers import counted, format_count, format_percent_interval
from skerry.lab.metrics import Estimate

FIRST_COLUMN = "players"  # the head of a table's column that names contestants


def describe_player(player: str) -> str:
    """A contestant in a sentence, such as "1,000 playouts a turn" or "random players"."""
    kind, _, number = player.partition(" ")
    if kind == "playouts":
        return f"{counted(int(number), 'playout')} a turn"
    return f"{player} players"


def describe_players(players: Sequence[str]) -> str:
    """All contestants, such as "random players, 100 and 1,000 playouts a turn"."""
    others = [describe_player(one) for one in players if not one.startswith("playouts ")]
    searching = [one for one in players if one.startswith("playouts ")]
    if not searching:
        return ", ".join(others)
    last = describe_player(searching[-1])
    fewer = ", ".join(label_player(one) for one in searching[:-1])
    return ", ".join([*others, f"{fewer} and {last}" if fewer else last])


def label_player(player: str) -> str:
    """A contestant at an axis or in a table: its playouts alone, such as "1,000"."""
    kind, _, number = player.partition(" ")
    return format_count(int(number)) if kind == "playouts" else player


def describe_rows(
    heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[tuple[str, ...], ...]:
    """A table's rows, the contestants of its first column in words."""
    if heads[0] != FIRST_COLUMN:
        return tuple(tuple(row) for row in rows)
    return tuple((describe_player(row[0]), *row[1:]) for row in rows)


def format_share(share: Estimate) -> str:
    """A share in whole percent with its interval, such as "50% (44 to 56)"."""
    return format_percent_interval(share.value, share.low, share.high)


def format_wins(share: Estimate) -> str:
    """A share of won games without its interval, such as "66 of 100 games"."""
    number = round(100 * share.value)
    if number == 0 and share.value > 0:
        return "fewer than 1 of 100 games"
    if number == 100 and share.value < 1:
        return "more than 99 of 100 games"
    return f"{number} of 100 games"


def format_ends(share: Estimate) -> str:
    """The interval of a share in whole percent, such as "(44 to 56)"."""
    return f"({100 * share.low:.0f} to {100 * share.high:.0f})"


def format_interval(estimate: Estimate) -> str:
    """The ends of an interval of values, of which either may be infinite: "at least 1.5"."""
    low, high = format_number(estimate.low), format_number(estimate.high)
    if math.isinf(estimate.low):
        return "no bound on either side" if math.isinf(estimate.high) else f"at most {high}"
    return f"at least {low}" if math.isinf(estimate.high) else f"{low} to {high}"


def format_number(value: float) -> str:
    """With two decimals at most, more than any interval is good for."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
