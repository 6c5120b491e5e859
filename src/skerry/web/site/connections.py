"""How uvicorn serves the site: connections that only wait are ended, sockets can be refused."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Any, NamedTuple

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from skerry.web.base.clients import network_of
from skerry.web.site.handler import Application

# Connections that only wait are ended: those that never send a whole request, or never read.
#
# uvicorn ends a connection that is idle after an answer, but waits for ever for the rest of a first
# request, and for whoever does not read what it was sent. Bodies have their own limit (handler.py).

LONGEST_HEAD = 32 * 1024  # bytes; the longest address of a page, a puzzle's, has 6,000
MOST_FILES = 65_536  # files that the process may have open, where the system lets it
FILES_BESIDE = 256  # for databases, workers and pictures
MOST_CONNECTIONS = 4_000


class ConnectionLimits(NamedTuple):
    """How long connections may wait, and how many of them may."""

    head_seconds: float = 10.0  # for the first line and the headers of a request
    keep_alive_seconds: int = 5  # between an answer and the next request
    reading_seconds: float = 30.0  # in which a client reads nothing of what it was sent
    most_waiting: int = 1_000  # that have sent no whole request yet; the oldest makes room
    most_of_one: int = 100  # of one address; of a proxy any number


class Guard:
    """The connections of a server that wait. Used by the event loop's thread alone."""

    def __init__(self, limits: ConnectionLimits, proxies: Sequence[str] = ()) -> None:
        """None yet; `proxies` are addresses and networks that any number may come from."""
        self.limits = limits
        self.proxies = [ip_network(one) for one in proxies]
        self.waiting: OrderedDict[GuardedProtocol, None] = OrderedDict()
        self.by_address: Counter[str] = Counter()

    def wait(self, connection: "GuardedProtocol") -> None:
        """Let a connection wait for a request, instead of the one that has waited longest."""
        self.waiting[connection] = None
        if len(self.waiting) > self.limits.most_waiting:
            next(iter(self.waiting)).give_up()

    def has_too_many(self, address: str) -> bool:
        """Count a connection of an address; whether that is one too many."""
        network = network_of(address)
        self.by_address[network] += 1
        return self.by_address[network] > self.limits.most_of_one and not self._is_proxy(address)

    def _is_proxy(self, address: str) -> bool:
        """Whether it is a proxy's: the machine's own, a local socket's, or one of those named."""
        try:
            known = ip_address(address)
        except ValueError:
            return not address
        return known.is_loopback or any(known in network for network in self.proxies)

    def forget(self, address: str) -> None:
        """Count one less."""
        network = network_of(address)
        self.by_address[network] -= 1
        if self.by_address[network] <= 0:
            del self.by_address[network]


class GuardedProtocol(H11Protocol):
    """uvicorn's protocol for HTTP/1.1, with an end to each kind of waiting."""

    def __init__(self, guard: Guard, **given: Any) -> None:
        super().__init__(**given)
        self._guard = guard
        self._address: str | None = None  # while it counts
        self._head_timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there, and owes a request."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        if self._guard.has_too_many(self._address):
            transport.abort()
            return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop_counting()
        self._read_again()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come: a whole request, or a part of one."""
        super().data_received(data)
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        is_busy = cycle is not None and not cycle.response_complete
        if is_busy or self.transport.is_closing():
            self._head_is_there()
        elif self.transport.get_protocol() is self:
            self._expect_head()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Another protocol takes over, which sets its own limits."""
        self._stop_counting()
        super().handle_websocket_upgrade(event)

    def give_up(self) -> None:
        """End it: the request it owes has not come."""
        self._head_is_there()
        self.transport.abort()

    def _stop_counting(self) -> None:
        self._head_is_there()
        if self._address is not None:
            self._guard.forget(self._address)
            self._address = None

    def _expect_head(self) -> None:
        if self._head_timer is None:  # a byte now and then does not put it off
            seconds = self._guard.limits.head_seconds
            self._head_timer = self.loop.call_later(seconds, self.give_up)
            self._guard.wait(self)

    def _head_is_there(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
            self._guard.waiting.pop(self, None)

    # ---- a client that does not read ----

    def pause_writing(self) -> None:
        """The client reads more slowly than it is answered."""
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        """It has read something."""
        super().resume_writing()
        self._read_again()

    def on_response_complete(self) -> None:
        """All of an answer is written; perhaps it still has to be read before the end."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._expect_reading()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more has come after an answer."""
        super().timeout_keep_alive_handler()
        self._expect_reading()

    def _expect_reading(self) -> None:
        if self._reading_timer is None:
            seconds = self._guard.limits.reading_seconds
            self._reading_timer = self.loop.call_later(seconds, self.transport.abort)

    def _read_again(self) -> None:
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None


def most_connections() -> int:
    """Connections beyond which requests are refused, so that files are left for all else."""
    try:
        import resource
    except ImportError:  # Windows counts no files
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    left = MOST_FILES if soft == resource.RLIM_INFINITY else soft - FILES_BESIDE
    return max(64, min(MOST_CONNECTIONS, left))


LONGEST_MESSAGE = 64 * 1024  # bytes of one WebSocket message, unpacked; as of a form
PING_SECONDS = 20.0  # after which a silent WebSocket is asked whether it is still there
PONG_SECONDS = 20.0  # in which it answers, or is closed
STOP_SECONDS = 2  # for requests under way when the server ends


def make_config(
    application: Application,
    proxies: Sequence[str] = (),
    tick: Callable[[], Awaitable[None]] | None = None,
) -> uvicorn.Config:
    """How to serve an application.

    Args:
        application: the site.
        proxies: addresses, or networks as in `10.0.0.0/8`, of servers that hand requests on to
            this one: what they say about who asks, and whether by TLS, is believed. Nobody is by
            default: whoever reaches this server could claim anything.
        tick: is called about once a second while the server takes requests.
    """
    limits = ConnectionLimits()
    guarded: Any = partial(GuardedProtocol, Guard(limits, proxies))  # called as a class would be
    return uvicorn.Config(
        application,
        interface="asgi3",
        http=guarded,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_keep_alive=limits.keep_alive_seconds,
        limit_concurrency=most_connections(),
        ws=open_websocket,  # type: ignore[arg-type]  # it is called, and is no class
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,  # some 60 kB a connection, for messages that are short
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        log_level="warning",
        access_log=False,
        lifespan="off",
        callback_notify=tick,
        timeout_notify=0,  # as often as the server looks after itself, which is every second
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def open_websocket(*arguments: Any, **named: Any) -> asyncio.Protocol:
    """The protocol of one WebSocket; importing it takes longer than a page, so not before."""
    from skerry.web.site.websocket_protocol import WebSocketProtocol

    return WebSocketProtocol(*arguments, **named)
