"""From a draft to a position, or to what is wrong with it."""

import re
from typing import NamedTuple

from skerry.editing.drafts import fitted, format_draft
from skerry.errors import NotationError
from skerry.games.showing.editing import Draft, Mend, Problem, editing_of, tools
from skerry.games.text.fields import NONE
from skerry.positions import Game, Position, position
from skerry.text.positions import read_parts

CELLS = re.compile(r"[a-z]\d+(,[a-z]\d+)*")


class Checked(NamedTuple):
    """What a draft has come to: a position, or problems."""

    position: Position | None
    problems: tuple[Problem, ...]  # none where there is a position


def checked(draft: Draft) -> Checked:
    """The position that a draft is, or what is wrong with it.

    The game's own checks come first, since they say it best; the last word has the reader of
    positions.
    """
    draft = fitted(draft)
    problems = editing_of(draft.game).problems(draft)
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


def _forgetting(draft: Draft) -> tuple[Mend, ...]:
    """To forget which stones belong to the turn under way, where that makes it a position."""
    marked = {tool.field for tool in tools(draft.game)}
    for name, text in draft.fields:
        if name not in marked and CELLS.fullmatch(text):
            without = fitted(draft.with_fields(**{name: NONE}))
            if not editing_of(draft.game).problems(without) and isinstance(
                _position(without), Position
            ):
                return (Mend("Count its stones as placed before", without),)
    return ()


def sketch(draft: Draft) -> Position:
    """A draft to be drawn, whatever is wrong with it; not one to be played."""
    rules, state = read_parts(format_draft(draft))
    return Position(Game(rules.name, rules.options), state)
