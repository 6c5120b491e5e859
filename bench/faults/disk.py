"""The disk on which games are kept is full for a while."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.faults.player import Player
from bench.faults.site import FaultError, Site

SIZE = "3m"
MOST_TURNS = 400  # until one is refused
ROOM_SECONDS = 60.0  # until everything goes on again


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of a few megabytes.

    Raises:
        FaultError: none can be made here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", str(folder)]
    made = subprocess.run(mount, capture_output=True, text=True)
    if made.returncode:
        raise FaultError(
            "A small disk cannot be made here; be root, and allowed to mount a tmpfs "
            f"({made.stderr.strip()})."
        )
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(file: Path) -> None:
    """Write until there is no room at all."""
    try:
        with file.open("ab", buffering=0) as filler:
            for size in (65536, 4096, 1):
                while filler.write(b"x" * size) == size:
                    pass
    except OSError:
        return


def run(folder: Path, rounds: int, seed: int) -> str:
    """Fill the disk so many times; returns a line of figures. Raises FaultError."""
    refused = 0
    with small_disk(folder / "disk") as disk:
        site = Site(disk / "data", folder / "log")
        site.start()
        try:
            player = Player(site, seed)
            for _ in range(rounds):
                refused += _fill_and_make_room(player, disk / "filler")
        finally:
            site.stop()
        turns = player.turns
    site.require_no_traceback()
    return f"disk: full {rounds} times; {refused} turns refused in a sentence, {turns} kept"


def _fill_and_make_room(player: Player, filler: Path) -> int:
    friends, against = player.begin("byg"), player.begin("kitaran", "1")
    if friends is None or against is None:
        raise FaultError("no game could be begun though there is room")
    if player.play(friends) != 200:
        raise FaultError("no turn could be played though there is room")
    fill(filler)
    refused = 0
    for _ in range(MOST_TURNS):
        # What is free within the database's own files is used first.
        status = player.play(friends) if friends in player.games else 0
        if friends not in player.games:
            again = player.begin("byg")
            if again is None:
                refused += 1
                break
            friends = again
        if status in (503, 507):
            refused += 1
            break
        fill(filler)
    else:
        raise FaultError(f"{MOST_TURNS} turns were played on a full disk")
    player.state(friends)
    player.state(against)
    filler.unlink()
    _goes_on(player)
    return refused


def _goes_on(player: Player) -> None:
    """Every game can be played on, by person and by computer."""
    deadline = time.monotonic() + ROOM_SECONDS
    for kept in list(player.games):
        while kept in player.games and player.play(kept) != 200:
            if time.monotonic() > deadline:
                raise FaultError(f"game {kept.key} does not go on though there is room again")
            time.sleep(0.1)
        if kept in player.games:
            player.wait_for_computer(kept)
            player.check_record(kept)
