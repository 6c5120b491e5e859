"""A review: plain values, the same for the same seed, found turn by turn, stopped at once."""

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest

import skerry
from skerry.errors import OptionError, RecordError
from skerry.record import GameRecord
from skerry.review import (
    ACCURACY,
    Review,
    answer,
    contradictions,
    learn,
    review,
    review_stream,
    with_evaluations,
    with_review,
)
from tests.small import NAMES, small

each_game = pytest.mark.parametrize("name", NAMES)
QUICK = 16  # playouts


@cache
def played(name: str, turns: int = 4) -> GameRecord:
    game = skerry.game(name, **small(name))
    record = GameRecord.begin(game, seed=1 if game.info.has_setup else None)
    rng = Random(2)
    while not record.is_over and len(record.turns) < turns:
        record = record.add_turn(game.format_turn(record.position.sample_turn(rng)))
    return record


@cache
def reviewed(name: str) -> Review:
    return review(played(name), playouts=QUICK, seed=1)


@each_game
def test_every_turn_is_judged_and_every_number_is_a_chance(name: str) -> None:
    found, record = reviewed(name), played(name)
    assert found.is_complete
    assert [turn.played.text for turn in found.turns] == list(record.turn_texts)
    assert [skerry.position(turn.position) for turn in found.turns] == record.replay()[:-1]
    assert len(found.curve) == len(found.evaluations) == len(record.turns) + 1
    for turn in found.turns:
        assert 0.0 <= turn.loss.low <= turn.loss.value <= turn.loss.high <= 1.0
        for other in turn.good:
            skerry.position(turn.position).play_turn(other.text)


@each_game
def test_data_read_back_as_the_same_review(name: str) -> None:
    found = reviewed(name)
    assert Review.from_data(json.loads(json.dumps(found.to_data()))) == found


def test_other_data_are_refused() -> None:
    data = reviewed("kitaran").to_data()
    for broken in ({}, data | {"turns": [{}]}, data | {"accuracy": []}, data | {"curve": None}):
        with pytest.raises(RecordError, match="no review"):
            Review.from_data(broken)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    assert review(played("byg"), playouts=QUICK, seed=1, threads=threads) == reviewed("byg")


def test_a_stream_grows_by_looks_then_by_turns_to_the_whole_review() -> None:
    record = played("spry")
    told: list[float] = []
    stages = list(review_stream(record, playouts=QUICK, seed=1, progress=told.append))
    looks, turns = len(record.turns) + 1, len(record.turns)
    assert [len(stage.turns) for stage in stages] == [0] * looks + list(range(1, turns + 1))
    assert [sum(one is not None for one in stage.evaluations) for stage in stages[:looks]] == list(
        range(1, looks + 1)
    )
    assert [stage.is_complete for stage in stages] == [False] * (len(stages) - 1) + [True]
    assert replace(stages[-1], spent=0) == replace(reviewed("spry"), spent=0)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)


def test_a_cancel_leaves_the_turns_judged_so_far() -> None:
    told: list[float] = []
    found = review(
        played("spry"), playouts=QUICK, seed=1, progress=told.append, cancel=lambda: len(told) > 8
    )
    assert not found.is_complete
    assert found.turns == reviewed("spry").turns[: len(found.turns)]
    assert len(found.turns) < len(played("spry").turns)


def test_a_cancel_ends_a_long_search() -> None:
    """The search of one turn would take hours; it is asked again and again whether to go on."""
    asked: list[int] = []

    def cancel() -> bool:
        asked.append(len(asked))
        return len(asked) > 3

    found = review(played("sytran"), playouts=10_000_000, threads=2, cancel=cancel)
    assert not found.is_complete
    assert found.turns == ()


def test_who_leaves_a_stream_ends_its_searches() -> None:
    stream = review_stream(played("spry"), playouts=QUICK, seed=1)
    assert not next(stream).is_complete
    stream.close()
    assert list(stream) == []


def test_a_game_without_a_turn_has_an_empty_review() -> None:
    found = review(played("y").take_back(len(played("y").turns)), playouts=QUICK)
    assert (found.turns, found.is_complete, found.worst) == ((), True, None)
    assert [one.percent for one in found.accuracy] == [None, None]


@pytest.mark.parametrize("options", [{"playouts": 1}, {"threads": 0}, {"threads": 1000}])
def test_numbers_out_of_bounds_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        review(played("y"), **options)  # type: ignore[arg-type]


@each_game
def test_a_record_keeps_what_was_found(name: str) -> None:
    found, record = reviewed(name), played(name)
    read = GameRecord.from_json(with_evaluations(record, found).to_json())
    assert (read.evaluation, *(turn.evaluation for turn in read.turns)) == found.evaluations
    assert read.turn_texts == record.turn_texts


@each_game
def test_a_record_tells_what_a_review_says(name: str) -> None:
    found, record = reviewed(name), played(name).annotate(1, "Mine.")
    written = with_review(record, found)
    read = GameRecord.from_json(written.to_json())
    assert read.comment.startswith(ACCURACY)
    assert read.turns[0].comment.startswith("Mine.")
    for turn in found.turns:
        here = read.turns[turn.number - 1]
        lines = {line[0].text: line for line in here.variations}
        if turn.better is None or not turn.why:
            assert not lines or turn.number > 1
            continue
        assert turn.summary in here.comment
        assert turn.why in here.comment
        assert tuple(one.text for one in lines[turn.better.text]) == turn.better.line
    assert with_review(written, found) == written  # a second time adds nothing


def test_the_review_of_another_game_is_refused() -> None:
    with pytest.raises(OptionError, match="another game"):
        with_evaluations(played("byg").take_back(), reviewed("byg"))
    with pytest.raises(OptionError, match="another game"):
        with_evaluations(played("y"), reviewed("spry"))


@each_game
def test_accuracy_is_the_part_of_what_random_turns_lose_that_was_kept(name: str) -> None:
    found = reviewed(name)
    for person, accuracy in enumerate(found.accuracy):
        own = [turn for turn in found.turns if turn.person == person]
        judged = [turn for turn in own if turn.random_loss is not None]
        assert accuracy.turns == len(judged)
        if accuracy.percent is not None and accuracy.loss is not None and accuracy.random_loss:
            at_random = sum(turn.random_loss or 0.0 for turn in judged) / len(judged)
            assert accuracy.random_loss == pytest.approx(at_random, abs=0.0001)
            kept = 100 * max(0.0, 1 - accuracy.loss / accuracy.random_loss)
            assert accuracy.percent == pytest.approx(kept, abs=0.1)


@each_game
def test_what_random_turns_lose_is_drawn_wherever_there_was_another_turn(name: str) -> None:
    for turn in reviewed(name).turns:
        assert turn.better is None or turn.random_loss is not None
        assert -1.0 <= (turn.random_loss or 0.0) <= 1.0


@each_game
def test_a_review_does_not_contradict_itself(name: str) -> None:
    assert contradictions(reviewed(name)) == ()


def test_a_game_without_mistakes_has_nothing_to_train() -> None:
    calm = tuple(replace(turn, verdict=None) for turn in reviewed("spry").turns)
    assert learn(replace(reviewed("spry"), turns=calm)) == ()


def test_an_answer_is_not_given_once_cancelled() -> None:
    turn = next(one for one in reviewed("spry").turns if one.better is not None)
    marked = replace(reviewed("spry"), turns=(replace(turn, verdict="mistake", good=()),))
    (exercise,) = learn(marked)
    position = skerry.position(exercise.position)
    known = {exercise.played, exercise.best}
    texts = (position.game.format_turn(position.sample_turn(Random(seed))) for seed in range(99))
    tried = next(text for text in texts if text not in known)
    assert not answer(exercise, tried, playouts=QUICK, cancel=lambda: True).is_known
    assert answer(exercise, tried, playouts=QUICK).loss is not None
