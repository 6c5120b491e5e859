"""What search and solver must know of Sytran."""

from typing import Any

import numpy as np

from skerry.core.jit import inlined, kernel
from skerry.core.lanes import (
    ALL,
    LAST_CELLS,
    NONE,
    NUM_LANES,
    ONE,
    WAYS,
    Lanes,
    above,
    add_up,
    boards_with,
    count_bits,
    count_groups,
    draw_word,
    fill,
    lay_stones,
)
from skerry.core.layout import (
    ANY_RING,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    DRAWN,
    EMPTY,
    LOWEST,
    PLACED,
    RUNNING,
    TURN,
    VACANT,
    WON,
    IntArray16,
    IntArray64,
    Plane,
)
from skerry.core.rng import advance, open_stream, pick
from skerry.core.stones import (
    closed,
    colour_to_move,
    copy_state,
    group_sizes,
    list_pieces,
    list_vacant,
    person_of,
)
from skerry.games.features import NO_SIDES, list_stone_features, num_stone_features
from skerry.games.sytran.kernels import Rules, completable, count_rings, fill_at_random, must_fill

TURN_SHARE = 0.7  # of the highest ring number: about how many stones a turn lays
LAST = 20  # vacant cells: from there on it matters exactly how many stones each colour has left
GAMES = 8  # random games that the boards are filled by there
BOARDS = np.uint64(NUM_LANES // GAMES)  # by each of them
MOST_PENALTY = 9  # penalties that are told apart, from 0


def may_be_drawn(rules: Rules) -> bool:
    """With an even penalty the scores differ by an odd number (SYT-5)."""
    return rules.penalty % 2 == 1


@kernel
def decided(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """A colour that can't draw level any more has lost."""
    for colour in (COLOUR_1, COLOUR_2):
        if _most_lead(rules, state, colour, work) < 0:
            return WON + person_of(state, COLOUR_1 + COLOUR_2 - colour)
    return RUNNING


@kernel
def _most_lead(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """The colour's score will be ahead of the other's by no more than this (SYT-5).

    Each piece of the board without the other colour's stones that holds own stones keeps one
    group of them at least. The other gets a new group only by a stone on a cell that touches none
    of its stones now.
    """
    n = rules.num_cells
    other = COLOUR_1 + COLOUR_2 - colour
    groups_left = 0
    for i in range(list_pieces(rules, state, colour, work)):
        groups_left += work[2 * i + 1] > 0
    their_groups = group_sizes(rules, state, other, work[:n], work[n:])
    lead, apart = 0, 0
    for cell in range(n):
        content = int(state[CELLS + cell])
        if content == EMPTY:
            touches = False
            for k in range(rules.neighbours.shape[1]):
                touches = touches or state[CELLS + rules.neighbours[cell, k]] == other
            apart += not touches
        else:
            lead += 1 if content == colour else -1
    vacant = int(state[VACANT])
    most = -n
    for theirs in range(vacant + 1):
        most = max(most, vacant - 2 * theirs + rules.penalty * min(theirs, apart))
    return int(lead + most + rules.penalty * (their_groups - groups_left))


@kernel
def has_lanes(rules: Rules) -> bool:
    """All boards are filled at once."""
    return True


@kernel
def fill_lanes(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16
) -> tuple[Any, Any]:
    """SYT-5 on each board."""
    if state[VACANT] <= LAST:
        _fill_by_games(rules, state, lanes, rng, work)
    else:
        colour, turn = colour_to_move(state), TURN_SHARE * rules.num_rings
        stones = turn if state[PLACED] == 0 else float(state[LOWEST] - state[PLACED])
        fill(rules, state, lanes, rng, colour, stones - turn / 2.0, work)
    return _judge(rules, lanes)


@kernel
def _judge(rules: Rules, lanes: Lanes) -> tuple[Any, Any]:
    """SYT-5: on which boards the first colour has won, and which are drawn."""
    lead, level, none = lanes.numbers[0], lanes.numbers[1], lanes.numbers[2]
    lead[:], level[:], none[:] = -rules.num_cells, -1, 0
    add_up(lanes, lanes.first, 2, lead)
    count_groups(lanes, lanes.first, -rules.penalty, lead)
    count_groups(lanes, lanes.second, rules.penalty, lead)
    wins = above(lead, none, none)
    return wins, above(lead, level, level) & ~wins


@kernel
def _fill_by_games(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16
) -> None:
    """Fill the boards as random games do, several boards by each game.

    A turn is legal by the numbers of its cells (SYT-4), so a game is as likely as the same game
    with two cells of one number exchanged: that makes one board different from the next.
    """
    vacant, copy = np.empty(state[VACANT], dtype=np.int16), state.copy()
    list_vacant(rules, state, vacant)
    lay_stones(rules, state, lanes)
    boards = ALL >> (np.uint64(NUM_LANES) - BOARDS)
    for _ in range(GAMES):
        copy_state(state, copy)
        fill_at_random(rules, copy, rng, work)
        for number in range(1, rules.num_rings + 1):
            _lay_ring(rules, copy, vacant, number, lanes, boards, rng, work)
        boards = boards << BOARDS


@kernel
def _lay_ring(
    rules: Rules,
    state: IntArray16,
    vacant: IntArray16,
    number: int,
    lanes: Lanes,
    boards: Any,
    rng: IntArray64,
    work: IntArray16,
) -> None:
    """Lay the stones that a full board has on some cells of one number on several boards.

    Each stone of the colour with fewer of them makes a pair with one of the other colour; on about
    half of the boards, drawn at random, the two are exchanged.
    """
    few, many = work[: vacant.shape[0]], work[vacant.shape[0] :]
    few_stones, many_stones = lanes.first, lanes.second
    num_few, num_many = 0, 0
    for cell in vacant:
        if rules.ring[cell] != number:
            continue
        if state[CELLS + cell] == COLOUR_1:
            few[num_few] = lanes.spots[cell]
            num_few += 1
        else:
            many[num_many] = lanes.spots[cell]
            num_many += 1
    if num_few > num_many:
        few, many, num_few, num_many = many, few, num_many, num_few
        few_stones, many_stones = many_stones, few_stones
    stream = open_stream(rng)
    for i in range(num_few):
        stream = advance(stream)
        choice = i + pick(stream, num_many - i)
        one, other = few[i], many[choice]
        many[choice] = many[i]
        stream, bits = draw_word(stream)
        few_stones[one] |= bits & boards
        many_stones[one] |= ~bits & boards
        few_stones[other] |= ~bits & boards
        many_stones[other] |= bits & boards
    for i in range(num_few, num_many):
        many_stones[many[i]] |= boards


@kernel
def solve_end(rules: Rules, state: IntArray16, lanes: Lanes) -> int:
    """All ways to fill the last cells are judged, then what each turn leaves of them is told.

    Board b has the first colour on the i-th vacant cell where bit i of b is set; 64 boards are a
    word. A set of vacant cells is a number in the same way.
    """
    if rules.swap == 1 and state[TURN] <= 1:  # C-3 may still come
        return RUNNING
    cells = np.empty(LAST_CELLS, dtype=np.int16)
    vacant = list_vacant(rules, state, cells)
    num_words = max(1, (1 << vacant) // NUM_LANES)
    wins, draws = np.empty((2, num_words), dtype=np.uint64)
    lay_stones(rules, state, lanes)
    for word in range(num_words):
        for i in range(vacant):
            spot, ways = lanes.spots[cells[i]], boards_with(i, word)
            lanes.first[spot], lanes.second[spot] = ways, ~ways
        wins[word], draws[word] = _judge(rules, lanes)
    lowest = np.empty(1 << vacant, dtype=np.int16)
    turns = np.empty(1 << vacant, dtype=np.int16)
    turns = turns[: _list_turns(rules, cells[:vacant], lowest, turns)]
    side = colour_to_move(state) - COLOUR_1
    acts = _who_acts(lowest, turns, side)
    best = np.empty((2, 1 << vacant, num_words), dtype=np.uint64)
    if _first_reaches(wins, lowest, turns, acts, best, side):
        return WON + person_of(state, COLOUR_1)
    if draws.any() and _first_reaches(wins | draws, lowest, turns, acts, best, side):
        return DRAWN
    return WON + person_of(state, COLOUR_2)


@kernel
def _list_turns(rules: Rules, cells: IntArray16, lowest: IntArray16, turns: IntArray16) -> int:
    """SYT-2: list the sets of cells that are turns, and the lowest number of every set."""
    lowest[0] = ANY_RING
    num_turns = 0
    for i in range(cells.shape[0]):
        for cell_set in range(1 << i, 2 << i):
            lowest[cell_set] = min(int(lowest[cell_set ^ (1 << i)]), int(rules.ring[cells[i]]))
            if count_bits(np.uint64(cell_set)) == lowest[cell_set]:
                turns[num_turns] = cell_set
                num_turns += 1
    return num_turns


@kernel
def _must_fill_set(lowest: IntArray16, vacant: int) -> bool:
    """SYT-3, of a set of vacant cells."""
    return bool(count_bits(np.uint64(vacant)) < lowest[vacant])


@kernel
def _who_acts(lowest: IntArray16, turns: IntArray16, side: int) -> IntArray16:
    """For each set of cells, which sides may come to act when these are vacant: bits 0 and 1."""
    acts = np.zeros(lowest.shape[0], dtype=np.int16)
    acts[lowest.shape[0] - 1] = 1 << side
    for vacant in range(lowest.shape[0] - 1, 0, -1):
        if acts[vacant] == 0 or _must_fill_set(lowest, vacant):
            continue
        others = (acts[vacant] & 1) << 1 | acts[vacant] >> 1
        for turn in turns:
            if turn & ~vacant == 0:
                acts[vacant ^ turn] |= others
    return acts


@kernel
def _first_reaches(
    goal: Plane, lowest: IntArray16, turns: IntArray16, acts: IntArray16, best: Any, side: int
) -> bool:
    """Whether the first colour comes to a board of its goal, if that side is to act.

    For each set of cells that may be vacant and the sides that may be to act then, `best` gets the
    boards on whose other cells the first colour comes to one.
    """
    for word in range(goal.shape[0]):
        best[0, 0, word] = best[1, 0, word] = goal[word]
    for vacant in range(1, lowest.shape[0]):
        for mover in range(2):
            if acts[vacant] >> mover & 1 == 0:
                continue
            for word in range(goal.shape[0]):
                best[mover, vacant, word] = NONE if mover == 0 else ALL
            if _must_fill_set(lowest, vacant):
                _try_turn(best, mover, vacant, vacant)
                continue
            for turn in turns:
                if turn & ~vacant == 0:
                    _try_turn(best, mover, vacant, int(turn))
    return bool(best[side, lowest.shape[0] - 1, 0] & ONE != NONE)


@inlined
def _try_turn(best: Any, mover: int, vacant: int, turn: int) -> None:
    """Let a side lay a turn's stones in a set of vacant cells, if that helps it."""
    left, others = vacant ^ turn, turn // NUM_LANES
    for word in range(best.shape[2]):
        found = best[1 - mover, left, word | others if mover == 0 else word & ~others]
        for i in range(WAYS.shape[0]):
            if turn >> i & 1:
                step = np.uint64(1 << i)
                if mover == 0:
                    found &= WAYS[i]
                    found |= found >> step
                else:
                    found &= ~WAYS[i]
                    found |= found << step
        if mover == 0:
            best[0, vacant, word] |= found
        else:
            best[1, vacant, word] &= found


@kernel
def close_dead_ends(rules: Rules, state: IntArray16, cells: IntArray16, work: IntArray16) -> None:
    """SYT-4 within the order: close cells with which and those behind them no turn can end."""
    counts = work[: rules.num_rings + 1]
    count_rings(rules, state, counts)
    fills = must_fill(rules, state, counts)  # then there is one set, and one order of it
    counts[:] = 0
    placed, lowest = int(state[PLACED]), int(state[LOWEST])
    for i in range(cells.shape[0] - 1, -1, -1):
        number = int(rules.ring[cells[i]])
        counts[number] += 1
        if fills:
            is_open = i == 0
        else:
            is_open = completable(rules, counts, placed + 1, min(lowest, number), number)
        if not is_open:
            cells[i] = closed(int(cells[i]))


def num_features(rules: Rules) -> int:
    """Those of stones, and the penalty."""
    return num_stone_features(rules) + MOST_PENALTY + 1


@kernel
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Groups are told apart by their sizes."""
    count = list_stone_features(rules, state, out, work, NO_SIDES)
    out[count] = num_stone_features(rules) + min(rules.penalty, MOST_PENALTY)
    return count + 1
