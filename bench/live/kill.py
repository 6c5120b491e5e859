"""Whether anything is lost when processes are killed at random moments while games are played.

    python -m bench.live.kill [--kills 1000] [--games 20] [--pause 1] [--webs 2] [--seed 0]

Games are played as in `bench.live.load`, one after the other at each table. Meanwhile a web
process, a worker of its engine, Redis or PostgreSQL is killed (SIGKILL) again and again, and
started anew a moment later. Whatever is cut off tries again, as pages do. At the end of each game,
and of all: the server has the very turns that were played, each once; every acknowledged one is
among them; the clocks of both persons have used as much time as has passed, to a second; and
`skerry check-games` finds no fault. The first fault ends it, with exit code 1.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psycopg

from bench.live.load import Script, scripts
from bench.live.pages import LiveGame, Measured, again, begin
from bench.live.site import LiveSite, Web, live_site
from skerry.core.jit import interpret

MOST_CLOCK_ERROR = 1.0  # seconds
SOON = 0.5  # seconds for an answer, in which a clock runs on
KILLS_APART = (0.2, 2.0)  # seconds between a start and the next kill
DOWN = (0.0, 0.5)  # seconds that something is gone
TO_GO_ON = 60.0  # seconds in which every game has gone on after the last kill


class LostError(Exception):
    """Something is not as it must be."""


@dataclass(frozen=True)
class Seen:
    """A game as the server has it, and the moments between which it was so."""

    state: dict[str, object]
    asked: float  # by time.monotonic(), as the answer
    answered: float
    # Seconds in all for which the site had stood still, at least and at most: no clock counts them.
    stood: tuple[float, float] = (0.0, 0.0)

    @property
    def used(self) -> float:
        """The seconds that both clocks have counted so far."""
        clock = self.state["clock"]
        assert isinstance(clock, dict)
        control, num_turns = clock["control"], int(str(self.state["turn"]))
        left = sum(float(one["seconds"]) for one in clock["left"])
        return float(2 * control["seconds"] + num_turns * control["increment"] - left)


@dataclass
class Tables:
    """Games one after the other, at several tables."""

    site: LiveSite
    pause: float
    known: list[Script]
    draws: random.Random
    measured: Measured = field(default_factory=Measured)
    num_games: int = 0  # that were played to the end of their script, and were as they must be
    is_ending: bool = False

    async def run(self, number: int) -> None:
        """Play at a table until all end. Raises LostError."""
        turn = number
        while not self.is_ending:
            await self._game(self.known[turn % len(self.known)])
            turn += 1

    async def _game(self, script: Script) -> None:
        first, second = await again(
            lambda: begin(self.site.port, script.game, script.fields, self.measured)
        )
        first.is_measured = second.is_measured = False  # so that clocks count all of the time
        live = LiveGame(first, second, script.turns, script.movers)
        try:
            await again(live.open)
            begun = await self._see(live)
            await live.run(
                lambda: self.draws.expovariate(1 / self.pause),
                lambda: 0.0 if self.is_ending else 1e9,
            )
            await self._check(live, begun)
        finally:
            await live.close()
        self.num_games += 1

    async def _see(self, live: LiveGame) -> Seen:
        async def ask() -> Seen:
            beaten, stood = await asyncio.to_thread(self._heartbeat)
            asked = time.monotonic()
            status, body = await live.first.client.ask(f"/api/games/{live.first.game_id}")
            answered = time.monotonic()
            if status != 200:
                raise EOFError(f"{status}")
            if answered - asked > SOON:  # it says too little of when it was so
                raise TimeoutError
            stood_then = await self._stood_after(beaten)
            return Seen(json.loads(body), asked, answered, (stood, stood_then))

        found: Seen = await again(ask)
        return found

    async def _stood_after(self, beaten: float) -> float:
        """The seconds lost at the next heartbeat: it alone counts the time since the last one."""
        while True:
            last, stood = await asyncio.to_thread(self._heartbeat)
            if last != beaten:
                return stood
            await asyncio.sleep(0.1)

    def _heartbeat(self) -> tuple[float, float]:
        """The last one, and the seconds in all for which no process could take a turn.

        Raises EOFError: no answer.
        """
        try:
            with psycopg.connect(self.site.database.url, connect_timeout=5) as database:
                found = database.execute("SELECT last, lost FROM web_heartbeat").fetchone()
        except psycopg.Error as error:
            raise EOFError(str(error)) from error
        return (0.0, 0.0) if found is None else (float(found[0]), float(found[1]))

    async def _check(self, live: LiveGame, before: Seen) -> None:
        """Compare what the server has with what was played since it was seen."""
        now = await self._see(live)
        turns = now.state["turns"]
        assert isinstance(turns, list)
        texts = [str(turn["text"]).replace(" ", ",") for turn in turns]
        where = f"{live.first.game_id}:"
        acknowledged = max(live.first.num_turns, live.second.num_turns)
        if len(texts) != acknowledged:
            raise LostError(f"{where} {acknowledged} turns acknowledged, {len(texts)} there")
        played = [canonical(turn) for turn in live.turns[: len(texts)]]
        if [canonical(text) for text in texts] != played:
            raise LostError(f"{where} the server has other turns than were played")
        if not now.state["over"]:
            error = clock_error(before, now)
            if error > MOST_CLOCK_ERROR:
                raise LostError(f"{where} the clocks are off by {error:.1f} s")


def clock_error(before: Seen, now: Seen) -> float:
    """The seconds by which clocks have counted too much or too little, at least."""
    counted = now.used - before.used
    least = now.asked - before.answered - (now.stood[1] - before.stood[0])
    most = now.answered - before.asked - max(0.0, now.stood[0] - before.stood[1])
    return max(least - counted, counted - most, 0.0)


def canonical(turn: str) -> tuple[str, ...]:
    """A turn as a set of stones; its end may be said or not."""
    return tuple(sorted(part for part in turn.split(",") if part != "end"))


Kill = Callable[[], None]


def victims(site: LiveSite) -> dict[str, tuple[Kill, Kill]]:
    """What may be killed: how, and how it is started again."""
    found: dict[str, tuple[Kill, Kill]] = {
        "Redis": (site.memory.kill, site.memory.start_again),
        "PostgreSQL": (site.database.kill, site.database.start_again),
    }
    for number, web in enumerate(site.webs, 1):
        found[f"web process {number}"] = (web.kill, web.start)
        found[f"a worker of web process {number}"] = (partial(_kill_worker, web), _nothing)
    return found


def _kill_worker(web: Web) -> None:
    """A worker of its engine; which the engine itself starts again."""
    assert web.process is not None
    children = Path(f"/proc/{web.process.pid}/task/{web.process.pid}/children").read_text()
    for child in children.split()[:1]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(child), signal.SIGKILL)


def _nothing() -> None:
    """What starts again by itself."""


async def kill_some(site: LiveSite, number: int, draws: random.Random) -> "Counter[str]":
    """Kill things, one after the other; how many of each."""
    killed: Counter[str] = Counter()
    for _ in range(number):
        await asyncio.sleep(draws.uniform(*KILLS_APART))
        name, (kill, start) = draws.choice(list(victims(site).items()))
        await asyncio.to_thread(kill)
        await asyncio.sleep(draws.uniform(*DOWN))
        await asyncio.to_thread(start)
        killed[name] += 1
    return killed


async def measure(site: LiveSite, kills: int, games: int, pause: float, seed: int) -> list[str]:
    """Play and kill; what was seen. Raises LostError."""
    tables = Tables(site, pause, scripts(1), random.Random(seed))
    playing = [asyncio.create_task(tables.run(number)) for number in range(games)]
    killing = asyncio.create_task(kill_some(site, kills, random.Random(seed + 1)))
    done, _ = await asyncio.wait([*playing, killing], return_when=asyncio.FIRST_COMPLETED)
    for one in done:
        one.result()  # raises what has ended it
    tables.is_ending = True
    async with asyncio.timeout(TO_GO_ON):
        await asyncio.gather(*playing)
    measured = tables.measured
    killed = ", ".join(f"{name} {times}" for name, times in sorted(killing.result().items()))
    return [
        f"killed: {killed}",
        f"{len(measured.acknowledged)} turns acknowledged in {tables.num_games} games; "
        f"{measured.sent_again} were sent again, {measured.cuts.total()} sockets were cut",
        "every acknowledged turn is there, none twice; but for the time in which the site stood "
        "still, no clock is off by more than a second",
        # Here, since servers that were started again end with the thread that has done so.
        await asyncio.to_thread(site.check_games),
    ]


def main() -> int:
    """Kill, and say what was lost."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20, help="at the same time")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two turns")
    parser.add_argument("--webs", type=int, default=2, help="web processes")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    interpret()
    with live_site(given.webs) as site:
        try:
            lines = asyncio.run(measure(site, given.kills, given.games, given.pause, given.seed))
        except LostError as error:
            print(f"Lost: {error}")
            return 1
        print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
