"""The site as an ASGI application."""

from channels.routing import ProtocolTypeRouter
from django.core.handlers.asgi import ASGIHandler

from ..base.services import provide
from ..thinking.engine import Engine
from .body_limit import Application, limit_body
from .sockets import Sockets
from .start import make_services


def make_application(engine: Engine, sockets: Sockets | None = None) -> Application:
    """The site, once Django is set up; its requests share an engine.

    Args:
        engine: of all requests.
        sockets: answer WebSockets; by default those of all apps.
    """
    provide(*make_services(engine))
    protocols = {"http": limit_body(ASGIHandler()), "websocket": sockets or Sockets()}
    application: Application = ProtocolTypeRouter(protocols).__call__
    return application
