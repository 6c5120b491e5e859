"""The site as an ASGI application: requests, sockets within their bounds, and its heart."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cached_property
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.urls import URLPattern, re_path

from skerry.web.base.clients import client_address, network_of
from skerry.web.base.consumers import HOLDER, Announcer, request_of
from skerry.web.base.errors import BusyError
from skerry.web.base.limits import HANDSHAKES, spend
from skerry.web.base.patience import in_request
from skerry.web.base.redis import failures, is_away
from skerry.web.base.seats import seat_of
from skerry.web.base.services import Services, provide, service
from skerry.web.play.moments import Moments
from skerry.web.site import hosts
from skerry.web.site.connections import most_connections
from skerry.web.site.explaining import noted_trouble
from skerry.web.site.handler import (
    Application,
    LimitedBodies,
    Message,
    Receive,
    Scope,
    Send,
    ThreadedHandler,
)
from skerry.web.site.start import make_services
from skerry.web.site.watching import Metrics, can_count, count
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.remote_engine import Calls

log = logging.getLogger(__name__)

# An app's module of consumers is listed in the setting CONSUMERS, and has its addresses in
# `websocket_urlpatterns`, as `urls` has those of its pages.

# In which a handshake's turn has come, and in which it is answered then. Otherwise it is refused,
# and its page tries again, perhaps at another process.
TURN_SECONDS = 20.0
HANDSHAKE_SECONDS = 5.0  # longer than a request waits for a connection to the database

# Handshakes that are answered at the same time; others wait. All share one thread to the database,
# so many at once would all come to their end late, after a restart too late.
AT_ONCE = 8

TRY_AGAIN = 1013  # code of an open socket that is closed for lack of a database
MOST_OF_ADDRESS = 200  # sockets that are open, on a public server: a school sits behind one
MOST_OF_HOLDER = 30  # pages of one browser or account
SHARE = 0.75  # of all connections that may be sockets; the others are for requests
AWAY = "News cannot be told at the moment; the page goes on without, and tries again."
FULL = "As many pages are open as this server can tell of news; yours asks by itself meanwhile."
TOO_MANY = (
    "At most {most:,} pages of one {of} are told of news at the same time, so that there is room "
    "for all; close some."
)


def socket_patterns() -> list[URLPattern]:
    """The addresses of all consumers."""
    patterns: list[URLPattern] = []
    for name in settings.CONSUMERS:
        patterns += import_module(name).websocket_urlpatterns
    return patterns


class Sockets:
    """The consumers of all apps as one ASGI application, for pages of this site alone.

    A browser sends its cookies with a WebSocket that a page of another site opens, and tells
    whose page it was; nothing else would keep that page from acting in one's games.
    """

    def __init__(self, patterns: Sequence[URLPattern] | None = None) -> None:
        """Of these addresses; by default of those of all apps, read at the first handshake."""
        self._patterns = patterns
        self._places = Places()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a handshake to its consumer, or refuse it."""
        if not is_of_our_page(scope):
            headers = dict(scope["headers"])
            log.warning("Refused a WebSocket for a page of %.60r.", headers.get(b"origin", b""))
            await send({"type": "websocket.close"})
            return
        answer = _Answer(scope, send)
        if is_away():  # nobody could tell it anything; its page asks meanwhile, and tries again
            await answer.refuse(503, AWAY)
            return
        try:
            with in_request():
                await self._in_time(scope, receive, answer)
        except BusyError as error:
            await answer.refuse(error.status, str(error))
        except failures():  # Redis is away, as the log says once
            await answer.refuse(503, AWAY)
        except Exception as error:
            trouble = noted_trouble(error)
            if trouble is None:
                raise
            await answer.refuse(503, trouble.sentence)

    async def _in_time(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        """Run a consumer, but refuse the handshake unless it is answered soon."""
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(TURN_SECONDS) as patience:
                answer.patience = patience
                async with self._places.of(scope, answer):
                    await self._router(scope, receive, answer.send)
        except TimeoutError:
            if not patience.expired():
                raise
            waited = asyncio.get_running_loop().time() - began
            log.warning("Refused a WebSocket that waited for %.1f s.", waited)
            await answer.refuse(503, AWAY)

    def prepare(self) -> None:
        """Import the consumers now, so that the first handshake does not wait for that."""
        _ = self._router

    @cached_property
    def _router(self) -> URLRouter:
        nowhere: Any = _answer_nothing  # to Django, a view
        patterns = socket_patterns() if self._patterns is None else self._patterns
        return URLRouter([*patterns, re_path("", nowhere)])


class Places:
    """How many sockets are open, of whom. Used by the event loop's thread alone."""

    def __init__(self, most: int | None = None) -> None:
        """None is; `most` is how many may be, by default a share of all connections."""
        self._most = int(SHARE * most_connections()) if most is None else most
        self._open: Counter[str] = Counter()
        self._beginning = asyncio.Semaphore(AT_ONCE)

    @asynccontextmanager
    async def of(self, scope: Scope, answer: "_Answer") -> AsyncIterator[None]:
        """A place for one more, as long as it is open; on a public server of one client few.

        Entered when its handshake's turn has come to be answered.

        Raises:
            BusyError: there is none.
        """
        factor = settings.QUOTA_FACTOR
        if not factor:
            async with answer.while_unanswered(self._beginning):
                yield
            return
        if self._open.total() >= 2 * self._most:  # each counts twice
            raise FullError(FULL)
        address = network_of(client_address(request_of(scope)))
        with self._place(f"address {address}", MOST_OF_ADDRESS * factor, "address"):
            async with answer.while_unanswered(self._beginning):
                holder = await database_sync_to_async(_admit)(scope)
                with self._place(holder or "", MOST_OF_HOLDER * factor, "browser or account"):
                    yield

    @contextmanager
    def _place(self, client: str, most: float, of: str) -> Iterator[None]:
        if client and self._open[client] >= max(1, round(most)):
            raise BusyError(TOO_MANY.format(most=max(1, round(most)), of=of))
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


class FullError(BusyError):
    """There is room for no more sockets, whosever they are."""

    status = 503


def _admit(scope: Scope) -> str | None:
    """Count a handshake, and say whose it is. Raises QuotaError: its client has had too many."""
    request = request_of(scope)
    spend(request, HANDSHAKES)
    holder = scope[HOLDER] = seat_of(request)
    return holder


class _Answer:
    """What is sent to a page, and how its handshake is refused if it was not answered yet."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self._is_begun = False
        self.patience: asyncio.Timeout | None = None  # until the handshake is answered
        self._room: asyncio.Semaphore | None = None  # the same

    @asynccontextmanager
    async def while_unanswered(self, room: asyncio.Semaphore) -> AsyncIterator[None]:
        """Take a place once there is one, and give it back when the handshake is answered."""
        await room.acquire()
        self._room = room
        if self.patience is not None:
            self.patience.reschedule(asyncio.get_running_loop().time() + HANDSHAKE_SECONDS)
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            room.release()

    async def send(self, message: Message) -> None:
        """Send a consumer's message, unless its page is gone, as the consumer hears by itself."""
        self._is_begun = True
        self._leave()
        if self.patience is not None and not self.patience.expired():
            self.patience.reschedule(None)
        with suppress(OSError):  # by ASGI, what a send raises after the end
            await self._send(message)

    async def refuse(self, status: int, sentence: str) -> None:
        """Refuse the handshake with a status, or close the socket."""
        with suppress(Exception):  # it may be closed
            if self._is_begun:
                await self._send({"type": "websocket.close", "code": TRY_AGAIN})
            elif "websocket.http.response" not in self._scope.get("extensions", {}):
                await self._send({"type": "websocket.close"})
            else:
                headers = [
                    (b"content-type", b"text/plain; charset=utf-8"),
                    (b"retry-after", b"5"),
                ]
                begin = {"type": "websocket.http.response.start", "status": status}
                await self._send({**begin, "headers": headers})
                body = f"{sentence}\n".encode()
                await self._send({"type": "websocket.http.response.body", "body": body})


def is_of_our_page(scope: Scope) -> bool:
    """Whether a handshake asks for a name of ours, and comes from a page under that name."""
    try:
        request = request_of(scope)
    except UnicodeDecodeError:
        return False
    if not hosts.is_asked_for_us(request):
        return False
    if settings.IS_OVER_TLS and not request.is_secure():
        return False
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


async def _answer_nothing(scope: Any, receive: Receive, send: Send) -> None:
    """There is no consumer at this address."""
    await send({"type": "websocket.close"})


class Heart:
    """Notes in the database, again and again, that this process can take turns.

    A beat goes the way of a request that plays a turn. So there is none while connections are not
    accepted yet or any more, while the loop or all threads are stuck, and while the database is
    away or takes no change.
    """

    def __init__(self, handler: ThreadedHandler) -> None:
        self._handler = handler
        self._beating: asyncio.Task[None] | None = None
        self._failed = False  # told once, not every second

    async def tick(self) -> None:
        """Begin a beat, unless the last one is still under way; the server calls this."""
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        try:
            await self._handler.work(_note_beat)
            self._failed = False
        except DatabaseError as error:
            if not self._failed:
                log.error("The time of games stands still, as nothing can be written: %s", error)
            self._failed = True
        except RuntimeError:  # the threads have ended, and with them the server
            pass


def _note_beat() -> None:
    close_old_connections()
    try:
        service(Moments).beat()
    finally:
        close_old_connections()


def make_application(engine: Engine | Calls, sockets: Sockets | None = None) -> Application:
    """The site, once Django is set up; its requests share an engine, here or apart."""
    services = make_services(engine)
    counts = settings.IS_PUBLIC and can_count()
    metrics = (Metrics(Services(services).find(Engine)),) if counts else ()
    handler = ThreadedHandler()
    provide(*services, *metrics, Heart(handler))
    announcer = service(Announcer)
    sockets = sockets or Sockets()
    if settings.IS_PUBLIC:  # somebody will come, and wait no longer than others
        sockets.prepare()
    protocols = {"http": LimitedBodies(handler), "websocket": sockets}
    by_protocol = ProtocolTypeRouter(protocols)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        announcer.use_running_loop()
        await by_protocol(scope, receive, send)

    return count(application, *metrics) if metrics else application
