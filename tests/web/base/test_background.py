"""Work outside of requests: who gets how much of it, in which order, and when it ends early."""

from collections.abc import Iterator
from threading import Event

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import Settings

from skerry.web.base.background import DONE, Background, Kind, Unfinished, Work
from skerry.web.base.errors import BusyError

SECONDS = 60  # that anything takes on a busy machine
KIND = Kind("things", "Too many things.", at_once=1, most=5, of_one=3)


class Gate:
    """Makes nothing until it is opened."""

    def __init__(self) -> None:
        self.open = Event()
        self.made: list[str] = []
        self.begun = Event()

    def make(self, name: str, work: Work) -> str:
        self.begun.set()
        assert self.open.wait(SECONDS)
        self.made.append(name)
        return name


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open.set()


@pytest.fixture
def background(settings: Settings) -> Background:
    settings.QUOTA_FACTOR = 1.0  # a public server
    return Background()


def request_from(address: str) -> HttpRequest:
    return RequestFactory().get("/", REMOTE_ADDR=address)


def begin(background: Background, gate: Gate, address: str, name: str) -> Work:
    with pytest.raises(Unfinished) as unfinished:
        background.ask(request_from(address), KIND, name, lambda work: gate.make(name, work))
    return unfinished.value.work


def test_clients_take_turns_and_each_has_few(background: Background, gate: Gate) -> None:
    works = [begin(background, gate, "192.0.2.1", name) for name in ("a1", "a2", "a3")]
    with pytest.raises(BusyError, match="Too many things"):
        begin(background, gate, "192.0.2.1", "a4")
    works += [begin(background, gate, f"2001:db8::{one}", f"b{one}") for one in (1, 2)]
    with pytest.raises(BusyError):  # all together have no more, whoever asks
        begin(background, gate, "192.0.2.3", "c")
    gate.open.set()
    for work in works:
        background.wait(work)
    assert gate.made == ["a1", "b1", "a2", "b2", "a3"]
    begin(background, gate, "192.0.2.3", "c")  # there is room again


def test_one_network_of_ipv6_is_one_client(background: Background, gate: Gate) -> None:
    for one in range(KIND.of_one):
        begin(background, gate, f"2001:db8::{one}", f"{one}")
    with pytest.raises(BusyError):
        begin(background, gate, "2001:db8::ffff", "one more")


def test_what_several_want_is_made_once(background: Background, gate: Gate) -> None:
    first = begin(background, gate, "192.0.2.1", "a")
    assert begin(background, gate, "192.0.2.2", "a") is first
    gate.open.set()
    background.wait(first)
    request = request_from("192.0.2.2")
    request.META[DONE] = first
    assert background.ask(request, KIND, "a", lambda work: "made again") == "a"
    assert gate.made == ["a"]


def test_what_nobody_waits_for_any_more_is_ended(background: Background, gate: Gate) -> None:
    running = begin(background, gate, "192.0.2.1", "a")
    again = begin(background, gate, "192.0.2.2", "a")
    waiting = begin(background, gate, "192.0.2.2", "b")
    ended: list[str] = []
    running.on_cancel(lambda: ended.append("a"))
    background.leave(running)
    background.leave(waiting)
    assert not ended  # somebody still waits
    background.leave(again)
    assert ended == ["a"]
    gate.open.set()
    background.wait(begin(background, gate, "192.0.2.3", "c"))
    assert gate.made == ["a", "c"]  # this one cannot be ended early; that one was never begun


def test_what_fails_is_told_to_who_asked_and_made_anew_for_the_next(
    background: Background,
) -> None:
    def fail(work: Work) -> str:
        raise ValueError("broken")

    request = request_from("192.0.2.1")
    with pytest.raises(Unfinished) as unfinished:
        background.ask(request, KIND, "a", fail)
    background.wait(unfinished.value.work)
    request.META[DONE] = unfinished.value.work
    with pytest.raises(ValueError, match="broken"):
        background.ask(request, KIND, "a", fail)
    with pytest.raises(Unfinished):
        background.ask(request_from("192.0.2.1"), KIND, "a", fail)


def test_who_has_waited_too_long_hears_so(settings: Settings, gate: Gate) -> None:
    background = Background(longest_wait=0.01)
    request = request_from("192.0.2.1")
    work = begin(background, gate, "192.0.2.1", "a")
    background.wait(work)
    request.META[DONE] = work
    with pytest.raises(BusyError, match="Too many things"):
        background.ask(request, KIND, "a", lambda work: "made")


def test_work_in_a_request_s_own_thread_has_room_at_once_or_not_at_all(
    background: Background,
) -> None:
    kind = Kind("own", "Too many.", at_once=2, of_one=1)
    one, other, third = (request_from(f"192.0.2.{number}") for number in (1, 2, 3))
    with background.hold(one, kind):
        with pytest.raises(BusyError), background.hold(one, kind):
            pass
        with background.hold(other, kind), pytest.raises(BusyError), background.hold(third, kind):
            pass
        with background.hold(third, kind):
            pass


def test_on_one_s_own_machine_one_client_may_have_all(settings: Settings, gate: Gate) -> None:
    settings.QUOTA_FACTOR = 0.0
    background = Background()
    for one in range(KIND.most):
        begin(background, gate, "127.0.0.1", f"{one}")
    with pytest.raises(BusyError):
        begin(background, gate, "127.0.0.1", "one more")
