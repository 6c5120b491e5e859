"""What was played in a position, in Skerry's collections and in one's own games."""

from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from cachetools import LRUCache

from ....errors import OptionError, SkerryError
from ....positions import Position
from ...play.games import games_of
from ...play.models import OVER
from ...play.records import record_of

if TYPE_CHECKING:
    from ....lab.explorer.explorer import Explorer

MOST_OWN = 200  # finished games of one's own that count, the latest
OWN_BYTES = 32_000_000  # of all games of browsers that are kept
OWN_POSITION_BYTES = 700  # of a position and the turns played there
MOST_TURNS = 12  # that are told of a position


class Explorers:
    """The explorers used so far. Any thread may ask."""

    def __init__(self) -> None:
        """None is read before it is asked for: a table of a hundred thousand rows takes memory."""
        self._kept: dict[str, Explorer | None] = {}
        self._with_own: LRUCache[tuple[str, str], tuple[object, Explorer]] = LRUCache(
            OWN_BYTES, lambda kept: 20_000 + OWN_POSITION_BYTES * kept[1].num_own
        )
        self._lock = Lock()

    def turns(self, position: Position, holder: str | None) -> list[dict[str, object]] | None:
        """The turns played in a position, those of most games first; None: there is no collection.

        Args:
            position: anywhere in a game.
            holder: the browser whose own finished games are counted as well.
        """
        explorer = self._of(position.game.name)
        if explorer is None or position.game != explorer.rules:
            return None
        if holder is not None:
            explorer = self._own(explorer, position.game.name, holder)
        return [
            {
                "text": turn.turn,
                "shown": turn.turn.replace(",", " "),
                "games": turn.games,
                "own": turn.own,
                "share": round(turn.share, 3),
                "interval": [round(bound, 3) for bound in turn.interval],
                "value": turn.value,
                "playouts": turn.playouts,
            }
            for turn in explorer.turns(position, MOST_TURNS)
        ]

    @property
    def num_bytes_of_own(self) -> int:
        """About how many bytes the games of browsers take that are kept."""
        return int(self._with_own.currsize)

    def _of(self, name: str) -> "Explorer | None":
        """The collection of a game, if there is one."""
        from ....lab.explorer.explorer import kept  # it takes polars with it

        with self._lock:
            if name not in self._kept:
                try:
                    self._kept[name] = kept(name)
                except OptionError:
                    self._kept[name] = None
            return self._kept[name]

    def _own(self, explorer: "Explorer", name: str, holder: str) -> "Explorer":
        """With the finished games of a browser."""
        finished = games_of(holder).filter(game=name, status=OVER)
        latest = list(finished.values_list("pk", "version")[:MOST_OWN])
        with self._lock:
            known = self._with_own.get((name, holder))
        if known is not None and known[0] == latest:
            return known[1]
        records = []
        for saved in finished[:MOST_OWN]:
            try:
                records.append(record_of(saved))
            except SkerryError:
                continue  # a damaged record counts for nothing
        longer = explorer.with_records(records)
        with self._lock, suppress(ValueError):  # larger than all that may be kept
            self._with_own[name, holder] = latest, longer
        return longer
