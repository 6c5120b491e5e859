"""The site as an ASGI application."""

from django.core.handlers.asgi import ASGIHandler

from ..base.services import provide
from ..thinking.engine import Engine
from .body_limit import Application, limit_body
from .start import make_services


def make_application(engine: Engine) -> Application:
    """The site, once Django is set up; its requests share an engine."""
    provide(*make_services(engine))
    return limit_body(ASGIHandler())
