"""A draft as the plain data that the editor's page shows."""

from collections.abc import Iterable

from skerry.draw import board_svg, marks
from skerry.editing import Checked, checked, colours_to_move, format_draft, has_content, sketch
from skerry.errors import OptionError
from skerry.games.reasons import DRAW_WORDS, WIN_WORDS
from skerry.games.ruleset import RuleSet
from skerry.games.showing.editing import Control, Draft, Problem, editing_of
from skerry.positions import Position
from skerry.record import Mark
from skerry.record.record_data import check_start
from skerry.web.board.words import colour_title, mover_title
from skerry.web.play.forms import field_text


def state(draft: Draft) -> dict[str, object]:
    """All that the page shows of a draft."""
    found = checked(draft)
    position = found.position or sketch(draft)
    svg = board_svg(position, standalone=False, title=_title(draft))
    faulty = sorted({cell for problem in found.problems for cell in problem.cells})
    names = draft.game.board.names
    crosses = [Mark("square", (names[cell],), "red") for cell in faulty]
    module = editing_of(draft.game)
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
