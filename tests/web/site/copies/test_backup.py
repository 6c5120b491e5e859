"""Backups made and put back while a site runs and turns are played, on both databases."""

import http.client
import os
import subprocess
import sys
import threading
import time
import urllib.error
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from skerry.web.site import data, environment
from tests.web.conftest import START_SECONDS, Player, Server, StartServer


@dataclass
class Writer:
    """Plays a turn and takes it back, over and over, in a game and a thread of its own."""

    server: Server
    acknowledged: int = 0  # changes, which is the version of the game
    trouble: list[Exception] = field(default_factory=list)
    stopping: bool = False

    def __post_init__(self) -> None:
        self.player = Player(self.server)
        self.game_id = self.player.begin("byg")
        self.start()

    def start(self) -> None:
        self.stopping = False
        self.thread = threading.Thread(target=self._change, daemon=True)
        self.thread.start()

    def _change(self) -> None:
        while not self.stopping:
            version = self.acknowledged
            what, more = ("take-back", {}) if version % 2 else ("play", {"actions": ["a1"]})
            try:
                self.player.send(self.game_id, what, {"version": version, **more})
            except (OSError, http.client.HTTPException) as error:
                if isinstance(error, urllib.error.HTTPError):
                    error.close()
                self.trouble.append(error)
                return
            self.acknowledged += 1

    def wait_for(self, changes: int) -> None:
        deadline = time.monotonic() + START_SECONDS
        while self.acknowledged < changes:
            assert not self.trouble, self.trouble
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stop(self) -> int:
        """Returns how many changes were acknowledged."""
        self.stopping = True
        self.thread.join(START_SECONDS)
        assert not self.thread.is_alive()
        return self.acknowledged


@pytest.fixture(params=["sqlite", "postgresql"])
def site(
    request: pytest.FixtureRequest,
    start_server: StartServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Server:
    """A site that runs, and nothing else on its database."""
    for name in (environment.DATABASE_URL, environment.REDIS_URL):
        monkeypatch.delenv(name, raising=False)
    if request.param == "postgresql":
        monkeypatch.setenv(environment.DATABASE_URL, request.getfixturevalue("postgresql_url"))
    return start_server(tmp_path / "data")


def skerry(site: Server, *arguments: str) -> str:
    """Run a command beside the site; returns what it prints."""
    ended = subprocess.run(
        [sys.executable, "-m", "skerry", *arguments],
        env={**os.environ, "SKERRY_DATA_DIR": str(site.folder)},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout + ended.stderr


def test_a_backup_while_turns_are_played_is_put_back_while_turns_are_played(site: Server) -> None:
    writer = Writer(site)
    writer.wait_for(3)
    before = writer.acknowledged
    file = skerry(site, "backup", str(site.folder)).strip()
    after = writer.acknowledged
    writer.wait_for(after + 3)  # nobody was kept from playing

    other = Writer(site)  # of which the backup knows nothing
    other.wait_for(2)
    last = writer.stop()
    said = skerry(site, "restore", file)  # with the other one still at it
    other.stop()
    assert "What was there before is in" in said
    assert "start the site again" not in said

    version = writer.player.wait(writer.game_id)["version"]
    # Whatever was acknowledged before the copy is in it, and nothing that came after it.
    assert before <= version <= after + 1 < last
    assert site.get(f"/api/games/{other.game_id}")[0] == 404
    writer.acknowledged = version
    writer.start()  # the game goes on, in its browser's seat
    writer.wait_for(version + 2)
    writer.stop()

    # And what was there before the restore can be had back as well.
    kept = next(site.folder.glob("before-restore-*"))
    skerry(site, "restore", str(kept))
    assert writer.player.wait(writer.game_id)["version"] == last
    assert site.get(f"/api/games/{other.game_id}")[0] == 200


def test_a_backup_moves_to_another_machine_with_its_key(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (environment.DATABASE_URL, environment.REDIS_URL):
        monkeypatch.delenv(name, raising=False)
    first = start_server(tmp_path / "first")
    player = Player(first)
    game_id = player.begin("byg")
    player.send(game_id, "play", {"version": 0, "actions": ["a1"]})
    file = skerry(first, "backup", str(tmp_path / "moved.tar.gz")).strip()
    first.kill()
    second = Server(tmp_path / "second", first.process, first.log)
    second.folder.mkdir()
    assert "start the site again" in skerry(second, "restore", file)
    key = data.SECRET_FILE
    assert (second.folder / key).read_bytes() == (first.folder / key).read_bytes()
    player.server = start_server(second.folder)
    assert player.send(game_id, "play", {"version": 1, "actions": ["c3"]})["turn"] == 2


@pytest.mark.parametrize("what", ["nothing", "another kind", "later"])
def test_what_cannot_be_put_back_is_refused_before_anything_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    from skerry.web.site import copies
    from skerry.web.site.copies import Manifest

    for name in (environment.DATABASE_URL, environment.REDIS_URL):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "data"
    folder.mkdir()
    part = tmp_path / "part"
    part.write_bytes(b"no database")
    file = tmp_path / "backup.tar.gz"
    kind = "postgresql" if what == "another kind" else "sqlite"
    migrations = (("web", "0099_later"),) if what == "later" else ()
    copies.write(file, Manifest(kind, "9.9", "", migrations), {copies.DATABASE: part})
    if what == "nothing":
        file.write_bytes(b"")
    ended = subprocess.run(
        [sys.executable, "-m", "skerry", "restore", str(file)],
        env={**os.environ, "SKERRY_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )
    assert ended.returncode == 2
    expected = {
        "nothing": "no backup that can be put back",
        "another kind": "of a database of postgresql",
        "later": "The backup of Skerry 9.9 was made by a later version",
    }
    assert expected[what] in ended.stderr
    assert not (folder / data.DATABASE_FILE).exists()
