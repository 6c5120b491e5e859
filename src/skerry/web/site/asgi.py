"""The site as an ASGI application."""

from channels.routing import ProtocolTypeRouter
from django.conf import settings

from skerry.web.base.services import Services, provide, service
from skerry.web.base.sockets import Announcer
from skerry.web.site.handler import (
    Application,
    Receive,
    Scope,
    Send,
    ThreadedHandler,
    limit_body,
)
from skerry.web.site.heart import Heart
from skerry.web.site.sockets import Sockets
from skerry.web.site.start import make_services
from skerry.web.site.watching import Metrics, can_count, count
from skerry.web.thinking.apart_client import Calls
from skerry.web.thinking.engine import Engine


def make_application(engine: Engine | Calls, sockets: Sockets | None = None) -> Application:
    """The site, once Django is set up; its requests share an engine.

    Args:
        engine: of all requests, or the way to one that is apart.
        sockets: answer WebSockets; by default those of all apps.
    """
    services = make_services(engine)
    counts = settings.IS_PUBLIC and can_count()
    metrics = (Metrics(Services(services).find(Engine)),) if counts else ()
    handler = ThreadedHandler()
    provide(*services, *metrics, Heart(handler))
    announcer = service(Announcer)
    sockets = sockets or Sockets()
    if settings.IS_PUBLIC:  # somebody will come, and wait no longer than others
        sockets.prepare()
    protocols = {"http": limit_body(handler), "websocket": sockets}
    by_protocol = ProtocolTypeRouter(protocols)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        announcer.use_running_loop()
        await by_protocol(scope, receive, send)

    return count(application, *metrics) if metrics else application
