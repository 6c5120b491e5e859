"""The load of live games in small: real PostgreSQL, Redis and web process, and nothing lost."""

import asyncio

import pytest

from bench.live import kill
from bench.live.load import Load, measure, percentiles, scripts
from bench.live.site import live_site
from skerry.games.catalogue import FEATURED
from skerry.positions import game

GAMES = 5  # one of each kind


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's processes start sooner in plain Python: nobody plays against the computer."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.mark.usefixtures("plain")
def test_live_games_of_all_kinds_lose_nothing() -> None:
    with live_site() as site:
        lines = asyncio.run(measure(site, Load(GAMES, pause=0.2, seconds=3.0, spectators=2)))
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


def test_clocks_that_are_off_are_noticed() -> None:
    control = {"seconds": 60.0, "increment": 5.0}
    left = [{"seconds": 55.0}, {"seconds": 61.0}]
    assert kill.used({"clock": {"control": control, "left": left}, "turn": 2}) == 14.0


def test_scripts_are_games_by_the_rules() -> None:
    for script, info in zip(scripts(1, 6), FEATURED, strict=True):
        chosen = game(info.name)
        position = chosen.start(seed=7) if info.has_setup else chosen.start()
        for turn, mover in zip(script.turns, script.movers, strict=True):
            assert position.player == mover
            position = position.play_turn(turn)


def test_percentiles() -> None:
    assert percentiles([float(number) for number in range(101)]) == (50.0, 99.0)
