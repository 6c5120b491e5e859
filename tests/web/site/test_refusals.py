"""What no page sends: a sentence and its status, one line in the log, never a traceback."""

import http.client
import io
import json
import logging
from typing import Any

import psycopg
import pytest
from django.db import OperationalError

from skerry.puzzles import collection
from skerry.web.play import queries
from skerry.web.site.handler import LONGEST_BODY
from skerry.web.site.urls import urlpatterns
from tests.web.conftest import Browser, Server
from tests.web.play.test_bad_input import assert_refused

BOUNDARY = "multipart/form-data; boundary=x"
GOOD_FORM = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
KINDS = [
    ("multipart/form-data", b"garbage"),
    ("multipart/form-data; boundary=", b"--x"),
    (BOUNDARY, b"--x garbage"),
    (BOUNDARY, GOOD_FORM),
    ("application/x-www-form-urlencoded", b"a=b&version=0"),
    ("application/x-www-form-urlencoded; charset=hex", b"a=%ff"),
    ("text/plain", b"{}"),
    ("application/xml", b"<a/>"),
    ("", b"{}"),
    ("/;;=", b"{}"),
    ("application/jsonx", b"{}"),
]
CALLS_WITHOUT_TURN = ["retry", "rematch", "visibility"]
GAME_CALLS = [
    "preview",
    "play",
    "take-back",
    "resign",
    "offer",
    "answer",
    "abort",
    "vacation",
    "analysis",
    "analysis/stop",
    "variation",
    "hint",
    "verdict",
    "chat",
    "chat/mute",
    "chat/report",
]


def post(browser: Browser, path: str, body: bytes, kind: str) -> Any:
    headers = {"X-CSRFToken": browser.token()}
    return browser.client.generic("POST", path, body, content_type=kind, headers=headers)


@pytest.mark.parametrize(("kind", "body"), KINDS)
@pytest.mark.parametrize("what", GAME_CALLS)
def test_a_body_that_is_no_json_is_refused(
    browser: Browser, what: str, kind: str, body: bytes
) -> None:
    game_id = browser.begin("kitaran")
    answer = post(browser, f"/api/games/{game_id}/{what}", body, kind)
    assert answer.status_code in (400, 415)
    assert answer.json()["error"].endswith(".")
    assert browser.state(game_id)["version"] == 0


@pytest.mark.parametrize(("kind", "body"), KINDS)
@pytest.mark.parametrize("what", ["preview", "check"])
def test_a_body_that_is_no_json_is_refused_by_puzzles(
    browser: Browser, what: str, kind: str, body: bytes
) -> None:
    key = collection("spry")[0].key
    answer = post(browser, f"/api/puzzles/spry/{key}/{what}", body, kind)
    assert answer.status_code in (400, 415)
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("path", ["/new/spry", "/open"])
@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data", b"garbage", 400),
        (BOUNDARY, b"--x\r\n" + b"y" * 100_000, 400),
        (BOUNDARY, GOOD_FORM.replace(b"\r\nb\r\n", b"\r\n" + b"b" * 70_000 + b"\r\n"), 413),
        ("application/x-www-form-urlencoded", b"a=" + b"b" * 70_000, 413),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=b" % n for n in range(200)), 400),
    ],
)
def test_forms_that_cannot_be_read_are_refused(
    browser: Browser, path: str, kind: str, body: bytes, status: int
) -> None:
    browser.token()
    answer = post(browser, path, body, kind)
    assert answer.status_code == status
    assert "The request" in answer.content.decode()


class Cut(io.RawIOBase):
    """A body whose sender goes away."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        raise OSError("the connection is closed")


def test_a_body_that_is_cut_short_is_refused(browser: Browser) -> None:
    game_id = browser.begin("spry")
    cut: dict[str, Any] = {"wsgi.input": Cut()}
    answer = browser.client.post(
        f"/api/games/{game_id}/play",
        b'{"version": 0, "actions": ["a1"]}',
        content_type="application/json",
        headers={"X-CSRFToken": browser.token()},
        **cut,
    )
    assert_refused(answer)
    assert (answer.status_code, answer.json()["error"]) == (400, "The request was cut short.")
    assert browser.state(game_id)["version"] == 0


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("rules/spry%00", 404, "There is nothing at an address with the character 0."),
        ("puzzles?game=%00", 400, "The request holds a text with the character 0"),
    ],
)
def test_no_address_has_the_character_0(
    browser: Browser, path: str, status: int, sentence: str
) -> None:
    answer = browser.client.get(f"/{path}")
    assert (answer.status_code, sentence in answer.content.decode()) == (status, True)
    answer = browser.client.get(f"/api/{path}")
    assert (answer.status_code, sentence in answer.json()["error"]) == (status, True)


def test_a_fault_of_ours_is_told_without_what_it_was(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    game_id = browser.begin("spry")
    monkeypatch.setattr(queries, "find", fail)
    browser.client.raise_request_exception = False
    page = browser.client.get(f"/game/{game_id}")
    answer = browser.client.get(f"/api/games/{game_id}")
    said = "Something went wrong here; the log of the server says more."
    assert (page.status_code, said in page.content.decode()) == (500, True)
    assert (answer.status_code, answer.json()) == (500, {"error": said})
    assert "secret" not in page.content.decode()


@pytest.mark.parametrize("charset", ["hex", "utf-16", "rot13", "nothing", "idna"])
def test_no_request_chooses_the_codec_of_its_texts(browser: Browser, charset: str) -> None:
    game_id = browser.begin("spry")
    kind = f"text/plain; charset={charset}"
    answer = browser.client.get(f"/api/games/{game_id}?turn=%ff", content_type=kind)
    assert_refused(answer)
    answer = browser.client.get(f"/api/games/{game_id}?turn=0", content_type=kind)
    assert answer.status_code == 200


def test_addresses_that_are_not_there_answer_a_script_in_json(browser: Browser) -> None:
    answer = browser.client.get("/api/nothing")
    assert answer.status_code == 404
    assert answer.json()["error"].endswith(".")


def test_no_refusal_writes_a_traceback(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    game_id = browser.begin("spry")
    browser.token()
    with caplog.at_level(logging.DEBUG):
        post(browser, f"/api/games/{game_id}/play", b"garbage", "multipart/form-data")
        post(browser, "/new/spry", b"a=" + b"b" * 70_000, "application/x-www-form-urlencoded")
    from skerry.web.site.log import BriefAboutRequests

    told = [
        BriefAboutRequests().format(record)
        for record in caplog.records
        if record.levelno >= logging.ERROR
    ]
    assert told
    assert all("\n" not in line for line in told)


def test_a_fault_of_ours_is_logged_whole() -> None:
    from skerry.web.site.log import BriefAboutRequests

    try:
        raise RuntimeError("a fault")
    except RuntimeError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("django.request", logging.ERROR, "here", 1, "said", None, info)
    assert "Traceback" in BriefAboutRequests().format(record)


def test_a_redis_that_is_away_is_one_line_each_time() -> None:
    from skerry.web.site.log import BriefAboutRequests

    error = ConnectionError("nobody is there")
    info = (type(error), error, error.__traceback__)
    name = "channels_redis.pubsub"
    record = logging.LogRecord(name, logging.ERROR, "here", 1, "Unexpected", None, info)
    assert BriefAboutRequests().format(record) == "News does not come: nobody is there"


def test_a_database_that_is_away_is_one_line_of_the_log_whoever_asks_it() -> None:
    from skerry.web.site.log import BriefAboutRequests

    def told(error: Exception) -> str:
        try:
            raise OperationalError("the connection\nis lost") from error
        except OperationalError as failed:
            seen = (type(failed), failed, failed.__traceback__)
        record = logging.LogRecord("skerry.a", logging.ERROR, "", 1, "A sweep failed.", (), seen)
        return BriefAboutRequests().format(record)

    assert told(psycopg.OperationalError()) == "A sweep failed. the connection is lost"
    assert "Traceback" in told(ValueError("a fault of ours"))


def request(server: Server, path: str, host: str, *body: bytes, **headers: str) -> tuple[int, str]:
    """POST to a server of its own, in chunks unless the length is given."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.putrequest("POST", path, skip_host=True)
        connection.putheader("Host", host)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        for chunk in body:
            connection.send(chunk)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_a_server_writes_one_line_about_each_bad_request(server: Server) -> None:
    before = len(server.log.read_text().splitlines())
    hosts = ["games.example.com", "a b", "..", "x" * 5000, "a\x1b[31mb", "@", "[::1"]
    for host in hosts:
        assert request(server, "/", host, Content_Length="0")[0] == 400, host
    lines = server.log.read_text().splitlines()[before:]
    assert len(lines) <= len(hosts)
    assert all(len(line) < 200 and line.isprintable() for line in lines)
    assert "Traceback" not in server.log.read_text()


def test_a_server_writes_one_line_about_a_form_it_cannot_read(server: Server) -> None:
    host = f"localhost:{server.port}"
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/new/spry", headers={"Host": host})
    cookie = str(connection.getresponse().headers["Set-Cookie"]).partition(";")[0]
    connection.close()
    before = len(server.log.read_text().splitlines())
    for kind, body in (
        ("application/x-www-form-urlencoded", b"a=" + b"b" * 70_000),
        ("multipart/form-data; boundary=x", b"--x" + b"y" * 3000),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=b" % n for n in range(200))),
    ):
        headers = {"Content_Length": str(len(body)), "Content_Type": kind, "Cookie": cookie}
        assert request(server, "/new/spry", host, body, **headers)[0] in (400, 413)
    lines = server.log.read_text().splitlines()[before:]
    assert len(lines) <= 3
    assert all(len(line) < 200 for line in lines)


def test_a_body_of_any_length_is_refused_and_the_server_goes_on(server: Server) -> None:
    long = LONGEST_BODY + 1
    host = f"localhost:{server.port}"
    status, said = request(server, "/open", host, b"x" * long, Content_Length=str(long))
    assert status == 413
    assert "longer than" in said
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    chunks = [chunk] * 8 + [b"0\r\n\r\n"]
    status, said = request(server, "/api/engine", host, *chunks, Transfer_Encoding="chunked")
    assert status == 413
    assert "too long" in json.loads(said)["error"]
    assert server.get("/")[0] == 200


def test_every_json_address_is_among_those_tried() -> None:
    routes = [str(one.pattern) for one in urlpatterns]
    calls = [route for route in routes if route.startswith("api/games/") and route.count("/") > 2]
    assert {route.split("/", 3)[3] for route in calls} == {*GAME_CALLS, *CALLS_WITHOUT_TURN}
