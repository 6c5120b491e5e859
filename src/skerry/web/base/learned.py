"""Which lessons a browser has done: its cookie says so, which the lessons' script writes."""

import re

from django.http import HttpRequest

COOKIE = "skerry_learned"

_NAMES = re.compile(r"[a-z]+-[a-z]+(?:\.[a-z]+-[a-z]+)*")


def has_learned(request: HttpRequest, game: str) -> bool:
    """Whether any lesson of a game has been done in this browser."""
    kept = request.COOKIES.get(COOKIE, "")
    if not _NAMES.fullmatch(kept):
        return False
    return any(name.partition("-")[0] == game for name in kept.split("."))
