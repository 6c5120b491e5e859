"""WebSockets: who opened one, how all that wait for something are told, and what ends them."""

import asyncio
import logging
from collections.abc import Mapping, MutableMapping
from functools import partial
from io import BytesIO
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import transaction
from django.http import HttpRequest
from django.utils.module_loading import import_string

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
