"""Every colour of the boards, the shared ones and those of each game."""

from functools import cache

from ..canvas import colours as shared
from ..games.catalogue import GAMES
from ..games.showing.view_module import view_of


@cache
def colours() -> shared.Colours:
    """By name: in the light theme, in the dark one."""
    found = dict(shared.COLOURS)
    for info in GAMES:
        found |= view_of(info.name).COLOURS
    return found


def variables(*, dark: bool) -> str:
    """CSS declarations of all colours of one theme."""
    return "".join(f"--{name}:{pair[dark]};" for name, pair in colours().items())


def tone_rules() -> str:
    """CSS rules for the rings of the games that have some."""
    toned = [info.name for info in GAMES if view_of(info.name).TONES is not None]
    return "".join(shared.tone_rules(name) for name in toned)
