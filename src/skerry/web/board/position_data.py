"""A position and a turn being composed there, as the plain data that pages show."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NotRequired, TypedDict

from skerry.draw import Pending, aims_words, board_svg
from skerry.games.actions import (
    clicked_action,
    decode_action,
    encode_action,
    kind_of,
    moves_pieces,
    named_cells,
    parse_cell,
    words_of,
)
from skerry.games.contract import game_module
from skerry.levels import LEVELS
from skerry.positions import Game, Position
from skerry.record import GameRecord, Mark
from skerry.sessions import Composed, add_action, compose
from skerry.web.base.bodies import ComposeSent
from skerry.web.board import words


def action_at(position: Position, cell: str, source: str | None = None) -> str:
    """The action that a click on a cell means, whether it is legal or not.

    `source` is a cell that was chosen before, in a game in which pieces go from cell to cell.
    Raises NotationError: the board has no such cell.
    """
    game = position.game
    index = parse_cell(game.board, cell)
    chosen = parse_cell(game.board, source) if source and moves_pieces(game) else None
    action = clicked_action(game, index, position.contents[index], chosen)
    return game.format_action(encode_action(game, action))


def composed_from(base: Position, sent: ComposeSent) -> Composed:
    """The turn that a page composes, from what it sends.

    Args:
        base: the position when the turn began.
        sent: the actions chosen so far; perhaps "without", one of them to be taken back, and "at",
            a cell whose click means one more action, if only to learn why it is illegal; "from", a
            cell that was chosen before.

    Raises:
        NotationError, GameOverError, IllegalActionError: as `sessions.compose`.
    """
    composed = compose(base, sent.actions, sent.without)
    if sent.at is None:
        return composed
    return add_action(composed, action_at(composed.position, sent.at, sent.source))


class Offer(TypedDict):
    """One legal action, and how to point at it."""

    text: str
    kind: str  # "place", "convert", "sink", "tower", "exchange", "move", "slide", or "word"
    cells: list[str]  # clicking any of them means this action
    source: str | None  # the cell to be chosen first, where a piece goes from cell to cell
    label: NotRequired[str]  # of a word's button
    colour: NotRequired[int]  # that a word chooses (1 or 2), 0 for none


@lru_cache(maxsize=8192)
def offer(game: Game, action: int) -> Offer:
    """An action as the page needs it; all pages share it, so nobody changes it."""
    decoded = decode_action(game, action)
    kind, cells = kind_of(game, decoded), named_cells(game, decoded)
    text = kind.text.format(*cells)
    if not cells:
        label = kind.label or text.capitalize()
        word: Offer = {"text": text, "kind": "word", "cells": [], "source": None}
        return word | {"label": label, "colour": kind.colour}
    source = cells.pop(0) if kind.num_cells > 1 else None
    return {"text": text, "kind": kind.looks_like or kind.name, "cells": cells, "source": source}


def composing(
    composed: Composed,
    last: Sequence[int] = (),
    *,
    with_aims: bool = False,
    marked: Sequence[Mark] = (),
) -> dict[str, object]:
    """What changes while a turn is composed; `last` are the actions of the turn before it."""
    base, position = composed.base, composed.position
    game = position.game
    words_offered = words_of(game)
    legal = [] if composed.is_complete else position.legal_actions()
    offers = [offer(game, action) for action in legal]
    chosen = [game.parse_action(text) for text in composed.actions]
    return {
        "actions": [offer(game, action) for action in chosen],
        "complete": composed.is_complete,
        "may_end": not composed.is_complete and words_offered.get("end") in legal,
        "legal": [one for one in offers if one["text"] != "end"],
        "bar": words.bar(base, position, len(composed.actions)),
        "svg": board_svg(
            position,
            last=last,
            legal=not composed.is_complete,
            pending=Pending(base, chosen),
            standalone=False,
            with_aims=with_aims,
            marked=marked,
        ),
        "aims": aims_data(position) if with_aims else None,
        "standings": standings(position),
    }


def resting(
    position: Position,
    last: Sequence[int] = (),
    *,
    with_aims: bool = False,
    marked: Sequence[Mark] = (),
) -> dict[str, object]:
    """The same keys as `composing`, where nobody may choose now."""
    return {
        "actions": [],
        "complete": False,
        "may_end": False,
        "legal": [],
        "bar": "",
        "svg": board_svg(position, last=last, standalone=False, with_aims=with_aims, marked=marked),
        "aims": aims_data(position) if with_aims else None,
        "standings": standings(position),
    }


def persons_data(record: GameRecord, position: Position) -> list[dict[str, object]]:
    """Person 0 and person 1 as they sit in a position."""
    seats, parts = position.persons, position.game.info.parts
    return [
        {
            "name": words.person_title(record, person),
            "kind": record.persons[person].kind,
            "level": _level_title(record.persons[person].level),
            "colour": words.colour_of(position, person),
            "part": parts[person].short.capitalize() if parts and seats is None else "",
        }
        for person in (0, 1)
    ]


def _level_title(level: str | None) -> str:
    """Number and name of a level; one that we do not know, from an opened record, as it is."""
    return "" if level is None else LEVELS[level].title if level in LEVELS else level


def aims_data(position: Position) -> dict[str, object]:
    """What is said about the aims that are drawn over the board."""
    return {
        "legend": game_module(position.game.name).legend(position),
        "words": aims_words(position),
    }


def standings(position: Position) -> list[dict[str, object]]:
    """The two colours, the first one first."""
    persons = position.persons
    lines_of = game_module(position.game.name).standing_lines
    return [
        {
            "colour": colour,
            "title": words.colour_title(position.game, colour),
            "person": None if persons is None else persons[colour - 1],
            "lines": [line._asdict() for line in lines_of(position, colour)],
        }
        for colour in (1, 2)
    ]


def last_actions(record: GameRecord, turn: int | None = None) -> tuple[int, ...]:
    """The actions of the turn with that number, else of the last one; none at the start."""
    turn = len(record.turns) if turn is None else turn
    return record.game.parse_turn(record.turns[turn - 1].text) if turn else ()


def way_of(game: Game, text: str) -> list[str] | None:
    """Where the piece that a turn moved came from and went to, None when it moved none."""
    for action in words.turn_actions(game, text):
        if len(action.cells) > 1:
            return named_cells(game, action)
    return None
