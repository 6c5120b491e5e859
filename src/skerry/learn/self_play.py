"""Games of a network against itself, in compiled code.

Some positions are looked at well, with noise at the root, and are learned from; the others quickly,
so that many games are played (playout cap randomisation: Wu, "Accelerating self-play learning in
Go", 2019).
"""

import math
from typing import NamedTuple

import numpy as np

from skerry.core.jit import kernel
from skerry.core.lanes import Lanes
from skerry.core.layout import (
    DRAWN,
    LEGAL_ROOM,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    WON,
    FloatArray32,
    IntArray16,
    IntArray64,
    Rules,
)
from skerry.core.rng import below, next_word
from skerry.core.stones import copy_state
from skerry.games import contract, dispatch
from skerry.games.info import Settings
from skerry.search.arrays import CLOSED, ROOT, Totals, Tree, clear_node, clear_totals
from skerry.search.mcts import Path, grow, result_of
from skerry.search.net import Judge

NOISE = 0.25  # of the priors at a root that is looked at well (Silver et al., 2017)
NOISE_SUM = 4.0  # of the parameters of its Dirichlet distribution, shared out among the actions
CERTAIN = 1e9  # visits that a proven win counts as
HOPELESS = 1e-3  # share of its visits that a proven loss counts as


class Plan(NamedTuple):
    """How games are played."""

    well: int = 150  # playouts where a position is learned from
    quick: int = 40  # playouts elsewhere
    often: float = 0.25  # share of positions that are learned from
    drawn_turns: int = 12  # turns in which an action is drawn by its visits
    slips: float = 0.02  # share of actions drawn at random, all through the game
    outcome: float = 0.6  # the result's part of a position's worth; the rest is the search's mean


class Lesson(NamedTuple):
    """Positions with what a search found and how the game went on, one a row."""

    features: IntArray16  # (room, most features), -1 where there are fewer
    actions: IntArray16  # (room, most actions) the legal ones, -1 where there are fewer
    shares: FloatArray32  # (room, most actions) of the visits
    worth: FloatArray32  # (room,) for whoever acts, 0 to 1


def new_lesson(room: int, most_features: int, most_actions: int) -> Lesson:
    """Room for so many positions."""
    return Lesson(
        np.full((room, most_features), -1, dtype=np.int16),
        np.full((room, most_actions), -1, dtype=np.int16),
        np.zeros((room, most_actions), dtype=np.float32),
        np.zeros(room, dtype=np.float32),
    )


@kernel
def between(rng: IntArray64) -> float:
    """A random number between 0 and 1, neither of them."""
    return (next_word(rng) + 0.5) / 4294967296.0


@kernel
def play_game(
    rules: Rules,
    start: IntArray16,
    tree: Tree,
    totals: Totals,
    rng: IntArray64,
    settings: Settings,
    path: Path,
    judge: Judge,
    lanes: Lanes,
    plan: Plan,
    random_turns: int,
    lesson: Lesson,
    begin: int,
    persons: IntArray16,
) -> int:
    """Play a game, after some random turns; what is learned goes to the rows from `begin` on.

    `persons`, int16 of shape (room,), is scratch space. Returns the row after the last; `begin` if
    there was no room for the game.
    """
    state = np.empty_like(start)
    work = np.empty(rules.work_size, dtype=np.int16)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    copy_state(start, state)
    row = begin
    while state[RESULT] == RUNNING:
        if row == lesson.worth.shape[0]:
            return begin
        if state[TURN] < random_turns or between(rng) < plan.slips:
            count = dispatch.legal(rules, state, legal, work)
            dispatch.apply(rules, state, int(legal[below(rng, count)]), work)
            continue
        clear_node(tree, ROOT, 0)
        tree.used[0] = 1
        clear_totals(rules, totals)
        is_learned = between(rng) < plan.often
        if is_learned:
            first = settings.warm_up + 1
            grow(rules, state, tree, totals, rng, first, settings, path, judge, lanes)
            stir(tree, rng)
        playouts = plan.well if is_learned else plan.quick
        grow(rules, state, tree, totals, rng, playouts, settings, path, judge, lanes)
        person = int(state[PLAYER])
        if is_learned:
            write_row(rules, state, tree, lesson, row, work)
            persons[row] = person
            row += 1
        child = choose(tree, person, rng, bool(state[TURN] < plan.drawn_turns))
        dispatch.apply(rules, state, int(tree.action[child]), work)
    result = result_of(int(state[RESULT]))
    for i in range(begin, row):
        own = result if persons[i] == 0 else 1.0 - result
        lesson.worth[i] = plan.outcome * own + (1.0 - plan.outcome) * lesson.worth[i]
    return row


@kernel
def stir(tree: Tree, rng: IntArray64) -> None:
    """Mix noise into the priors of the root's children.

    Gamma variates of a small shape a are nearly exponential ones times u to the power of 1 / a.
    """
    first, count = int(tree.first_child[ROOT]), int(tree.num_children[ROOT])
    draws = np.empty(count, dtype=np.float64)
    total = 0.0
    for i in range(count):
        draws[i] = -math.log(between(rng)) * between(rng) ** (count / NOISE_SUM)
        total += draws[i]
    for i in range(count):
        if tree.proven[first + i] != CLOSED:
            prior = np.float64(tree.prior[first + i])
            tree.prior[first + i] = prior * (1.0 - NOISE) + NOISE * draws[i] / total


@kernel
def weight_of(tree: Tree, child: int, person: int) -> float:
    """How much the search says for a child: its visits, but for what is proven."""
    proven = int(tree.proven[child])
    if proven == CLOSED:
        return 0.0
    if proven == WON + person:
        return CERTAIN
    visits = float(tree.visits[child]) + 1e-3
    return visits if proven in (RUNNING, DRAWN) else HOPELESS * visits


@kernel
def choose(tree: Tree, person: int, rng: IntArray64, is_drawn: bool) -> int:
    """The root's child of most weight, or one drawn by the weights."""
    first = int(tree.first_child[ROOT])
    end = first + int(tree.num_children[ROOT])
    best, most, total = first, -1.0, 0.0
    for child in range(first, end):
        weight = weight_of(tree, child, person)
        total += weight
        if weight > most:
            best, most = child, weight
    if is_drawn:
        left = between(rng) * total
        for child in range(first, end):
            left -= weight_of(tree, child, person)
            if left < 0.0:
                return child
    return best


@kernel
def write_row(
    rules: Rules, state: IntArray16, tree: Tree, lesson: Lesson, row: int, work: IntArray16
) -> None:
    """What the search found at its root."""
    person = int(state[PLAYER])
    count = contract.list_features(rules, state, lesson.features[row], work)
    lesson.features[row, count:] = -1
    first = int(tree.first_child[ROOT])
    total, listed = 0.0, 0
    for child in range(first, first + int(tree.num_children[ROOT])):
        if tree.proven[child] != CLOSED and listed < lesson.actions.shape[1]:
            weight = weight_of(tree, child, person)
            lesson.actions[row, listed] = tree.action[child]
            lesson.shares[row, listed] = weight
            total += weight
            listed += 1
    lesson.actions[row, listed:] = -1
    lesson.shares[row, listed:] = 0.0
    if contract.has_sets(rules):
        total += add_rest_of_turn(rules, state, tree, lesson, row, listed, work)
    for i in range(listed):
        lesson.shares[row, i] /= total
    mean = tree.value[ROOT] / tree.visits[ROOT]
    if tree.proven[ROOT] != RUNNING:
        mean = result_of(int(tree.proven[ROOT]))
    lesson.worth[row] = mean if person == 0 else 1.0 - mean


@kernel
def add_rest_of_turn(
    rules: Rules,
    state: IntArray16,
    tree: Tree,
    lesson: Lesson,
    row: int,
    listed: int,
    work: IntArray16,
) -> float:
    """Add what the search found further down the turn that it would play: any stone may be first.

    Returns the sum of what was added.
    """
    after = state.copy()
    person, turn, node, total = int(state[PLAYER]), int(state[TURN]), ROOT, 0.0
    while True:
        first = int(tree.first_child[node])
        best, most = first, -1.0
        for child in range(first, first + int(tree.num_children[node])):
            weight = weight_of(tree, child, person)
            if weight > most:
                best, most = child, weight
        dispatch.apply(rules, after, int(tree.action[best]), work)
        node = best
        if after[RESULT] != RUNNING or after[TURN] != turn or tree.first_child[node] == 0:
            return total
        first = int(tree.first_child[node])
        for child in range(first, first + int(tree.num_children[node])):
            for i in range(listed):
                if lesson.actions[row, i] == tree.action[child]:
                    weight = weight_of(tree, child, person)
                    lesson.shares[row, i] += weight
                    total += weight
