"""No request is read beyond the largest record: what is longer is neither kept nor parsed."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from ...record import LARGEST_RECORD

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

LONGEST_BODY = LARGEST_RECORD + 64 * 1024  # bytes: a record, and the form around it
TOO_LONG = "skerry.too_long"  # key of a scope whose body was dropped


def limit_body(application: Application, most: int = LONGEST_BODY) -> Application:
    """An ASGI application whose requests have at most so many bytes.

    A longer one is read to its end, so that its sender hears the answer, but reaches the
    application without its body and with TOO_LONG set; see `middleware.CheckRequest`.
    """

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        body = bytearray()
        message: Message = {"more_body": True}
        while message.get("more_body", False):
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            if not scope.get(TOO_LONG):
                body += message.get("body", b"")
            if len(body) > most:
                scope[TOO_LONG] = True
                body.clear()
        first: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive_again() -> Message:
            return first.pop() if first else await receive()

        await application(scope, receive_again, send)

    return limited
