"""Actions: their kinds, numbers and text, what a click means; names of cells."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from numbers import Integral
from types import MappingProxyType
from typing import NamedTuple

from skerry.core.boards import Board
from skerry.errors import NotationError, quoted
from skerry.games.contract import game_module
from skerry.games.ruleset import RuleSet


def parse_cell(board: Board, text: str) -> int:
    """The index of a named cell.

    Raises:
        NotationError: the board has no such cell.
    """
    try:
        return board.names.index(text)
    except ValueError:
        row = [name for name in board.names if name[0] == text[:1]]
        where = (
            f"row {quoted(text[0])} runs from {row[0]} to {row[-1]}"
            if row
            else f"its letters run from a to {board.names[-1][0]}"
        )
        raise NotationError(f"There is no cell {quoted(text)} on this board; {where}.") from None


class Kind(NamedTuple):
    """A kind of action."""

    name: str
    text: str  # with {} for each cell
    num_cells: int = 0
    is_ordered: bool = False  # whether those of a turn keep the order in which they were done
    # The second cell that the text names, of an action with one: it follows from the first.
    other: Callable[[RuleSet, int], int] | None = None
    rule: str = ""  # which says what the other cell is
    looks_like: str = ""  # the name under which pictures and the page know it; "" for its own
    # A click on "vacant", "held" or "any" cells means it, after its first cell where it has two; ""
    # on none.
    clicked_on: str = ""
    label: str = ""  # of the button, where it is a word; "" for the word with a capital
    colour: int = 0  # that it chooses for who acts (1 or 2); 0 for none


class Action(NamedTuple):
    """What is done, and on which cells."""

    kind: str
    cells: tuple[int, ...] = ()


def forms(rule_set: RuleSet) -> str:
    """What may be written, for a sentence."""
    return game_module(rule_set.name).FORMS


@cache
def words_of(rule_set: RuleSet) -> Mapping[str, int]:
    """The actions that are words rather than cells, with their numbers."""
    blocks = _blocks(rule_set)
    return MappingProxyType({kind.text: first for kind, first in blocks if kind.num_cells == 0})


@cache
def _blocks(rule_set: RuleSet) -> tuple[tuple[Kind, int], ...]:
    """Each kind, with the number of its first action."""
    blocks, first = [], 0
    for kind in game_module(rule_set.name).KINDS:
        blocks.append((kind, first))
        first += rule_set.board.num_cells**kind.num_cells
    return tuple(blocks)


@cache
def _patterns(game: str) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    kinds = game_module(game).KINDS
    cell = r"([a-z]\d{1,2})"
    return tuple(
        (kind, re.compile(cell.join(re.escape(piece) for piece in kind.text.split("{}"))))
        for kind in kinds
    )


def decode_action(rule_set: RuleSet, number: int) -> Action:
    """The action of a number.

    Raises:
        NotationError: the number is not an action of this rule set.
    """
    is_whole = type(number) is int or _is_whole(number)  # the first is quicker to say
    if not is_whole or not 0 <= number < rule_set.rules.num_actions:
        raise NotationError(
            f"{quoted(number)} is not an action of {rule_set.info.title}; "
            f"actions are the numbers from 0 to {rule_set.rules.num_actions - 1}."
        )
    kind, first = next(block for block in reversed(_blocks(rule_set)) if block[1] <= number)
    rest, cells = number - first, []
    for _ in range(kind.num_cells):
        rest, cell = divmod(rest, rule_set.board.num_cells)
        cells.append(cell)
    return Action(kind.name, tuple(reversed(cells)))


def _is_whole(number: object) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)


def encode_action(rule_set: RuleSet, action: Action) -> int:
    """The number of an action."""
    first = next(first for kind, first in _blocks(rule_set) if kind.name == action.kind)
    number = 0
    for cell in action.cells:
        number = number * rule_set.board.num_cells + cell
    return first + number


def kind_of(rule_set: RuleSet, action: Action) -> Kind:
    """The kind of an action."""
    return next(kind for kind, _ in _blocks(rule_set) if kind.name == action.kind)


def named_cells(rule_set: RuleSet, action: Action) -> list[str]:
    """The names of the cells that an action's text names, in that order."""
    kind, cells = kind_of(rule_set, action), list(action.cells)
    if kind.other is not None:
        cells.append(kind.other(rule_set, cells[0]))
    return [rule_set.board.names[cell] for cell in cells]


def format_action(rule_set: RuleSet, number: int) -> str:
    """Text of an action.

    Raises:
        NotationError: the number is not an action of this rule set.
    """
    action = decode_action(rule_set, number)
    return kind_of(rule_set, action).text.format(*named_cells(rule_set, action))


def parse_action(rule_set: RuleSet, text: str) -> int:
    """The action a text names; whether it is legal is another question.

    Raises:
        NotationError: malformed text, or a cell that is not on the board.
    """
    text = text.strip()
    for kind, pattern in _patterns(rule_set.name):
        match = pattern.fullmatch(text)
        if match:
            cells = [parse_cell(rule_set.board, cell) for cell in match.groups()]
            if kind.other is not None:
                _check_other(rule_set, kind, text, cells)
            return encode_action(rule_set, Action(kind.name, tuple(cells[: kind.num_cells])))
    raise NotationError(
        f"{quoted(text)} is not an action of {rule_set.info.title}; write {forms(rule_set)}."
    )


def _check_other(rule_set: RuleSet, kind: Kind, text: str, cells: list[int]) -> None:
    """The second cell must be the first one's, the lesser one first."""
    assert kind.other is not None
    names, (first, second) = rule_set.board.names, cells
    other = kind.other(rule_set, first)
    if second != other or first > second:
        pair = (names[cell] for cell in sorted((first, other)))
        raise NotationError(
            f"{quoted(text)} is not a pair; the partner of {names[first]} is {names[other]}, and "
            f"the pair is written {kind.text.format(*pair)}.",
            kind.rule,
        )


def clicked_action(rule_set: RuleSet, cell: int, content: int, source: int | None = None) -> Action:
    """What a click on a cell means, by what the cell holds; whether it is legal or not.

    Args:
        rule_set: of the game.
        cell: that is clicked.
        content: of it.
        source: a cell that was chosen before; None: none was.
    """
    held = ("any", "held" if content else "vacant")
    cells = (cell,) if source is None else (source, cell)
    kind = next(
        kind
        for kind, _ in _blocks(rule_set)
        if kind.num_cells == len(cells) and kind.clicked_on in held
    )
    return Action(kind.name, cells)


def moves_pieces(rule_set: RuleSet) -> bool:
    """Whether there are actions by which a piece goes from a cell to another one."""
    return any(kind.num_cells > 1 for kind, _ in _blocks(rule_set))


def keeps_its_place(rule_set: RuleSet, number: int) -> bool:
    """Whether an action keeps its place in a turn, instead of being sorted."""
    return kind_of(rule_set, decode_action(rule_set, number)).is_ordered


def explain_occupied(cell: str) -> str:
    """Why no stone can be placed on a stone."""
    return f"There is a stone on {cell} already; choose an empty cell."


def explain_swap(rule_set: RuleSet) -> tuple[str, str]:
    """The rule by which nobody may swap now, and why."""
    if not rule_set.rules.swap:
        return "C-3", "This game is played without the swap."
    return (
        "C-3",
        "Only the second player may swap, in place of the first turn and before placing a stone.",
    )
