"""Tide as text: its positions say how many stones the turn may have."""

from collections.abc import Mapping

from skerry.games.tide.kernels import ALLOWED, MOST

from skerry.core.layout import RESULT, RUNNING, TURN, IntArray16
from skerry.errors import require
from skerry.games import editing, position_text
from skerry.games.editing import Control, Draft
from skerry.games.position_text import parse_number
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike

EXAMPLE = "c3,d4"


def fields(rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
    """The stones of the turn, and how many it may have."""
    return position_text.fields(rule_set, state) | {"allowed": str(state[ALLOWED])}


def read_fields(rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
    """Read what `fields` wrote. Raises NotationError."""
    position_text.read_fields(rule_set, state, given)
    state[ALLOWED] = parse_number("allowed", given["allowed"], 0, MOST)


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """As by default; TIDE-2 says what may be allowed. Raises NotationError: it does not fit."""
    position_text.settle(rule_set, state)
    allowed = may_be_allowed(int(state[TURN]), is_over=state[RESULT] != RUNNING)
    require(
        int(state[ALLOWED]) in allowed,
        f"allowed must be {' or '.join(map(str, allowed))} here.",
        "TIDE-2",
    )


def may_be_allowed(turn: int, *, is_over: bool) -> tuple[int, ...]:
    """TIDE-2: how many stones a turn may have, by its number."""
    if is_over:
        return (0,)
    return {0: (1,), 1: (MOST,)}.get(turn, (2, MOST))


def most_placed(rule_set: RuleSet, turns: int) -> int:
    """TIDE-2: never more than three a turn."""
    return MOST * turns


def counters(position: PositionLike) -> list[str]:
    """What the board does not show."""
    return [f"up to {position.most_stones} stones this turn"]


def normalise(draft: Draft) -> Draft:
    """With an allowance that the turn may have, and that its stones have not used up."""
    draft = editing.normalise(draft)
    allowed = may_be_allowed(draft.turn, is_over=0 not in draft.contents)
    placed, given = len(draft.cells("placed")), draft.number("allowed")
    fits = given in allowed and (given == 0 or given > placed)
    return draft if fits else draft.with_fields(allowed=str(allowed[-1]))


def controls(draft: Draft) -> tuple[Control, ...]:
    """The swap, and how many stones the turn may have."""
    return (
        *editing.controls(draft),
        Control("allowed", "Stones this turn may have", draft.field("allowed"), 0, MOST),
    )


def with_control(draft: Draft, name: str, value: str) -> Draft:
    """One of the two."""
    return (
        draft.with_fields(allowed=value) if name == "allowed" else editing.with_swap(draft, value)
    )
