"""The load of live games in small: real PostgreSQL, Redis and web process, and nothing lost."""

import asyncio
from functools import partial

import pytest

from bench.live import kill
from bench.live.load import Load, measure, percentiles, scripts
from bench.live.site import LiveSite, live_site
from skerry.games.catalogue import FEATURED
from skerry.positions import game

GAMES = 5  # one of each kind


async def lines_of(site: LiveSite, load: Load) -> list[str]:
    return [line async for line in measure(site, load)]


@pytest.mark.usefixtures("plain")
def test_live_games_of_all_kinds_lose_nothing() -> None:
    with live_site() as site:
        lines = asyncio.run(lines_of(site, Load(GAMES, pause=0.2, seconds=3.0, spectators=2)))
        assert "0 games whose pages disagree" in lines, lines
        (per_second,) = [float(line.split()[0]) for line in lines if "turns a second" in line]
        assert per_second * 3.0 >= GAMES, lines  # each has gone on
        assert site.check_games() == f"{GAMES} games, 0 with a fault, 0 repaired."


@pytest.mark.usefixtures("plain")
def test_nothing_is_lost_when_processes_are_killed() -> None:
    with live_site(2) as site:
        lines = asyncio.run(kill.measure(site, kills=3, games=3, pause=0.2, seed=1))
        assert lines[-1].endswith("0 with a fault, 0 repaired.")
        assert lines[0].startswith("killed: ")


def seen(left: float, turn: int, asked: float, answered: float) -> kill.Seen:
    """A game of a minute and 5 s a turn, of which both together have so much left."""
    control = {"seconds": 60.0, "increment": 5.0}
    clock = {"control": control, "left": [{"seconds": left - 60.0}, {"seconds": 60.0}]}
    return kill.Seen({"clock": clock, "turn": turn}, asked, answered)


def test_clocks_that_are_off_are_noticed() -> None:
    before = seen(119.0, 0, 100.0, 100.3)
    assert before.used == 1.0
    # Two turns, and 13 s counted; when the answers were true is known to a third of a second.
    now = partial(seen, 116.0, 2)
    assert now(113.0, 113.3).used - before.used == 13.0
    for asked, answered, error in (
        (113.0, 113.3, 0.0),
        (112.8, 112.9, 0.1),  # at most 12.9 s after the first one was asked for
        (110.0, 110.3, 2.7),
        (113.4, 113.5, 0.1),  # at least 13.1 s after the first one was there
        (116.3, 116.5, 3.0),
    ):
        assert kill.clock_error(before, now(asked, answered)) == pytest.approx(error)


def test_scripts_are_games_by_the_rules() -> None:
    for script, info in zip(scripts(1, 6), FEATURED, strict=True):
        chosen = game(info.name)
        position = chosen.start(seed=7) if info.has_setup else chosen.start()
        for turn, mover in zip(script.turns, script.movers, strict=True):
            assert position.player == mover
            position = position.play_turn(turn)


def test_percentiles() -> None:
    assert percentiles([float(number) for number in range(101)]) == (50.0, 99.0)
