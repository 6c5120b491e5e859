"""Byg by Nick Bentley: more groups, more stones; the largest group wins. Rules BYG-1 to BYG-4.

What each kernel does is said in games/contract.py.
Actions: 0..n-1 place on a cell, n ends the turn, n+1 swaps.
"""

from typing import NamedTuple

from skerry.core.bits import UNSIGNED
from skerry.core.boards import Board
from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    BY_GROUPS,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    COUNT_A,
    EMPTY,
    FIRST,
    PLACED,
    TURN,
    VACANT,
    IntArray16,
    IntArray64,
)
from skerry.core.rng import advance, open_stream, pick
from skerry.core.stones import (
    close_turn,
    colour_to_move,
    decide,
    end_turn,
    first_turn_stone,
    flood,
    group_sizes,
    list_vacant,
    may_swap,
    place_stone,
    swap_persons,
)
from skerry.games.byg import HIGHEST_CAP
from skerry.games.dispatch import common_fields
from skerry.games.info import Options
from skerry.games.observation import OWN_PLANE, STONE_PLANES, ByteArray, Grid, fill, observe_stones

MOST_STONES = COUNT_A  # stones the mover may place this turn: groups at its beginning, capped
NO_LABEL = 1 << 14  # above all labels


class Rules(NamedTuple):
    """The rules of Byg; the first six fields are those of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int
    cap: int  # most stones a turn (BYG-2)
    first_stones: int  # most of the first turn, 1 by BYG-1


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board."""
    n = board.num_cells
    return Rules(
        *common_fields(board, options, num_actions=n + 2, num_own=HIGHEST_CAP),
        cap=int(options["cap"]),
        first_stones=int(options["first_stones"]),
    )


@kernel
def start(rules: Rules, state: IntArray16) -> None:
    """BYG-1: the first stone stands alone, or what `first_stones` allows."""
    state[MOST_STONES] = rules.first_stones


def end_action(rules: Rules) -> int:
    return rules.num_cells


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """BYG-2, BYG-3: cells that grow no group twice; after the first stone the end of the turn."""
    if state[PLACED] == 0:
        count = list_vacant(rules, state, out)
        if may_swap(rules, state):
            out[count] = rules.num_cells + 1
            count += 1
        return count
    count = _list_open(rules, state, out, work)
    out[count] = rules.num_cells
    return count + 1


@kernel
def _list_open(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Vacant cells that touch no group grown in this turn (BYG-3); none when all are placed."""
    if state[PLACED] >= state[MOST_STONES]:
        return 0
    _mark_grown(rules, state, work)
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY and not _is_beside(rules, cell, work):
            out[count] = cell
            count += 1
    return count


@kernel
def _is_any_open(rules: Rules, state: IntArray16, work: IntArray16) -> bool:
    """Whether `_list_open` lists any cell."""
    if state[PLACED] >= state[MOST_STONES]:
        return False
    _mark_grown(rules, state, work)
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY and not _is_beside(rules, cell, work):
            return True
    return False


@kernel
def _mark_grown(rules: Rules, state: IntArray16, seen: IntArray16) -> None:
    """Write 1 for each cell of the groups grown in this turn, and 0 for each other one.

    Behind these num_cells + 1 entries `seen` has room for as many again, which are used on the way.
    """
    stack = seen[rules.num_cells + 1 :]
    for cell in range(rules.num_cells + 1):
        seen[cell] = 0
    listed = first_turn_stone(rules)
    for slot in range(int(state[PLACED])):
        flood(rules, state, int(state[listed + slot]), seen, stack)


@inlined
def _is_beside(rules: Rules, cell: int, seen: IntArray16) -> bool:
    """Whether a cell touches one of those that are marked."""
    found = 0
    for k in range(rules.neighbours.shape[1]):
        found += seen[rules.neighbours[cell, k]]
    return found > 0


def most_stones(rules: Rules, state: IntArray16) -> int:
    """The mover's groups at the beginning of the turn, capped (BYG-2)."""
    return int(state[MOST_STONES])


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place, end or swap; a turn to which nothing can be added ends."""
    if action == rules.num_cells + 1:
        swap_persons(rules, state)
        return
    if action < rules.num_cells:
        place_stone(rules, state, action, colour_to_move(state))
        if state[VACANT] == 0:
            close_turn(rules, state)
            state[MOST_STONES] = 0
            decide(state, compare_groups(rules, state, work), BY_GROUPS)
            return
        if _is_any_open(rules, state, work):
            return
    _end(rules, state, work)


@kernel
def _end(rules: Rules, state: IntArray16, work: IntArray16) -> None:
    """BYG-1: after its first turn the second colour goes on; else the other colour moves."""
    if state[TURN] == first_of_second(state):
        close_turn(rules, state)
    else:
        end_turn(rules, state)
    state[MOST_STONES] = max(1, count_groups(rules, state, colour_to_move(state), work))


@inlined
def first_of_second(state: IntArray16) -> int:
    """The turn, counted from 0, in which the second colour places first: a swap takes one more."""
    return 1 + int(state[FIRST])


@kernel
def count_groups(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """How many groups a colour has, up to the cap."""
    seen, stack = work, work[rules.num_cells + 1 :]
    for cell in range(rules.num_cells + 1):
        seen[cell] = 0
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == colour and seen[cell] == 0:
            count += 1
            if count == rules.cap:
                return count
            flood(rules, state, cell, seen, stack)
    return count


@kernel
def compare_groups(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """BYG-4: +1 or -1 for the colour ahead at the first difference of group sizes, 0 for none."""
    tally = work[: rules.num_cells + 1]  # first colour's groups of each size minus the second's
    sizes = work[rules.num_cells + 1 : 2 * rules.num_cells + 1]
    tally[:] = 0
    for colour in (COLOUR_1, COLOUR_2):
        groups = group_sizes(rules, state, colour, sizes, work[2 * rules.num_cells + 1 :])
        for i in range(groups):
            tally[sizes[i]] += 1 if colour == COLOUR_1 else -1
    return _largest_difference(tally)


@kernel
def _largest_difference(tally: IntArray16) -> int:
    """Sign of the last nonzero entry: whoever has more groups of that size is ahead."""
    for size in range(tally.shape[0] - 1, 0, -1):
        if tally[size] != 0:
            return 1 if tally[size] > 0 else -1
    return 0


@kernel
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """BYG-4: the size of a colour's largest group, 0 without stones."""
    sizes = work[: rules.num_cells]
    largest = 0
    for i in range(group_sizes(rules, state, colour, sizes, work[rules.num_cells :])):
        largest = max(largest, int(sizes[i]))
    return largest


class Groups(NamedTuple):
    """The groups of a playout, each with a label above 0; views of scratch space.

    Every stone knows its group's label, so that a look at six neighbours tells all, and groups that
    meet are seldom large.
    """

    own: IntArray16  # (2 * num_cells + 2,) labels of each colour's stones, 0 where there is none
    sizes: IntArray16  # (num_cells + 1,) by label, 0 for those that are gone
    following: IntArray16  # (num_cells,) the next stone of the group, in a ring
    grown: IntArray16  # (num_cells + 1,) by label the turn in which it grew last


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Uniformly random legal actions to the full board.

    A cell that BYG-3 forbids is drawn again, which leaves the others, and the end, equally likely.
    """
    n = rules.num_cells
    vacant = work[:n]
    groups = Groups(
        work[n : 3 * n + 2],
        work[3 * n + 2 : 4 * n + 3],
        work[4 * n + 3 : 5 * n + 3],
        work[5 * n + 3 : 6 * n + 4],
    )
    left = list_vacant(rules, state, vacant)
    colour = colour_to_move(state)
    first, second = _load(rules, state, groups)
    own, other = (first, second) if colour == COLOUR_1 else (second, first)  # how many groups
    placed, most, turn = int(state[PLACED]), int(state[MOST_STONES]), 1
    doubled = first_of_second(state) - int(state[TURN]) + 1  # the turn after which colours stay
    stream = open_stream(rng)
    while left > 0:
        stream = advance(stream)
        choice = pick(stream, left + 1)
        if choice < left:
            cell = int(vacant[UNSIGNED(choice)])
            low, high, grown = _around(rules, groups, cell, colour)
            if grown == turn:
                continue
            left -= 1
            vacant[UNSIGNED(choice)] = vacant[UNSIGNED(left)]
            state[UNSIGNED(CELLS + cell)] = colour
            own += _join(rules, groups, cell, colour, low, high, turn)
            placed += 1
            if placed < most:
                continue
        elif placed == 0:  # there is no turn to end yet
            continue
        if turn != doubled:  # BYG-1
            colour = COLOUR_1 + COLOUR_2 - colour
            own, other = other, own
        most = max(1, min(own, rules.cap))
        placed, turn = 0, turn + 1
    state[VACANT] = 0
    decide(state, _compare_joined(rules, state, groups), BY_GROUPS)


@kernel
def _load(rules: Rules, state: IntArray16, groups: Groups) -> tuple[int, int]:
    """Join the stones on the board; those of this turn have grown their groups in turn 1.

    Returns the number of groups of each colour.
    """
    groups.own[:] = 0
    groups.sizes[:] = 0
    groups.grown[:] = 0
    first, second = 0, 0
    for cell in range(rules.num_cells):
        colour = int(state[CELLS + cell])
        if colour != EMPTY:
            low, high, _ = _around(rules, groups, cell, colour)
            gain = _join(rules, groups, cell, colour, low, high, 0)
            if colour == COLOUR_1:
                first += gain
            else:
                second += gain
    base = (colour_to_move(state) - COLOUR_1) * (rules.num_cells + 1)
    listed = first_turn_stone(rules)
    for slot in range(int(state[PLACED])):
        groups.grown[groups.own[base + int(state[listed + slot])]] = 1
    return first, second


@inlined
def _around(rules: Rules, groups: Groups, cell: int, colour: int) -> tuple[int, int, int]:
    """Lowest and highest label beside a cell, and the last turn in which any of them grew."""
    base = (colour - COLOUR_1) * (rules.num_cells + 1)
    low, high, grown = NO_LABEL, 0, 0
    for way in range(6):
        label = int(groups.own[UNSIGNED(base + rules.neighbours[UNSIGNED(cell), UNSIGNED(way)])])
        low = min(low, label if label > 0 else NO_LABEL)
        high = max(high, label)
        grown = max(grown, int(groups.grown[UNSIGNED(label)]))
    return low, high, grown


@inlined
def _join(
    rules: Rules, groups: Groups, cell: int, colour: int, low: int, high: int, turn: int
) -> int:
    """Place a stone between groups of these labels; returns how many groups that adds."""
    base = (colour - COLOUR_1) * (rules.num_cells + 1)
    following = groups.following
    gain = int(high == 0)
    label = cell + 1 if high == 0 else high  # a label is its first stone's cell and 1
    if low < high:
        label, gain = _merge(rules, groups, cell, base, low, high)
    here, there = UNSIGNED(cell), UNSIGNED(label - 1)
    following[here] = cell
    following[here], following[there] = following[there], following[here]
    groups.own[UNSIGNED(base + cell)] = label
    groups.sizes[UNSIGNED(label)] += 1
    groups.grown[UNSIGNED(label)] = turn
    return gain


@inlined
def _merge(
    rules: Rules, groups: Groups, cell: int, base: int, low: int, high: int
) -> tuple[int, int]:
    """Give the two or three groups beside a cell one label; returns it, and minus those gone."""
    middle = 0
    for way in range(6):
        label = int(groups.own[UNSIGNED(base + rules.neighbours[UNSIGNED(cell), UNSIGNED(way)])])
        middle = max(middle, label if label not in (low, high) else 0)
    gain = -1
    if middle > 0:
        low, gain = _merge_two(groups, base, low, middle), -2
    return _merge_two(groups, base, low, high), gain


@inlined
def _merge_two(groups: Groups, base: int, one: int, other: int) -> int:
    """Give two groups the label of the larger one; returns it."""
    own, sizes, following, _ = groups
    is_smaller = sizes[UNSIGNED(one)] < sizes[UNSIGNED(other)]
    label, gone = (other, one) if is_smaller else (one, other)
    stone = gone - 1
    for _ in range(int(sizes[UNSIGNED(gone)])):
        own[UNSIGNED(base + stone)] = label
        stone = int(following[UNSIGNED(stone)])
    here, there = UNSIGNED(gone - 1), UNSIGNED(label - 1)
    following[here], following[there] = following[there], following[here]
    sizes[UNSIGNED(label)] += sizes[UNSIGNED(gone)]
    sizes[UNSIGNED(gone)] = 0
    return label


@kernel
def _compare_joined(rules: Rules, state: IntArray16, groups: Groups) -> int:
    """compare_groups on a full board whose groups are known."""
    first, second = 0, 0
    for cell in range(rules.num_cells):
        size = int(groups.sizes[cell + 1])
        first = max(first, size if state[CELLS + cell] == COLOUR_1 else 0)
        second = max(second, size if state[CELLS + cell] == COLOUR_2 else 0)
    if first != second:
        return 1 if first > second else -1
    tally = groups.own[: rules.num_cells + 1]  # the labels are needed no more
    tally[:] = 0
    for cell in range(rules.num_cells):
        tally[groups.sizes[cell + 1]] += 1 if state[CELLS + cell] == COLOUR_1 else -1
    return _largest_difference(tally)


PLANES = (*STONE_PLANES, "stones left")


@inlined
def observe(
    rules: Rules, grid: Grid, state: IntArray16, person: int, out: ByteArray, work: IntArray16
) -> None:
    """Stones, those of this turn marked, and how many more the turn allows (BYG-2)."""
    observe_stones(rules, grid, state, person, int(state[PLACED]), out, work)
    left = int(state[MOST_STONES]) - int(state[PLACED])
    fill(out, OWN_PLANE, grid.cells.shape[0], left)
