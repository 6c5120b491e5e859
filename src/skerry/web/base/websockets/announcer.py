"""How whatever has happened is told to the WebSockets that wait for it, in any process."""

import asyncio
import logging
from collections.abc import Mapping
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
