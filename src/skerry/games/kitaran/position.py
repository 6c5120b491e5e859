"""Fields of a position's text in Kitaran, both ways, and the checks of what it says."""

from collections.abc import Mapping
from typing import cast

from skerry.core.layout import (
    BY_CYCLE,
    BY_MAJORITY,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    FIRST,
    LAST_TURN,
    NOBODY,
    PLAYER,
    TURN,
    VACANT,
    IntArray16,
)
from skerry.core.stones import decide, draw
from skerry.errors import require
from skerry.games.kitaran.kernels import (
    CONVERSIONS,
    MOST_FROZEN,
    NUM_FROZEN,
    Rules,
    frozen_stones,
    lead,
)
from skerry.games.position_text import (
    check_ending,
    check_seats,
    count_vacant,
    format_cells,
    mover_colour,
    parse_cells,
    parse_number,
)
from skerry.games.ruleset import RuleSet


def fields(rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
    """KIT-4's counter, and the stones that KIT-2 protects."""
    return {
        "conversions": str(state[CONVERSIONS]),
        "frozen": format_cells(rule_set, _frozen(rule_set, state)),
    }


def read_fields(rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
    """Read what `fields` wrote. Raises NotationError."""
    state[CONVERSIONS] = parse_number("conversions", given["conversions"], 0, 9_999)
    frozen = parse_cells(rule_set, "frozen", given["frozen"], MOST_FROZEN)
    state[NUM_FROZEN] = len(frozen)
    first = frozen_stones(cast(Rules, rule_set.rules))
    state[first : first + len(frozen)] = frozen


def _frozen(rule_set: RuleSet, state: IntArray16) -> list[int]:
    first = frozen_stones(cast(Rules, rule_set.rules))
    frozen: list[int] = state[first : first + int(state[NUM_FROZEN])].tolist()
    return frozen


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    rules = cast(Rules, rule_set.rules)
    player = int(state[PLAYER])
    count_vacant(rule_set, state)
    mover = check_seats(rule_set, state)
    _check_turns(rules, state)
    _check_frozen(rule_set, state, mover)
    if state[VACANT] == 0:
        decide(state, lead(rules, state), BY_MAJORITY)
    elif state[CONVERSIONS] >= rules.drawn_at:
        draw(state, BY_CYCLE)
    check_ending(rule_set, state, player)


def _check_turns(rules: Rules, state: IntArray16) -> None:
    """Turns against stones and conversions."""
    stones = rules.num_cells - int(state[VACANT])
    turns, conversions = int(state[TURN]) - int(state[FIRST]), int(state[CONVERSIONS])
    if turns < LAST_TURN:
        require(
            stones + conversions <= turns <= stones * (1 + rules.limit),
            f"{turns} turns cannot have left {stones} stones and {conversions} conversions in a "
            "row.",
            "KIT-1, KIT-4",
        )
    require(
        conversions <= rules.limit or rules.drawn_at == rules.limit,
        f"{conversions} conversions in a row are too many: after {rules.limit} no more are legal.",
        "KIT-4",
    )


def _check_frozen(rule_set: RuleSet, state: IntArray16, mover: int) -> None:
    """KIT-2's protected stones."""
    frozen, num_cells = _frozen(rule_set, state), rule_set.rules.num_cells
    owner = COLOUR_1 + COLOUR_2 - mover_colour(state, mover)
    if state[PLAYER] == NOBODY:
        owner = COLOUR_1 + COLOUR_2 - owner
    require(
        all(state[CELLS + cell] == owner for cell in frozen),
        "frozen lists the stones which the previous turn placed or converted, all of its colour.",
    )
    just_swapped = state[FIRST] == 1 and state[TURN] == 2
    expected = 0 if state[VACANT] == num_cells or just_swapped else 1
    require(
        len(frozen) == expected or (state[CONVERSIONS] > 0 and len(frozen) > 0),
        "frozen must list the one stone just placed, or those just converted.",
        "KIT-2",
    )
