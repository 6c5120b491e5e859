"""How Django answers an HTTP request: in one of a few threads, reading no more than it may."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import IO, Any, NamedTuple, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, set_script_prefix

from skerry.record import LARGEST_RECORD
from skerry.web.base.background import CAN_WAIT, DONE, Background, UnfinishedResponse, Work
from skerry.web.base.clients import network_of
from skerry.web.base.patience import in_request
from skerry.web.base.services import service
from skerry.web.site.environment import MOST_CONNECTIONS

# No more of a request's body is read than its address takes, nor for longer than that takes.
#
# A body that nothing here would use is not read at all: the answer comes at once, and the
# connection is closed. Of one that is too long some is still read and thrown away, so that its
# sender, a browser for one, hears the answer; a much longer one is cut off.

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
TOO_MANY_BODIES = (503, "Many files are being sent at the moment; try again in a little while.")


class BodyLimits(NamedTuple):
    """What is read of bodies."""

    longest: int = LONGEST_BODY  # bytes, where files come
    longest_short: int = LONGEST_SHORT_BODY  # elsewhere
    thrown_away: int = 4 * LONGEST_BODY  # bytes of a longer one that are read all the same
    at_once: int = 128_000_000  # bytes of all bodies that are being read
    seconds: float = 20.0  # that any body may take
    bytes_per_second: int = 50_000  # at which it may come


class LimitedBodies:
    """An ASGI application whose requests have bodies only where, and as long as, they are used.

    A refused one reaches the application without its body and with REFUSED set in its scope; see
    `site.middleware.CheckRequest`.
    """

    def __init__(self, application: Application, limits: BodyLimits | None = None) -> None:
        self._application = application
        self._limits = limits or BodyLimits()
        self._num_bytes = 0  # of bodies that are being read

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body that a request may have, and hand both on."""
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
                        self._refuse(scope, body, TOO_MANY_BODIES)
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


MOST_OF_ONE = 8  # threads that answer one address at the same time, of a public server
MOST_WAITING = 60  # more requests of one address, that wait for one of these
MOST_ATTEMPTS = 4  # of a request that needs one work after the other, or whose needs change
TOO_MANY = (
    "Too many requests come from your address at once; ask again in a moment, so that there is "
    "room for all."
)


class TooManyError(Exception):
    """One client has as many requests under way as one may have."""


class Turns:
    """Who may have a thread now. Used by the event loop's thread alone."""

    def __init__(self) -> None:
        self._asking: Counter[str] = Counter()  # that have a thread, or wait for one
        self._threads: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Wait until a client may have one more; "" may always. Raises TooManyError."""
        if not client:
            yield
            return
        if self._asking[client] >= MOST_OF_ONE + MOST_WAITING:
            raise TooManyError
        threads = self._threads.setdefault(client, asyncio.Semaphore(MOST_OF_ONE))
        self._asking[client] += 1
        try:
            async with threads:
                yield
        finally:
            self._asking[client] -= 1
            if not self._asking[client]:
                del self._asking[client], self._threads[client]


class ThreadedHandler(ASGIHandler):
    """Django's handler, for views that are synchronous.

    Django's own makes a thread for each request and goes back to the event loop before each part
    of it, and there it waits for its turn where many requests are under way. Here a request is
    handed to a thread once. Only what streams is then sent by the loop, part by part.

    One client has some of the threads at most. A request whose answer has to be made first waits
    for that here, and in no thread.
    """

    def __init__(self) -> None:
        super().__init__()
        # No more than have a connection to the database: the others would only wait for one.
        self._threads = ThreadPoolExecutor(MOST_CONNECTIONS, "request")
        self._turns = Turns()

    def load_middleware(self, is_async: bool = False) -> None:
        """Make the chain of middlewares, for a thread."""
        super().load_middleware(is_async=False)

    async def work(self, function: Callable[[], object]) -> None:
        """Do something as a request would: by the loop, and in a thread once one is free."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, function)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        scope[CAN_WAIT] = True
        try:
            response = await self._answer_when_done(scope, body, receive)
        except RequestAborted:
            return
        except TooManyError:
            response = _refusal(scope, TOO_MANY)
        finally:
            body.close()
        if response.streaming:
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    async def _answer_when_done(self, scope: Scope, body: IO[bytes], receive: Receive) -> Any:
        """The answer, asked for once more whenever the work is done that it needs.

        Raises:
            TooManyError: its client has too many requests under way.
            RequestAborted: nobody waits for it any more.
        """
        loop, client = asyncio.get_running_loop(), _client_of(scope)
        leaving: asyncio.Future[Any] | None = None
        try:
            for _ in range(MOST_ATTEMPTS):
                async with self._turns.of(client):
                    response = await loop.run_in_executor(self._threads, self._answer, scope, body)
                if not isinstance(response, UnfinishedResponse):
                    return response
                leaving = leaving or asyncio.ensure_future(receive())  # nothing comes but that
                await _wait(response.work, leaving)
                scope[DONE] = response.work
                body.seek(0)  # it may have been read
        finally:
            if leaving is not None:
                leaving.cancel()
        return _refusal(scope, response.work.kind.busy)

    def _answer(self, scope: Scope, body: IO[bytes]) -> Any:
        """The answer, and all that is done once it is known, but for one that streams."""
        set_script_prefix(get_script_prefix(scope))
        with in_request():
            signals.request_started.send(sender=type(self), scope=scope)
            request, refusal = self.create_request(scope, cast("IO[bytes]", _Unclosed(body)))
            response: Any = refusal if request is None else self.get_response(request)
            response._handler_class = type(self)  # which then says that the request is finished
            if not response.streaming:
                response.close()
        return response

    async def _stream(self, response: Any, receive: Receive, send: Send) -> None:
        """Send what comes, until it ends or nobody is there any more."""
        async with ThreadSensitiveContext():
            sending = asyncio.ensure_future(self.send_response(response, send))
            leaving = asyncio.ensure_future(receive())  # nothing comes but that
            try:
                await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (sending, leaving):
                    task.cancel()
                await asyncio.wait((sending, leaving))
                await sync_to_async(response.close)()
            if not sending.cancelled():
                sending.result()  # an error of what was to be sent is for the server's log


class _Unclosed:
    """A request's body, which Django would close once it is read."""

    def __init__(self, body: IO[bytes]) -> None:
        self._body = body

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    def close(self) -> None:
        """Leave it open, for the next attempt."""


async def _wait(work: Work, leaving: "asyncio.Future[Any]") -> None:
    """Wait until a work is done, or has taken too long. Raises RequestAborted: nobody waits."""
    background = service(Background)
    done = asyncio.wrap_future(work.made)
    done.add_done_callback(lambda made: made.cancelled() or made.exception())  # the view raises it
    try:
        await asyncio.wait(
            (done, leaving), timeout=background.longest_wait, return_when=asyncio.FIRST_COMPLETED
        )
        if leaving.done() and not done.done():
            raise RequestAborted
    finally:
        background.leave(work)


def _client_of(scope: Scope) -> str:
    """Whose share of the threads it is; "" where nobody has a share."""
    if not settings.QUOTA_FACTOR:
        return ""
    address = scope.get("client")
    return network_of(address[0]) if address else ""


def _refusal(scope: Scope, sentence: str) -> HttpResponse:
    """429, without a page around it: nobody reads so many."""
    headers = {"Retry-After": "5", "Cache-Control": "no-store"}
    if scope["path"].startswith("/api/"):
        return JsonResponse({"error": sentence}, status=429, headers=headers)
    return HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", 429, headers=headers)
