"""Which collections come with the package; asked without reading any, which takes a moment."""

from importlib.resources.abc import Traversable

from skerry.games.catalogue import info
from skerry.games.info import EXPLORER, folder

SETUPS = 10  # that are played, where starts are drawn: else no position would come twice


def file_of(name: str) -> Traversable | None:
    """The file with the positions of a game; None: there is no collection of it.

    Raises:
        OptionError: there is no such game.
    """
    file = folder(info(name).name) / EXPLORER
    return file if file.is_file() else None


def explored_seeds(name: str) -> range:
    """Seeds of the starts that were played in a game whose start is drawn; else none."""
    return range(SETUPS if info(name).has_setup and file_of(name) is not None else 0)
