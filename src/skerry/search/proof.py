"""Depth-first proof-number search (df-pn; Nagai, 2002) over atomic actions, in one compiled loop.

The *goal* is a sentence about person 0: they win (WIN), or they do not lose (NO_LOSS). At a state
where person 0 acts one action that reaches the goal is enough, at one where person 1 acts all
must; a person may act several times in a row, so this is asked of every state anew.

Where numbers are summed, the largest plus one for each further open child stands in for the sum
(weak proof numbers; Ueda and others, 2008): the same position is reached in many orders, and a
true sum would count it again and again.

Inside a turn stones go in the canonical order, innermost ring first, then by cell, so that a set is
searched once. A beginning that no later stone completes has no children, and counts
as lost for its mover: some other turn exists, and it is never worse than that.
"""

from typing import NamedTuple

import numpy as np

from skerry.core.jit import kernel
from skerry.core.layout import (
    LEGAL_ROOM,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    WON,
    IntArray16,
    IntArray64,
    Rules,
)
from skerry.core.rng import MASK
from skerry.core.stones import copy_state
from skerry.games import contract, dispatch
from skerry.games.contract import counter_of, decided, playouts_tell, rising, stones_help
from skerry.search.symmetry import Keys, write_key
from skerry.search.table import INFINITE, Table, effort_of, keep, look_up

NO_LOSS, WIN = 0, 1  # goals of person 0

# What `prove` comes back with.
PAUSED, PROVEN, REFUTED, TOO_DEEP = 0, 1, 2, 3

# Slots of Path.head.
DEPTH, NODES, SALT_1, SALT_2, ALL_TURNS = 0, 1, 2, 3, 4
NUM_HEAD = 5

FIRST_RANK = -1

# Measured on random positions of the games in which `playouts_tell`, on boards of 3 and 4
# cells a side: fewest seconds.
GUESSES = 4  # playouts from a state not seen before
GUESS_WEIGHT = 8  # leaves that a lost playout stands for


class Path(NamedTuple):
    """The states between the root and where the search is, each with its children."""

    states: IntArray16  # (depth, state_size)
    rank: IntArray16  # (depth,) canonical rank of the turn's last stone, FIRST_RANK before it
    at_root: IntArray16  # (depth,) 1 while the root's turn goes on
    keys: IntArray64  # (depth, 2)
    limits: IntArray64  # (depth, 2) pn and dn at which the search of a state stops
    began: IntArray64  # (depth,) nodes when it began
    children: IntArray64  # (depth + 1,) row of the first child
    chosen: IntArray64  # (depth,) row of the child being searched
    actions: IntArray16  # (room,) that lead to the children
    numbers: IntArray64  # (room, 2) pn and dn of the children
    head: IntArray64  # (NUM_HEAD,)
    excluded: IntArray16  # (number, longest) turns that the root may not play, padded with -1


def new_path(rules: Rules, depth: int, room: int, excluded: IntArray16) -> Path:
    """Room for so many actions in a row and so many children of all states on the way."""
    return Path(
        states=np.empty((depth, rules.state_size), dtype=np.int16),
        rank=np.empty(depth, dtype=np.int16),
        at_root=np.empty(depth, dtype=np.int16),
        keys=np.empty((depth, 2), dtype=np.int64),
        limits=np.empty((depth, 2), dtype=np.int64),
        began=np.empty(depth, dtype=np.int64),
        children=np.zeros(depth + 1, dtype=np.int64),
        chosen=np.empty(depth, dtype=np.int64),
        actions=np.empty(room, dtype=np.int16),
        numbers=np.empty((room, 2), dtype=np.int64),
        head=np.zeros(NUM_HEAD, dtype=np.int64),
        excluded=excluded,
    )


@kernel
def begin(rules: Rules, keys: Keys, table: Table, path: Path, goal: int, rank: int) -> None:
    """Enter the root, whose state lies in path.states[0] and is not over."""
    work = np.empty(rules.work_size, dtype=np.int16)
    path.head[DEPTH] = 0
    path.rank[0] = rank
    path.at_root[0] = 1
    path.limits[0, 0] = INFINITE
    path.limits[0, 1] = INFINITE
    path.began[0] = path.head[NODES]
    path.children[0] = 0
    _write_path_key(rules, keys, path, path.states[0], True, goal, path.keys[0], work)
    _expand(rules, keys, table, path, goal, work)


@kernel
def prove(rules: Rules, keys: Keys, table: Table, path: Path, goal: int, num_nodes: int) -> int:
    """Search on for so many nodes; PAUSED means that more are needed."""
    work = np.empty(rules.work_size, dtype=np.int16)
    stop_at = path.head[NODES] + num_nodes
    while path.head[NODES] < stop_at:
        depth = int(path.head[DEPTH])
        person = int(path.states[depth, PLAYER])
        pn, dn = _sum_up(path, depth, person)
        if pn >= path.limits[depth, 0] or dn >= path.limits[depth, 1] or pn == 0 or dn == 0:
            _store(rules, keys, table, path, depth, goal, pn, dn)
            if depth == 0:
                return PROVEN if pn == 0 else REFUTED
            row = path.chosen[depth - 1]
            path.numbers[row, 0] = pn
            path.numbers[row, 1] = dn
            path.head[DEPTH] = depth - 1
            continue
        if depth + 1 >= path.rank.shape[0]:
            return TOO_DEEP
        _descend(rules, keys, path, depth, person, pn, dn, goal, work)
        if path.children[depth + 1] + LEGAL_ROOM > path.actions.shape[0]:
            return TOO_DEEP
        _expand(rules, keys, table, path, goal, work)
    return PAUSED


def root_numbers(path: Path) -> tuple[int, int]:
    """Pn and dn of the root."""
    return _sum_up(path, 0, int(path.states[0, PLAYER]))


@kernel
def _sum_up(path: Path, depth: int, person: int) -> tuple[int, int]:
    """A state's pn and dn from its children: for the mover the least, for the other the sum."""
    mine, theirs = person, 1 - person  # columns: person 0 proves, person 1 refutes
    least, most, num_open = INFINITE, 0, 0
    for row in range(path.children[depth], path.children[depth + 1]):
        least = min(least, path.numbers[row, mine])
        number = path.numbers[row, theirs]
        if number > 0:
            most = max(most, number)
            num_open += 1
    total = 0
    if least == 0:
        total = INFINITE
    elif num_open > 0:
        total = min(INFINITE - 1, most + num_open - 1)
    if person == 0:
        return int(least), int(total)
    return int(total), int(least)


@kernel
def _descend(
    rules: Rules,
    keys: Keys,
    path: Path,
    depth: int,
    person: int,
    pn: int,
    dn: int,
    goal: int,
    work: IntArray16,
) -> None:
    """Go on to the child nearest to the mover's aim, until it is clearly no longer the nearest."""
    mine, theirs = person, 1 - person
    best, least, second = -1, INFINITE + 1, INFINITE
    num_open = 0
    for row in range(path.children[depth], path.children[depth + 1]):
        number = path.numbers[row, mine]
        num_open += path.numbers[row, theirs] > 0
        if number < least:
            second = least
            best, least = row, number
        elif number < second:
            second = number
    second = min(second, INFINITE)
    path.chosen[depth] = best
    # A little more than the second: else the search would jump to and fro between the two.
    path.limits[depth + 1, mine] = min(path.limits[depth, mine], second + 1 + second // 4)
    path.limits[depth + 1, theirs] = min(INFINITE, path.limits[depth, theirs] - (num_open - 1))
    state = path.states[depth + 1]
    copy_state(path.states[depth], state)
    action = int(path.actions[best])
    dispatch.apply(rules, state, action, work)
    goes_on = contract.in_turn(rules, state)
    path.rank[depth + 1] = FIRST_RANK
    if goes_on and action < rules.num_cells and contract.has_sets(rules):
        path.rank[depth + 1] = keys.rank[action]
    path.at_root[depth + 1] = path.at_root[depth] if goes_on else 0
    path.began[depth + 1] = path.head[NODES]
    at_root = path.at_root[depth + 1] == 1
    _write_path_key(rules, keys, path, state, at_root, goal, path.keys[depth + 1], work)
    path.head[DEPTH] = depth + 1


@kernel
def _write_path_key(
    rules: Rules,
    keys: Keys,
    path: Path,
    state: IntArray16,
    at_root: bool,
    goal: int,
    key: IntArray64,
    work: IntArray16,
) -> None:
    """The key of a state for a goal; in the root's turn also for this root and its exclusions."""
    write_key(rules, keys, state, key, work)
    key[0] ^= keys.goals[0, goal]
    key[1] ^= keys.goals[1, goal]
    if at_root:
        key[0] ^= path.head[SALT_1]
        key[1] ^= path.head[SALT_2]


@kernel
def _store(
    rules: Rules, keys: Keys, table: Table, path: Path, depth: int, goal: int, pn: int, dn: int
) -> None:
    state = path.states[depth]
    effort = effort_of(int(path.head[NODES] - path.began[depth]))
    helps = rising(rules, state, goal == WIN)
    keep(table, keys, path.keys[depth], counter_of(rules, state), helps, pn, dn, effort)


@kernel
def _expand(
    rules: Rules, keys: Keys, table: Table, path: Path, goal: int, work: IntArray16
) -> None:
    """List the children of the deepest state; one that reaches the mover's aim stands alone."""
    depth = int(path.head[DEPTH])
    state = path.states[depth]
    path.head[NODES] += 1
    legal = np.empty(LEGAL_ROOM, dtype=np.int16)
    child = np.empty_like(state)
    key = np.empty(2, dtype=np.int64)
    count = dispatch.legal(rules, state, legal, work)
    person = int(state[PLAYER])
    first = int(path.children[depth])
    end = first
    for i in range(count):
        action = int(legal[i])
        if not _is_canonical(rules, keys, path, depth, action, i):
            continue
        copy_state(state, child)
        dispatch.apply(rules, child, action, work)
        if path.at_root[depth] == 1 and _is_excluded(rules, path, depth, child, action):
            continue
        pn, dn = _assess(rules, keys, table, path, depth, child, goal, key, work)
        if (pn if person == 0 else dn) == 0:
            end = first
        path.actions[end] = action
        path.numbers[end, 0] = pn
        path.numbers[end, 1] = dn
        end += 1
        if (pn if person == 0 else dn) == 0:
            break
    path.children[depth + 1] = end


@kernel
def _is_canonical(
    rules: Rules, keys: Keys, path: Path, depth: int, action: int, others: int
) -> bool:
    """Whether an action keeps the order of stones, and is not an end that more stones would beat.

    Where stones never harm, ending is left for when no cell is open. Not before a swap, which may
    hand the stone to the other person.
    """
    if not contract.has_sets(rules):
        return True
    if action < rules.num_cells:
        return bool(keys.rank[action] > path.rank[depth])
    if stones_help(rules) and action == rules.num_cells and others > 0:
        before_swap = rules.swap == 1 and path.states[depth, TURN] == 0
        every_turn = path.head[ALL_TURNS] == 1 and path.at_root[depth] == 1
        return bool(before_swap or every_turn)
    return True


@kernel
def _is_excluded(rules: Rules, path: Path, depth: int, child: IntArray16, action: int) -> bool:
    """Whether the actions from the root to this child are a whole turn that is not to be played."""
    if child[RESULT] == RUNNING and contract.in_turn(rules, child):
        return False
    for i in range(path.excluded.shape[0]):
        same = path.excluded[i, depth] == action
        same = same and path.excluded[i, depth + 1] < 0
        for above in range(depth):
            same = same and path.excluded[i, above] == path.actions[path.chosen[above]]
        if same:
            return True
    return False


@kernel
def _assess(
    rules: Rules,
    keys: Keys,
    table: Table,
    path: Path,
    depth: int,
    child: IntArray16,
    goal: int,
    key: IntArray64,
    work: IntArray16,
) -> tuple[int, int]:
    """Pn and dn of a child: by the rules where the game is over, else what the table knows."""
    if child[RESULT] != RUNNING:
        reached = child[RESULT] == WON if goal == WIN else child[RESULT] != WON + 1
        return (0, INFINITE) if reached else (INFINITE, 0)
    between_turns = not contract.in_turn(rules, child)
    if between_turns:
        result = decided(rules, child, work)
        if result != RUNNING:
            return (0, INFINITE) if result == WON else (INFINITE, 0)
    at_root = path.at_root[depth] == 1 and not between_turns
    _write_path_key(rules, keys, path, child, at_root, goal, key, work)
    helps = rising(rules, child, goal == WIN)
    pn, dn = look_up(table, keys, key, counter_of(rules, child), helps)
    if pn == 1 and dn == 1 and between_turns and playouts_tell(rules):
        return _guess(rules, child, goal, key, work)
    return pn, dn


@kernel
def _guess(
    rules: Rules, child: IntArray16, goal: int, key: IntArray64, work: IntArray16
) -> tuple[int, int]:
    """Pn and dn of a state not seen before: easier to prove the more playouts reach the goal.

    After Saito, Chaslot, Uiterwijk and van den Herik (2006).
    """
    rng = np.empty(4, dtype=np.int64)
    rng[0], rng[1], rng[2], rng[3] = key[0] & MASK, key[0] >> 32 & MASK, key[1] & MASK, 1
    trial = np.empty_like(child)
    reached = 0
    for _ in range(GUESSES):
        copy_state(child, trial)
        dispatch.playout(rules, trial, rng, work)
        reached += trial[RESULT] == WON if goal == WIN else trial[RESULT] != WON + 1
    return 1 + (GUESSES - reached) * GUESS_WEIGHT, 1 + reached * GUESS_WEIGHT
