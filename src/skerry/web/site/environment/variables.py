"""Single variables: a text, a list, a yes."""

import os
from urllib.parse import SplitResult, urlsplit

from skerry.errors import OptionError, quoted

YES = ("1", "yes", "true", "on")
NO = ("", "0", "no", "false", "off")


def text(name: str, default: str = "") -> str:
    """A variable's text without spaces around it; `default` where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def parts(name: str) -> tuple[str, ...]:
    """What a variable lists, between commas."""
    return tuple(filter(None, (part.strip() for part in text(name).split(","))))


def is_on(name: str) -> bool:
    """Whether a variable says yes.

    Raises:
        OptionError: it says neither yes nor no.
    """
    said = text(name).lower()
    if said not in (*YES, *NO):
        raise OptionError(f"{name} is {quoted(said)}; it may be 1 or 0.")
    return said in YES


def address(name: str, schemes: tuple[str, ...]) -> SplitResult | None:
    """The URL in a variable, None where it is unset. The error never quotes it: it has passwords.

    Raises:
        OptionError: it is none of these schemes, or no URL.
    """
    given = text(name)
    if not given:
        return None
    allowed = " or ".join(f"{scheme}://" for scheme in schemes)
    try:
        parsed = urlsplit(given)
        _ = parsed.port  # raises as well
    except ValueError:
        raise OptionError(f"{name} is no URL; it should begin with {allowed}.") from None
    if parsed.scheme not in schemes:
        raise OptionError(f"{name} should begin with {allowed}.")
    return parsed
