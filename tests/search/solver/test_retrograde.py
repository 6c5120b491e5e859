"""Retrograde analysis against plain minimax, proof-number search, and itself one turn later."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.games.kitaran.retrograde import DRAW, LEAST_VACANT, LOSS, WIN, Retrograde
from skerry.search.solver import Budget, Progress, Solver, solve, winning_turns
from tests.reference import reference_game
from tests.reference.minimax import ByReference, Minimax
from tests.strategies import drawn, few

# Less than retrograde analysis of 3 x 3 takes, so that the solver searches for proofs instead.
TOO_LITTLE = 1 << 15
BOARDS = 4598  # of 3 x 3 up to symmetry, but for the empty one


@st.composite
def options(draw: st.DrawFn, most_conversions: int) -> dict[str, Any]:
    """Of 3 x 3."""
    return {
        "size": 3,
        "komi": draw(st.integers(0, 4)) / 2,
        "swap": draw(st.booleans()),
        "cycle_limit": draw(st.integers(1, most_conversions)),
        "cycle": draw(st.sampled_from(["place", "draw"])),
    }


def random_position(game: skerry.Game, rng: Random, vacant: int) -> skerry.Position:
    """A position with so many vacant cells, up to five conversions after the last placement."""
    n = game.rules.num_cells
    while True:
        position = game.start()
        conversions = rng.randrange(6)
        while not position.is_over:
            actions = position.legal_actions()
            if position.contents.count(0) == vacant:
                actions = [action for action in actions if action >= n]
                conversions -= 1
                if conversions < 0 or not actions:
                    return position
            position = position.apply(rng.choice(actions))


def values_of(position: skerry.Position, retrograde: Retrograde | None = None) -> dict[int, int]:
    found = (retrograde or Retrograde(position.game)).values(position.state, Budget())
    assert found is not None
    return found


@pytest.mark.kernels
@drawn(25)
@given(st.data(), st.integers(0, 2**32), st.integers(1, 3))
def test_values_agree_with_minimax_by_the_reference(
    data: st.DataObject, seed: int, vacant: int
) -> None:
    rng = Random(seed)
    given_options = data.draw(options(20 if vacant == 1 else 4))
    game = skerry.game("kitaran", **given_options)
    reference = reference_game("kitaran", given_options)
    position, same = game.start(), reference.start()
    while not position.is_over and position.contents.count(0) > vacant:
        turn = game.format_turn((rng.choice(position.legal_actions()),))
        position, same = position.play_turn(turn), reference.play(same, turn)
    if position.is_over:
        return
    plain = Minimax[ByReference[Any]]()
    sign = 1 if position.player == 0 else -1
    expected = {
        turn: DRAW + sign * plain.value(ByReference(reference, after))
        for turn, after in reference.turns(same).items()
    }
    found = values_of(position)
    assert {game.format_turn((action,)): value for action, value in found.items()} == expected


@few
@given(given_options=options(20), seed=st.integers(0, 2**32), vacant=st.integers(LEAST_VACANT, 9))
def test_both_ways_of_solving_agree(given_options: dict[str, Any], seed: int, vacant: int) -> None:
    position = random_position(skerry.game("kitaran", **given_options), Random(seed), vacant)
    one, other = solve(position), solve(position, table_bytes=TOO_LITTLE)
    assert one.value == one.at_least == one.at_most == other.value
    if position.turn > 0 or not given_options["swap"]:  # without draws the swap decides by itself
        assert one.nodes == Retrograde(position.game).num_boards(position.state) != other.nodes
    assert one.turn is not None
    worth = values_of(position)
    assert worth[one.turn[0]] == max(worth.values())
    found = winning_turns(position, at_most=20)
    proved = winning_turns(position, at_most=20, table_bytes=TOO_LITTLE)
    assert found is not None
    assert proved is not None
    assert sorted(found) == sorted(proved)
    assert winning_turns(position, at_most=1) == found[:1]


@pytest.mark.parametrize(
    ("komi", "cycle", "value"), [(0, "place", DRAW), (0, "draw", DRAW), (0.5, "draw", LOSS)]
)
def test_every_turn_on_four_by_four_is_worth_what_the_best_answer_leaves(
    komi: float, cycle: str, value: int
) -> None:
    game = skerry.game("kitaran", size=4, komi=komi, cycle=cycle)
    retrograde = Retrograde(game)
    assert max(values_of(game.start(), retrograde).values()) == value
    rng = Random(3)
    seen = set()
    for vacant in [*range(4, 17), *range(5, 10)]:
        seen |= checked_values(random_position(game, rng, vacant), retrograde)
    assert seen == {LOSS, DRAW, WIN}


@pytest.mark.kernels
@pytest.mark.parametrize("vacant", [1, 2, 3])
def test_values_agree_with_minimax_wherever_the_vacant_cells_lie(vacant: int) -> None:
    rng = Random(vacant)
    for number in range(12):
        cycle = ("place", "draw")[number % 2]
        game = skerry.game("kitaran", size=3, komi=number % 3 / 2, cycle=cycle, cycle_limit=3)
        check_by_minimax(random_position(game, rng, vacant))


# Conversions go on here for five steps and more before the last ones decide.
LONG_WAYS = (
    "size=3 komi=0 swap=off cycle_limit=6 cycle=draw | 1bw/w1b/wbb | "
    "player=0 first=0 turn=8 conversions=0 frozen=c3",
    "size=3 komi=0 swap=off cycle_limit=5 cycle=place | w1b/1wb/1ww | "
    "player=0 first=0 turn=8 conversions=2 frozen=b2,c1",
)


@pytest.mark.kernels
@pytest.mark.parametrize("text", LONG_WAYS)
def test_values_of_many_conversions_agree_with_minimax(text: str) -> None:
    check_by_minimax(skerry.position(f"kitaran {text}"))


def check_by_minimax(position: skerry.Position) -> None:
    """Compare the values of all turns."""
    plain = Minimax[skerry.Position]()
    sign = 1 if position.player == 0 else -1
    expected = {
        action: DRAW + sign * plain.value(position.apply(action))
        for action in position.legal_actions()
    }
    assert values_of(position) == expected


def checked_values(position: skerry.Position, retrograde: Retrograde) -> set[int]:
    """The values of all turns, each of which is what the best answer to it leaves."""
    values = values_of(position, retrograde)
    assert sorted(values) == sorted(position.legal_actions())
    for action, worth in values.items():
        after = position.apply(action)
        if after.outcome is None:
            assert worth == WIN - max(values_of(after, retrograde).values())
        else:
            assert (worth == DRAW) == (after.outcome.winner is None)
            assert (worth == WIN) == (after.outcome.winner == position.player)
    return set(values.values())


@pytest.mark.kernels
def test_what_is_known_is_not_worked_out_again() -> None:
    game = skerry.game("kitaran", size=3)
    solver = Solver(game)
    told: list[Progress] = []
    first = solver.solve(game.start(), Budget(on_progress=told.append))
    assert (first.value, first.nodes) == ("win", BOARDS)
    assert [one.nodes + one.pn for one in told] == [BOARDS] * len(told)
    assert told[-1].pn == 0
    again = solver.solve(game.start().play("b2"), Budget())
    assert (again.value, again.nodes) == ("win", 0)


@pytest.mark.kernels
def test_a_search_that_was_cancelled_goes_on_where_it_stopped() -> None:
    game = skerry.game("kitaran", size=3)
    solver = Solver(game)
    asked = iter(range(100))
    stopped = solver.solve(game.start(), Budget(cancel=lambda: next(asked) == 99))
    assert stopped.value is None
    assert 0 < stopped.nodes < BOARDS
    rest = solver.solve(game.start(), Budget())
    assert rest.value == "win"
    assert stopped.nodes + rest.nodes == BOARDS
    cancelled = Budget(cancel=lambda: True)
    assert Solver(game).winning_turns(game.start(), cancelled) is None


def test_with_too_few_nodes_a_proof_is_tried_instead() -> None:
    start = skerry.game("kitaran", size=3, cycle="draw").start()
    assert solve(start, max_nodes=BOARDS).nodes == BOARDS
    proof = solve(start, max_nodes=BOARDS - 1)
    assert proof.value == "win"
    assert proof.nodes < BOARDS
