"""A site moves from a file to PostgreSQL as docs/deploy.md says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skerry.web.site import environment
from tests.web.conftest import START_SECONDS, Player, StartServer

EXCLUDED = ("--exclude", "contenttypes", "--exclude", "auth.permission", "--exclude", "admin")


def skerry(folder: Path, *arguments: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-m", "skerry", *arguments],
        env={**os.environ, "SKERRY_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_games_move_from_a_file_to_postgresql(
    start_server: StartServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tools import servers

    for name in (environment.DATABASE_URL, environment.REDIS_URL):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "data"
    player = Player(start_server(folder))
    game_id = player.begin("byg")
    player.send(game_id, "play", {"version": 0, "actions": ["a1"]})
    player.server.process.terminate()
    player.server.process.wait(START_SECONDS)

    everything = str(tmp_path / "everything.json")
    skerry(folder, "manage", "dumpdata", *EXCLUDED, "--output", everything)
    with servers.postgresql() as database:
        monkeypatch.setenv(environment.DATABASE_URL, database.url)
        skerry(folder, "manage", "migrate")
        skerry(folder, "manage", "loaddata", everything)
        assert "1 game, 0 with a fault" in skerry(folder, "check-games")
        player.server = start_server(folder)
        assert player.send(game_id, "play", {"version": 1, "actions": ["c3"]})["turn"] == 2
        player.begin("kitaran")  # whose rows get numbers of their own
        player.server.process.terminate()
        player.server.process.wait(START_SECONDS)
