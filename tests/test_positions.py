"""Positions: values with a text form, and errors that say which rule."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import PLACED
from skerry.games import contract
from tests.small import start
from tests.strategies import few, games, play_at_random, positions


@pytest.mark.kernels
@few
@given(positions())
def test_text_reads_back_as_the_same_position(position: skerry.Position) -> None:
    again = skerry.position(position.text)
    assert again == position
    assert hash(again) == hash(position)
    assert again.text == position.text
    assert again.outcome == position.outcome
    assert again.legal_actions() == position.legal_actions()
    assert str(again) == str(position)


@pytest.mark.kernels
@few
@given(positions(), st.data())
def test_an_altered_text_is_read_or_refused_by_name(
    position: skerry.Position, data: st.DataObject
) -> None:
    text = position.text
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from("01289bwcsCS-/=|, xz"))
    try:
        read = skerry.position(text[:at] + sign + text[at + data.draw(st.integers(0, 2)) :])
    except skerry.SkerryError:
        return
    assert skerry.position(read.text) == read
    assert bool(read.legal_actions()) == (not read.is_over)


@pytest.mark.kernels
@few
@given(positions(), st.integers(0, 2**32))
def test_a_position_never_changes(position: skerry.Position, seed: int) -> None:
    before = position.text
    action = Random(seed).randrange(position.game.rules.num_actions)
    try:
        after = position.apply(action)
    except skerry.SkerryError:
        assert action not in position.legal_actions()
    else:
        assert action in position.legal_actions()
        assert after != position
    assert position.text == before


@pytest.mark.kernels
@few
@given(games(), st.integers(0, 2**32))
def test_games_always_end_and_persons_act_one_at_a_time(game: skerry.Game, seed: int) -> None:
    """C-2, C-8: nobody is ever stuck, and only the end of a turn gives the move away."""
    position = start(game, seed)
    num_cells = game.rules.num_cells
    # Each turn places, sinks, or counts towards a limit; a swap and a set-up come on top.
    most = 3 * (num_cells + 1) * (getattr(game.rules, "limit", 0) + 1) + 200
    played = play_at_random(position, Random(seed), most)
    after = played[-1][0].apply(played[-1][1])
    assert after.outcome is not None
    assert after.outcome.reason
    assert after.player is None
    assert after.colour is None
    for (one, _), (other, _) in pairwise(played):
        assert other.turn - one.turn in (0, 1)
        assert other.turn > one.turn or other.player == one.player


@pytest.mark.kernels
@few
@given(games("sytran"), st.integers(0, 2**32))
def test_sytran_with_an_even_penalty_is_never_drawn(game: skerry.Game, seed: int) -> None:
    game = skerry.game("sytran", size=game.option("size"), penalty=2 * (seed % 6))
    position, action = play_at_random(game.start(), Random(seed), 10_000)[-1]
    outcome = position.apply(action).outcome
    assert outcome is not None
    assert outcome.winner is not None
    assert outcome.scores is not None
    assert outcome.scores[outcome.winner] > outcome.scores[1 - outcome.winner]


@pytest.mark.kernels
@few
@given(games("byg"), st.integers(0, 2**32))
def test_byg_is_never_drawn(game: skerry.Game, seed: int) -> None:
    position, action = play_at_random(game.start(), Random(seed), 10_000)[-1]
    end = position.apply(action)
    assert end.outcome is not None
    assert end.outcome.winner is not None
    first, second = (standing.groups for standing in end.standings)
    assert end.persons is not None
    assert end.outcome.winner == end.persons[0 if first > second else 1]


SHUT = "player=0 first=0 turn=0 placed=-"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A position has three parts between bars"),
        ("spry size=2 | 2/3/2", "A position has three parts between bars"),
        (f"chess size=2 | 2/3/2 | {SHUT}", "There is no game 'chess'; the games are spry,"),
        (f"spry size=1 | 2/3/2 | {SHUT}", "size=1 is not possible; size must be .* from 2 to 13"),
        (f"spry size | 2/3/2 | {SHUT}", "'size' must have the form name=value"),
        (f"spry size=2 size=3 | 2/3/2 | {SHUT}", "size is given twice"),
        (f"spry size=2 komi=1 | 2/3/2 | {SHUT}", "no option 'komi'; the options are size, swap"),
        (f"spry size=2 | 2/3 | {SHUT}", "The board has 3 rows, the text gives 2"),
        (f"spry size=2 | 2/4/2 | {SHUT}", "The row from b1 has 3 cells, '4' gives more"),
        (f"spry size=2 | 2/2/2 | {SHUT}", "The row from b1 has 3 cells, '2' gives 2"),
        (f"spry size=2 | 2/x2/2 | {SHUT}", "'x' stands for nothing here; .* w, b and numbers"),
        ("spry size=2 | 2/3/2 | player=0 first=0 turn=0", "Missing field 'placed'; Spry has"),
        (f"spry size=2 | 2/3/2 | {SHUT} komi=1", "Unknown field 'komi'; Spry has"),
        ("spry size=2 | 2/3/2 | player=2 first=0 turn=0 placed=-", "from 0 to 1 or -"),
        ("spry size=2 | 2/3/2 | player=1 first=0 turn=0 placed=-", "it is person 0's turn, not"),
        ("spry size=2 | 2/3/2 | player=0 first=1 turn=2 placed=-", "needs swap=on and two turns"),
        ("spry size=2 | 2/3/2 | player=1 first=0 turn=1 placed=-", "it has from 1 to 2"),
        ("spry size=2 | ww/2w/bb | player=0 first=0 turn=4 placed=-", "so player must be -"),
        ("spry size=2 | w1/w2/1b | player=- first=0 turn=3 placed=-", "not on this board"),
        ("spry size=2 | 2/3/w1 | player=0 first=0 turn=0 placed=a2", "must hold a white stone"),
        ("spry size=2 | 2/3/2 | player=0 first=0 turn=0 placed=z9", "no cell 'z9'"),
        ("spry size=2 | 2/3/2 | player=- first=0 turn=0 placed=-", "No game is over before"),
        (
            "kitaran size=3 komi=0 | 3/3/1b1 | player=1 first=0 turn=1 conversions=0 frozen=-",
            "frozen must list the one stone just placed",
        ),
        (
            "kitaran size=3 komi=0 swap=off cycle_limit=2 cycle=place | 3/1w1/1b1 | player=1 "
            "first=0 turn=5 conversions=3 frozen=b1",
            "3 conversions in a row are too many: after 2 no more are legal",
        ),
        (
            "byg size=2 | 2/3/w1 | player=0 first=0 turn=1 placed=-",
            "After 1 turns? it is person 1's turn, not person 0's",
        ),
    ],
)
@pytest.mark.kernels
def test_a_text_that_no_game_could_print_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(skerry.SkerryError, match=sentence):
        skerry.position(text)


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("chess", {}, "There is no game 'chess'; the games are spry, sytran, byg, kitaran, syrtis"),
        ("spry", {"colour": 1}, "spry: there is no option 'colour'; the options are size, swap"),
        ("spry", {"size": 14}, "option size=14 is not possible; .* a whole number from 2 to 13"),
        ("spry", {"size": "5"}, "option size='5' is not possible"),
        ("spry", {"size": True}, "option size=True is not possible"),
        ("spry", {"swap": 1}, "option swap=1 is not possible; swap must be true or false"),
        ("sytran", {"penalty": 100}, "penalty must be a whole number from 0 to 99"),
        ("sytran", {"penalty": 2.5}, "option penalty=2.5 is not possible"),
        ("byg", {"cap": 0}, "cap must be a whole number from 1 to 9"),
        ("kitaran", {"komi": 0.3}, "komi must be a multiple of 0.5 from 0 to 25"),
        ("kitaran", {"size": 3, "komi": 9.5}, "komi must be a multiple of 0.5 from 0 to 9"),
        ("kitaran", {"cycle_limit": 0}, "cycle_limit must be a whole number from 1"),
        ("syrtis", {"board": "round"}, "board must be 'major' or 'minor' or 'square'"),
    ],
)
def test_options_are_refused_with_name_value_and_what_is_allowed(
    name: str, options: dict[str, bool | int | float | str], sentence: str
) -> None:
    with pytest.raises(skerry.OptionError, match=sentence):
        skerry.game(name, **options)


def test_options_have_one_form_and_rule_sets_are_values() -> None:
    assert skerry.game("sytran", size=6.0, penalty=4) == skerry.game("sytran")
    assert len({skerry.game("spry"), skerry.game("spry", size=5), skerry.game("spry", size=6)}) == 2
    assert skerry.game("kitaran", size=6).option("komi") == 0.5
    assert skerry.game("kitaran", size=5).option("komi") == 0
    assert skerry.game("kitaran", size=4).option("cycle_limit") == 32


def test_starts_ask_for_just_what_they_need() -> None:
    with pytest.raises(skerry.OptionError, match="takes no seed or set-up"):
        skerry.game("spry").start(seed=1)
    syrtis = skerry.game("syrtis")
    with pytest.raises(skerry.OptionError, match=r"needs either a seed, .* or a set-up"):
        syrtis.start()
    with pytest.raises(skerry.OptionError, match="cell 'a1' is not a tile of this board"):
        syrtis.start(setup={"a1": "lc"})
    with pytest.raises(skerry.OptionError, match="tile 'xx' on c1 is unknown; tiles are lc, ls"):
        syrtis.start(setup={"c1": "xx"})
    with pytest.raises(skerry.OptionError, match="the set-up has no tile for a3"):
        syrtis.start(setup={"c1": "lc"})


def after(game: skerry.Game, *turns: str) -> skerry.Position:
    position = game.start()
    for turn in turns:
        position = position.play_turn(turn)
    return position


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("name", "options", "before", "turn", "rule", "sentence"),
    [
        ("spry", {}, "a1", "a1", "SPRY-1", "^There is a stone on a1 already"),
        ("spry", {}, "", "a1,e5", "SPRY-2", "^e5 is on ring 1, where a turn has only one stone"),
        ("spry", {}, "", "end", "SPRY-2", "^A turn places at least one stone"),
        ("spry", {}, "a1", "swap", "C-3", "^This game is played without the swap"),
        ("spry", {"swap": True}, "", "swap", "C-3", "^Only the second player may swap"),
        ("sytran", {}, "", "a1,f6", "SYT-4", "^f6 has number 1"),
        ("sytran", {}, "", "a1,a2,c3", "SYT-4", "^c3 has number 2"),
        ("byg", {}, "a1 b1 c1", "a1", "BYG-2", "^There is a stone on a1 already"),
        ("kitaran", {}, "c3 c2 b2", "c2*", "KIT-2", "^c2 can’t convert now: b2 was"),
        ("kitaran", {}, "c3", "c3*", "KIT-1", "^There is a black stone on c3; choose a white one"),
        ("kitaran", {}, "c3 a1", "c3*", "KIT-1", "^c3 has no white stone beside it"),
        (
            "kitaran",
            {"size": 3, "cycle_limit": 1},
            "a1 a2 c3 c2 a1*",
            "c2*",
            "KIT-4",
            "^No stone has been placed for 1 turn, so this turn must place one",
        ),
    ],
)
def test_an_illegal_action_names_its_rule(
    name: str, options: dict[str, Any], before: str, turn: str, rule: str, sentence: str
) -> None:
    position = after(skerry.game(name, **options), *before.split())
    with pytest.raises(skerry.IllegalActionError, match=sentence) as refusal:
        position.play(turn)
    assert refusal.value.rule == rule


@pytest.mark.kernels
def test_whole_turns_may_not_stop_early_or_go_on() -> None:
    sytran = skerry.game("sytran").start()
    with pytest.raises(skerry.IllegalActionError, match="a1,a2 is not a whole turn: it must go on"):
        sytran.play_turn("a1,a2")
    with pytest.raises(skerry.IllegalActionError, match="goes on after the end of the turn"):
        skerry.game("byg").start().play_turn("a1,b1")
    assert sytran.play("a1,a2").turn_so_far == (0, 1)


@pytest.mark.kernels
def test_after_the_end_nothing_can_be_played() -> None:
    end = after(skerry.game("spry", size=2), "b2", "a1", "b1,b3")
    assert end.outcome == skerry.Outcome(0, "connection", None)
    with pytest.raises(
        skerry.GameOverError, match=r"The game is over, c1 cannot be played; person 0 won \(conn"
    ):
        end.play("c1")
    with pytest.raises(skerry.GameOverError, match="there is no turn to draw"):
        end.sample_turn(Random(1))
    assert end.num_turns() == 0


@pytest.mark.kernels
def test_standings_outcomes_and_seats_follow_a_swap() -> None:
    """C-3: the persons exchange colours, the stones stay, the second colour moves next."""
    position = after(skerry.game("sytran", size=2, penalty=1), "a1", "swap")
    assert position.persons == (1, 0)
    assert (position.player, position.colour) == (0, "black")
    assert [standing.stones for standing in position.standings] == [1, 0]
    played = play_at_random(position, Random(5), 100)
    end = played[-1][0].apply(played[-1][1])
    white, black = end.standings
    assert end.outcome is not None
    assert end.outcome.scores == (black.score, white.score)


@pytest.mark.kernels
@few
@given(position=positions())
def test_a_turn_may_end_where_the_action_is_offered(position: skerry.Position) -> None:
    offered = [position.game.format_action(action) for action in position.legal_actions()]
    agrees = position.may_end == ("end" in offered)
    assert agrees, "`may_end` and `legal` differ: see games/contract.py"


@pytest.mark.kernels
def test_a_turn_does_not_end_where_the_rules_do_not_offer_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a game whose turns have two stones at least."""
    start = after(skerry.game("spry", size=3), "b3")
    monkeypatch.setattr(contract, "may_end", lambda rules, state: state[PLACED] > 1)
    one, two = start.play("a1"), start.play("a1,a2")
    assert (one.may_end, two.may_end) == (False, True)
    with pytest.raises(skerry.IllegalActionError, match="a1 is not a whole turn"):
        start.play_turn("a1")
    assert start.play_turn("a1,a2").turn == start.turn + 1


@pytest.mark.kernels
@few
@given(positions(), st.integers(0, 2**32))
def test_a_turn_is_completed_by_chosen_actions(position: skerry.Position, seed: int) -> None:
    rng = Random(seed)
    met: list[skerry.Position] = []

    def choose(reached: skerry.Position) -> int:
        met.append(reached)
        return rng.choice(reached.legal_actions())

    actions = position.complete_turn(choose)
    reached = position
    for action, seen in zip(actions, met, strict=True):
        assert reached == seen
        assert not reached.is_over
        assert reached.turn == position.turn
        reached = reached.apply(action)
    assert reached.is_over or reached.turn == position.turn + 1
