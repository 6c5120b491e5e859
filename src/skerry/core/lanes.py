"""Sixty-four full boards at once: one bit of a 64-bit word is a cell of one of them.

A *plane* is a uint64 array with a word for each spot of a hexagonal board: bit b of a word says
whether the cell has a stone of some colour on board b. Rows of spots are longer than rows of cells,
and there is a row more at either end, so that the neighbours of spot i are always
i - 1, i + 1, i - s, i - s - 1, i + s and i + s + 1, where s is the length of a row.

Loops over spots are written twice: for the compiler, which makes vectors of them, and as operations
of NumPy on whole planes, which are many times quicker where nothing is compiled.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from skerry.core.bits import UNSIGNED
from skerry.core.boards import Board, distances_from_centre, hexhex
from skerry.core.jit import inlined, is_interpreted, kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    IntArray16,
    IntArray64,
    Plane,
    Rules,
)
from skerry.core.rng import MASK, advance, open_stream, pick

NUM_LANES = 64
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NONE = np.uint64(0)
ONE = np.uint64(1)
NEXT = UNSIGNED(1)
HALF = np.uint64(32)  # of a word
TIMES = 4  # binary digits of how many groups may vanish at one spot
LAST_CELLS = 8  # vacant cells that are filled in every way: 256 ways, four words
# Board b of a word has a stone on the i-th of six cells where bit i of b is set.
WAYS = np.array(
    [sum(1 << board for board in range(NUM_LANES) if board >> i & 1) for i in range(6)],
    dtype=np.uint64,
)
LANE_NUMBERS = np.arange(NUM_LANES, dtype=np.uint64)
SIXTEENTHS = 16
FEW = 12  # boards whose largest groups need not be known for certain


class Lanes(NamedTuple):
    """The boards, and scratch space for what is asked of them."""

    spots: IntArray16  # (num_cells,) where a cell is on a plane
    stride: int  # length of a row
    begin: int  # the first spot that may be a cell
    end: int  # one beyond the last
    first: Plane  # stones of the first colour
    second: Plane
    planes: Any  # (6, num_spots) uint64: scratch
    numbers: IntArray64  # (6, NUM_LANES): scratch
    triangle: IntArray16  # (m * m,) spots whose colour the places of a triangle take
    places: Any  # (2, m * m + m) uint64: scratch, of that triangle
    middle: IntArray16  # (num_cells,) the spots from the middle of the board outwards


def new_lanes(num_cells: int) -> Lanes:
    """Room for the boards; those that are not hexagonal have no lanes and get the least."""
    size = next((n for n in range(2, 14) if 3 * n * (n - 1) + 1 == num_cells), 2)
    board, stride = hexhex(size), 2 * size
    begin = stride + 2  # shrinking (`count_groups`) may reach so far to the left of the lowest row
    corner = begin + size - 1
    rows, columns = np.array(board.places, dtype=np.int16).T
    spots = (corner + rows * stride + columns + np.maximum(0, rows - (size - 1))).astype(np.int16)
    end = corner + (2 * size - 1) * stride
    num_spots = end + stride + 3
    return Lanes(
        spots=spots,
        stride=stride,
        begin=begin,
        end=end,
        first=np.zeros(num_spots, dtype=np.uint64),
        second=np.zeros(num_spots, dtype=np.uint64),
        planes=np.zeros((6, num_spots), dtype=np.uint64),
        numbers=np.zeros((6, NUM_LANES), dtype=np.int64),
        triangle=spots[triangle_around(board)],
        places=np.zeros((2, (3 * size - 2) * (3 * size - 1)), dtype=np.uint64),
        middle=spots[np.argsort(distances_from_centre(board), kind="stable")],
    )


def triangle_around(board: Board) -> IntArray16:
    """A triangle about a hexagonal board: for each place the cell whose colour it takes.

    The lowest row, the right side and the upper left side of the board lie along its sides, of
    m = 3 n - 2 places, n being the board's. The corners beyond the other three sides continue the
    cells there in straight lines: downwards, to the upper right, and to the left. So the arcs of
    arcs.py are its sides, and groups are as they were. Place c of row r stands at r * m + c.
    """
    n, m = board.size, 3 * board.size - 2
    cells = {
        (row, column + max(0, row - (n - 1))): cell
        for cell, (row, column) in enumerate(board.places)
    }
    found = np.zeros(m * m, dtype=np.int16)
    for row in range(m):
        for place in range(m - row):
            r, q = row, place + row - (n - 1)
            while q - r > n - 1:
                r += 1
            while r > 2 * n - 2:
                r, q = r - 1, q - 1
            found[row * m + place] = cells[r, max(q, 0)]
    return found


@kernel
def fill(
    rules: Rules,
    state: IntArray16,
    lanes: Lanes,
    rng: IntArray64,
    colour: int,
    ahead: float,
    work: IntArray16,
) -> None:
    """Fill the vacant cells of a state at random, on each board in another way.

    All are cut into pairs, one cell for each colour, but for as few as it takes to let a colour get
    `ahead` more than the other on average.
    """
    lay_stones(rules, state, lanes)
    left = 0
    for cell in range(rules.num_cells):
        work[left] = lanes.spots[cell]
        left += state[CELLS + cell] == EMPTY
    stream = open_stream(rng)
    single = math.ceil(abs(ahead))
    single = min(left, single + (left - single) % 2)
    share = (1.0 + ahead / max(single, 1)) / 2.0
    share = share if colour == COLOUR_1 else 1.0 - share
    sixteenths = max(0, min(SIXTEENTHS, round(share * SIXTEENTHS)))
    while left > 0:
        stream = advance(stream)
        choice = pick(stream, left)
        left -= 1
        spot = int(work[choice])
        work[choice] = work[left]
        if single > 0:
            single -= 1
            stream, bits = draw_bits(stream, sixteenths)
            lanes.first[spot], lanes.second[spot] = bits, ~bits
            continue
        left -= 1  # the last of a random order will do
        other = int(work[left])
        stream, bits = draw_word(stream)
        lanes.first[spot], lanes.second[spot] = bits, ~bits
        lanes.first[other], lanes.second[other] = ~bits, bits


@kernel
def lay_stones(rules: Rules, state: IntArray16, lanes: Lanes) -> None:
    """Give all boards the stones of a state, and no others."""
    for cell in range(rules.num_cells):
        content, spot = state[CELLS + cell], lanes.spots[cell]
        lanes.first[spot] = ALL if content == COLOUR_1 else NONE
        lanes.second[spot] = ALL if content == COLOUR_2 else NONE


@kernel
def show_lane(rules: Rules, state: IntArray16, lanes: Lanes) -> None:
    """Make the first of the boards the cells of a state."""
    for cell in range(rules.num_cells):
        is_first = lanes.first[lanes.spots[cell]] & ONE
        state[CELLS + cell] = COLOUR_1 if is_first != NONE else COLOUR_2


@inlined
def boards_with(i: int, word: int) -> Any:
    """On which of the boards of a word the i-th cell has a stone, where all ways are filled in."""
    if i < WAYS.shape[0]:
        return WAYS[i]
    return ALL if word >> (i - WAYS.shape[0]) & 1 else NONE


@inlined
def draw_word(stream: int) -> tuple[int, Any]:
    """The stream two steps on, and 64 random bits."""
    stream = advance(stream)
    high = np.uint64((stream ^ stream >> 32) & MASK)
    stream = advance(stream)
    return stream, high << HALF | np.uint64((stream ^ stream >> 32) & MASK)


@inlined
def draw_bits(stream: int, sixteenths: int) -> tuple[int, Any]:
    """The stream further on, and 64 bits of which each is 1 with that chance."""
    found = ALL if sixteenths == SIXTEENTHS else NONE
    for digit in range(4):
        stream, word = draw_word(stream)
        if sixteenths < SIXTEENTHS:
            found = (found | word) if (sixteenths >> digit) & 1 else (found & word)
    return stream, found


if is_interpreted():

    def _around(plane: Plane, lanes: Lanes) -> list[Plane]:
        """The six neighbours of each spot from begin to end, as views."""
        s = lanes.stride
        begin, end = lanes.begin, lanes.end
        return [plane[begin + way : end + way] for way in (-1, 1, -s, -s - 1, s, s + 1)]

    def spread(lanes: Lanes, reached: Plane, within: Plane) -> None:
        """Let what is reached spread to all that it connects to within a plane."""
        inner = slice(lanes.begin, lanes.end)
        while True:
            grown = np.bitwise_or.reduce([reached[inner], *_around(reached, lanes)])
            grown &= within[inner]
            if np.array_equal(grown, reached[inner]):
                return
            reached[inner] = grown

    def _shrink(lanes: Lanes, stones: Plane, out: Plane, times: Any, end: int) -> bool:
        """Count the stones without a neighbour of their own and shrink; whether any are left."""
        inner = slice(lanes.begin, lanes.end)
        carry = stones[inner] & ~np.bitwise_or.reduce(_around(stones, lanes))
        for plane in times:
            carried = plane[inner] & carry
            plane[inner] ^= carry
            carry = carried
        majority(stones, out, lanes.begin, lanes.end, lanes.stride + 1)
        return bool(stones[inner].any())

    def add_up(lanes: Lanes, plane: Plane, weight: int, numbers: IntArray64) -> None:
        """Add to a number for each board how many of its spots are on, times the weight."""
        bits = (plane[lanes.begin : lanes.end, None] >> LANE_NUMBERS) & ONE
        numbers += weight * bits.sum(axis=0).astype(np.int64)

    def copy_plane(source: Plane, target: Plane) -> None:
        """Make a plane like another."""
        target[:] = source

    def take_away(gone: Plane, target: Plane) -> None:
        """Take stones from a plane."""
        target &= ~gone

    def pick_out(stones: Plane, spots: IntArray16, out: Plane) -> None:
        """The words at some spots, side by side."""
        out[: len(spots)] = stones[spots]

    def majority(plane: Plane, out: Plane, begin: int, end: int, far: int) -> None:
        """From begin to end, what two or three are: a word, the next, and the one so far on."""
        a, b, c = plane[begin:end], plane[begin + 1 : end + 1], plane[begin + far : end + far]
        out[begin:end] = a & (b | c) | b & c

    def above(numbers: IntArray64, some: IntArray64, others: IntArray64) -> Any:
        """On which boards a number is above two others, as a word."""
        flags = numbers > np.maximum(some, others)
        return np.packbits(flags, bitorder="little").view(np.uint64)[0]

    def take_largest(size: IntArray64, best: IntArray64, rest: IntArray64) -> None:
        """Keep the largest size for each board, and what is left when it is taken away."""
        np.maximum(best, size, out=best)
        rest -= size

    def count_bits(word: Any) -> int:
        """How many bits are set."""
        return int(np.bitwise_count(word))

else:

    @kernel
    def spread(lanes: Lanes, reached: Plane, within: Plane) -> None:
        """Let what is reached spread to all that it connects to within a plane.

        Spots are gone through upwards and downwards in turn, until nothing is new. Of a spot's
        neighbours four were loaded, or made, for the spot before.
        """
        begin, end, s = UNSIGNED(lanes.begin), UNSIGNED(lanes.end), UNSIGNED(lanes.stride)
        while True:
            change = NONE
            left, here = reached[begin - NEXT], reached[begin]
            low_left, high = reached[begin - s - NEXT], reached[begin + s]
            for i in range(begin, end):
                right, low, high_right = reached[i + NEXT], reached[i - s], reached[i + s + NEXT]
                near = (here | left | right | low_left | low | high | high_right) & within[i]
                change |= near ^ here
                reached[i] = near
                left, here, low_left, high = near, right, low, high_right
            if change == NONE:
                return
            change = NONE
            right, here = reached[end], reached[end - NEXT]
            low, high_right = reached[end - NEXT - s], reached[end + s]
            for k in range(begin, end):
                spot = begin + end - k - NEXT
                left, low_left, high = (
                    reached[spot - NEXT],
                    reached[spot - s - NEXT],
                    reached[spot + s],
                )
                near = (here | left | right | low_left | low | high | high_right) & within[spot]
                change |= near ^ here
                reached[spot] = near
                right, here, low, high_right = near, left, low_left, high
            if change == NONE:
                return

    @kernel
    def _shrink(lanes: Lanes, stones: Plane, out: Plane, times: Any, end: int) -> bool:
        """Count the stones without a neighbour of their own and shrink; whether any are left."""
        begin, stop, s = UNSIGNED(lanes.begin), UNSIGNED(end), UNSIGNED(lanes.stride)
        any_stone, any_lone = NONE, NONE
        for i in range(begin, stop):  # three short loops can be vectors, one long one could not
            here = stones[i]
            near = stones[i - NEXT] | stones[i + NEXT] | stones[i - s] | stones[i + s]
            near |= stones[i - s - NEXT] | stones[i + s + NEXT]
            out[i] = here & ~near
            any_lone |= here & ~near
            any_stone |= here
        digit = 0
        while any_lone != NONE:
            plane, any_lone = times[digit], NONE
            for i in range(begin, stop):
                carried = plane[i] & out[i]
                plane[i] ^= out[i]
                out[i] = carried
                any_lone |= carried
            digit += 1
        majority(stones, out, lanes.begin, end, lanes.stride + 1)
        return bool(any_stone != NONE)

    @kernel
    def copy_plane(source: Plane, target: Plane) -> None:
        """Make a plane like another."""
        for i in range(UNSIGNED(source.shape[0])):
            target[i] = source[i]

    @kernel
    def take_away(gone: Plane, target: Plane) -> None:
        """Take stones from a plane."""
        for i in range(UNSIGNED(gone.shape[0])):
            target[i] &= ~gone[i]

    @kernel
    def pick_out(stones: Plane, spots: IntArray16, out: Plane) -> None:
        """The words at some spots, side by side."""
        for i in range(UNSIGNED(spots.shape[0])):
            out[i] = stones[spots[i]]

    @kernel
    def majority(plane: Plane, out: Plane, begin: int, end: int, far: int) -> None:
        """From begin to end, what two or three are: a word, the next, and the one so far on."""
        for i in range(UNSIGNED(begin), UNSIGNED(end)):
            a, b, c = plane[i], plane[i + NEXT], plane[i + UNSIGNED(far)]
            out[i] = a & (b | c) | b & c

    @kernel
    def add_up(lanes: Lanes, plane: Plane, weight: int, numbers: IntArray64) -> None:
        """Add to a number for each board how many of its spots are on, times the weight.

        Three words at a time are added to a sum in binary, for all boards at once.
        """
        a = b = c = d = e = f = g = h = j = NONE
        i, end = UNSIGNED(lanes.begin), UNSIGNED(lanes.end)
        while i < end:
            x, y, z = plane[i], plane[i + NEXT], plane[i + NEXT + NEXT]
            i += NEXT + NEXT + NEXT
            both, carry = x ^ y, x & y
            carry |= both & z
            both ^= z
            a, over = a ^ both, a & both
            b, carry = b ^ carry ^ over, (b & carry) | ((b ^ carry) & over)
            c, carry = c ^ carry, c & carry
            d, carry = d ^ carry, d & carry
            e, carry = e ^ carry, e & carry
            f, carry = f ^ carry, f & carry
            g, carry = g ^ carry, g & carry
            h, carry = h ^ carry, h & carry
            j ^= carry
        for lane in range(UNSIGNED(NUM_LANES)):
            number, shift = NONE, NONE
            for digit in (a, b, c, d, e, f, g, h, j):
                number |= (digit >> lane & ONE) << shift
                shift += ONE
            numbers[lane] += weight * int(number)

    @kernel
    def above(numbers: IntArray64, some: IntArray64, others: IntArray64) -> Any:
        """On which boards a number is above two others, as a word."""
        word = NONE
        for lane in range(UNSIGNED(NUM_LANES)):
            word |= np.uint64(numbers[lane] > max(some[lane], others[lane])) << lane
        return word

    @kernel
    def take_largest(size: IntArray64, best: IntArray64, rest: IntArray64) -> None:
        """Keep the largest size for each board, and what is left when it is taken away."""
        for lane in range(UNSIGNED(NUM_LANES)):
            best[lane] = max(best[lane], size[lane])
            rest[lane] -= size[lane]

    @inlined
    def count_bits(word: Any) -> int:
        """How many bits are set (LLVM knows this loop as one instruction)."""
        count = 0
        while word != NONE:
            word &= word - ONE
            count += 1
        return count


@kernel
def count_groups(lanes: Lanes, stones: Plane, weight: int, numbers: IntArray64) -> None:
    """Add to a number for each board how many groups a colour has there, times the weight.

    All boards are shrunk again and again: a spot becomes what two or three corners of a triangle of
    spots are. That keeps every group of two or more connected, and apart from the others, and makes
    it smaller; a group that is one stone vanishes, and is counted before. (The same step carries a
    game of Y over to a smaller board: van Rijswijck, 2002.)
    """
    here, there, times = lanes.planes[0], lanes.planes[1], lanes.planes[2:]
    copy_plane(stones, here)
    there[:] = NONE
    times[:] = NONE
    step, size, end = 0, lanes.stride // 2, lanes.end
    while _shrink(lanes, here, there, times, end):
        here, there = there, here
        step += 1
        if step >= size:  # from then on the highest row is free
            end -= lanes.stride
    for digit in range(TIMES):
        add_up(lanes, times[digit], weight << digit, numbers)


@kernel
def reduce_triangle(lanes: Lanes, stones: Plane) -> Any:
    """On which boards the stones of a colour connect all three sides of the triangle around them.

    On a full triangular board one colour connects all three sides, and it still does on the board
    that has what two or three of any three neighbours are in place of these (van Rijswijck, 2002).
    """
    here, there, m = lanes.places[0], lanes.places[1], 3 * (lanes.stride // 2) - 2
    pick_out(stones, lanes.triangle, here)
    for rows in range(m - 1, 0, -1):
        majority(here, there, 0, rows * m, m)
        here, there = there, here
    return here[0]


@kernel
def compare_largest(lanes: Lanes) -> tuple[Any, Any]:
    """On which boards the first colour's largest group is larger than the second's, and smaller.

    Groups are taken from the boards, one of each colour at a time, until what is left can't matter.
    The last few boards would take most of the time: there the largest found so far are compared.
    """
    left, group = lanes.planes[0:2], lanes.planes[2:4]
    best, rest = lanes.numbers[0:2], lanes.numbers[2:4]
    size, none = lanes.numbers[4], lanes.numbers[5]
    none[:] = 0
    for side in range(2):
        stones = lanes.first if side == 0 else lanes.second
        copy_plane(stones, left[side])
        best[side], rest[side] = 0, 0
        add_up(lanes, left[side], 1, rest[side])
    ahead, behind, is_open = NONE, NONE, ALL
    while count_bits(is_open) > FEW:
        _seed(lanes, left[0], is_open, group[0])
        _seed(lanes, left[1], is_open, group[1])
        for side in range(2):
            spread(lanes, group[side], left[side])
            take_away(group[side], left[side])
            size[:] = 0
            add_up(lanes, group[side], 1, size)
            take_largest(size, best[side], rest[side])
        ahead |= above(best[0], best[1], rest[1])
        behind |= above(best[1], best[0], rest[0])
        is_open = (above(rest[0], none, none) | above(rest[1], none, none)) & ~(ahead | behind)
    ahead |= is_open & above(best[0], best[1], none)
    behind |= is_open & above(best[1], best[0], none)
    return ahead, behind


@kernel
def _seed(lanes: Lanes, stones: Plane, wanted: Any, seed: Plane) -> None:
    """One stone of each board that is wanted and has any, as near the middle as may be."""
    seed[:] = NONE
    for spot in lanes.middle:
        seed[spot] = stones[spot] & wanted
        wanted &= ~stones[spot]
