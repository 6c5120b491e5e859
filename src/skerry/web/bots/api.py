"""The API as a whole: its operations (django-ninja), and what becomes of errors."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from skerry.errors import SkerryError
from skerry.web.base.bodies import error_response, sentences
from skerry.web.bots import account, challenges, events, games, tournaments
from skerry.web.bots.auth import NO_TOKEN, ByToken
from skerry.web.bots.schemas import Problem

PREFIX = "/api/v1/"
ABOUT = """\
Programs play here as people do: with an account of their own, in the same games, under the same
clocks.

1. Make an account for the program, and a token of it on the page `/account/tokens`. Send the token
   with each request: `Authorization: Bearer skerry_...`.
2. Say once that a program plays: `POST account/bot`.
3. Listen to `GET events`. When a line says that it is your turn, ask for the game, and send a turn.

An error is answered by `{"error": sentence}`: 400 what was sent cannot be, 401 no token, 403 not
yours, 404 not there, 409 the game has gone on, 429 too much at once (`Retry-After` says when).
"""

api = NinjaAPI(
    title="Skerry's API for programs that play",
    version="1",
    description=ABOUT,
    docs_url=None,
    openapi_url=None,
    auth=ByToken(),
)
for room in (account, events, games, challenges, tournaments):
    api.add_router("", room.router)


@api.exception_handler(SkerryError)
def _refused(request: HttpRequest, error: SkerryError) -> HttpResponse:
    return error_response(error)


@api.exception_handler(AuthenticationError)
def _unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    response = JsonResponse({"error": NO_TOKEN}, status=401)
    response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(ValidationError)
def _malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
    # A place begins with where it is, such as the body, and how the operation calls that.
    placed = [{**one, "loc": [p for p in one["loc"][1:] if p != "sent"]} for one in error.errors]
    return JsonResponse({"error": sentences(placed)}, status=400)


@api.exception_handler(HttpError)
def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    sentence = "The request must be a JSON object; this is not JSON."
    return JsonResponse(
        {"error": sentence if error.status_code == 400 else str(error)}, status=error.status_code
    )


@api.exception_handler(Http404)
def _missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return JsonResponse({"error": str(error)}, status=404)


def document() -> OpenAPISchema:
    """The OpenAPI document; errors are described once, for all operations."""
    schema = api.get_openapi_schema(path_prefix=PREFIX)
    schema["components"]["schemas"]["Problem"] = Problem.model_json_schema()
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for operations in schema["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {
                "description": "Nothing was done.",
                "content": {"application/json": problem},
            }
    return schema


urlpatterns = [path("api/v1/", api.urls)]
