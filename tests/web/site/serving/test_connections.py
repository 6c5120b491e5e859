"""Connections that only wait, to a server of its own: they end, and nobody else waits for them."""

import http.client
import json
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from skerry.web.site.connections import ConnectionLimits, Guard, make_config
from tests.web.conftest import Server, StartServer

HALF_SENT = 300
QUICKLY = """
from skerry.core.jit import interpret
interpret()  # as the site itself does before it imports anything
from skerry.web.site import connections, handler
connections.ConnectionLimits.__new__.__defaults__ = (2.0, 2, 2.0, 100, 100)
handler.BodyLimits.__new__.__defaults__ = (
    *handler.BodyLimits.__new__.__defaults__[:4], 2.0, 10_000_000)
"""
ENOUGH = 60.0  # seconds on a busy machine, where two are meant


@pytest.fixture(scope="module")
def impatient(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that waits for two seconds, where another one does for ten or thirty."""
    return start_server(tmp_path_factory.mktemp("impatient"), before=QUICKLY)


@pytest.fixture
def open_to(impatient: Server) -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def connect(impatient: Server, opened: ExitStack, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", impatient.port), timeout=ENOUGH)
    opened.enter_context(connection)
    if sent:
        connection.sendall(sent)
    return connection


def seconds_until_closed(connections: list[socket.socket]) -> float:
    """Until the server has ended all of them, reading whatever comes before."""
    began = time.monotonic()
    with selectors.DefaultSelector() as selector:
        for one in connections:
            selector.register(one, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(timeout=ENOUGH)
            assert ready, f"{len(selector.get_map())} connections stay open"
            for key, _ in ready:
                if not _read(key.fileobj):
                    selector.unregister(key.fileobj)
    return time.monotonic() - began


def send_until_ended(connection: socket.socket, part: bytes, pause: float = 0.0) -> int:
    """Send the same again and again, until the other side has ended it; the bytes that went out."""
    sent, began = 0, time.monotonic()
    while time.monotonic() - began < ENOUGH:
        try:
            sent += connection.send(part)
        except TimeoutError:
            continue
        except ConnectionError:
            return sent
        time.sleep(pause)
    raise AssertionError(f"the connection is still open after {sent} bytes")


def _read(connection: object) -> bytes:
    assert isinstance(connection, socket.socket)
    try:
        return connection.recv(65_536)
    except ConnectionResetError:
        return b""


HEADS = {
    "nothing": b"",
    "half a line": b"GET /ru",
    "no end of the headers": b"GET /rules HTTP/1.1\r\nHost: localhost\r\nCookie: a=",
}


@pytest.mark.parametrize("what", HEADS)
def test_three_hundred_half_sent_requests_are_ended_and_nobody_waits_for_them(
    impatient: Server, open_to: ExitStack, what: str
) -> None:
    half_sent = [connect(impatient, open_to, HEADS[what]) for _ in range(HALF_SENT)]
    began = time.monotonic()
    assert impatient.get("/puzzles")[0] == 200
    assert time.monotonic() - began < ENOUGH / 4
    assert seconds_until_closed(half_sent) < ENOUGH / 2
    assert impatient.get("/puzzles")[0] == 200


def test_a_byte_now_and_then_does_not_keep_a_connection(
    impatient: Server, open_to: ExitStack
) -> None:
    slow = connect(impatient, open_to, b"GET /rules HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    began = time.monotonic()
    send_until_ended(slow, b"a", pause=0.1)
    assert time.monotonic() - began < ENOUGH / 2


def test_a_connection_that_is_idle_after_an_answer_is_ended(
    impatient: Server, open_to: ExitStack
) -> None:
    asked = b"GET /api/engine HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % impatient.port
    idle = connect(impatient, open_to, asked)
    assert idle.recv(1000).startswith(b"HTTP/1.1 200")
    assert seconds_until_closed([idle]) < ENOUGH / 2


def test_the_second_request_of_a_connection_may_not_stay_half_sent(
    impatient: Server, open_to: ExitStack
) -> None:
    asked = b"GET /api/engine HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % impatient.port
    half = connect(impatient, open_to, asked)
    assert half.recv(1000).startswith(b"HTTP/1.1 200")
    half.sendall(b"GET /ru")
    assert seconds_until_closed([half]) < ENOUGH / 2


def test_half_sent_bodies_are_refused_and_ended(impatient: Server, open_to: ExitStack) -> None:
    head = b"POST /open HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 1000\r\n\r\nhalf"
    half = [connect(impatient, open_to, head % impatient.port) for _ in range(30)]
    first = half[0].recv(20)
    assert first.startswith(b"HTTP/1.1 408"), first
    assert seconds_until_closed(half) < ENOUGH / 2


@pytest.mark.parametrize("path", ["/nothing/there", "/api/nothing", "/static/nothing.js"])
def test_300_mb_to_an_unknown_address_are_not_read(
    impatient: Server, open_to: ExitStack, path: str
) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost:{impatient.port}\r\n"
    sender = connect(impatient, open_to, f"{head}Content-Length: 300000000\r\n\r\n".encode())
    assert sender.recv(20).startswith(b"HTTP/1.1 404")
    sent = send_until_ended(sender, b"x" * 1_000_000)
    assert sent < 50_000_000  # what the system takes before it knows


def test_whoever_never_reads_the_answers_is_cut_off(impatient: Server, open_to: ExitStack) -> None:
    # Until the server's own buffers are full: it then stops to read, and after a while ends it.
    asked = b"GET /new/spry HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % impatient.port
    deaf = socket.socket()
    open_to.enter_context(deaf)
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.settimeout(1.0)
    deaf.connect(("127.0.0.1", impatient.port))
    send_until_ended(deaf, asked, pause=0.01)
    assert impatient.get("/puzzles")[0] == 200


def test_requests_after_each_other_on_one_connection_are_all_answered(impatient: Server) -> None:
    connection = http.client.HTTPConnection("localhost", impatient.port, timeout=ENOUGH)
    for _ in range(5):
        connection.request("GET", "/api/engine")
        answer = connection.getresponse()
        assert "phase" in json.loads(answer.read())
        time.sleep(0.5)
    connection.close()


def test_the_log_says_nothing_of_all_that(impatient: Server, open_to: ExitStack) -> None:
    before = impatient.log.read_text()
    seconds_until_closed([connect(impatient, open_to, b"GET /ru") for _ in range(150)])
    said = impatient.log.read_text()[len(before) :]
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 1


class Waiting:
    """A connection as the guard knows it."""

    def __init__(self, guard: Guard) -> None:
        self.guard, self.is_ended = guard, False

    def give_up(self) -> None:
        self.guard.waiting.pop(self, None)  # type: ignore[call-overload]
        self.is_ended = True


def test_the_one_that_waits_longest_makes_room() -> None:
    guard = Guard(ConnectionLimits(most_waiting=3))
    connections = [Waiting(guard) for _ in range(5)]
    for one in connections:
        guard.wait(one)  # type: ignore[arg-type]
    assert [one.is_ended for one in connections] == [True, True, False, False, False]


def test_one_address_has_only_so_many_connections() -> None:
    guard = Guard(ConnectionLimits(most_of_one=3))
    assert [guard.has_too_many("198.51.100.7") for _ in range(5)] == [False] * 3 + [True] * 2
    assert not guard.has_too_many("198.51.100.8")
    assert not any(guard.has_too_many("127.0.0.1") for _ in range(9))
    behind = Guard(ConnectionLimits(most_of_one=3), ["10.0.0.0/8"])
    assert not any(behind.has_too_many("10.1.2.3") for _ in range(9))
    assert any(behind.has_too_many("198.51.100.7") for _ in range(9))
    for _ in range(5):
        guard.forget("198.51.100.7")
    assert "198.51.100.7" not in guard.by_address
    assert not guard.has_too_many("198.51.100.7")


def test_each_server_guards_connections_of_its_own(tmp_path: Path) -> None:
    configs: list[Any] = [make_config(cast("Any", None)) for _ in range(2)]
    one, other = (config.http.args[0] for config in configs)
    assert one is not other
    assert configs[0].limit_concurrency >= 64
