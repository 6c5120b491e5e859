"""Many who act in one game at the same moment, on a real server: one is first, nobody is lost."""

import json
import threading
import urllib.error
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Player, Server, StartServer

pytestmark = pytest.mark.stores

AT_ONCE = 8
CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"]


@pytest.fixture(scope="module")
def racing(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    folder: Path = tmp_path_factory.mktemp("racing")
    return start_server(folder)


def at_once(act: Callable[[int], dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """What as many threads are answered that begin together: status and JSON."""
    answers: list[tuple[int, dict[str, Any]]] = []
    start = threading.Barrier(AT_ONCE)

    def run(number: int) -> None:
        start.wait()
        try:
            answers.append((200, act(number)))
        except urllib.error.HTTPError as error:
            answers.append((error.code, json.load(error)))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == AT_ONCE
    return answers


def test_of_many_turns_at_once_one_is_played_and_the_others_are_told(racing: Server) -> None:
    player = Player(racing)
    game_id = player.begin("kitaran", size="3")
    answers = at_once(
        lambda number: player.send(
            game_id, "play", {"version": 0, "actions": [CELLS[number]], "id": f"turn-{number}"}
        )
    )
    assert Counter(status for status, _ in answers) == {200: 1, 409: AT_ONCE - 1}
    (played,) = (answer for status, answer in answers if status == 200)
    state = player.wait(game_id)
    assert (state["version"], state["turns"]) == (1, played["turns"])
    refused = [answer["error"] for status, answer in answers if status == 409]
    assert all("has changed" in sentence for sentence in refused)


def test_one_turn_that_is_sent_many_times_at_once_is_played_once(racing: Server) -> None:
    player = Player(racing)
    game_id = player.begin("kitaran", size="3")
    body = {"version": 0, "actions": ["b2"], "id": "the-same"}
    answers = at_once(lambda _: player.send(game_id, "play", body))
    assert Counter(status for status, _ in answers) == {200: AT_ONCE}
    assert {answer["version"] for _, answer in answers} == {1}
    assert [turn["text"] for turn in player.wait(game_id)["turns"]] == ["b2"]
