"""The short rules of a game for its printed board, as values: no markup is written."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from skerry import rulebook
from skerry.positions import position
from skerry.printing.diagrams import picture

if TYPE_CHECKING:
    from markdown_it.token import Token

BESIDE_PLAY = "Our reading"  # from this heading on, a page of rules is for who wants to know more
_RULE = re.compile(r"\s*\([A-Z]+-\d+\)")  # the number of a rule

Run = dict[str, Any]  # a stretch of text, and how it is set


def intro(name: str) -> list[Run]:
    """What the game is about: the first words after the names of game and designer."""
    blocks = [block for block in rules(name) if block["kind"] == "paragraph"]
    runs: list[Run] = blocks[1]["runs"]
    return runs


def rules(name: str) -> Iterator[dict[str, Any]]:
    """What one must know to play, block by block: headings, paragraphs, items, diagrams."""
    for part in rulebook.parts(rulebook.page(name)):
        if isinstance(part, rulebook.Diagram):
            shown = picture(position(part.text))
            yield {"kind": "diagram", "svg": shown.svg, "alt": shown.words}
            continue
        for block in _blocks(part):
            if block["kind"] == "heading" and block["runs"][0]["text"] == BESIDE_PLAY:
                return
            yield block


def _blocks(markdown: str) -> Iterator[dict[str, Any]]:
    from markdown_it import MarkdownIt

    kind = "paragraph"
    for token in MarkdownIt("commonmark", {"html": False}).parse(markdown):
        if token.type == "heading_open":
            kind = "title" if token.tag == "h1" else "heading"
        elif token.type == "list_item_open":
            kind = "item"
        elif token.type in ("heading_close", "list_item_close"):
            kind = "paragraph"
        elif token.type == "inline":
            yield {"kind": kind, "runs": list(_runs(token.children or ()))}


def _runs(tokens: "Sequence[Token]") -> Iterator[Run]:
    strong = emph = False
    for token in tokens:
        if token.type in ("strong_open", "strong_close"):
            strong = token.nesting > 0
        elif token.type in ("em_open", "em_close"):
            emph = token.nesting > 0
        elif token.type == "softbreak":
            yield {"text": " ", "strong": strong, "emph": emph}
        elif token.content:
            text = _RULE.sub("", token.content)
            yield {"text": text, "strong": strong, "emph": emph}
