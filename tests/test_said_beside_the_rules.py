"""What a game says beside its rules, against its rules: of every game, a new one too.

Playouts, counts and draws of turns, observations and what the solver is told are written a second
time, to be quick. Here each is compared with `legal` and `apply`, on positions of golden games, by
listing all that may still be played.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeVar

import numpy as np
import pytest
from scipy.stats import chisquare

import skerry
from skerry.core.jit import is_interpreted
from skerry.core.layout import CELLS, DRAWN, FIRST, PLAYER, RESULT, TURN, WON, IntArray64, new_work
from skerry.core.rng import generator
from skerry.core.stones import may_swap
from skerry.games import contract, dispatch
from skerry.games.actions import words_of
from skerry.games.contract import game_module, may_circle, observe
from skerry.games.observation import grid_of, shape_of
from skerry.search.solver import Budget, Solver
from tests.bounded import bounded
from tests.golden_games import (
    ending_soon,
    games_on_all_boards,
    late_in_turns,
    small_games,
    some_positions,
)
from tests.small import NAMES

pytestmark = pytest.mark.kernels

MOST_STATES = 1_500  # that are listed from one position
MOST_ENDINGS = 4
MOST_TURNS = 40
FEW_TURNS = 8  # on boards of all sizes, where it takes long to list them
DRAWS = 20  # for each turn that there is
NUM_SOLVED = 40  # positions of each ending
NUM_PLAYOUTS = 3_000
IN_PLAIN_PYTHON = 1_000
RARE = 1e-6  # a verdict by chance as often as that; the draws are the same in every run
of_every_game = pytest.mark.parametrize("name", NAMES)

State = bytes
T = TypeVar("T")


class Ahead:
    """All that may still be played from a position, as far as it can be listed."""

    def __init__(self, root: skerry.Position) -> None:
        self.root = root
        self.positions: dict[State, skerry.Position] = {}
        self.after: dict[State, dict[int, State]] = {}  # by action
        waiting = [root]
        while waiting and len(self.positions) <= MOST_STATES:
            here = waiting.pop()
            key = here.state.tobytes()
            if key in self.positions:
                continue
            self.positions[key] = here
            reached = {action: here.apply(action) for action in here.legal_actions()}
            self.after[key] = {action: one.state.tobytes() for action, one in reached.items()}
            waiting += reached.values()
        self.is_whole = not waiting

    def fold(
        self, at_end: Callable[[int], T], before: Callable[[skerry.Position, dict[int, T]], T]
    ) -> dict[State, T]:
        """A value for each position, from those that its actions lead to.

        Args:
            at_end: of a result: 0 for a draw, 1 or 2 for a win of person 0 or 1.
            before: of a position and the values after its actions.
        """
        found: dict[State, T] = {}
        waiting = list(self.positions)
        while waiting:
            key = waiting[-1]
            later = [one for one in self.after[key].values() if one not in found]
            if later:
                waiting += later
                continue
            waiting.pop()
            here = self.positions[key]
            if here.is_over:
                found[key] = at_end(result_of(here))
            else:
                ways = {action: found[one] for action, one in self.after[key].items()}
                found[key] = before(here, ways)
        return found

    def shares(self) -> tuple[float, float, float]:
        """How often each result comes of actions at random, of which none is a swap."""

        def mean(here: skerry.Position, ways: dict[int, list[float]]) -> list[float]:
            swap = words_of(here.game).get("swap")
            played = [one for action, one in ways.items() if action != swap]
            return [sum(one) / len(played) for one in zip(*played, strict=True)]

        found = self.fold(lambda result: [float(result == one) for one in range(3)], mean)
        draw, first, second = found[self.root.state.tobytes()]
        return draw, first, second

    def values(self) -> dict[State, int]:
        """1, 0 or -1 for person 0 in each position, played best by both."""
        return self.fold(
            lambda result: (0, 1, -1)[result],
            lambda here, ways: (max if here.player == 0 else min)(ways.values()),
        )


def result_of(position: skerry.Position) -> int:
    """0 for a draw, 1 or 2 for a win of person 0 or 1."""
    result = int(position.state[RESULT])
    return 0 if result == DRAWN else result - WON + 1


@cache
def endings(name: str) -> tuple[Ahead, ...]:
    """Late positions of golden games, each as early as all that follows can be listed."""
    found: dict[State, Ahead] = {}
    for game in small_games(name):
        earliest: Ahead | None = None
        for position in reversed(game[:-1]):
            ahead = Ahead(ending_soon(position))
            if not ahead.is_whole:
                break
            earliest = ahead
        if earliest is not None and len(found) < MOST_ENDINGS:
            found[earliest.root.state.tobytes()] = earliest
    assert len(found) > 1, "no golden game ends so that all that may follow can be listed"
    return tuple(found.values())


@of_every_game
def test_playouts_are_as_random_as_one_legal_action_after_another(name: str) -> None:
    uneven = 0
    times = IN_PLAIN_PYTHON if is_interpreted() else NUM_PLAYOUTS
    for number, ahead in enumerate(endings(name)):
        shares = np.array(ahead.shares())
        results = results_of_playouts(ahead.root, number, times)
        assert results[0] == 0, "a playout did not end the game"
        counts = results[[DRAWN, WON, WON + 1]]
        assert not counts[shares == 0].any(), "playouts reach a result that cannot be"
        likely = shares > 0
        uneven += likely.sum() > 1
        if likely.sum() > 1:
            expected = shares[likely] * times
            assert chisquare(counts[likely], expected).pvalue > RARE, (counts, expected)
    assert uneven > 1, "from each of the positions only one result comes"


def results_of_playouts(position: skerry.Position, seed: int, number: int) -> IntArray64:
    """How often each result came; a playout that never ends fails the test."""

    def play(times: int) -> IntArray64:
        results = np.zeros(4, dtype=np.int64)
        dispatch.playouts(position.game.rules, position.state, generator(seed), times, results)
        return results

    play(0)  # compiled here once, not in each process
    return bounded(
        lambda: play(number), f"One of {number:,} playouts from {position.text} does not end."
    )


@of_every_game
def test_turns_are_counted_and_drawn_as_they_can_be_played(name: str) -> None:
    """In the middle of a turn as well, after each number of stones."""
    num_tried = num_within = 0
    positions = (*some_positions(name, 24), *late_in_turns(name, FEW_TURNS))
    for seed, position in enumerate(positions):
        if position.num_turns() > MOST_TURNS:
            continue
        turns = whole_turns(position)
        assert position.num_turns() == len(turns), position.text
        drawn = draw_turns(position, DRAWS * len(turns), Random(seed))
        assert drawn.keys() <= turns
        counts = [drawn[one] for one in turns]
        assert len(turns) == 1 or chisquare(counts).pvalue > RARE, position.text
        num_tried += 1
        num_within += contract.in_turn(position.game.rules, position.state)
    assert num_tried > 10
    assert num_within > 3 or not contract.has_sets(position.game.rules)


Turn = tuple[State, str]  # where it leads, and its text where that tells apart


def turn_of(before: skerry.Position, actions: tuple[int, ...], after: skerry.Position) -> Turn:
    """A turn; of a set-up that may go in circles, only where it leads."""
    circles = may_circle(before.game.rules, before.state)
    return after.state.tobytes(), "" if circles else before.game.format_turn(actions)


def whole_turns(position: skerry.Position) -> set[Turn]:
    """All turns, found action by action."""
    composing: dict[skerry.Position, tuple[int, ...]] = {position: ()}
    seen: set[skerry.Position] = set()
    ended: set[Turn] = set()
    while composing:
        longer: dict[skerry.Position, tuple[int, ...]] = {}
        for one, before in composing.items():
            for action in one.legal_actions():
                after, actions = one.apply(action), (*before, action)
                if after.turn > position.turn or after.is_over:
                    ended.add(turn_of(position, actions, after))
                elif after not in seen:
                    seen.add(after)
                    longer[after] = actions
        composing = longer
    return ended


def draw_turns(position: skerry.Position, num_draws: int, rng: Random) -> Counter[Turn]:
    """How often each turn is drawn."""
    drawn: Counter[Turn] = Counter()
    for _ in range(num_draws):
        actions = tuple(position.sample_turn(rng))
        after = position
        for action in actions:
            after = after.apply(action)
        drawn[turn_of(position, actions, after)] += 1
    return drawn


@of_every_game
def test_an_observation_hides_nothing_from_either_person(name: str) -> None:
    """Positions that differ in anything are seen to differ, also on one and the same board."""
    alike = 0
    for ahead in endings(name):
        game = ahead.root.game
        for person in (0, 1):
            seen: dict[bytes, skerry.Position] = {}
            for position in ahead.positions.values():
                if not position.is_over:
                    other = seen.setdefault(observed(position, person), position)
                    same = what_decides(other) == what_decides(position)
                    assert same, f"{other.text} looks like {position.text}"
        boards = Counter(
            one.state[CELLS : CELLS + game.board.num_cells].tobytes()
            for one in ahead.positions.values()
            if not one.is_over
        )
        alike += sum(number > 1 for number in boards.values())
    only_boards = alike == 0 and contract.has_sets(game.rules)
    assert not only_boards, "no two positions have one board, so that nothing else was tried"


@of_every_game
def test_no_plane_of_an_observation_is_always_the_same(name: str) -> None:
    """Nor one whose content follows from the others, which a learner would have to find out."""
    positions = [position for game in games_on_all_boards(name) for position in game]
    contents: dict[str, dict[int, set[bytes]]] = {}  # by plane and board
    for position in positions:
        planes = game_module(position.game.name).PLANES
        for person in (0, 1):
            seen = np.frombuffer(observed(position, person), dtype=np.uint8)
            for plane, content in zip(planes, seen.reshape(len(planes), -1), strict=True):
                boards = contents.setdefault(plane, {})
                boards.setdefault(content.size, set()).add(content.tobytes())
    never = set()
    if not contract.has_sets(positions[0].game.rules):
        never.add("placed this turn")
    if not any(may_swap(one.game.rules, one.state) for one in positions if not one.is_over):
        never.add("swap on offer")
    silent = {plane for plane, boards in contents.items() if max(map(len, boards.values())) < 2}
    assert silent <= never


def what_decides(position: skerry.Position) -> State:
    """The state without the number of turns, which decides nothing once one may not swap."""
    state = position.state
    state[TURN] = min(state[TURN], 2)
    return state.tobytes()


def observed(position: skerry.Position, person: int) -> bytes:
    game = position.game
    rows, columns = shape_of(game.board)
    out = np.zeros(len(game_module(game.name).PLANES) * rows * columns, dtype=np.uint8)
    observe(game.rules, grid_of(game.board), position.state, person, out, new_work(game.rules))
    return out.tobytes()


def alike_on_the_board(ahead: Ahead, known: dict[State, int], most: int) -> list[State]:
    """Positions that have a board and a mover with others in common, and another value."""
    found: dict[tuple[State, int, int], dict[int, State]] = {}
    for key, one in ahead.positions.items():
        if not one.is_over:
            board = one.state[CELLS : CELLS + one.game.board.num_cells].tobytes()
            place = board, int(one.state[PLAYER]), int(one.state[FIRST])
            found.setdefault(place, {}).setdefault(known[key], key)
    differing = [list(keys.values()) for keys in found.values() if len(keys) > 1]
    return [key for keys in differing for key in keys][:most]


@of_every_game
def test_the_solver_knows_all_that_decides(name: str) -> None:
    """One solver for all positions, whose table must tell apart what is not the same."""
    values = {1: "win", 0: "draw", -1: "loss"}
    num_tried = 0
    for number, ahead in enumerate(endings(name)):
        known, solver = ahead.values(), Solver(ahead.root.game)
        going_on = [key for key, one in ahead.positions.items() if not one.is_over]
        drawn = Random(number).sample(going_on, min(NUM_SOLVED, len(going_on)))
        for key in (*alike_on_the_board(ahead, known, NUM_SOLVED), *drawn):
            position = ahead.positions[key]
            value = known[key] if position.player == 0 else -known[key]
            solved = solver.solve(position, Budget(None, None, None)).value
            assert solved == values[value], position.text
            num_tried += 1
    assert num_tried > NUM_SOLVED
