"""What every template may use."""

from contextlib import suppress

from django.contrib.humanize.templatetags.humanize import apnumber
from django.db import Error
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from skerry.canvas.looks import LOOKS
from skerry.draw.theme import THEME
from skerry.games.catalogue import FEATURED
from skerry.web.accounts.models import User
from skerry.web.base.answers import methods_of, page_above, page_of
from skerry.web.base.cookies import board_choices
from skerry.web.base.seats import seat_of
from skerry.web.correspondence import waiting
from skerry.web.tournaments import ladders

THEME_COOKIE = "skerry_theme"
THEMES = ("auto", "light", "dark")


def theme(request: HttpRequest) -> dict[str, object]:
    """Theme and look of the boards that this browser asked for, and the grounds of both themes."""
    chosen = request.COOKIES.get(THEME_COOKIE, "auto")
    return {
        "theme": chosen if chosen in THEMES else "auto",
        "grounds": THEME["ground"],
        "board": board_choices(request),
        "looks": LOOKS,
    }


def account(request: HttpRequest) -> dict[str, User | None]:
    """The account, None for a guest, and on a page that says why the database fails."""
    with suppress(Error):
        user = getattr(request, "user", None)
        # Its truth loads it; a browser without a session costs no query.
        if user is not None and user.is_authenticated:
            return {"account": user}
    return {"account": None}


def num_waiting(request: HttpRequest) -> dict[str, object]:
    """How many games and challenges wait for one, as `waiting.num_waiting`, where a page shows it.

    And whether who looks plays with others, so that the page is told when that changes.
    """
    found = SimpleLazyObject(lambda: waiting.counted(request))
    return {
        "num_waiting": SimpleLazyObject(lambda: max(0, int(str(found)))),
        "plays_with_others": SimpleLazyObject(lambda: int(str(found)) != waiting.NOBODY),
    }


def asked_on_ladders(request: HttpRequest) -> dict[str, object]:
    """The challenges on ladders that who looks is to answer, for the pages that list them."""
    return {"asked_on_ladders": SimpleLazyObject(lambda: ladders.asked(seat_of(request)))}


def page_address(request: HttpRequest) -> dict[str, object]:
    """What a browser shows as its address, "" for the one it has asked.

    What a refused form leaves there takes only POST, and could not be opened again. And the page
    above it, to which one can go where there is nothing.
    """
    above = SimpleLazyObject(lambda: page_above(request.path_info))
    match = request.resolver_match
    if match is None or "GET" in methods_of(match.func) or request.path.startswith("/api/"):
        return {"page_address": "", "page_above": above}
    return {"page_address": page_of(request), "page_above": above}


def catalogue(request: HttpRequest) -> dict[str, object]:
    """How many games there are, and which, in words."""
    titles = [info.title for info in FEATURED]
    return {
        "num_games": apnumber(len(titles)),
        "game_titles": f"{', '.join(titles[:-1])} and {titles[-1]}",
    }
