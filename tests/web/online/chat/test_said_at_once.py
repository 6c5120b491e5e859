"""Both players write at the same moment, at a real server: each line gets a number of its own."""

import json
import threading
from collections.abc import Callable

import pytest

from tests.web.accounts.test_races import Visitor
from tests.web.conftest import StartServer, small_form
from tests.web.online.test_game_sockets import post

pytestmark = pytest.mark.stores

AT_ONCE = 8


def at_once(write: Callable[[int], object]) -> None:
    """Let as many threads write that begin together; each must be answered well."""
    done: list[int] = []
    start = threading.Barrier(AT_ONCE)

    def run(number: int) -> None:
        start.wait()
        write(number)
        done.append(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == AT_ONCE


def test_lines_of_one_moment_are_all_there_each_once(
    start_server: StartServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = start_server(tmp_path_factory.mktemp("chat"))
    both = Visitor(server), Visitor(server)
    form = {"opponent": "online", "side": "first", **small_form("kitaran")}
    link = both[0].send("/challenge/new/kitaran", **form)[1]
    url = f"/api/games/{both[1].send(f'{link}/accept')[1].rsplit('/', 1)[1]}/chat"
    at_once(lambda number: post(both[number % 2], url, {"text": f"line {number}", "id": "x" * 9}))
    lines = json.loads(both[0].ask(url)[1])["lines"]
    assert len(lines) == 2  # each had sent the same line four times
    assert sorted(line["mine"] for line in lines) == [False, True]
    at_once(lambda number: post(both[number % 2], url, {"text": f"line {number}"}))
    lines = json.loads(both[1].ask(url)[1])["lines"]
    assert [line["number"] for line in lines] == list(range(1, 3 + AT_ONCE))
    assert {f"line {number}" for number in range(AT_ONCE)} <= {line["text"] for line in lines[2:]}
