"""Boards as plain images, without the cells and labels of a board that is played on."""

import re

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
