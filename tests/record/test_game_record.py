"""GameRecord: values, their JSON, and how much work a record may be."""

import dataclasses
import json
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import skerry
from skerry.games import dispatch
from skerry.games.catalogue import GAMES
from skerry.games.words import REASONS
from skerry.record import (
    COMPUTER,
    RESIGNATION,
    GameRecord,
    Person,
    RecordedTurn,
    Result,
    json_form,
    schema,
)
from skerry.record.json_form import fits
from skerry.record.parts import AGREEMENT, BESIDE_THE_RULES, LOSSES
from tests.small import seed_of, small, start
from tests.strategies import drawn, few, games

KITARAN = skerry.game("kitaran", size=3)


def played(game: skerry.Game, *turns: str) -> GameRecord:
    record = GameRecord.begin(game)
    for turn in turns:
        record = record.add_turn(turn)
    return record


def random_turn(position: skerry.Position, rng: Random) -> str:
    actions = []
    after = position
    while after.turn == position.turn:
        actions.append(rng.choice(after.legal_actions()))
        after = after.apply(actions[-1])
    return position.game.format_turn(actions)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records of random games, finished or not, with comments, variations and resignations."""
    game, seed = draw(games()), draw(st.integers(0, 2**32))
    rng = Random(seed)
    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    position = start(game, seed)
    for _ in range(draw(st.sampled_from([0, 0, 3]))):  # some go on from a position
        position = position.play_turn(random_turn(position, rng))
    given = position if position.turn > 0 and not position.is_over else None
    record = GameRecord.begin(
        game,
        seed=seed_of(game, seed) if given is None else None,
        start=given,
        persons=(draw(text), Person(draw(text), COMPUTER, draw(st.sampled_from([None, "easy"])))),
        date=draw(st.none() | st.dates()),
        comment=draw(text),
    )
    for _ in range(draw(st.integers(0, 25))):
        if not record.is_over:
            record = record.add_turn(random_turn(record.position, rng), comment=draw(text))
    for _ in range(draw(st.integers(0, 2)) if record.turns else 0):
        number = rng.randint(1, len(record.turns))
        before = record.replay()[number - 1]
        first = random_turn(before, rng)
        after = before.play_turn(first)
        line = [first] if after.is_over else [first, random_turn(after, rng)]
        record = record.add_variation(number, line)
    if draw(st.booleans()) and not record.is_over:
        record = record.resign(draw(st.integers(0, 1)))
    return record


@pytest.mark.kernels
@few
@given(records())
def test_json_reads_back_as_the_same_record_and_the_same_text(record: GameRecord) -> None:
    text = record.to_json()
    again = GameRecord.from_json(text)
    assert again == record
    assert hash(again) == hash(record)
    assert again.to_json() == text
    assert GameRecord.from_json(text.encode()) == record
    assert again.replay() == record.replay()
    Draft202012Validator(schema()).validate(json.loads(text))


@pytest.mark.kernels
@few
@given(records(), st.data())
def test_a_record_cut_short_is_refused(record: GameRecord, data: st.DataObject) -> None:
    text = record.to_json().rstrip()
    with pytest.raises(skerry.RecordError, match=r"^[^\n]*$"):
        GameRecord.from_json(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.kernels
@few
@given(records(), st.data())
def test_a_record_with_a_byte_changed_is_read_or_refused_by_name(
    record: GameRecord, data: st.DataObject
) -> None:
    content = bytearray(record.to_json().encode())
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        again = GameRecord.from_json(bytes(content))
    except skerry.RecordError:
        return
    assert GameRecord.from_json(again.to_json()) == again


def test_the_schema_is_valid_and_knows_all_games_and_reasons() -> None:
    Draft202012Validator.check_schema(schema())
    known = schema()["properties"]
    assert known["game"] == {"enum": [info.name for info in GAMES]}
    assert known["setup"]["additionalProperties"] == {"enum": ["lc", "ls", "dc", "ds"]}
    assert known["result"]["properties"]["reason"]["enum"] == [*REASONS[1:], *BESIDE_THE_RULES]
    optional = {"position", "marks", "evaluation", "continuations"}
    assert [key for key in known if key not in optional] == schema()["required"]


@pytest.mark.kernels
def test_a_record_may_go_on_from_a_position() -> None:
    game = skerry.game("byg", size=2)
    position = game.start().play_turn("a1").play_turn("b2")
    record = GameRecord.begin(game, start=position, persons=("one", "other"))
    assert record.start == record.position == position
    longer = record.add_turn("c1")
    assert longer.take_back() == record
    assert GameRecord.from_json(longer.to_json()) == longer
    assert GameRecord.from_json(longer.to_json()).replay() == [position, position.play_turn("c1")]


@pytest.mark.kernels
def test_nobody_goes_on_from_what_is_no_position_of_the_game() -> None:
    game = skerry.game("spry", size=2)
    begun = game.start().play("a1")
    for wrong, says in (
        (skerry.game("spry", size=3).start(), "not one of this game"),
        (begun, "in the middle of a turn"),
        (played(game, "b1", "b3", "a1,a2", "c1,c2").position, "over"),
    ):
        with pytest.raises(skerry.OptionError, match=says):
            GameRecord.begin(game, start=wrong)
    with pytest.raises(skerry.OptionError, match="takes no seed and no set-up"):
        GameRecord.begin(game, start=game.start(), seed=1)


@pytest.mark.kernels
def test_a_record_plays_on_and_sets_its_result_at_the_end() -> None:
    game = skerry.game("spry", size=2)
    record = played(game, "b2", "a1")
    assert record.result is None
    assert not record.is_over
    end = record.add_turn("b3,b1", comment="both sides at once")
    assert end.turn_texts == ("b2", "a1", "b1,b3")
    assert end.turns[-1].comment == "both sides at once"
    assert end.result == Result(0, "connection")
    assert end.position.outcome is not None
    assert len(end.replay()) == 4
    with pytest.raises(skerry.GameOverError, match=r"person 0 won \(connection\); no turn can"):
        end.add_turn("c1")
    with pytest.raises(skerry.GameOverError, match="nobody can resign"):
        end.resign(1)
    assert end.take_back() == record
    assert end.take_back(3) == GameRecord.begin(game)


@pytest.mark.kernels
def test_an_illegal_turn_changes_nothing_and_names_its_rule() -> None:
    record = played(KITARAN, "b2")
    with pytest.raises(skerry.IllegalActionError, match=r"^There is a stone on b2 already"):
        record.add_turn("b2")
    with pytest.raises(skerry.NotationError, match="no cell 'd4'"):
        record.add_turn("d4")
    with pytest.raises(skerry.IllegalActionError, match="goes on after the end of the turn"):
        record.add_turn("a1,a2")
    assert record == played(KITARAN, "b2")


@pytest.mark.kernels
def test_resigning_gives_the_game_to_the_other_person() -> None:
    record = played(KITARAN, "b2").resign(0)
    assert record.result == Result(1, RESIGNATION)
    assert record.is_over
    assert record.check() == record
    assert record.take_back(0) == played(KITARAN, "b2")
    with pytest.raises(skerry.GameOverError):
        record.add_turn("a1")
    with pytest.raises(skerry.OptionError, match="no person 2; the persons are 0 and 1"):
        played(KITARAN).resign(2)


@pytest.mark.parametrize("reason", LOSSES)
def test_a_game_is_lost_beside_the_rules_and_reads_back(reason: str) -> None:
    record = skerry.GameRecord.begin(skerry.game("byg", size=2)).add_turn("a1")
    lost = record.lose(0, reason)
    assert lost.result == Result(1, reason)
    assert skerry.GameRecord.from_json(lost.to_json()) == lost
    with pytest.raises(skerry.GameOverError, match="nobody can"):
        lost.lose(1, reason)


def test_a_draw_by_agreement_reads_back_and_is_of_a_version_that_older_readers_refuse() -> None:
    record = skerry.GameRecord.begin(skerry.game("byg", size=2)).add_turn("a1")
    drawn = record.agree_on_a_draw()
    assert drawn.result == Result(None, AGREEMENT)
    assert skerry.GameRecord.from_json(drawn.to_json()) == drawn
    assert [json.loads(one.to_json())["version"] for one in (record, drawn)] == [1, 4]
    with pytest.raises(skerry.GameOverError, match=r"drawn \(agreement\); nobody can agree"):
        drawn.agree_on_a_draw()
    with pytest.raises(skerry.OptionError, match="'agreement' is not one of"):
        record.lose(0, AGREEMENT)


def test_there_are_no_other_ways_to_lose() -> None:
    record = skerry.GameRecord.begin(skerry.game("byg", size=2))
    with pytest.raises(skerry.OptionError, match="'boredom' is not one of resignation, time"):
        record.lose(0, "boredom")


@pytest.mark.kernels
def test_turns_that_are_not_there_cannot_be_taken_back_or_annotated() -> None:
    record = played(KITARAN, "b2")
    with pytest.raises(skerry.OptionError, match="2 turns cannot be taken back; 1 have been"):
        record.take_back(2)
    with pytest.raises(skerry.OptionError, match="There is no turn 2; 1 have been played"):
        record.annotate(2, "?")
    with pytest.raises(skerry.OptionError, match="needs at least one turn"):
        record.add_variation(1, [])
    assert record.annotate(1, "Centre.").turns == (RecordedTurn("b2", "Centre."),)


@pytest.mark.kernels
def test_a_syrtis_record_keeps_the_tiles_that_the_seed_drew() -> None:
    game = skerry.game("syrtis", board="minor")
    record = GameRecord.begin(game, seed=5)
    assert record.setup is not None
    assert record.start == game.start(seed=5)
    assert record == GameRecord.begin(game, setup=dict(reversed(record.setup)))
    with pytest.raises(skerry.OptionError, match="needs either a seed"):
        GameRecord.begin(game)
    with pytest.raises(skerry.OptionError, match="takes no seed"):
        GameRecord.begin(KITARAN, seed=1)


@pytest.mark.kernels
def test_byg_records_follow_the_order_of_the_rules() -> None:
    """BYG-1: the second person's two turns in a row are two turns of the record."""
    record = played(skerry.game("byg", size=3), "a1", "e1", "c5")
    assert [position.player for position in record.replay()] == [0, 1, 1, 0]
    assert GameRecord.from_json(record.to_json()) == record


def test_a_game_has_two_persons() -> None:
    with pytest.raises(skerry.OptionError, match="played by two persons, not 3"):
        GameRecord.begin(KITARAN, persons=("a", "b", "c"))


@pytest.mark.kernels
def test_variations_are_validated_with_the_place_they_stand_in() -> None:
    record = played(KITARAN, "b2", "a2", "b1").add_variation(2, ["a1", "c3"])
    assert record.turns[1].variations == ((RecordedTurn("a1"), RecordedTurn("c3")),)
    with pytest.raises(skerry.RecordError, match=r"^turn 3, 'b2': There is a stone on b2 already"):
        record.add_variation(2, ["a1", "b2"])
    data = json.loads(record.to_json())
    line = data["turns"][1]["variations"][0]
    line[1]["variations"] = [[{"text": "c1"}, {"text": "c1"}]]
    with pytest.raises(
        skerry.RecordError,
        match=r"^turn 2, variation 1, turn 3, variation 1, turn 4, 'c1': There is a stone on c1",
    ):
        GameRecord.from_json(json.dumps(data))
    line[1]["variations"] = [[{"text": "z9"}]]
    with pytest.raises(
        skerry.RecordError, match="turn 2, variation 1, turn 2 of it, variation 1, turn 1 of it, 'z"
    ):
        GameRecord.from_json(json.dumps(data))


@pytest.mark.kernels
def test_what_could_not_be_read_back_is_not_written() -> None:
    record = played(KITARAN, "b2")
    with pytest.raises(skerry.RecordError, match=r"turns\[0\].comment must have at most 20000"):
        record.annotate(1, "x" * 20_001).to_json()
    with pytest.raises(skerry.RecordError, match="half a character"):
        record.annotate(1, "\ud800").to_json()
    deep: tuple[tuple[RecordedTurn, ...], ...] = ()
    for _ in range(30):
        deep = ((RecordedTurn("b2", variations=deep),),)
    with pytest.raises(skerry.RecordError, match="nests variations too deeply"):
        GameRecord(KITARAN, turns=(RecordedTurn("b2", variations=deep),)).to_json()


@pytest.mark.kernels
def test_a_record_put_together_by_hand_is_checked_on_replay() -> None:
    record = GameRecord(KITARAN, turns=(RecordedTurn("b2"), RecordedTurn("b2")))
    with pytest.raises(skerry.RecordError, match=r"^turn 2, 'b2': There is a stone on b2 already"):
        record.replay()
    with pytest.raises(skerry.RecordError, match=r"^setup: kitaran starts on an empty board"):
        GameRecord(KITARAN, setup=(("a1", "lc"),)).check()


# --- how much work a record may be ----------------------------------------------------------------


def with_variations(game: skerry.Game, number: int) -> str:
    """A record of one turn, in place of which so many others could have been played."""
    data = json.loads(GameRecord.begin(game).to_json())
    names = game.board.names
    lines = [[{"text": names[index % len(names)]}] for index in range(number)]
    data["turns"] = [{"text": "a1", "variations": lines}]
    return json.dumps(data)


@pytest.mark.parametrize(("size", "most"), [(3, 10_000), (13, 1_000_000 // 469)])
def test_a_record_that_is_too_much_work_is_refused_before_it_is_replayed(
    monkeypatch: pytest.MonkeyPatch, size: int, most: int
) -> None:
    game = skerry.game("spry", size=size)
    text, largest = with_variations(game, most), with_variations(game, most - 1)

    def play(position: skerry.Position, turn: str) -> skerry.Position:
        raise AssertionError("nothing was to be replayed")

    with monkeypatch.context() as patch:
        patch.setattr(skerry.Position, "play_turn", play)
        with pytest.raises(
            skerry.RecordError, match=rf"holds {most + 1:,} actions, .* can be at most {most:,}\.$"
        ):
            GameRecord.from_json(text)
        with pytest.raises(AssertionError, match="nothing was"):
            GameRecord.from_json(largest)


def test_what_would_not_be_read_again_is_not_written() -> None:
    record = played(skerry.game("spry", size=13), "a1")
    line = (RecordedTurn("a2"),)
    turn = dataclasses.replace(record.turns[0], variations=(line,) * 2_132)
    with pytest.raises(skerry.RecordError, match="holds 2,133 actions"):
        dataclasses.replace(record, turns=(turn,)).to_json()


@pytest.mark.kernels
def test_legal_actions_are_listed_once_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python takes two milliseconds for that on the largest board."""
    calls: list[int] = []
    legal = dispatch.legal

    def counted(*arguments: Any) -> int:
        calls.append(1)
        return legal(*arguments)

    monkeypatch.setattr(dispatch, "legal", counted)
    record = GameRecord.from_json(with_variations(skerry.game("spry", size=13), 400))
    assert len(record.turns[0].variations) == 400
    assert len(calls) == 1


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=3,
)
SMALL_MARK = {"kind": "label", "cells": ["a1"], "colour": "red", "text": "A"}
mark_like = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["area", "arrow", "star"]) | anything,
        "cells": st.sampled_from([[], ["a1"], ["a1"] * 401, ["a1234"], [""], [1]]) | anything,
        "colour": st.sampled_from(["green", "mauve"]) | anything,
        "text": st.sampled_from(["", "A", "B" * 8, "C" * 9]) | anything,
        "more": anything,
    },
)
number_like = st.sampled_from([0, 1, 0.5, 2, 3.0, 1.5, -1, True, 10**20]) | anything
judged = {
    "value": number_like,
    "proven": st.sampled_from(["win", "loss", "draw", "won"]) | anything,
    "more": anything,
}
evaluation_like = st.fixed_dictionaries(
    {},
    optional=judged
    | {
        "playouts": number_like,
        "scores": st.lists(number_like, max_size=3) | anything,
        "turns": st.lists(
            st.fixed_dictionaries(
                {},
                optional=judged | {"text": st.just("a1") | anything, "visits": number_like},
            ),
            max_size=2,
        )
        | st.just([{"text": "a1", "value": 0.5, "visits": 3}] * 21)
        | anything,
    },
)
turn_like: st.SearchStrategy[Any] = st.deferred(
    lambda: st.fixed_dictionaries(
        {},
        optional={
            "text": st.sampled_from(["", "a1", "a" * 1000, "a" * 1001]) | anything,
            "comment": st.sampled_from(["", "b" * 20_000, "b" * 20_001]) | anything,
            "variations": st.lists(st.lists(turn_like, max_size=2) | anything, max_size=2)
            | anything,
            "marks": st.lists(mark_like, max_size=2) | st.just([SMALL_MARK] * 501) | anything,
            "evaluation": evaluation_like | anything,
            "more": anything,
        },
    )
)


@drawn(200)
@given(turns=st.lists(turn_like | anything, max_size=3) | anything)
@example(turns=[{"text": "a1", "comment": "b" * 20_000, "variations": [[{"text": "a" * 1000}]]}])
@example(turns=[{"text": "a1", "variations": []}])
@example(turns=[{"text": "a1", "variations": [[]]}])
@example(turns=[{"text": "a1", "marks": [SMALL_MARK] * 500}])
@example(turns=[{"text": "a1", "marks": [SMALL_MARK | {"cells": ["a1"] * 400}]}])
@example(turns=[{"text": "a1", "evaluation": {"value": 0.5, "playouts": 3.0, "proven": "win"}}])
def test_turns_are_checked_as_the_schema_has_them(turns: object) -> None:
    whole = schema()
    part = {"type": "array", "items": {"$ref": "#/$defs/turn"}, "$defs": whole["$defs"]}
    assert fits(turns, "properties", "turns") == Draft202012Validator(part).is_valid(turns)


def noted_record() -> dict[str, Any]:
    """The data of a record in which every key of the format stands but `setup`."""
    data: dict[str, Any] = json.loads(played(skerry.game("spry", size=3), "a1").to_json())
    start = "spry size=3 swap=off | 3/4/5/4/3 | player=0"
    persons = [{"name": "Ada", "kind": "human"}, {"name": "", "kind": "computer", "level": "3"}]
    return data | {
        "version": 3,
        "position": start,
        "persons": persons,
        "date": "2026-01-31",
        "marks": [SMALL_MARK],
        "evaluation": {"value": 0.5, "playouts": 3},
        "continuations": [[{"text": "a2"}]],
        "result": {"winner": 0, "reason": "resignation"},
    }


@drawn(300)
@given(data=st.data())
def test_whole_records_are_checked_as_the_schema_has_them(data: st.DataObject) -> None:
    """What is taken as plainly right is right; what is not is left to the schema."""
    record = noted_record()
    computer = record["persons"][1]
    names = st.sampled_from([*sorted(record), "setup", "more"])
    for name in data.draw(st.lists(names, max_size=2, unique=True)):
        odd = {
            "version": st.sampled_from([1, 2, 4, 5, 1.0, True]),
            "game": st.sampled_from(["syrtis", "chess"]),
            "options": st.just({"size": 3, "swap": True, "x": 0.5, "y": ""}) | st.just({"a": []}),
            "setup": st.sampled_from([{"a1": "lc"}, {"a1": "xx"}, {}]),
            "position": st.sampled_from(["", "x" * 2000, "x" * 2001]),
            "persons": st.lists(
                st.sampled_from([{"name": "x" * 201, "kind": "human"}, computer]),
                min_size=1,
                max_size=3,
            ),
            "date": st.sampled_from(["2026-1-31", "soon", None]),
            "comment": st.sampled_from(["", "b" * 20_000, "b" * 20_001]),
            "continuations": st.sampled_from([[], [[]], [[{"text": ""}]]]),
            "result": st.sampled_from([None, {"winner": 2, "reason": "time"}, {"winner": True}]),
        }.get(name, st.nothing())
        record[name] = data.draw(odd | anything)
    for name in data.draw(st.lists(st.sampled_from(sorted(record)), max_size=1)):
        del record[name]
    if fits(record):
        assert Draft202012Validator(schema()).is_valid(record)


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_no_record_that_is_right_is_left_to_the_schema(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes most of the time of reading and writing one."""
    monkeypatch.setattr(json_form, "_validator", lambda: pytest.fail("asked the schema"))
    game = skerry.game(name, **small(name))
    record = GameRecord.begin(game, seed=seed_of(game, 1), persons=("Ada", "")).resign(1)
    assert GameRecord.from_json(record.to_json()) == record
    assert fits(noted_record())
