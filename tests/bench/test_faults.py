"""The bench of faults, on a small part of each."""

import random
from pathlib import Path

import pytest

from bench.faults import caches, disk, fuzz, kills
from bench.faults.player import GameKept, Player
from bench.faults.site import FaultError, Site


@pytest.mark.usefixtures("plain")
def test_nothing_acknowledged_is_lost_when_server_and_workers_are_killed(tmp_path: Path) -> None:
    said = kills.run(tmp_path, kills=6, seed=1)
    assert "none lost or doubled" in said


def test_a_damaged_cache_stops_nothing(tmp_path: Path) -> None:
    said = caches.run(tmp_path, rounds=1, seed=1, through=False)
    assert "the computer answered in each" in said


@pytest.mark.usefixtures("plain")
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    assert "1 turns refused in a sentence" in disk.run(tmp_path, rounds=1, seed=1)


@pytest.mark.usefixtures("plain")
def test_whatever_is_sent_the_server_goes_on(tmp_path: Path) -> None:
    assert "requests" in fuzz.run(tmp_path, requests=200, seed=1)


@pytest.mark.parametrize(
    ("turns", "fault"),
    [
        (["a1"], "lost acknowledged"),
        (["a1", "c3"], "lost acknowledged"),
        (["a1", "b2", "c3", "c3"], "nobody played"),
    ],
)
def test_lost_and_doubled_turns_are_noticed(tmp_path: Path, turns: list[str], fault: str) -> None:
    kept = GameKept("thegame", "friend", ["a1", "b2"], is_sent=True)
    player = Player(Site(tmp_path, tmp_path / "log", port=1), seed=1)
    with pytest.raises(FaultError, match=fault):
        player._compare(kept, turns)


def test_damage_changes_files(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"{number}.nbc").write_bytes(bytes(range(256)) * 4)
    before = [file.read_bytes() for file in caches.files_of(tmp_path)]
    assert caches.damage(tmp_path, random.Random(1)) == 3
    after = [file.read_bytes() for file in caches.files_of(tmp_path)]
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 3
