"""What games of stones share: groups (C-7), placing, ending a turn, the swap."""

from skerry.core.jit import inlined, kernel
from skerry.core.layout import (
    ANY_RING,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    DRAWN,
    EMPTY,
    FIRST,
    LAST_TURN,
    LOWEST,
    NOBODY,
    PLACED,
    PLAYER,
    REASON,
    RESULT,
    TURN,
    VACANT,
    WON,
    IntArray16,
    Rules,
)


@kernel
def flood(rules: Rules, state: IntArray16, start: int, seen: IntArray16, stack: IntArray16) -> int:
    """Visit the group of `start`; returns its size and leaves its cells in stack[:size].

    `seen` (num_cells + 1,) holds 0 for the cells not yet visited and is set to 1 on the way.
    """
    colour = state[CELLS + start]
    seen[start] = 1
    stack[0] = start
    size = 1
    done = 0
    while done < size:
        cell = stack[done]
        done += 1
        for k in range(rules.neighbours.shape[1]):
            other = rules.neighbours[cell, k]
            if state[CELLS + other] == colour and seen[other] == 0:
                seen[other] = 1
                stack[size] = other
                size += 1
    return size


@kernel
def find(parent: IntArray16, cell: int) -> int:
    """Root of a cell's group, halving the path on the way."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = int(parent[cell])
    return cell


@kernel
def group_sizes(
    rules: Rules, state: IntArray16, colour: int, sizes: IntArray16, work: IntArray16
) -> int:
    """Write the size of each group of a colour, by their first cells; returns how many.

    `sizes` has room for num_cells numbers, `work` for 2 * num_cells + 1.
    """
    seen = work[: rules.num_cells + 1]
    stack = work[rules.num_cells + 1 :]
    seen[:] = 0
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == colour and seen[cell] == 0:
            sizes[count] = flood(rules, state, cell, seen, stack)
            count += 1
    return count


@inlined
def copy_state(source: IntArray16, target: IntArray16) -> None:
    """Make one state equal to another; a slice assignment would take a second longer to compile."""
    for i in range(source.shape[0]):
        target[i] = source[i]


@inlined
def colour_to_move(state: IntArray16) -> int:
    """Colour of the person to act; the game must not be over."""
    return COLOUR_1 if state[PLAYER] == state[FIRST] else COLOUR_2


@inlined
def person_of(state: IntArray16, colour: int) -> int:
    """The person who holds a colour."""
    return int(state[FIRST]) if colour == COLOUR_1 else 1 - int(state[FIRST])


@kernel
def first_turn_stone(rules: Rules) -> int:
    """Where a state lists the stones of the turn being composed, ascending (PLACED of them)."""
    return CELLS + rules.num_cells + 1


@inlined
def place_stone(rules: Rules, state: IntArray16, cell: int, colour: int) -> None:
    """Put a stone on a vacant cell and list it in order: its place in the turn leaves no trace."""
    state[CELLS + cell] = colour
    state[VACANT] -= 1
    listed = first_turn_stone(rules)
    slot = int(state[PLACED])
    while slot > 0 and state[listed + slot - 1] > cell:
        state[listed + slot] = state[listed + slot - 1]
        slot -= 1
    state[listed + slot] = cell
    state[PLACED] += 1


@inlined
def clear_turn(rules: Rules, state: IntArray16) -> None:
    """Forget the stones of the turn that ended."""
    listed = first_turn_stone(rules)
    for slot in range(int(state[PLACED])):
        state[listed + slot] = 0
    state[PLACED] = 0
    state[LOWEST] = ANY_RING


@inlined
def close_turn(rules: Rules, state: IntArray16) -> None:
    """Count a whole turn and forget its stones; a state holds nothing of how it was reached."""
    clear_turn(rules, state)
    if state[TURN] < LAST_TURN:
        state[TURN] += 1


@inlined
def end_turn(rules: Rules, state: IntArray16) -> None:
    """Count the turn and hand the move to the other person."""
    close_turn(rules, state)
    state[PLAYER] = 1 - state[PLAYER]


@inlined
def may_swap(rules: Rules, state: IntArray16) -> bool:
    """C-3: person 1, in place of a first turn."""
    return rules.swap == 1 and state[TURN] == 1 and state[PLACED] == 0


@inlined
def swap_persons(rules: Rules, state: IntArray16) -> None:
    """C-3: the persons exchange colours, the board stays, the second colour moves next."""
    state[FIRST] = 1 - state[FIRST]
    end_turn(rules, state)


@inlined
def win(state: IntArray16, person: int, reason: int) -> None:
    """End the game with a winner."""
    state[RESULT] = WON + person
    state[REASON] = reason
    state[PLAYER] = NOBODY


@kernel
def draw(state: IntArray16, reason: int) -> None:
    """End the game without one."""
    state[RESULT] = DRAWN
    state[REASON] = reason
    state[PLAYER] = NOBODY


@kernel
def decide(state: IntArray16, lead: int, reason: int) -> None:
    """End the game by the first colour's lead over the second: ahead wins, level is a draw."""
    if lead == 0:
        draw(state, reason)
    else:
        win(state, person_of(state, COLOUR_1 if lead > 0 else COLOUR_2), reason)


@kernel
def list_vacant(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """Write the vacant cells, ascending; returns their number."""
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == EMPTY:
            out[count] = cell
            count += 1
    return count


@kernel
def closed(action: int) -> int:
    """The mark of an action that keeps its place in the order but may not be taken there.

    Marking twice gives the action back.
    """
    return -1 - action


@kernel
def list_pieces(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> int:
    """Pieces of the board without the other colour: cells, and stones, into work[0], work[1]...

    Returns how many pieces there are.
    """
    n = rules.num_cells
    other = COLOUR_1 + COLOUR_2 - colour
    seen, stack = work[2 * n : 3 * n + 1], work[3 * n + 1 : 4 * n + 1]
    seen[:] = 0
    seen[n] = 1  # the wall
    count = 0
    for cell in range(n):
        if seen[cell] == 1 or state[CELLS + cell] == other:
            continue
        seen[cell] = 1
        stack[0] = cell
        size, done, stones = 1, 0, 0
        while done < size:
            here = int(stack[done])
            done += 1
            stones += state[CELLS + here] == colour
            for k in range(rules.neighbours.shape[1]):
                beside = int(rules.neighbours[here, k])
                if seen[beside] == 0 and state[CELLS + beside] != other:
                    seen[beside] = 1
                    stack[size] = beside
                    size += 1
        work[2 * count] = size
        work[2 * count + 1] = stones
        count += 1
    return count
