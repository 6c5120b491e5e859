"""WebSockets: which consumer answers at which address, and whose pages may open one.

An app's module `sockets` has its addresses in `websocket_urlpatterns`, as `urls` has those of its
pages.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.conf import settings
from django.urls import URLPattern
from django.utils.module_loading import module_has_submodule

from ...base.redis.cache import is_away
from ...base.redis.link import failures
from ...base.websockets.handshakes import request_of
from ..machine import hosts
from .body_limit import Application, Receive, Scope, Send

if TYPE_CHECKING:
    from channels.routing import URLRouter

log = logging.getLogger(__name__)

MODULE = "sockets"  # of an app
PATTERNS = "websocket_urlpatterns"  # in it

# In which a handshake is answered, or refused: its page tries again, perhaps at another process.
# Longer than anybody waits for a connection to the database.
HANDSHAKE_SECONDS = 15.0

# What refuses a handshake before it is accepted; the web server answers 403 then.
REFUSAL = {"type": "websocket.close"}


def socket_patterns() -> list[URLPattern]:
    """The addresses of all apps that have a module `sockets`."""
    patterns: list[URLPattern] = []
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, MODULE):
            patterns += getattr(import_module(f"{app.name}.{MODULE}"), PATTERNS)
    return patterns


class Sockets:
    """The consumers of all apps as one ASGI application, for pages of this site alone.

    A browser sends its cookies with a WebSocket that a page of another site opens, and tells
    whose page it was; nothing else would keep that page from acting in one's games.
    """

    def __init__(self, patterns: Sequence[URLPattern] | None = None) -> None:
        """Of these addresses; by default of those of all apps, read at the first handshake."""
        self._patterns = patterns
        self._router: URLRouter | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a handshake to its consumer, or refuse it."""
        if not is_of_our_page(scope):
            await _refuse(scope, send)
            return
        if is_away():  # nobody could tell it anything; its page asks meanwhile, and tries again
            await send(REFUSAL)
            return
        try:
            await _in_time(self._routed(), scope, receive, send)
        except failures():  # Redis is away, as the log says once
            with suppress(Exception):  # it may be closed
                await send(REFUSAL)

    def prepare(self) -> None:
        """Import the consumers now, so that the first handshake does not wait for that."""
        self._routed()

    def _routed(self) -> "URLRouter":
        if self._router is None:
            from channels.routing import URLRouter
            from django.urls import re_path

            nowhere: Any = _answer_nothing  # to Django, a view
            patterns = socket_patterns() if self._patterns is None else self._patterns
            self._router = URLRouter([*patterns, re_path("", nowhere)])
        return self._router


async def _in_time(application: Application, scope: Scope, receive: Receive, send: Send) -> None:
    """Run a consumer, but refuse the handshake unless it is answered soon."""
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS) as patience:

            async def answer(message: Any) -> None:
                if not patience.expired():
                    patience.reschedule(None)
                await send(message)

            await application(scope, receive, answer)
    except TimeoutError:
        if not patience.expired():
            raise
        log.warning("Refused a WebSocket that waited for %g s.", HANDSHAKE_SECONDS)
        await send(REFUSAL)


def is_of_our_page(scope: Scope) -> bool:
    """Whether a handshake asks for a name of ours, and comes from a page under that name."""
    try:
        request = request_of(scope)
    except UnicodeDecodeError:
        return False
    if not hosts.is_asked_for_us(request):
        return False
    if settings.IS_OVER_TLS and not request.is_secure():
        return False
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


async def _refuse(scope: Scope, send: Send) -> None:
    headers = dict(scope["headers"])
    log.warning("Refused a WebSocket for a page of %.60r.", headers.get(b"origin", b""))
    await send(REFUSAL)


async def _answer_nothing(scope: Any, receive: Receive, send: Send) -> None:
    """There is no consumer at this address."""
    await send(REFUSAL)
