"""The site as an ASGI application."""

import os

from django.core.asgi import get_asgi_application

from .body_limit import limit_body

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skerry.web.settings")

application = limit_body(get_asgi_application())
