"""Edits as a page sends them."""

import secrets
from collections.abc import Mapping

from skerry.editing import (
    cleared,
    draft_of,
    put,
    read_draft,
    with_colour,
    with_control,
    with_options,
)
from skerry.errors import SkerryError
from skerry.games.showing.editing import Draft
from skerry.games.text.cells import parse_cell
from skerry.positions import Game, Position, game
from skerry.sessions import prepared_start
from skerry.text import LONGEST_TEXT
from skerry.web.base.errors import RequestError
from skerry.web.play.forms import HIGHEST_SEED, read_options

LONGEST_WORD = 40  # characters of a name or a value
MOST_OPTIONS = 20


def edited(data: Mapping[str, object]) -> Draft:
    """The draft after an edit; without one as it is.

    Args:
        data: "text", the draft; and one of "tool" and "cell", "colour", "control" and "value",
            "options", "clear", "start".

    Raises:
        RequestError: a part is missing, or of another kind.
        NotationError, OptionError: as `skerry.editing` says.
    """
    draft = read_draft(text_in(data))
    if "cell" in data:
        cell = parse_cell(draft.game.board, _text(data, "cell"))
        return put(draft, _text(data, "tool"), cell)
    if "colour" in data:
        colour = data["colour"]
        if not isinstance(colour, int) or isinstance(colour, bool):
            raise RequestError("'colour' must be 0, 1 or 2.")
        return with_colour(draft, colour)
    if "control" in data:
        return with_control(draft, _text(data, "control"), _text(data, "value"))
    if "options" in data:
        return with_options(draft, read_options(draft.game.info, _words(data["options"])))
    if data.get("clear"):
        return cleared(draft.game)
    if data.get("start"):
        return draft_of(start_of(Game(draft.game.name, draft.game.options)))
    return draft


def start_of(chosen: Game) -> Position:
    """A start: where one is drawn, one that is ready for play."""
    if chosen.info.has_setup:
        return prepared_start(chosen, secrets.randbelow(HIGHEST_SEED))
    return chosen.start()


def draft_in(name: str, text: str) -> tuple[Draft, str]:
    """The draft that an address asks for, and what is wrong with its text.

    Args:
        name: of the game; that of the text comes before it.
        text: of a position or a draft; without one the board is empty, or a start is drawn.

    Raises:
        OptionError: there is no such game.
    """
    problem = ""
    if text:
        try:
            return read_draft(text), ""
        except SkerryError as error:
            problem = str(error)
    return draft_of(start_of(game(name))), problem


def text_in(data: Mapping[str, object]) -> str:
    """The text of the draft or position that a page sends. Raises RequestError: there is none."""
    return _text(data, "text", LONGEST_TEXT)


def _text(data: Mapping[str, object], name: str, longest: int = LONGEST_WORD) -> str:
    text = data.get(name)
    if not isinstance(text, str) or len(text) > longest:
        raise RequestError(f"{name!r} must be a text of at most {longest:,} characters.")
    return text


def _words(given: object) -> dict[str, str]:
    if not isinstance(given, dict) or len(given) > MOST_OPTIONS:
        raise RequestError("'options' must be an object of texts.")
    return {str(name): _text(given, name) for name in given}
