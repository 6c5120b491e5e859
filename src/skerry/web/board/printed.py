"""Answers with files that `skerry.printing` makes."""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.cache import patch_cache_control

from skerry.errors import SkerryError
from skerry.printing import typesetting
from skerry.web.base.answers import refuse
from skerry.web.base.bodies import query_choice
from skerry.web.base.errors import RequestError
from skerry.web.base.limits.quotas import BOOKLETS, spend
from skerry.web.base.services import shared
from skerry.web.board.drawn_apart import Pictures

PAPERS = tuple(typesetting.PAPERS)
MOVING = {"gif": "image/gif", "webp": "image/webp"}

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def refuses(view: View[Rest]) -> View[Rest]:
    """A view that answers with a page's sentence what it refuses."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except SkerryError as error:
            status = error.status if isinstance(error, RequestError) else 400
            return refuse(request, status, str(error))

    return answer


def tagged(request: HttpRequest, key: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """A file, unless the browser has it already; it asks each time.

    Args:
        request: that asks.
        key: what the file is made of: equal files for equal keys.
        make: makes it.
    """
    tag = f'"{blake2b(key.encode(), digest_size=16).hexdigest()}"'
    is_known = request.headers.get("If-None-Match") == tag
    response = HttpResponseNotModified() if is_known else make()
    response["ETag"] = tag
    patch_cache_control(response, no_cache=True, private=True)
    return response


def printed(
    request: HttpRequest, what: tuple[str, str], source: str, file: str, content_type: str
) -> HttpResponse:
    """A file to be saved; with `?progress` only how far it is, for a page that waits for it.

    Args:
        request: that asks.
        what: arguments of `python -m skerry.printing`.
        source: what that reads.
        file: the name of the file.
        content_type: of it.

    Raises:
        RequestError: it cannot be made, in a sentence.
        BusyError: too many are asked for at once, or by one client.
    """
    if "progress" in request.GET:
        return _progress(what, source)

    def make() -> HttpResponse:
        spend(request, BOOKLETS)
        printed = shared(Pictures).printed(request, what, source)
        made = HttpResponse(printed, content_type=content_type)
        made["Content-Disposition"] = f'attachment; filename="{file}"'
        return made

    return tagged(request, " ".join((*what, source)), make)


def _progress(what: tuple[str, str], source: str) -> HttpResponse:
    """How far a file is; nulls where that is not known."""
    progress = shared(Pictures).progress(what, source)
    response = JsonResponse(
        {
            "waits": progress is not None and not progress.is_begun,
            "done": progress.done if progress and progress.num_steps else None,
            "count": (progress.num_steps or None) if progress else None,
        }
    )
    patch_cache_control(response, no_store=True, private=True)
    return response


def moving_picture(request: HttpRequest, kind: str, record: str, stem: str) -> HttpResponse:
    """A game as a moving picture, as `skerry animate` writes it: `?theme=dark`.

    Args:
        request: that asks.
        kind: one of MOVING.
        record: of the game, as JSON.
        stem: of the file's name.

    Raises:
        RequestError, BusyError: as `printed`.
    """
    theme = query_choice(request, "theme", ("light", "dark"))
    return printed(request, (kind, theme), record, f"{stem}.{kind}", MOVING[kind])


def booklet(request: HttpRequest, record: str, stem: str) -> HttpResponse:
    """A game as a PDF, as `skerry booklet` writes it: `?paper=letter`.

    Args:
        request: that asks.
        record: of the game, as JSON.
        stem: of the file's name.

    Raises:
        RequestError, BusyError: as `printed`.
    """
    paper = query_choice(request, "paper", PAPERS)
    return printed(request, ("booklet", paper), record, f"{stem}.pdf", "application/pdf")
