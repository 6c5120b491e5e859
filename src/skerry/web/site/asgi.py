"""The site as an ASGI application."""

from channels.routing import ProtocolTypeRouter
from django.core.handlers.asgi import ASGIHandler

from ..base.announcer import Announcer
from ..base.services import provide, shared
from ..thinking.engine import Engine
from .body_limit import Application, Receive, Scope, Send, limit_body
from .sockets import Sockets
from .start import make_services


def make_application(engine: Engine, sockets: Sockets | None = None) -> Application:
    """The site, once Django is set up; its requests share an engine.

    Args:
        engine: of all requests.
        sockets: answer WebSockets; by default those of all apps.
    """
    provide(*make_services(engine))
    announcer = shared(Announcer)
    protocols = {"http": limit_body(ASGIHandler()), "websocket": sockets or Sockets()}
    by_protocol = ProtocolTypeRouter(protocols)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        announcer.use_running_loop()
        await by_protocol(scope, receive, send)

    return application
