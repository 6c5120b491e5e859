"""The pictures of the games on the home page, drawn once and kept in the games' folders.

`python -m skerry.web.board.game_pictures` draws them anew, from the position in each view.py.
"""

import os
from pathlib import Path

from skerry import games
from skerry.draw import board_svg
from skerry.games.catalogue import GAMES
from skerry.games.showing.view_module import view_of
from skerry.positions import position
from skerry.web.board.pictures import as_picture

FOLDER = Path(games.__path__[0])


def draw(name: str) -> str:
    """The picture of a game, as markup for a page."""
    shown = position(view_of(name).SHOWCASE)
    svg = board_svg(shown, standalone=False, coordinates=False, prefix=f"{name}-")
    return as_picture(svg) + "\n"


def main() -> None:
    """Draw all pictures, each in one step, so that no page ever shows half a one."""
    for info in GAMES:
        folder = FOLDER / info.name
        fresh = folder / f"picture.svg.{os.getpid()}"
        fresh.write_text(draw(info.name), encoding="utf-8")
        fresh.replace(folder / "picture.svg")


if __name__ == "__main__":
    main()
