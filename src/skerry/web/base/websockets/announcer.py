"""How whatever has happened is told to the WebSockets that wait for it, in any process."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from asgiref.sync import async_to_sync

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
        sent = asyncio.run_coroutine_threadsafe(_send(group, message), self._loop)
        sent.add_done_callback(self._note)

    def _tell_from_here(self, group: str, message: Mapping[str, Any]) -> None:
        """Before anything is served here, others may listen elsewhere."""
        try:
            async_to_sync(_send)(group, message)
        except Exception as error:
            self._note_failure(error)
        else:
            self._fails = False

    def _note(self, sent: "Future[None]") -> None:
        if sent.cancelled():
            return
        error = sent.exception()
        if error is None:
            self._fails = False
        else:
            self._note_failure(error)

    def _note_failure(self, error: BaseException) -> None:
        if not self._fails:  # while Redis is away all fail
            log.warning("Sockets could not be told of something: %r", error)
        self._fails = True


async def _send(group: str, message: Mapping[str, Any]) -> None:
    from channels.layers import get_channel_layer

    async with asyncio.timeout(SEND_SECONDS):
        await get_channel_layer().group_send(group, dict(message))
