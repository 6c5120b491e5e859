"""`skerry serve`: by https alone, under its own names, watched by who runs it."""

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from skerry.web.site import environment, watching
from skerry.web.site.asgi import is_of_our_page
from skerry.web.site.connections import make_config
from skerry.web.site.watching import METRICS_TOKEN, Health, Recent, kind_of
from skerry.web.thinking.engine import Engine
from tests.web.conftest import START_SECONDS, Server, share_with
from tests.web.site.serving.test_sockets import running

NAME = "games.example.org"
SECONDS_OF_A_TEST = 600.0  # longer than any takes on a busy machine
TOKEN = "token of who runs it"
ENVIRONMENT = {
    environment.PUBLIC_NAME: NAME,
    environment.TRUSTED_PROXIES: "127.0.0.1",
    METRICS_TOKEN: TOKEN,
}
BY_TLS = {"Host": NAME, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def skerry(folder: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "skerry", *arguments],
        env={**os.environ, "SKERRY_DATA_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("public")
    log = folder / "log"
    surroundings = {"SKERRY_DATA_DIR": str(folder), "NUMBA_DISABLE_JIT": "1", **ENVIRONMENT}
    with log.open("wb") as printed:
        process = subprocess.Popen(
            [sys.executable, "-m", "skerry", "serve", "--port", "0"],
            env={**os.environ, **surroundings},
            stderr=printed,
        )
    server = Server(folder, process, log)
    server.wait_for("/healthz")
    yield server
    process.terminate()
    assert process.wait(START_SECONDS) == 0
    assert "Traceback" not in log.read_text()


def ask(
    server: Server, path: str, headers: Mapping[str, str]
) -> tuple[int, str, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=START_SECONDS)
    try:
        connection.request("GET", path, headers=dict(headers))
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers
    finally:
        connection.close()


def test_whoever_comes_without_tls_is_led_there(served: Server) -> None:
    status, _, headers = ask(served, "/new/spry?a=b", {"Host": NAME})
    assert status == 301
    assert headers["Location"] == f"https://{NAME}/new/spry?a=b"


def test_by_tls_pages_come_and_every_cookie_is_kept_from_listeners(served: Server) -> None:
    status, page, headers = ask(served, "/new/spry", BY_TLS)
    assert status == 200
    assert "csrfmiddlewaretoken" in page
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    cookies = headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)


@pytest.mark.parametrize("host", ["192.168.1.5", "example.org", f"a.{NAME}", f"{NAME}.example.net"])
def test_it_answers_to_its_own_names_alone(served: Server, host: str) -> None:
    assert ask(served, "/", {**BY_TLS, "Host": host})[0] == 400


def test_its_health_is_told_without_tls(served: Server) -> None:
    status, told, headers = ask(served, "/healthz", {"Host": "127.0.0.1"})
    assert status == 200
    assert json.loads(told) | {"engine": ""} == {
        "status": "ok",
        "database": "ok",
        "cache": "ok",
        "engine": "",
    }
    assert "no-store" in headers["Cache-Control"]


def test_its_numbers_are_for_this_machine_and_for_who_has_the_token(served: Server) -> None:
    ask(served, "/api/engine", BY_TLS)
    deadline = time.monotonic() + START_SECONDS
    told = ""
    while 'skerry_requests_total{kind="api",status="200"}' not in told:  # it counts after answering
        assert time.monotonic() < deadline, told
        status, told, _ = ask(served, "/metrics", {"Host": "localhost"})
        assert status == 200
    assert "skerry_engine_ready" in told
    assert "process_resident_memory_bytes" in told
    token = {"Authorization": f"Bearer {TOKEN}"}
    assert ask(served, "/metrics", {**BY_TLS, **token})[0] == 200
    for headers in (
        BY_TLS,
        {"Host": NAME},
        {"Host": "localhost", "X-Forwarded-For": "203.0.113.9"},
        {"Host": "localhost", "X-Real-IP": "127.0.0.1"},
        {**BY_TLS, "Authorization": "Bearer another"},
        {**BY_TLS, "Authorization": "Bearer \xe4"},
    ):
        assert ask(served, "/metrics", headers)[0] == 403, headers


def test_django_finds_nothing_to_object_to(tmp_path: Path) -> None:
    asked = ("manage", "check", "--deploy", "--fail-level", "WARNING")
    ended = skerry(tmp_path, *asked, **ENVIRONMENT)
    assert ended.returncode == 0, ended.stderr
    assert "no issues (2 silenced)" in ended.stdout
    own = skerry(tmp_path, *asked)  # one's own machine has no TLS: the check does check
    assert own.returncode != 0
    assert "security.W008" in own.stderr


@pytest.mark.parametrize(
    ("arguments", "variables", "said"),
    [
        ((), {}, environment.PUBLIC_NAME),
        ((), {environment.PUBLIC_NAME: NAME}, environment.TRUSTED_PROXIES),
        (("--share-port",), ENVIRONMENT, environment.REDIS_URL),
        ((), {**ENVIRONMENT, environment.DATABASE_URL: "mysql://a"}, environment.DATABASE_URL),
        (
            (),
            {**ENVIRONMENT, environment.DATABASE_URL: "postgresql:///no?host=/no"},
            "No such file",
        ),
    ],
)
def test_what_a_public_site_lacks_is_said(
    tmp_path: Path, arguments: tuple[str, ...], variables: dict[str, str], said: str
) -> None:
    ended = skerry(tmp_path, "serve", "--port", "0", *arguments, **variables)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [((), "http 127.0.0.1"), (("10.0.0.0/8",), "http 127.0.0.1"), (("127.0.0.1",), "https ::9")],
)
def test_a_proxy_is_believed_only_when_it_is_named(proxies: tuple[str, ...], seen: str) -> None:
    async def tell(scope: Any, receive: Any, send: Any) -> None:
        body = f"{scope['scheme']} {scope['client'][0]}".encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    with running(make_config(tell, proxies)) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
        connection.request("GET", "/", headers={**BY_TLS, "X-Forwarded-For": "::9"})
        assert connection.getresponse().read().decode() == seen
        connection.close()


def test_a_public_sites_sockets_come_by_tls(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [NAME]
    for scheme, origin in (("wss", f"https://{NAME}"), ("ws", f"http://{NAME}")):
        headers = [(b"host", NAME.encode()), (b"origin", origin.encode())]
        scope = {"path": "/", "query_string": b"", "headers": headers, "scheme": scheme}
        settings.IS_OVER_TLS = False
        assert is_of_our_page(scope)
        settings.IS_OVER_TLS = True
        assert is_of_our_page(scope) == (scheme == "wss")


@pytest.mark.django_db
def test_health_fails_with_what_it_needs_and_the_log_says_so_once(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    share_with(Engine(), Health(fresh_seconds=0))
    assert Client().get("/healthz").status_code == 200
    works = settings.CACHES
    settings.CACHES = {
        "default": {
            "BACKEND": "skerry.web.base.redis.RedisCache",
            "LOCATION": "unix:///nowhere/redis.sock",
        }
    }
    for _ in range(3):
        answer = Client().get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["cache"] == "failing"
        assert answer.json()["database"] == "ok"
    settings.CACHES = works
    assert Client().get("/healthz").status_code == 200
    told = [one.getMessage() for one in caplog.records if one.name == watching.__name__]
    assert [line.split(":")[0] for line in told] == ["The cache fails", "The cache answers again."]


@pytest.mark.django_db
def test_whoever_asks_for_health_the_database_is_asked_once(
    django_assert_num_queries: Any,
) -> None:
    share_with(Engine(), Health(fresh_seconds=SECONDS_OF_A_TEST))
    with django_assert_num_queries(1):
        for _ in range(5):
            assert Client().get("/healthz").status_code == 200


def test_while_one_asks_others_get_the_answer_before() -> None:
    asked, may_answer, answers = threading.Event(), threading.Event(), iter("ab")

    def ask() -> str:
        answer = next(answers)
        if answer == "b":
            asked.set()
            assert may_answer.wait(SECONDS_OF_A_TEST)
        return answer

    recent = Recent(ask, fresh_seconds=0, old_seconds=SECONDS_OF_A_TEST)
    assert recent.answer() == "a"
    one = threading.Thread(target=recent.answer)
    one.start()
    assert asked.wait(SECONDS_OF_A_TEST)
    assert recent.answer() == "a"
    may_answer.set()
    one.join()


@pytest.mark.django_db
def test_ones_own_machine_counts_nothing() -> None:
    assert Client().get("/metrics", headers={"Host": "localhost"}).status_code == 404


def test_strangers_make_no_new_kinds_of_requests() -> None:
    kinds = {kind_of(path) for path in ("/", "/a", "//b", "", "/api/x", "/static/x", "/metrics")}
    assert kinds == {"page", "api", "static", "watching"}
