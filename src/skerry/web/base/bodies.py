"""Reading what a browser sends, trusting nothing."""

import json
import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError

from skerry.errors import GameOverError, SkerryError
from skerry.sessions import NotToActError, OfferError
from skerry.study import ConflictError
from skerry.web.base.answers import require_http_methods
from skerry.web.base.errors import MediaTypeError, RequestError, StaleError, TooLongError

MOST_ACTIONS = 500  # in one turn; the largest board has 469 cells
LONGEST_ACTION = 16  # characters
LONGEST_LINE = 16  # turns that are looked at without being played
LONGEST_PASTED = 50_000  # characters; Django reads 64 kB of a form beside its files
LONGEST_BOX = LONGEST_PASTED + 1  # of a box for them: a browser cuts longer text in silence
HIGHEST_TURN = 1_000_000

_TURN_ID = re.compile(r"[A-Za-z0-9-]{1,36}")
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it
_PAGE = re.compile(r"[a-z0-9]{1,16}")

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def answers_json(method: str) -> Callable[[View[Rest]], View[Rest]]:
    """Turn a view's errors into {"error": sentence} with their status, and allow one method."""

    def decorate(view: View[Rest]) -> View[Rest]:
        @wraps(view)
        def answer(
            request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
        ) -> HttpResponse:
            try:
                response = view(request, *args, **kwargs)
            except SkerryError as error:
                response = error_response(error)
            response["Cache-Control"] = "private, no-store"
            return response

        return require_http_methods([method])(answer)

    return decorate


def takes_files(view: View[Rest]) -> View[Rest]:
    """Mark a view whose requests may bring files; elsewhere no more than a form is read."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


def error_response(error: SkerryError) -> JsonResponse:
    """An error as JSON: its sentence, and of a conflict what is there now."""
    status = error.status if isinstance(error, RequestError) else 400
    if isinstance(error, GameOverError | NotToActError | OfferError | ConflictError):
        status = 409
    now = {"now": error.now} if isinstance(error, ConflictError) else {}
    return JsonResponse({"error": str(error)} | now, status=status)


def read_json(request: HttpRequest) -> dict[str, object]:
    """The JSON object in a request's body.

    Raises:
        MediaTypeError: it is said to be something else, a form for one.
        TooLongError: longer than any request of a page.
        RequestError: no JSON, no object, or one with half a character.
    """
    if request.content_type != "application/json":
        raise MediaTypeError(
            "This address reads JSON; send a JSON object with Content-Type: application/json."
        )
    try:
        body = request.body
    except RequestDataTooBig:
        raise TooLongError("The request is too long.") from None
    except UnreadablePostError:
        raise RequestError("The request was cut short.") from None
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise RequestError("The request must be a JSON object; this is not JSON.") from None
    if not isinstance(data, dict):
        raise RequestError("The request must be a JSON object.")
    if b"\\u" in body and _has_what_none_can_keep(data):
        raise RequestError(
            "A text in the request holds half a character, or the character 0, which none can keep."
        )
    return data


def _has_what_none_can_keep(data: object) -> bool:
    """Whether JSON data holds half a surrogate, for which UTF-8 has no bytes, or a NUL.

    PostgreSQL keeps texts without NUL alone.
    """
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return _NUL.search(text) is not None


def turn_number(data: dict[str, object]) -> int:
    """The turn after which a position is meant.

    Raises:
        RequestError: missing or no such number.
        StaleError: a number no game reaches.
    """
    turn = data.get("turn")
    if not isinstance(turn, int) or isinstance(turn, bool) or turn < 0:
        raise RequestError("'turn' must be the number of turns played before the position.")
    if turn > HIGHEST_TURN:
        raise StaleError("The game is not that long.")
    return turn


def version_number(data: dict[str, object]) -> int:
    """The version of the game that the sender's page shows.

    Raises:
        RequestError: missing or no such number.
    """
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 0:
        raise RequestError("'version' must be the version of the game that you were shown.")
    return version


def action_texts(data: dict[str, object]) -> list[str]:
    """The actions of a turn.

    Raises:
        RequestError: missing, or not a list of short texts.
    """
    return _actions(data.get("actions"), "'actions'")


def _actions(actions: object, what: str) -> list[str]:
    if not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        raise RequestError(f"{what} must be a list of at most {MOST_ACTIONS} texts.")
    for action in actions:
        if not isinstance(action, str) or len(action) > LONGEST_ACTION or "," in action:
            raise RequestError("Each action must be a short text such as 'c3'.")
    return list(actions)


def turn_id(data: dict[str, object]) -> str:
    """What the sender calls a turn, "" where it gives it no name.

    Raises:
        RequestError: something else than letters, digits and hyphens, at most 36 of them.
    """
    name = data.get("id", "")
    if not isinstance(name, str) or (name and not _TURN_ID.fullmatch(name)):
        raise RequestError("'id' must be at most 36 letters, digits and hyphens.")
    return name


def line_texts(data: dict[str, object]) -> list[str]:
    """Some whole turns after each other.

    Raises:
        RequestError: missing, none, too many, or not texts of turns.
    """
    turns = data.get("turns")
    if not isinstance(turns, list) or not 1 <= len(turns) <= LONGEST_LINE:
        raise RequestError(f"'turns' must be a list of 1 to {LONGEST_LINE} turns.")
    for turn in turns:
        _actions(turn.split(",") if isinstance(turn, str) else None, "Each turn")
    return list(turns)


def page_name(data: dict[str, object]) -> str:
    """What a browser calls one of its pages.

    Raises:
        RequestError: missing or no such name.
    """
    page = data.get("page")
    if not isinstance(page, str) or not _PAGE.fullmatch(page):
        raise RequestError("'page' must be 1 to 16 letters or digits.")
    return page


def query_number(request: HttpRequest, name: str) -> int | None:
    """A whole number of the address, None when it is not given.

    Raises:
        RequestError: something else.
    """
    text = request.GET.get(name)
    return None if text is None else whole_number(text, name)


def whole_number(text: str, name: str) -> int:
    """The number that a text is.

    Raises:
        RequestError: none, or a long one.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise RequestError(f"{name!r} must be a whole number from 0.")
    return int(text)


def query_choice(request: HttpRequest, name: str, choices: Sequence[str]) -> str:
    """A word of the address, the first of the choices when it is not given.

    Raises:
        RequestError: none of the choices.
    """
    word = request.GET.get(name, choices[0])
    if word not in choices:
        raise RequestError(f"{name!r} must be {' or '.join(choices)}.")
    return word


def optional_number(data: dict[str, object], name: str) -> int | None:
    """A whole number that may be missing.

    Raises:
        RequestError: something else.
    """
    number = data.get(name)
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise RequestError(f"{name!r} must be a whole number.")
    return number


def given_number(data: dict[str, object], name: str) -> int:
    """A whole number from 0.

    Raises:
        RequestError: missing, or something else.
    """
    number = optional_number(data, name)
    if number is None or number < 0:
        raise RequestError(f"{name!r} must be a whole number from 0.")
    return number


def optional_text(data: dict[str, object], name: str) -> str | None:
    """A short text that may be missing.

    Raises:
        RequestError: something else.
    """
    text = data.get(name)
    if text is not None and (not isinstance(text, str) or len(text) > LONGEST_ACTION):
        raise RequestError(f"{name!r} must be a short text such as 'c3'.")
    return text


def flag(data: dict[str, object], name: str) -> bool:
    """A yes or no; missing, it is no.

    Raises:
        RequestError: something else.
    """
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise RequestError(f"{name!r} must be true or false.")
    return value
