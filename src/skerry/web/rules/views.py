"""The rules of a game as a page, their positions drawn."""

import re
from functools import lru_cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from markdown_it import MarkdownIt

from skerry import rulebook
from skerry.positions import position
from skerry.web.base.answers import find_game, require_GET, require_safe
from skerry.web.base.bodies import query_choice
from skerry.web.board.files import PAPERS, printed, refuses
from skerry.web.board.pictures import as_picture, game_card, preview_of

# Numbers of rules are for programs and records, and so is what letters stand for in text diagrams,
# which the page draws.
RULE_NUMBERS = re.compile(r"\s*\((?:[A-Z]+-\d+(?:, | and | to )?)+\)")
TEXT_DIAGRAMS = re.compile(r"^In the diagrams of text,.*?\n\n", re.MULTILINE | re.DOTALL)


class Part(NamedTuple):
    """A piece of the text, or a diagram."""

    html: str
    is_diagram: bool


@lru_cache
def parts(name: str) -> tuple[Part, ...]:
    """The rules of a game, from the beginning to the end. Raises OptionError: no such game."""
    # Markup in the pages would be theirs alone; none is needed, so none is let through.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    found: list[Part] = []
    for part in rulebook.parts(rulebook.page(name)):
        if isinstance(part, str):
            found.append(Part(markdown.render(_for_people(part)), is_diagram=False))
        else:
            number = 1 + sum(one.is_diagram for one in found)
            found.append(Part(_diagram(part.text, f"d{number}-"), is_diagram=True))
    return tuple(found)


def _for_people(text: str) -> str:
    return RULE_NUMBERS.sub("", TEXT_DIAGRAMS.sub("", text))


def _diagram(text: str, prefix: str) -> str:
    from skerry.draw import board_svg

    return as_picture(board_svg(position(text), standalone=False, prefix=prefix))


@require_GET
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a game, with diagrams."""
    chosen = find_game(name)
    context = {
        "info": chosen,
        "parts": parts(name),
        "preview": preview_of(request, f"Rules of {chosen.title}", chosen.summary, name),
    }
    return render(request, "rules/rules.html", context)


@require_safe
@refuses
def card(request: HttpRequest, name: str) -> HttpResponse:
    """The picture that goes with links to pages about the game."""
    return game_card(request, find_game(name).name)


@require_safe
@refuses
def board(request: HttpRequest, name: str) -> HttpResponse:
    """The board to be printed, as `skerry print` writes it: `?paper=letter`."""
    chosen = find_game(name)
    paper = query_choice(request, "paper", PAPERS)
    return printed(request, ("board", paper), chosen.name, f"{chosen.name}.pdf", "application/pdf")
