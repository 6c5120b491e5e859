"""The page of the editor, and the JSON that its module talks to: drafts and edits of them."""

import secrets
from collections.abc import Mapping
from typing import Annotated

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from pydantic import Field

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
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.games.editing import Draft, Problem
from skerry.games.ruleset import RuleSet
from skerry.games.words import DRAW_WORDS, WIN_WORDS
from skerry.levels import LEVELS
from skerry.positions import Game, Position, game, position
from skerry.puzzles import puzzle_from_data
from skerry.record import Mark
from skerry.record.game_record import check_start
from skerry.sessions import prepared_start
from skerry.text import LONGEST_TEXT
from skerry.web.base.answers import find_game, require_GET
from skerry.web.base.bodies import Sent, answers_json, read
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import ANALYSES, PREVIEWS, limited
from skerry.web.base.seats import seat_of, seated
from skerry.web.base.services import service
from skerry.web.board.pictures import picture, ratio
from skerry.web.board.words import colour_title, mover_title
from skerry.web.editor import solving
from skerry.web.editor.solving import PUZZLE, SOLVE, Found, Question, Solutions
from skerry.web.play.closed import check_open
from skerry.web.play.forms import HIGHEST_SEED, field_text, fields, read_options
from skerry.web.puzzles.verdicts import key_of_own

MOST_OPTIONS = 20
Word = Annotated[str, Field(max_length=40)]  # a name or a value


class TextSent(Sent):
    """A draft or a position."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]


class QuestionSent(TextSent):
    """A position, and whether the page waits for the answer already."""

    again: bool = False


class StopSent(Sent):
    """The position whose question is given up; none: whatever was asked."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None


class EditSent(TextSent):
    """A draft and one edit of it: a tool at a cell, who moves, a control's value, options, ..."""

    cell: Word | None = None
    tool: Word = ""
    colour: int | None = None
    control: Word | None = None
    value: Word = ""
    options: Annotated[dict[str, Word], Field(max_length=MOST_OPTIONS)] | None = None
    clear: bool = False
    start: bool = False


def edited(sent: EditSent) -> Draft:
    """The draft after an edit; without one as it is.

    Raises:
        NotationError, OptionError: as `skerry.editing` says.
    """
    draft = read_draft(sent.text)
    if sent.cell is not None:
        return put(draft, sent.tool, parse_cell(draft.game.board, sent.cell))
    if sent.colour is not None:
        return with_colour(draft, sent.colour)
    if sent.control is not None:
        return with_control(draft, sent.control, sent.value)
    if sent.options is not None:
        return with_options(draft, read_options(draft.game.info, sent.options))
    if sent.clear:
        return cleared(draft.game)
    if sent.start:
        return draft_of(start_of(Game(draft.game.name, draft.game.options)))
    return draft


def start_of(chosen: Game) -> Position:
    """A start: where one is drawn, one that is ready for play."""
    if chosen.info.has_setup:
        return prepared_start(chosen, secrets.randbelow(HIGHEST_SEED))
    return chosen.start()


def draft_in(name: str, text: str) -> tuple[Draft, str]:
    """The draft that an address asks for, and what is wrong with its text.

    The game of the text comes before the one of that name. Without a text it is a start.

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


def state_of(draft: Draft) -> dict[str, object]:
    """All that the page shows of a draft."""
    found = checked(draft)
    position = found.position or sketch(draft)
    title = f"{draft.game.info.title} board, being set up"
    svg = board_svg(position, standalone=False, title=title)
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
        "counts": {
            tool.name: sum(has_content(draft, tool.name, cell) for cell in range(len(names)))
            for tool in module.tools(draft.game)
        },
        "controls": [
            {
                "kind": "choice" if one.choices else "number" if one.highest else "switch",
                **one._asdict(),
            }
            for one in module.controls(draft)
        ],
        "problems": [_problem(draft, one) for one in found.problems],
        "heading": _heading(found),
        "words": _words(found),
        "usable": is_usable(found.position),
    }


def movers(rules: RuleSet) -> list[tuple[int, str]]:
    """Whose turn it may be, and what to call it."""
    named = ("Set-up", *(colour.capitalize() for colour in rules.info.colours))
    return [(colour, named[colour]) for colour in colours_to_move(rules)]


def _problem(draft: Draft, problem: Problem) -> dict[str, object]:
    return {
        "sentence": problem.sentence,
        "cells": draft.named(problem.cells),
        "fixes": [{"words": fix.words, "text": format_draft(fix.draft)} for fix in problem.fixes],
    }


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
        return "Fix it here or on the board; then it can be played, analysed and solved."
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


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The games whose positions can be set up: all."""
    games = [{"info": one, "picture": picture(one.name)} for one in GAMES]
    return render(request, "editor/index.html", {"games": games})


@never_cache
@require_GET
def editor(request: HttpRequest, name: str) -> HttpResponse:
    """A board to be set up: `?position=TEXT`, else a start."""
    info = find_game(name)
    text = request.GET.get("position", "").strip()
    draft, error = draft_in(info.name, text)
    if draft.game.name != info.name:
        query = urlencode({"position": text})
        return redirect(f"{reverse('editor', args=[draft.game.name])}?{query}")
    state = state_of(draft)
    svg = str(state.pop("svg"))
    context = {
        "info": info,
        "svg": svg,
        "ratio": ratio(svg),
        "state": state,
        "error": error,
        "unread": text if error else "",
        "tools": game_module(draft.game.name).tools(draft.game),
        "movers": movers(draft.game),
        "fields": fields(info, {option: field_text(value) for option, value in draft.game.options}),
        "levels": LEVELS.items(),
        "longest_text": LONGEST_TEXT,
    }
    return render(request, "editor/editor.html", context, status=400 if error else 200)


@answers_json("POST")
@limited(PREVIEWS)
def edit(request: HttpRequest) -> HttpResponse:
    """The draft after an edit; nothing is saved."""
    return JsonResponse(state_of(edited(read(request, EditSent))))


@answers_json("POST")
@limited(ANALYSES)
def solve(request: HttpRequest) -> HttpResponse:
    """What a position is worth: `{"pending": true}` until it is known, then a heading and words."""
    return _ask(request, SOLVE)


@answers_json("POST")
@limited(ANALYSES)
def make_puzzle(request: HttpRequest) -> HttpResponse:
    """Whether a position is a puzzle, as `solve`; if so with its address and that of its file."""
    return _ask(request, PUZZLE)


@answers_json("POST")
def stop(request: HttpRequest) -> HttpResponse:
    """Give up what this browser has asked the solver."""
    sent = read(request, StopSent)
    text = None if sent.text is None else position(sent.text).text
    service(Solutions).stop(seat_of(request) or "", text)
    return JsonResponse({})


def _ask(request: HttpRequest, kind: str) -> HttpResponse:
    sent = read(request, QuestionSent)
    asked = position(sent.text)
    if not is_usable(asked):
        raise RequestError("There is nothing to solve here: the game is over, or a turn has begun.")

    check_open((asked,), seat_of(request))

    def answer(holder: str) -> HttpResponse:
        question = Question(holder, kind, asked.text, asked.game.name)
        found = service(Solutions).ask(question, sent.again)
        if found is None:
            return JsonResponse({"pending": True})
        return JsonResponse(_told(asked, kind, found))

    return seated(request, answer)


def _told(asked: Position, kind: str, found: Found) -> dict[str, object]:
    if found.error is not None:
        return {"heading": "No answer", "words": found.error, "line": []}
    if kind == SOLVE:
        return solving.solved(asked, found.content, service(Solutions).seconds)
    data = found.content["puzzle"]
    if not isinstance(data, Mapping):
        winners = found.content["winners"]
        assert isinstance(winners, list)
        return {"heading": "Not a puzzle", "words": solving.unsound(asked, winners), "line": []}
    puzzle = puzzle_from_data(asked.game.name, dict(data))
    address = [puzzle.game, key_of_own(puzzle)]
    return {
        "heading": "A sound puzzle",
        "words": f"Exactly one of {puzzle.num_turns:,} turns wins. Whoever has the link can "
        "solve it here.",
        "line": [],
        "link": reverse("puzzle", args=address),
        "file": reverse("own-puzzle-file", args=address),
    }
