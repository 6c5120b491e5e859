"""How whoever runs the site watches it: whether it is well, and numbers for Prometheus.

What is said here names no person, no game and no path.
"""

import hmac
import logging
import time
from collections.abc import Callable
from importlib.util import find_spec
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from skerry.web.base.answers import refuse, require_safe
from skerry.web.base.bodies import answers_json
from skerry.web.base.redis import RedisCache
from skerry.web.base.services import service
from skerry.web.site import environment, hosts
from skerry.web.site.handler import Application, Message, Receive, Scope, Send
from skerry.web.thinking.engine import Engine

log = logging.getLogger(__name__)

T = TypeVar("T")

FRESH_SECONDS = 1.0  # in which an answer is given again
OLD_SECONDS = 10.0  # after which it is no answer any more, even while a new one is found


class Recent(Generic[T]):
    """The latest answer to a question that anybody may ask as often as they like.

    It is asked anew now and then, by one thread; others meanwhile get the answer before.
    """

    def __init__(
        self,
        ask: Callable[[], T],
        fresh_seconds: float = FRESH_SECONDS,
        old_seconds: float = OLD_SECONDS,
    ) -> None:
        self._ask, self._fresh_seconds, self._old_seconds = ask, fresh_seconds, old_seconds
        self._kept: tuple[float, T] | None = None  # when, by time.monotonic(), and what
        self._asking = Lock()

    def answer(self) -> T:
        """What was found a moment ago, or is found now."""
        found = self._within(self._fresh_seconds)
        if found is None:
            known = self._within(self._old_seconds)
            if not self._asking.acquire(blocking=known is None):
                assert known is not None
                return known[1]
            try:
                found = self._within(self._fresh_seconds)  # by whom it was waited for
                if found is None:
                    found = self._kept = (time.monotonic(), self._ask())
            finally:
                self._asking.release()
        return found[1]

    def _within(self, seconds: float) -> tuple[float, T] | None:
        kept = self._kept
        return kept if kept is not None and time.monotonic() - kept[0] < seconds else None


class Condition(NamedTuple):
    """How the site is."""

    parts: dict[str, bool]  # whether each that requests need answers, by its name
    engine: str  # how far it is

    @property
    def is_well(self) -> bool:
        """Whether requests can be answered. Games go on while the engine gets ready."""
        return all(self.parts.values())


class Health:
    """How the site is. Any thread may ask; the log says once what has begun to fail, or ended."""

    def __init__(self, fresh_seconds: float = FRESH_SECONDS) -> None:
        self._recent = Recent(self._look, fresh_seconds)
        self._failing: set[str] = set()  # used by one thread at a time

    def condition(self) -> Condition:
        """As it was within the last seconds."""
        return self._recent.answer()

    def _look(self) -> Condition:
        questions = {"database": _ask_database, "cache": _ask_cache}
        parts = {name: self._answers(name, ask) for name, ask in questions.items()}
        return Condition(parts, service(Engine).phase())

    def _answers(self, name: str, ask: Callable[[], object]) -> bool:
        try:
            ask()
        except Exception as error:  # of whichever library: whatever it is, that is the answer
            if name not in self._failing:
                log.warning("The %s fails: %s", name, " ".join(str(error).split()))
            self._failing.add(name)
            return False
        if name in self._failing:
            log.warning("The %s answers again.", name)
        self._failing.discard(name)
        return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_cache() -> None:
    kept = caches["default"]
    if isinstance(kept, RedisCache):  # which answers as if it were empty while Redis is away
        kept.ping()


SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # bounds of the histogram
BROKEN_OFF = "none"  # in place of the status of a request that got no answer


def can_count() -> bool:
    """Whether the package that counts is installed; it comes with the extra `server`."""
    return find_spec("prometheus_client") is not None


class Metrics:
    """What one process has done so far."""

    def __init__(self, engine: Engine) -> None:
        """Nothing yet; of this engine it tells how much waits for it."""
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "skerry_requests",
            "Requests answered, by kind and status.",
            ("kind", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "skerry_request_seconds",
            "How long answers took.",
            ("kind",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.sockets = Gauge("skerry_websockets", "WebSockets open now.", registry=self.registry)
        waiting = Gauge(
            "skerry_engine_waiting", "Jobs that wait for the engine.", registry=self.registry
        )
        waiting.set_function(lambda: engine.num_waiting)
        ready = Gauge(
            "skerry_engine_ready",
            "1 once the engine has compiled all games.",
            registry=self.registry,
        )
        ready.set_function(lambda: engine.phase() == "ready")
        self._recent = Recent(self._write)

    def text(self) -> bytes:
        """All of it, in Prometheus's format of text, as it was a second ago at most."""
        return self._recent.answer()

    def _write(self) -> bytes:
        from prometheus_client import generate_latest

        return generate_latest(self.registry)


def kind_of(path: str) -> str:
    """What is asked for at an address: few kinds, whatever strangers ask for."""
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    if first in ("static", "api"):
        return first
    return "watching" if first in ("healthz", "metrics") else "page"


def count(application: Application, metrics: Metrics) -> Application:
    """An application whose requests and WebSockets are counted."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with metrics.sockets.track_inprogress():
                await application(scope, receive, send)
            return
        kind, status, began = kind_of(scope["path"]), BROKEN_OFF, time.perf_counter()

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await application(scope, receive, note)
        finally:
            metrics.requests.labels(kind, status).inc()
            metrics.seconds.labels(kind).observe(time.perf_counter() - began)

    return counted


@answers_json("GET")
def engine_state(request: HttpRequest) -> HttpResponse:
    """How far the engine is (`Engine.phase`), and for which games it is compiled."""
    engine = service(Engine)
    return JsonResponse({"phase": engine.phase(), "compiled": engine.compiled_games})


METRICS_TOKEN = "SKERRY_METRICS_TOKEN"
FORMAT = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 when requests can be answered, 503 when the database or the cache fails.

    The engine is told of, but does not count: games go on while it gets ready.
    """
    found = service(Health).condition()
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
        counted = service(Metrics)
    except LookupError:
        sentence = "Only `skerry serve` counts, and only with Skerry's extra `server` installed."
        return refuse(request, 404, sentence)
    return HttpResponse(counted.text(), content_type=FORMAT)


def may_read_metrics(request: HttpRequest) -> bool:
    """Whether a request has the token, or comes from this machine and by no proxy.

    What a proxy on this machine hands on comes from it, too, but asks for the site's name, or tells
    for whom it asks.
    """
    token = environment.text(METRICS_TOKEN)
    sent = request.headers.get("Authorization", "")
    if token and hmac.compare_digest(sent.encode(), f"Bearer {token}".encode()):
        return True
    return (
        hosts.is_loopback(request.META.get("REMOTE_ADDR", ""))
        and hosts.name_in(request.get_host()) in hosts.LOOPBACK_NAMES
        and not {"X-Forwarded-For", "X-Real-Ip", "Forwarded"} & request.headers.keys()
    )
