"""What scripts remember in cookies, looks of boards among it, so that the right page comes."""

import re
from typing import NamedTuple

from django.http import HttpRequest

from skerry.canvas.looks import LOOKS, OWN
from skerry.lessons import Lesson, lessons_of

LEARNED = "skerry_learned"  # lessons that were done
AIMS = "skerry_aims"  # "yes": what the colours are after is drawn

_NAMES = re.compile(r"[a-z]+-[a-z]+(?:\.[a-z]+-[a-z]+)*")


class LessonEntry(NamedTuple):
    """A lesson in a list of those of its game."""

    lesson: Lesson
    is_done: bool


def lesson_list(request: HttpRequest, game: str) -> list[LessonEntry]:
    """The lessons of a game, in their order, and which of them this browser has done."""
    done = _learned(request)
    return [LessonEntry(one, f"{game}-{one.key}" in done) for one in lessons_of(game)]


def has_learned(request: HttpRequest, game: str) -> bool:
    """Whether any lesson of a game has been done in this browser."""
    return any(name.partition("-")[0] == game for name in _learned(request))


def _learned(request: HttpRequest) -> frozenset[str]:
    """The lessons that were done, such as "NAME-first"; none where the cookie is damaged."""
    kept = request.COOKIES.get(LEARNED, "")
    return frozenset(kept.split(".")) if _NAMES.fullmatch(kept) else frozenset()


def wants_aims(request: HttpRequest) -> bool:
    """Whether this browser wants to see on the board what both colours are after."""
    return request.COOKIES.get(AIMS) == "yes"


COOKIE = "skerry_board"  # such as "paper.on.off"
SWITCHES = {"on": True, "off": False}


class BoardChoices(NamedTuple):
    """A look, and whether coordinates and the marks of the last turn are shown."""

    look: str = OWN
    labels: bool = True
    marks: bool = True


def board_choices(request: HttpRequest) -> BoardChoices:
    """What a browser has chosen; a cookie that says something else is ignored."""
    look, *switches = request.COOKIES.get(COOKIE, "").split(".")
    if look not in LOOKS or len(switches) != 2 or not SWITCHES.keys() >= set(switches):
        return BoardChoices()
    return BoardChoices(look, *(SWITCHES[one] for one in switches))
