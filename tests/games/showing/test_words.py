"""Positions and turns in words, game by game."""

import pytest

import skerry
from skerry.games.actions import clicked_action, decode_action, encode_action
from skerry.games.contract import game_module
from skerry.games.words import groups_line

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize(
    ("game", "turn", "words"),
    [
        ("spry", "c3,d4", "placed c3, d4"),
        ("sytran", "swap", "swapped colours"),
        ("kitaran", "c3", "placed c3"),
        ("kitaran", "c3*", "converted the stones beside c3"),
        ("syrtis", "Lc1,Dd3", "placed a light tower on c1 and placed a dark tower on d3"),
        ("syrtis", "dark", "chose dark"),
        ("syrtis", "a3-b5", "moved a tower from a3 to b5"),
        ("syrtis", "c2>e4", "slid the tile c2 to e4"),
        ("syrtis", "xa5", "sank a5"),
        ("syrtis", "pass", "passed"),
    ],
)
def test_what_a_turn_did(game: str, turn: str, words: str) -> None:
    rules = skerry.game(game)
    actions = [decode_action(rules, number) for number in rules.parse_turn(turn)]
    assert game_module(rules.name).turn_words(rules, actions) == words


@pytest.mark.parametrize(
    ("game", "content", "text"),
    [
        ("byg", 0, "c3"),
        ("byg", 1, "c3"),  # to be told why it cannot be placed there
        ("kitaran", 0, "c3"),
        ("kitaran", 2, "c3*"),
        ("syrtis", 0, "xc3"),
        ("syrtis", 4, "xc3"),
    ],
)
def test_what_a_click_on_a_cell_means(game: str, content: int, text: str) -> None:
    rules = skerry.game(game)
    action = clicked_action(rules, rules.board.names.index("c3"), content)
    assert rules.format_action(encode_action(rules, action)) == text


def test_who_can_only_pass_is_told_so() -> None:
    text = (
        "syrtis board=minor stall_limit=100 | 4/CcS1/S3/c3 | player=0 first=0 turn=32 phase=play "
        "light=a3,b3 dark=a2,c3 sunk=0,1 passes=0,0 sinker=dark calm=0"
    )
    stuck = skerry.position(text)
    assert [stuck.game.format_action(one) for one in stuck.legal_actions()] == ["pass"]
    assert game_module(stuck.game.name).turn_help(stuck, 0).endswith("you can only pass")
    free = stuck.play("pass")  # the other one, with more to choose from
    assert not game_module(free.game.name).turn_help(free, 0).endswith("you can only pass")


def test_groups_of_one_size_are_listed_once_where_they_are_many() -> None:
    assert groups_line(()) == ("Groups", "none", False)
    assert groups_line((7, 3, 2, 1, 1)).label == "5 groups:"
    assert groups_line((4, 1, 1, 1)).value == "4\u00a0· 1\u00a0(3×)"
    assert groups_line((4,)) == ("1 group:", "4", False)


def test_the_race_of_syrtis_says_what_is_counted() -> None:
    """Light has sunk four in all here, and two of them since Dark sank one."""
    position = skerry.position(
        "syrtis board=minor stall_limit=100 | S1cs/sCs1/C1sC/2cc | player=0 first=0 turn=10 "
        "phase=play light=c1,c3 dark=a2,b3 sunk=2,0 passes=0,0 sinker=light calm=1"
    )
    lines = [
        game_module(position.game.name).standing_lines(position, colour)[1] for colour in (1, 2)
    ]
    assert [(line.label, line.value) for line in lines] == [
        ("Sunk since Dark last did", "2 of 4 to win"),
        ("Sunk since Light last did", "0 of 4 to win"),
    ]
