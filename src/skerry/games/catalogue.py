"""Which games there are: one line each."""

from ..errors import OptionError, quoted
from .byg import info as byg
from .contract import GameInfo
from .kitaran import info as kitaran
from .spry import info as spry
from .syrtis import info as syrtis
from .sytran import info as sytran

GAMES: tuple[GameInfo, ...] = (spry.INFO, sytran.INFO, byg.INFO, kitaran.INFO, syrtis.INFO)
SPRY, SYTRAN, BYG, KITARAN, SYRTIS = (info.index for info in GAMES)


def info(name: str) -> GameInfo:
    """The game of that name.

    Raises:
        OptionError: there is no such game.
    """
    for game in GAMES:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in GAMES)
    raise OptionError(f"There is no game {quoted(name)}; the games are {known}.")
