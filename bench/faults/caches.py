"""Compiled kernels are damaged; the site goes on, and compiles them anew."""

import random
import time
from pathlib import Path

from bench.faults.player import Player
from bench.faults.site import FaultError, Site

FIRST_SECONDS = 300.0  # until the first kernel is in the cache, on a busy machine
READY_SECONDS = 900.0  # until all are


def run(folder: Path, rounds: int, seed: int, through: bool = True) -> str:
    """Damage the cache so many times; returns a line of figures. Raises FaultError.

    Args:
        folder: to work in.
        rounds: of damage and start.
        seed: of the damage.
        through: whether to wait until everything is compiled, before and after.
    """
    rng = random.Random(seed)
    site = Site(folder / "data", folder / "log", folder / "kernels")
    damaged = 0
    for round_number in range(rounds + 1):
        site.start()
        try:
            player = Player(site, seed + round_number)
            kept = player.begin("kitaran", "3")
            if kept is None or player.play(kept) != 200:
                raise FaultError("no turn could be played")
            player.wait_for_computer(kept)
            wait_for(site, folder / "kernels", through)
            player.check_record(kept)
        finally:
            site.stop()
        if round_number < rounds:
            damaged += damage(folder / "kernels", rng)
    site.require_no_traceback()
    return f"caches: {damaged} files damaged in {rounds} rounds; the computer answered in each"


def wait_for(site: Site, kernels: Path, through: bool) -> None:
    """Wait until something, or everything, is compiled. Raises FaultError: it never is."""
    deadline = time.monotonic() + (READY_SECONDS if through else FIRST_SECONDS)
    while time.monotonic() < deadline:
        if site.phase() == "ready" or (not through and files_of(kernels)):
            return
        time.sleep(0.2)
    raise FaultError(f"nothing was compiled in time:\n{site.log_end()}")


def files_of(kernels: Path) -> list[Path]:
    """The files that hold compiled code, and their indexes."""
    return sorted(one for one in kernels.rglob("*") if one.suffix in (".nbc", ".nbi"))


def damage(kernels: Path, rng: random.Random) -> int:
    """Truncate some files, empty some, and overwrite some; returns how many."""
    files = files_of(kernels)
    chosen = rng.sample(files, max(1, len(files) // 3))
    for file in chosen:
        whole = file.read_bytes()
        kind = rng.randrange(3)
        if kind == 0:
            file.write_bytes(whole[: rng.randrange(len(whole) + 1)])
        elif kind == 1:
            file.write_bytes(b"")
        else:
            place = rng.randrange(max(1, len(whole) - 64))
            file.write_bytes(whole[:place] + rng.randbytes(64) + whole[place + 64 :])
    return len(chosen)
