"""How positions of Kitaran are set up: with the stones that the last turn protects (KIT-2)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from skerry.games.editing import (
    OTHER,
    SWAP,
    Control,
    Draft,
    Mend,
    Problem,
    Tool,
    num,
    stone_tools,
    swap_control,
    title,
    with_swap,
)
from skerry.games.kitaran.kernels import MOST_FROZEN, Rules
from skerry.games.ruleset import RuleSet

FROZEN, CONVERSIONS = "frozen", "conversions"
AFTER_SWAP = (2, 1)  # turns, and who holds the first colour: then nothing is protected


def tools(rule_set: RuleSet) -> tuple[Tool, ...]:
    """Stones, and the mark of those that may not be turned."""
    mark = Tool("protected", "Protected", field=FROZEN, most=MOST_FROZEN)
    return (*stone_tools(rule_set), mark)


def colour_at(rule_set: RuleSet, turn: int, first: int) -> int:
    """They alternate."""
    return 1 if turn % 2 == first else 2


def fitted(draft: Draft) -> Draft:
    """The number of the turn; protected stones are those of who has just moved."""
    if draft.colour == 0:
        draft = replace(draft, colour=1, first=0)
    just_moved = OTHER - draft.colour
    stones = [cell for cell in draft.cells(FROZEN) if draft.contents[cell] == just_moved]
    draft = draft.with_cells(FROZEN, stones)
    if not any(draft.contents):
        draft = draft.with_fields(conversions="0")
    near = (
        (abs(first - draft.first), abs(turn - draft.turn), turn, first)
        for turn, first in _all_that_fit(draft)
    )
    best = min(near, default=None)
    return draft if best is None else replace(draft, turn=best[2], first=best[3])


def _all_that_fit(draft: Draft) -> Iterator[tuple[int, int]]:
    """Each number of turns, and who holds the first colour, that may have led to the stones.

    KIT-1, KIT-4: each turn has placed a stone or converted. Of many turns only those near to the
    draft's are tried.
    """
    rules = cast(Rules, draft.game.rules)
    stones, conversions = len(draft.where(1, 2)), draft.number(CONVERSIONS)
    for first in (0, 1) if draft.swaps else (0,):
        least, most = stones + conversions + first, stones * (1 + rules.limit) + first
        near = min(max(draft.turn, least), most)
        for turn in range(max(least, near - 2, 2 * first), min(most, near + 2) + 1):
            stands_still = (turn, first) == AFTER_SWAP and draft.cells(FROZEN)
            if colour_at(draft.game, turn, first) == draft.colour and not (
                stands_still and conversions == 0
            ):
                yield turn, first


def controls(draft: Draft) -> tuple[Control, ...]:
    """The swap, and KIT-4's count."""
    is_first_stone = len(draft.where(1)) == 1 and not draft.where(2) and draft.colour == 2
    limit = cast(Rules, draft.game.rules).limit
    count = Control(
        CONVERSIONS, "Conversions in a row, up to now", draft.field(CONVERSIONS), 0, limit
    )
    swap = swap_control(draft, is_possible=is_first_stone and draft.number(CONVERSIONS) == 0)
    return (*swap, count)


def with_control(draft: Draft, name: str, value: str) -> Draft:
    """The swap, after which nothing is protected; or the count."""
    if name == SWAP:
        return with_swap(draft, value).with_cells(FROZEN, draft.where(1) if value == "on" else ())
    return draft.with_fields(conversions=value)


def problems(draft: Draft) -> list[Problem]:
    """Too many conversions, a number of turns that cannot be, or what is not protected."""
    limit = cast(Rules, draft.game.rules).limit
    if draft.number(CONVERSIONS) > limit:
        mend = Mend(f"Make it {limit}", draft.with_fields(conversions=str(limit)))
        said = f"There cannot be more than {num(limit, 'conversion')} in a row in this game."
        return [Problem("conversions", said, (), (mend,))]
    if next(_all_that_fit(draft), None) is None:
        return [_turn_problem(draft)]
    return _frozen_problems(draft)


def _let_other_move(draft: Draft) -> Mend:
    other = OTHER - draft.colour
    return Mend(f"Let {title(draft, other)} move", replace(draft, colour=other))


def _turn_problem(draft: Draft) -> Problem:
    mover, other = title(draft, draft.colour), title(draft, OTHER - draft.colour)
    if not any(draft.contents):
        said = f"The board is empty, so it is the turn of {other}, who begins. Let {other} move."
        return Problem("turn", said, (), (_let_other_move(draft),))
    fewer = Mend("Count no conversions", draft.with_fields(conversions="0"))
    mends = (_let_other_move(draft), fewer)
    return Problem(
        "turn",
        f"These stones and conversions cannot come before a turn of {mover}. Let {other} move, or "
        "count other conversions.",
        (),
        tuple(mend for mend in mends if next(_all_that_fit(fitted(mend.draft)), None) is not None),
    )


def _frozen_problems(draft: Draft) -> list[Problem]:
    frozen = draft.cells(FROZEN)
    if not any(draft.contents) or (not frozen and (draft.turn, draft.first) == AFTER_SWAP):
        return []
    mover, other = title(draft, draft.colour), title(draft, OTHER - draft.colour)
    stones = draft.where(OTHER - draft.colour)
    if not stones:
        said = f"{other} has just moved, but has no stone. Put one, or let {other} move."
        return [Problem("nobody moved", said, (), (_let_other_move(draft),))]
    if not frozen:
        cell = min(stones, key=lambda one: _num_enemies(draft, one))
        name = draft.game.board.names[cell]
        return [
            Problem(
                "protected",
                f"{other} has just placed or turned a stone, which {mover} may not turn. "
                f"Mark it as protected; a stone beside none of {mover} makes no difference.",
                (),
                (Mend(f"Protect {name}", draft.with_cells(FROZEN, [cell])),),
            )
        ]
    if len(frozen) > 1 and draft.number(CONVERSIONS) == 0:
        names = ", ".join(draft.named(frozen))
        only = draft.game.board.names[frozen[0]]
        return [
            Problem(
                "many protected",
                f"{names} are protected together, which only a conversion does. Count it, or "
                "protect one stone only.",
                frozen,
                (
                    Mend("Count one conversion", draft.with_fields(conversions="1")),
                    Mend(f"Protect {only} only", draft.with_cells(FROZEN, frozen[:1])),
                ),
            )
        ]
    return []


def _num_enemies(draft: Draft, cell: int) -> int:
    """Stones of who is to move that stand beside a cell."""
    beside = draft.game.board.neighbours[cell].tolist()
    return sum(draft.contents[one] == draft.colour for one in beside if one < len(draft.contents))
