"""What the open pages of a game show after a change, made once for all of them and sent packed."""

import asyncio
import gzip
import json

from cachetools import LRUCache
from channels.db import database_sync_to_async
from django.db import DatabaseError

from skerry.web.base.errors import RequestError
from skerry.web.online.live.presence import WATCHER
from skerry.web.play import games
from skerry.web.play.page_data import page_state

MOST_KEPT = 256  # of the latest changes
PACKED_LEVEL = 4  # of 9: a tenth longer than the best, in a third of the time


class ShownGames:
    """What pages of this process are sent. Used by the event loop's thread alone."""

    def __init__(self) -> None:
        """Nothing is made yet."""
        self._made: LRUCache[tuple[str, int, int], asyncio.Task[bytes | None]]
        self._made = LRUCache(MOST_KEPT)

    async def of(self, game_id: str, version: int, who: int) -> bytes | None:
        """What is sent to the pages of somebody, with the drawing that nobody has changed.

        Args:
            game_id: the game.
            version: that it has at least.
            who: person 0 or 1, or WATCHER.

        Returns:
            JSON as `page_state` has it, packed by gzip. None: they have to ask. So does a person
            who is not to act: in nearly every case that is whoever has just been answered.
        """
        key = game_id, version, who
        task = self._made.get(key)
        if task is None:
            task = asyncio.create_task(_make(game_id, who))
            self._made[key] = task
        return await asyncio.shield(task)  # others may wait for it too


async def _make(game_id: str, who: int) -> bytes | None:
    in_thread = database_sync_to_async(_packed, thread_sensitive=False)
    packed: bytes | None = await in_thread(game_id, who)
    return packed


def _packed(game_id: str, who: int) -> bytes | None:
    try:
        saved = games.as_it_stands(games.find_any(game_id))
        holder = None if who == WATCHER else (saved.first_seat, saved.second_seat)[who]
        if (who != WATCHER and saved.to_act != who) or not saved.may_be_seen_by(holder):
            return None
        state = page_state(saved, holder)
    except (RequestError, DatabaseError):  # who asks is told of it, or asks again
        return None
    return gzip.compress(json.dumps(state).encode(), PACKED_LEVEL)
