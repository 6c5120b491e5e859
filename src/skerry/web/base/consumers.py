"""WebSockets: who opened one, how all that wait are told, what ends them, and what may wait."""

import asyncio
import logging
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any

from asgiref.sync import async_to_sync
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import ChannelFull
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import InMemoryChannelLayer
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import transaction
from django.http import HttpRequest
from django.utils.module_loading import import_string

from skerry.web.base.redis import failures
from skerry.web.base.seats import seat_of
from skerry.web.base.services import service

log = logging.getLogger(__name__)

# In which a message is sent, or given up: where Redis hangs, news must not heap up behind it.
SEND_SECONDS = 5.0


class Announcer:
    """Sends to groups of the channel layer, from any thread.

    The layer belongs to the event loop that serves the sockets: what another thread puts into a
    queue of that loop's would lie there until something else wakes it.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._fails = False

    def use_running_loop(self) -> None:
        """Send from the event loop that calls this."""
        self._loop = asyncio.get_running_loop()

    def tell(self, group: str, message: Mapping[str, Any]) -> None:
        """Send a message to all consumers of a group, without waiting for it.

        Nobody may rely on being told: a socket that was cut asks for what it has missed. So what
        cannot be sent now is lost, and the first of it a line in the log.

        Args:
            group: letters, digits, `-`, `_` and `.` of ASCII, fewer than 100.
            message: plain data; its `type` names the consumers' method.
        """
        if self._loop is None or self._loop.is_closed():
            self._tell_from_here(group, message)
            return
        asyncio.run_coroutine_threadsafe(self.send(group, message), self._loop)

    def _tell_from_here(self, group: str, message: Mapping[str, Any]) -> None:
        """Before anything is served here, others may listen elsewhere."""
        try:
            async_to_sync(self.send)(group, message)
        except Exception as error:  # a loop runs in this thread
            self._note_failure(error)

    async def send(self, group: str, message: Mapping[str, Any]) -> None:
        """As `tell`, in the event loop that serves the sockets, until it is sent or given up."""
        from channels.layers import get_channel_layer

        try:
            async with asyncio.timeout(SEND_SECONDS):
                await get_channel_layer().group_send(group, dict(message))
        except Exception as error:  # of whichever layer
            self._note_failure(error)
        else:
            self._fails = False

    def _note_failure(self, error: Exception) -> None:
        if not self._fails:  # while Redis is away all fail
            words = str(error) or type(error).__name__
            log.warning("Sockets could not be told of something: %s", words)
        self._fails = True


HOLDER = "skerry.holder"  # key of a scope
SCHEMES = {"ws": "http", "wss": "https"}
# Middlewares that only note on a request who sends it, to be looked up when it is asked.
IDENTIFYING = ("django.contrib.sessions.", "django.contrib.auth.")


def holder_of(scope: MutableMapping[str, Any]) -> str | None:
    """Who opens a socket, found once in its handshake: each look may be one at the database."""
    if HOLDER not in scope:
        scope[HOLDER] = seat_of(request_of(scope))
    holder: str | None = scope[HOLDER]
    return holder


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """A WebSocket's handshake as a request, so that `seat_of` and the like can be asked of it.

    What reads the database (a session, an account) does so when it is first asked; a consumer
    that is asynchronous asks in a thread, by `database_sync_to_async`.

    Raises:
        UnicodeDecodeError: its query is no text.
    """
    scheme = SCHEMES[scope.get("scheme", "ws")]
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    for name in settings.MIDDLEWARE:
        if name.startswith(IDENTIFYING):
            import_string(name)(lambda request: None).process_request(request)
    return request


CHECK = {"type": "check_holder"}  # names the method of `PageSocket`


def holder_group(holder: str) -> str:
    """All sockets that a holder has opened."""
    return f"holder.{holder.replace(':', '.')}"


def check_sockets_of(holder: str) -> None:
    """Let a holder's sockets look whether who opened them still counts, once this is committed."""
    transaction.on_commit(partial(announcer().tell, holder_group(holder), CHECK))


def announcer() -> Announcer:
    """What tells sockets: the site's, or one of a command beside it."""
    try:
        return service(Announcer)
    except LookupError:
        return Announcer()


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
