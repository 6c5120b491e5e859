"""Pages for players on paper: a game's short rules and its guide, as values for templates."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from skerry import rulebook
from skerry.draw.heat_map import Heat, heat_map
from skerry.games.catalogue import info
from skerry.printing.typesetting import checked_paper, picture, typeset

if TYPE_CHECKING:
    from markdown_it.token import Token

BESIDE_PLAY = "Our reading"  # from this heading on, a page of rules is for who wants to know more
_RULE = re.compile(r"\s*\([A-Z]+-\d+\)")  # the number of a rule

Run = dict[str, Any]  # a stretch of text, and how it is set
Block = dict[str, Any]  # its kind, and its runs or its picture


def intro(name: str) -> list[Run]:
    """What the game is about: the first words after the names of game and designer."""
    blocks = [block for block in rules(name) if block["kind"] == "paragraph"]
    runs: list[Run] = blocks[1]["runs"]
    return runs


def rules(name: str) -> Iterator[Block]:
    """What one must know to play, block by block: headings, paragraphs, items, diagrams."""
    for block in blocks(rulebook.page(name)):
        if block["kind"] == "heading" and block["runs"][0]["text"] == BESIDE_PLAY:
            return
        yield block


def blocks(page: str) -> Iterator[Block]:
    """A page, block by block."""
    for piece in rulebook.pieces(page):
        if isinstance(piece, str):
            yield from _blocks(rulebook.without_links(piece))
        elif isinstance(piece, rulebook.FirstTurns):
            heats = {cell: Heat(*one) for cell, one in piece.heats.items()}
            svg = heat_map(piece.start.game.board, heats, piece.title, on_paper=True)
            yield {"kind": "map", "svg": svg, "alt": piece.title, "caption": piece.caption}
        else:
            after, last = piece.shown()
            shown = picture(after, last)
            yield {
                "kind": "diagram",
                "svg": shown.svg,
                "alt": shown.words,
                "caption": piece.caption,
            }


def printed_guide(name: str, paper: str = "a4") -> bytes:
    """A PDF of how to play a game well.

    Raises:
        OptionError: another paper, no such game, or no guide to it.
    """
    page, about = rulebook.guide(name), info(name)
    values = {
        "paper": checked_paper(paper),
        "title": about.title,
        "blocks": list(blocks(page)),
        "figures": [one._asdict() for one in rulebook.figures(page)],
        "command": f"skerry lab guide {about.name}",
    }
    return typeset("guide", values)


def _blocks(markdown: str) -> Iterator[Block]:
    from markdown_it import MarkdownIt

    kind = "paragraph"
    options = {"html": False, "typographer": True}
    for token in MarkdownIt("commonmark", options).enable("smartquotes").parse(markdown):
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
