"""The load of live games in small: real PostgreSQL, Redis and web process, and nothing lost."""

import asyncio

import pytest

from bench.live.load import Load, measure, percentiles, scripts
from bench.live.site import live_site
from skerry.games.catalogue import FEATURED
from skerry.positions import game

GAMES = 5  # one of each kind


@pytest.mark.stores
def test_live_games_of_all_kinds_lose_nothing() -> None:
    with live_site() as site:
        lines = asyncio.run(measure(site, Load(GAMES, pause=0.2, seconds=3.0, spectators=2)))
        assert "0 games whose pages disagree" in lines, lines
        (per_second,) = [float(line.split()[0]) for line in lines if "turns a second" in line]
        assert per_second * 3.0 >= GAMES, lines  # each has gone on
        assert site.check_games() == f"{GAMES} games, 0 with a fault, 0 repaired."


def test_scripts_are_games_by_the_rules() -> None:
    for script, info in zip(scripts(1, 6), FEATURED, strict=True):
        chosen = game(info.name)
        position = chosen.start(seed=7) if info.has_setup else chosen.start()
        for turn, mover in zip(script.turns, script.movers, strict=True):
            assert position.player == mover
            position = position.play_turn(turn)


def test_percentiles() -> None:
    assert percentiles([float(number) for number in range(101)]) == (50.0, 99.0)
