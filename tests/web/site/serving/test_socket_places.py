"""How many WebSockets one client may have open, and how fast it may open them."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from pytest_django import Settings
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from skerry.web.base.limits import ADDRESS_FACTOR, HANDSHAKES, MINUTE, Rate
from skerry.web.base.seats import COOKIE, give_token, hash_token, new_token
from skerry.web.site import asgi
from skerry.web.site.asgi import Places, Sockets, make_application
from skerry.web.site.connections import make_config
from skerry.web.thinking.engine import Engine
from tests.web.site.serving.test_handler import ask
from tests.web.site.serving.test_sockets import ECHO, heard, opened, running

ONE, OTHER = "203.0.113.1", "203.0.113.2"


@pytest.fixture(autouse=True)
def nobody_has_asked() -> None:
    cache.clear()


@pytest.fixture
def port(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A public server behind a proxy that it trusts; of sockets it has few."""
    settings.CONSUMERS = [*settings.CONSUMERS, ECHO]
    settings.QUOTA_FACTOR = 1.0
    monkeypatch.setattr(asgi, "MOST_OF_ADDRESS", 4)
    monkeypatch.setattr(asgi, "MOST_OF_HOLDER", 2)
    listening = Sockets()
    listening._places = Places(6)
    with running(make_config(make_application(Engine(), listening), ("127.0.0.1",))) as port:
        yield port


def page(ends: ExitStack, port: int, address: str, cookie: str = "") -> ClientConnection:
    headers = {"X-Forwarded-For": address, "Cookie": cookie}
    opened_page = ends.enter_context(opened(port, **headers))
    heard(opened_page)
    return opened_page


def refusal(port: int, address: str, cookie: str = "") -> tuple[int, str]:
    with pytest.raises(InvalidStatus) as raised, ExitStack() as ends:
        page(ends, port, address, cookie)
    answer = raised.value.response
    assert answer.headers["Retry-After"]
    return answer.status_code, (answer.body or b"").decode()


def cookie() -> str:
    """Of a browser that is known, without a database."""
    token, response = new_token(), HttpResponse()
    give_token(response, token)
    cache.set(f"revoked:{hash_token(token)}", 0.0)
    return f"{COOKIE}={response.cookies[COOKIE].coded_value}"


def test_one_address_has_few_and_others_theirs(port: int) -> None:
    """As 4,100 sockets of one address, after which everybody else got 503."""
    with ExitStack() as ends:
        mine = [page(ends, port, ONE) for _ in range(4)]
        status, said = refusal(port, ONE)
        assert status == 429
        assert said.startswith("At most 4 pages of one address are told of news")
        page(ends, port, OTHER)
        mine[0].close()
        while True:  # until the server has noticed
            with suppress(InvalidStatus):
                page(ends, port, ONE)
                break


def test_a_network_of_ipv6_is_one_address(port: int) -> None:
    with ExitStack() as ends:
        for number in range(4):
            page(ends, port, f"2001:db8::{number}")
        assert refusal(port, "2001:db8::ffff")[0] == 429
        page(ends, port, "2001:db8:0:1::1")


def test_one_browser_has_few_wherever_it_is(port: int) -> None:
    own = cookie()
    with ExitStack() as ends:
        page(ends, port, ONE, own)
        page(ends, port, OTHER, own)
        status, said = refusal(port, ONE, own)
        assert status == 429
        assert said.startswith("At most 2 pages of one browser or account")
        page(ends, port, ONE, cookie())


def test_room_is_kept_for_requests(port: int) -> None:
    with ExitStack() as ends:
        for number in range(6):
            page(ends, port, f"198.51.100.{number}")
        assert refusal(port, OTHER)[0] == 503
        assert ask(port, OTHER, "/api/engine")[0] == 200


def test_handshakes_have_a_quota(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    few = HANDSHAKES._replace(rates=(Rate(1, MINUTE),))
    monkeypatch.setattr(asgi, "HANDSHAKES", few)
    monkeypatch.setattr(asgi, "MOST_OF_ADDRESS", 100)
    monkeypatch.setattr("time.time", lambda: 20_000 * 86_400.0)  # all of it happens at once
    with ExitStack() as ends:
        for _ in range(ADDRESS_FACTOR):
            page(ends, port, ONE)
        status, said = refusal(port, ONE)
        assert status == 429
        assert "new connections of open pages" in said
        page(ends, port, OTHER)
