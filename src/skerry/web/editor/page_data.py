"""A draft as the plain data that the editor's page shows, and edits as the page sends them."""

import secrets
from collections.abc import Iterable, Mapping

from skerry.draw import board_svg, marks
from skerry.editing import (
    Checked,
    checked,
    cleared,
    colours_to_move,
    draft_of,
    format_draft,
    has_content,
    put,
    read_draft,
    sketch,
    with_colour,
    with_control,
    with_options,
)
from skerry.errors import OptionError, SkerryError
from skerry.games.actions import parse_cell
from skerry.games.contract import game_module
from skerry.games.editing import Control, Draft, Problem
from skerry.games.ruleset import RuleSet
from skerry.games.words import DRAW_WORDS, WIN_WORDS
from skerry.positions import Game, Position, game
from skerry.record import Mark
from skerry.record.record_data import check_start
from skerry.sessions import prepared_start
from skerry.text import LONGEST_TEXT
from skerry.web.base.errors import RequestError
from skerry.web.board.words import colour_title, mover_title
from skerry.web.play.forms import HIGHEST_SEED, field_text, read_options

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
        return with_options(draft, read_options(draft.game.info, _option_words(data["options"])))
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


def _option_words(given: object) -> dict[str, str]:
    if not isinstance(given, dict) or len(given) > MOST_OPTIONS:
        raise RequestError("'options' must be an object of texts.")
    return {str(name): _text(given, name) for name in given}


def state(draft: Draft) -> dict[str, object]:
    """All that the page shows of a draft."""
    found = checked(draft)
    position = found.position or sketch(draft)
    svg = board_svg(position, standalone=False, title=_title(draft))
    faulty = sorted({cell for problem in found.problems for cell in problem.cells})
    names = draft.game.board.names
    crosses = [Mark("square", (names[cell],), "red") for cell in faulty]
    module = game_module(draft.game.name)
    return {
        "game": draft.game.name,
        "text": format_draft(draft, is_over=position.is_over),
        "svg": svg,
        "overlay": marks(position, crosses) if crosses else "",
        "colour": draft.colour,
        "options": {option: field_text(value) for option, value in draft.game.options},
        "counts": {tool.name: _count(draft, tool.name) for tool in module.tools(draft.game)},
        "controls": [_control(one) for one in module.controls(draft)],
        "problems": [_problem(draft, one) for one in found.problems],
        "heading": _heading(found),
        "words": _words(found),
        "usable": is_usable(found.position),
    }


def _count(draft: Draft, tool: str) -> int:
    return sum(has_content(draft, tool, cell) for cell in range(len(draft.contents)))


def _title(draft: Draft) -> str:
    """What the board is called."""
    return f"{draft.game.info.title} board, being set up"


def movers(rules: RuleSet) -> list[tuple[int, str]]:
    """Whose turn it may be, and what to call it."""
    named = ("Set-up", *(colour.capitalize() for colour in rules.info.colours))
    return [(colour, named[colour]) for colour in colours_to_move(rules)]


def _control(control: Control) -> dict[str, object]:
    kind = "choice" if control.choices else "number" if control.highest else "switch"
    return {"kind": kind, **control._asdict()}


def _problem(draft: Draft, problem: Problem) -> dict[str, object]:
    return {
        "sentence": problem.sentence,
        "cells": _named(draft, problem.cells),
        "mends": [
            {"words": mend.words, "text": format_draft(mend.draft)} for mend in problem.mends
        ],
    }


def _named(draft: Draft, cells: Iterable[int]) -> list[str]:
    return [draft.game.board.names[cell] for cell in cells]


def _heading(found: Checked) -> str:
    position = found.position
    if position is None:
        count = len(found.problems)
        return "One thing is wrong" if count == 1 else f"{count} things are wrong"
    if position.is_over:
        return "The game is over here"
    parts = position.game.info.parts
    if position.phase == "play" or parts is None:
        return f"{mover_title(position)} to move"
    return f"{mover_title(position)} {parts[position.player or 0].full}"


def _words(found: Checked) -> str:
    """What there is to say beside the problems."""
    position = found.position
    if position is None:
        return "Mend it here or on the board; then it can be played, analysed and solved."
    outcome = position.outcome
    if outcome is not None:
        persons = position.persons
        if outcome.winner is None or persons is None:
            return f"It is drawn {DRAW_WORDS[outcome.reason]}."
        winner = colour_title(position.game, persons.index(outcome.winner) + 1)
        return f"{winner} has won {WIN_WORDS[outcome.reason]}, so there is nothing left to play."
    if not is_usable(position) and position.phase == "play":
        stones = ", ".join(position.game.format_action(one) for one in position.turn_so_far)
        return f"{stones} belong to a turn that is not finished; clear them, or use another."
    if not is_usable(position):
        return "Once all towers stand it can be played, analysed and solved."
    return "It can be played, analysed and solved."


def is_usable(position: Position | None) -> bool:
    """Whether a game can begin there."""
    if position is None:
        return False
    try:
        check_start(position.game, position)
    except OptionError:
        return False
    return True
