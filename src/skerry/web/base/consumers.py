"""WebSockets of pages, which are told of news and say nothing; what waits for them has a bound."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import ChannelFull
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import InMemoryChannelLayer

from skerry.web.base.redis import failures
from skerry.web.base.seats import seat_of
from skerry.web.base.sockets import holder_group, request_of

# What waits to be told to a socket has a bound, and a socket that reads too slowly is closed.
#
# Its page opens another one, and asks for what it has missed.

MOST_UNTOLD = 100  # messages that wait for one socket
TOO_SLOW = {"type": "fall_behind"}  # in their place; names the method of `PageSocket`


class MemoryChannelLayer(InMemoryChannelLayer):  # type: ignore[misc]
    """Channels' own for one process, which would leave out what is too much, and tell nobody."""

    def __init__(self, **options: Any) -> None:
        super().__init__(capacity=MOST_UNTOLD, **options)

    async def send(self, channel: str, message: Mapping[str, Any]) -> None:
        """Send one channel a message."""
        try:
            await super().send(channel, message)
        except ChannelFull:
            del self.channels[channel]
            await super().send(channel, TOO_SLOW)


ENDED = 4401  # code of a socket that is closed since who opened it has been signed out
READS_TOO_SLOWLY = 1013  # code of a socket that reads less than it is told: its page asks anew
UNKNOWN = 4404  # code of a socket that is closed since there is nothing at its address


class PageSocket(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A page that is told of changes; it says nothing itself."""

    group = ""
    opened_by: str | None = None  # the holder; None: nobody known

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
        self.opened_by = await self._find_holder()
        for one in self._groups():
            await self.channel_layer.group_add(one, self.channel_name)
        await self.accept()

    def _groups(self) -> list[str]:
        own = [] if self.opened_by is None else [holder_group(self.opened_by)]
        return [self.group, *own] if self.group else []

    async def _find_holder(self) -> str | None:
        """Whom the handshake's cookies stand for now; without any, nobody is asked."""
        if not any(name == b"cookie" for name, _ in self.scope.get("headers", ())):
            return None
        holder: str | None = await database_sync_to_async(lambda: seat_of(request_of(self.scope)))()
        return holder

    async def check_holder(self, message: dict[str, Any]) -> None:
        """End if the session that opened this has ended; the page opens another one by itself."""
        if await self._find_holder() != self.opened_by:
            await self.close(ENDED)

    async def fall_behind(self, message: dict[str, Any]) -> None:
        """End, as some of what was to be told is lost; the page opens another one by itself."""
        await self.close(READS_TOO_SLOWLY)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        for one in self._groups():
            with suppress(*failures()):  # what else ends with the page must end all the same
                await self.channel_layer.group_discard(one, self.channel_name)

    async def changed(self, message: dict[str, Any]) -> None:
        """Say that there is something new."""
        await self.send_json({"kind": "changed", "version": message["version"]})

    async def refuse(self) -> None:
        """Say that there is nothing here: a page learns that only from an open socket."""
        await self.accept()
        await self.close(UNKNOWN)
