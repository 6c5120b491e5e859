"""Names of guests: two plain words and a number, such as "Quiet Harbour 27".

Any pair of the words can be said to anybody, and with the number none is longer than a name may be.
"""

import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path

_ONES, _MORE = 100, 10_000  # numbers below; the larger ones where many names are gone
_SHORT_TRIES = 5


@cache
def words() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first words, and the second ones."""
    text = Path(__file__).with_name("guest_words.txt").read_text(encoding="ascii")
    first, second = text.split("\n\n")
    return tuple(first.split()), tuple(second.split())


def guest_names() -> Callable[[], str]:
    """A function that gives a random name at each call, with longer numbers after a few."""
    tried = 0

    def name() -> str:
        nonlocal tried
        tried += 1
        number = 2 + secrets.randbelow((_ONES if tried <= _SHORT_TRIES else _MORE) - 2)
        first, second = map(secrets.choice, words())
        return f"{first} {second} {number}"

    return name
