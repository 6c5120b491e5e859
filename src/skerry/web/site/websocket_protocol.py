"""uvicorn's WebSockets, which can be refused with a sentence, and end if nobody reads them."""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from skerry.web.site.connections import ConnectionLimits


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that is a WebSocket, or was to be one."""

    reading_seconds = ConnectionLimits().reading_seconds
    _reading_timer: asyncio.TimerHandle | None = None

    async def send(self, message: Any) -> None:
        """Send what the application says.

        A refusal ends a handshake as well; uvicorn would miss its end, and say so in the log.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True
        if message["type"] != "websocket.send":  # it still has to be read before the end
            self._expect_end()

    # ---- a client that does not read: uvicorn would wait for ever ----

    def pause_writing(self) -> None:
        """The client reads more slowly than it is told."""
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        """It has read something."""
        super().resume_writing()
        if not self._is_ending:
            self._read_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._read_again()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """It has not answered in time whether it is there."""
        super().keepalive_timeout()
        self._expect_end()

    def handle_ping(self) -> None:
        """Answer it, unless earlier answers are not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # is left away

    @property
    def _is_ending(self) -> bool:
        return self.close_sent or self.transport.is_closing()

    def _expect_end(self) -> None:
        if self._is_ending:
            self._expect_reading()

    def _expect_reading(self) -> None:
        if self._reading_timer is None and not self.disconnected:
            self._reading_timer = self.loop.call_later(self.reading_seconds, self.transport.abort)

    def _read_again(self) -> None:
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None
