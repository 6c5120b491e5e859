"""The puzzle corner: its pages, and the JSON that its module talks to.

Nothing of it is saved here: what has been solved is remembered by the browser alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from ..draw import board_svg
from ..errors import OptionError
from ..games.catalogue import FEATURED, info
from ..games.words import game_words
from ..positions import Position
from ..puzzles import Puzzle, Verdict, collection, find_puzzle, judge
from ..record import GameRecord
from ..sessions import Composed, add_action, compose
from . import present, words
from .bodies import action_texts, answers_json, optional_text, read_json
from .composing import action_at
from .errors import RequestError
from .pages import picture, ratio
from .seats import seat_of
from .services import shared
from .verdicts import NotYetError, Question, Verdicts

GRADE_WORDS = ("", "Warm-up", "Easy", "Medium", "Hard", "Very hard")
NOT_YET = "The engine is still warming up; your turn is checked in a moment."
MOST_STEPS = 16  # turns that are drawn; a board is twenty kilobytes


class UnknownPuzzleError(RequestError):
    """There is no such puzzle."""

    status = 404


# ---- pages ----


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The five corners."""
    games = [
        {"info": one, "picture": picture(one.name), "keys": _keys(one.name)} for one in FEATURED
    ]
    return render(request, "skerry/puzzles.html", {"games": games})


def _keys(name: str) -> list[str]:
    return [puzzle.key for puzzle in collection(name)]


@require_GET
def corner(request: HttpRequest, name: str, key: str | None = None) -> HttpResponse:
    """One game's puzzles: the one of that key, else the first that is not solved yet."""
    try:
        chosen = info(name)
        shown = None if key is None else find_puzzle(name, key)
    except OptionError as error:
        raise Http404(str(error)) from None
    if not collection(name):
        raise Http404(f"There are no puzzles of {chosen.title}.")
    numbered = enumerate(collection(name), start=1)
    context: dict[str, object] = {"info": chosen, "grades": _by_grade(numbered)}
    if shown is not None:
        state = _state(shown)
        svg = str(state.pop("svg"))
        context |= {"svg": svg, "state": state, "ratio": ratio(svg)}
    return render(request, "skerry/puzzle.html", context)


def _by_grade(numbered: Iterable[tuple[int, Puzzle]]) -> list[dict[str, object]]:
    """The puzzles under the words for their grades, the easiest first."""
    return [
        {"grade": grade, "words": GRADE_WORDS[grade], "puzzles": list(puzzles)}
        for grade, puzzles in groupby(numbered, key=lambda one: one[1].grade)
    ]


# ---- answers ----


@answers_json("GET")
def state(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """A puzzle as it is put."""
    puzzle = _found(name, key)
    return JsonResponse(_state(puzzle))


@answers_json("POST")
def preview(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The turn as composed so far, as in a game."""
    data = read_json(request)
    puzzle, actions = _found(name, key), action_texts(data)
    without, cell = optional_text(data, "without"), optional_text(data, "at")
    record = _put(puzzle)
    composed = compose(record.position, actions, without)
    if cell is not None:
        composed = add_action(composed, action_at(composed.position, cell))
    return JsonResponse(present.composing(record, composed))


@answers_json("POST")
def check(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """Whether a turn is the solution, and what follows it or refutes it."""
    puzzle, actions = _found(name, key), action_texts(read_json(request))
    # Before the engine is asked for anything: an illegal turn is refused at once.
    game = puzzle.position.game
    puzzle.position.play_turn(",".join(actions))
    turn = game.format_turn(game.parse_turn(",".join(actions)))
    try:
        verdict = shared(Verdicts).find(Question(puzzle, turn, seat_of(request) or ""))
    except NotYetError:
        return JsonResponse({"pending": NOT_YET}, status=202)  # the page asks again by itself
    return JsonResponse(_described(puzzle, verdict))


@answers_json("GET")
def solution(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The solution, for who gives up."""
    puzzle = _found(name, key)
    return JsonResponse(_described(puzzle, judge(puzzle, puzzle.solution)))


def _found(name: str, key: str) -> Puzzle:
    try:
        return find_puzzle(name, key)
    except OptionError as error:
        raise UnknownPuzzleError(str(error)) from None


# ---- what the page shows ----


@lru_cache(128)
def _put(puzzle: Puzzle) -> GameRecord:
    """The record up to the puzzle's position."""
    return puzzle.record.take_back(len(puzzle.record.turns) - puzzle.turn)


def _state(puzzle: Puzzle) -> dict[str, object]:
    record, position = _put(puzzle), puzzle.position
    puzzles = collection(puzzle.game)
    last = record.turns[-1].text if record.turns else ""
    before = record.replay()[-2] if record.turns else position
    return {
        "key": puzzle.key,
        "number": puzzles.index(puzzle) + 1,
        "grade": puzzle.grade,
        "grade_words": GRADE_WORDS[puzzle.grade],
        "turn": puzzle.turn,
        "colour": position.colour_index,
        "heading": f"{words.mover_title(position)} to play and win",
        "task": f"One of the {puzzle.num_turns:,} turns wins. Find it.",
        "rules": _rules(puzzle),
        "said": words.turn_sentence(before, last) if last else "",
    } | present.composing(record, Composed(position, position, ()))


def _rules(puzzle: Puzzle) -> str:
    """The options that one must know to solve it, and what the board does not show."""
    game = puzzle.position.game
    options = (
        option.phrase.format(game.option(option.name))
        for option in game.info.options
        if option.phrase
    )
    counters = game_words(game).counters(puzzle.position)
    return " · ".join((f"{game.info.title}, {', '.join(options)}", *counters))


@dataclass(frozen=True)
class _Step:
    before: Position
    turn: str
    after: Position

    def described(self) -> dict[str, object]:
        actions = self.after.game.parse_turn(self.turn)
        return {
            "said": words.turn_sentence(self.before, self.turn),
            "text": self.turn.replace(",", " "),
            "colour": self.before.colour_index,
            "moved": present.way_of(self.after.game, self.turn),
            "svg": board_svg(self.after, last=actions, standalone=False),
            "standings": present.standings(self.after),
        }


def _described(puzzle: Puzzle, verdict: Verdict) -> dict[str, object]:
    """A verdict, its turns drawn one after another."""
    positions = (puzzle.position, *verdict.positions)[: MOST_STEPS + 1]
    turns = (verdict.turn, *verdict.line)[:MOST_STEPS]
    steps = [
        _Step(before, turn, after)
        for before, turn, after in zip(positions[:-1], turns, positions[1:], strict=True)
    ]
    return {
        "right": verdict.right,
        "value": verdict.value,
        "words": _words(puzzle, verdict),
        "steps": [step.described() for step in steps],
    }


def _words(puzzle: Puzzle, verdict: Verdict) -> str:
    game, mover = puzzle.position.game, puzzle.position.colour_index or 1
    me, you = words.colour_title(game, mover), words.colour_title(game, 3 - mover)
    tried = verdict.turn.replace(",", " ")
    outcome = verdict.positions[0].outcome
    if verdict.right and verdict.turn != puzzle.solution:
        return f"{tried} wins as well."
    if verdict.right:
        sure = "at once" if outcome is not None else "against any answer"
        return f"{tried} wins {sure}, and no other turn does."
    if outcome is not None:
        ended = "drawn" if outcome.winner is None else f"won by {you}"
        return f"After {tried} the game is over, {ended} {words.REASON_WORDS[outcome.reason]}."
    answer = verdict.line[0].replace(",", " ")
    if verdict.value == "draw":
        return f"{you} answers {answer}, and {me} can no longer do better than draw."
    return f"{you} answers {answer} and wins."
