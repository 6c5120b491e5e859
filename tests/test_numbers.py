"""Numbers of NumPy's, and whole floats, wherever the public functions take a number."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import skerry
from skerry.core.numbers import as_integer, as_number
from skerry.draw import board_svg
from skerry.draw.pictures import board_file
from skerry.draw.pixels import board_pixels
from skerry.levels import player as level_player
from skerry.perft import perft
from skerry.record import Evaluation
from skerry.record.notes import evaluation_to_data

START = skerry.game("spry", size=3).start()
INTEGERS: list[Callable[[int], Any]] = [int, np.int64, np.int32, np.uint8, float, np.float32]
each_integer = pytest.mark.parametrize("of", INTEGERS, ids=lambda of: of.__name__)
WRONG: list[Any] = [True, np.True_, "5", 2.5, np.float64("nan"), float("inf"), None, [5], 5j]


def plain(value: object) -> object:
    """Fails for what JSON, and so a record or an answer, could not hold."""
    return json.loads(json.dumps(value))


@each_integer
def test_options_are_plain_numbers(of: Callable[[int], Any]) -> None:
    game = skerry.game("kitaran", size=of(4), komi=of(2), cycle_limit=of(6), swap=np.True_)  # type: ignore[arg-type]
    assert game == skerry.game("kitaran", size=4, komi=2.0, cycle_limit=6, swap=True)
    assert [type(value) for _, value in game.options] == [
        type(value) for _, value in skerry.game("kitaran", size=4, komi=2.0).options
    ]
    assert plain(dict(game.options)) == dict(game.options)
    assert skerry.game(np.str_("syrtis"), board=np.str_("minor")) == skerry.game(
        "syrtis", board="minor"
    )


def test_a_half_is_taken_whoever_s_it_is() -> None:
    expected = skerry.game("kitaran", komi=0.5)
    for half in (np.float32(0.5), np.float64(0.5), np.float16(0.5), Fraction(1, 2)):
        assert skerry.game("kitaran", komi=half) == expected  # type: ignore[arg-type]
        assert type(skerry.game("kitaran", komi=half).option("komi")) is float  # type: ignore[arg-type]


@each_integer
def test_seeds_and_budgets_are_taken(of: Callable[[int], Any]) -> None:
    """A budget of another type compiled the search again."""
    syrtis = skerry.game("syrtis", board="minor")
    assert syrtis.start(seed=of(7)) == syrtis.start(seed=7)
    assert skerry.RandomPlayer(of(7)).choose(START) == skerry.RandomPlayer(7).choose(START)
    given = {"playouts": of(50), "seed": of(7), "threads": of(1)}
    player = skerry.SearchPlayer(**given)
    assert player.choose(START) == skerry.SearchPlayer(playouts=50, seed=7).choose(START)
    assert {type(value) for value in (player.playouts, player.seed, player.threads)} == {int}
    found = skerry.analyse(START, **given, num_turns=of(2))
    expected = skerry.analyse(START, playouts=50, seed=7, num_turns=2)
    assert (found.value, found.turns) == (expected.value, expected.turns)
    plain(found.to_json())
    timed = skerry.SearchPlayer(seconds=of(1))
    assert type(timed.seconds) is float
    assert level_player(of(3), of(7)).choose(START) == level_player("3", 7).choose(START)


@each_integer
def test_batches_and_solvers_take_them(of: Callable[[int], Any]) -> None:
    one = skerry.batch("spry", size=of(3), num_games=of(4), threads=of(2), seed=of(7))
    other = skerry.batch("spry", size=3, num_games=4, seed=7)
    one.play_randomly(of(5))
    other.play_randomly(5)
    assert np.array_equal(one.observations, other.observations)
    assert one.position(of(3)) == other.position(3)
    one.reset(of(9))
    solved = skerry.solve(START, max_nodes=of(200), seconds=of(100))
    assert solved.value == skerry.solve(START, max_nodes=200).value
    assert skerry.winning_turns(START, max_nodes=of(9), at_most=of(1)) in (None, [])
    assert [line.num_positions for line in perft(START, of(1))] == [
        line.num_positions for line in perft(START, 1)
    ]
    assert board_pixels(START, size=of(32)).shape == (32, 32, 3)
    assert board_file(START, width=of(32)) == board_file(START, width=32)


@pytest.mark.kernels
@pytest.mark.parametrize("of", [np.int64, np.int32, np.int16, np.uint8])
def test_actions_are_taken(of: Callable[[int], Any]) -> None:
    after = START.apply(of(4))
    assert after == START.apply(4)
    assert START.game.format_action(of(4)) == START.game.format_action(4)
    moving = skerry.MutablePosition(START)
    moving.apply(of(4))
    assert moving.position() == after
    assert board_svg(after, last=[of(4)]) == board_svg(after, last=[4])


@pytest.mark.kernels
@pytest.mark.parametrize("action", [True, np.True_, 4.0, np.float64(4), "e1", None])
def test_what_is_no_action_is_refused(action: Any) -> None:
    for use in (START.apply, skerry.MutablePosition(START).apply, START.game.format_action):
        with pytest.raises((TypeError, skerry.NotationError)):
            use(action)


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_what_is_no_number_is_refused_in_a_sentence(wrong: Any) -> None:
    uses: list[Callable[[], object]] = [
        lambda: skerry.game("spry", size=wrong),
        lambda: skerry.game("kitaran", komi=[wrong]),  # type: ignore[arg-type]
        lambda: skerry.batch("spry", num_games=wrong),
        lambda: skerry.batch("spry", num_games=1, threads=wrong),
        lambda: skerry.batch("spry", num_games=1, seed=wrong),
        lambda: skerry.batch("spry", num_games=1).play_randomly(wrong),
        lambda: skerry.batch("spry", num_games=1).position(wrong),
        lambda: skerry.SearchPlayer(playouts=wrong),
        lambda: skerry.SearchPlayer(playouts=5, threads=wrong),
        lambda: skerry.SearchPlayer(playouts=5, memory=wrong),
        lambda: skerry.analyse(START, playouts=wrong),
        lambda: skerry.analyse(START, playouts=5, num_turns=wrong),
        lambda: skerry.winning_turns(START, max_nodes=5, at_most=wrong),
        lambda: skerry.solve(START, max_nodes=5, table_bytes=wrong),
        lambda: list(perft(START, wrong)),
        lambda: level_player(wrong),
    ]
    if wrong is not None:
        uses += [
            lambda: skerry.RandomPlayer(wrong),
            lambda: skerry.SearchPlayer(playouts=5, seed=wrong),
            lambda: skerry.solve(START, max_nodes=wrong),
            lambda: skerry.game("syrtis", board="minor").start(seed=wrong),
            lambda: board_file(START, width=wrong),
        ]
    if wrong == "5":
        uses.remove(uses[15])  # a level may be text
    for use in uses:
        with pytest.raises(skerry.SkerryError, match=r"^[^\n]+\.$"):
            use()


@pytest.mark.parametrize("seconds", [True, "1", float("nan"), np.float32("nan"), 0, -1.0, 1j])
def test_a_time_must_be_a_number(seconds: Any) -> None:
    for use in (
        lambda: skerry.SearchPlayer(seconds=seconds),
        lambda: skerry.analyse(START, seconds=seconds),
        lambda: skerry.solve(START, seconds=seconds),
        lambda: next(skerry.analyse_stream(START, playouts=5, every=seconds)),
    ):
        with pytest.raises(skerry.SkerryError):
            use()


def test_numbers_are_what_they_say() -> None:
    assert [as_integer(one) for one in (5, np.uint64(5), 5.0, np.float16(5), Fraction(5))] == [
        5
    ] * 5
    assert [as_integer(one) for one in WRONG] == [None] * len(WRONG)
    assert as_integer(10**400) == 10**400
    assert as_number(10**400) is None
    assert as_number(float("inf")) == float("inf")


def test_evaluations_of_a_network_are_kept_in_records() -> None:
    found = Evaluation(np.float32(0.5), np.int64(7), None, (np.float64(1), np.float32(2)))  # type: ignore[arg-type]
    assert plain(evaluation_to_data(found)) == {"value": 0.5, "playouts": 7, "scores": [1, 2]}
