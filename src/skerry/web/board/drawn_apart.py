"""Files for pages that take a while: made beside the site, and kept for who asks again."""

import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from threading import Lock, Thread

from cachetools import LRUCache
from django.core.cache import cache
from django.http import HttpRequest

from skerry.web.base.background import Background, Kind, Progress, Work
from skerry.web.base.errors import BusyError, RequestError
from skerry.web.base.limits.quotas import PICTURES, spend

log = logging.getLogger(__name__)

KEPT_BYTES = 16_000_000
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

    def __init__(self, background: Background, kept_bytes: int = KEPT_BYTES) -> None:
        """Nothing is kept yet.

        Args:
            background: where files are made.
            kept_bytes: of all files that are kept.
        """
        self._background = background
        self._kept: LRUCache[bytes, bytes] = LRUCache(kept_bytes, len)
        self._lock = Lock()

    def svg(self, request: HttpRequest, key: str, draw: Callable[[], str]) -> str:
        """An SVG file; a large board's takes some tenths of a second.

        Args:
            request: that asks. It counts as one for a picture if the file has to be made.
            key: equal for equal files.
            draw: makes it, in a thread of the background.

        Raises:
            Unfinished: it is made in the background.
            QuotaError, BusyError: its client, or too many others, wait for theirs.
        """
        digest = blake2b(f"svg\0{key}".encode()).digest()
        if self._find(digest) is None:
            spend(request, PICTURES)
        return self._kept_or(request, DRAWING, digest, lambda work: draw().encode()).decode()

    def png(self, request: HttpRequest, svg: str, width: int) -> bytes:
        """The PNG of an SVG file, so many pixels wide.

        Raises:
            Unfinished: it is made in the background.
            BusyError: too many others wait for theirs, or it took too long.
        """
        command = ("skerry.canvas.raster", str(width))
        return self._made(request, DRAWING, command, svg, LONGEST_DRAWING)

    def printed(self, request: HttpRequest, what: Sequence[str], source: str) -> bytes:
        """What `python -m skerry.printing` makes of a record or of a game.

        Raises:
            RequestError: it is refused, in a sentence.
            Unfinished, BusyError: as `png`.
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

        return self._kept_or(request, kind, key, make)

    def _kept_or(
        self, request: HttpRequest, kind: Kind, key: bytes, make: Callable[[Work], bytes]
    ) -> bytes:
        found = self._find(key)
        if found is not None:
            return found

        def make_and_keep(work: Work) -> bytes:
            made = make(work)
            with self._lock, suppress(ValueError):  # larger than all that may be kept
                self._kept[key] = made
            return made

        return self._background.ask(request, kind, key, make_and_keep)

    def _find(self, key: bytes) -> bytes | None:
        with self._lock:
            return self._kept.get(key)


def _key(command: Sequence[str], source: str) -> bytes:
    """Equal for equal files."""
    return blake2b("\0".join((*command, source)).encode()).digest()


def _steps_name(key: bytes) -> str:
    """Under which the site's cache remembers how far a file is."""
    return f"steps:{key.hex()}"


def make_apart(command: Sequence[str], source: str, seconds: float, work: Work) -> bytes:
    """What a module of ours writes when it is run with arguments and reads a text.

    Args:
        command: the module and its arguments.
        source: the text.
        seconds: that it may take.
        work: that this is; it hears how far the process is, which ends when it is cancelled.

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
