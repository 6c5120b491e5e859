"""What is answered where something fails that is no fault of ours: a full disk, a database away.

Views are not the only ones that ask the database. Who is signed in is asked by what stands around
them, and by WebSockets; so whatever answers an error asks here first.
"""

import logging

from django.db import DataError, Error
from django.http import HttpRequest, HttpResponse

from skerry.web.base.answers import refuse
from skerry.web.base.errors import BusyError
from skerry.web.base.patience import failures_of
from skerry.web.site.machine.storage import BUSY, StorageTrouble, trouble_of

log = logging.getLogger("skerry.trouble")  # which says the same seldom

NO_TEXT = "The request holds a text with the character 0, or a number out of all bounds."
RETRY_SECONDS = 5  # after which a database may be there again


def explained(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer to a request that failed; None where that is a fault of ours."""
    if isinstance(error, BusyError):
        return _answer(request, error.status, str(error))
    if isinstance(error, DataError):  # PostgreSQL takes no NUL, and nothing beyond a column
        log.warning("%s %s: %s", request.method, request.path[:80], error)
        return _answer(request, 400, NO_TEXT)
    trouble = noted_trouble(error)
    if trouble is None:
        return None
    response = _answer(request, trouble.status, trouble.sentence)
    if trouble.status == 503:
        response.headers.setdefault("Retry-After", str(RETRY_SECONDS))
    return response


def noted_trouble(error: BaseException | None) -> StorageTrouble | None:
    """What trouble with storage an error shows, written to the log; None: it shows none."""
    trouble = None if error is None else trouble_of(error)
    if trouble is not None:
        if trouble is BUSY:
            failures_of("sqlite").note()
        log.error("The database fails: %s", " ".join(str(error).split()))
    return trouble


def _answer(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """A page that says so, or the sentence alone where a page needs what has failed."""
    try:
        response = refuse(request, status, sentence)
    except Error:
        response = HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", status)
        response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django would, for each
    return response
