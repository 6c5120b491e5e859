"""Pages for players, as Markdown: the rules of each game, and how to play it well.

The site, the command line and docs/ show them. A page holds diagrams, each a fence with a
position's text, which may claim what is legal there, or go on with a turn:

    ```position legal=c3,end illegal=e5:RULE turn=c3,d4
    a position's text, as `skerry.position` reads it
    ```

Readers show the position, or the one after the turn, whose stones are marked; the tests hold the
page to its claims. Figures of a guide are links to `figure:` (lab/guides.py), of which readers
show the words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple

from skerry import games
from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.games.info import GUIDE, RULES, has_file
from skerry.positions import Position, position

_FENCE = re.compile(r"^```position(?P<claims>[^\n]*)\n(?P<text>[^\n]*)\n```\n?", re.MULTILINE)


@dataclass(frozen=True)
class Diagram:
    """A position that a page shows, and what the page claims of it."""

    text: str  # as `skerry.position` reads it
    turn: str = ""  # that is played in it, and shown as the last one
    legal: tuple[str, ...] = ()  # actions
    illegal: tuple[tuple[str, str], ...] = ()  # actions, each with the rule that forbids it

    def shown(self) -> tuple[Position, tuple[int, ...]]:
        """The position after the turn, and the actions of that turn."""
        before = position(self.text)
        if not self.turn:
            return before, ()
        return before.play_turn(self.turn), before.game.parse_turn(self.turn)


class Figure(NamedTuple):
    """A figure of a guide."""

    words: str
    address: str  # what was asked of the store
    evidence: str  # of which games it is


FIGURE = re.compile(
    r"\[(?P<words>[^\]]*)\]\(figure:(?P<address>[^\s)]+)(?: \"(?P<evidence>[^\"]*)\")?\)"
)


def page(name: str, file: str = RULES) -> str:
    """The rules of a game, or another page of its, as Markdown.

    Raises:
        OptionError: there is no such game, or it has no such page.
    """
    if not has_file(info(name).name, file):
        raise OptionError(f"There is no {file.removesuffix('.md')} to {info(name).title}.")
    return files(games).joinpath(info(name).name, file).read_text(encoding="utf-8")


def guide(name: str) -> str:
    """How to play a game well. Raises OptionError: there is no such game, or no guide to it."""
    return page(name, GUIDE)


def figures(markdown: str) -> list[Figure]:
    """The figures of a page, in order."""
    return [
        Figure(one["words"], one["address"], one["evidence"] or "")
        for one in FIGURE.finditer(markdown)
    ]


def without_links(markdown: str) -> str:
    """A page whose figures are words alone."""
    return FIGURE.sub(r"\g<words>", markdown)


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
    turn = given.pop("turn", "")
    if given:
        raise ValueError(f"A diagram can claim legal, illegal and turn, not {', '.join(given)}.")
    return Diagram(text, turn, legal, illegal)
