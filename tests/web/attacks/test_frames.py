"""WebSockets that send what no page sends are ended; those of others hear nothing of it."""

import os
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from socket import create_connection, socket

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from skerry.web.site.connections import LONGEST_MESSAGE
from tests.web.conftest import Server

SECONDS = 60
TOO_BIG = 1009
BROKEN = 1002
# The server hangs up without reading the rest; then the kernel resets the connection, and the code
# may be lost on its way.
HUNG_UP = 1006


@pytest.fixture
def lobby(server: Server) -> Iterator[ClientConnection]:
    """Somebody else, who must notice nothing."""
    with opened(server) as page:
        yield page
        assert page.ping().wait(SECONDS)


def opened(server: Server) -> ClientConnection:
    origin = f"http://127.0.0.1:{server.port}"
    url = origin.replace("http", "ws")
    return connect(f"{url}/ws/lobby", additional_headers={"Origin": origin}, proxy=None)


def told_to(page: ClientConnection, message: bytes | list[str]) -> int | None:
    """The code with which a socket is closed that has said something."""
    with suppress(ConnectionClosed):  # perhaps before all of it was sent
        page.send(message)
        page.recv(timeout=SECONDS)
    return page.close_code


def raw(server: Server) -> socket:
    """A socket after the handshake, for frames that no library would send."""
    origin = f"http://127.0.0.1:{server.port}"
    connection = create_connection(("127.0.0.1", server.port), timeout=SECONDS)
    connection.sendall(
        f"GET /ws/lobby HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(1)
    assert head.startswith(b"HTTP/1.1 101")
    return connection


def frame(first: int, length: int, payload: bytes = b"", mask: bytes = b"\0\0\0\0") -> bytes:
    """A masked frame that says it has a length, whatever it has."""
    return struct.pack("!BBQ", first, 0xFF, length) + mask + payload


def ended(connection: socket) -> int:
    """The code with which the server closes."""
    got = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65_536):
            got += part
    at = got.rfind(b"\x88")
    said = at >= 0 and len(got) > at + 3
    return int.from_bytes(got[at + 2 : at + 4], "big") if said else HUNG_UP


@pytest.mark.usefixtures("lobby")
@pytest.mark.parametrize("length", [LONGEST_MESSAGE + 1, 20 * LONGEST_MESSAGE])
def test_a_message_that_is_too_long_ends_the_socket(server: Server, length: int) -> None:
    with opened(server) as page:
        assert told_to(page, os.urandom(length)) in (TOO_BIG, HUNG_UP)


@pytest.mark.usefixtures("lobby")
def test_one_of_many_parts_counts_whole(server: Server) -> None:
    with opened(server) as page:
        parts = ["x" * 1024 for _ in range(2 * LONGEST_MESSAGE // 1024)]
        assert told_to(page, parts) in (TOO_BIG, HUNG_UP)


@pytest.mark.usefixtures("lobby")
@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(0x82, 2**62), TOO_BIG),  # a length that nobody has memory for
        (frame(0x82, 2**63), TOO_BIG),  # and one that is no length
        (frame(0x02, LONGEST_MESSAGE, bytes(LONGEST_MESSAGE)) + frame(0x00, 2**40), TOO_BIG),
        (frame(0x89, 200, bytes(200)), BROKEN),  # a ping with more than 125 bytes
        (frame(0xF2, 5, bytes(5)), BROKEN),  # bits that mean nothing
        (b"\x82\x05hello", BROKEN),  # not masked
        (b"GET / HTTP/1.1\r\n\r\n", BROKEN),
    ],
)
def test_frames_that_cannot_be_ends_the_socket(server: Server, sent: bytes, code: int) -> None:
    with closing(raw(server)) as connection:
        with suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(sent)
        assert ended(connection) in (code, HUNG_UP)


@pytest.mark.usefixtures("lobby")
def test_half_a_frame_holds_nobody_up(server: Server) -> None:
    with closing(raw(server)) as connection:
        connection.sendall(frame(0x82, 1000, bytes(10)))
        with opened(server) as page:
            assert page.ping().wait(SECONDS)
