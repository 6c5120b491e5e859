"""A session that is used is kept, and says when it was used last."""

from collections.abc import Callable

from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from skerry.web.accounts.signing.session_store import SEEN

EVERY = 3600  # seconds between two notes of the same


class KeepSession:
    """Store a session anew, once an hour at most, so that it does not run out while it is used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; a request that has not asked who is signed in changes nothing."""
        response = self.get_response(request)
        # Where the database fails, the answer that says so must not ask it again.
        if response.status_code < 500 and request.session.accessed:
            _note(request.session)
        return response


def _note(session: SessionBase) -> None:
    now = int(timezone.now().timestamp())
    if SEEN not in session or now - session[SEEN] <= EVERY:
        return
    session[SEEN] = now
    try:
        session.save()
    except (DatabaseError, UpdateError):  # a full disk keeps nobody from reading
        session.modified = False
