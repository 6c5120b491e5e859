"""The rules for players: one Markdown page a game, shown by the site, the command line and docs/.

A page holds diagrams, each a fence with a position's text, which may claim what is legal there:

    ```position legal=c3,end illegal=e5:RULE
    a position's text, as `skerry.position` reads it
    ```

Readers show the position; the tests hold the page to its claims.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from skerry import games
from skerry.games.catalogue import info

_FENCE = re.compile(r"^```position(?P<claims>[^\n]*)\n(?P<text>[^\n]*)\n```\n?", re.MULTILINE)


@dataclass(frozen=True)
class Diagram:
    """A position that a page shows, and what the page claims of it."""

    text: str  # as `skerry.position` reads it
    legal: tuple[str, ...] = ()  # actions
    illegal: tuple[tuple[str, str], ...] = ()  # actions, each with the rule that forbids it


def page(name: str) -> str:
    """The rules of a game, as Markdown.

    Raises:
        OptionError: there is no such game.
    """
    return files(games).joinpath(info(name).name, "rules.md").read_text(encoding="utf-8")


def parts(markdown: str) -> Iterator[str | Diagram]:
    """A page from its top: stretches of plain Markdown, and the diagrams between them."""
    end = 0
    for fence in _FENCE.finditer(markdown):
        if markdown[end : fence.start()].strip():
            yield markdown[end : fence.start()]
        yield _diagram(fence["text"], fence["claims"])
        end = fence.end()
    if markdown[end:].strip():
        yield markdown[end:]


def _diagram(text: str, claims: str) -> Diagram:
    given = dict(claim.split("=", 1) for claim in claims.split())
    legal = tuple(filter(None, given.pop("legal", "").split(",")))
    illegal = tuple(
        (action, rule)
        for action, _, rule in (
            claim.rpartition(":") for claim in filter(None, given.pop("illegal", "").split(","))
        )
    )
    if given:
        raise ValueError(f"A diagram can claim legal and illegal, not {', '.join(given)}.")
    return Diagram(text, legal, illegal)
