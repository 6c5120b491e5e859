"""What a WebSocket's consumer asks of its handshake: who opened it, and from where."""

from collections.abc import Mapping, MutableMapping
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils.module_loading import import_string

from skerry.web.base.seats import seat_of

HOLDER = "skerry.holder"  # key of a scope
SCHEMES = {"ws": "http", "wss": "https"}
# Middlewares that only note on a request who sends it, to be looked up when it is asked.
IDENTIFYING = ("django.contrib.sessions.", "django.contrib.auth.")


def holder_of(scope: MutableMapping[str, Any]) -> str | None:
    """Who opens a socket, found once in its handshake: each look may be one at the database."""
    if HOLDER not in scope:
        scope[HOLDER] = seat_of(request_of(scope))
    holder: str | None = scope[HOLDER]
    return holder


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """A WebSocket's handshake as a request, so that `seat_of` and the like can be asked of it.

    What reads the database (a session, an account) does so when it is first asked; a consumer
    that is asynchronous asks in a thread, by `database_sync_to_async`.

    Raises:
        UnicodeDecodeError: its query is no text.
    """
    scheme = SCHEMES[scope.get("scheme", "ws")]
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    for name in settings.MIDDLEWARE:
        if name.startswith(IDENTIFYING):
            import_string(name)(lambda request: None).process_request(request)
    return request
