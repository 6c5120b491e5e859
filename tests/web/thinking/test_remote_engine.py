"""A remote engine: calls reach it, only by who knows the key, and it may come and go."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from pydantic_core import PydanticSerializationError

from skerry.errors import OptionError
from skerry.web.base import patience
from skerry.web.base.errors import BusyError, RequestError
from skerry.web.thinking import remote_engine
from skerry.web.thinking.remote_engine import (
    MOST_STRANGERS,
    Address,
    Calls,
    EngineServer,
    EngineUnavailableError,
    Offer,
    Remote,
    key_from,
    parse,
    tls_context,
)

KEY = key_from("the secret of a site")
PATIENCE = 30.0  # seconds


class Clock:
    """Something to be called."""

    def __init__(self) -> None:
        self.ticks = 0

    @property
    def now(self) -> int:
        return self.ticks

    def tick(self, number: int, *, twice: bool = False) -> int:
        self.ticks += number * (2 if twice else 1)
        return self.ticks

    def refuse(self) -> None:
        raise BusyError("No more today.")

    def fail(self) -> None:
        raise ZeroDivisionError("a secret")

    def repeat(self, text: str, times: int = 1) -> str:
        return text * times

    def reset(self) -> None:  # not offered
        self.ticks = 0


@dataclass
class Running:
    """A server that can be ended as if its process had died."""

    listener: socket.socket
    address: Address

    def end(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


Start = Callable[[Address], Running]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def start(clock: Clock) -> Iterator[Start]:
    begun: list[Running] = []

    def begin(address: Address) -> Running:
        listener = address.listen()
        if not address.path:
            address = Address(host=address.host, port=listener.getsockname()[1])
        offers = [Offer(clock, ("now", "tick", "refuse", "fail", "repeat"))]
        answering = EngineServer(listener, KEY, offers)
        threading.Thread(target=answering.serve, daemon=True).start()
        begun.append(Running(listener, address))
        return begun[-1]

    yield begin
    for one in begun:
        one.listener.close()


@pytest.fixture(params=["unix", "tcp"])
def running(request: pytest.FixtureRequest, start: Start, tmp_path: Path) -> Running:
    if request.param == "unix":
        return start(Address(path=str(tmp_path / "socket")))
    return start(Address(host="127.0.0.1"))


ASKING: list[Calls] = []


@pytest.fixture(autouse=True)
def ended_calls() -> Iterator[None]:
    yield
    while ASKING:
        ASKING.pop().close()


def calls_to(address: Address, key: bytes = KEY) -> Calls:
    ASKING.append(Calls(address, key))
    return ASKING[-1]


def remote(running: Running, key: bytes = KEY) -> Remote[Clock]:
    return Remote(Clock, calls_to(running.address, key))


def test_what_is_called_is_done_there(running: Running, clock: Clock) -> None:
    there = remote(running)
    assert there.tick(3) == 3
    assert there.tick(2, twice=True) == 7
    assert (there.now, clock.ticks) == (7, 7)


def test_what_it_says_no_to_is_raised_here(running: Running) -> None:
    there = remote(running)
    with pytest.raises(BusyError, match="No more today"):
        there.refuse()
    with pytest.raises(RuntimeError, match="fail failed"):
        there.fail()
    assert there.now == 0  # and the connection is as good as before


def test_what_is_not_there_cannot_be_asked(running: Running) -> None:
    with pytest.raises(AttributeError):
        remote(running).alarm()
    with pytest.raises(TypeError):
        remote(running).tick(1, thrice=True)
    with pytest.raises(RequestError, match="cannot be asked this"):
        remote(running).repeat("no character: \ud800")


# ---- who does not know the key ----


def test_who_does_not_know_the_key_is_not_heard(
    running: Running, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(EngineUnavailableError):
        remote(running, key_from("another secret")).tick(1)
    assert clock.ticks == 0
    assert remote(running).tick(1) == 1
    assert "Somebody is not heard" in caplog.text


def stranger_context() -> ssl.SSLContext:
    """A client without a certificate, which takes any server for the right one."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_who_has_no_certificate_is_not_heard(
    running: Running, clock: Clock, version: ssl.TLSVersion
) -> None:
    context = stranger_context()
    context.minimum_version = context.maximum_version = version
    heard = b""
    with (
        suppress(OSError, EOFError),
        running.address.connect(PATIENCE) as plain,
        context.wrap_socket(plain) as stranger,
    ):
        remote_engine.send(stranger, request("Clock.tick", number=1))
        heard = remote_engine.receive(stranger)
    assert (heard, clock.ticks) == (b"", 0)
    assert remote(running).now == 0


@pytest.mark.parametrize(
    "said",
    [b"GET / HTTP/1.1\r\n\r\n", bytes(100), b"\xff" * 5000, b"\x16\x03\x01\x02\x00\x01"],
)
def test_garbage_ends_only_its_own_connection(running: Running, clock: Clock, said: bytes) -> None:
    there = remote(running)
    assert there.tick(1) == 1
    with running.address.connect(PATIENCE) as stranger:
        with suppress(OSError):
            stranger.sendall(said)
            stranger.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while stranger.recv(1000):
                pass
    assert (there.tick(1), remote(running).now) == (2, 2)


def test_what_is_said_cannot_be_read_or_replayed(
    running: Running, clock: Clock, tmp_path: Path
) -> None:
    """Somebody between the two records all bytes, and sends them to the engine once more."""
    text = "spry;size=4;white=a1,b2,c3;black=d4"
    sent, answered = bytearray(), bytearray()
    between = Address(path=str(tmp_path / "between"))
    with between.listen() as listener:
        threading.Thread(
            target=pass_on, args=(listener, running.address, sent, answered), daemon=True
        ).start()
        there = Remote(Clock, calls_to(between))
        assert there.repeat(text) == text
        assert there.tick(1) == 1
    for recorded in (bytes(sent), bytes(answered)):
        assert len(recorded) > len(text)
        assert not any(word in recorded for word in (text.encode(), b"size", b"Clock", b"result"))
    with running.address.connect(PATIENCE) as replayed:
        with suppress(OSError):
            replayed.sendall(sent)
        with suppress(ConnectionError):
            while replayed.recv(1000):
                pass
    assert (remote(running).now, clock.ticks) == (1, 1)


def pass_on(
    listener: socket.socket, address: Address, sent: bytearray, answered: bytearray
) -> None:
    """Be between the two, and note what passes."""
    near, _ = listener.accept()
    with near, address.connect(PATIENCE) as far:
        back = threading.Thread(target=copy, args=(far, near, answered), daemon=True)
        back.start()
        copy(near, far, sent)
        back.join(PATIENCE)


def copy(source: socket.socket, target: socket.socket, noted: bytearray) -> None:
    with suppress(OSError):
        while part := source.recv(1 << 16):
            noted += part
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)


# ---- who knows the key, and says what cannot be ----


def request(call: str, **arguments: object) -> bytes:
    return json.dumps({"call": call, "arguments": arguments}).encode()


NOT_A_CALL = {
    "no JSON": (b"\x80\x05.", "Invalid JSON"),
    "nothing": (b"", "Invalid JSON"),
    "a list": (b"[1]", "Input should be"),
    "deep lists": (b"[" * 100_000, "recursion limit"),
    "no call": (b'{"arguments": {}}', "call"),
    "a class that is not offered": (request("Calendar.now"), "does not match"),
    "a method that is not offered": (request("Clock.reset"), "does not match"),
    "a special method": (request("Clock.__class__"), "does not match"),
    "a missing argument": (request("Clock.tick"), "number: Field required"),
    "a text for a number": (request("Clock.tick", number="1"), "number: Input should be"),
    "a fraction for a number": (request("Clock.tick", number=1.5), "number: Input should be"),
    "a truth for a number": (request("Clock.tick", number=True), "number: Input should be"),
    "one argument more": (request("Clock.tick", number=1, self=2), "self: Extra"),
    "one field more": (b'{"call": "Clock.now", "arguments": {}, "key": 1}', "key: Extra"),
}


@pytest.mark.parametrize("case", NOT_A_CALL)
def test_what_is_no_call_is_refused_with_a_sentence(
    running: Running, clock: Clock, case: str
) -> None:
    message, sentence = NOT_A_CALL[case]
    there = remote(running)
    assert there.now == 0
    kind, said, _ = refused(running, remote_engine.HEAD.pack(len(message)) + message)
    assert kind == remote_engine.REFUSED
    assert sentence in said
    assert said.endswith(".")
    assert (there.now, clock.ticks) == (0, 0)


def test_a_huge_frame_is_refused_before_it_is_read(running: Running) -> None:
    kind, said, _ = refused(running, remote_engine.HEAD.pack(remote_engine.MOST_BYTES + 1))
    assert kind == remote_engine.REFUSED
    assert "at most 64,000,000 bytes" in said
    assert remote(running).now == 0


def test_who_sends_a_huge_frame_to_its_end_hears_why_as_well(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_engine, "MOST_BYTES", 1_000)
    sent = remote_engine.HEAD.pack(5_000_000) + bytes(5_000_000)  # more than a socket holds
    _, said, _ = refused(running, sent)
    assert "this one would have 5,000,000" in said


def refused(running: Running, sent: bytes) -> list[str]:
    """What who knows the key is answered, after which the connection ends."""
    with (
        running.address.connect(PATIENCE) as plain,
        tls_context(KEY, listens=False).wrap_socket(plain) as connection,
    ):
        connection.sendall(sent)
        answer = json.loads(remote_engine.receive(connection))
        with pytest.raises((EOFError, OSError)):
            remote_engine.receive(connection)
    failure: list[str] = answer["failure"]
    return failure


def test_what_is_too_long_is_not_sent(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    there = remote(running)
    monkeypatch.setattr(remote_engine, "MOST_BYTES", 1000)
    with pytest.raises(RequestError, match="at most 1,000 bytes at a time, and this has 1,0"):
        there.repeat("x" * 1000)
    with pytest.raises(RuntimeError, match="the answer has 2"):
        there.repeat("x" * 200, times=10)
    assert there.now == 0


def test_what_is_no_data_is_not_sent(clock: Clock) -> None:
    sent = MappingProxyType({"a": 1})
    assert remote_engine.write({"arguments": sent}) == b'{"arguments":{"a":1}}'
    with pytest.raises(PydanticSerializationError, match="a value of type Clock is no data"):
        remote_engine.write({"arguments": clock})


@pytest.mark.parametrize(
    "answer",
    [b"", b"{}", b'{"result": "1"}', b'{"result": 1, "failure": null}', b'{"failure": "x"}'],
)
def test_what_is_no_answer_is_that_of_an_engine_that_is_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, answer: bytes
) -> None:
    address = Address(path=str(tmp_path / "socket"))

    def say(listener: socket.socket) -> None:
        plain, _ = listener.accept()
        with tls_context(KEY, listens=True).wrap_socket(plain, server_side=True) as connection:
            remote_engine.receive(connection)
            remote_engine.send(connection, answer)

    with address.listen() as listener:
        threading.Thread(target=say, args=(listener,), daemon=True).start()
        with pytest.raises(EngineUnavailableError, match="games with other people go on"):
            calls_to(address).call(Clock, "now")
    assert "no answer to Clock.now" in caplog.text


def test_who_says_nothing_is_hung_up_on_and_keeps_nobody_waiting(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_engine, "GREETING_SECONDS", 0.2)
    running = start(Address(path=str(tmp_path / "socket")))
    plain = running.address.connect(PATIENCE)
    assert remote(running).now == 0
    while plain.recv(1024):  # until the end
        pass
    plain.close()


@pytest.mark.parametrize("key", [key_from("another secret"), None], ids=["another key", "no TLS"])
def test_a_server_that_proves_nothing_is_told_nothing(tmp_path: Path, key: bytes | None) -> None:
    """Somebody else listens at the address, and takes anybody."""
    address = Address(path=str(tmp_path / "socket"))
    heard: list[bytes] = []

    def pretend(listener: socket.socket) -> None:
        plain, _ = listener.accept()
        with plain, suppress(OSError):
            if key is None:
                heard.append(plain.recv(1000)[:1])
                plain.sendall(b"Welcome")
                return
            context = tls_context(key, listens=True)
            context.verify_mode = ssl.CERT_NONE
            with context.wrap_socket(plain, server_side=True) as connection:
                heard.append(connection.recv(1000))

    with address.listen() as listener:
        thread = threading.Thread(target=pretend, args=(listener,), daemon=True)
        thread.start()
        with pytest.raises(EngineUnavailableError):
            calls_to(address).call(Clock, "now")
        thread.join(PATIENCE)
    assert heard == ([b"\x16"] if key is None else [])  # the first byte of a TLS greeting


def test_it_may_be_started_again_between_two_calls(start: Start, tmp_path: Path) -> None:
    address = Address(path=str(tmp_path / "socket"))
    first = start(address)
    there = remote(first)
    there.tick(1)
    first.end()
    there._calls._idle[0].close()  # as the death of its process does
    start(address)
    assert there.tick(1) == 2


def test_while_it_is_away_there_is_a_sentence_or_what_was_agreed(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "PAUSE", 0.0)
    address = Address(path=str(tmp_path / "socket"))
    there = Remote(Clock, calls_to(address), {"now": -1})
    with pytest.raises(EngineUnavailableError, match="games with other people go on"):
        there.tick(1)
    assert there.now == -1
    time.sleep(1.0)
    start(address)
    assert there.tick(1) == 1


def test_after_a_failure_nobody_waits_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who hangs costs one request two seconds, and not each of them."""
    address = Address(path=str(tmp_path / "socket"))
    with address.listen():  # and nobody accepts
        monkeypatch.setattr(patience, "PAUSE", 600.0)
        calls = calls_to(address)
        asked = Mock(wraps=calls._ask_by_any)
        monkeypatch.setattr(calls, "_ask_by_any", asked)
        for _ in range(100):
            with pytest.raises(EngineUnavailableError):
                calls.call(Clock, "now")
        assert asked.call_count == 1


@pytest.mark.parametrize(
    "text", ["unix:socket", "unix://", "tcp://host", "tcp://:80", "tcp://", "unix://host/path"]
)
def test_an_address_that_is_none_is_named(text: str) -> None:
    with pytest.raises(OptionError, match="An engine's address is like"):
        parse(urlsplit(text))


def test_where_nobody_can_listen_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="No engine can listen on unix://"):
        Address(path=str(tmp_path / "missing" / "socket")).listen()


def test_a_socket_is_for_its_owner_alone(running: Running) -> None:
    if running.address.path:
        assert Path(running.address.path).stat().st_mode & 0o077 == 0


def test_the_key_is_not_the_secret_itself() -> None:
    assert KEY != b"the secret of a site"
    assert KEY == key_from("the secret of a site") != key_from("another")


# ---- strangers who say nothing ----


def test_strangers_who_say_nothing_take_few_threads_and_keep_nobody_out(
    running: Running, clock: Clock
) -> None:
    before = threading.active_count()
    with ExitStack() as ends:
        silent = [
            ends.enter_context(closing(running.address.connect(PATIENCE)))
            for _ in range(3 * MOST_STRANGERS)
        ]
        for one in silent[:-MOST_STRANGERS]:  # each is hung up on
            one.settimeout(PATIENCE)
            while one.recv(1000):
                pass
        assert threading.active_count() < before + 2 * MOST_STRANGERS  # some are just ending
        assert remote(running).tick(2) == 2


def test_a_stranger_is_hung_up_on_after_a_while(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_engine, "GREETING_SECONDS", 0.0)
    with closing(running.address.connect(PATIENCE)) as silent:
        silent.settimeout(PATIENCE)
        while silent.recv(1000):
            pass


def test_no_request_waits_for_an_engine_that_hangs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One request finds out; the next ones hear so without asking."""
    monkeypatch.setattr(patience, "REQUEST_SECONDS", 0.05)
    address = Address(path=str(tmp_path / "socket"))
    with closing(address.listen()) as listener:
        greeted = threading.Thread(target=greet_and_hang, args=(listener,), daemon=True)
        greeted.start()
        calls = calls_to(address)
        with patience.in_request():
            for _ in range(20):
                with pytest.raises(EngineUnavailableError):
                    calls.call(Clock, "now")
        greeted.join(PATIENCE)
    assert not greeted.is_alive()  # it was asked once, and nobody has connected again


def greet_and_hang(listener: socket.socket) -> None:
    plain, _ = listener.accept()
    with tls_context(KEY, listens=True).wrap_socket(plain, server_side=True) as connection:
        remote_engine.receive(connection)
        with suppress(EOFError, OSError):
            remote_engine.receive(connection)  # until it has been given up
