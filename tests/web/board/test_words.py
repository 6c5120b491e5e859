"""What the page says about how a game stands."""

import pytest

import skerry
from skerry.games.info import Value
from skerry.record import GameRecord
from skerry.web.board import words

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize(
    ("options", "turns", "sentence"),
    [
        ({"size": 3}, [], "Black to move"),
        ({"size": 3, "swap": True}, ["a1", "swap"], "White to move"),
        (
            {"size": 4, "komi": 0},
            [f"{letter}{row}" for letter in "abcd" for row in (1, 2, 3, 4)],
            "Drawn with equal points",
        ),
        (
            {"size": 3, "cycle": "draw", "cycle_limit": 1},
            ["a1", "a2", "c3", "a2*"],
            "Drawn at the cycle limit",
        ),
    ],
)
def test_how_a_game_stands(options: dict[str, Value], turns: list[str], sentence: str) -> None:
    record = GameRecord.begin(skerry.game("kitaran", **options))
    for turn in turns:
        record = record.add_turn(turn)
    assert words.heading(record, record.position) == sentence


def test_a_swap_in_words() -> None:
    before = skerry.game("kitaran", swap=True).start().play_turn("c3")
    assert words.turn_sentence(before, "swap") == "White swapped colours"
