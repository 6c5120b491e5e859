"""Records in memory: not read twice, and never more than so many bytes of them."""

import gc
import random
import tracemalloc

import pytest

import skerry
from skerry.games.info import Options, Value
from skerry.record import GameRecord
from skerry.web.base.services import service
from skerry.web.board.sizes import TURN_BYTES
from skerry.web.play import records
from skerry.web.play.models import SavedGame
from skerry.web.play.records import KeptRecords
from tests.small import seed_of
from tests.web.conftest import Browser


def record_of_some_turns(name: str, seed: int, most: int = 40, **options: Value) -> GameRecord:
    rng = random.Random(seed)
    game = skerry.game(name, **options)
    record = GameRecord.begin(game, seed=seed_of(game, seed))
    while len(record.turns) < most and not record.is_over:
        record = record.add_turn(game.format_turn(record.position.sample_turn(rng)))
    return record


LARGE: list[tuple[str, Options]] = [
    (name, {"size": size})
    for name, size in [("byg", 13), ("kitaran", 9), ("kitaran", 19), ("spry", 13), ("sytran", 13)]
]


@pytest.mark.parametrize(("name", "options"), [("syrtis", {}), *LARGE])
def test_the_size_of_a_record_is_not_underrated(name: str, options: Options) -> None:
    text = record_of_some_turns(name, 1, 40, **options).to_json()
    GameRecord.from_json(text)  # the schema and the board are not the record's
    copies = 4  # what the first reading alone leaves in the process is not the record's either
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        read = [GameRecord.from_json(text) for _ in range(copies)]
        gc.collect()
        measured = (tracemalloc.get_traced_memory()[0] - before) / copies
    finally:
        tracemalloc.stop()
    assert measured < records.size_of_record(read[0]) < 5 * measured


def test_variations_and_comments_count() -> None:
    record = record_of_some_turns("byg", seed=2, size=4)
    plain = records.size_of_record(record)
    told = record.annotate(3, "x" * 9_000)
    assert records.size_of_record(told) >= plain + 9_000
    varied = record.add_variation(1, [turn.text for turn in record.turns[:10]])
    assert records.size_of_record(varied) >= plain + 10 * TURN_BYTES


def test_records_are_kept_up_to_so_many_bytes() -> None:
    texts = [record_of_some_turns("kitaran", seed, size=9).to_json() for seed in range(6)]
    one = records.size_of_record(GameRecord.from_json(texts[0]))
    kept = KeptRecords(int(3.5 * one))
    first = kept.read(texts[0])
    assert kept.read(texts[0]) is first
    for text in texts[1:]:
        kept.read(text)
    assert kept.num_bytes <= 3.5 * one
    assert kept.num_records == 3
    assert kept.read(texts[0]) is not first
    assert kept.read(texts[0]) == first


def test_a_record_larger_than_all_that_is_kept_is_read_all_the_same() -> None:
    kept = KeptRecords(100)
    record = record_of_some_turns("spry", seed=1, most=3, size=13)
    assert kept.read(record.to_json()) == record
    kept.keep(record.to_json(), record)
    assert kept.num_records == 0


def test_the_lines_of_a_record_are_kept() -> None:
    kept = KeptRecords()
    record = record_of_some_turns("kitaran", seed=1, most=3).resign(0)
    line = kept.line_of(record.to_json())
    assert line == (*(position.text for position in record.replay()[:-1]), line[-1])
    assert kept.line_of(record.to_json()) is line


def test_a_turn_is_played_without_reading_the_record_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = browser.begin("kitaran", size="5")

    def refuse(text: str) -> GameRecord:
        raise AssertionError("a record was read from its text")

    monkeypatch.setattr(GameRecord, "from_json", refuse)
    browser.play(game_id, "a1", "b2", "c3")
    browser.act(game_id, "take-back")
    browser.play(game_id, "d4")
    assert service(KeptRecords).num_records == 1
    state = browser.act(game_id, "resign").json()
    assert [turn["text"] for turn in state["turns"]] == ["a1", "b2", "d4"]


def test_what_is_kept_is_what_was_saved(browser: Browser) -> None:
    game_id = browser.begin("syrtis")
    setup = browser.state(game_id)
    actions: list[str] = []
    while not setup["complete"]:
        actions.append(setup["legal"][0]["text"])
        setup = browser.act(game_id, "preview", actions=actions).json()
    browser.play(game_id, ",".join(actions))
    saved = SavedGame.objects.get(pk=game_id)
    kept = records.record_of(saved)
    read = GameRecord.from_json(saved.record)
    assert kept == read
    assert kept.replay() == read.replay()


def test_a_record_that_grows_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of_some_turns("kitaran", seed=3, most=20, size=9)
    positions = record.replay()
    monkeypatch.setattr("skerry.record.game_record.play_line", None)
    assert record.resign(0).replay() == positions
    assert record.take_back(5).replay() == positions[:-5]
    text = record.game.format_turn(positions[-1].sample_turn(random.Random(1)))
    assert record.add_turn(text).replay()[:-1] == positions
