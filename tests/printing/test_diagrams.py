"""Diagrams of several turns: what has a number, and what is told in words."""

from collections.abc import Sequence
from random import Random
from xml.etree import ElementTree

import pytest

import skerry
from skerry.printing.typesetting import Diagram, diagram, played, split
from skerry.record import GameRecord, Mark, RecordedTurn

pytestmark = pytest.mark.kernels


def record_of(game: skerry.Game, *turns: str, seed: int | None = None) -> GameRecord:
    record = GameRecord.begin(game, seed=seed)
    for turn in turns:
        record = record.add_turn(turn)
    return record


def shown(record: GameRecord) -> Diagram:
    return diagram(played(record.replay(), record.turns))


def numbers(svg: str) -> list[str]:
    """What is written on stones: their words have sizes that coordinates never have."""
    words = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return sorted(one.text or "" for one in words if one.get("font-size") in ("17.0", "17", "16"))


def test_the_stones_of_a_turn_share_its_number() -> None:
    record = record_of(skerry.game("spry", size=4), "a1,a2", "b2", "c1,d1")
    found = shown(record)
    assert numbers(found.svg) == ["1", "1", "2", "3", "3"]
    assert found.told == ()


def test_a_conversion_is_told_and_so_is_the_stone_that_it_turned() -> None:
    record = record_of(skerry.game("kitaran", size=3), "b2", "b1", "a3", "c3", "b2*")
    found = shown(record)
    assert numbers(found.svg) == ["1", "3", "4"]
    assert found.told == ("2. White placed b1.", "5. Black converted the stones beside b2.")


def test_moves_are_told_and_the_last_one_is_marked() -> None:
    game = skerry.game("syrtis", board="minor")
    start, rng = game.start(seed=3), Random(1)
    while start.phase != "play":
        start = start.play_turn(game.format_turn(start.sample_turn(rng)))
    record = GameRecord(game, given_start=start).add_turn("pass")
    assert shown(record).told == ("1. Light passed.",)
    assert numbers(shown(record).svg) == []


def test_a_swap_is_told() -> None:
    record = record_of(skerry.game("kitaran", size=3, swap=True), "b2", "swap")
    assert shown(record).told == ("2. White swapped colours.",)


def parts(turns: Sequence[RecordedTurn], every: int, at_notes: bool = True) -> list[list[int]]:
    game = skerry.game("kitaran", size=5)
    record = GameRecord(game, turns=tuple(turns))
    found = split(played(record.replay(), record.turns), every, at_notes=at_notes)
    return [[one.number for one in part] for part in found]


def test_a_diagram_ends_after_so_many_turns() -> None:
    turns = [RecordedTurn(text) for text in ("a1", "b2", "c3", "d4", "e5")]
    assert parts(turns, 2) == [[1, 2], [3, 4], [5]]


@pytest.mark.parametrize(
    "said",
    [
        RecordedTurn("b2", comment="Well."),
        RecordedTurn("b2", marks=(Mark("circle", ("b2",)),)),
    ],
)
def test_a_diagram_ends_where_something_is_said(said: RecordedTurn) -> None:
    turns = [RecordedTurn("a1"), said, RecordedTurn("c3"), RecordedTurn("d4")]
    assert parts(turns, 10) == [[1, 2], [3, 4]]
    assert parts(turns, 10, at_notes=False) == [[1, 2, 3, 4]]


def test_a_turn_with_a_variation_has_a_diagram_of_its_own() -> None:
    """So that the reader sees the position in which there was a choice."""
    line = (RecordedTurn("e1"),)
    turns = [RecordedTurn("a1"), RecordedTurn("b2", variations=(line,)), RecordedTurn("c3")]
    assert parts(turns, 10) == [[1], [2], [3]]


def test_a_diagram_ends_before_too_much_is_told_in_words() -> None:
    game = skerry.game("kitaran", size=3, cycle_limit=50)
    record = GameRecord.begin(game)
    rng = Random(5)
    while record.result is None and len(record.turns) < 30:
        position = record.position
        record = record.add_turn(game.format_turn(position.sample_turn(rng)))
    for part in split(played(record.replay(), record.turns), 30, at_notes=True):
        assert sum(not one.shows_all() for one in part) <= 4


def test_marks_of_the_last_turn_are_drawn() -> None:
    turn = RecordedTurn("a1", marks=(Mark("label", ("c3",), text="here"),))
    record = GameRecord(skerry.game("kitaran", size=3), turns=(turn,))
    assert ">here<" in shown(record).svg
