"""Threads for requests: none waits for work, and one client has a share of them."""

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from threading import Event, Semaphore

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from pytest_django import Settings

from skerry.web.base.background import Background, Kind, Work
from skerry.web.base.clients import client_address
from skerry.web.base.services import service
from skerry.web.site import handler
from skerry.web.site.asgi import make_application
from skerry.web.site.connections import make_config
from skerry.web.site.environment import MOST_CONNECTIONS
from skerry.web.thinking.engine import Engine
from tests.web.site.serving.test_sockets import SECONDS, running

THINGS = Kind("things", "Too many things are asked for.", at_once=1, most=3 * MOST_CONNECTIONS)
ATTACKER, OTHER = "203.0.113.1", "203.0.113.2"


@dataclass
class Held:
    """What views of this file wait for, and how many do."""

    goes_on: Event = field(default_factory=Event)
    begun: Semaphore = field(default_factory=lambda: Semaphore(0))
    ended: Event = field(default_factory=Event)

    def make(self, work: Work) -> bytes:
        work.on_cancel(self.ended.set)
        assert self.goes_on.wait(SECONDS)
        return b"made"


held = Held()


def thing(request: HttpRequest, name: str) -> HttpResponse:
    """Something that is made in the background, another one for each name."""
    made = service(Background).ask(request, THINGS, name, held.make)
    return HttpResponse(made + request.body)


def slow(request: HttpRequest) -> HttpResponse:
    """A view that keeps its thread."""
    held.begun.release()
    held.goes_on.wait(SECONDS)
    return HttpResponse("slow")


def quick(request: HttpRequest) -> HttpResponse:
    """A view that does not."""
    return HttpResponse(client_address(request))


urlpatterns = [
    path("api/thing/<str:name>", thing),
    path("api/slow", slow),
    path("slow", slow),
    path("api/quick", quick),
]


@pytest.fixture
def port(settings: Settings) -> Iterator[int]:
    """A public server behind a proxy that it trusts."""
    global held
    held = Held()
    settings.ROOT_URLCONF = __name__
    settings.QUOTA_FACTOR = 1.0
    with running(make_config(make_application(Engine()), ("127.0.0.1",))) as port:
        yield port
        held.goes_on.set()


@pytest.fixture
def browsers() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2 * MOST_CONNECTIONS + 80) as threads:
        yield threads
        held.goes_on.set()


def ask(port: int, address: str, where: str) -> tuple[int, str, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request("GET", where, headers={"X-Forwarded-For": address})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers
    finally:
        connection.close()


Answer = tuple[int, str, http.client.HTTPMessage]


def test_more_wait_for_work_than_there_are_threads_and_pages_come(
    port: int, browsers: ThreadPoolExecutor
) -> None:
    """As 40 clients that asked for pictures of a large board, and everybody waited for them."""
    waiting = [
        browsers.submit(ask, port, f"198.51.100.{one}", f"/api/thing/{one}")
        for one in range(2 * MOST_CONNECTIONS)
    ]
    while service(Background).num_waiting < len(waiting):
        Event().wait(0.01)
    assert ask(port, OTHER, "/api/quick")[:2] == (200, OTHER)
    held.goes_on.set()
    assert [one.result()[:2] for one in waiting] == [(200, "made")] * len(waiting)


def test_one_address_hears_at_once_that_it_asks_for_too_much(
    port: int, browsers: ThreadPoolExecutor
) -> None:
    for one in range(THINGS.of_one):
        browsers.submit(ask, port, ATTACKER, f"/api/thing/{one}")
    while service(Background).num_waiting < THINGS.of_one:
        Event().wait(0.01)
    status, said, headers = ask(port, ATTACKER, "/api/thing/more")
    assert status == 429
    assert "Too many things are asked for." in said
    assert int(headers["Retry-After"]) > 0
    theirs = browsers.submit(ask, port, OTHER, "/api/thing/theirs")
    held.goes_on.set()
    assert theirs.result()[0] == 200


def test_who_leaves_ends_the_work(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", "/api/thing/a")
    while not service(Background).num_waiting:
        Event().wait(0.01)
    connection.close()
    assert held.ended.wait(SECONDS)


@pytest.mark.parametrize("where", ["/api/slow", "/slow"])
def test_one_address_has_a_share_of_the_threads(
    port: int, browsers: ThreadPoolExecutor, settings: Settings, where: str
) -> None:
    settings.QUOTA_FACTOR = 100.0  # of requests any number is taken here
    asked: list[Future[Answer]] = []
    for _ in range(handler.MOST_OF_ONE):
        asked.append(browsers.submit(ask, port, ATTACKER, where))
    for _ in asked:
        assert held.begun.acquire(timeout=SECONDS)
    # All that one address may have under way: of the rest the first that is one too many hears so.
    asked += [browsers.submit(ask, port, ATTACKER, where) for _ in range(handler.MOST_WAITING + 1)]
    done = Event()
    for one in asked:
        one.add_done_callback(lambda _: done.set())
    assert done.wait(SECONDS)
    refused = [one.result() for one in asked if one.done()]
    assert [status for status, _, _ in refused] == [429]
    _, said, headers = refused[0]
    assert "from your address" in said
    assert int(headers["Retry-After"]) > 0
    if where.startswith("/api/"):
        assert set(json.loads(said)) == {"error"}
    else:
        assert headers["Content-Type"].startswith("text/plain")
    assert not held.begun.acquire(blocking=False)  # none of those that wait has a thread
    assert ask(port, OTHER, "/api/quick")[:2] == (200, OTHER)
    held.goes_on.set()
    assert sorted(one.result()[0] for one in asked) == [200] * (len(asked) - 1) + [429]


def test_a_share_is_given_back_by_who_leaves(port: int, browsers: ThreadPoolExecutor) -> None:
    for _ in range(handler.MOST_OF_ONE):
        browsers.submit(ask, port, ATTACKER, "/api/slow")
    for _ in range(handler.MOST_OF_ONE):
        assert held.begun.acquire(timeout=SECONDS)
    with ExitStack() as ends:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        ends.callback(connection.close)
        connection.request("GET", "/api/slow", headers={"X-Forwarded-For": ATTACKER})
    held.goes_on.set()
    for _ in range(2 * handler.MOST_OF_ONE):
        assert ask(port, ATTACKER, "/api/quick")[0] == 200
