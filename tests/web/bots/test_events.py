"""The stream of events: at a real server, by real programs."""

import asyncio
import os
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError

from skerry.games.catalogue import FEATURED
from skerry.web.bots import events
from skerry.web.bots.waiting import MOST_STREAMS
from tests.web.bots.accounts import SECONDS, Account, begin
from tests.web.conftest import Server

pytestmark = pytest.mark.stores

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "bot.py"


def test_a_program_hears_that_it_is_to_act(two: tuple[Account, Account]) -> None:
    first, second = two
    with closing(second.open("events")) as stream:
        events = second.lines(stream)
        game_id = begin(first, second, "kitaran")
        begun = next(events)
        assert (begun["id"], begun["your_turn"], begun["over"]) == (game_id, False, False)
        turn = first.ask(f"games/{game_id}/actions")["actions"][0]
        played = first.ask(f"games/{game_id}/turns", {"turn": turn, "version": begun["version"]})
        told = next(events)
        assert (told["version"], told["your_turn"]) == (played["version"], True)
    # Whoever comes back hears at once how its games stand, and nothing of what was before.
    with closing(second.open("events")) as stream:
        assert next(second.lines(stream)) == told
        second.ask(f"games/{game_id}/resign", {"version": told["version"]})
        assert next(second.lines(stream))["over"] is True
        state = second.ask(f"games/{game_id}")
        first.ask(f"games/{game_id}/offers", {"version": state["version"], "kind": "rematch"})
        assert next(second.lines(stream))["version"] == state["version"] + 1
    with closing(second.open("events")) as stream:
        third = begin(first, second, "spry")
        assert next(second.lines(stream))["id"] == third  # the one that is over is no news


def test_nobody_hears_of_the_games_of_others(
    two: tuple[Account, Account], own_server: Server
) -> None:
    first, second = two
    third = Account(own_server, "A third one")
    with closing(third.open("events")) as stream:
        begin(first, second, "kitaran")
        mine = begin(third, second, "kitaran")
        assert next(third.lines(stream))["id"] == mine


def test_a_program_hears_that_it_is_asked_for_a_game(two: tuple[Account, Account]) -> None:
    first, second = two
    name = second.ask("account")["name"]
    with closing(second.open("events")) as stream:
        events = second.lines(stream)
        made = first.ask("challenges", {"game": "byg", "to": name})
        told = next(events)
        assert told == {
            **{"type": "challenge", "id": made["id"], "game": "byg", "rated": False},
            "by": first.ask("account")["name"],
        }
    with closing(second.open("events")) as stream:
        events = second.lines(stream)
        assert next(events) == told
        begun = second.ask(f"challenges/{made['id']}/accept", {})
        assert next(events)["id"] == begun["id"]


def test_an_account_has_five_streams_at_most(two: tuple[Account, Account]) -> None:
    first, second = two
    streams = [first.open("events") for _ in range(MOST_STREAMS)]
    try:
        with pytest.raises(urllib.error.HTTPError) as refused:
            first.open("events")
        assert refused.value.code == 429
        refused.value.close()
        with closing(second.open("events")):
            pass  # which is another one's
    finally:
        for stream in streams:
            stream.close()


def test_a_stream_ends_when_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a traceback: whoever opens another one hears of it."""

    def fail(_: str) -> None:
        raise OperationalError("it is away")

    monkeypatch.setattr(events, "latest_games", fail)

    async def lines() -> list[bytes]:
        return [line async for line in events._lines("a", "token")]

    assert asyncio.run(lines()) == []
    assert caplog.messages == ["A stream of events has ended."]


def test_a_stream_wants_a_token(own_server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{own_server.url}/api/v1/events", timeout=SECONDS)
    assert refused.value.code == 401
    refused.value.close()


@pytest.mark.parametrize("name", [info.name for info in FEATURED])
def test_two_examples_play_a_whole_game(
    two: tuple[Account, Account], own_server: Server, name: str
) -> None:
    """The program of examples/, in two processes, which know nothing but the API."""
    first, second = two
    processes = []
    for account in two:
        assert account.ask("account/bot", {})["is_bot"]
        command = [sys.executable, str(EXAMPLE), own_server.url, "--games", "1"]
        env = {**os.environ, "SKERRY_TOKEN": account.token, "PYTHONPATH": ""}
        processes.append(
            subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        )
    game_id = begin(first, second, name)
    for process in processes:
        said, _ = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, said.decode()
        assert f"{name} {game_id} is over." in said.decode()
    state = first.ask(f"games/{game_id}")
    assert state["over"]
    assert state["result"]["reason"] not in ("resignation", "time")
