"""Collections: the same games however often they are stopped, whole at any moment."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import skerry
from skerry.lab import collection as collection_module
from skerry.lab.collection import Collection, CollectionError, SelfPlay
from skerry.lab.playing import played_turns
from skerry.lab.running import InProcess, Processes, StoreError, exclusive
from tests.small import NAMES, small

GAMES = 4


def self_play(name: str = "kitaran", **options: bool) -> SelfPlay:
    return SelfPlay(skerry.game(name, **small(name, stall_limit=6, **options)), playouts=20)


def collected(path: Path, games: int, played: SelfPlay | None = None) -> pl.DataFrame:
    collection = Collection.begin(path, played or self_play())
    collection.collect(games, InProcess())
    return collection.rows


@pytest.mark.parametrize("name", NAMES)
def test_games_are_legal_and_end_as_they_say(name: str, tmp_path: Path) -> None:
    played = self_play(name, swap=True)
    for row in collected(tmp_path / "games", GAMES, played).iter_rows(named=True):
        turns = list(played_turns(played.start(row["number"]), row["played"]))
        assert len(turns) == len(row["values"]) == len(row["playouts"])
        position, last = turns[-1]
        for action in last:
            position = position.apply(action)
        assert position.outcome is not None
        assert position.outcome.winner == (None if row["winner"] == -1 else row["winner"])
        for (before, _), value, playouts in zip(turns, row["values"], row["playouts"], strict=True):
            assert value is None or (0 <= value <= 1 and playouts > 0)
            assert value is not None or len(before.legal_actions()) == 1


def test_games_differ_and_begin_alike_where_the_same_turn_was_drawn(tmp_path: Path) -> None:
    rows = collected(tmp_path / "games", 12)
    assert rows["played"].n_unique() > 8
    first = {turn[0] for turn in rows["played"].to_list()}
    assert first < {0, 1, 4}  # a corner, an edge or the centre, in one orientation each


def test_a_collection_that_was_stopped_goes_on_to_the_same_games(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(_: Collection) -> None:
        raise StoppedError

    path = tmp_path / "games"
    with pytest.raises(StoppedError):
        Collection.begin(path, self_play()).collect(5, InProcess(), stop)
    assert 0 < Collection.open(path).games < 5
    assert collected(path, 5).equals(collected(tmp_path / "others", 5))
    assert collected(path, 3).height == 5  # what is there stays
    assert Collection.open(path).self_play == self_play()


@pytest.mark.alone
def test_processes_play_the_same_games(tmp_path: Path) -> None:
    collection = Collection.begin(tmp_path / "games", self_play())
    collection.collect(5, Processes(2))
    assert collection.rows.equals(collected(tmp_path / "others", 5))


def test_games_played_in_another_way_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "games"
    collected(path, 1)
    with pytest.raises(CollectionError, match=r"with 20 playouts and seed 0; give another file"):
        Collection.begin(path, replace(self_play(), seed=1))
    path.write_text("nothing")
    with pytest.raises(CollectionError, match="holds no collection that can be read"):
        Collection.open(path)
    pl.DataFrame({"number": [1]}).write_parquet(path)
    with pytest.raises(CollectionError, match="holds no collection that can be read"):
        Collection.open(path)


def test_a_collection_of_a_later_version_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    collected(path, 1)
    monkeypatch.setattr(collection_module, "FORMAT", "skerry-collection 2")
    with pytest.raises(CollectionError, match="is not in the format skerry-collection 2"):
        Collection.open(path)


def test_games_that_another_process_has_added_meanwhile_stay(tmp_path: Path) -> None:
    path = tmp_path / "games"
    one, other = (Collection.begin(path, self_play()) for _ in range(2))
    one.collect(3, InProcess())
    other.collect(2, InProcess())
    assert other.games == Collection.open(path).games == 3


def test_two_processes_do_not_add_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with exclusive(tmp_path / ".games.lock", path), pytest.raises(StoreError, match="wait for it"):
        collected(path, 1)
