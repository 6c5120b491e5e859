"""How a browser wants its boards: its cookie says so, which the dialog of a game's page writes."""

from typing import NamedTuple

from django.http import HttpRequest

from skerry.canvas.looks import LOOKS, OWN

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
