"""How numbers are written wherever people read them: 63%, 61.5%, 785,880.

The same in JavaScript is `web/base/static/base/numbers.js`.
"""


def format_count(number: int) -> str:
    """A whole number with commas between thousands, such as "785,880"."""
    return f"{number:,}"


def counted(number: int, word: str) -> str:
    """A number with its word: 1 stone, 2,000 stones."""
    return f"{number} {word}" if number == 1 else f"{format_count(number)} {word}s"


def format_percent(share: float, decimals: int = 0) -> str:
    """A share from 0 to 1 in percent, without a blank before the sign, such as "63%"."""
    return f"{share:.{decimals}%}"


def format_percent_interval(share: float, low: float, high: float, decimals: int = 0) -> str:
    """A share in percent and the ends of its interval, such as "63% (57 to 69)"."""
    ends = f"{100 * low:.{decimals}f} to {100 * high:.{decimals}f}"
    return f"{format_percent(share, decimals)} ({ends})"


def format_chance(share: float) -> str:
    """A chance to win in percent, from 1% to 99%: only proofs are certain."""
    return format_percent(min(0.99, max(0.01, share)))
