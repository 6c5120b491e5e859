"""A session that is used is kept, and says when it was used last."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from .session_store import SEEN

EVERY = 3600  # seconds between two notes of the same


class KeepSession:
    """Store a session anew, once an hour at most, so that it does not run out while it is used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; a request that has not asked who is signed in changes nothing."""
        response = self.get_response(request)
        session = request.session
        if session.accessed and SEEN in session:
            now = int(timezone.now().timestamp())
            if now - session[SEEN] > EVERY:
                session[SEEN] = now
        return response
