"""Which games' texts are judged: the modules beside this one that are called as games are."""

from collections.abc import Iterator
from typing import Protocol, cast

from skerry.errors import OptionError
from skerry.lab.claims.claims import Claim, Finding, Match, Size
from skerry.lab.claims.games import byg, kitaran, spry, syrtis, sytran
from skerry.lab.claims.results import Results


class Text(Protocol):
    """`NAME.py`: what the text of a game says, and how it is judged."""

    CLAIMS: tuple[Claim, ...]

    def matches(self, size: Size) -> Iterator[Match]:
        """What is to be played for the claims."""

    def judge(self, results: Results) -> list[Finding]:
        """A finding on each claim, in the order of CLAIMS."""


# Modules are values of that type, as far as a type checker can tell.
TEXTS = cast(tuple[Text, ...], (spry, sytran, byg, kitaran, syrtis))
CLAIMS: tuple[Claim, ...] = tuple(claim for text in TEXTS for claim in text.CLAIMS)
BY_KEY = {claim.key: claim for claim in CLAIMS}


def text_of(name: str) -> Text:
    """What the text of a game says. Raises OptionError where nothing of it is judged."""
    found = {text.CLAIMS[0].game: text for text in TEXTS}
    if name not in found:
        raise OptionError(f"No claims about {name!r} are tested; choose from {', '.join(found)}.")
    return found[name]
