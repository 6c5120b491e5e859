"""Every colour of the boards, the shared ones and those of each game."""

from functools import cache

from skerry.canvas import colours as shared
from skerry.canvas import looks
from skerry.canvas.looks import LOOKS, OWN
from skerry.games.catalogue import GAMES
from skerry.games.showing.view_module import view_of


@cache
def colours(look: str = OWN) -> shared.Colours:
    """By name: in the light theme, in the dark one."""
    found = dict(shared.COLOURS)
    for info in GAMES:
        found |= view_of(info.name).COLOURS
    return found | changes(look)


def changes(look: str) -> dict[str, shared.Pair]:
    """The colours that a look has of its own."""
    found = dict(looks.COLOURS[look])
    for info in GAMES:
        found |= view_of(info.name).LOOKS.get(look, {})
    return found


def variables(*, dark: bool, look: str = OWN) -> str:
    """CSS declarations of one theme: all colours, or those that a look changes."""
    wanted = colours() if look == OWN else changes(look)
    return "".join(f"--{name}:{pair[dark]};" for name, pair in wanted.items())


def look_rules() -> str:
    """CSS rules for boards on a page whose root has data-board="paper" or another look."""
    rules = []
    for look in LOOKS:
        if look != OWN:
            root, dark = f'[data-board="{look}"]', variables(dark=True, look=look)
            rules += [
                f"{root} .board{{{variables(dark=False, look=look)}}}",
                "@media (prefers-color-scheme: dark)"
                f'{{{root}:not([data-theme="light"]) .board{{{dark}}}}}',
                f'{root}[data-theme="dark"] .board{{{dark}}}',
            ]
    return "\n".join(rules) + "\n"


def tone_rules() -> str:
    """CSS rules for the rings of the games that have some."""
    toned = [info.name for info in GAMES if view_of(info.name).TONES is not None]
    return "".join(shared.tone_rules(name) for name in toned)
