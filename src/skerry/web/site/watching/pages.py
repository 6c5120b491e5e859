"""`/healthz` for a load balancer, `/metrics` for Prometheus."""

import hmac

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from skerry.web.base.answers import refuse
from skerry.web.base.methods import require_safe
from skerry.web.base.services import shared
from skerry.web.site.environment import variables
from skerry.web.site.machine import hosts
from skerry.web.site.watching.health import Health
from skerry.web.site.watching.metrics import Metrics

METRICS_TOKEN = "SKERRY_METRICS_TOKEN"
FORMAT = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 when requests can be answered, 503 when the database or the cache fails.

    The engine is told of, but does not count: games go on while it gets ready.
    """
    found = shared(Health).condition()
    told = {name: "ok" if fine else "failing" for name, fine in found.parts.items()}
    content = {"status": "ok" if found.is_well else "failing", **told, "engine": found.engine}
    return JsonResponse(content, status=200 if found.is_well else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """What this process has counted, for this machine itself or for who knows the token."""
    if not may_read_metrics(request):
        return refuse(request, 403, "What is counted here is told to who runs the site alone.")
    try:
        counted = shared(Metrics)
    except LookupError:
        sentence = "Only `skerry serve` counts, and only with Skerry's extra `server` installed."
        return refuse(request, 404, sentence)
    return HttpResponse(counted.text(), content_type=FORMAT)


def may_read_metrics(request: HttpRequest) -> bool:
    """Whether a request has the token, or comes from this machine and by no proxy.

    What a proxy on this machine hands on comes from it, too, but asks for the site's name, or tells
    for whom it asks.
    """
    token = variables.text(METRICS_TOKEN)
    sent = request.headers.get("Authorization", "")
    if token and hmac.compare_digest(sent.encode(), f"Bearer {token}".encode()):
        return True
    return (
        hosts.is_loopback(request.META.get("REMOTE_ADDR", ""))
        and hosts.name_in(request.get_host()) in hosts.LOOPBACK_NAMES
        and not {"X-Forwarded-For", "X-Real-Ip", "Forwarded"} & request.headers.keys()
    )
