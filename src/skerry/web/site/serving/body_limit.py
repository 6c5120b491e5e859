"""No more of a request's body is read than its address takes, nor for longer than that takes.

A body that nothing here would use is not read at all: the answer comes at once, and the connection
is closed. Of one that is too long some is still read and thrown away, so that its sender, a browser
for one, hears the answer; a much longer one is cut off.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, NamedTuple

from django.urls import Resolver404, resolve

from skerry.record import LARGEST_RECORD

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

LONGEST_BODY = LARGEST_RECORD + 64 * 1024  # bytes: a record, and the form around it
LONGEST_SHORT_BODY = 128 * 1024  # bytes, where no files come; Django reads half of it
REFUSED = "skerry.refused"  # key of a scope whose body was dropped: a status and a sentence
WITH_BODY = {"POST", "PUT", "PATCH", "DELETE"}

TOO_LONG = (413, "The request is longer than the largest record may be.")
TOO_LONG_HERE = (413, "The request is too long; this address reads less.")
TOO_SLOW = (408, "The request came too slowly; try again over a better connection.")
TOO_MANY = (503, "Many files are being sent at the moment; try again in a little while.")


class BodyLimits(NamedTuple):
    """What is read of bodies."""

    longest: int = LONGEST_BODY  # bytes, where files come
    longest_short: int = LONGEST_SHORT_BODY  # elsewhere
    thrown_away: int = 4 * LONGEST_BODY  # bytes of a longer one that are read all the same
    at_once: int = 128_000_000  # bytes of all bodies that are being read
    seconds: float = 20.0  # that any body may take
    bytes_per_second: int = 50_000  # at which it may come


def limit_body(application: Application, limits: BodyLimits | None = None) -> Application:
    """An ASGI application whose requests have bodies only where, and as long as, they are used.

    A refused one reaches the application without its body and with REFUSED set in its scope; see
    `site.middleware.CheckRequest`.
    """
    return _LimitedBodies(application, limits or BodyLimits())


class _LimitedBodies:
    """The application around another one."""

    def __init__(self, application: Application, limits: BodyLimits) -> None:
        self._application = application
        self._limits = limits
        self._num_bytes = 0  # of bodies that are being read

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(scope):
            await self._application(scope, receive, send)
            return
        most = self._most(scope)
        body = _Body(most, self._limits.thrown_away)
        if most and _announced(scope) <= self._limits.thrown_away:
            try:
                await self._read(scope, receive, body)
            finally:
                self._num_bytes -= len(body.content)
            if body.is_gone:
                return
        elif most:
            scope[REFUSED] = self._too_long(most)
        first: list[Message] = [
            {"type": "http.request", "body": bytes(body.content), "more_body": False}
        ]
        body.content.clear()

        async def receive_again() -> Message:
            if first:
                return first.pop()
            if not body.is_whole:  # the next message would be more of what nobody reads
                await asyncio.Event().wait()  # until the answer is sent, and this is cancelled
            return await receive()

        await self._application(scope, receive_again, send if body.is_whole else _closing(send))

    def _most(self, scope: Scope) -> int:
        """The bytes that an address reads of a body; 0: none."""
        if scope["method"] not in WITH_BODY:
            return 0
        try:
            view = resolve(scope["path"]).func
        except Resolver404:
            return 0
        takes_files = getattr(view, "takes_files", False)
        return self._limits.longest if takes_files else self._limits.longest_short

    def _too_long(self, most: int) -> tuple[int, str]:
        return TOO_LONG if most == self._limits.longest else TOO_LONG_HERE

    async def _read(self, scope: Scope, receive: Receive, body: "_Body") -> None:
        """Read a body to its end, or as far as it may be."""
        seconds = self._limits.seconds + body.most / self._limits.bytes_per_second
        try:
            async with asyncio.timeout(seconds):
                while not (body.is_whole or body.is_gone or body.is_far_too_long):
                    message, before = await receive(), len(body.content)
                    body.take(message)
                    self._num_bytes += len(body.content) - before
                    if self._num_bytes > self._limits.at_once:
                        self._refuse(scope, body, TOO_MANY)
                        return
        except TimeoutError:
            self._refuse(scope, body, TOO_SLOW)
        if body.is_too_long:
            scope[REFUSED] = self._too_long(body.most)

    def _refuse(self, scope: Scope, body: "_Body", why: tuple[int, str]) -> None:
        scope[REFUSED] = why
        self._num_bytes -= len(body.content)
        body.content.clear()


class _Body:
    """What has come of a body so far."""

    def __init__(self, most: int, thrown_away: int) -> None:
        self.most = most
        self.content = bytearray()
        self.is_whole = False
        self.is_gone = False  # its sender is
        self._length = 0
        self._thrown_away = thrown_away

    @property
    def is_too_long(self) -> bool:
        return self._length > self.most

    @property
    def is_far_too_long(self) -> bool:
        return self.is_too_long and self._length > self._thrown_away

    def take(self, message: Message) -> None:
        if message["type"] == "http.disconnect":
            self.is_gone = True
            return
        part = message.get("body", b"")
        self._length += len(part)
        self.is_whole = not message.get("more_body", False)
        if self.is_too_long:
            self.content.clear()
        else:
            self.content += part


def _has_body(scope: Scope) -> bool:
    names = [name for name, _ in scope["headers"]]
    return b"transfer-encoding" in names or _announced(scope) > 0


def _announced(scope: Scope) -> int:
    """The length that a request says its body has; 0 where it does not say."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


def _closing(send: Send) -> Send:
    """As `send`; the connection is closed after the answer, with what was not read of it."""

    async def send_and_close(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), (b"connection", b"close")]
            message = {**message, "headers": headers}
        await send(message)

    return send_and_close
