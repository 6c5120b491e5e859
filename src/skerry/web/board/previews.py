"""What programs that show links tell of a page: a title, a sentence, and a picture of a board."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from skerry.draw.pictures import CARD, card_file
from skerry.games.catalogue import info
from skerry.games.contract import game_module
from skerry.positions import Position, position
from skerry.web.base.answers import whole_address
from skerry.web.base.limits import PICTURES, spend
from skerry.web.base.services import service
from skerry.web.board.files import Pictures, tagged


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
    """What is told of a page about a game.

    Args:
        request: of the page.
        title: of the page.
        words: a sentence on it.
        game: name of the game.
        picture: address of a card of the page's own; "" for that of the game.
        is_listed: whether search engines may list it.
    """
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
