"""The kernels that every game has: each function here stands for that of the game of the rules.

`by_game` picks it by the type of the rules. The body of such a function is for games that have no
version of their own; one that raises NotImplementedError must be there in each game.
"""

import numpy as np

from skerry.core.boards import Board, row_length
from skerry.core.jit import by_game, kernel
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    HEADER,
    PLACED,
    RESULT,
    RUNNING,
    FloatArray32,
    IntArray16,
    IntArray64,
    Rules,
)
from skerry.core.stones import copy_state, turn_stones
from skerry.games.info import Options


@by_game("kernels")
def start(rules: Rules, state: IntArray16) -> None:
    """Make an empty board ready; tiles of a set-up must lie in the cells already."""


@by_game("kernels", "legal")
def _legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Write the legal actions, ascending, of a game that is not over; returns their number."""
    raise NotImplementedError


@by_game("kernels")
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Carry out one action in place; it must be legal."""
    raise NotImplementedError


@by_game("kernels", "playout")
def _playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Play uniformly random legal actions to the end of a game that is not over, in place."""
    raise NotImplementedError


@by_game("guided", "playout")
def _guided_playout(
    rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16, taken: FloatArray32
) -> None:
    """As `guided_playout`; by default at random."""
    playout(rules, state, rng, work)
    note_owners(rules, state, taken)


@kernel
def note_owners(rules: Rules, state: IntArray16, taken: FloatArray32) -> None:
    """Write into `taken` who placed where, on a full board: who owns a cell at the end."""
    for cell in range(rules.num_cells):
        taken[0, cell] = np.float32(state[CELLS + cell] == COLOUR_1)
        taken[1, cell] = np.float32(state[CELLS + cell] == COLOUR_2)


@by_game("kernels")
def end_action(rules: Rules) -> int | None:
    """The action that ends a turn, None where turns end by themselves."""
    return None


@by_game("kernels")
def ring_numbers(rules: Rules) -> IntArray16:
    """The ring number of each cell, which bounds a turn; 0 in games without rings."""
    return np.zeros(rules.num_cells, dtype=np.int16)


@by_game("kernels")
def longest_game(rules: Rules) -> int:
    """An upper bound of a game's actions; by default a stone a cell and the end of its turn."""
    return 2 * rules.num_cells + 1


@by_game("kernels")
def phase(rules: Rules, state: IntArray16) -> str:
    """The phase of the game: "play", or a part of the set-up."""
    return "play"


@by_game("kernels")
def tower_cells(rules: Rules, state: IntArray16) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells of the towers of the first and the second colour, as far as placed."""
    return (), ()


@by_game("kernels")
def protected_stones(rules: Rules, state: IntArray16) -> tuple[int, ...]:
    """The cells of the stones that may not be turned now."""
    return ()


@by_game("kernels")
def most_stones(rules: Rules, state: IntArray16) -> int:
    """Most stones this turn may hold as it stands; the game must not be over."""
    return 1


@by_game("kernels")
def turn_actions(rules: Rules, state: IntArray16) -> tuple[int, ...]:
    """Actions of the turn being composed, in canonical order; by default its stones."""
    first = turn_stones(rules)
    return tuple(state[first : first + int(state[PLACED])].tolist())


@by_game("kernels")
def sets_up(rules: Rules, state: IntArray16) -> bool:
    """Whether the board is still being set up."""
    return False


@by_game("kernels")
def has_sets(rules: Rules) -> bool:
    """Whether a turn may be a set of several stones."""
    return True


@by_game("kernels")
def in_turn(rules: Rules, state: IntArray16) -> bool:
    """Whether a turn has begun and is not whole yet."""
    return bool(state[PLACED] > 0)


@by_game("kernels")
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """The score of a colour at the end of a playout; 0 in games without scores."""
    return 0.0


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Write the legal actions, ascending; returns their number, 0 when the game is over (C-8)."""
    if state[RESULT] != RUNNING:
        return 0
    return _legal(rules, state, out, work)


@kernel
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Play uniformly random legal actions to the end, in place.

    Only RESULT means anything afterwards. A playout never swaps: a swap moves no stone, and a
    random one would only blur what the first turn is worth.
    """
    if state[RESULT] == RUNNING:
        _playout(rules, state, rng, work)


@kernel
def guided_playout(
    rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16, taken: FloatArray32
) -> None:
    """Play to the end in the way that serves a search best, in place.

    Afterwards only RESULT and the cells are meant to be read.

    `taken`, float32 of shape (2, num_actions) and zero at first, is rewritten: ones for what the
    first and the second colour have done on the way.
    """
    _guided_playout(rules, state, rng, work, taken)


@kernel
def playouts(
    rules: Rules, state: IntArray16, rng: IntArray64, num_playouts: int, results: IntArray64
) -> None:
    """Add the results of playouts from one position to results[RESULT], int64 of shape (4,)."""
    work = np.empty(rules.work_size, dtype=np.int16)
    copy = np.empty(rules.state_size, dtype=np.int16)
    for _ in range(num_playouts):
        copy_state(state, copy)
        playout(rules, copy, rng, work)
        results[copy[RESULT]] += 1


LEGAL_ROOM = 1024  # more actions than any position of any game offers

# Steps (across, up) to the neighbours: on hexhex boards anticlockwise from the left, rows being
# half a cell apart; on square ones by ascending cell.
STEPS = {
    "hexhex": ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1)),
    "square": ((-1, 0), (0, -1), (0, 1), (1, 0)),
}


def common_fields(
    board: Board, options: Options, *, num_actions: int, num_own: int
) -> tuple[int, int, int, int, IntArray16, int]:
    """The fields with which the rules of every game begin; see `layout.Rules`.

    Args:
        board: the board.
        options: of the game; all of them.
        num_actions: how many actions there are.
        num_own: elements of a state after the wall.
    """
    n = board.num_cells
    return (
        n,
        num_actions,
        HEADER + n + 1 + num_own,
        max(6 * n + 64, LEGAL_ROOM),
        _neighbours(board),
        int(options.get("swap", False)),
    )


def _neighbours(board: Board) -> IntArray16:
    """Neighbours of each cell in the order of STEPS, the wall where there is none."""

    def spot(row: int, column: int) -> tuple[int, int]:
        hexhex_board = board.shape == "hexhex"
        return (2 * column - row_length(board.size, row), row) if hexhex_board else (column, row)

    spots = [spot(*place) for place in board.places]
    index = {spot: cell for cell, spot in enumerate(spots)}
    around = [
        [index.get((x + across, y + up), board.num_cells) for across, up in STEPS[board.shape]]
        for x, y in spots
    ]
    return np.array(around, dtype=np.int16)
