"""No address leads to a file that is not meant for it, however it is written."""

import socket
from pathlib import Path

import pytest

from skerry.web.base import assets
from skerry.web.site.data import DATABASE_FILE
from tests.web.conftest import Server

SECONDS = 30
SECRETS = (b"root:", b"SQLite format 3", b"INSTALLED_APPS", b"[project]")
UP = (
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "..%5c",
    "..\\",
    "..%c0%af",
    "....//",
    "%252e%252e%252f",
)
STATIC = f"/{assets.folder()}"
PLACES = (
    *("/", STATIC, f"{STATIC}base/", "/static/", "/lab/results/", "/lab/", "/rules/spry/"),
    *("/puzzles/spry/", "/learn/spry/", "/game/", "/study/", "/players/", "/admin/r/", "/api/v1/"),
    *("/rules/spry/board.pdf?paper=", "/new/", "/editor/", "/challenge/", "/ladder/"),
)


def answered(port: int, target: str) -> bytes:
    """The whole answer to a request whose line is sent as it stands."""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        head = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode("latin-1"))
        got = b""
        while part := connection.recv(65_536):
            got += part
        return got


@pytest.mark.parametrize("place", PLACES)
def test_no_way_leads_up(server: Server, place: str) -> None:
    files = ("etc/passwd", f"data/{DATABASE_FILE}", DATABASE_FILE, "settings.py", "pyproject.toml")
    for up in UP:
        for file in files:
            answer = answered(server.port, f"{place}{up * 6}{file}")
            assert answer.split()[1] in (b"301", b"302", b"400", b"404"), (place, up, answer[:200])
            assert not any(secret in answer for secret in SECRETS)


@pytest.mark.parametrize("target", ["/etc/passwd", "//etc/passwd", "file:///etc/passwd", "*", "\\"])
def test_no_target_is_a_file(server: Server, target: str) -> None:
    answer = answered(server.port, target)
    assert not any(secret in answer for secret in SECRETS)
    assert b" 200 " not in answer.split(b"\r\n")[0]


def test_what_is_meant_to_be_read_is(server: Server) -> None:
    assert answered(server.port, f"{STATIC}theme.css").startswith(b"HTTP/1.1 200")
    assert (Path(server.folder) / DATABASE_FILE).is_file()  # and it lies where one would look
