"""Complete a state read from text, and refuse one that no game could reach in form.

What follows from the board (vacant cells, lowest ring, the result) is worked out here. Seats,
counts of stones and turns must agree with each other; whether a real game leads there is not asked.
"""

import numpy as np

from ..core.groups import flood, group_sizes
from ..core.layout import (
    ANY_RING,
    BY_CONNECTION,
    BY_CYCLE,
    BY_GROUPS,
    BY_MAJORITY,
    BY_SCORE,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    LAST_TURN,
    LOWEST,
    NOBODY,
    PLACED,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    VACANT,
    IntArray16,
    new_work,
)
from ..core.turns import draw, person_of, turn_stones, win
from ..errors import require
from .byg import kernels as byg
from .catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from .dispatch import legal
from .kitaran import kernels as kitaran
from .ruleset import RuleSet
from .spry import kernels as spry
from .syrtis.form import settle_syrtis
from .sytran import kernels as sytran
from .tables import LEGAL_ROOM


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields, in place.

    Raises:
        NotationError: seats, counts, the turn's stones or the ending do not fit the board.
    """
    if rule_set.info.index == SYRTIS:
        settle_syrtis(rule_set, state)
        return
    cells = state[CELLS : CELLS + rule_set.rules.num_cells]
    state[VACANT] = int((cells == EMPTY).sum())
    mover = _check_seats(rule_set, state)
    if rule_set.info.index == KITARAN:
        _settle_kitaran(rule_set, state, mover)
    else:
        _settle_turn(rule_set, state, mover)
        _check_counts(rule_set, state)
    _settle_result(rule_set, state, mover)


def _check_seats(rule_set: RuleSet, state: IntArray16) -> int:
    """The person whose turn it is or, at the end, was: the state counts the last turn too."""
    first, turn = int(state[FIRST]), int(state[TURN])
    require(first != NOBODY, "first must be 0 or 1, the person who holds the first colour.")
    require(
        first == 0 or (rule_set.rules.swap == 1 and turn >= 2),
        "first=1 means that the persons have swapped, which needs swap=on and two turns (C-3).",
    )
    player = int(state[PLAYER])
    if turn >= LAST_TURN and player != NOBODY:
        return player
    current = turn - 1 if player == NOBODY else turn
    require(current >= 0, "No game is over before its first turn.")
    mover = current % 2
    if rule_set.info.index == BYG and current >= 2:
        # BYG-1: the second colour goes on after its first stone; from then on persons alternate.
        mover = 1 - first if current == 2 else (current + 1) % 2
    require(
        player in (mover, NOBODY),
        f"After {turn} turns it is person {mover}'s turn, not person {player}'s.",
    )
    return mover


def _settle_turn(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """The stones of the turn being composed: on the board, the mover's, and lawful."""
    rules = rule_set.rules
    first = turn_stones(rules)
    placed = [int(cell) for cell in state[first : first + int(state[PLACED])]]
    require(
        not placed or state[PLAYER] != NOBODY, "The game is over, so placed can list no stones."
    )
    colour = COLOUR_1 if mover == state[FIRST] else COLOUR_2
    for cell in placed:
        require(
            state[CELLS + cell] == colour,
            f"{rule_set.board.names[cell]} is listed as placed in this turn, so it must hold a "
            f"{rule_set.info.colours[colour - 1]} stone.",
        )
    state[LOWEST] = min((int(rules.ring[cell]) for cell in placed), default=ANY_RING)
    if rule_set.info.index == BYG:
        _settle_byg(rule_set, state, colour, placed)
    elif rule_set.info.index == SPRY:
        require(
            len(placed) <= state[LOWEST],
            f"placed lists {len(placed)} stones, more than the innermost ring allows (SPRY-2).",
        )
    else:
        require(
            len(placed) <= state[LOWEST],
            f"placed lists {len(placed)} stones, more than their lowest number allows (SYT-2).",
        )


def _settle_byg(rule_set: RuleSet, state: IntArray16, colour: int, placed: list[int]) -> None:
    """BYG-2's allowance at the beginning of the turn, and BYG-3."""
    rules = rule_set.rules
    if state[PLAYER] == NOBODY:
        return
    before = state.copy()
    before[[CELLS + cell for cell in placed]] = EMPTY
    work = new_work(rules)
    groups = group_sizes(rules, before, colour, np.empty(rules.num_cells, np.int16), work)
    state[byg.MOST_STONES] = max(1, min(groups, rules.cap))
    require(
        len(placed) <= state[byg.MOST_STONES],
        f"placed lists {len(placed)} stones, this turn allows {state[byg.MOST_STONES]} (BYG-2).",
    )
    for cell in placed:
        seen = np.zeros(rules.num_cells + 1, dtype=np.int16)
        flood(rules, state, cell, seen, work)
        require(
            sum(int(seen[other]) for other in placed) == 1,
            "placed lists two stones that have grown the same group (BYG-3).",
        )


def _check_counts(rule_set: RuleSet, state: IntArray16) -> None:
    """Each colour's stones must fit the number of turns it has had."""
    rules = rule_set.rules
    swapped = int(state[FIRST])
    turns = int(state[TURN]) - swapped
    of_second = turns // 2
    if rule_set.info.index == BYG and turns > 0:
        of_second = turns - 1 - max(0, (turns - 2) // 2)
    most = rules.cap if rule_set.info.index == BYG else rules.num_rings
    cells = state[CELLS : CELLS + rules.num_cells]
    first = turn_stones(rules)
    placed = state[first : first + int(state[PLACED])]
    for colour, num_turns in ((COLOUR_1, turns - of_second), (COLOUR_2, of_second)):
        stones = int((cells == colour).sum()) - sum(cells[cell] == colour for cell in placed)
        highest = num_turns * most
        if rule_set.info.index == BYG and num_turns > 0:
            highest = 1 + (num_turns - 1) * most
        require(
            num_turns <= stones <= highest,
            f"{rule_set.info.colours[colour - 1].capitalize()} cannot have {stones} stones besides "
            f"this turn's; with {num_turns} turns finished it has from {num_turns} to {highest}.",
        )


def _settle_kitaran(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """KIT-2's protected stones, and turns against stones."""
    rules = rule_set.rules
    stones = rules.num_cells - int(state[VACANT])
    turns, conversions = int(state[TURN]) - int(state[FIRST]), int(state[kitaran.CONVERSIONS])
    first = kitaran.frozen_stones(rules)
    frozen = state[first : first + int(state[kitaran.NUM_FROZEN])]
    just_swapped = state[FIRST] == 1 and state[TURN] == 2
    if turns < LAST_TURN:
        require(
            stones + conversions <= turns <= stones * (1 + rules.limit),
            f"{turns} turns cannot have left {stones} stones and {conversions} conversions in a "
            f"row (KIT-1, KIT-4).",
        )
    owner = COLOUR_2 if mover == state[FIRST] else COLOUR_1
    if state[PLAYER] == NOBODY:
        owner = COLOUR_1 + COLOUR_2 - owner
    require(
        all(state[CELLS + cell] == owner for cell in frozen),
        "frozen lists the stones which the previous turn placed or converted, all of its colour.",
    )
    expected = 0 if stones == 0 or just_swapped else 1
    require(
        len(frozen) == expected or (conversions > 0 and len(frozen) > 0),
        "frozen must list the one stone just placed, or those just converted (KIT-2).",
    )


def _settle_result(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """Work out the ending, and see that `player` agrees with it."""
    player = int(state[PLAYER])
    {SPRY: _end_spry, SYTRAN: _end_sytran, BYG: _end_byg, KITARAN: _end_kitaran}[
        rule_set.info.index
    ](rule_set, state, mover)
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
            "The stones placed complete a turn, so it must have ended (C-2).",
        )


def _end_spry(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """SPRY-4: only a stone of this turn can have connected."""
    rules, work = rule_set.rules, new_work(rule_set.rules)
    owners = {
        int(state[CELLS + cell])
        for cell in range(rules.num_cells)
        if state[CELLS + cell] != EMPTY and spry.connects(rules, state, cell, work)
    }
    if not owners:
        return
    colour = COLOUR_1 if mover == state[FIRST] else COLOUR_2
    require(
        owners == {colour} and state[PLACED] == 0,
        "Whoever has connected all three sides has won with the last turn (SPRY-4).",
    )
    win(state, mover, BY_CONNECTION)


def _end_sytran(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    if state[VACANT] == 0:
        rules, work = rule_set.rules, new_work(rule_set.rules)
        lead = sytran.score(rules, state, COLOUR_1, work) - sytran.score(
            rules, state, COLOUR_2, work
        )
        _decide(state, lead, BY_SCORE)


def _end_byg(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    if state[VACANT] == 0:
        lead = byg.compare_groups(rule_set.rules, state, new_work(rule_set.rules))
        _decide(state, lead, BY_GROUPS)


def _end_kitaran(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    if state[VACANT] == 0:
        _decide(state, kitaran.lead(rule_set.rules, state), BY_MAJORITY)
    elif state[kitaran.CONVERSIONS] >= rule_set.rules.limit:
        draw(state, BY_CYCLE)


def _decide(state: IntArray16, lead: int, reason: int) -> None:
    """The colour ahead wins, nobody ahead is a draw."""
    if lead == 0:
        draw(state, reason)
    else:
        win(state, person_of(state, COLOUR_1 if lead > 0 else COLOUR_2), reason)
