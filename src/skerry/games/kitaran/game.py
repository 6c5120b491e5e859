"""Kitaran as text and in words: its actions, what its positions say beside the board."""

from collections.abc import Mapping, Sequence
from typing import cast

from skerry.core.layout import (
    BY_CYCLE,
    BY_MAJORITY,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    LAST_TURN,
    NOBODY,
    PLAYER,
    TURN,
    VACANT,
    IntArray16,
)
from skerry.core.numbers import counted
from skerry.core.stones import colour_to_move, decide, draw
from skerry.errors import require
from skerry.games import defaults
from skerry.games.actions import Action, Kind, named_cells
from skerry.games.kitaran.kernels import (
    CONVERSIONS,
    MOST_FROZEN,
    NUM_FROZEN,
    Rules,
    frozen_stones,
    is_frozen,
    lead,
    protected_stones,
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
from skerry.games.view import PositionLike
from skerry.games.words import Line, score_lines, stones_line

TURN_RULE = "KIT-1"
KINDS = (
    Kind("place", "{}", 1, clicked_on="vacant"),
    Kind("convert", "{}*", 1, clicked_on="held"),
    Kind("swap", "swap"),
)
FORMS = "a cell such as c3, a conversion such as c3*, or 'swap'"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """KIT-1, KIT-2 and KIT-4 of a conversion; as by default of other actions."""
    if action.kind == "convert":
        (cell,) = action.cells
        return _explain_conversion(rule_set, state, cell, rule_set.board.names[cell])
    return defaults.explain(rule_set, state, action, text)


def _explain_conversion(
    rule_set: RuleSet, state: IntArray16, cell: int, name: str
) -> tuple[str, str]:
    rules = cast(Rules, rule_set.rules)
    colour = colour_to_move(state)
    enemy = COLOUR_1 + COLOUR_2 - colour
    own, other = (rule_set.info.colours[one - 1] for one in (colour, enemy))
    if state[CELLS + cell] == EMPTY:
        return "KIT-1", f"There is no stone on {name} that could convert others."
    if state[CELLS + cell] == enemy:
        return "KIT-1", (
            f"There is a {other} stone on {name}; choose a {own} one to convert with, or an empty "
            "cell to place a stone."
        )
    if state[CONVERSIONS] >= rules.limit:
        turns = "1 turn" if rules.limit == 1 else f"{rules.limit} turns"
        return "KIT-4", (
            f"No stone has been placed for {turns}, so this turn must place one; choose an empty "
            "cell."
        )
    beside = [one for one in map(int, rules.neighbours[cell]) if state[CELLS + one] == enemy]
    safe = [rule_set.board.names[one] for one in beside if is_frozen(rules, state, one)]
    if safe:
        return "KIT-2", (
            f"{name} can’t convert now: {' and '.join(safe)} "
            f"{'was' if len(safe) == 1 else 'were'} placed or converted in the turn before, and "
            f"{'is' if len(safe) == 1 else 'are'} safe for one turn."
        )
    return "KIT-1", f"{name} has no {other} stone beside it to convert."


def fields(rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
    """KIT-4's counter, and the stones that KIT-2 protects."""
    return {
        "conversions": str(state[CONVERSIONS]),
        "frozen": format_cells(rule_set, protected_stones(cast(Rules, rule_set.rules), state)),
    }


def read_fields(rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
    state[CONVERSIONS] = parse_number("conversions", given["conversions"], 0, 9_999)
    frozen = parse_cells(rule_set, "frozen", given["frozen"], MOST_FROZEN)
    state[NUM_FROZEN] = len(frozen)
    first = frozen_stones(cast(Rules, rule_set.rules))
    state[first : first + len(frozen)] = frozen


def settle(rule_set: RuleSet, state: IntArray16) -> None:
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
    rules = cast(Rules, rule_set.rules)
    frozen = protected_stones(rules, state)
    owner = COLOUR_1 + COLOUR_2 - mover_colour(state, mover)
    if state[PLAYER] == NOBODY:
        owner = COLOUR_1 + COLOUR_2 - owner
    require(
        all(state[CELLS + cell] == owner for cell in frozen),
        "frozen lists the stones which the previous turn placed or converted, all of its colour.",
    )
    just_swapped = state[FIRST] == 1 and state[TURN] == 2
    expected = 0 if state[VACANT] == rules.num_cells or just_swapped else 1
    require(
        len(frozen) == expected or (state[CONVERSIONS] > 0 and len(frozen) > 0),
        "frozen must list the one stone just placed, or those just converted.",
        "KIT-2",
    )


EXAMPLE = "c3 places a stone, c3* converts around your stone on c3"


def turn_help(position: PositionLike, num_actions: int) -> str:
    """What the turn may be; one action is a whole turn (KIT-1)."""
    return "Place a stone, or convert all enemies beside one of yours"


def turn_words(rule_set: RuleSet, actions: Sequence[Action]) -> str:
    if actions[-1].kind == "convert":
        (name,) = named_cells(rule_set, actions[-1])
        return f"converted the stones beside {name}"
    return defaults.turn_words(rule_set, actions)


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """The stones of a colour (1 or 2) or, with komi, its score (KIT-3)."""
    standing, komi = position.standings[colour - 1], position.game.option("komi")
    if not komi:
        return [stones_line(standing)]
    given = f" + {komi:g} komi" if colour == COLOUR_2 else ""
    return score_lines(standing, f"{counted(standing.stones, 'stone')}{given}")


def counters(position: PositionLike) -> list[str]:
    """Conversions in a row, where there are any (KIT-4)."""
    count = int(position.state[CONVERSIONS])
    limit = position.game.option("cycle_limit")
    if not count:
        return []
    end = "the next turn must place" if position.game.option("cycle") == "place" else "it is a draw"
    return [f"{counted(count, 'conversion')} in a row without a placement; after {limit} {end}"]
