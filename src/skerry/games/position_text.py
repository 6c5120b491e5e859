"""Positions as text: what a game's fields say beside the board, and what must fit together.

Vacant cells and the result are worked out. Seats, counts of stones and turns must agree with each
other; whether a real game leads there is not asked.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from skerry.core.layout import (
    ANY_RING,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    LAST_TURN,
    LEGAL_ROOM,
    LOWEST,
    NOBODY,
    PLACED,
    PLAYER,
    REASON,
    RESULT,
    RUNNING,
    TURN,
    VACANT,
    IntArray16,
    new_work,
)
from skerry.core.stones import first_turn_stone
from skerry.errors import NotationError, clipped, quoted, require
from skerry.games.actions import parse_cell
from skerry.games.contract import apply, game_module, has_sets, ring_numbers, turn_actions
from skerry.games.dispatch import legal
from skerry.games.ruleset import RuleSet

NONE = "-"


def format_cells(rule_set: RuleSet, cells: Iterable[int]) -> str:
    """Cells between commas, or `-`."""
    return ",".join(rule_set.board.names[cell] for cell in cells) or NONE


def parse_number(name: str, text: str, lowest: int, highest: int) -> int:
    """A number within bounds; '-' stands for -1 where that is allowed. Raises NotationError."""
    if text == NONE and lowest < 0:
        return -1
    if not re.fullmatch(r"\d{1,5}", text) or not max(0, lowest) <= int(text) <= highest:
        also = " or -" if lowest < 0 else ""
        raise NotationError(
            f"{name}={clipped(text)} must be a number from {max(0, lowest)} to {highest}{also}."
        )
    return int(text)


def parse_cells(rule_set: RuleSet, name: str, text: str, most: int) -> list[int]:
    """Cells of a list, ascending and each once; '-' stands for none. Raises NotationError."""
    if text == NONE:
        return []
    words = text.split(",")
    if len(words) > most:
        raise NotationError(f"{name} lists {len(words)} cells; there can be at most {most}.")
    for word in words:
        if not re.fullmatch(r"[a-z]\d{1,2}", word):
            raise NotationError(f"{quoted(word)} in {name} is not a cell; write cells such as c3.")
    cells = sorted(parse_cell(rule_set.board, word) for word in words)
    if len(cells) != len(set(cells)):
        raise NotationError(f"{name} names a cell twice.")
    return cells


MoverOf = Callable[[int, int], int]


def fields(rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
    """The stones of the turn being composed, where a turn may have several."""
    if not has_sets(rule_set.rules):
        return {}
    return {"placed": format_cells(rule_set, turn_actions(rule_set.rules, state))}


def read_fields(rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
    """Read what `fields` wrote. Raises NotationError."""
    if not has_sets(rule_set.rules):
        return
    first = first_turn_stone(rule_set.rules)
    placed = parse_cells(rule_set, "placed", given["placed"], len(state) - first)
    state[PLACED] = len(placed)
    state[first : first + len(placed)] = placed


def count_vacant(rule_set: RuleSet, state: IntArray16) -> None:
    """Write how many cells are vacant."""
    cells = state[CELLS : CELLS + rule_set.rules.num_cells]
    state[VACANT] = int((cells == EMPTY).sum())


def turns_in_order(turn: int, first: int) -> int:
    """The person who has a turn, where persons alternate."""
    return turn % 2


def check_seats(rule_set: RuleSet, state: IntArray16, mover_of: MoverOf = turns_in_order) -> int:
    """The person whose turn it is or, at the end, was: the state counts the last turn too.

    Args:
        rule_set: of the game.
        state: with player, first and turn.
        mover_of: the person who has a turn, by its number from 0 and the holder of the first
            colour.
    """
    first, turn = int(state[FIRST]), int(state[TURN])
    require(first != NOBODY, "first must be 0 or 1, the person who holds the first colour.")
    require(
        first == 0 or (rule_set.rules.swap == 1 and turn >= 2),
        "first=1 means that the persons have swapped, which needs swap=on and two turns.",
        "C-3",
    )
    player = int(state[PLAYER])
    if turn >= LAST_TURN and player != NOBODY:
        return player
    current = turn - 1 if player == NOBODY else turn
    require(current >= 0, "No game is over before its first turn.")
    mover = mover_of(current, first)
    require(
        player in (mover, NOBODY),
        f"After {turn} turns it is person {mover}'s turn, not person {player}'s.",
    )
    return mover


def mover_colour(state: IntArray16, mover: int) -> int:
    """The colour of the person who has the turn."""
    return COLOUR_1 if mover == state[FIRST] else COLOUR_2


def check_placed(rule_set: RuleSet, state: IntArray16, mover: int) -> Sequence[int]:
    """The stones of the turn being composed, which must be on the board and the mover's."""
    placed = turn_actions(rule_set.rules, state)
    require(
        not placed or state[PLAYER] != NOBODY, "The game is over, so placed can list no stones."
    )
    colour = mover_colour(state, mover)
    for cell in placed:
        require(
            state[CELLS + cell] == colour,
            f"{rule_set.board.names[cell]} is listed as placed in this turn, so it must hold a "
            f"{rule_set.info.colours[colour - 1]} stone.",
        )
    return placed


def check_counts(
    rule_set: RuleSet, state: IntArray16, turns: tuple[int, int], most: tuple[int, int]
) -> None:
    """Each colour's stones must fit the number of turns it has had, and the most it may have."""
    cells = state[CELLS : CELLS + rule_set.rules.num_cells]
    placed = turn_actions(rule_set.rules, state)
    for colour, num_turns, highest in zip((COLOUR_1, COLOUR_2), turns, most, strict=True):
        stones = int((cells == colour).sum()) - sum(cells[cell] == colour for cell in placed)
        require(
            num_turns <= stones <= highest,
            f"{rule_set.info.colours[colour - 1].capitalize()} cannot have {stones} stones besides "
            f"this turn's; with {num_turns} turns finished it has from {num_turns} to {highest}.",
        )


def finished_turns(state: IntArray16) -> tuple[int, int]:
    """How many turns of placing the first and the second colour have finished, by turns."""
    turns = int(state[TURN]) - int(state[FIRST])  # a swap is a turn of nobody's stones
    return turns - turns // 2, turns // 2


def check_ending(rule_set: RuleSet, state: IntArray16, player: int) -> None:
    """`player` as the text gave it must agree with the result; a complete turn must have ended."""
    over = state[RESULT] != RUNNING
    require(
        over == (player == NOBODY),
        "The game is over on this board, so player must be -."
        if over
        else "player=- means that the game is over, which it is not on this board.",
    )
    if not over and state[PLACED] > 0:
        out = np.empty(LEGAL_ROOM, dtype=np.int16)
        count = legal(rule_set.rules, state, out, new_work(rule_set.rules))
        require(
            any(action < rule_set.rules.num_cells for action in out[:count]),
            "The stones placed complete a turn, so it must have ended.",
            "C-2",
        )


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Stones against turns, and a result where the last stone has brought one.

    Raises:
        NotationError: they do not fit together.
    """
    says, player = game_module(rule_set.name), int(state[PLAYER])
    count_vacant(rule_set, state)
    mover = check_seats(rule_set, state, says.mover_of)
    says.settle_turn(rule_set, state, check_placed(rule_set, state, mover))
    turns = says.finished_turns(state)
    first, second = (says.most_placed(rule_set, count) for count in turns)
    check_counts(rule_set, state, turns, (first, second))
    says.settle_result(rule_set, state, mover)
    check_ending(rule_set, state, player)


def settle_turn(rule_set: RuleSet, state: IntArray16, placed: Sequence[int]) -> None:
    """Where rings bound a turn: the lowest of its stones, and no more stones than it says."""
    rings = ring_numbers(rule_set.rules)
    if rings.any():
        state[LOWEST] = min((int(rings[cell]) for cell in placed), default=ANY_RING)
        require(
            len(placed) <= state[LOWEST],
            f"placed lists {len(placed)} stones, more than the lowest ring of them allows.",
            game_module(rule_set.name).TURN_RULE,
        )


def settle_result(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """Write a result that the last stone of a turn has brought, whichever it was.

    Only a game that is over has had its last turn, so the other person can't have brought one.
    """
    if state[PLACED] > 0:
        return
    for person in (mover, 1 - mover):
        colour = mover_colour(state, person)
        for cell in np.flatnonzero(state[CELLS : CELLS + rule_set.rules.num_cells] == colour):
            after = state.copy()
            after[CELLS + cell], after[VACANT] = EMPTY, state[VACANT] + 1
            after[PLAYER], after[RESULT] = person, RUNNING
            apply(rule_set.rules, after, int(cell), new_work(rule_set.rules))
            if after[RESULT] != RUNNING:
                require(
                    person == mover,
                    "Whoever moves next has won already, or the game was over before.",
                    game_module(rule_set.name).TURN_RULE,
                )
                state[PLAYER], state[RESULT], state[REASON] = NOBODY, after[RESULT], after[REASON]
                return
