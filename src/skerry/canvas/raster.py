"""A picture's SVG as PNG, by resvg, with one font whatever the machine has: DejaVu Sans.

It takes a fraction of a second, in which resvg lets no other thread of the process run. Who must go
on answering meanwhile asks a process of its own:

    python -m skerry.canvas.raster WIDTH < picture.svg > picture.png
"""

import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

FONT = "DejaVu Sans"


def rasterize(svg: str, width: int) -> bytes:
    """A PNG so many pixels wide. Raises ValueError: this is no SVG.

    The SVG is one without a style sheet, since resvg knows little of CSS.
    """
    from resvg_py import svg_to_bytes

    return svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,  # the same picture on each machine
        font_files=[str(font_folder() / f"DejaVuSans{face}.ttf") for face in ("", "-Bold")],
        font_family=FONT,
        sans_serif_family=FONT,
    )


@cache
def font_folder() -> Path:
    """Where the faces of FONT lie, which matplotlib brings along; it is not imported for that."""
    matplotlib = find_spec("matplotlib")
    assert matplotlib is not None
    assert matplotlib.origin is not None
    return Path(matplotlib.origin).parent / "mpl-data" / "fonts" / "ttf"


def main() -> None:
    """Read SVG from standard input, write PNG to standard output."""
    svg = sys.stdin.buffer.read().decode("utf-8")
    sys.stdout.buffer.write(rasterize(svg, int(sys.argv[1])))


if __name__ == "__main__":
    main()
