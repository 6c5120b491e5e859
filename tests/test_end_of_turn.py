"""Where a turn's text may say `end`: once, as its last action, and nowhere else (C-6)."""

import json
from random import Random

import pytest

import skerry
from skerry import GameRecord
from skerry.engine.text_protocol import TextEngine

MISPLACED = ["end,a1", "a1,end,end", "a1,end,end,a2", "a1,end,a2", "end,end,a1", "end,a1,end"]
REFUSAL = r"'end' (can only be|ends a turn).*last"


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["spry", "byg"])
@pytest.mark.parametrize("text", MISPLACED)
def test_a_misplaced_end_is_refused(name: str, text: str) -> None:
    game = skerry.game(name, size=4)
    with pytest.raises(skerry.IllegalActionError, match=REFUSAL):
        game.start().play_turn(text)
    with pytest.raises(skerry.IllegalActionError, match=REFUSAL):
        GameRecord.begin(game).add_turn(text)
    engine = TextEngine(seed=1)
    assert engine.answer(f"game {name} size=4") is not None
    assert "'end'" in str(engine.answer(f"play {text}"))
    assert engine.position == game.start()


@pytest.mark.kernels
@pytest.mark.parametrize("text", MISPLACED)
def test_a_record_that_holds_a_misplaced_end_is_refused(text: str) -> None:
    data = json.loads(GameRecord.begin(skerry.game("spry", size=4)).add_turn("a1").to_json())
    data["turns"][0]["text"] = text
    with pytest.raises(skerry.RecordError, match=f"turn 1, '{text}': .*{REFUSAL}"):
        GameRecord.from_json(json.dumps(data))


@pytest.mark.kernels
def test_the_rest_of_a_turn_may_not_be_ended_twice() -> None:
    position = skerry.game("spry", size=4).start().play("a1")
    assert position.play_turn("end") == skerry.game("spry", size=4).start().play_turn("a1")
    with pytest.raises(skerry.IllegalActionError, match="at least one stone"):
        position.play("end,end")
    with pytest.raises(skerry.IllegalActionError, match=REFUSAL):
        position.play_turn("end,end")


@pytest.mark.kernels
def test_several_turns_may_each_say_their_end() -> None:
    start = skerry.game("spry", size=4).start()
    # d4 is the centre: its turn ends by itself, and may say so all the same
    assert start.play("d4,end,a1,end") == start.play("d4").play_turn("a1")
    assert start.play("a1,end,a2,end") == start.play_turn("a1").play_turn("a2")


@pytest.mark.kernels
def test_a_final_end_stays_allowed_whatever_the_order_of_stones() -> None:
    start = skerry.game("spry", size=4).start()
    expected = start.play_turn("a1,a2")
    for text in ("a1,a2", "a2,a1", "a1,a2,end", "a2,a1,end"):
        assert start.play_turn(text) == expected
    byg = skerry.game("byg", size=4).start()
    assert byg.play_turn("a1,end") == byg.play_turn("a1")


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["spry", "byg"])
def test_canonical_text_holds_no_end_so_every_record_written_opens(name: str) -> None:
    game, rng = skerry.game(name, size=3), Random(5)
    record = GameRecord.begin(game)
    while not record.is_over:
        actions = record.position.sample_turn(rng)
        stones = [game.format_action(a) for a in actions if game.format_action(a) != "end"]
        rng.shuffle(stones)
        record = record.add_turn(",".join([*stones, "end"]))
    assert not any("end" in text for text in record.turn_texts)
    assert GameRecord.from_json(record.to_json()) == record
