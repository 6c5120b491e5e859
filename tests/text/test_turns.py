"""Actions and turns as text, both ways (C-6)."""

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.games.actions import words_of
from tests.strategies import few, positions, turns

SPRY = skerry.game("spry")
SYTRAN = skerry.game("sytran")
KITARAN = skerry.game("kitaran")
SYRTIS = skerry.game("syrtis")


@pytest.mark.kernels
@few
@given(positions())
def test_every_legal_action_reads_back(position: skerry.Position) -> None:
    game = position.game
    texts = [game.format_action(action) for action in position.legal_actions()]
    assert len(set(texts)) == len(texts)
    assert [game.parse_action(text) for text in texts] == position.legal_actions()
    assert [game.parse_action(f" {text} ") for text in texts] == position.legal_actions()


@pytest.mark.kernels
@few
@given(turns())
def test_every_turn_reads_back(played: tuple[skerry.Position, tuple[int, ...]]) -> None:
    position, actions = played
    game = position.game
    text = game.format_turn(actions)
    parsed = game.parse_turn(text)
    assert game.format_turn(parsed) == text
    assert sorted(parsed) == sorted(a for a in actions if a != words_of(game).get("end"))
    after = position.play_turn(text)
    for action in actions:
        position = position.apply(action)
    assert after == position


@pytest.mark.kernels
@few
@given(turns(), st.randoms(use_true_random=False))
def test_the_order_of_stones_and_a_final_end_do_not_matter(
    played: tuple[skerry.Position, tuple[int, ...]], rng: Random
) -> None:
    position, actions = played
    game = position.game
    texts = game.format_turn(actions).split(",")
    if game.name == "syrtis" and len(texts) > 1:
        # Exchanges keep their order (SYR-5), and light towers come before dark ones (SYR-4).
        exchanges = [text for text in texts if "~" in text]
        light, dark = texts[-4:-2], texts[-2:]
        rng.shuffle(light)
        rng.shuffle(dark)
        texts = [*exchanges, *light, *dark]
    else:
        rng.shuffle(texts)
    after = position.play_turn(",".join(texts))
    assert after == position.play_turn(game.format_turn(actions))
    if "end" in words_of(game) and "swap" not in texts:
        assert position.play_turn(",".join([*texts, "end"])) == after


@pytest.mark.kernels
@pytest.mark.parametrize("stones", list(permutations(("a2", "c1", "c5"))), ids=",".join)
@pytest.mark.parametrize("end", ["", ",end"])
def test_a_winning_turn_may_be_written_in_any_order(stones: tuple[str, ...], end: str) -> None:
    """SPRY-4 wins at once, yet the set is one turn: the stone that wins is taken as the last."""
    position = skerry.game("spry", size=3).start()
    for turn in ("c3", "a1", "c2,c4", "a3"):
        position = position.play_turn(turn)
    text = ",".join(stones) + end
    assert position.play_turn(text).outcome == skerry.Outcome(0, "connection", None)
    assert position.play_turn(text) == position.play("a2,c1,c5")


@pytest.mark.parametrize(
    ("game", "text", "action"),
    [
        (SPRY, "a1", 0),
        (SPRY, "i5", 60),
        (SPRY, "end", 61),
        (SPRY, "swap", 62),
        (SYTRAN, "swap", 91),
        (KITARAN, "a5", 4),
        (KITARAN, "b1", 5),
        (KITARAN, "a1*", 25),
        (KITARAN, "swap", 50),
        (SYRTIS, "xa3", 2),
        (SYRTIS, "Lc1", 49 + 14),
        (SYRTIS, "Dc1", 98 + 14),
        (SYRTIS, "c1~e7", 147 + 14),
        (SYRTIS, "light", 196),
        (SYRTIS, "dark", 197),
        (SYRTIS, "pass", 198),
        (SYRTIS, "a3-b5", 199 + 49 * 2 + 11),
        (SYRTIS, "c2>e4", 199 + 49 * 49 + 49 * 15 + 31),
    ],
)
def test_the_numbers_of_actions_stay_what_they_are(
    game: skerry.Game, text: str, action: int
) -> None:
    """Records, models and experiments outlive a version: a number keeps its meaning."""
    assert game.parse_action(text) == action
    assert game.format_action(action) == text


@pytest.mark.parametrize("game", [SPRY, SYTRAN, KITARAN], ids=lambda game: game.name)
def test_every_number_of_a_stone_game_is_an_action(game: skerry.Game) -> None:
    texts = [game.format_action(action) for action in range(game.rules.num_actions)]
    assert [game.parse_action(text) for text in texts] == list(range(game.rules.num_actions))


def test_canonical_text_sorts_by_letter_then_number_and_drops_the_end() -> None:
    assert SPRY.format_turn(SPRY.parse_turn("e9, b1,a5,end")) == "a5,b1,e9"
    large = skerry.game("sytran", size=10)
    assert large.format_turn(large.parse_turn("b10,a2,b9")) == "a2,b9,b10"
    assert SYRTIS.format_turn(SYRTIS.parse_turn("d1~d7,c1~e7,Lc1,La5,Dc4,Da3")) == (
        "d1~d7,c1~e7,La5,Lc1,Da3,Dc4"
    )


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        (SPRY, "", "A turn must name at least one action; write a cell such as c3"),
        (SPRY, "c", "'c' is not an action of Spry; write a cell such as c3, 'end' or 'swap'"),
        (SPRY, "C3", "'C3' is not an action of Spry"),
        (SPRY, "c3*", r"'c3\*' is not an action of Spry"),
        (SPRY, "a1,,b2", "'' is not an action of Spry"),
        (SPRY, "c3 d4", "'c3 d4' is not an action of Spry"),
        (SPRY, "a6", "no cell 'a6' on this board; row 'a' runs from a1 to a5"),
        (SPRY, "j1", "no cell 'j1' on this board; its letters run from a to i"),
        (SPRY, "a0", "no cell 'a0' on this board"),
        (SPRY, "a01", "no cell 'a01' on this board"),
        (SYTRAN, "end", "'end' is not an action of Sytran"),
        (KITARAN, "f1", "no cell 'f1' on this board"),
        (KITARAN, "c3**", r"'c3\*\*' is not an action of Kitaran"),
        (SYRTIS, "c1", "'c1' is not an action of Syrtis; write a3-b5"),
        (SYRTIS, "c1~c2", "'c1~c2' is not a pair; the partner of c1 is e7, .* written c1~e7"),
        (SYRTIS, "e7~c1", "the pair is written c1~e7"),
        (SYRTIS, "a3-z9", "no cell 'z9'"),
        (SPRY, "x" * 500, "'x{57}...' is not an action of Spry"),
    ],
)
def test_text_that_names_no_action_is_refused_with_what_is_allowed(
    game: skerry.Game, text: str, sentence: str
) -> None:
    with pytest.raises(skerry.NotationError, match=sentence):
        game.parse_turn(text)


@few
@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    for game in (SPRY, KITARAN, SYRTIS):
        try:
            actions = game.parse_turn(text)
        except skerry.NotationError:
            continue
        assert len(actions) == text.count(",") + 1


@pytest.mark.parametrize("action", [-1, 63, 10**9, "c3", None, 0.5, [1]])
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(
        skerry.NotationError, match="is not an action of Spry; actions are the numbers from 0 to 62"
    ):
        SPRY.format_action(action)


def test_endless_text_is_refused() -> None:
    with pytest.raises(skerry.NotationError, match="at most 100,000 characters"):
        SPRY.parse_turn("a1," * 50_000)
