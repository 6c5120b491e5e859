"""Work that takes long, done outside of the threads that answer requests.

A view asks for what must be made: a picture, a booklet, a page of the lab, an answer of the engine.
If it is not there yet, the view ends by `Unfinished`, its thread is free again, and the request is
answered anew once the work is done: by the server (`site.handler`), which waits without a
thread, or where there is none, as in a test, by `AnswerWhenDone`.

Of each kind of work little is done at a time, and little waits. Clients take turns, so that
what one asks for does not keep others waiting; who asks for more hears so at once.
"""

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from skerry.web.base.clients import client_address, network_of
from skerry.web.base.errors import BusyError

T = TypeVar("T")

LONGEST_WAIT = 55.0  # seconds of a request; proxies give up after 60
DONE = "skerry.work"  # key of a request's notes: the work that it has waited for
CAN_WAIT = "skerry.can_wait"  # and whether its server waits without a thread


class Kind(NamedTuple):
    """How much room there is for one kind of work."""

    name: str
    busy: str  # what is said when there is no room: a sentence
    at_once: int = 1  # done at the same time
    most: int = 12  # done or waiting
    of_one: int = 3  # of these of one address, on a public server


class Progress(NamedTuple):
    """How far a work is."""

    is_begun: bool  # no other has to be done first
    done: int = 0  # of its steps
    num_steps: int = 0  # 0 as long as that is not known


class Unfinished(Exception):  # noqa: N818  # no error: the request is answered later
    """The work that a view needs is not done yet."""

    def __init__(self, work: "Work") -> None:
        super().__init__(work)
        self.work = work


class Work:
    """Something to be made, once for all who ask for it."""

    def __init__(self, key: tuple[Kind, Hashable], client: str, make: Callable[["Work"], Any]):
        self.key = key
        self.kind = key[0]
        self.client = client
        self.made: Future[Any] = Future()
        self.num_waiting = 0  # requests
        self.is_cancelled = False  # nobody waits for it any more
        self.progress = Progress(is_begun=False)
        self._make = make
        self._on_cancel: Callable[[], object] | None = None
        self._on_report: Callable[[int, int], object] | None = None
        self._lock = threading.Lock()

    def on_cancel(self, end: Callable[[], object]) -> None:
        """What ends the work early; called at once if it is not wanted any more."""
        with self._lock:
            self._on_cancel = end
            is_late = self.is_cancelled
        if is_late:
            end()

    def on_report(self, tell: Callable[[int, int], object]) -> None:
        """Who else hears how far it is."""
        self._on_report = tell

    def report(self, done: int, count: int) -> None:
        """Say how many steps are done, of how many."""
        self.progress = Progress(True, done, count)
        if self._on_report is not None:
            self._on_report(done, count)

    def cancel(self) -> None:
        """End it early."""
        with self._lock:
            self.is_cancelled, end = True, self._on_cancel
        if end is not None:
            end()

    def run(self) -> None:
        """Do it, in a thread that is no request's."""
        self.progress = Progress(is_begun=True)
        try:
            made = self._make(self)
        except BaseException as error:
            self.made.set_exception(error)
        else:
            self.made.set_result(made)


class Background:
    """Work that is done or waits. All methods may be called by any thread."""

    def __init__(self, longest_wait: float = LONGEST_WAIT) -> None:
        self.longest_wait = longest_wait
        self._lock = threading.Lock()
        self._works: dict[tuple[Kind, Hashable], Work] = {}
        self._queues: dict[Kind, list[Work]] = {}  # those that have not begun
        self._running: Counter[Kind] = Counter()
        self._held: Counter[tuple[Kind, str]] = Counter()  # by `hold`
        self._num_begun = 0
        self._last_begun: dict[str, int] = {}  # when work of a client was begun last, by number

    def ask(self, request: HttpRequest, kind: Kind, key: Hashable, make: Callable[[Work], T]) -> T:
        """What `make` gives, once it is done in another thread, for all who ask with an equal key.

        `make` must not read what a request has not committed yet.

        Raises:
            Unfinished: it is not done yet.
            BusyError: there is no room for it, or it took too long.
            Exception: what `make` raises.
        """
        done = _notes(request).get(DONE)
        if isinstance(done, Work) and done.key == (kind, key):
            if done.made.done() and not done.is_cancelled:
                made: T = done.made.result()
                return made
            raise BusyError(kind.busy)
        raise Unfinished(self._join(request, kind, key, make))

    @contextmanager
    def hold(self, request: HttpRequest, kind: Kind) -> Iterator[None]:
        """Room to work in this thread, without waiting for it. Raises BusyError: there is none."""
        client = _client(request)
        with self._lock:
            if self._running[kind] >= kind.at_once or self._has_enough(kind, client):
                raise BusyError(kind.busy)
            self._running[kind] += 1
            self._held[kind, client] += 1
        try:
            yield
        finally:
            with self._lock:
                self._running[kind] -= 1
                self._held[kind, client] -= 1
                if not self._held[kind, client]:
                    del self._held[kind, client]

    @property
    def num_waiting(self) -> int:
        """How many requests wait for work."""
        with self._lock:
            return sum(work.num_waiting for work in self._works.values())

    def progress(self, kind: Kind, key: Hashable) -> Progress | None:
        """How far a work is; None where none is under way in this process."""
        with self._lock:
            work = self._works.get((kind, key))
            return None if work is None else work.progress

    def leave(self, work: Work) -> None:
        """One request waits for it no more; the last one ends it unless it is done."""
        with self._lock:
            work.num_waiting -= 1
            if work.num_waiting or work.made.done():
                return
            self._works.pop(work.key, None)
            queue = self._queues.get(work.kind, [])
            if work in queue:
                queue.remove(work)
        work.cancel()

    def wait(self, work: Work) -> None:
        """Wait for it in this thread, where no server does so without one."""
        with suppress(TimeoutError):
            work.made.exception(self.longest_wait)
        self.leave(work)

    def _join(
        self, request: HttpRequest, kind: Kind, key: Hashable, make: Callable[[Work], T]
    ) -> Work:
        client = _client(request)
        with self._lock:
            work = self._works.get((kind, key))
            if work is None or work.made.done():
                num = self._running[kind] + len(self._queues.get(kind, ()))
                if num >= kind.most or self._has_enough(kind, client):
                    raise BusyError(kind.busy)
                work = self._works[kind, key] = Work((kind, key), client, make)
                self._queues.setdefault(kind, []).append(work)
                self._begin(kind)
            work.num_waiting += 1
        return work

    def _has_enough(self, kind: Kind, client: str) -> bool:
        """Whether as much is under way for a client as one may have."""
        if not client:
            return False
        own = sum(one.kind == kind and one.client == client for one in self._works.values())
        return own + self._held[kind, client] >= kind.of_one

    def _begin(self, kind: Kind) -> None:
        """Begin what there is room for; the lock is held."""
        queue = self._queues[kind]
        while queue and self._running[kind] < kind.at_once:
            work = min(queue, key=lambda one: self._last_begun.get(one.client, 0))
            queue.remove(work)
            self._num_begun += 1
            self._last_begun[work.client] = self._num_begun
            self._running[kind] += 1
            threading.Thread(target=self._run, args=(work,), name=kind.name, daemon=True).start()

    def _run(self, work: Work) -> None:
        work.run()
        connections.close_all()  # of this thread
        with self._lock:
            self._running[work.kind] -= 1
            if self._works.get(work.key) is work:
                del self._works[work.key]
            self._begin(work.kind)
            if not self._works:
                self._last_begun.clear()


class UnfinishedResponse(HttpResponse):
    """Stands for the answer until it can be given; no client sees it."""

    def __init__(self, work: Work) -> None:
        super().__init__(status=202)
        self.work = work


class AnswerWhenDone:
    """Answer once more when the work is done that a view needs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, now or at the second attempt."""
        from skerry.web.base.services import service

        response = self.get_response(request)
        while isinstance(response, UnfinishedResponse) and CAN_WAIT not in _notes(request):
            service(Background).wait(response.work)
            _notes(request)[DONE] = response.work
            response = self.get_response(request)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Stand in for an answer that cannot be given yet."""
        return UnfinishedResponse(error.work) if isinstance(error, Unfinished) else None


def is_asked_again(request: HttpRequest) -> bool:
    """Whether it was counted before, and is answered once more now that its work is done."""
    return DONE in _notes(request)


def _notes(request: HttpRequest) -> dict[str, Any]:
    """What is known of a request from one attempt to the next."""
    scope: dict[str, Any] | None = getattr(request, "scope", None)
    return request.META if scope is None else scope


def _client(request: HttpRequest) -> str:
    """Who counts as one; "" where nobody is counted."""
    if not settings.QUOTA_FACTOR:
        return ""
    return network_of(client_address(request))
