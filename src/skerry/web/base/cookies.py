"""What scripts of pages remember in cookies, so that the server sends the right page at once."""

import re

from django.http import HttpRequest

LEARNED = "skerry_learned"  # lessons that were done
AIMS = "skerry_aims"  # "yes": what the colours are after is drawn

_NAMES = re.compile(r"[a-z]+-[a-z]+(?:\.[a-z]+-[a-z]+)*")


def has_learned(request: HttpRequest, game: str) -> bool:
    """Whether any lesson of a game has been done in this browser."""
    kept = request.COOKIES.get(LEARNED, "")
    if not _NAMES.fullmatch(kept):
        return False
    return any(name.partition("-")[0] == game for name in kept.split("."))


def wants_aims(request: HttpRequest) -> bool:
    """Whether this browser wants to see on the board what both colours are after."""
    return request.COOKIES.get(AIMS) == "yes"
