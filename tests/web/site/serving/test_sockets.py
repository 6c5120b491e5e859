"""WebSockets over real connections: who may open one, where, and how much it may say."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
import redis
import uvicorn
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import path as django_path
from pytest_django import Settings
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from skerry.web.base.consumers import Announcer, request_of
from skerry.web.base.seats import COOKIE, give_token, hash_token, new_token
from skerry.web.base.services import service
from skerry.web.online.consumers import WaitingPage
from skerry.web.site import asgi, connections
from skerry.web.site.asgi import make_application, socket_patterns
from skerry.web.site.connections import (
    LONGEST_MESSAGE,
    make_config,
)
from skerry.web.site.run import listen
from skerry.web.site.websocket_protocol import WebSocketProtocol
from skerry.web.thinking.engine import Engine

ECHO = "tests.web.site.serving.echo_consumers"
SECONDS = 60  # that anything takes on a busy machine


@contextmanager
def running(config: uvicorn.Config) -> Iterator[int]:
    """A server in a thread; gives its port."""
    listener = listen("127.0.0.1", 0, 1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        listener.close()
        assert not thread.is_alive()


@pytest.fixture
def port(settings: Settings) -> Iterator[int]:
    settings.CONSUMERS = [*settings.CONSUMERS, ECHO]
    with running(make_config(make_application(Engine()))) as port:
        yield port


def opened(port: int, path: str = "/echo/a", host: str = "", **more: str) -> ClientConnection:
    """Open a WebSocket as a page of the site does, unless `more` headers say otherwise."""
    headers = {"Origin": f"http://127.0.0.1:{port}", **more}
    address = f"ws://{host or f'127.0.0.1:{port}'}{path}"
    # Whatever name is asked for, the connection goes to this machine.
    sock = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
    return connect(address, sock=sock, additional_headers=headers, open_timeout=SECONDS)


def refused(port: int, *arguments: str, **headers: str) -> int:
    with pytest.raises(InvalidStatus) as raised, opened(port, *arguments, **headers):
        pass
    return raised.value.response.status_code


def heard(page: ClientConnection) -> object:
    return json.loads(page.recv(timeout=SECONDS))


def test_a_page_opens_a_socket_in_the_seat_of_its_browser(port: int) -> None:
    token, response = new_token(), HttpResponse()
    give_token(response, token)
    cache.set(f"revoked:{hash_token(token)}", 0.0)  # this server has no database to ask
    cookie = f"{COOKIE}={response.cookies[COOKIE].coded_value}"
    with opened(port, Cookie=cookie) as page:
        assert heard(page) == {"seat": hash_token(token)}
    with opened(port, Cookie=f"{COOKIE}={token}") as page:
        assert heard(page) == {"seat": None}


def test_those_in_one_group_hear_each_other(port: int) -> None:
    with opened(port) as one, opened(port) as two, opened(port, "/echo/b") as other:
        for page in (one, two, other):
            heard(page)
        one.send('"a2"')
        assert heard(one) == heard(two) == "a2"
        other.send('"b2"')
        assert heard(other) == "b2"


def test_any_thread_tells_a_group_at_once(port: int) -> None:
    with opened(port) as page:
        heard(page)
        for number in range(5):  # as an engine's thread does, while nothing else wakes the server
            time.sleep(0.1)
            service(Announcer).tell("a", {"type": "said", "content": number})
            assert heard(page) == number


def test_what_is_said_to_a_page_that_is_gone_is_no_error(port: int) -> None:
    with opened(port) as page:
        heard(page)
        with opened(port) as other:
            heard(other)
        assert heard(page) == "well"


def test_what_cannot_be_told_is_a_line_in_the_log(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(port) as page:
        heard(page)
        service(Announcer).tell("no group's name", {"type": "said", "content": 1})
        Announcer().tell("nor this", {"type": "said", "content": 1})
        service(Announcer).tell("a", {"type": "said", "content": 2})
        assert heard(page) == 2
    said = [record.message for record in caplog.records if "could not be told" in record.message]
    assert len(said) == 2


def test_a_client_that_reads_nothing_is_hung_up_on(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, gone = threading.Event(), WebSocketProtocol.connection_lost

    def note(self: WebSocketProtocol, error: Exception | None) -> None:
        gone(self, error)
        lost.set()

    monkeypatch.setattr(WebSocketProtocol, "reading_seconds", 0.1)
    monkeypatch.setattr(WebSocketProtocol, "connection_lost", note)
    with socket.socket() as deaf, opened(port) as page:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", port))
        headers = {
            "Host": f"127.0.0.1:{port}",
            "Origin": f"http://127.0.0.1:{port}",
            **{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"},
            "Sec-WebSocket-Key": "c2tlcnJ5c2tlcnJ5c2tlcg==",
        }
        lines = ["GET /echo/a HTTP/1.1", *(f"{name}: {what}" for name, what in headers.items())]
        deaf.sendall("\r\n".join([*lines, "", ""]).encode())
        assert b" 101 " in deaf.recv(100)
        heard(page)
        deadline = time.monotonic() + SECONDS
        while not lost.wait(0.01):
            assert time.monotonic() < deadline
            page.send(json.dumps("a" * 60_000))
            assert heard(page)


class Hanging:
    """A channel layer whose Redis does not answer."""

    async def new_channel(self) -> str:
        await asyncio.sleep(SECONDS)
        return "a"

    async def group_send(self, group: str, message: object) -> None:
        await asyncio.sleep(SECONDS)

    async def group_discard(self, group: str, channel: str) -> None:
        raise redis.exceptions.TimeoutError("Timeout reading from socket")


def test_news_does_not_heap_up_where_redis_hangs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("channels.layers.get_channel_layer", Hanging)
    monkeypatch.setattr("skerry.web.base.consumers.SEND_SECONDS", 0.01)
    announcer = Announcer()
    for _ in range(3):
        announcer.tell("a", {"type": "said", "content": 1})
    assert [record.message for record in caplog.records if record.name.startswith("skerry")] == [
        "Sockets could not be told of something: TimeoutError"
    ]


def test_a_handshake_is_answered_in_time_though_redis_hangs(
    port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(port) as page:
        heard(page)
        monkeypatch.setattr("skerry.web.site.asgi.HANDSHAKE_SECONDS", 0.1)
        with monkeypatch.context() as hanging:
            hanging.setattr("channels.consumer.get_channel_layer", lambda *_: Hanging())
            assert refused(port) == 503
        assert caplog.messages == ["Refused a WebSocket that waited for 0.1 s."]
        with opened(port) as other:  # one that is open may be silent for as long as it likes
            heard(other)
            time.sleep(0.2)
            other.send('"here"')
            assert heard(page) == heard(other) == "here"


def test_handshakes_are_answered_a_few_at_a_time() -> None:
    """As after a restart, when hundreds come at once and none would be answered in time."""
    begun = opened_pages = 0

    async def consumer(scope: Any, receive: Any, send: Any) -> None:
        nonlocal begun, opened_pages
        begun += 1
        await may_accept.wait()
        await send({"type": "websocket.accept"})
        opened_pages += 1
        await receive()

    async def ignore(message: object) -> None:
        """A client that reads nothing."""

    async def left() -> dict[str, Any]:
        await ends.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def all_at_once() -> None:
        listening = asgi.Sockets([django_path("echo", cast("Any", consumer))])
        opening = [asyncio.create_task(listening(scope, left, ignore)) for _ in range(most)]
        async with asyncio.timeout(SECONDS):
            while begun < asgi.AT_ONCE:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert begun == asgi.AT_ONCE
            may_accept.set()
            while opened_pages < most:
                await asyncio.sleep(0.01)
            ends.set()
            await asyncio.gather(*opening)

    may_accept, ends, most = asyncio.Event(), asyncio.Event(), 3 * asgi.AT_ONCE
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    scope = {"type": "websocket", "path": "/echo", "query_string": b"", "headers": headers}
    asyncio.run(all_at_once())


def test_a_page_that_waits_is_noted_no_more_though_redis_is_away() -> None:
    noted: list[str] = []

    class Page(WaitingPage):
        channel_layer, channel_name, group = Hanging(), "a", "b"

        def note_end(self) -> None:
            noted.append("end")

    async def leave() -> int:
        page = Page()
        page.noting = asyncio.create_task(asyncio.sleep(SECONDS))
        await page.disconnect(1000)
        return page.noting.cancelling()

    assert asyncio.run(leave()) == 1
    assert noted == ["end"]


@pytest.mark.parametrize(
    "origin",
    [
        "http://games.example.com",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:{port}.example.com",
        "http://127.0.0.1:{port}/",
        "null",
        "",
    ],
)
def test_no_page_of_another_site_opens_one(port: int, origin: str) -> None:
    assert refused(port, Origin=origin.format(port=port)) == 403


def test_a_client_that_does_not_say_whose_page_it_shows_is_refused(port: int) -> None:
    with (
        pytest.raises(InvalidStatus) as raised,
        connect(f"ws://127.0.0.1:{port}/echo/a", open_timeout=SECONDS, proxy=None),
    ):
        pass
    assert raised.value.response.status_code == 403


def test_a_name_that_is_not_ours_is_refused_even_to_its_own_pages(port: int) -> None:
    name = f"games.example.com:{port}"
    assert refused(port, "/echo/a", name, Origin=f"http://{name}") == 403


@pytest.mark.parametrize("path", ["/", "/echo/", "/echo/a/b", "/game/abc", "/echo/a?x=%ff&y"])
def test_where_nothing_listens_a_handshake_is_refused(port: int, path: str) -> None:
    if "?" in path:
        with opened(port, path) as page:
            assert heard(page) == {"seat": None}
    else:
        assert refused(port, path) == 403


def test_a_message_has_a_bound(port: int) -> None:
    with opened(port) as page:
        heard(page)
        page.send(json.dumps("x" * (LONGEST_MESSAGE - 2)))
        assert heard(page) == "x" * (LONGEST_MESSAGE - 2)
        page.send(json.dumps("x" * LONGEST_MESSAGE))
        with pytest.raises(ConnectionClosedError) as closed:
            page.recv(timeout=SECONDS)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_who_does_not_answer_a_ping_is_dropped(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PING_SECONDS", 0.2)
    monkeypatch.setattr(connections, "PONG_SECONDS", 0.2)
    settings.CONSUMERS = [*settings.CONSUMERS, ECHO]
    with running(make_config(make_application(Engine()))) as port, opened(port) as page:
        heard(page)
        page.protocol.receive_data = lambda data: None  # type: ignore[method-assign]
        page.socket.settimeout(SECONDS)
        assert page.recv_events_thread is not None
        page.recv_events_thread.join(SECONDS)
        assert not page.recv_events_thread.is_alive()


def test_addresses_come_from_all_modules_of_consumers(settings: Settings) -> None:
    before = socket_patterns()
    settings.CONSUMERS = [*settings.CONSUMERS, ECHO]
    assert [str(one.pattern) for one in socket_patterns()] == [
        *(str(one.pattern) for one in before),
        "echo/<str:room>",
    ]


def test_a_handshake_has_the_session_that_its_request_would_have(settings: Settings) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
    name = "django.contrib.sessions.middleware.SessionMiddleware"
    if name not in settings.MIDDLEWARE:
        settings.MIDDLEWARE = [*settings.MIDDLEWARE, name]
    from django.contrib.sessions.backends.signed_cookies import SessionStore

    session = SessionStore()
    session["known"] = "yes"
    session.save()
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode()
    scope = {"path": "/", "query_string": b"", "headers": [(b"cookie", cookie)], "scheme": "wss"}
    request = request_of(scope)
    assert request.session["known"] == "yes"
    assert request.is_secure()
