"""WebSockets of pages that wait for somebody else: they are told that there is news.

The page of a game is sent the game at once, as its address would show it; what other news is a
page asks for. So nobody sees more than the addresses show, and a page whose socket was cut has
missed nothing that it cannot ask for.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.urls import path

from skerry.web.base.consumers import Announcer, PageSocket, holder_of
from skerry.web.base.errors import RequestError
from skerry.web.base.services import service
from skerry.web.online import challenges, lobby
from skerry.web.online.challenges import Noted
from skerry.web.online.live import (
    ECHO_AGAIN,
    FIRST_AFTER,
    LEAST_LAG,
    PRESENCE_AGAIN,
    WATCHER,
    Lag,
    LocalPresence,
    ShownGames,
)
from skerry.web.online.models import Challenge, Ticket
from skerry.web.online.notifications import (
    LOBBY,
    challenge_group,
    game_group,
    tell_of_lobby,
    ticket_group,
)
from skerry.web.play import queries
from skerry.web.play.moments import note_lag

log = logging.getLogger(__name__)


class WaitingPage(PageSocket):
    """A page whose being open is noted in the database, again and again."""

    AGAIN = 8.0  # seconds
    noting: "asyncio.Task[None] | None" = None
    noted: Noted | None = None  # by this page, the last time

    def note(self) -> None:
        """Note that it is open."""

    def note_end(self) -> None:
        """Note that it was closed."""

    async def wait_in(self, group: str) -> None:
        """Take part in a group, open the socket, and note it from now on."""
        await self.join(group)
        self.noting = asyncio.create_task(self._note_again())

    async def _note_again(self) -> None:
        while True:
            try:
                await database_sync_to_async(self.note)()
            except Exception:  # the database may be away for a moment
                log.warning("A page that waits could not be noted.", exc_info=True)
            await asyncio.sleep(self.AGAIN)

    async def disconnect(self, code: int) -> None:
        """Note it no more."""
        await super().disconnect(code)
        if self.noting is not None:
            self.noting.cancel()
            await database_sync_to_async(self.note_end)()


class ChallengePage(WaitingPage):
    """The page of a challenge; the lobby shows some only while their maker's page is open."""

    found: Challenge

    async def connect(self) -> None:
        """Open the socket, if there is such a challenge."""
        challenge_id = self.scope["url_route"]["kwargs"]["challenge_id"]
        try:
            is_maker = await database_sync_to_async(self._find)(challenge_id)
        except RequestError:
            await self.refuse()
            return
        group = challenge_group(challenge_id)
        await (self.wait_in(group) if is_maker else self.join(group))

    def _find(self, challenge_id: str) -> bool:
        self.found = challenges.find(challenge_id)
        return self.found.maker.holder == holder_of(self.scope)

    def note(self) -> None:
        """The maker is here."""
        self.noted = challenges.keep_waiting(self.found, self.noted)
        if self.noted.is_news:
            tell_of_lobby()

    def note_end(self) -> None:
        """The maker's page was closed."""
        if self.noted is not None and challenges.end_waiting(self.found, self.noted):
            tell_of_lobby()


class LobbyPage(PageSocket):
    """The lobby: whatever comes, is accepted, or goes."""

    async def connect(self) -> None:
        """Open the socket, for anybody."""
        await self.join(LOBBY)


class TicketPage(WaitingPage):
    """The page of who waits to be paired; as long as it is open, they are looked for a game."""

    AGAIN = 3.0
    ticket_id = 0

    async def connect(self) -> None:
        """Open the socket for who waits."""
        ticket = await database_sync_to_async(self._find)()
        if ticket is None:
            await self.refuse()
            return
        self.ticket_id = ticket.pk
        await self.wait_in(ticket_group(ticket.player_id))

    def _find(self) -> Ticket | None:
        return lobby.ticket_of(holder_of(self.scope))

    def note(self) -> None:
        """Look for somebody."""
        self.noted = lobby.keep_waiting(self.ticket_id, self.noted)

    def note_end(self) -> None:
        """Be paired no more, until the page is there again."""
        if self.noted is not None:
            lobby.leave(self.ticket_id, self.noted)


class GamePage(PageSocket):
    """The page of a game: its changes, who is here, and to its two players that they chat."""

    game_id = ""
    who: int | None = None
    telling: "asyncio.Task[None] | None" = None
    echoing: "asyncio.Task[None] | None" = None
    said: Mapping[str, object] | None = None  # of who is here
    noted_lag = 0.0  # seconds

    async def connect(self) -> None:
        """Open the socket for whoever may see the game, in the seat that it holds."""
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        try:
            self.who = await database_sync_to_async(self._find)()
        except RequestError:
            await self.refuse()
            return
        await self.join(game_group(self.game_id))
        is_first = service(LocalPresence).enter(self.game_id, self.who)
        if is_first:  # this process has heard nothing of the others
            await service(Announcer).send(self.group, {"type": "asked"})
        else:
            self._tell_soon()
            await self._say_who_is_here()
        self.telling = asyncio.create_task(self._tell_again())
        if self.who != WATCHER:
            self.lag = Lag()
            self.echoing = asyncio.create_task(self._ask_for_echoes())

    def _find(self) -> int:
        holder = holder_of(self.scope)
        held = queries.find(self.game_id, holder).seats.held_by(holder)
        return held[0] if held else WATCHER

    async def disconnect(self, code: int) -> None:
        """Be gone, and let the others know."""
        if self.who is not None:
            service(LocalPresence).leave(self.game_id, self.who)
            self.who = None
        for task in (self.telling, self.echoing):
            if task is not None:
                task.cancel()
        await super().disconnect(code)
        if self.group:
            self._tell_soon()

    async def asked(self, message: dict[str, Any]) -> None:
        """Somebody has come or gone: each process says what it counts."""
        self._tell_soon()

    def _tell_soon(self) -> None:
        """One of this process's sockets says it for all of them, also if it closes meanwhile."""
        service(LocalPresence).tell_once(self.game_id, service(Announcer).send)

    async def _tell_again(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE_AGAIN)
            if service(LocalPresence).was_silent(self.game_id):
                self._tell_soon()

    async def _ask_for_echoes(self) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while True:
            await self.send_json(self.lag.ask())
            await asyncio.sleep(ECHO_AGAIN)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """An echo tells how long turns are on their way; there is nothing else to say here."""
        if text_data is None or self.who is None or self.echoing is None:
            return
        lag = self.lag.hear(text_data)
        if lag is None or max(lag, self.noted_lag) < LEAST_LAG:
            return
        self.noted_lag = lag
        await sync_to_async(note_lag, thread_sensitive=False)(self.game_id, self.who, lag)

    async def counted(self, message: dict[str, Any]) -> None:
        """Say who is here, now that a process has said what it counts."""
        if self.who is None:  # it has just been closed
            return
        first, second, watchers = message["counts"]
        heard = service(LocalPresence).heard(self.game_id)
        heard.take(message["process"], (first, second, watchers))
        await self._say_who_is_here()

    async def _say_who_is_here(self) -> None:
        """If it is not what was said before."""
        now = service(LocalPresence).heard(self.game_id).present()
        if now != self.said:
            self.said = now
            await self.send_json({"kind": "present", **now})

    async def changed(self, message: dict[str, Any]) -> None:
        """Send what is to be shown now, or say that there is something new."""
        version, who = message["version"], self.who
        packed = None
        if who is not None:
            packed = await service(ShownGames).of(self.game_id, version, who)
        if packed is None:
            await super().changed(message)
        else:
            await self.send(bytes_data=packed)

    async def chatted(self, message: dict[str, Any]) -> None:
        """Say that there is something to read, to those who may read it."""
        if self.who in (0, 1) and message["only"] in (None, self.who):
            await self.send_json({"kind": "chat", "afresh": message["afresh"]})


websocket_urlpatterns = [
    path("ws/game/<str:game_id>", GamePage.as_asgi()),
    path("ws/challenge/<str:challenge_id>", ChallengePage.as_asgi()),
    path("ws/lobby", LobbyPage.as_asgi()),
    path("ws/quick", TicketPage.as_asgi()),
]
