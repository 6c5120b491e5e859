"""What games in which stones are placed share when a position is set up."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from skerry.canvas.geometry import groups
from skerry.core.layout import FIRST, HEADER, TURN, IntArray16
from skerry.games.ruleset import RuleSet
from skerry.games.shared import arcs as arcs_module
from skerry.games.shared.arcs import ALL_ARCS
from skerry.games.showing.editing import Control, Draft, Mend, Problem, Tool
from skerry.games.text.stones import MoverOf, finished_turns, turns_in_order

SWAP = "swap"
OTHER = 3  # less a colour: the other one


@dataclass(frozen=True)
class StoneEditing:
    """How positions of a game are set up in which turns place stones; it is an `EditingModule`."""

    most: Callable[[RuleSet, int], int]  # stones that so many turns of a colour place at most
    mover_of: MoverOf = turns_in_order
    finished: Callable[[IntArray16], tuple[int, int]] = finished_turns

    def tools(self, rule_set: RuleSet) -> tuple[Tool, ...]:
        """A stone of each colour."""
        return stone_tools(rule_set)

    def colour_at(self, rule_set: RuleSet, turn: int, first: int) -> int:
        """Who moves after so many turns."""
        return 1 if self.mover_of(turn, first) == first else 2

    def fitted(self, draft: Draft) -> Draft:
        """With the nearest number of turns that fits; stones of the turn are the mover's."""
        if draft.colour == 0:
            draft = replace(draft, colour=1, first=0)
        stones = [cell for cell in draft.cells("placed") if draft.contents[cell] == draft.colour]
        draft = draft.with_cells("placed", stones)
        if self.fits(draft, draft.turn, draft.first) and (draft.swaps or draft.first == 0):
            return draft
        near = (
            (abs(first - draft.first), abs(turn - draft.turn), turn, first)
            for turn, first in self.all_that_fit(draft)
        )
        best = min(near, default=None)
        return draft if best is None else replace(draft, turn=best[2], first=best[3])

    def controls(self, draft: Draft) -> tuple[Control, ...]:
        """The swap, after the first turn."""
        is_possible = not draft.cells("placed") and self.fits(draft, 1, 0)
        return swap_control(draft, is_possible=is_possible)

    def with_control(self, draft: Draft, name: str, value: str) -> Draft:
        """The swap."""
        return with_swap(draft, value)

    def problems(self, draft: Draft) -> list[Problem]:
        """A connection of who is to move; else stones that no order of turns can have placed."""
        connected = arc_problems(draft) if hasattr(draft.game.rules, "arcs") else []
        if connected or next(self.all_that_fit(draft), None) is not None:
            return connected
        return [self._order_problem(draft)]

    def turns(self, turn: int, first: int) -> tuple[int, int]:
        """How many of so many turns each colour has placed stones in."""
        header = np.zeros(HEADER, dtype=np.int16)
        header[TURN], header[FIRST] = turn, first
        return self.finished(header)

    def fits(self, draft: Draft, turn: int, first: int) -> bool:
        """Whether the stones may be there after so many turns, the draft's colour to move."""
        return self.colour_at(draft.game, turn, first) == draft.colour and all(
            turns <= stones <= self.most(draft.game, turns)
            for turns, stones in zip(self.turns(turn, first), counts(draft), strict=True)
        )

    def all_that_fit(self, draft: Draft) -> Iterator[tuple[int, int]]:
        """Each number of turns, with the person who holds the first colour, that fits."""
        for first in (0, 1) if draft.swaps else (0,):
            for turn in range(2 * first, sum(counts(draft)) + first + 1):
                if self.fits(draft, turn, first):
                    yield turn, first

    def _order_problem(self, draft: Draft) -> Problem:
        first, second = counts(draft)
        one, two, mover = title(draft, 1), title(draft, 2), title(draft, draft.colour)
        other = self.fitted(replace(draft, colour=OTHER - draft.colour))
        mends: tuple[Mend, ...] = ()
        if next(self.all_that_fit(other), None) is not None:
            mends = (_letting(other),)
        return Problem(
            "order",
            f"{one} has {num(first, 'stone')} and {two} {second}, but turns alternate. With "
            f"{mover} to move, {self._allowed(draft, second)} "
            f"{f'{mends[0].words}, or add' if mends else 'Add'} or take away stones.",
            (),
            mends,
        )

    def _allowed(self, draft: Draft, second: int) -> str:
        """How many stones of the first colour fit those of the second."""
        ranges = []
        for swapped in (0, 1) if draft.swaps else (0,):
            for turn in range(2 * swapped, 2 * second + 4 + swapped):
                ones, twos = self.turns(turn, swapped)
                may_be = twos <= second <= self.most(draft.game, twos)
                if may_be and self.colour_at(draft.game, turn, swapped) == draft.colour:
                    ranges.append((ones, self.most(draft.game, ones)))
        one, two = title(draft, 1), title(draft, 2)
        if not ranges:
            return f"{two} cannot have {num(second, 'stone')}."
        low, high = min(pair[0] for pair in ranges), max(pair[1] for pair in ranges)
        between = num(low, "stone") if low == high else f"from {low} to {num(high, 'stone')}"
        return f"{one} has {between} beside {second} of {two}."


def title(draft: Draft, colour: int) -> str:
    """A colour as a sentence begins with it."""
    return draft.game.info.colours[colour - 1].capitalize()


def stone_tools(rule_set: RuleSet) -> tuple[Tool, ...]:
    """A stone of each colour."""
    return tuple(
        Tool(colour, f"{colour.capitalize()} stone", content)
        for content, colour in enumerate(rule_set.info.colours, start=1)
    )


def counts(draft: Draft) -> tuple[int, int]:
    """The stones of each colour, without those of the turn under way."""
    placed = draft.cells("placed")
    first, second = (len(set(draft.where(colour)) - set(placed)) for colour in (1, 2))
    return first, second


def swap_control(draft: Draft, *, is_possible: bool) -> tuple[Control, ...]:
    """Whether the second person may still swap, where that is a question (C-3)."""
    if not (draft.swaps and is_possible):
        return ()
    value = "on" if (draft.turn, draft.first) == (1, 0) else "off"
    return (Control(SWAP, "May still swap colours", value),)


def with_swap(draft: Draft, value: str) -> Draft:
    """After the first turn, or after a swap in answer to it."""
    turn, first = (1, 0) if value == "on" else (2, 1)
    return replace(draft, turn=turn, first=first)


def _letting(other: Draft) -> Mend:
    """That it is the other colour's turn."""
    return Mend(f"Let {title(other, other.colour)} move", other)


def num(count: int, what: str) -> str:
    """Such as "1 stone"."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def arc_problems(draft: Draft) -> list[Problem]:
    """Of a game with arcs: whoever has connected all of them has won with the turn before."""
    arcs, found = cast(arcs_module.Rules, draft.game.rules).arcs, []
    for group in groups(draft.game.board, draft.contents):
        colour = draft.contents[group[0]]
        touched = int(np.bitwise_or.reduce(arcs[list(group)]))
        if touched == ALL_ARCS and (colour == draft.colour or draft.cells("placed")):
            winner, other = title(draft, colour), title(draft, OTHER - colour)
            ended = replace(draft, colour=OTHER - colour).with_cells("placed", ())
            found.append(
                Problem(
                    "connected",
                    f"{winner} has connected all three sides, so {winner} has just won and moves "
                    f"no more. Let {other} move, which shows the end of the game, or open the "
                    "connection.",
                    group,
                    (_letting(ended),),
                )
            )
    return found
