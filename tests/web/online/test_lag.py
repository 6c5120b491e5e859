"""Clocks against a page whose line is slow: the server measures it, and forgives within bounds."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from skerry.sessions import LAG_A_TURN
from skerry.web.online.live import ECHO_AGAIN, FIRST_AFTER, Lag
from tests.web.conftest import Server
from tests.web.online.test_game_sockets import Two, begun, opened, own_server, post, read

__all__ = ["own_server"]  # a fixture

THINKING = 1.0  # seconds
BUSY = 0.7  # seconds by which a busy machine may be later than meant


@contextmanager
def answering(page: ClientConnection, lag: float) -> Iterator[threading.Event]:
    """Send each echo back after so many seconds; set once the first one has been sent."""
    sent = threading.Event()

    def answer() -> None:
        try:
            while True:
                message = read(page.recv())
                if message["kind"] == "echo":
                    time.sleep(lag)
                    page.send(json.dumps({"echo": message["number"]}))
                    sent.set()
        except ConnectionClosed:
            return

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield sent
    finally:
        page.close()
        thread.join()


def turn_and_answer(two: Two, url: str, after: float) -> tuple[tuple[float, float], float]:
    """A turn, and one of the other person's so many seconds later.

    Returns the least and the most seconds that can lie between both on the server, and what it has
    charged the other one.
    """
    sent = time.monotonic()
    post(two.first, f"{url}/play", {"version": 2, "actions": ["a1"], "id": "one"})
    heard = time.monotonic()
    time.sleep(after)
    answered = time.monotonic()
    state: Any = post(two.second, f"{url}/play", {"version": 3, "actions": ["b2"], "id": "two"})
    took = (answered - heard, time.monotonic() - sent)
    return took, 5 * 60 + 3 - state["clock"]["left"][1]["seconds"]


@pytest.mark.parametrize("lag", [0.0, 0.5, 2.0])
def test_what_a_turn_took_on_its_way_is_forgiven(own_server: Server, lag: float) -> None:
    two = begun(own_server, time="5-min-3-s")
    url = f"/api/games/{two.game_id}"
    with opened(two.second, two.game_id) as page, answering(page, lag) as sent:
        assert sent.wait(FIRST_AFTER + lag + ECHO_AGAIN)
        time.sleep(0.2)  # the server notes it
        # The news and the turn are on their way for so long.
        (least, most), charged = turn_and_answer(two, url, THINKING + lag)
    assert most - charged >= min(lag, LAG_A_TURN) - 0.1
    assert least - charged <= min(lag + BUSY, LAG_A_TURN) + 0.1


def test_a_page_that_sends_no_echo_is_forgiven_nothing(own_server: Server) -> None:
    two = begun(own_server, time="5-min-3-s")
    url = f"/api/games/{two.game_id}"
    with opened(two.second, two.game_id) as page:
        for said in ('{"echo": 1}', '{"echo": 0}', '{"lag": 1}', "9" * 70_000):
            page.send(said)
        (least, _), charged = turn_and_answer(two, url, THINKING)
    assert least - charged < 0.1


def test_the_quickest_of_the_latest_echoes_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    echoes = Lag()
    for number, (seconds, lag) in enumerate(
        ((0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.8, 0.1), (0.7, 0.7)), 1
    ):
        assert echoes.ask() == {"kind": "echo", "number": number}
        now[0] += seconds
        assert echoes.hear(f'{{"echo": {number}}}') == pytest.approx(lag)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        "null",
        "1",
        '{"echo": 2}',
        '{"echo": "1"}',
        '{"echo": 1, "lag": 9}',
        " " * 64,
    ],
)
def test_nothing_else_is_an_echo(said: str) -> None:
    echoes = Lag()
    assert echoes.hear('{"echo": 1}') is None  # nobody has asked
    echoes.ask()
    assert echoes.hear(said + " ") is None
    assert echoes.hear('{"echo": 1}') is not None
    assert echoes.hear('{"echo": 1}') is None  # once


def test_an_echo_that_is_kept_back_counts_as_its_time_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    echoes = Lag()
    for _ in range(3):
        echoes.ask()
        now[0] += 10.0
    assert echoes.hear('{"echo": 3}') == 10.0
