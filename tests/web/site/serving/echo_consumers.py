"""Consumers that tell who opened a WebSocket, and say again what they hear."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.urls import path

from skerry.web.base.consumers import request_of
from skerry.web.base.seats import seat_of


class Echo(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    room: str

    async def connect(self) -> None:
        self.room = self.scope["url_route"]["kwargs"]["room"]
        seat = await database_sync_to_async(seat_of)(request_of(self.scope))
        await self.channel_layer.group_add(self.room, self.channel_name)
        await self.accept()
        await self.send_json({"seat": seat})

    async def receive_json(self, content: Any, **_: Any) -> None:
        await self.channel_layer.group_send(self.room, {"type": "said", "content": content})

    async def disconnect(self, code: int) -> None:
        """Say something to who is gone; others of the room hear how that went."""
        went = "well"
        try:
            await self.send_json("too late")
        except Exception as error:
            went = repr(error)
        await self.channel_layer.group_send(self.room, {"type": "said", "content": went})

    async def said(self, message: dict[str, Any]) -> None:
        await self.send_json(message["content"])


websocket_urlpatterns = [path("echo/<str:room>", Echo.as_asgi())]
