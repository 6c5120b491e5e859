"""Retrograde analysis of Kitaran on boards of at most 16 cells: from full boards backwards.

A conversion leaves the occupied cells as they are; a placement adds one and sets KIT-4's counter
to 0. All positions with the same occupied cells are a *layer*. It needs only the layers with one
cell more, and of those only the positions just after a placement:

    all 16 cells  <-  every 15 of them  <-  every 14  <-  ...  <-  the empty board

In a layer of k cells a board is a number of k bits; bit j tells that the first colour has the j-th
of them. What is known of a board are sets of its stones, as bits again: `won`, those whose
owner wins by having just placed them, and `lost`, those whose owner loses. The rest are drawn.

Inside a layer there are two such sets for conversions: the stones that win, or lose, for their
owner by converting now, if r more conversions are legal after it. Those for r + 1 follow from
those for r, so once nothing changes they hold for every r to come. KIT-4 says how they begin:

- Where the limit draws the game, all are drawn with r = 0. A longer way to the draw takes no win
  and no loss away, so the sets only grow.
- Where the next turn must place, what placements are worth tells those of r = 0. More conversions
  can help and harm: who must place may depend on whether r is even. So each step looks into all
  stones anew, and often the sets come back every second step; then only that matters of r.
"""

from functools import lru_cache
from typing import NamedTuple, cast

import numpy as np

from skerry.core.bits import count_bits
from skerry.core.boards import symmetries
from skerry.core.jit import kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    DRAWN,
    EMPTY,
    PLAYER,
    RESULT,
    RUNNING,
    VACANT,
    WON,
    IntArray16,
    IntArray32,
    new_work,
)
from skerry.core.stones import colour_to_move, may_swap
from skerry.games import dispatch
from skerry.games.info import Budget
from skerry.games.kitaran.kernels import CONVERSIONS, NUM_FROZEN, Rules, frozen_stones
from skerry.games.ruleset import RuleSet

MOST_CELLS = 16
BOARD_BYTES = 8  # two sets; 47 MB for 4 x 4
# On 4 x 4 proofs from 6 vacant cells take 0.6 s (median) to 5 s, this way 0.2 to 0.5 s; from 7
# they take 5 s and often more than 8, this way 0.3 to 0.6 s. From fewer they are as quick.
LEAST_VACANT = 7

LOSS, DRAW, WIN = 0, 1, 2  # for the person to act; the other's is WIN minus that

SAME, TO_AND_FRO, OTHER = 0, 1, 2  # what a step has made of the sets before it

# Bits of Layer.placing, for the first colour; the second's are one place higher.
WINS, ALL_LOSE = 1, 4


class Layer(NamedTuple):
    """One layer at work; all int32, of shape (2**num_cells,) but for the first two."""

    cells: IntArray32  # (num_cells,) the occupied cells, ascending
    around: IntArray32  # (num_cells,) by stone: the set of stones adjacent to it
    beside: IntArray32  # by set of stones: those adjacent to one of them
    placing: IntArray32  # by board: WINS where a placement wins, ALL_LOSE where all of them lose
    won: IntArray32  # by board: stones that win by converting
    lost: IntArray32
    # The same with one conversion more. Until they are written they have those with one less: both
    # pairs take turns.
    next_won: IntArray32
    next_lost: IntArray32
    place: IntArray32  # by board: its place in another layer


class Layers(NamedTuple):
    """All layers. Of those that are symmetric only the one with the least set of cells is kept."""

    images: IntArray32  # (8, num_cells) each symmetry's map of the cells
    least: IntArray32  # (2**num_cells,) by set of cells: the layer kept for it
    through: IntArray32  # (2**num_cells,) the symmetry that leads there
    first: IntArray32  # (2**num_cells,) row of the layer's first board
    won: IntArray32  # (rows,) by board: stones whose owner wins by having just placed them
    lost: IntArray32  # (rows,)


@lru_cache(maxsize=4)
def _shape(rule_set: RuleSet) -> tuple[IntArray32, IntArray32, IntArray32, IntArray32, int]:
    """Images, least, through and first of Layers, and the number of rows."""
    images = np.array(symmetries(rule_set.board), dtype=np.int32)
    sets = np.arange(1 << rule_set.board.num_cells, dtype=np.int32)
    moved = np.zeros((len(images), len(sets)), dtype=np.int32)
    for cell in range(rule_set.board.num_cells):
        moved |= (sets >> cell & 1) << images[:, cell, np.newaxis]
    least = moved.min(axis=0)
    sizes = np.where(least == sets, 1 << np.bitwise_count(sets).astype(np.int32), 0)
    first = np.cumsum(sizes) - sizes
    through = moved.argmin(axis=0).astype(np.int32)
    return images, least, through, first.astype(np.int32), int(sizes.sum())


class Retrograde:
    """Positions worked out so far; more are added as they are asked for."""

    def __init__(self, rule_set: RuleSet) -> None:
        """Nothing is known yet. The board has at most MOST_CELLS cells."""
        self._rules = cast(Rules, rule_set.rules)
        images, least, through, first, rows = _shape(rule_set)
        known = (np.zeros(rows, dtype=np.int32) for _ in range(2))
        self._layers = Layers(images, least, through, first, *known)
        n = self._rules.num_cells
        lists = (np.zeros(n, dtype=np.int32) for _ in range(2))
        tables = (np.zeros(1 << n, dtype=np.int32) for _ in range(7))
        self._layer = Layer(*lists, *tables)
        self._done = np.zeros(1 << n, dtype=np.bool_)

    def num_boards(self, state: IntArray16) -> int:
        """How many boards must still be looked into before this position can be solved."""
        return sum(1 << cells.bit_count() for cells in self._missing(state))

    def values(self, state: IntArray16, budget: Budget) -> dict[int, int] | None:
        """LOSS, DRAW or WIN for the person to act by each legal action; None: not in the budget."""
        missing = self._missing(state)
        left = sum(1 << cells.bit_count() for cells in missing)
        for cells in missing:
            if not self._work_out(cells, budget):
                return None
            boards = 1 << cells.bit_count()
            left -= boards
            budget.report(boards, left)
        person = int(state[PLAYER])
        out, work = new_work(self._rules), new_work(self._rules)
        count = dispatch.legal(self._rules, state, out, work)
        return {
            int(action): self._value(self._after(state, int(action)), person)
            for action in out[:count]
        }

    def _after(self, state: IntArray16, action: int) -> IntArray16:
        after = state.copy()
        dispatch.apply(self._rules, after, action, new_work(self._rules))
        return after

    def _missing(self, state: IntArray16) -> list[int]:
        """The layers above the position's own that are not worked out yet, fullest first."""
        occupied = sum(1 << cell for cell in _occupied(self._rules, state))
        sets = np.arange(len(self._done), dtype=np.int32)
        above = (sets & occupied == occupied) & (sets != occupied)
        needed = np.unique(self._layers.least[above])
        found: list[int] = needed[~self._done[needed]].tolist()
        return sorted(found, key=lambda cells: (-cells.bit_count(), cells))

    def _work_out(self, cells: int, budget: Budget) -> bool:
        """Fill in one layer; False when the budget ran out first, and nothing is filled in."""
        rules, layers, layer = self._rules, self._layers, self._layer
        if cells == len(self._done) - 1:
            count_stones(rules, layers, cells)
        else:
            enter(rules, layers, layer, cells)
            if not self._convert(cells, rules.limit - 1, budget):
                return False
            keep_placements(layers, self._layer, cells)
        self._done[cells] = True
        return True

    def _convert(self, cells: int, more: int, budget: Budget | None = None) -> bool:
        """Judge conversions if so many are legal after them; False when the budget ran out."""
        anew = self._rules.drawn_at > self._rules.limit
        if anew:
            convert_once_more(self._layer, cells, False, anew)
            self._swap_buffers()
        left, steps = more, 0
        while left > 0:
            if budget is not None and budget.exhausted:
                return False
            change = convert_once_more(self._layer, cells, True, anew)
            self._swap_buffers()
            left, steps = left - 1, steps + 1
            if change == SAME:
                break
            if change == TO_AND_FRO and steps > 1:  # before the first there was no step at all
                left %= 2
        return True

    def _swap_buffers(self) -> None:
        """Take the sets that were written last for those of now."""
        now = self._layer
        self._layer = now._replace(
            won=now.next_won, lost=now.next_lost, next_won=now.won, next_lost=now.lost
        )

    def _value(self, state: IntArray16, person: int) -> int:
        """What a position is worth to a person; the layers above it are known."""
        result = int(state[RESULT])
        if result != RUNNING:
            return DRAW if result == DRAWN else WIN if result == WON + person else LOSS
        value = self._without_swap(state)
        if may_swap(self._rules, state):
            swapped = self._after(state, 2 * self._rules.num_cells)
            value = max(value, WIN - self._without_swap(swapped))
        return value if state[PLAYER] == person else WIN - value

    def _without_swap(self, state: IntArray16) -> int:
        """What a position is worth to the person to act by placing and converting."""
        rules = self._rules
        stones = _occupied(rules, state)
        cells = sum(1 << cell for cell in stones)
        enter(rules, self._layers, self._layer, cells)
        left = rules.limit - int(state[CONVERSIONS])
        if left > 0:
            self._convert(cells, left - 1)
        layer = self._layer
        board = sum(1 << j for j, cell in enumerate(stones) if state[CELLS + cell] == COLOUR_1)
        listed = frozen_stones(rules)
        frozen = state[listed : listed + state[NUM_FROZEN]].tolist()
        protected = sum(1 << stones.index(cell) for cell in frozen)
        full = (1 << len(stones)) - 1
        first_colour = colour_to_move(state) == COLOUR_1
        mine = board if first_colour else full ^ board
        able = mine & int(layer.beside[full ^ mine] & ~layer.beside[protected]) if left > 0 else 0
        placing = int(layer.placing[board]) >> (0 if first_colour else 1)
        return int(judge(placing, int(layer.won[board]), int(layer.lost[board]), able))


def prefers_exact_method(
    rules: Rules, rule_set: RuleSet, state: IntArray16, table_bytes: int
) -> bool:
    """Whether this way is open to a position, and likely to be quicker than a proof."""
    if rules.num_cells > MOST_CELLS or state[VACANT] < LEAST_VACANT:
        return False
    return BOARD_BYTES * _shape(rule_set)[-1] <= table_bytes


def _occupied(rules: Rules, state: IntArray16) -> list[int]:
    cells = state[CELLS : CELLS + rules.num_cells]
    return [int(cell) for cell in np.flatnonzero(cells != EMPTY)]


@kernel
def count_stones(rules: Rules, layers: Layers, cells: int) -> None:
    """KIT-3: on a full board the owner of the last stone placed has won, lost or drawn."""
    full = cells
    for board in range(full + 1):
        lead = 4 * count_bits(board) - 2 * rules.num_cells - rules.double_komi
        won = board if lead > 0 else full ^ board if lead < 0 else 0
        layers.won[layers.first[cells] + board] = won
        layers.lost[layers.first[cells] + board] = full ^ won if lead != 0 else 0


@kernel
def enter(rules: Rules, layers: Layers, layer: Layer, cells: int) -> None:
    """Begin a layer: what placements are worth, and conversions when none is left after them."""
    count = 0
    for cell in range(rules.num_cells):
        if cells >> cell & 1:
            layer.cells[count] = cell
            count += 1
    size = 1 << count
    layer.beside[0] = 0
    for j in range(count):
        layer.around[j] = 0
        for k in range(rules.neighbours.shape[1]):
            other = int(rules.neighbours[layer.cells[j], k])
            if other < rules.num_cells and cells >> other & 1:
                layer.around[j] |= 1 << count_bits(cells & (1 << other) - 1)
        for stones in range(1 << j):
            layer.beside[stones | 1 << j] = layer.beside[stones] | layer.around[j]
    for board in range(size):
        layer.placing[board] = ALL_LOSE | ALL_LOSE << 1
        layer.won[board] = 0
        layer.lost[board] = 0
    for cell in range(rules.num_cells):
        if not cells >> cell & 1:
            _place(layers, layer, cells, cell)


@kernel
def _place(layers: Layers, layer: Layer, cells: int, cell: int) -> None:
    """Note on every board what a stone on a vacant cell is worth to either colour."""
    count = count_bits(cells)
    above = int(layers.least[cells | 1 << cell])
    through = int(layers.through[cells | 1 << cell])
    layer.place[0] = layers.first[above]
    for j in range(count):
        image = layers.images[through, layer.cells[j]]
        bit = 1 << count_bits(above & (1 << image) - 1)
        for board in range(1 << j):
            layer.place[board | 1 << j] = layer.place[board] + bit
    stone = count_bits(above & (1 << layers.images[through, cell]) - 1)
    for board in range(1 << count):
        placing = layer.placing[board]
        for second in range(2):
            row = layer.place[board] + ((1 - second) << stone)
            if layers.won[row] >> stone & 1:
                placing |= WINS << second
            if not layers.lost[row] >> stone & 1:
                placing &= ~(ALL_LOSE << second)
        layer.placing[board] = placing


@kernel
def judge(placing: int, won: int, lost: int, able: int) -> int:
    """What a board is worth to the colour to act, with its part of `placing`, by stones in `able`.

    It takes numbers: to hand on the whole layer for every board takes several times as long.
    """
    if placing & WINS or won & able:
        return WIN
    if placing & ALL_LOSE and able & ~lost == 0:
        return LOSS
    return DRAW


@kernel
def convert_once_more(layer: Layer, cells: int, goes_on: bool, anew: bool) -> int:
    """Judge conversions after which one more is legal than after those of `won` and `lost`.

    With goes_on False none is legal after them. With `anew` False what is won or lost stays so.
    Returns SAME, TO_AND_FRO where the sets are those of the step before the last, or OTHER.
    """
    size = 1 << count_bits(cells)
    full = size - 1
    same, to_and_fro = True, True
    for board in range(size):
        won, lost = (0, 0) if anew else (int(layer.won[board]), int(layer.lost[board]))
        able = board & layer.beside[full ^ board] | (full ^ board) & layer.beside[board]
        waiting = able & ~(won | lost)
        while waiting != 0:
            stone = waiting & -waiting
            waiting ^= stone
            first_colour = board & stone != 0
            converted = (full ^ board if first_colour else board) & layer.beside[stone]
            after = board ^ converted
            theirs = full ^ after if first_colour else after
            theirs &= layer.beside[full ^ theirs] & ~layer.beside[converted]  # KIT-2
            placing = layer.placing[after] >> (1 if first_colour else 0)
            value = judge(placing, layer.won[after], layer.lost[after], theirs if goes_on else 0)
            if value == LOSS:
                won |= stone
            elif value == WIN:
                lost |= stone
        same = same and won == layer.won[board] and lost == layer.lost[board]
        to_and_fro = to_and_fro and won == layer.next_won[board] and lost == layer.next_lost[board]
        layer.next_won[board] = won
        layer.next_lost[board] = lost
    return SAME if same else TO_AND_FRO if to_and_fro else OTHER


@kernel
def keep_placements(layers: Layers, layer: Layer, cells: int) -> None:
    """End a layer: write down for every stone what having just placed it is worth."""
    count = count_bits(cells)
    full = (1 << count) - 1
    for board in range(full + 1):
        won, lost = 0, 0
        for j in range(count):
            first_colour = board >> j & 1 == 1
            theirs = full ^ board if first_colour else board
            theirs &= layer.beside[full ^ theirs] & ~layer.around[j]  # KIT-2
            placing = layer.placing[board] >> (1 if first_colour else 0)
            value = judge(placing, layer.won[board], layer.lost[board], theirs)
            if value == LOSS:
                won |= 1 << j
            elif value == WIN:
                lost |= 1 << j
        layers.won[layers.first[cells] + board] = won
        layers.lost[layers.first[cells] + board] = lost
