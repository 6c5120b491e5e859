"""An engine that is apart: calls reach it, only by who knows the key, and it may come and go."""

import pickle
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from skerry.errors import OptionError
from skerry.web.base import patience
from skerry.web.base.errors import BusyError
from skerry.web.thinking.apart import client, server
from skerry.web.thinking.apart.address import Address, key_from, parse
from skerry.web.thinking.apart.client import Calls, EngineAwayError, Remote
from skerry.web.thinking.apart.server import MOST_STRANGERS, EngineServer, Offer

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
        offers = [Offer(clock, ("now", "tick", "refuse", "fail"))]
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


def remote(running: Running, key: bytes = KEY, **otherwise: object) -> Remote[Clock]:
    return Remote(Clock, Calls(running.address, key), otherwise)


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


def test_what_is_not_offered_cannot_be_called(running: Running, clock: Clock) -> None:
    clock.ticks = 5
    for name in ("reset", "__init__", "__class__"):
        with pytest.raises(RuntimeError):
            Calls(running.address, KEY).call("Clock", name)
    with pytest.raises(RuntimeError):
        Calls(running.address, KEY).call("Calendar", "now")
    assert clock.ticks == 5


def test_who_does_not_know_the_key_is_not_heard(running: Running, clock: Clock) -> None:
    with pytest.raises(EngineAwayError):
        remote(running, key_from("another secret")).tick(1)
    assert clock.ticks == 0


class Bomb:
    """A pickle that does something when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return pytest.fail, ("it was read",)


def test_nothing_is_unpickled_before_the_key_is_known(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    plain = running.address.connect(PATIENCE)
    plain.settimeout(None)
    with Connection(plain.detach()) as stranger:
        assert stranger.recv_bytes().startswith(b"#CHALLENGE#")
        stranger.send_bytes(pickle.dumps(Bomb()))
        assert stranger.recv_bytes() == b"#FAILURE#"
        with pytest.raises(EOFError):
            stranger.recv_bytes()
    assert "does not know the key" in caplog.text
    assert remote(running).now == 0


def test_who_says_nothing_is_hung_up_on_and_keeps_nobody_waiting(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "GREETING_SECONDS", 0.2)
    running = start(Address(path=str(tmp_path / "socket")))
    plain = running.address.connect(PATIENCE)
    assert remote(running).now == 0
    while plain.recv(1024):  # its challenge, and then the end
        pass
    plain.close()


def test_a_server_that_proves_nothing_is_told_nothing(tmp_path: Path) -> None:
    """Somebody else listens at the address: it takes any answer, and cannot give one."""
    address = Address(path=str(tmp_path / "socket"))
    heard: list[bytes] = []

    def pretend(listener: socket.socket) -> None:
        plain, _ = listener.accept()
        with plain, Connection(plain.dup().detach()) as connection:
            connection.send_bytes(b"#CHALLENGE#{sha256}" + bytes(40))
            heard.append(connection.recv_bytes())
            connection.send_bytes(b"#WELCOME#")
            heard.append(connection.recv_bytes())
            connection.send_bytes(b"{sha256}" + bytes(32))
            heard.append(connection.recv_bytes())

    with address.listen() as listener:
        thread = threading.Thread(target=pretend, args=(listener,), daemon=True)
        thread.start()
        with pytest.raises(EngineAwayError):
            Calls(address, KEY).call("Clock", "now")
        thread.join(PATIENCE)
    assert heard[2] == b"#FAILURE#"


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
    monkeypatch.setattr(client, "REST_SECONDS", 0.0)
    address = Address(path=str(tmp_path / "socket"))
    there = Remote(Clock, Calls(address, KEY), {"now": -1})
    with pytest.raises(EngineAwayError, match="games with other people go on"):
        there.tick(1)
    assert there.now == -1
    time.sleep(1.0)
    start(address)
    assert there.tick(1) == 1


def test_after_a_failure_nobody_waits_for_the_next(tmp_path: Path) -> None:
    """Who hangs costs one request two seconds, and not each of them."""
    address = Address(path=str(tmp_path / "socket"))
    with address.listen():  # and nobody accepts
        calls = Calls(address, KEY)
        began = time.monotonic()
        with pytest.raises(EngineAwayError):
            calls.call("Clock", "now")
        waited = time.monotonic() - began
        for _ in range(100):
            with pytest.raises(EngineAwayError):
                calls.call("Clock", "now")
        assert time.monotonic() - began < waited + client.REST_SECONDS


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
        for one in silent[:-MOST_STRANGERS]:  # each was sent a challenge, and then hung up on
            one.settimeout(PATIENCE)
            while one.recv(1000):
                pass
        assert threading.active_count() < before + 2 * MOST_STRANGERS  # some are just ending
        assert remote(running).tick(2) == 2


def test_a_stranger_is_hung_up_on_after_a_while(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "GREETING_SECONDS", 0.0)
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
        calls = Calls(address, KEY)
        with patience.in_request():
            for _ in range(20):
                with pytest.raises(EngineAwayError):
                    calls.call("Clock", "now")
        greeted.join(PATIENCE)
    assert not greeted.is_alive()  # it was asked once, and nobody has connected again


def greet_and_hang(listener: socket.socket) -> None:
    plain, _ = listener.accept()
    with plain, Connection(plain.dup().detach()) as connection:
        deliver_challenge(connection, KEY)
        answer_challenge(connection, KEY)
        connection.recv()
        with suppress(EOFError, OSError):
            connection.recv()  # until it has been given up
