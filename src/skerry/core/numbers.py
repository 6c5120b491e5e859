"""Numbers: made plain where callers give them, and written wherever people read them."""

from numbers import Real
from operator import index

from skerry.errors import OptionError, quoted


def as_integer(value: object) -> int | None:
    """A whole number as an int; None for everything else, True and False among it."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        number = as_number(value)
    return int(number) if number is not None and number.is_integer() else None


def as_number(value: object) -> float | None:
    """A number as a float; None for everything else, booleans and NaN among it."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return None if number != number else number


def integer(name: str, value: object, lowest: int | None = None, highest: int | None = None) -> int:
    """An argument that is a whole number within bounds, if there are any.

    Raises:
        OptionError: it is none, or out of bounds.
    """
    number = as_integer(value)
    bounds = f"at least {lowest}" if highest is None else f"{lowest} to {highest:,}"
    if number is None:
        within = "" if lowest is None else f", {bounds}"
        raise OptionError(
            f"{name}={quoted(value)} is not possible; it must be a whole number{within}."
        )
    if lowest is None:
        return number
    if number < lowest or (highest is not None and number > highest):
        raise OptionError(f"{name}={quoted(number)} is not possible; it must be {bounds}.")
    return number


def integer_or_none(name: str, value: object) -> int | None:
    """An argument that is any whole number or None. Raises OptionError."""
    number = as_integer(value)
    if number is None and value is not None:
        raise OptionError(
            f"{name}={quoted(value)} is not possible; it must be a whole number or None."
        )
    return number


def whole_seed(seed: object) -> int:
    """What random numbers are drawn by. Raises OptionError: no whole number of at least 0."""
    number = as_integer(seed)
    if number is None or number < 0:
        raise OptionError(
            f"seed={quoted(seed if number is None else number)} is not possible; it must be a "
            "whole number of at least 0, since Python draws the same for -5 as for 5."
        )
    return number


def seed_or_none(seed: object) -> int | None:
    """A seed, or None where it is to be drawn. Raises OptionError."""
    return None if seed is None else whole_seed(seed)


def action_number(action: object) -> int:
    """The number of an action. Raises TypeError: it is no integer."""
    if type(action) is int:
        return action
    if isinstance(action, bool):
        raise TypeError(f"An action is a whole number, not {action}.")
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"An action is a whole number, not {quoted(action)}.") from None


# How numbers are written wherever people read them: 63%, 61.5%, 785,880, −3.
#
# The same in JavaScript is `web/base/static/base/numbers.js`.

MINUS = "\N{MINUS SIGN}"


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


def format_change(number: float, decimals: int = 0) -> str:
    """A gain or a loss with its sign, such as "+12", "−3" or "±0"."""
    text = f"{abs(number):.{decimals}f}"
    if float(text) == 0.0:
        return f"±{text}"
    return f"{'+' if number > 0 else MINUS}{text}"


def format_gain(before: float, after: float) -> str:
    """What a rating has gained, in whole points, such as "+12"."""
    return format_change(round(after) - round(before))


def format_chance(share: float) -> str:
    """A chance to win in percent, from 1% to 99%: only proofs are certain."""
    return format_percent(min(0.99, max(0.01, share)))
