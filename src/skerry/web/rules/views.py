"""The rules of a game, and its guide, as pages with their positions drawn."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from markdown_it import MarkdownIt

from skerry import rulebook
from skerry.games.info import GUIDE, RULES, GameInfo
from skerry.web.base.answers import find_game, require_GET, require_safe
from skerry.web.base.bodies import query_choice
from skerry.web.base.cookies import lesson_list
from skerry.web.board.files import PAPERS, printed, refuses
from skerry.web.board.pictures import as_picture, game_card, preview_of

# Numbers of rules are for programs and records, and so is what letters stand for in text diagrams,
# which the page draws.
RULE_NUMBERS = re.compile(r"\s*\((?:[A-Z]+-\d+(?:, | and | to )?)+\)")
TEXT_DIAGRAMS = re.compile(r"^In the diagrams of text,.*?\n\n", re.MULTILINE | re.DOTALL)


class Part(NamedTuple):
    """A piece of the text, or a picture."""

    html: str
    position: str = ""  # that a diagram shows
    caption: str = ""  # of a diagram, or of a map of first turns
    colour: str = ""  # whose shares it shows
    game: str = ""  # that opens as a study, by its place in the guide
    pieces: tuple["Part", ...] = ()  # of such a game
    pair: tuple["Part", ...] = ()  # diagrams to be compared, which stand side by side


@lru_cache
def parts(name: str, file: str = RULES) -> tuple[Part, ...]:
    """A page of a game, from the beginning to the end. Raises OptionError: there is none."""
    # Markup in the pages would be theirs alone; none is needed, so none is let through.
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": True})
    markdown.enable(["table", "smartquotes"])

    def shown(part: rulebook.Part, number: str) -> Part:
        if isinstance(part, str):
            return Part(markdown.render(_for_people(name, part)))
        if isinstance(part, rulebook.FirstTurns):
            return _map(part)
        if isinstance(part, rulebook.Diagram):
            return _diagram(part, f"d{number}-")
        pieces = tuple(shown(one, f"{number}-{k}") for k, one in enumerate(part.parts()))
        return Part(part.words, game=f"{part.game}/{part.number}", pieces=pieces)

    pieces = rulebook.parts(rulebook.page(name, file))
    return tuple(_paired([shown(part, str(k)) for k, part in enumerate(pieces)]))


def _paired(parts: Iterable[Part]) -> Iterator[Part]:
    """The same, with diagrams that follow each other and have captions as one part."""
    for is_told, together in groupby(parts, lambda one: bool(one.position and one.caption)):
        if is_told:
            yield Part("", pair=tuple(together))
        else:
            yield from together


def _for_people(name: str, text: str) -> str:
    puzzles = f"{reverse('puzzle-corner', args=[name])}?theme="
    pages = {
        rulebook.CLAIMS: reverse("lab-claims"),
        rulebook.FAIR: reverse("lab-game", args=[name]),
    }
    plain = rulebook.without_links(text, puzzles, pages)
    return RULE_NUMBERS.sub("", TEXT_DIAGRAMS.sub("", plain))


def _diagram(diagram: rulebook.Diagram, prefix: str) -> Part:
    from skerry.draw import board_svg

    shown, last = diagram.shown()
    svg = board_svg(shown, last=last, standalone=False, prefix=prefix)
    return Part(as_picture(svg), shown.text, diagram.caption)


def _map(turns: rulebook.FirstTurns) -> Part:
    from skerry.draw.heat_map import Heat, heat_map

    game = turns.start.game
    heats = {cell: Heat(*one) for cell, one in turns.heats.items()}
    svg = heat_map(game.board, heats, turns.title)
    return Part(svg, caption=turns.caption, colour=game.info.colours[0].capitalize())


@require_GET
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a game, with diagrams."""
    chosen = find_game(name)
    context = {
        "info": chosen,
        "parts": parts(name),
        "lessons": lesson_list(request, name),
        "preview": preview_of(request, f"Rules of {chosen.title}", chosen.summary, name),
    }
    return render(request, "rules/rules.html", context)


def find_guide(name: str) -> GameInfo:
    """The game, which has a guide. Raises Http404, and as `find_game`."""
    chosen = find_game(name)
    if not chosen.has_guide:
        raise Http404(f"There is no guide to {chosen.title}.")
    return chosen


@require_GET
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """How to play a game well."""
    chosen = find_guide(name)
    title = f"How to play {chosen.title} well"
    context = {
        "info": chosen,
        "parts": parts(name, GUIDE),
        "lessons": lesson_list(request, name),
        "figures": rulebook.figures(rulebook.guide(name)),
        "preview": preview_of(request, title, chosen.summary, name),
    }
    return render(request, "rules/guide.html", context)


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


@require_safe
@refuses
def printed_guide(request: HttpRequest, name: str) -> HttpResponse:
    """The guide to be printed, as `skerry guide` writes it: `?paper=letter`."""
    chosen = find_guide(name)
    paper = query_choice(request, "paper", PAPERS)
    file = f"{chosen.name}-guide.pdf"
    return printed(request, ("guide", paper), chosen.name, file, "application/pdf")
