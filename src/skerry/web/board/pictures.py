"""Boards as plain images, the pictures of the home page, and what programs that show links tell."""

import os
import re
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from skerry import games
from skerry.draw import board_svg
from skerry.draw.pictures import CARD, card_file
from skerry.games.catalogue import GAMES, info
from skerry.games.contract import game_module
from skerry.positions import Game, Position, position
from skerry.web.base.answers import whole_address
from skerry.web.base.limits import PICTURES, spend
from skerry.web.base.services import service
from skerry.web.board.files import Pictures, tagged

# Boards as plain images, without the cells and labels of a board that is played on.

_VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_FOR_PLAY = re.compile(
    r'\s(?:role|tabindex|aria-[a-z]+|data-(?:cell|left|right|up|down|targets))="[^"]*"'
)
_WHAT = re.compile(r'<svg [^>]*?aria-label="([^"]*)"')


def as_picture(svg: str) -> str:
    """The SVG of a board as an image: only its label is left for those who listen."""
    label = _WHAT.match(svg)
    bare = _FOR_PLAY.sub("", svg)
    words = f'role="img" aria-label="{label[1]}"' if label else 'aria-hidden="true"'
    return bare.replace("<svg ", f'<svg {words} focusable="false" ', 1)


@cache
def picture(name: str) -> SafeString:
    """A game's picture, as `main` below has drawn it: a page with it needs no kernel."""
    kept = files(games).joinpath(name, "picture.svg").read_text(encoding="utf-8")
    return mark_safe(kept)


@lru_cache(maxsize=64)
def start_picture(game: Game, seed: int | None) -> SafeString:
    """The board on which a game begins, as an image."""
    svg = board_svg(game.start(seed=seed), standalone=False, coordinates=False, prefix="new-")
    return mark_safe(as_picture(svg))


def ratio(svg: str) -> str:
    """Width by height of a board, so that its space is right before it is laid out."""
    found = _VIEW_BOX.search(svg)
    return f"{float(found[1]) / float(found[2]):.4f}" if found else ""


# The pictures of the games on the home page, drawn once and kept in the games' folders.
#
# `python -m skerry.web.board.pictures` draws them anew, from the position in each view.py.

FOLDER = Path(games.__path__[0])


def draw(name: str) -> str:
    """The picture of a game, as markup for a page."""
    shown = position(game_module(name).SHOWCASE)
    svg = board_svg(shown, standalone=False, coordinates=False, prefix=f"{name}-")
    return as_picture(svg) + "\n"


def main() -> None:
    """Draw all pictures, each in one step, so that no page ever shows half a one."""
    for one in GAMES:
        folder = FOLDER / one.name
        fresh = folder / f"picture.svg.{os.getpid()}"
        fresh.write_text(draw(one.name), encoding="utf-8")
        fresh.replace(folder / "picture.svg")


class Preview(NamedTuple):
    """What is told of a page."""

    title: str
    words: str  # a sentence, without what only some may know
    url: str  # of the page, as one that has been sent on
    picture: str
    shows: str  # what the picture shows, for who does not see it
    is_listed: bool = True  # whether search engines may list the page
    width: int = CARD[0]
    height: int = CARD[1]


def preview_of(
    request: HttpRequest,
    title: str,
    words: str,
    game: str,
    *,
    picture: str = "",
    is_listed: bool = True,
) -> Preview:
    """What is told of a page about a game, with a card of the page's own, or that of the game."""
    return Preview(
        title,
        " ".join(words.split()),
        whole_address(request, request.path),
        whole_address(request, picture or reverse("game-card", args=[game])),
        f"A board of {info(game).title}",
        is_listed,
    )


def card_of(request: HttpRequest, shown: Position) -> HttpResponse:
    """A position as the picture that goes with a link. Raises QuotaError, BusyError, Unfinished."""
    svg = service(Pictures).svg(request, f"card {shown.text}", lambda: card_file(shown))

    def make() -> HttpResponse:
        spend(request, PICTURES)
        made = service(Pictures).png(request, svg, CARD[0])
        return HttpResponse(made, content_type="image/png")

    return tagged(request, f"{CARD[0]} {svg}", make)


def game_card(request: HttpRequest, name: str) -> HttpResponse:
    """The card of a game: the position of its picture on the home page."""
    return card_of(request, position(game_module(name).SHOWCASE))


if __name__ == "__main__":
    main()
