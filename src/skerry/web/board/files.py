"""Files of games and positions, printed or drawn beside the site, and kept for who asks again."""

import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from hashlib import blake2b
from threading import Lock, Thread

from cachetools import LRUCache
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.cache import patch_cache_control

from skerry.errors import SkerryError
from skerry.printing import typesetting
from skerry.web.base.answers import Rest, View, refuse
from skerry.web.base.background import Background, Kind, Progress, Work
from skerry.web.base.bodies import query_choice, status_of
from skerry.web.base.errors import BusyError, RequestError
from skerry.web.base.limits import BOOKLETS, PICTURES, spend
from skerry.web.base.services import service

log = logging.getLogger(__name__)

CACHE_BYTES = 16_000_000
LONGEST_DRAWING = 30.0  # seconds; the largest picture takes five
LONGEST_PRINTING = 90.0  # seconds; a picture that moves takes a fraction of one for each turn
BUSY = "Too many pictures are asked for at once; ask again in a moment."
# Of each kind one is made at a time, so that they leave the engine its cores.
DRAWING = Kind("pictures", BUSY)
PRINTING = Kind("printing", "Too many files are asked for at once; ask again in a moment.")
REFUSED = 2  # exit code of a process that says on stderr what it refuses
STEP = re.compile(r"(\d+) of (\d+)\n")  # what it says there of how far it is


class Pictures:
    """The files made last. All methods may be called by any thread.

    A process of its own makes each of them but SVG, since resvg would stop all threads of the site;
    no thread of a request waits for it (`base.background`).
    """

    def __init__(self, background: Background) -> None:
        self._background = background
        self._cache: LRUCache[bytes, bytes] = LRUCache(CACHE_BYTES, len)
        self._lock = Lock()

    def svg(self, request: HttpRequest, key: str, draw: Callable[[], str]) -> str:
        """An SVG file; a large board's takes some tenths of a second, in the background.

        It counts as a picture of who asks if it has to be made. Files with equal keys are equal.

        Raises:
            Unfinished: it is made in the background.
            QuotaError, BusyError: its client, or too many others, wait for theirs.
        """
        digest = blake2b(f"svg\0{key}".encode()).digest()
        if self._find(digest) is None:
            spend(request, PICTURES)
        return self._from_cache_or(request, DRAWING, digest, lambda work: draw().encode()).decode()

    def png(self, request: HttpRequest, svg: str, width: int) -> bytes:
        """The PNG of an SVG file, so many pixels wide. Raises Unfinished, BusyError, as `svg`."""
        command = ("skerry.canvas.raster", str(width))
        return self._made(request, DRAWING, command, svg, LONGEST_DRAWING)

    def printed(self, request: HttpRequest, what: Sequence[str], source: str) -> bytes:
        """What `python -m skerry.printing` makes of a record or of a game.

        Raises RequestError: it is refused, in a sentence. Or Unfinished, BusyError, as `svg`.
        """
        command = ("skerry.printing", *what)
        return self._made(request, PRINTING, command, source, LONGEST_PRINTING)

    def progress(self, what: Sequence[str], source: str) -> Progress | None:
        """How far `printed` is, in whichever process of the site; None where that is not known."""
        key = _key(("skerry.printing", *what), source)
        here = self._background.progress(PRINTING, key)
        if here is not None:
            return here
        steps = cache.get(_steps_name(key))
        return None if steps is None else Progress(True, *steps)

    def _made(
        self, request: HttpRequest, kind: Kind, command: Sequence[str], source: str, seconds: float
    ) -> bytes:
        key = _key(command, source)

        def make(work: Work) -> bytes:
            # Another process of the site may be the one that is asked how far it is.
            work.on_report(lambda *steps: cache.set(_steps_name(key), steps, seconds))
            try:
                return make_apart(command, source, seconds, work)
            finally:
                cache.delete(_steps_name(key))

        return self._from_cache_or(request, kind, key, make)

    def _from_cache_or(
        self, request: HttpRequest, kind: Kind, key: bytes, make: Callable[[Work], bytes]
    ) -> bytes:
        found = self._find(key)
        if found is not None:
            return found

        def make_and_keep(work: Work) -> bytes:
            made = make(work)
            with self._lock, suppress(ValueError):  # larger than all that may be kept
                self._cache[key] = made
            return made

        return self._background.ask(request, kind, key, make_and_keep)

    def _find(self, key: bytes) -> bytes | None:
        with self._lock:
            return self._cache.get(key)


def _key(command: Sequence[str], source: str) -> bytes:
    """Equal for equal files."""
    return blake2b("\0".join((*command, source)).encode()).digest()


def _steps_name(key: bytes) -> str:
    """Under which the site's cache remembers how far a file is."""
    return f"steps:{key.hex()}"


def make_apart(command: Sequence[str], source: str, seconds: float, work: Work) -> bytes:
    """What a module of ours writes when it is run with arguments and reads a text.

    The work hears how far the process is, which ends when it is cancelled.

    Raises:
        BusyError: it took too long, or nobody waits for it any more.
        RequestError: it refuses, in a sentence.
    """
    # A pipe of our own, since `communicate` hands stderr over at the end only.
    ours, theirs = os.pipe()
    said: list[str] = []
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=theirs,
            # A game's turns are played once, sooner than kernels are loaded, let alone compiled.
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        )
    except OSError:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    listening = Thread(target=_listen, args=(ours, work, said), daemon=True)
    listening.start()
    with process:
        work.on_cancel(process.kill)
        try:
            made, _ = process.communicate(source.encode(), timeout=seconds)
        except subprocess.TimeoutExpired:
            log.error("%s was not done within %g s.", " ".join(command), seconds)
            raise BusyError(BUSY) from None
        finally:
            process.kill()
    listening.join()  # nobody writes any more
    if work.is_cancelled:
        raise BusyError(BUSY)
    if process.returncode == REFUSED:
        raise RequestError("".join(said).strip())
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args, made, "".join(said))
    return made


def _listen(stderr: int, work: Work, said: list[str]) -> None:
    """Tell a work how far its process is; what else that says is kept."""
    with open(stderr, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            step = STEP.fullmatch(line)
            if step:
                work.report(int(step[1]), int(step[2]))
            else:
                said.append(line)


PAPERS = tuple(typesetting.PAPERS)
MOVING = {"gif": "image/gif", "webp": "image/webp"}


def refuses(view: View[Rest]) -> View[Rest]:
    """A view that answers with a page's sentence what it refuses."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except SkerryError as error:
            return refuse(request, status_of(error), str(error))

    return answer


def tagged(request: HttpRequest, key: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """A file, unless the browser, which asks each time, has it; equal files for equal keys."""
    tag = f'"{blake2b(key.encode(), digest_size=16).hexdigest()}"'
    is_known = request.headers.get("If-None-Match") == tag
    response = HttpResponseNotModified() if is_known else make()
    response["ETag"] = tag
    patch_cache_control(response, no_cache=True, private=True)
    return response


def printed(
    request: HttpRequest, what: tuple[str, str], source: str, file: str, content_type: str
) -> HttpResponse:
    """A file to be saved; with `?progress` only how far it is, for a page that waits for it.

    Args:
        request: that asks.
        what: arguments of `python -m skerry.printing`.
        source: what that reads.
        file: the name of the file.
        content_type: of it.

    Raises RequestError: it cannot be made; BusyError: too many are asked for at once, or by one.
    """
    if "progress" in request.GET:
        return _progress(what, source)

    def make() -> HttpResponse:
        spend(request, BOOKLETS)
        printed = service(Pictures).printed(request, what, source)
        made = HttpResponse(printed, content_type=content_type)
        made["Content-Disposition"] = f'attachment; filename="{file}"'
        return made

    return tagged(request, " ".join((*what, source)), make)


def _progress(what: tuple[str, str], source: str) -> HttpResponse:
    """How far a file is; nulls where that is not known."""
    progress = service(Pictures).progress(what, source)
    response = JsonResponse(
        {
            "waits": progress is not None and not progress.is_begun,
            "done": progress.done if progress and progress.num_steps else None,
            "count": (progress.num_steps or None) if progress else None,
        }
    )
    patch_cache_control(response, no_store=True, private=True)
    return response


def moving_picture(request: HttpRequest, kind: str, record: str, stem: str) -> HttpResponse:
    """A recorded game as `skerry animate` writes it, of a kind of MOVING: `?theme=dark`.

    Raises RequestError, BusyError, as `printed`.
    """
    theme = query_choice(request, "theme", ("light", "dark"))
    return printed(request, (kind, theme), record, f"{stem}.{kind}", MOVING[kind])


def booklet(request: HttpRequest, record: str, stem: str) -> HttpResponse:
    """A recorded game as a PDF, as `skerry booklet` writes it: `?paper=letter`.

    Raises RequestError, BusyError, as `printed`.
    """
    paper = query_choice(request, "paper", PAPERS)
    return printed(request, ("booklet", paper), record, f"{stem}.pdf", "application/pdf")
