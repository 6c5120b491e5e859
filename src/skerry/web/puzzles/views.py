"""The puzzle corner: its pages, and the JSON that its module talks to.

The first try at a puzzle is rated (attempts.py); which puzzles have been solved the browser
remembers by itself.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, groupby, islice

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from skerry.core.numbers import counted, format_count
from skerry.draw import advice, board_svg
from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED, info
from skerry.games.contract import game_module
from skerry.games.themes import Theme
from skerry.games.words import DRAW_WORDS, WIN_WORDS
from skerry.positions import Position
from skerry.puzzles import Puzzle, Verdict, collection, format_collection, judge
from skerry.puzzles.puzzle import key_of, puzzle_of_day
from skerry.record import GameRecord
from skerry.sessions import Composed
from skerry.text import spaced
from skerry.web.base.answers import find_game, require_GET
from skerry.web.base.bodies import ActionsSent, ComposeSent, TurnsSent, answers_json, read
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import PREVIEWS, VERDICTS, limited
from skerry.web.base.seats import seat_of, seated
from skerry.web.base.services import service
from skerry.web.board import words
from skerry.web.board.files import refuses
from skerry.web.board.pictures import as_picture, card_of, picture, preview_of, ratio
from skerry.web.board.position_data import composed_from, composing, last_actions, standings, way_of
from skerry.web.play.closed import check_open
from skerry.web.puzzles import attempts
from skerry.web.puzzles.verdicts import NotYetError, Question, Verdicts, find_any, find_own, is_own
from skerry.web.thinking.engine import STAYS_SLOW, Engine

GRADE_WORDS = ("", "Warm-up", "Easy", "Medium", "Hard", "Very hard")
MOST_STEPS = 16  # turns that are drawn; a board is twenty kilobytes


def by_grade(numbered: Iterable[tuple[int, Puzzle]]) -> list[dict[str, object]]:
    """The puzzles under the words for their grades, the easiest first."""
    return [
        {"grade": grade, "words": GRADE_WORDS[grade], "puzzles": list(puzzles)}
        for grade, puzzles in groupby(numbered, key=lambda one: one[1].grade)
    ]


def themes_in(name: str, puzzles: Iterable[Puzzle]) -> list[tuple[Theme, int]]:
    """The themes of some puzzles of a game, each with how many there are, in the game's order."""
    counts = Counter(puzzle.theme for puzzle in puzzles)
    themes = game_module(name).THEMES
    return [(theme, counts[theme.name]) for theme in themes if counts[theme.name]]


def theme_of(puzzle: Puzzle) -> Theme | None:
    """The theme of a puzzle; None of one that was set up by hand."""
    themes = game_module(puzzle.game).THEMES
    return next((theme for theme in themes if theme.name == puzzle.theme), None)


@lru_cache(64)
def record_to(puzzle: Puzzle) -> GameRecord:
    """The record up to the puzzle's position."""
    return puzzle.record.take_back(len(puzzle.record.turns) - puzzle.turn)


def put(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle before any turn is tried, without its solution."""
    record, position = record_to(puzzle), puzzle.position
    own = is_own(puzzle.key)
    last = record.turns[-1].text if record.turns else ""
    before = record.replay()[-2] if record.turns else position
    return {
        "key": puzzle.key,
        "number": 1 if own else collection(puzzle.game).index(puzzle) + 1,
        "own": own,
        "grade": puzzle.grade,
        "grade_words": GRADE_WORDS[puzzle.grade],
        "turn": puzzle.turn,
        "colour": position.colour_index,
        "heading": f"{words.mover_title(position)} to play and win",
        "task": f"Only one of {format_count(puzzle.num_turns)} turns wins. Find it.",
        "rules": _rules(puzzle),
        "last_turn": words.turn_sentence(before, last) if last else "",
    } | composing(Composed(position, position, ()), last_actions(record))


def _rules(puzzle: Puzzle) -> str:
    """The options that one must know to solve it, and what the board does not show."""
    game = puzzle.position.game
    options = (
        option.phrase.format(game.option(option.name))
        for option in game.info.options
        if option.phrase
    )
    counters = game_module(game.name).counters(puzzle.position)
    return " · ".join((f"{game.info.title}, {', '.join(options)}", *counters))


def judged(puzzle: Puzzle, verdict: Verdict) -> dict[str, object]:
    """A verdict, its turns drawn one after another; of the solution also what it is about."""
    return {
        "right": verdict.right,
        "value": verdict.value,
        "words": _words(puzzle, verdict),
        "steps": _steps((puzzle.position, *verdict.positions), (verdict.turn, *verdict.line)),
        "drawn": _drawn(puzzle, verdict.turn) if verdict.right else None,
    }


def _drawn(puzzle: Puzzle, turn: str) -> dict[str, object]:
    """The puzzle's position with a turn drawn over it, and the theme of the puzzle."""
    position, theme = puzzle.position, theme_of(puzzle)
    return {
        "svg": board_svg(position, last=last_actions(record_to(puzzle)), standalone=False),
        "overlay": advice(position, [position.game.parse_turn(turn)]),
        "standings": standings(position),
        "words": f"The solution: {spaced(turn)}",
        "theme": "" if theme is None else f"{theme.title}: {theme.words}",
    }


def _standing(request: HttpRequest, puzzle: Puzzle, holder: str | None = None) -> dict[str, object]:
    """What the page says of the rating and of the days in a row, as sentences."""
    if is_own(puzzle.key):
        return {"rating": "", "streak": ""}
    now = attempts.standing_of(holder or seat_of(request), puzzle)
    gain = f" ({now.gain})" if now.gain else ""
    streak = ""
    if now.is_of_today:
        streak = "Puzzle of the day" + (
            f" · {counted(now.streak, 'day')} in a row" if now.streak else ""
        )
    return {
        "rating": f"Ratings: puzzle {now.puzzle_rating} · you {now.rating}{gain}",
        "streak": streak,
    }


def drawn_line(puzzle: Puzzle, turns: Sequence[str]) -> list[dict[str, object]]:
    """Turns after each other from a puzzle's position, each with the position it leads to.

    Raises:
        NotationError, IllegalActionError, GameOverError: as `Position.play_turn`.
    """
    return _steps([*accumulate(turns, Position.play_turn, initial=puzzle.position)], turns)


def _steps(positions: Sequence[Position], turns: Sequence[str]) -> list[dict[str, object]]:
    """The first turns of a line, drawn one after another; positions have one more, the start."""
    triples = zip(positions, turns, positions[1:], strict=False)
    return [
        {
            "last_turn": words.turn_sentence(before, turn),
            "turn": turn,
            "colour": before.colour_index,
            "moved": way_of(after.game, turn),
            "svg": board_svg(after, last=after.game.parse_turn(turn), standalone=False),
            "standings": standings(after),
        }
        for before, turn, after in islice(triples, MOST_STEPS)
    ]


def _words(puzzle: Puzzle, verdict: Verdict) -> str:
    game, mover = puzzle.position.game, puzzle.position.colour_index or 1
    me, you = words.colour_title(game, mover), words.colour_title(game, 3 - mover)
    tried = spaced(verdict.turn)
    outcome = verdict.positions[0].outcome
    if verdict.right and verdict.turn != puzzle.solution:
        return f"{tried} also wins."
    if verdict.right:
        sure = "at once" if outcome is not None else "whatever the answer"
        return f"{tried} wins {sure}, and no other turn does."
    if outcome is not None:
        if outcome.winner is None:
            ended = f"drawn {DRAW_WORDS[outcome.reason]}"
        else:
            ended = f"won by {you} {WIN_WORDS[outcome.reason]}"
        return f"After {tried} the game is over, {ended}."
    answer = spaced(verdict.line[0])
    if verdict.value == "draw":
        return f"{you} answers {answer}, and {me} can only draw."
    return f"{you} answers {answer} and wins."


NOT_YET = "The engine is still warming up; your turn is checked in a moment."


class UnknownPuzzleError(RequestError):
    """There is no such puzzle."""

    status = 404


# ---- pages ----


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The puzzle corners of all games."""
    holder = seat_of(request)
    today = puzzle_of_day(attempts.today())
    games = [
        {
            "info": one,
            "picture": picture(one.name),
            "keys": [puzzle.key for puzzle in collection(one.name)],
        }
        for one in FEATURED
        if one.has_puzzles
    ]
    day = {
        "info": info(today.game),
        "key": today.key,
        "picture": as_picture(
            board_svg(today.position, standalone=False, coordinates=False, prefix="day-")
        ),
        "grade": GRADE_WORDS[today.grade],
        "heading": f"{words.mover_title(today.position)} to play and win",
        "is_solved": attempts.has_solved_today(holder),
        "streak": attempts.streak_of(holder),
    }
    return render(request, "puzzles/puzzles.html", {"games": games, "day": day})


@require_GET
def of_today(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day, at an address that stays."""
    today = puzzle_of_day(attempts.today())
    return redirect("puzzle", today.game, today.key)


@require_GET
def corner(request: HttpRequest, name: str, key: str | None = None) -> HttpResponse:
    """One game's puzzles: the one of that key, else the first that is not solved yet."""
    chosen = find_game(name)
    try:
        shown = None if key is None else find_any(name, key)
    except OptionError as error:
        raise Http404(str(error)) from None
    puzzles = [shown] if shown is not None and is_own(shown.key) else collection(name)
    if not puzzles:
        raise Http404(f"There are no puzzles of {chosen.title}.")
    numbered = enumerate(puzzles, start=1)
    context: dict[str, object] = {
        "info": chosen,
        "grades": by_grade(numbered),
        "themes": themes_in(name, puzzles),
    }
    title = f"Puzzles of {chosen.title}" if shown is None else f"A puzzle of {chosen.title}"
    own = "" if shown is None else reverse("puzzle-card", args=[name, shown.key])
    words = "One turn wins. Find it on the board." if shown is not None else chosen.summary
    context["preview"] = preview_of(
        request,
        title,
        words,
        name,
        picture=own,
        is_listed=shown is None or not is_own(shown.key),
    )
    if shown is not None:
        state = put(shown) | _standing(request, shown)
        svg = str(state.pop("svg"))
        context |= {"svg": svg, "state": state, "ratio": ratio(svg)}
    return render(request, "puzzles/puzzle.html", context)


@require_GET
@refuses
def card(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The picture that goes with a link to a puzzle."""
    return card_of(request, _found(name, key).position)


@require_GET
@refuses
def own_file(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """A puzzle that somebody has set up, in a file like those of the collections."""
    try:
        own = find_own(name, key)
    except OptionError as error:
        raise Http404(str(error)) from None
    check_open((own.position,), seat_of(request))  # the file holds the solution
    puzzle = replace(own, key=key_of(own.position))
    content = format_collection(name, "set up in the editor", [puzzle])
    response = HttpResponse(content, content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="{name}-{puzzle.key}.json.gz"'
    return response


# ---- answers ----


@answers_json("GET")
def state(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """A puzzle, before any turn is tried."""
    puzzle = _found(name, key)
    return JsonResponse(put(puzzle) | _standing(request, puzzle))


@answers_json("POST")
@limited(PREVIEWS)
def preview(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The turn as composed so far, as in a game."""
    record = record_to(_found(name, key))
    composed = composed_from(record.position, read(request, ComposeSent))
    return JsonResponse(composing(composed, last_actions(record)))


@answers_json("POST")
@limited(VERDICTS)
def check(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """Whether a turn is the solution, and what follows it or refutes it.

    Neither is said of a puzzle of one's own whose position two persons play at this moment.
    """
    puzzle, actions = _found(name, key), read(request, ActionsSent).actions
    # Before the engine is asked for anything: an illegal turn is refused at once.
    game = puzzle.position.game
    puzzle.position.play_turn(",".join(actions))
    turn = game.format_turn(game.parse_turn(",".join(actions)))
    _check_open(puzzle, request)
    if is_own(puzzle.key):
        return _answer(request, puzzle, turn, seat_of(request))

    def answer(holder: str) -> HttpResponse:
        attempts.note_try(holder, puzzle, is_right=turn == puzzle.solution)
        return _answer(request, puzzle, turn, holder)

    return seated(request, answer)


def _answer(request: HttpRequest, puzzle: Puzzle, turn: str, holder: str | None) -> HttpResponse:
    try:
        verdict = service(Verdicts).find(request, Question(puzzle, turn, holder or ""))
    except NotYetError:
        if service(Engine).phase(puzzle.game) == "slow":
            raise RequestError(STAYS_SLOW) from None
        return JsonResponse({"pending": NOT_YET}, status=202)  # the page asks again by itself
    return JsonResponse(judged(puzzle, verdict) | _standing(request, puzzle, holder))


@answers_json("POST")
@limited(PREVIEWS)
def line(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """Some turns from the puzzle's position on, drawn; whether they are good is not said."""
    puzzle, turns = _found(name, key), read(request, TurnsSent).turns
    return JsonResponse({"steps": drawn_line(puzzle, turns)})


@answers_json("POST")
@limited(VERDICTS)
def solution(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """The solution, for who gives up: at the first try that counts as a wrong turn."""
    puzzle = _found(name, key)
    _check_open(puzzle, request)
    verdict = judge(puzzle, puzzle.solution)
    if is_own(puzzle.key):
        return JsonResponse(judged(puzzle, verdict) | _standing(request, puzzle))

    def answer(holder: str) -> HttpResponse:
        attempts.note_shown(holder, puzzle)
        return JsonResponse(judged(puzzle, verdict) | _standing(request, puzzle, holder))

    return seated(request, answer)


def _check_open(puzzle: Puzzle, request: HttpRequest) -> None:
    """Whether the solution may be told. Raises HelpError: two persons play this position.

    The collections are never closed. Their solutions are public, and anybody could play a puzzle's
    record against themselves and so take it from all others.
    """
    if is_own(puzzle.key):
        check_open((puzzle.position,), seat_of(request))


def _found(name: str, key: str) -> Puzzle:
    try:
        return find_any(name, key)
    except OptionError as error:
        raise UnknownPuzzleError(str(error)) from None
