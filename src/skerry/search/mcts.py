"""Monte Carlo tree search over atomic actions, in compiled code.

Selection mixes the mean result of a child with all-moves-as-first values (Gelly and Silver, 2011)
and an upper confidence bound; proven results are backed up (MCTS-Solver: Winands, Bjornsson and
Saito, 2008). A person may act several times in a row, so a result is person 0's everywhere and is
read for whoever acts: nothing is negated from ply to ply.
"""

import math
from typing import NamedTuple

import numpy as np

from skerry.core.bits import UNSIGNED
from skerry.core.jit import inlined, kernel
from skerry.core.lanes import LAST_CELLS, NUM_LANES, Lanes, count_bits, show_lane
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    DRAWN,
    FIRST,
    LEGAL_ROOM,
    PLACED,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    VACANT,
    WON,
    FloatArray,
    FloatArray32,
    IntArray16,
    IntArray64,
    Rules,
)
from skerry.core.rng import below
from skerry.core.stones import closed, colour_to_move, copy_state, may_swap
from skerry.games import contract, dispatch
from skerry.games.info import Settings
from skerry.search.arrays import (
    CLOSED,
    ROOT,
    Totals,
    Tree,
    answers_first,
    arrange,
    clear_node,
    rank_cells,
)
from skerry.search.net import (
    Judge,
    is_there,
    look,
    share_out,
    sort_by_policy,
    weigh_actions,
    worth,
)

MAX_DEPTH = 512  # actions from the root; deeper leaves are played out from there
SCORE_EVERY = 16  # playouts; the rest are not scored
PLAYED_OUT_EVERY = 32  # leaves that a network judges alone, for the totals
# Setting up a board takes several actions: few ways to do it, looked at well, tell more than all of
# them at a glance.
SETUP_WIDTH = 2
SETUP_WIDENING = 0.08
# Of a turn that may be swapped: its own playouts soon count more than those in which it was played
# later. And since none can be worth more than one half, the first one found to be worth that would
# be the only one looked at, but for some exploration.
OFFER_BIAS = 0.2
OFFER_EXPLORATION = 0.2
SWAPPED = 2  # turns: from then on nobody may swap, and threats are looked for
CLOSED_URGENCY = -1e9  # of a child that may not be chosen: its result is proven
TINY = 1e-300  # in place of zero below a fraction line


class Path(NamedTuple):
    """The way from the root to a leaf; all arrays but the last have shape (MAX_DEPTH + 1,)."""

    node: IntArray64
    mover: IntArray64  # the person who acts at that node
    colour: IntArray64  # in which they act
    urgency: FloatArray  # (LEGAL_ROOM,) of the children compared last


def new_path() -> Path:
    """Room for one way down the tree."""
    node, mover, colour = np.zeros((3, MAX_DEPTH + 1), dtype=np.int64)
    return Path(node, mover, colour, urgency=np.zeros(LEGAL_ROOM, dtype=np.float64))


@kernel
def grow(
    rules: Rules,
    root: IntArray16,
    tree: Tree,
    totals: Totals,
    rng: IntArray64,
    num_playouts: int,
    settings: Settings,
    path: Path,
    judge: Judge,
    lanes: Lanes,
) -> int:
    """Grow the tree by playouts; the root state is the position at its root.

    Returns:
        How many were played: fewer than asked for when the result is proven.
    """
    state = np.empty_like(root)
    work = np.empty(rules.work_size, dtype=np.int16)
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    taken = np.zeros((2, rules.num_actions), dtype=np.float32)
    won = np.zeros((2, rules.num_actions), dtype=np.float32)
    has_lanes = settings.lanes == 1 and contract.has_lanes(rules)
    seeks_win = contract.wins_at_once(rules, root, work)
    for done in range(num_playouts):
        if tree.proven[ROOT] != RUNNING:
            return done
        copy_state(root, state)
        depth = descend(
            rules,
            state,
            tree,
            totals,
            rng,
            settings,
            path,
            judge,
            lanes,
            legal,
            work,
            seeks_win,
        )
        leaf = int(path.node[depth])
        if tree.proven[leaf] != RUNNING:
            back_up(tree, path, depth, result_of(int(tree.proven[leaf])))
            continue
        judged = 0.0
        if is_there(judge) and settings.judged > 0.0:
            if tree.visits[leaf] > 0 or tree.first_child[leaf] == 0:
                look(rules, state, judge, work)  # else its children were given just now
            judged = worth(judge)
            judged = judged if state[PLAYER] == 0 else 1.0 - judged
            if settings.judged == 1.0 and tree.visits[ROOT] % PLAYED_OUT_EVERY > 0:
                back_up(tree, path, depth, judged)
                continue
        if has_lanes:
            result = play_out_lanes(rules, state, totals, lanes, rng, work, taken, won)
        else:
            dispatch.guided_playout(rules, state, rng, work, taken)
            result = result_of(int(state[RESULT]))
            tally(rules, state, totals, result)
            for action in range(rules.num_actions):
                won[0, action] = taken[0, action] * np.float32(result)
                won[1, action] = taken[1, action] * np.float32(result)
        count_playout(rules, state, totals, work)
        back_up(tree, path, depth, settings.judged * judged + (1.0 - settings.judged) * result)
        if settings.amaf == 1:
            for i in range(depth):  # an open leaf has no children to hear of it
                node, colour = int(path.node[i]), int(path.colour[i])
                back_up_amaf(tree, node, taken, won, colour, settings)
    return num_playouts


@inlined
def descend(
    rules: Rules,
    state: IntArray16,
    tree: Tree,
    totals: Totals,
    rng: IntArray64,
    settings: Settings,
    path: Path,
    judge: Judge,
    lanes: Lanes,
    legal: IntArray16,
    work: IntArray16,
    seeks_win: bool,
) -> int:
    """Go down to a leaf, expanding it if it is due; the state follows. Returns the leaf's depth.

    `seeks_win`: whoever is to act at the root can win within the turn under way there.
    """
    node, depth, turn = ROOT, 0, int(state[TURN])
    path.node[0] = ROOT
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
            if is_there(judge) and 2 * int(tree.used[0]) > tree.visits.shape[0]:
                due = max(due, 1)  # what room is left is for nodes that are seen twice
            if depth > 0 and tree.visits[node] == 0:
                if state[PLACED] == 0:
                    before = int(path.node[depth - 1])
                    asks = tree.threat[before] == 1 or (rules.swap == 1 and state[TURN] <= SWAPPED)
                else:  # who couldn't win with the whole turn can't with what is left of it
                    asks = seeks_win and state[TURN] == turn
                if asks and contract.wins_at_once(rules, state, work):
                    tree.proven[node] = WON + int(state[PLAYER])
                    return depth
                if settings.lanes == 1 and state[PLACED] == 0 and state[VACANT] <= LAST_CELLS:
                    result = contract.solve_end(rules, state, lanes)
                    if result != RUNNING:
                        tree.proven[node] = result
                        return depth
            if tree.visits[node] < due:
                return depth
            previous = int(path.node[depth - 1]) if depth > 0 else node
            if not expand(
                rules,
                state,
                tree,
                node,
                previous,
                is_first,
                totals,
                settings,
                judge,
                legal,
                work,
            ):
                return depth
            if tree.proven[node] != RUNNING:
                return depth
            if is_there(judge):
                if settings.judged > 0.0:
                    return depth
                chance, weight = worth(judge), settings.judged_amaf
                tree.amaf_visits[node] += weight
                tree.amaf_value[node] += weight * (chance if state[PLAYER] == 0 else 1.0 - chance)
            if contract.sets_up(rules, state) and not is_there(judge):
                shuffle_children(tree, node, rng)
        width = breadth(tree, node, settings)
        if contract.sets_up(rules, state) and settings.puct == 0.0:
            width = SETUP_WIDTH + int(SETUP_WIDENING * math.sqrt(tree.visits[node]))
        if rules.swap == 1 and state[TURN] <= 1:
            node = select_by_swap(rules, state, tree, node, path, depth, width, settings, rng)
        else:
            person, count = int(path.mover[depth]), int(tree.num_children[node])
            node = select(tree, node, person, 0, count, width, settings, rng, path.urgency, False)
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
    judge: Judge,
    legal: IntArray16,
    work: IntArray16,
) -> bool:
    """Give a node its children, unless the tree is full.

    Where the other person threatens to win, what does not answer that is closed; with nothing that
    does, the node is lost instead.
    """
    if is_there(judge):
        look(rules, state, judge, work)
        weigh_actions(judge)
    count = dispatch.legal(rules, state, legal, work)
    lost = WON + 1 - int(state[PLAYER])
    is_threatened = False
    if contract.has_sets(rules):
        end = int(tree.first_child[previous]) + int(tree.num_children[previous])
        sequence = (totals.order if is_first else tree.action[node + 1 : end]).copy()
        if is_there(judge):
            sort_by_policy(judge, sequence)
        count = arrange(rules, state, legal, count, sequence, work)
        asks = is_first or tree.threat[previous] == 1  # within a turn no threat comes up
        if asks and (rules.swap == 0 or state[TURN] >= SWAPPED):
            is_threatened = contract.must_answer(rules, state, work)
            tree.threat[node] = is_threatened
    if is_threatened and not answers_first(rules, legal, count, work):
        if node != ROOT:
            tree.proven[node] = lost
            return True
        is_threatened = False
    first = int(tree.used[0])
    if first + count > tree.visits.shape[0]:
        return False
    for i in range(count):
        action = int(legal[i])
        clear_node(tree, first + i, action if action >= 0 else closed(action))
        if action < 0:
            tree.proven[first + i] = CLOSED
    if is_threatened and legal[0] >= rules.num_cells:  # it is the end of the turn
        tree.proven[first] = lost
    if settings.amaf_prior > 0.0:
        _give_prior(rules, state, tree, first, count, totals, settings)
    tree.num_children[node] = count
    tree.used[0] = first + count
    tree.first_child[node] = first
    if is_there(judge):
        share_out(rules, judge, tree, node)
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
def shuffle_children(tree: Tree, node: int, rng: IntArray64) -> None:
    """Put new children, of which nothing is known yet, into an order drawn at random."""
    first, count = int(tree.first_child[node]), int(tree.num_children[node])
    for left in range(count, 1, -1):
        one, other = first + left - 1, first + below(rng, left)
        tree.action[one], tree.action[other] = tree.action[other], tree.action[one]


@kernel
def select_by_swap(
    rules: Rules,
    state: IntArray16,
    tree: Tree,
    node: int,
    path: Path,
    depth: int,
    width: int,
    settings: Settings,
    rng: IntArray64,
) -> int:
    """The child to look at in the first two turns of a game with a swap (C-3).

    To swap is worth to one person what playing on is worth to the other, so nobody looks at it;
    what is proven of all else proves it, too. Who offers a turn looks for one after which both
    colours are worth the same.
    """
    person, count = int(path.mover[depth]), int(tree.num_children[node])
    offers = bool(state[TURN] == 0)
    if offers or not may_swap(rules, state):
        return select(tree, node, person, 0, count, width, settings, rng, path.urgency, offers)
    # `arrange` puts the swap first; where turns are no sets it is not asked, and the swap is last
    swap, begin, end = (0, 1, count) if contract.has_sets(rules) else (count - 1, 0, count - 1)
    child = select(tree, node, person, begin, end, width, settings, rng, path.urgency, False)
    if depth > 0 or tree.proven[child] == RUNNING:
        return child
    first, best = int(tree.first_child[node]), WON + 1 - person
    for other in range(first + begin, first + end):
        best = DRAWN if tree.proven[other] == DRAWN else best
    tree.proven[first + swap] = DRAWN if best == DRAWN else WON + person
    return first + swap


@inlined
def select(
    tree: Tree,
    node: int,
    person: int,
    begin: int,
    count: int,
    width: int,
    settings: Settings,
    rng: IntArray64,
    urgency: FloatArray,
    offers: bool,
) -> int:
    """The child of highest urgency for a person among the first `width` whose result is open.

    Children before `begin` and from `count` on are left out. `offers`: the turn may be swapped
    away, so a child is the more urgent the nearer it is to an even game.
    """
    first = int(tree.first_child[node])
    end = max(begin, min(count, width))
    while True:
        weigh(tree, node, first + begin, first + end, person, settings, urgency, offers)
        highest, best, ties = highest_of(urgency, end - begin), 0, 0
        if highest > CLOSED_URGENCY:
            for i in range(end - begin):
                if urgency[i] == highest:
                    ties += 1
                    if ties == 1 or below(rng, ties) == 0:
                        best = i
        if ties > 0 or end == count:
            return first + begin + best
        begin, end = end, end + 1  # all that the width lets through are proven


@inlined
def highest_of(urgency: FloatArray, count: int) -> float:
    """The highest of so many, of every second one by itself: each waits for the one before."""
    highest = other = CLOSED_URGENCY
    for i in range(UNSIGNED(count // 2)):
        one, two = urgency[i + i], urgency[i + i + UNSIGNED(1)]
        highest = one if one > highest else highest
        other = two if two > other else other
    last = urgency[UNSIGNED(count - 1)] if count % 2 == 1 else CLOSED_URGENCY
    other = last if last > other else other
    return other if other > highest else highest


@inlined
def weigh(
    tree: Tree,
    node: int,
    first: int,
    end: int,
    person: int,
    settings: Settings,
    urgency: FloatArray,
    offers: bool,
) -> None:
    """How much a person at a node would like to look at each of its children from first to end.

    A child's mean m of n playouts and its AMAF mean a of s playouts are mixed as
    w a + (1 - w) m with w = s / (s + n + b s n), which is one fraction of the sums; the bias b
    fades with the visits of the node. Every child goes the same way through the loop, so that
    several are worked on at once.
    """
    visits = max(1.0, float(tree.visits[node]))
    exploration = max(settings.exploration, OFFER_EXPLORATION) if offers else settings.exploration
    scale = exploration * math.sqrt(math.log(visits + 1.0))
    prior_scale = settings.puct * math.sqrt(visits)
    explores, has_priors = exploration > 0.0, settings.puct > 0.0
    bias = settings.amaf_bias / (1.0 + settings.amaf_fade * visits)
    bias = max(bias, OFFER_BIAS) if offers else bias
    unknown = mean_for(tree.value[node], visits, person) + settings.first_play
    sign, base = (1.0, 0.0) if person == 0 else (-1.0, 1.0)
    # Unsigned indices need no check for being negative, and slices would be counted references.
    for i in range(UNSIGNED(first), UNSIGNED(end)):
        num, seen = float(tree.visits[i]), float(tree.amaf_visits[i])
        total = seen + num + bias * seen * num
        sums = tree.value[i] * (1.0 + bias * seen) + float(tree.amaf_value[i])
        mixed = sums / max(total, TINY)
        worth = base + sign * mixed
        if offers:
            worth = 0.5 - abs(worth - settings.even)
        if explores:
            worth += scale / math.sqrt(max(num, 1.0))
        worth = worth if total > 0.0 else unknown
        if has_priors:
            worth += prior_scale * float(tree.prior[i]) / (1.0 + num)
        urgency[i - UNSIGNED(first)] = worth if tree.proven[i] == RUNNING else CLOSED_URGENCY


@inlined
def mean_for(value: float, visits: float, person: int) -> float:
    """Mean result for a person, from a sum of person 0's results."""
    mean = value / visits
    return mean if person == 0 else 1.0 - mean


@inlined
def result_of(result: int) -> float:
    """Person 0's share of an ended game, from its RESULT."""
    return 0.5 if result == DRAWN else 1.0 - (result - WON)


@inlined
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
    for child in range(first, first + int(tree.num_children[node])):
        proven = int(tree.proven[child])
        if proven == WON + person:
            return proven
        if proven == DRAWN:
            best = DRAWN
        is_open = is_open or proven == RUNNING
    return RUNNING if is_open else best


@kernel
def play_out_lanes(
    rules: Rules,
    state: IntArray16,
    totals: Totals,
    lanes: Lanes,
    rng: IntArray64,
    work: IntArray16,
    taken: FloatArray32,
    won: FloatArray32,
) -> float:
    """Play a leaf out on many boards at once; the state becomes one of them.

    Returns:
        Person 0's mean result. `taken` and `won`, float32 of shape (2, num_actions), are the share
        of the boards on which each colour owns a cell at the end, and the results of these.
    """
    wins, draws = contract.fill_lanes(rules, state, lanes, rng, work)
    num_won = count_bits(wins) + 0.5 * count_bits(draws)
    totals.value[0] += num_won / NUM_LANES
    is_first = state[FIRST] == 0
    for cell in range(rules.num_cells):
        own = lanes.first[lanes.spots[cell]]
        num_owned = count_bits(own)
        won_here = count_bits(own & wins) + 0.5 * count_bits(own & draws)
        owned, share = num_owned / NUM_LANES, won_here / NUM_LANES
        other = (num_won - won_here) / NUM_LANES  # the first colour's where the second owns it
        totals.owned[cell] += owned
        totals.won[cell] += share
        taken[0, cell], taken[1, cell] = owned, 1.0 - owned
        won[0, cell] = share if is_first else owned - share
        won[1, cell] = other if is_first else 1.0 - owned - other
    show_lane(rules, state, lanes)
    return num_won / NUM_LANES if is_first else 1.0 - num_won / NUM_LANES


@inlined
def tally(rules: Rules, state: IntArray16, totals: Totals, result: float) -> None:
    """Enter the result of a full board, and who owns its cells, into the totals."""
    if state[FIRST] == 1:
        result = 1.0 - result
    totals.value[0] += result
    for cell in range(rules.num_cells):
        owned = 1.0 if state[CELLS + cell] == COLOUR_1 else 0.0
        totals.owned[cell] += owned
        totals.won[cell] += owned * result


@inlined
def count_playout(rules: Rules, state: IntArray16, totals: Totals, work: IntArray16) -> None:
    """Count a playout, and at times its scores; the order of the cells follows at times."""
    totals.playouts[0] += 1
    playouts = totals.playouts[0]
    if playouts % SCORE_EVERY == 0:
        totals.scores[0] += contract.final_score(rules, state, COLOUR_1, work)
        totals.scores[1] += contract.final_score(rules, state, COLOUR_2, work)
        totals.scores[2] += 1.0
        if playouts & (playouts - 1) == 0 and contract.has_sets(rules):
            rank_cells(rules, totals)


@inlined
def back_up_amaf(
    tree: Tree, node: int, taken: FloatArray32, won: FloatArray32, colour: int, settings: Settings
) -> None:
    """All moves as first: add a playout to every child, as far as the mover took its action.

    `taken` is how often that was and `won` what came of it, float32 of shape (2, num_actions).
    """
    first, count = int(tree.first_child[node]), int(tree.num_children[node])
    end = first + min(count, breadth(tree, node, settings))
    row = UNSIGNED(colour - COLOUR_1)
    for i in range(UNSIGNED(first), UNSIGNED(end)):
        # Adding nothing is quicker than not adding.
        action = UNSIGNED(tree.action[i])
        tree.amaf_visits[i] += taken[row, action]
        tree.amaf_value[i] += won[row, action]


@inlined
def breadth(tree: Tree, node: int, settings: Settings) -> int:
    """How many children of a node are looked at while they are open."""
    return settings.width + int(settings.widening * math.sqrt(tree.visits[node]))
