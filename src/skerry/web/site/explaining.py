"""What is answered where something fails that is no fault of ours: a full disk, a database away."""

import errno
import logging
import sqlite3
from typing import NamedTuple

from django.db import DatabaseError, DataError, Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from skerry.web.base.answers import refuse
from skerry.web.base.errors import BusyError
from skerry.web.base.patience import failures_of


class StorageTrouble(NamedTuple):
    """An HTTP status, and a sentence for who is waiting."""

    status: int
    sentence: str


FULL = StorageTrouble(
    507,
    "The disk on which the games are kept is full, so this was not saved. Nothing is lost: make "
    "room there, then try again.",
)
_READ_ONLY = StorageTrouble(
    503, "The folder in which the games are kept is read-only at the moment; try again later."
)
BUSY = StorageTrouble(503, "Too much is being saved at the moment; nothing is lost, try again.")
_DAMAGED = StorageTrouble(
    503, "The file in which the games are kept is damaged; the log of the server says more."
)
_OTHER = StorageTrouble(
    503, "The games cannot be read or saved at the moment; nothing is lost, try again later."
)
_BY_CODE = {  # of SQLite
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
}
# PostgreSQL's codes, or the two letters of their class (its manual, appendix A).
_BY_STATE = {
    "53100": FULL,
    "25006": _READ_ONLY,
    "55P03": BUSY,  # a lock that was not given in time
    "40": BUSY,  # rolled back for another one's sake
    "53": BUSY,  # connections or memory are used up
    "08": _OTHER,  # the connection
    "57": _OTHER,  # it stops, starts or was told to break off
    "58": _OTHER,  # its machine
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}


def trouble_of(error: BaseException) -> StorageTrouble | None:
    """What to tell of an error; None for one that has nothing to do with storage."""
    if isinstance(error, OSError):
        return FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else None
    if not isinstance(error, DatabaseError | InterfaceError | sqlite3.DatabaseError):
        return None
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    if any(kind.__module__.startswith("psycopg") for kind in type(cause).__mro__):
        return _trouble_of_postgresql(error, getattr(cause, "sqlstate", None))
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:  # raised by Django or by Python itself, not by SQLite: a fault of ours
        return None
    # Codes are extended ones; the lowest byte says what kind. Errors of other kinds are ours too.
    primary = code & 0xFF
    if primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB):
        return _OTHER
    if primary == sqlite3.SQLITE_LOCKED:
        primary = sqlite3.SQLITE_BUSY
    return _BY_CODE.get(primary)


def _trouble_of_postgresql(error: BaseException, state: str | None) -> StorageTrouble | None:
    if state is None:  # it said nothing: the connection broke, or there was none
        return _OTHER if isinstance(error, OperationalError | InterfaceError) else None
    return _BY_STATE.get(state) or _BY_STATE.get(state[:2])


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
