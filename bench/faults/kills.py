"""Server and workers are killed at random moments while games are played."""

import os
import random
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

from bench.faults.player import Player, UnavailableError
from bench.faults.site import FaultError, Site

PLAYERS = 3
OPPONENTS = ("friend", "1", "2")
LONGEST_PAUSE = 1.2  # seconds between two kills


class Table:
    """Players in threads of their own, who stop at the first fault."""

    def __init__(self, site: Site, seed: int) -> None:
        self.players = [Player(site, seed * 100 + number) for number in range(PLAYERS)]
        self.fault: BaseException | None = None
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(one,), daemon=True) for one in self.players
        ]

    def start(self) -> None:
        """Let them play."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let them end what they are doing. Raises FaultError: what they found."""
        self._over.set()
        for thread in self._threads:
            thread.join(200)
            if thread.is_alive():
                raise FaultError("a player waits for ever")
        if self.fault is not None:
            raise self.fault

    def _play(self, player: Player) -> None:
        names = ["kitaran", "sytran", "byg", "spry", "syrtis"]
        try:
            while not self._over.is_set() and self.fault is None:
                try:
                    if len(player.games) < 3:
                        player.begin(player.rng.choice(names), player.rng.choice(OPPONENTS))
                    player.play(player.rng.choice(player.games))
                except UnavailableError:
                    time.sleep(0.05)
        except BaseException as error:  # told by `stop`, in the main thread
            self.fault = error


def run(folder: Path, kills: int, seed: int, kernels: Path | None = None) -> str:
    """Kill so many times; returns a line of figures. Raises FaultError.

    Args:
        folder: to work in.
        kills: of the server or of a worker, by chance.
        seed: of the moments.
        kernels: the folder for compiled ones; None: the cache that this machine has.
    """
    rng = random.Random(seed)
    site = Site(folder / "data", folder / "log", kernels)
    site.start()
    table = Table(site, seed)
    table.start()
    killed = {"server": 0, "worker": 0}
    try:
        while sum(killed.values()) < kills and table.fault is None:
            time.sleep(rng.uniform(0.02, LONGEST_PAUSE))
            workers = site.workers()
            if workers and rng.random() < 0.5:
                with suppress(ProcessLookupError):
                    os.kill(rng.choice(workers), signal.SIGKILL)
                killed["worker"] += 1
            else:
                site.kill()
                killed["server"] += 1
                site.start()
        table.stop()
        games = check_all(table.players)
    finally:
        site.stop()
    site.require_no_traceback()
    turns = sum(player.turns for player in table.players)
    return (
        f"kills: {killed['server']} of the server, {killed['worker']} of a worker; "
        f"{turns} turns acknowledged, none lost or doubled in {games} games"
    )


def check_all(players: list[Player]) -> int:
    """The computer answers in every game, and each record is whole; returns their number."""
    count = 0
    for player in players:
        for kept in player.games:
            player.wait_for_computer(kept)
            player.check_record(kept)
            count += 1
    return count
