"""What the open pages of a game are sent: the game, who is here, and echoes."""

import asyncio
import gzip
import json
import secrets
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from cachetools import LRUCache
from channels.db import database_sync_to_async
from django.db import DatabaseError

from skerry.web.base.errors import RequestError
from skerry.web.online.notifications import game_group
from skerry.web.play import queries
from skerry.web.play.page_data import page_state

FIRST_AFTER, ECHO_AGAIN = 1.0, 15.0  # seconds between the opening of a socket and its echoes
LEAST_LAG = 0.1  # seconds; less is not worth a note
LONGEST_ECHO = 64  # characters that are read as one
REMEMBERED = 3  # echoes of which the quickest counts: one may have waited for something else


class Lag:
    """Of one socket."""

    def __init__(self) -> None:
        self._number = 0
        self._asked: float | None = None
        self._found: deque[float] = deque(maxlen=REMEMBERED)

    def ask(self) -> dict[str, object]:
        """What the page is to send back; an answer that is still out counts as its time so far."""
        now = time.monotonic()
        if self._asked is not None:
            self._found.append(now - self._asked)
        self._number, self._asked = self._number + 1, now
        return {"kind": "echo", "number": self._number}

    def hear(self, text: str) -> float | None:
        """Seconds that a page is away and back, once it has sent an echo; None: this is none."""
        if self._asked is None or len(text) > LONGEST_ECHO:
            return None
        try:
            said = json.loads(text)
        except ValueError:
            return None
        if said != {"echo": self._number}:
            return None
        self._found.append(time.monotonic() - self._asked)
        self._asked = None
        return min(self._found)


# Who looks at a game now: which of its two persons, and how many others.
#
# Each process counts its own sockets, and tells those of all processes what it counts: soon after
# something changes, the later the more there are, and again from time to time, so that a process
# that was killed is forgotten. What it has heard of a game its sockets share. Nothing is stored.

WATCHER = 2  # whoever is neither person 0 nor person 1
SETTLED = 0.3  # seconds in which all changes of a game are told at once
SETTLED_FOR_EACH = 0.003  # and so many more for each socket that is to be told
PRESENCE_AGAIN = 30.0  # seconds after which a process says once more what it counts
FORGOTTEN = 75.0  # seconds after which one that has said nothing counts no more

Send = Callable[[str, dict[str, Any]], Awaitable[None]]
Counts = tuple[int, int, int]  # sockets of person 0, of person 1, of others


class LocalPresence:
    """The sockets of this process, by game."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(6)
        self._games: dict[str, Counter[int]] = {}
        self._heard: dict[str, Presence] = {}
        self._told: dict[str, float] = {}  # when, of games whose pages are open
        self._tasks: dict[str, asyncio.Task[None]] = {}  # that are about to tell

    def enter(self, game_id: str, who: int) -> bool:
        """A page has been opened by a person, or by WATCHER; whether it is the only one here."""
        is_first = game_id not in self._games
        self._games.setdefault(game_id, Counter())[who] += 1
        return is_first

    def heard(self, game_id: str) -> "Presence":
        """What the pages here have heard of a game that they show."""
        return self._heard.setdefault(game_id, Presence())

    def leave(self, game_id: str, who: int) -> None:
        """It has been closed."""
        counts = self._games[game_id]
        counts[who] -= 1
        if not counts.total():
            del self._games[game_id]
            self._told.pop(game_id, None)
            self._heard.pop(game_id, None)

    def counts(self, game_id: str) -> Counts:
        """The sockets of a game."""
        counts = self._games.get(game_id, Counter())
        return counts[0], counts[1], counts[WATCHER]

    def was_silent(self, game_id: str) -> bool:
        """Whether it is time to say once more what is counted of a game."""
        return time.monotonic() - self._told.get(game_id, 0.0) >= PRESENCE_AGAIN / 2

    def tell_once(self, game_id: str, send: Send) -> None:
        """Say what is counted of a game, in a moment, unless that is about to happen anyhow."""
        if game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._tell(game_id, send))

    async def _tell(self, game_id: str, send: Send) -> None:
        try:
            await asyncio.sleep(SETTLED + SETTLED_FOR_EACH * sum(self.counts(game_id)))
        finally:
            del self._tasks[game_id]
        counts = self.counts(game_id)
        if any(counts):
            self._told[game_id] = time.monotonic()
        message = {"type": "counted", "process": self.process, "counts": list(counts)}
        await send(game_group(game_id), message)


class Presence:
    """Who is here by the counts of all processes, as one of them has heard them."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[float, Counts]] = {}

    def take(self, process: str, counts: Counts, now: float | None = None) -> None:
        """A process has said what it counts."""
        self._said[process] = (time.monotonic() if now is None else now, counts)

    def present(self, now: float | None = None) -> Mapping[str, object]:
        """Which of the two are here, and how many others watch."""
        moment = time.monotonic() if now is None else now
        known = [counts for at, counts in self._said.values() if moment - at < FORGOTTEN]
        first, second, watchers = (sum(column) for column in zip((0, 0, 0), *known, strict=True))
        return {"here": [first > 0, second > 0], "watchers": watchers}


MOST_KEPT = 256  # of the latest changes
PACKED_LEVEL = 4  # of 9: a tenth longer than the best, in a third of the time


class ShownGames:
    """What pages of this process are sent. Used by the event loop's thread alone."""

    def __init__(self) -> None:
        self._made: LRUCache[tuple[str, int, int], asyncio.Task[bytes | None]]
        self._made = LRUCache(MOST_KEPT)

    async def of(self, game_id: str, version: int, who: int) -> bytes | None:
        """What is sent to the pages of somebody, with the drawing that nobody has changed.

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
        saved = queries.as_it_stands(queries.find_any(game_id))
        holder = None if who == WATCHER else (saved.first_seat, saved.second_seat)[who]
        if (who != WATCHER and saved.to_act != who) or not saved.may_be_seen_by(holder):
            return None
        state = page_state(saved, holder)
    except (RequestError, DatabaseError):  # who asks is told of it, or asks again
        return None
    return gzip.compress(json.dumps(state).encode(), PACKED_LEVEL)
