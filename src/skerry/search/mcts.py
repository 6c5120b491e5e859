"""Monte Carlo tree search over atomic actions, in compiled code.

Selection mixes the mean result of a child with all-moves-as-first values (Gelly and Silver, 2011)
and an upper confidence bound; proven results are backed up (MCTS-Solver: Winands, Bjornsson and
Saito, 2008). A person may act several times in a row, so a result is person 0's everywhere and is
read for whoever acts: nothing is negated from ply to ply.
"""

import math
from typing import NamedTuple

import numpy as np

from ..core.jit import kernel
from ..core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    DRAWN,
    FIRST,
    PLACED,
    PLAYER,
    RESULT,
    RUNNING,
    WON,
    IntArray16,
    IntArray64,
    Rules,
)
from ..core.rng import below
from ..core.turns import colour_to_move, copy_state
from ..games import dispatch
from ..games.tables import LEGAL_ROOM
from .order import arrange, closed, has_sets, rank_cells
from .settings import EVERY, Settings
from .tree import CLOSED, Totals, Tree, clear_node

MAX_DEPTH = 512  # actions from the root; deeper leaves are played out from there
SCORE_EVERY = 16  # playouts; the rest are not scored
PLAYED_SETS = 4  # sets of cells in which a playout tells what was played


class Path(NamedTuple):
    """The way from the root to a leaf; all arrays have shape (MAX_DEPTH + 1,)."""

    node: IntArray64
    mover: IntArray64  # the person who acts at that node
    colour: IntArray64  # in which they act


def new_path() -> Path:
    """Room for one way down the tree."""
    return Path(*(np.zeros(MAX_DEPTH + 1, dtype=np.int64) for _ in range(3)))


@kernel
def grow(
    rules: Rules,
    root: IntArray16,
    root_node: int,
    tree: Tree,
    totals: Totals,
    rng: IntArray64,
    num_playouts: int,
    settings: Settings,
    path: Path,
) -> int:
    """Grow the tree below a node by playouts; the root state is the position there.

    Returns:
        How many were played: fewer than asked for when the result is proven.
    """
    state = np.empty_like(root)
    work = np.empty(rules.work_size, dtype=np.int16)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    played = np.zeros(PLAYED_SETS, dtype=np.int64)
    for done in range(num_playouts):
        if tree.proven[root_node] != RUNNING:
            return done
        copy_state(root, state)
        depth = descend(rules, state, root_node, tree, totals, rng, settings, path, legal, work)
        leaf = int(path.node[depth])
        if tree.proven[leaf] != RUNNING:
            back_up(tree, path, depth, result_of(int(tree.proven[leaf])))
            continue
        dispatch.guided_playout(rules, state, rng, work, played)
        result = result_of(int(state[RESULT]))
        back_up(tree, path, depth, result)
        tally(rules, state, totals, result, work)
        if settings.amaf == 1:
            last = depth if tree.first_child[leaf] == 0 else depth + 1
            for i in range(last):
                back_up_amaf(
                    rules,
                    state,
                    played,
                    tree,
                    int(path.node[i]),
                    int(path.colour[i]),
                    result,
                    settings,
                )
    return num_playouts


@kernel
def descend(
    rules: Rules,
    state: IntArray16,
    root_node: int,
    tree: Tree,
    totals: Totals,
    rng: IntArray64,
    settings: Settings,
    path: Path,
    legal: IntArray16,
    work: IntArray16,
) -> int:
    """Go down to a leaf, expanding it if it is due; the state follows. Returns the leaf's depth."""
    node, depth = root_node, 0
    path.node[0] = root_node
    is_first = True
    while True:
        if state[RESULT] != RUNNING:
            tree.proven[node] = state[RESULT]
            return depth
        if tree.proven[node] != RUNNING or depth == MAX_DEPTH:
            return depth
        path.mover[depth] = state[PLAYER]
        path.colour[depth] = colour_to_move(state)
        if tree.first_child[node] == 0:
            due = settings.warm_up if depth == 0 else settings.expand_after
            if tree.visits[node] < due:
                return depth
            previous = int(path.node[depth - 1]) if depth > 0 else node
            if not expand(
                rules, state, tree, node, previous, is_first, totals, settings, legal, work
            ):
                return depth
        node = select(tree, node, int(path.mover[depth]), settings, rng)
        dispatch.apply(rules, state, int(tree.action[node]), work)
        is_first = state[PLACED] == 0
        depth += 1
        path.node[depth] = node


@kernel
def expand(
    rules: Rules,
    state: IntArray16,
    tree: Tree,
    node: int,
    previous: int,
    is_first: bool,
    totals: Totals,
    settings: Settings,
    legal: IntArray16,
    work: IntArray16,
) -> bool:
    """Give a node its children, unless the tree is full."""
    count = dispatch.legal(rules, state, legal, work)
    if has_sets(rules):
        end = int(tree.first_child[previous]) + int(tree.num_children[previous])
        behind = tree.action[node + 1 : end]
        count = arrange(rules, state, legal, count, behind, is_first, totals, work)
    first = int(tree.used[0])
    if first + count > tree.visits.shape[0]:
        return False
    for i in range(count):
        action = int(legal[i])
        clear_node(tree, first + i, action if action >= 0 else closed(action))
        if action < 0:
            tree.proven[first + i] = CLOSED
    if settings.amaf_prior > 0.0:
        _give_prior(rules, state, tree, first, count, totals, settings)
    tree.num_children[node] = count
    tree.used[0] = first + count
    tree.first_child[node] = first
    return True


@kernel
def _give_prior(
    rules: Rules,
    state: IntArray16,
    tree: Tree,
    first: int,
    count: int,
    totals: Totals,
    settings: Settings,
) -> None:
    """Begin the AMAF figures of new children with what all playouts say of their cells."""
    colour = colour_to_move(state)
    for child in range(first, first + count):
        cell = int(tree.action[child])
        if cell >= rules.num_cells:
            continue
        owned, won = totals.owned[cell], totals.won[cell]
        if colour == COLOUR_2:
            owned, won = totals.playouts[0] - owned, totals.value[0] - won
        if owned > 0.0:
            weight = min(settings.amaf_prior, owned)
            mean = won / owned
            tree.amaf_visits[child] = weight
            tree.amaf_value[child] = weight * (mean if state[FIRST] == 0 else 1.0 - mean)


@kernel
def select(tree: Tree, node: int, person: int, settings: Settings, rng: IntArray64) -> int:
    """The child of highest urgency for a person among those whose result is open."""
    first = int(tree.first_child[node])
    visits = max(1.0, float(tree.visits[node]))
    explores, has_priors = settings.exploration > 0.0, settings.puct > 0.0
    scale = settings.exploration * math.sqrt(math.log(visits + 1.0))
    prior_scale = settings.puct * math.sqrt(visits)
    unknown = mean_for(tree.value[node], visits, person) + settings.first_play
    width = settings.width + int(settings.widening * math.sqrt(visits))
    best, highest, ties = 0, -1.0, 0
    # Slices: an index that begins at zero needs no check for being negative.
    end = first + int(tree.num_children[node])
    proven, values, priors = tree.proven[first:end], tree.value[first:end], tree.prior[first:end]
    nums, seens = tree.visits[first:end], tree.amaf_visits[first:end]
    amafs = tree.amaf_value[first:end]
    for i in range(end - first):
        if i >= width and ties > 0:
            break
        if proven[i] != RUNNING:
            continue
        num, seen = float(nums[i]), float(seens[i])
        if num == 0.0:  # most children, so they must cost little
            urgency = unknown
            if seen > 0.0:
                urgency = mean_for(float(amafs[i]), seen, person) + scale
        else:
            urgency = mean_for(values[i], num, person)
            if seen > 0.0:
                weight = seen / (seen + num + settings.amaf_bias * seen * num)
                amaf = mean_for(float(amafs[i]), seen, person)
                urgency += weight * (amaf - urgency)
            if explores:
                urgency += scale / math.sqrt(num)
        if has_priors:
            urgency += prior_scale * priors[i] / (1.0 + num)
        if urgency > highest:
            best, highest, ties = i, urgency, 1
        elif urgency == highest:
            ties += 1
            if below(rng, ties) == 0:
                best = i
    return first + best


@kernel
def mean_for(value: float, visits: float, person: int) -> float:
    """Mean result for a person, from a sum of person 0's results."""
    mean = value / visits
    return mean if person == 0 else 1.0 - mean


@kernel
def result_of(result: int) -> float:
    """Person 0's share of an ended game, from its RESULT."""
    return 0.5 if result == DRAWN else 1.0 - (result - WON)


@kernel
def back_up(tree: Tree, path: Path, depth: int, result: float) -> None:
    """Add a result to every node of the way, and a proof as far as it goes."""
    for i in range(depth + 1):
        tree.visits[path.node[i]] += 1
        tree.value[path.node[i]] += result
    while depth > 0 and tree.proven[path.node[depth]] != RUNNING:
        depth -= 1
        tree.proven[path.node[depth]] = verdict(tree, int(path.node[depth]), int(path.mover[depth]))


@kernel
def verdict(tree: Tree, node: int, person: int) -> int:
    """What the proven children prove of a node at which a person acts; RUNNING if it stays open.

    One win is enough; a draw or a loss needs every child.
    """
    first = int(tree.first_child[node])
    best, is_open = WON + 1 - person, False
    for child in range(first, first + tree.num_children[node]):
        proven = int(tree.proven[child])
        if proven == WON + person:
            return proven
        if proven == DRAWN:
            best = DRAWN
        is_open = is_open or proven == RUNNING
    return RUNNING if is_open else best


@kernel
def tally(rules: Rules, state: IntArray16, totals: Totals, result: float, work: IntArray16) -> None:
    """Enter a played-out game into the totals; the order of the cells follows at times."""
    if state[FIRST] == 1:
        result = 1.0 - result
    totals.playouts[0] += 1
    totals.value[0] += result
    for cell in range(rules.num_cells):
        owned = 1.0 if state[CELLS + cell] == COLOUR_1 else 0.0
        totals.owned[cell] += owned
        totals.won[cell] += owned * result
    playouts = totals.playouts[0]
    if playouts % SCORE_EVERY == 0:
        totals.scores[0] += dispatch.final_score(rules, state, COLOUR_1, work)
        totals.scores[1] += dispatch.final_score(rules, state, COLOUR_2, work)
        totals.scores[2] += 1.0
        if playouts & (playouts - 1) == 0 and has_sets(rules):
            rank_cells(rules, totals)


@kernel
def back_up_amaf(
    rules: Rules,
    state: IntArray16,
    played: IntArray64,
    tree: Tree,
    node: int,
    colour: int,
    result: float,
    settings: Settings,
) -> None:
    """All moves as first: add a result to every child whose action the mover took later on.

    On a board that fills up, whoever owns a cell at the end has placed a stone there.
    """
    first = int(tree.first_child[node])
    end = first + int(tree.num_children[node])
    if settings.width < EVERY:
        width = settings.width + int(settings.widening * math.sqrt(tree.visits[node]))
        end = min(end, first + width)
    if not has_sets(rules):
        for child in range(first, end):
            if dispatch.was_played(rules, played, int(tree.action[child]), colour):
                tree.amaf_visits[child] += 1.0
                tree.amaf_value[child] += result
        return
    while first < end and tree.action[first] >= rules.num_cells:
        first += 1  # the end of a turn and the swap stand before the stones
    share = np.float32(result)
    cells, actions = state[CELLS : CELLS + rules.num_cells], tree.action[first:end]
    visits, values = tree.amaf_visits[first:end], tree.amaf_value[first:end]
    for i in range(end - first):
        # A coin toss: adding nothing is quicker than not adding.
        taken = np.float32(cells[actions[i]] == colour)
        visits[i] += taken
        values[i] += taken * share
