"""The solver against plain minimax, at its budgets, and at what it must refuse."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import skerry
from skerry.games.actions import words_of
from skerry.games.catalogue import GAMES
from skerry.search import solver as solve_module
from skerry.search.solver import Budget, Solver, solve, warm_up, winning_turns
from tests.reference.minimax import Minimax, TooManyPositionsError, for_mover, whole_turns
from tests.small import NAMES, start
from tests.strategies import few, options, play_at_random

SMALL_TABLE = 1 << 16
MOST_POSITIONS = 500


@st.composite
def late_positions(draw: st.DrawFn, name: str) -> skerry.Position:
    """A position some actions before the end of a random game, in mid turn or not."""
    seed = draw(st.integers(0, 2**32))
    if name == "syrtis":  # a late position of random play is too far from the end for minimax
        game = skerry.game(name, **draw(options(name, boards=1, above=1)))
        return sinking_position(start(game, seed), Random(seed), draw(st.integers(1, 2)))
    game = skerry.game(name, **draw(options(name, boards=2, above=4)))
    played = play_at_random(start(game, seed), Random(seed), 400)
    return played[max(0, len(played) - draw(st.integers(1, 7)))][0]


def sinking_position(position: skerry.Position, rng: Random, turns_left: int) -> skerry.Position:
    """Syrtis so many turns before the end of a game in which tiles are sunk whenever possible."""
    played = [position]
    while not played[-1].is_over:
        actions = played[-1].legal_actions()
        sinks = [action for action in actions if action < position.game.rules.num_cells]
        played.append(played[-1].apply(rng.choice(sinks or actions)))
    return played[-1 - turns_left]


def solved_by_minimax(position: skerry.Position) -> Minimax[skerry.Position]:
    """Minimax that knows the position; those too far from the end are passed over."""
    assume(position.phase == "play")
    plain = Minimax[skerry.Position](MOST_POSITIONS)
    try:
        plain.value(position)
    except TooManyPositionsError:
        assume(False)
    return plain


pytestmark = pytest.mark.kernels
all_games = pytest.mark.parametrize("name", NAMES)


@all_games
@few
@given(data=st.data())
def test_solver_agrees_with_minimax(name: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(name))
    plain = solved_by_minimax(position)
    value = for_mover(position, plain.value(position))
    solution = solve(position, table_bytes=SMALL_TABLE)
    assert solution.value == solution.at_least == solution.at_most == value
    assert solution.turn is not None
    after = position
    for action in solution.turn:
        assert after.turn == position.turn  # the turn is whole with its last action only
        after = after.apply(action)
    assert after.turn > position.turn
    assert plain.value(after) == plain.value(position)


@all_games
@few
@given(data=st.data())
def test_winning_turns_agree_with_minimax(name: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(name))
    plain = solved_by_minimax(position)
    end = position.game.rules.num_cells if name in ("spry", "byg") else None
    win = 1 if position.player == 0 else -1
    expected = {
        turn for turn, after in whole_turns(position, end).items() if plain.value(after) == win
    }
    assume(len(expected) < 40)
    found = winning_turns(position, at_most=60, table_bytes=SMALL_TABLE)
    assert found is not None
    assert {frozenset(turn) - {end} for turn in found} == expected
    assert len(found) == len(expected)
    two = winning_turns(position, table_bytes=SMALL_TABLE)
    assert two is not None
    assert len(two) == min(2, len(expected))


@pytest.mark.parametrize(
    "options",
    [("spry", {"size": 2}), ("sytran", {"size": 2, "penalty": 2})],
    ids=lambda options: options[0],
)
def test_whoever_begins_loses_by_the_swap_where_nothing_is_drawn(
    options: tuple[str, dict[str, int]],
) -> None:
    name, chosen = options
    position = skerry.game(name, swap=True, **chosen).start()
    assert for_mover(position, Minimax[skerry.Position](20_000).value(position)) == "loss"
    solution = solve(position, table_bytes=SMALL_TABLE)
    assert (solution.value, solution.nodes) == ("loss", 0)
    assert solution.turn is not None
    assert position.play(position.game.format_turn(solution.turn)).turn == 1
    assert winning_turns(position, table_bytes=SMALL_TABLE) == []


def test_the_swap_alone_decides_nothing_where_draws_are_possible() -> None:
    position = skerry.game("sytran", size=2, penalty=1, swap=True).start()
    value = for_mover(position, Minimax[skerry.Position](20_000).value(position))
    solution = solve(position, table_bytes=SMALL_TABLE)
    assert solution.value == value
    assert solution.nodes > 0


def test_many_small_questions_to_one_solver_are_all_answered() -> None:
    text = "spry size=2 swap=off | 2/1w1/2 | player=1 first=0 turn=1 placed=-"
    position = skerry.position(text)
    solver = Solver(position.game, SMALL_TABLE)
    answers = [solver.solve(position, Budget(None, None, None)).value for _ in range(60)]
    assert answers == answers[:1] * 60
    assert answers[0] is not None


def test_what_one_question_proves_helps_the_next_ones() -> None:
    """Each winning turn is sought without those found before: only the root's turn is apart."""
    position = skerry.game("spry", size=2, swap=False).start()
    solver = Solver(position.game, SMALL_TABLE)
    whole, each = Budget(None, None, None), Budget(300, None, None)
    assert solver.solve(position, whole).value == "win"
    found = solver.winning_turns(position, each, 40)
    assert found is not None
    assert len(found) == 7


def test_a_warm_up_solves_in_each_way_that_the_position_may_be_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved: list[tuple[skerry.Position, object]] = []
    monkeypatch.setattr(
        solve_module,
        "solve",
        lambda position, max_nodes=None: solved.append((position, max_nodes)),
    )
    large, small = (skerry.game("kitaran", size=size).start() for size in (4, 3))
    warm_up(large)
    assert solved == [(large, 1), (small, None)]
    solved.clear()
    warm_up(skerry.game("spry", size=3).start())
    assert [max_nodes for _, max_nodes in solved] == [1]


@pytest.mark.parametrize("name", [info.name for info in GAMES if not info.has_setup])
def test_no_first_turn_ends_a_game(name: str) -> None:
    """On it rests that whoever makes a first turn that may be swapped loses, without draws."""
    game = skerry.game(name, **skerry.game(name).info.smallest)
    turns = whole_turns(game.start(), words_of(game).get("end"))
    assert turns
    assert not any(after.is_over for after in turns.values())
