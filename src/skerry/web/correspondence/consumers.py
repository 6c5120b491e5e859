"""The WebSocket of any page of the site: how much waits for its player, and what to notify."""

import asyncio
import logging
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.urls import path

from skerry.web.base.consumers import PageSocket, holder_of, request_of
from skerry.web.correspondence.waiting import num_waiting, player_group

log = logging.getLogger(__name__)

SETTLED = 0.3  # seconds in which all changes are told by one number


class PlayerPage(PageSocket):
    """A page that is told of one's games and challenges; `?but=ID` names the game that it shows."""

    holder = ""
    but = ""
    telling: "asyncio.Task[None] | None" = None

    async def connect(self) -> None:
        """Open the socket, for the holder that the handshake comes from, and say how it stands."""
        holder = await database_sync_to_async(self._find)()
        if holder is None:
            await self.refuse()
            return
        self.holder = holder
        await self.join(player_group(holder))
        self._tell_soon()  # it may have changed since the page was made

    def _find(self) -> str | None:
        self.but = request_of(self.scope).GET.get("but", "")[:40]
        return holder_of(self.scope)

    async def disconnect(self, code: int) -> None:
        """Tell nothing any more."""
        await super().disconnect(code)
        if self.telling is not None:
            self.telling.cancel()

    async def happened(self, message: dict[str, Any]) -> None:
        """Say how much waits for the player, and what is to be notified, if anything is."""
        if message["words"]:
            await self.send_json(
                {"url": message["path"], "words": message["words"], "more": message["more"]}
            )
        # A challenge on a ladder has "" for its game, and is not counted on the page of a game.
        if not self.but or message["game"] not in ("", self.but):
            self._tell_soon()

    async def moved(self, message: dict[str, Any]) -> None:
        """Close: the browser has another holder now, and opens a socket for that one."""
        await self.close()

    def _tell_soon(self) -> None:
        if self.telling is None:
            self.telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(SETTLED)
        self.telling = None  # what changes from now on is told once more
        try:
            number = await database_sync_to_async(num_waiting)(self.holder, self.but)
        except DatabaseError:  # the page asks when somebody comes back to it
            log.warning("A page could not be told how much waits.", exc_info=True)
            return
        await self.send_json({"waiting": number})


websocket_urlpatterns = [path("ws/player", PlayerPage.as_asgi())]
