"""The site as an ASGI application."""

from asgiref.sync import sync_to_async
from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ...base.services import provide, shared
from ...base.websockets.announcer import Announcer
from ...thinking.engine import Engine
from ..start import make_services
from ..watching.metrics import Metrics, can_count, count
from .body_limit import Application, Receive, Scope, Send, limit_body
from .sockets import Sockets


class InOneThread(ASGIHandler):
    """Django's handler, with the middlewares and the view of a request in one thread.

    All of them are synchronous but for a stream or two; Django's own would go back to the event
    loop before each view, and so twice more wait for its turn where many requests are under way.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Make the chain of middlewares, for a thread."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to a request."""
        response: HttpResponseBase = await sync_to_async(self.get_response)(request)
        return response


def make_application(engine: Engine, sockets: Sockets | None = None) -> Application:
    """The site, once Django is set up; its requests share an engine.

    Args:
        engine: of all requests.
        sockets: answer WebSockets; by default those of all apps.
    """
    metrics = (Metrics(engine),) if settings.IS_PUBLIC and can_count() else ()
    provide(*make_services(engine), *metrics)
    announcer = shared(Announcer)
    sockets = sockets or Sockets()
    if settings.IS_PUBLIC:  # somebody will come, and wait no longer than others
        sockets.prepare()
    protocols = {"http": limit_body(InOneThread()), "websocket": sockets}
    by_protocol = ProtocolTypeRouter(protocols)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        announcer.use_running_loop()
        await by_protocol(scope, receive, send)

    return count(application, *metrics) if metrics else application
