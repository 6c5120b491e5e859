"""The pictures of the five games on the home page, drawn once and kept as templates.

A page with them thus needs no kernel. `python -m skerry.web.game_pictures` draws them anew.
"""

import os
from pathlib import Path

from ..draw import board_svg
from ..positions import position
from .pictures import as_picture

FOLDER = Path(__file__).parent / "templates" / "skerry" / "pictures"

# Games between two searches, when the board says most about the game.
POSITIONS = {
    "spry": "spry size=5 swap=off | 1w3/w1w3/3w2w/1bbbw3/2b4b1/1wb1w3/3w1w1/wbwb2/1w1b1 | "
    "player=1 first=0 turn=7 placed=-",
    "sytran": "sytran size=6 penalty=4 swap=on | 1wbbb1/1w1wwwb/8/bb1b2bww/wb6bb/1w1w6b/1ww4wb1/"
    "bb1w2wb1/1w6/1bbwbw1/b2ww1 | player=1 first=0 turn=15 placed=-",
    "byg": "byg size=6 cap=3 swap=off | 1b2w1/1wbb3/2w1w2b/2b1w4/1b2wbw1w1/1b3bb1b1b/2wb1wb3/"
    "bb2ww3/w1wbb3/wwb4/6 | player=0 first=0 turn=15 placed=-",
    "kitaran": "kitaran size=5 komi=0 swap=off cycle_limit=50 | ww3/wb1b1/bw2w/bb1w1/bb3 | "
    "player=1 first=0 turn=17 conversions=0 frozen=b4",
    "syrtis": "syrtis board=major stall_limit=100 | 2c1C2/1cssC2/ccCScSs/SsC1sCc/CcScsSS/1ssCC2/"
    "2s4 | player=1 first=1 turn=12 phase=play light=c6,e6 dark=c3,d2 sunk=0,1 passes=0,0 "
    "sinker=dark calm=0",
}


def draw(name: str) -> str:
    """The picture of a game, as markup for a page."""
    svg = board_svg(
        position(POSITIONS[name]), standalone=False, coordinates=False, prefix=f"{name}-"
    )
    return as_picture(svg) + "\n"


def main() -> None:
    """Draw all pictures, each in one step, so that no page ever shows half a one."""
    for name in POSITIONS:
        fresh = FOLDER / f"{name}.svg.{os.getpid()}"
        fresh.write_text(draw(name), encoding="utf-8")
        fresh.replace(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
