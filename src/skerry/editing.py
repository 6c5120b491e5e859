"""Setting up positions: drafts, which may be wrong, edits of them, and what is wrong.

    draft = draft_of(position)           or `read_draft(text)`, of text that may not fit together
    draft = put(draft, tool, cell)       and the other edits
    checked(draft)                       a Position, or the problems: sentences, cells, fixes

What a game has to say to it is in `games/contract.py`. No page is known here.
"""

import re
from dataclasses import replace
from typing import NamedTuple

from skerry.core.layout import CELLS, FIRST, NOBODY, PLAYER, TURN, IntArray16, new_state
from skerry.errors import NotationError, quoted
from skerry.games.contract import game_module
from skerry.games.editing import Draft, Fix, Problem, Tool
from skerry.games.info import Options
from skerry.games.position_text import NONE
from skerry.games.ruleset import RuleSet, rule_set
from skerry.positions import Game, Position, position
from skerry.text import fields_of, format_parts, read_parts

HEADER = ("player", "first", "turn")  # fields that every game has


def draft_of(position: Position) -> Draft:
    """The draft that is a position."""
    return _draft(position.game, position.state)


def read_draft(text: str) -> Draft:
    """The draft of a position's text, though board and fields need not fit together.

    Raises:
        NotationError: malformed text.
        OptionError: an unknown game, or an option it does not allow.
    """
    return normalise(_draft(*read_parts(text)))


def _draft(rules: RuleSet, state: IntArray16) -> Draft:
    own = {name: text for name, text in fields_of(rules, state).items() if name not in HEADER}
    player, first, turn = int(state[PLAYER]), int(state[FIRST]), int(state[TURN])
    if player == NOBODY or first == NOBODY:
        colour = game_module(rules.name).colour_at(rules, turn, first)
    else:
        colour = 1 if player == first else 2
    contents = tuple(state[CELLS : CELLS + rules.rules.num_cells].tolist())
    plain = RuleSet(rules.name, rules.options)
    return Draft(plain, contents, colour, first, turn, tuple(own.items()))


def format_draft(draft: Draft, *, is_over: bool = False) -> str:
    """The text that `read_draft` reads back; that of the position where the draft is one.

    Args:
        draft: what to print.
        is_over: whether the game is over there.
    """
    player = "-" if is_over else str(_player(draft))
    header = {"player": player, "first": str(draft.first), "turn": str(draft.turn)}
    if draft.first == NOBODY:
        header["first"] = "-"
    return format_parts(draft.game, draft.contents, header | dict(draft.fields))


def _player(draft: Draft) -> int:
    """The person to act; before the colours are chosen persons take turns."""
    if draft.first == NOBODY:
        return draft.turn % 2
    return draft.first if draft.colour == 1 else 1 - draft.first


def normalise(draft: Draft) -> Draft:
    """With the numbers that nobody sees made to fit, where they can be."""
    return game_module(draft.game.name).normalise(draft)


def has_content(draft: Draft, name: str, cell: int) -> bool:
    """Whether a cell has already what a tool puts there."""
    tool = _tool(draft, name)
    if tool.field:
        return cell in draft.cells(tool.field)
    return draft.contents[cell] == tool.content


def put(draft: Draft, name: str, cell: int) -> Draft:
    """Put something on a cell, or take it away where it is already; "" clears the cell.

    Raises:
        NotationError: no such tool or cell, or there are as many as there can be.
    """
    if not 0 <= cell < len(draft.contents):
        raise NotationError(f"There is no cell {cell} on this board.")
    if not name:
        return normalise(draft.without([cell]))
    tool = _tool(draft, name)
    there = has_content(draft, name, cell)
    if not tool.field:
        contents = list(draft.contents)
        contents[cell] = tool.content
        laid = replace(draft, contents=tuple(contents))
        return normalise(draft.without([cell]) if there else laid)
    cells = set(draft.cells(tool.field)) ^ {cell}
    if len(cells) > tool.most:
        where = ", ".join(draft.named(draft.cells(tool.field)))
        raise NotationError(
            f"There can be at most {tool.most} of {tool.words.lower()}: {where}. Take one away "
            "first."
        )
    for other in game_module(draft.game.name).tools(draft.game):
        if other.field and other.field != tool.field:
            left = [one for one in draft.cells(other.field) if one != cell]
            draft = draft.with_cells(other.field, left)
    return normalise(draft.with_cells(tool.field, sorted(cells)))


def _tool(draft: Draft, name: str) -> Tool:
    for tool in game_module(draft.game.name).tools(draft.game):
        if tool.name == name:
            return tool
    raise NotationError(f"{draft.game.info.title} has nothing called {quoted(name)} to put.")


def with_colour(draft: Draft, colour: int) -> Draft:
    """With another colour to move; 0, in games that begin so: nobody has a colour yet.

    Raises:
        NotationError: there is no such colour.
    """
    if colour not in colours_to_move(draft.game):
        raise NotationError("It is the first or the second colour's turn.")
    return normalise(replace(draft, colour=colour))


def colours_to_move(rules: RuleSet) -> tuple[int, ...]:
    """The colours that may be to move, 0 where a game begins without them."""
    return (0, 1, 2) if rules.info.has_setup else (1, 2)


def with_control(draft: Draft, name: str, value: str) -> Draft:
    """With a switch, number or choice of the game's set.

    Raises:
        NotationError: there is no such control now, or the value is not one of those it allows.
    """
    module = game_module(draft.game.name)
    for control in module.controls(draft):
        if control.name == name:
            allowed = [value for value, _ in control.choices] or ["on", "off"]
            if control.highest:
                allowed = [str(one) for one in range(control.lowest, control.highest + 1)]
            if value not in allowed:
                raise NotationError(f"{control.label}: {quoted(value)} is not possible here.")
            return normalise(module.with_control(draft, name, value))
    raise NotationError(f"There is nothing called {quoted(name)} to set here.")


def with_options(draft: Draft, given: Options) -> Draft:
    """With other options of the game; what lies on the board stays if the board does.

    Args:
        draft: to change.
        given: the options; those that are missing are at their defaults.

    Raises:
        OptionError: an unknown option, or one that is not allowed.
    """
    rules = rule_set(draft.game.name, given)
    if rules.board is not draft.game.board:
        return cleared(rules)
    return normalise(replace(draft, game=rules))


def cleared(rules: RuleSet) -> Draft:
    """A board with nothing on it, the first colour to move."""
    state = new_state(rules.rules)
    lists = {tool.field: NONE for tool in game_module(rules.name).tools(rules) if tool.field}
    bare = _draft(rules, state).with_fields(**lists)
    return normalise(replace(bare, colour=1, first=0, turn=0))


NAMES_OF_CELLS = re.compile(r"[a-z]\d+(,[a-z]\d+)*")


class Checked(NamedTuple):
    """What a draft has come to: a position, or problems."""

    position: Position | None
    problems: tuple[Problem, ...]  # none where there is a position


def checked(draft: Draft) -> Checked:
    """The position that a draft is, or what is wrong with it.

    The game's own checks come first, since they say it best; the last word has the reader of
    positions.
    """
    draft = normalise(draft)
    problems = game_module(draft.game.name).problems(draft)
    if not problems:
        found = _position(draft)
        if isinstance(found, Position):
            return Checked(found, ())
        problems = [Problem("other", str(found), (), _forgetting(draft))]
    return Checked(None, tuple(problems))


def _position(draft: Draft) -> Position | NotationError:
    """The position, or why there is none."""
    errors = []
    for is_over in (False, True):
        try:
            return position(format_draft(draft, is_over=is_over))
        except NotationError as error:
            errors.append(error)
    return errors[0]


def _forgetting(draft: Draft) -> tuple[Fix, ...]:
    """To forget which stones belong to the turn under way, where that makes it a position."""
    marked = {tool.field for tool in game_module(draft.game.name).tools(draft.game)}
    for name, text in draft.fields:
        if name not in marked and NAMES_OF_CELLS.fullmatch(text):
            without = normalise(draft.with_fields(**{name: NONE}))
            if not game_module(draft.game.name).problems(without) and isinstance(
                _position(without), Position
            ):
                return (Fix("Count its stones as placed before", without),)
    return ()


def sketch(draft: Draft) -> Position:
    """A draft to be drawn, whatever is wrong with it; not one to be played."""
    rules, state = read_parts(format_draft(draft))
    return Position(Game(rules.name, rules.options), state)
