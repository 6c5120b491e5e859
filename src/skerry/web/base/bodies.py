"""What pages and programs send, read by schemas and trusted in nothing; and errors as JSON."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Any, TypeVar

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from skerry.errors import GameOverError, SkerryError
from skerry.sessions import NotToActError, OfferError
from skerry.study import ConflictError
from skerry.web.base.answers import Rest, View, require_http_methods
from skerry.web.base.errors import MediaTypeError, RequestError, TooLongError

MOST_ACTIONS = 500  # in one turn; the largest board has 469 cells
LONGEST_ACTION = 16  # characters
LONGEST_LINE = 16  # turns that are looked at without being played
LONGEST_PASTED = 50_000  # characters; Django reads 64 kB of a form beside its files
LONGEST_BOX = LONGEST_PASTED + 1  # of a box for them: a browser cuts longer text in silence
HIGHEST_TURN = 1_000_000
HIGHEST = 2**31 - 1  # of other whole numbers

_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it


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
    now = {"now": error.now} if isinstance(error, ConflictError) else {}
    return JsonResponse({"error": str(error)} | now, status=status_of(error))


def status_of(error: SkerryError) -> int:
    """The HTTP status that an error is answered with, on pages and as JSON."""
    if isinstance(error, GameOverError | NotToActError | OfferError | ConflictError):
        return 409
    return error.status if isinstance(error, RequestError) else 400


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


class Sent(BaseModel):
    """What a page or a program sends: a number is no text and no flag; other fields don't count."""

    # Its validator is made when the first of its kind is sent: no start waits for all of them.
    model_config = ConfigDict(strict=True, frozen=True, defer_build=True)


def _one_action(text: str) -> str:
    if "," in text:
        raise PydanticCustomError("several", "must be one action, such as 'c3'")
    return text


Whole = Annotated[int, Field(ge=0, le=HIGHEST)]
Version = Annotated[int, Field(ge=0, le=HIGHEST, description="Of the game, as it was told last.")]
TurnNumber = Annotated[int, Field(ge=0, le=HIGHEST_TURN)]  # of turns before a position
Action = Annotated[str, Field(max_length=LONGEST_ACTION), AfterValidator(_one_action)]
Actions = Annotated[list[Action], Field(max_length=MOST_ACTIONS)]
TurnText = Annotated[str, Field(min_length=1, max_length=LONGEST_ACTION * MOST_ACTIONS)]
Turns = Annotated[list[TurnText], Field(min_length=1, max_length=LONGEST_LINE)]
TurnId = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{0,36}$")]  # sent again with it: played once
PageName = Annotated[str, Field(pattern=r"^[a-z0-9]{1,16}$")]  # what a browser calls a page of its


class AtVersion(Sent):
    """Something done in a game as it was at a version."""

    version: Version


class ActionsSent(Sent):
    """The actions of a turn."""

    actions: Actions


class ComposeSent(ActionsSent):
    """A turn as composed so far, and a click: at a cell, from one, or taking one away."""

    without: Action | None = None
    at: Action | None = None
    source: Action | None = Field(None, alias="from")


class TurnsSent(Sent):
    """Some whole turns after each other."""

    turns: Turns


class PageSent(Sent):
    """A page of a browser."""

    page: PageName


Kind = TypeVar("Kind", bound=BaseModel)


def read(request: HttpRequest, kind: type[Kind]) -> Kind:
    """What a request brings. Raises as `read_json`; or a field is missing, or of another form."""
    try:
        return kind.model_validate(read_json(request))
    except ValidationError as error:
        raise RequestError(sentences(error.errors())) from None


MOST_SENTENCES = 5
SENTENCES = {  # of what is wrong with a field, by pydantic's name of it
    "missing": "is missing",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be a text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "literal_error": "must be {expected}",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le:,}",
    "less_than": "must be less than {lt}",
    "string_too_long": "must have at most {max_length:,} characters",
    "string_too_short": "must have {min_length:,} or more characters",
    "too_long": "must have at most {max_length:,} entries",
    "too_short": "must have {min_length:,} or more entries",
    "string_pattern_mismatch": "must be a text of the form {pattern}",
}


def sentences(errors: Sequence[Mapping[str, Any]]) -> str:
    """What is wrong with a body, the first few faults of it as pydantic tells them."""
    return " ".join(map(_sentence, errors[:MOST_SENTENCES]))


def _sentence(error: Mapping[str, Any]) -> str:
    where = ".".join(str(part) for part in error["loc"])
    what = SENTENCES.get(error["type"])
    said = str(error["msg"]) if what is None else what.format_map(error.get("ctx", {}))
    return f"{where[:80]!r} {said}." if where else f"The request {said}."


def query_number(request: HttpRequest, name: str) -> int | None:
    """A whole number of the address, None when it is not given. Raises RequestError."""
    text = request.GET.get(name)
    return None if text is None else whole_number(text, name)


def whole_number(text: str, name: str) -> int:
    """The number that a text is. Raises RequestError: none, or a long one."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise RequestError(f"{name!r} must be a whole number from 0.")
    return int(text)


def query_choice(request: HttpRequest, name: str, choices: Sequence[str]) -> str:
    """A word of the address, the first of the choices when it is not given. Raises RequestError."""
    word = request.GET.get(name, choices[0])
    if word not in choices:
        raise RequestError(f"{name!r} must be {' or '.join(choices)}.")
    return word
