"""Paint the site's icon for home screens: `.venv/bin/python -m tools.make_icons`.

The drawing is `base/icon.svg`; run it again when that changes. It needs the browser of the tests.
"""

import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.get_chromium import find_shell

WEB = Path(__file__).resolve().parent.parent / "src" / "skerry" / "web"
DRAWING = WEB / "base" / "static" / "base" / "icon.svg"
FOLDER = WEB / "offline" / "static" / "offline"
# By name: pixels, and whether its ground reaches the edges, for systems that cut their own shape.
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
    "icon-touch.png": (180, True),
}
SAFE = 0.78  # the share of a full icon that no shape cuts


def full(drawing: str) -> str:
    """The drawing on a ground that reaches the edges.

    Raises:
        ValueError: the drawing does not begin with its ground.
    """
    found = re.search(r'(<svg[^>]*>\s*)(<rect[^>]*?) rx="\d+"([^>]*>)(.*)(</svg>)', drawing, re.S)
    if found is None:
        raise ValueError(f"{DRAWING} does not begin with a ground of rounded corners")
    start, ground, colour, rest, end = found.groups()
    middle = f"translate(32 32) scale({SAFE}) translate(-32 -32)"
    return f'{start}{ground}{colour}<g transform="{middle}">{rest}</g>{end}'


def main() -> int:
    """Paint all icons; 1 and a sentence without a browser."""
    shell = find_shell()
    if shell is None:
        print("Painting icons needs Chromium: run tools/get_chromium.py first.", file=sys.stderr)
        return 1
    drawing = DRAWING.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(shell), args=["--no-sandbox"])
        for name, (size, is_full) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }}</style>{full(drawing) if is_full else drawing}"
            )
            page.screenshot(path=FOLDER / name, omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
