"""Games of a network against the search without it: kept, and of this network alone."""

from pathlib import Path
from typing import Any

import pytest

import skerry
from bench.learned import Played, games_of, name_of, summary
from skerry.games.info import asks_network
from skerry.search.net import net_of
from skerry.search.search import Search

GAME = skerry.game("kitaran", size=4, swap=False)


def test_games_are_played_once_and_kept_by_network(tmp_path: Path) -> None:
    net, file = net_of(GAME), tmp_path / "games.jsonl"
    assert net is not None
    found = games_of(file, GAME, net, 0.01, 2)
    assert [one.seat for one in found] == [0, 1]
    assert {one.network for one in found} == {name_of(net)}
    assert games_of(file, GAME, net, 0.01, 1) == found[:1]
    other = net._replace(first=net.first * 0.5)
    assert games_of(file, GAME, other, 0.01, 1)[0].network == name_of(other) != name_of(net)
    assert games_of(file, GAME, net, 0.01, 2) == found


def test_only_one_of_the_two_asks_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Watched(Search):
        def run(self, **options: Any) -> int:
            asked.append((self.position.player, asks_network(self.settings)))
            return super().run(**options)

    monkeypatch.setattr("bench.learned.Search", Watched)
    monkeypatch.setattr("skerry.players.Search", Watched)
    net = net_of(GAME)
    assert net is not None
    games_of(tmp_path / "games.jsonl", GAME, net, 0.01, 1)
    assert set(asked) == {(0, True), (1, False)}


def test_the_share_is_told_with_its_interval() -> None:
    games = [Played(index, "abc", index % 2, 1.0, 20) for index in range(10)]
    words = summary(GAME, 0.2, games)
    assert "takes 100.0% of 10 games (95% interval: 72.2% to 100.0%), 0 drawn" in words
