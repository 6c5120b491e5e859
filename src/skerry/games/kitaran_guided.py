"""Playouts of Kitaran that choose better than at random, and tell what was played."""

from ..core.bits import beside, bit_of, count_bits, nth_bit
from ..core.jit import kernel
from ..core.layout import (
    BY_CYCLE,
    BY_MAJORITY,
    COLOUR_1,
    COLOUR_2,
    VACANT,
    IntArray16,
    IntArray64,
    Rules,
)
from ..core.rng import advance, open_stream, pick
from ..core.turns import colour_to_move, decide, draw
from . import kitaran

PLACED_BY, CONVERTED_BY = 0, 1  # of the first colour; the second colour's follow
TRIES = 2  # actions drawn, of which the one that touches most is played


@kernel
def playout(
    rules: Rules, state: IntArray16, rng: IntArray64, vacant: IntArray16, played: IntArray64
) -> None:
    """Of two random actions, the one with more contact, to the end of the game, in place.

    A stone beside enemy stones bars their conversion for a turn (KIT-2): placements count one and
    each enemy stone beside them, conversions each stone they turn. Converting as much as possible
    plays badly: docs/search.md has the figures.

    `played` is rewritten: the cells on which each colour placed and with which it converted.
    """
    stride = rules.side + 1
    colour = colour_to_move(state)
    mine = kitaran.stones_of(rules, state, colour)
    theirs = kitaran.stones_of(rules, state, COLOUR_1 + COLOUR_2 - colour)
    frozen = kitaran.frozen_set(rules, state)
    left, conversions = int(state[VACANT]), int(state[kitaran.CONVERSIONS])
    kitaran.list_vacant_bits(rules, state, vacant)
    stream = open_stream(rng)
    while left > 0 and conversions < rules.limit:
        stones = mine & beside(theirs, stride) & ~beside(frozen, stride)  # that may convert
        num_actions = left + count_bits(stones)
        most, choice, source = -1, 0, 0
        for _ in range(TRIES):
            stream = advance(stream)
            drawn = pick(stream, num_actions)
            cell = 1 << int(vacant[drawn]) if drawn < left else nth_bit(stones, drawn - left)
            contact = count_bits(beside(cell, stride) & theirs) + int(drawn < left)
            if contact > most:
                most, choice, source = contact, drawn, cell
        own = 2 * (colour - COLOUR_1)
        if choice < left:
            left -= 1
            vacant[choice] = vacant[left]
            frozen = source
            conversions = 0
            played[own + PLACED_BY] |= source
        else:
            frozen = theirs & beside(source, stride)
            theirs ^= frozen
            conversions += 1
            played[own + CONVERTED_BY] |= source
        mine, theirs = theirs, mine | frozen
        colour = COLOUR_1 + COLOUR_2 - colour
    kitaran.put_stones(rules, state, mine, theirs, colour)
    state[VACANT] = left
    if left > 0:
        draw(state, BY_CYCLE)
    else:
        decide(state, kitaran.lead(rules, state), BY_MAJORITY)


@kernel
def was_played(rules: Rules, played: IntArray64, action: int, colour: int) -> bool:
    """Whether a colour took an action in a guided playout."""
    n = rules.num_cells
    if action >= 2 * n:
        return False
    own = 2 * (colour - COLOUR_1) + action // n
    return bool(played[own] & bit_of(action % n, rules.side) != 0)
