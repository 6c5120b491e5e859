"""What was chosen for the last new game of a kind: a cookie of its form keeps it.

The server writes the cookie when a game begins, and reads it when it renders the form again, so
that the form comes up right at once. Whatever else stands in it is ignored.
"""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from skerry.errors import SkerryError
from skerry.games.contract import GameInfo
from skerry.web.play import forms

COOKIE = "skerry_new_{}"
YEAR = 365 * 24 * 3600
LONGEST_COOKIE = 1000  # characters
MOST_FIELDS = 30


def remember(response: HttpResponseBase, info: GameInfo, sent: Mapping[str, str]) -> None:
    """Let the browser keep what a form asked for, but for names and the seed."""
    kept = {
        name: sent[name].strip()[: forms.LONGEST_FIELD] for name in _kept(info) if sent.get(name)
    }
    response.set_cookie(
        COOKIE.format(info.name),
        urlencode(kept),
        max_age=YEAR,
        path=reverse("new", args=[info.name]),
        httponly=True,
        samesite="Lax",
    )


def remembered(request: HttpRequest, info: GameInfo) -> dict[str, str] | None:
    """What a form of this browser asked for last; None: nothing, or nothing that is possible."""
    cookie = request.COOKIES.get(COOKIE.format(info.name), "")
    if not cookie or len(cookie) > LONGEST_COOKIE:
        return None
    try:
        read = dict(parse_qsl(cookie, max_num_fields=MOST_FIELDS))
        sent = _with_defaults(info, {name: read[name] for name in _kept(info) if name in read})
        forms.read_new_game(info, sent)
    except (ValueError, SkerryError):
        return None
    return sent


def _kept(info: GameInfo) -> list[str]:
    return [
        "opponent",
        "side",
        "time",
        "listed",
        "rated",
        "prepared",
        *(option.name for option in info.options),
    ]


def _with_defaults(info: GameInfo, sent: Mapping[str, str]) -> dict[str, str]:
    """An option that came after the cookie; a switch that is off is not sent either."""
    switches = {option.name for option in info.options if option.kind == "switch"}
    defaults = forms.default_values(info).items()
    return {name: value for name, value in defaults if name not in switches} | dict(sent)
