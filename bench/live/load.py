"""How fast live games are, when there are many at once.

    python -m bench.live.load [--games 300] [--pause 10] [--seconds 60] [--webs 1] [--spectators 0]

Two pages play each game, of all five in turn on their standard boards, against each other on a site
of the measurement's own (PostgreSQL that syncs to disk, Redis, `skerry serve`): after each turn
they wait for a random time with the given mean. All of it, and whoever plays, shares one machine.
Printed are the round trip of a turn (from sending it until it is acknowledged, and until the
other page shows it), memory and processor time; then every game is replayed (`skerry check-games`),
and every acknowledged turn is looked for.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from statistics import quantiles

import skerry
from bench.live.pages import Client, LiveGame, Measured, Page, begin, close, until_listening
from bench.live.site import LiveSite, live_site
from skerry.core.jit import interpret
from skerry.games.catalogue import FEATURED

AT_ONCE = 8  # games that are begun at the same time
LONGEST = 60  # turns that are prepared for a game


@dataclass(frozen=True)
class Script:
    """The turns of a random game, known beforehand."""

    game: str
    fields: dict[str, str]
    turns: tuple[str, ...]
    movers: tuple[int, ...]


def scripts(seed: int, most_turns: int = LONGEST) -> list[Script]:
    """A game of each kind, on its standard board."""
    found = []
    for info in FEATURED:
        rng = random.Random(f"{seed} {info.name}")
        # A field that is missing is at its default, but for switches, which are off.
        fields = {name: "on" for name, value in info.complete({}) if value is True}
        if info.has_setup:
            fields |= {"seed": "7"}
        game = skerry.game(info.name)
        position = game.start(seed=7) if info.has_setup else game.start()
        turns: list[str] = []
        movers: list[int] = []
        while len(turns) < most_turns and not position.is_over:
            assert position.player is not None
            movers.append(position.player)
            turns.append(game.format_turn(position.sample_turn(rng)))
            position = position.play_turn(turns[-1])
        found.append(Script(info.name, fields, tuple(turns), tuple(movers)))
    return found


@dataclass
class Load:
    """What is asked for."""

    games: int
    pause: float  # seconds between two turns of a game, on average
    seconds: float
    spectators: int = 0  # of the first game


async def measure(site: LiveSite, wanted: Load) -> AsyncIterator[str]:
    """Play, and say what is seen, as it is seen."""
    measured, warm_up = Measured(), Measured()
    known = scripts(1)
    yield _memory(site, "before")
    live: list[LiveGame] = []
    room = asyncio.Semaphore(AT_ONCE)

    async def begin_one(number: int) -> None:
        script = known[number % len(known)]
        async with room:
            first, second = await begin(site.port, script.game, script.fields, measured)
        live.append(LiveGame(first, second, script.turns, script.movers))

    began = time.monotonic()
    await asyncio.gather(*(begin_one(number) for number in range(wanted.games)))
    yield f"{wanted.games} games begun in {time.monotonic() - began:.0f} s"
    watchers = [
        Page(Client(site.port), live[0].first.game_id, warm_up, watches=True)
        for _ in range(wanted.spectators)
    ]
    watching = [asyncio.create_task(one.listen()) for one in watchers]
    for watcher, task in zip(watchers, watching, strict=True):
        await until_listening(watcher, task)
    if watchers:
        yield _memory(site, f"with {wanted.spectators} spectators")
    began = time.monotonic()
    await asyncio.gather(*(one.open() for one in live))
    yield f"all sockets opened in {time.monotonic() - began:.0f} s"
    yield _memory(site, "with all pages open")
    draws = random.Random(2)
    ends = time.monotonic() + wanted.seconds
    used = [web.seconds for web in site.webs]
    began = time.monotonic()
    games = [
        asyncio.create_task(
            one.run(lambda: draws.expovariate(1 / wanted.pause), lambda: ends - time.monotonic())
        )
        for one in live
    ]
    await asyncio.gather(*games)
    seconds = time.monotonic() - began
    busy = sum(web.seconds - before for web, before in zip(site.webs, used, strict=True))
    for line in [*_times(measured, seconds, busy), *_lost(live)]:
        yield line
    await close(watchers, watching)
    await asyncio.gather(*(one.close() for one in live))


def _times(measured: Measured, seconds: float, busy: float) -> list[str]:
    per_second = len(measured.acknowledged) / seconds
    lines = [f"{per_second:.1f} turns a second; web processes used {busy / seconds:.2f} cores"]
    for what, times in (("acknowledged", measured.acknowledged), ("shown", measured.shown)):
        median, last = percentiles(times)
        lines.append(
            f"a turn is {what} within {1000 * median:.0f} ms (median), {1000 * last:.0f} ms (99 %)"
        )
    lines.append(f"{measured.sent_again} turns sent again, {measured.cuts.total()} sockets cut")
    lines += [f"    {number} {why}" for why, number in measured.cuts.most_common(5)]
    return lines


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    cuts = quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[98]


def _lost(live: Sequence[LiveGame]) -> list[str]:
    """Whether the pages of each game agree."""
    apart = [one for one in live if one.first.num_turns != one.second.num_turns]
    return [f"{len(apart)} games whose pages disagree"]


def _memory(site: LiveSite, when: str) -> str:
    megabytes = ", ".join(f"{web.megabytes:.0f}" for web in site.webs)
    return f"memory of the web processes {when}: {megabytes} MB"


def main() -> int:
    """Measure once, and print what is seen."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--pause", type=float, default=10.0, help="seconds between two turns")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--webs", type=int, default=1, help="web processes")
    parser.add_argument("--spectators", type=int, default=0, help="of the first game")
    given = parser.parse_args()
    interpret()
    wanted = Load(given.games, given.pause, given.seconds, given.spectators)

    async def print_lines(site: LiveSite) -> None:
        async for line in measure(site, wanted):
            print(line, flush=True)

    with live_site(given.webs) as site:
        asyncio.run(print_lines(site))
        print(site.check_games())
    return 0


if __name__ == "__main__":
    sys.exit(main())
