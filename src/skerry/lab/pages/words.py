"""How players and shares are written on a page."""

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
