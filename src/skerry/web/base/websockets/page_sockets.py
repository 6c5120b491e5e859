"""WebSockets of pages, which are told of news and say nothing themselves."""

from contextlib import suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from ..redis.link import failures

UNKNOWN = 4404  # code of a socket that is closed since there is nothing at its address


class PageSocket(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page that is told of changes; it says nothing itself."""

    group = ""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Do what a message asks for.

        Channels would first close old connections to the database, in the one thread that all
        sockets share; here only `database_sync_to_async` reaches one, and sees to that itself.
        """
        await getattr(self, get_handler_name(message))(message)

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
            with suppress(*failures()):  # what else ends with the page must end all the same
                await self.channel_layer.group_discard(self.group, self.channel_name)

    async def changed(self, message: dict[str, Any]) -> None:
        """Say that there is something new."""
        await self.send_json({"kind": "changed", "version": message["version"]})

    async def refuse(self) -> None:
        """Say that there is nothing here: a page learns that only from an open socket."""
        await self.accept()
        await self.close(UNKNOWN)
