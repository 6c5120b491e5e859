"""WebSockets of pages that wait for somebody else: they are told that there is news, no more.

What the news is a page asks for as it always does, so nobody sees more of a game than its address
shows, and a page whose socket was cut has missed nothing that it cannot ask for.
"""

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.urls import path

from ..base.errors import RequestError
from ..base.seats import seat_of
from ..base.services import shared
from ..base.websockets.handshakes import request_of
from ..play import games
from . import challenges
from .presence import AGAIN, WATCHER, LocalPresence, Presence
from .telling import challenge_group, game_group

UNKNOWN = 4404  # code of a socket that is closed since there is nothing at its address


class PageSocket(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page that is told of changes; it says nothing itself."""

    group = ""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pages have nothing to say here."""

    async def join(self, group: str) -> None:
        """Take part in a group and open the socket."""
        self.group = group
        await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def changed(self, message: dict[str, Any]) -> None:
        """Say that there is something new."""
        await self.send_json({"kind": "changed", "version": message["version"]})

    async def refuse(self) -> None:
        """Say that there is nothing here: a page learns that only from an open socket."""
        await self.accept()
        await self.close(UNKNOWN)


class ChallengePage(PageSocket):
    """The page of a challenge."""

    async def connect(self) -> None:
        """Open the socket, if there is such a challenge."""
        challenge_id = self.scope["url_route"]["kwargs"]["challenge_id"]
        try:
            await database_sync_to_async(challenges.find)(challenge_id)
        except RequestError:
            await self.refuse()
            return
        await self.join(challenge_group(challenge_id))


class GamePage(PageSocket):
    """The page of a game: its changes, and who is here."""

    game_id = ""
    who: int | None = None
    telling: "asyncio.Task[None] | None" = None
    has_said = False  # who is here

    async def connect(self) -> None:
        """Open the socket for whoever may see the game, in the seat that it holds."""
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.presence = Presence()
        try:
            self.who = await database_sync_to_async(self._find)()
        except RequestError:
            await self.refuse()
            return
        shared(LocalPresence).enter(self.game_id, self.who)
        await self.join(game_group(self.game_id))
        await self.channel_layer.group_send(self.group, {"type": "asked"})
        self.telling = asyncio.create_task(self._tell_again())

    def _find(self) -> int:
        holder = seat_of(request_of(self.scope))
        held = games.find(self.game_id, holder).seats.held_by(holder)
        return held[0] if held else WATCHER

    async def disconnect(self, code: int) -> None:
        """Be gone, and let the others know."""
        if self.who is not None:
            shared(LocalPresence).leave(self.game_id, self.who)
            self.who = None
        if self.telling is not None:
            self.telling.cancel()
        await super().disconnect(code)
        if self.group:
            self._tell_soon()

    async def asked(self, message: dict[str, Any]) -> None:
        """Somebody has come or gone: each process says what it counts."""
        self._tell_soon()

    def _tell_soon(self) -> None:
        """One of this process's sockets says it for all of them, also if it closes meanwhile."""
        shared(LocalPresence).tell_once(self.game_id, self.channel_layer.group_send)

    async def _tell_again(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            if shared(LocalPresence).was_silent(self.game_id):
                self._tell_soon()

    async def counted(self, message: dict[str, Any]) -> None:
        """Say who is here, if it is not what was said before."""
        before = self.presence.present()
        first, second, watchers = message["counts"]
        self.presence.take(message["process"], (first, second, watchers))
        now = self.presence.present()
        if now != before or not self.has_said:
            self.has_said = True
            await self.send_json({"kind": "present", **now})


websocket_urlpatterns = [
    path("ws/game/<str:game_id>", GamePage.as_asgi()),
    path("ws/challenge/<str:challenge_id>", ChallengePage.as_asgi()),
]
