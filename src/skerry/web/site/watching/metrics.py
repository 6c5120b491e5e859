"""Numbers for Prometheus, counted by a public site; each of its processes counts its own."""

import time
from importlib.util import find_spec

from skerry.web.site.serving.body_limit import Application, Message, Receive, Scope, Send
from skerry.web.site.watching.health import Recent
from skerry.web.thinking.engine import Engine

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
