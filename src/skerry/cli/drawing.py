"""`skerry draw`: a picture of a position, as a file or for another program."""

import sys
from pathlib import Path

from skerry.cli.showing import Source
from skerry.cli.writing import write_file
from skerry.draw import board_picture
from skerry.errors import OptionError

THEMES = ("light", "dark")


def checked_theme(theme: str) -> str:
    """The name of a theme. Raises OptionError: there is no such theme."""
    if theme not in THEMES:
        raise OptionError(f"There is no theme {theme!r}; the themes are {' and '.join(THEMES)}.")
    return theme


def draw_source(
    source: Source,
    out: Path | None,
    kind: str | None,
    width: int | None,
    theme: str,
    last: bool,
    *,
    force: bool = False,
) -> None:
    """Draw a position.

    Args:
        source: what to draw.
        out: the file to write; None: standard output.
        kind: "svg" or "png"; None: as the file's name ends, else SVG.
        width: in pixels; None: the usual one.
        theme: "light" or "dark".
        last: whether to mark the last turn, where it is known.
        force: whether a file that is there already is written over.

    Raises:
        OptionError: no such kind, theme or width, pixels for a terminal, or a file that is there.
    """
    is_dark = checked_theme(theme) == "dark"
    if kind is None:
        kind = "svg" if out is None else out.suffix.removeprefix(".").lower()
    if kind == "png" and out is None and sys.stdout.isatty():
        raise OptionError("A terminal cannot show a PNG; name a file, as in --out board.png.")
    marked = source.last_turn if last else ()
    picture = board_picture(source.position, kind, width=width, last=marked, dark=is_dark)
    if out is None:
        sys.stdout.buffer.write(picture)
    else:
        write_file(out, picture, force=force)
