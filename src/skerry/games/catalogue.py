"""Which games there are: one line each."""

from skerry.errors import OptionError, quoted
from skerry.games.info import GameInfo, info_of

_FOLDERS = (
    "spry",
    "sytran",
    "byg",
    "kitaran",
    "syrtis",
    "y",
)

GAMES = tuple(info_of(folder) for folder in _FOLDERS)
FEATURED = tuple(info for info in GAMES if not info.is_for_comparison)


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
