"""The WebSocket of whoever wants to be notified while any page of the site is open."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.urls import path, reverse

from ..base.seats import seat_of
from ..base.websockets.handshakes import request_of
from ..online.sockets import UNKNOWN
from ..play import games
from .notices.telling import player_group


class PlayerPage(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page that is told of one's games; it says nothing itself."""

    group = ""
    holder = ""

    async def connect(self) -> None:
        """Open the socket, for the holder that the handshake comes from."""
        holder = await database_sync_to_async(lambda: seat_of(request_of(self.scope)))()
        await self.accept()
        if holder is None:
            await self.close(UNKNOWN)
            return
        self.holder, self.group = holder, player_group(holder)
        await self.channel_layer.group_add(self.group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pages have nothing to say here."""

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
