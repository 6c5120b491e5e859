"""The explorer: what was played in a position, in whichever orientation it is asked for."""

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skerry
from skerry.games.catalogue import FEATURED, info
from skerry.games.info import EXPLORER, folder
from skerry.lab.canonical import Cells, canonical, moved, moved_turn
from skerry.lab.collection import Collection, SelfPlay, write_index
from skerry.lab.explorer import (
    ABOUT,
    FORMAT,
    SCHEMA,
    About,
    ExploredTurn,
    Explorer,
    ExplorerError,
    kept,
)
from skerry.lab.playing import played_turns
from skerry.lab.running import InProcess
from skerry.record import GameRecord
from skerry.search.symmetry import rule_symmetries
from skerry.statistics import wilson
from tests.small import NAMES, seed_of, small, start

GAMES = 8
MOST_BYTES = 3_300_000  # of a file in the package
WITHOUT_SETUP = [name for name in NAMES if not info(name).has_setup]


def empty(game: skerry.Game) -> Explorer:
    about = About(game.name, dict(game.options), 0, 0, 0, "", "", "")
    return Explorer(about, pl.DataFrame(schema=SCHEMA))


def record(game: skerry.Game, turns: list[str]) -> GameRecord:
    found = GameRecord.begin(game)
    for turn in turns:
        found = found.add_turn(turn)
    return found


def random_record(game: skerry.Game, seed: int) -> GameRecord:
    rng = Random(seed)
    found = GameRecord.begin(game, seed=seed_of(game, seed))
    while not found.is_over:
        found = found.add_turn(game.format_turn(found.position.sample_turn(rng)))
    return found


@pytest.fixture(scope="module", params=NAMES)
def collection(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Collection:
    options = small(request.param, stall_limit=6)
    played = SelfPlay(skerry.game(request.param, **options), playouts=20)
    found = Collection.begin(tmp_path_factory.mktemp("explorer") / "games", played)
    found.collect(GAMES, InProcess())
    return found


@pytest.fixture
def explorer(collection: Collection, tmp_path: Path) -> Explorer:
    write_index(tmp_path / "index", collection)
    return Explorer.read(tmp_path / "index")


def test_every_position_of_the_games_is_there(collection: Collection, explorer: Explorer) -> None:
    visits: Counter[int] = Counter()
    positions = {}
    for row in collection.rows.iter_rows(named=True):
        for position, _ in played_turns(collection.self_play.start(row["number"]), row["played"]):
            visits[canonical(position).key] += 1
            positions[canonical(position).key] = position
    for key, position in positions.items():
        turns = explorer.turns(position)
        assert sum(turn.games for turn in turns) == visits[key]
        for turn in turns:
            assert 0 <= turn.points <= turn.games
            assert turn.interval == wilson(turn.points, turn.games)
            assert turn.own == 0
            position.play_turn(turn.turn)


def test_the_file_says_what_it_was_made_of(collection: Collection, explorer: Explorer) -> None:
    about = explorer.about
    assert (about.games, about.playouts) == (GAMES, 20)
    assert explorer.rules == collection.self_play.game
    assert (about.setups > 0) == explorer.rules.info.has_setup
    assert f"skerry lab collect {about.game} --games {GAMES} --playouts 20" in about.command


def test_a_value_is_what_was_searched_after_the_turn(tmp_path: Path) -> None:
    game = skerry.game("kitaran", size=3)
    collection = Collection.begin(tmp_path / "games", SelfPlay(game, 20))
    collection.collect(1, InProcess())
    write_index(tmp_path / "index", collection)
    explorer = Explorer.read(tmp_path / "index")
    (row,) = collection.rows.iter_rows(named=True)
    turns = list(played_turns(game.start(), row["played"]))
    (first,) = explorer.turns(turns[0][0])
    assert first.value == pytest.approx(row["values"][1], abs=0.001)
    assert first.playouts == pytest.approx(row["playouts"][1], abs=100)
    assert first.points == (row["winner"] == 0)
    (second,) = explorer.turns(turns[1][0])
    assert second.value == pytest.approx(1 - row["values"][2], abs=0.001)
    assert second.points == (row["winner"] == 1)
    (last,) = explorer.turns(turns[-1][0])
    assert (last.value, last.playouts) == (last.points, 0)


@pytest.mark.parametrize("collection", WITHOUT_SETUP, indirect=True)
def test_a_position_that_lies_otherwise_has_turns_that_lie_so(
    collection: Collection, explorer: Explorer
) -> None:
    game = explorer.rules
    row = collection.rows.row(0, named=True)
    turns = list(played_turns(game.start(), row["played"]))
    compared = 0
    for way in map(tuple, rule_symmetries(game)):
        turned = played_turns(game.start(), moved(game, tuple(row["played"]), way))
        for (position, _), (other, _) in zip(turns, turned, strict=True):
            if len(canonical(position).ways) == 1:
                expected = {rotated(game, turn, way) for turn in explorer.turns(position)}
                assert set(explorer.turns(other)) == expected
                compared += 1
    assert compared > 10


def rotated(game: skerry.Game, turn: ExploredTurn, way: Cells) -> ExploredTurn:
    text = game.format_turn(moved_turn(game, game.parse_turn(turn.turn), way))
    return ExploredTurn(text, turn.games, turn.points, turn.own, turn.value, turn.playouts)


@settings(max_examples=15)
@given(st.sampled_from(NAMES), st.lists(st.integers(0, 3), max_size=6))
def test_own_games_add_up(name: str, seeds: list[int]) -> None:
    game = skerry.game(name, **small(name, stall_limit=6))
    records = [random_record(game, seed) for seed in seeds]
    explorer = empty(game).with_records(records[:2]).with_records(records[2:])
    visits = Counter(
        canonical(position).key
        for one in records
        for position in one.replay()
        if position.player is not None
    )
    for one in records:
        for position in one.replay():
            turns = explorer.turns(position)
            assert sum(turn.games for turn in turns) == (
                0 if position.is_over else visits[canonical(position).key]
            )
            assert all(turn.own == turn.games and turn.value is None for turn in turns)


def test_own_games_are_counted_beside_the_collection(
    collection: Collection, explorer: Explorer
) -> None:
    position = collection.self_play.start(0)
    before = explorer.turns(position)
    played = position.play_turn(before[0].turn)
    own = GameRecord.begin(explorer.rules, seed=seed_of(explorer.rules, 0))
    own = own.add_turn(before[0].turn)
    lost = own.resign(0)
    (turn,) = (one for one in explorer.with_records([lost]).turns(position) if one.own)
    assert turn.games == before[0].games + 1
    assert turn.points == before[0].points
    assert (turn.value, turn.playouts) == (before[0].value, before[0].playouts)
    assert explorer.turns(position) == before
    assert explorer.with_records([own]).turns(played) == explorer.turns(played)  # it goes on


def test_mirror_images_are_one_turn_and_most_games_come_first() -> None:
    game = skerry.game("kitaran", size=3)
    lines = [["a1"], ["c1"], ["c3"], ["b1"], ["a2"], ["b2"]]
    records = [record(game, line).resign(index % 2) for index, line in enumerate(lines)]
    turns = empty(game).with_records(records).turns(game.start())
    assert [(turn.turn, turn.games, turn.points) for turn in turns] == [
        ("a1", 3, 1),
        ("a2", 2, 1),
        ("b2", 1, 1),
    ]
    assert len(empty(game).with_records(records).turns(game.start(), most=2)) == 2


def test_other_options_and_turns_begun_have_nothing() -> None:
    game = skerry.game("spry", size=3)
    known = empty(game).with_records([random_record(game, 1)])
    other = skerry.game("spry", size=3, swap=True)
    assert known.turns(game.start())
    assert known.turns(other.start()) == ()
    assert known.with_records([random_record(other, 1)]).turns(other.start()) == ()
    begun = game.start().play("a1")
    assert begun.turn_so_far
    assert known.turns(begun) == ()


def test_a_file_that_is_no_index_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "index"
    with pytest.raises(ExplorerError, match="cannot be read: No such file"):
        Explorer.read(path)
    path.write_text("nothing")
    with pytest.raises(ExplorerError, match="holds no index of positions"):
        Explorer.read(path)
    pl.DataFrame({"key": [1]}).write_parquet(path)
    with pytest.raises(ExplorerError, match="holds no index of positions"):
        Explorer.read(path)
    about = {ABOUT: '{"format": "skerry-explorer of a later version"}'}
    pl.DataFrame({"key": [1]}).write_parquet(path, metadata=about)
    with pytest.raises(ExplorerError, match=f"is not in the format {FORMAT}"):
        Explorer.read(path)


def test_what_comes_with_the_package_is_found_in_the_folder_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = Collection.begin(tmp_path / "games", SelfPlay(skerry.game("kitaran", size=3), 20))
    collection.collect(1, InProcess())
    (tmp_path / "kitaran").mkdir()
    write_index(tmp_path / "kitaran" / EXPLORER, collection)
    monkeypatch.setattr("skerry.lab.packaged.folder", tmp_path.joinpath)
    kept.cache_clear()
    try:
        assert kept("kitaran").about.games == 1
    finally:
        kept.cache_clear()


def test_every_game_comes_with_a_large_collection_in_a_small_file() -> None:
    for game in (one for one in FEATURED if one.has_explorer):
        explorer = kept(game.name)
        about = explorer.about
        assert explorer.rules == skerry.game(game.name)
        assert about.games >= 2000
        assert about.playouts >= 5000
        assert len((folder(game.name) / EXPLORER).read_bytes()) < MOST_BYTES
        assert explorer.turns(start(explorer.rules, 0))


def test_a_game_for_comparison_has_no_collection() -> None:
    with pytest.raises(skerry.OptionError, match="No collection of Y comes with Skerry"):
        kept("y")


LOOK_UP = """
import sys
from skerry.core.jit import interpret
interpret()
from pathlib import Path
from skerry.lab.explorer import Explorer
explorer = Explorer.read(Path(sys.argv[1]))
assert explorer.turns(explorer.rules.start())
assert "numba" not in sys.modules
"""


def test_a_look_up_needs_no_compiler(tmp_path: Path) -> None:
    collection = Collection.begin(tmp_path / "games", SelfPlay(skerry.game("kitaran", size=3), 20))
    collection.collect(1, InProcess())
    write_index(tmp_path / "index", collection)
    command = [sys.executable, "-c", LOOK_UP, str(tmp_path / "index")]
    subprocess.run(command, check=True)


@pytest.mark.alone
@pytest.mark.parametrize("name", NAMES)
def test_a_look_up_takes_less_than_a_fiftieth_of_a_second(name: str) -> None:
    game = skerry.game(name)
    position = start(game)
    turns = {game.format_turn(position.sample_turn(Random(seed))) for seed in range(60)}
    begun = GameRecord.begin(game, seed=seed_of(game, 1))
    explorer = empty(game).with_records(begun.add_turn(turn).resign(0) for turn in turns)
    seconds = []
    for _ in range(8):  # other work on the machine can only slow one down
        began = time.perf_counter()
        assert explorer.turns(position, most=30)
        seconds.append(time.perf_counter() - began)
    assert min(seconds) < 0.02
