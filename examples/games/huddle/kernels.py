"""Huddle: rules HUD-1 to HUD-3. Actions: 0..n-1 place on a cell."""

from typing import NamedTuple

from skerry.core.boards import Board
from skerry.core.jit import inlined, kernel
from skerry.core.layout import BY_SCORE, CELLS, COLOUR_1, COLOUR_2, VACANT, IntArray16, new_work
from skerry.core.stones import (
    close_turn,
    colour_to_move,
    decide,
    end_turn,
    list_vacant,
    place_stone,
)
from skerry.games.dispatch import common_fields
from skerry.games.info import Options


class Rules(NamedTuple):
    """The rules of Huddle: the fields of all games (layout.Rules)."""

    num_cells: int
    num_actions: int
    state_size: int
    work_size: int
    neighbours: IntArray16
    swap: int


def make_rules(board: Board, options: Options) -> Rules:
    """The rules on a board; the one stone of a turn is all that a state has of its own."""
    return Rules(*common_fields(board, options, num_actions=board.num_cells, num_own=1))


@inlined
def has_sets(rules: Rules) -> bool:
    """A turn is one stone."""
    return False


def may_be_drawn(rules: Rules) -> bool:
    """HUD-3; else nobody could offer a draw."""
    return True


@kernel
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """HUD-2: any vacant cell."""
    return list_vacant(rules, state, out)


@kernel
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Place; the last stone ends the game (HUD-3)."""
    place_stone(rules, state, action, colour_to_move(state))
    if state[VACANT] > 0:
        end_turn(rules, state)
        return
    close_turn(rules, state)
    lead = final_score(rules, state, COLOUR_1, work) - final_score(rules, state, COLOUR_2, work)
    decide(state, int(lead), BY_SCORE)


@kernel
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """HUD-3: pairs of neighbours that both have a colour; the wall beyond the board has none."""
    count = 0
    for cell in range(rules.num_cells):
        if state[CELLS + cell] == colour:
            for way in range(rules.neighbours.shape[1]):
                other = rules.neighbours[cell, way]
                if other > cell and state[CELLS + other] == colour:
                    count += 1
    return float(count)


def score(rules: Rules, state: IntArray16, colour: int) -> float:
    """The same at any moment."""
    return final_score(rules, state, colour, new_work(rules))
