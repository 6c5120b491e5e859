"""What was played in a position, in Skerry's collections and in one's own games."""

from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from cachetools import LRUCache
from django.http import HttpRequest

from skerry.errors import OptionError, SkerryError
from skerry.positions import Position
from skerry.text import spaced
from skerry.web.base.background import Background, Kind, Work
from skerry.web.play.models import OVER
from skerry.web.play.queries import games_of
from skerry.web.play.records import record_of

if TYPE_CHECKING:
    from skerry.lab.explorer import Explorer

MOST_OWN = 200  # finished games of one's own that count, the latest
OWN_BYTES = 32_000_000  # of all games of browsers that are kept
OWN_POSITION_BYTES = 700  # of a position and the turns played there
READING = Kind("explorers", "Many games are being looked through; ask again in a moment.")
MOST_TURNS = 12  # that are told of a position


class Explorers:
    """The explorers used so far. Any thread may ask."""

    def __init__(self, background: Background) -> None:
        """None is read before it is asked for: a table of a hundred thousand rows takes memory."""
        self._background = background
        self._kept: dict[str, Explorer | None] = {}
        self._with_own: LRUCache[tuple[str, str], tuple[object, Explorer]] = LRUCache(
            OWN_BYTES, lambda kept: 20_000 + OWN_POSITION_BYTES * kept[1].num_own
        )
        self._lock = Lock()

    def turns(
        self, request: HttpRequest, position: Position, holder: str | None
    ) -> list[dict[str, object]] | None:
        """The turns played in a position, those of most games first; None: there is no collection.

        The finished games of a holder are counted as well.

        Raises:
            Unfinished: the games are read in the background.
            BusyError: too many others wait for theirs.
        """
        explorer = self._of(request, position.game.name)
        if explorer is None or position.game != explorer.rules:
            return None
        if holder is not None:
            explorer = self._own(request, explorer, position.game.name, holder)
        return [
            {
                "text": turn.turn,
                "shown": spaced(turn.turn),
                "games": turn.games,
                "own": turn.own,
                "share": round(turn.share, 3),
                "interval": [round(bound, 3) for bound in turn.interval],
                "value": turn.value,
                "playouts": turn.playouts,
            }
            for turn in explorer.turns(position, MOST_TURNS)
        ]

    def _of(self, request: HttpRequest, name: str) -> "Explorer | None":
        """The collection of a game, if there is one."""
        with self._lock:
            if name in self._kept:
                return self._kept[name]

        def read(work: Work) -> "Explorer | None":
            from skerry.lab.explorer import kept

            try:
                found = kept(name)
            except OptionError:
                found = None
            with self._lock:
                self._kept[name] = found
            return found

        return self._background.ask(request, READING, name, read)

    def _own(
        self, request: HttpRequest, explorer: "Explorer", name: str, holder: str
    ) -> "Explorer":
        """With the finished games of a browser."""
        finished = games_of(holder).filter(game=name, status=OVER)
        latest = tuple(finished.values_list("pk", "version")[:MOST_OWN])
        with self._lock:
            known = self._with_own.get((name, holder))
        if known is not None and known[0] == latest:
            return known[1]
        games = list(finished[:MOST_OWN])

        def count(work: Work) -> "Explorer":
            records = []
            for saved in games:
                with suppress(SkerryError):  # of those that are not damaged
                    records.append(record_of(saved))
            longer = explorer.with_records(records)
            with self._lock, suppress(ValueError):  # larger than all that may be kept
                self._with_own[name, holder] = latest, longer
            return longer

        return self._background.ask(request, READING, (name, holder, latest), count)
