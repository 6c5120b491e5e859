"""The WebSocket of whoever wants to be notified while any page of the site is open."""

from typing import Any

from channels.db import database_sync_to_async
from django.urls import path, reverse

from ..base.seats import seat_of
from ..base.websockets.handshakes import request_of
from ..base.websockets.page_sockets import PageSocket
from ..play import games
from .notices.telling import player_group


class PlayerPage(PageSocket):
    """A page that is told of one's games."""

    holder = ""

    async def connect(self) -> None:
        """Open the socket, for the holder that the handshake comes from."""
        holder = await database_sync_to_async(lambda: seat_of(request_of(self.scope)))()
        if holder is None:
            await self.refuse()
            return
        self.holder = holder
        await self.join(player_group(holder))

    async def happened(self, message: dict[str, Any]) -> None:
        """Say what has happened, and in how many games it is one's turn."""
        count = database_sync_to_async(lambda: games.waiting_for(self.holder).count())
        await self.send_json(
            {
                "url": reverse("game", args=[message["game"]]),
                "words": message["words"],
                "more": message["more"],
                "waiting": await count(),
            }
        )


websocket_urlpatterns = [path("ws/player", PlayerPage.as_asgi())]
