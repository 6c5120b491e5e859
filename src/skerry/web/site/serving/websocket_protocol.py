"""uvicorn's WebSockets, whose handshakes may be refused with a status and a sentence."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that is a WebSocket, or was to be one."""

    async def send(self, message: Any) -> None:
        """Send what the application says.

        A refusal ends a handshake as well; uvicorn would miss its end, and say so in the log.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True
