"""Files for pages that take a while: made beside the site, and kept for who asks again."""

import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from threading import Lock

from cachetools import LRUCache

from ..base.errors import BusyError, RequestError

log = logging.getLogger(__name__)

KEPT_BYTES = 16_000_000
LONGEST_DRAWING = 30.0  # seconds; the largest picture takes five
LONGEST_PRINTING = 90.0  # seconds; a picture that moves takes a fraction of one for each turn
LONGEST_WAIT = 20.0  # seconds in which other files are made
BUSY = "Too many pictures are asked for at once; ask again in a moment."
REFUSED = 2  # exit code of a process that says on stderr what it refuses


class Pictures:
    """The files made last. All methods may be called by any thread.

    A process of its own makes each of them, since resvg would stop all threads of the site. Of
    pictures and of printed files one is made at a time, so that they leave the engine its cores.
    """

    def __init__(self, kept_bytes: int = KEPT_BYTES, longest_wait: float = LONGEST_WAIT) -> None:
        """Nothing is kept yet."""
        self._kept: LRUCache[bytes, bytes] = LRUCache(kept_bytes, len)
        self._lock, self._drawing, self._printing = Lock(), Lock(), Lock()
        self._longest_wait = longest_wait

    def png(self, svg: str, width: int) -> bytes:
        """The PNG of an SVG file, so many pixels wide.

        Raises:
            BusyError: too many others wait for theirs.
        """
        command = ("skerry.canvas.raster", str(width))
        return self._made(command, svg, self._drawing, LONGEST_DRAWING)

    def printed(self, what: Sequence[str], source: str) -> bytes:
        """What `python -m skerry.printing` makes of a record or of a game.

        Raises:
            RequestError: it is refused, in a sentence.
            BusyError: too many others wait for theirs, or it took too long.
        """
        command = ("skerry.printing", *what)
        return self._made(command, source, self._printing, LONGEST_PRINTING)

    def _made(self, command: Sequence[str], source: str, lock: Lock, seconds: float) -> bytes:
        key = blake2b("\0".join((*command, source)).encode()).digest()
        found = self._find(key)
        if found is not None:
            return found
        if not lock.acquire(timeout=self._longest_wait):
            raise BusyError(BUSY)
        try:
            found = self._find(key)  # another thread may have asked for the same
            return self._keep(key, make_apart(command, source, seconds)) if found is None else found
        finally:
            lock.release()

    def _find(self, key: bytes) -> bytes | None:
        with self._lock:
            return self._kept.get(key)

    def _keep(self, key: bytes, made: bytes) -> bytes:
        with self._lock, suppress(ValueError):  # larger than all that may be kept
            self._kept[key] = made
        return made


def make_apart(command: Sequence[str], source: str, seconds: float) -> bytes:
    """What a module of ours writes when it is run with arguments and reads a text.

    Raises:
        BusyError: it took too long.
        RequestError: it refuses, in a sentence.
    """
    try:
        made = subprocess.run(
            [sys.executable, "-m", *command],
            input=source.encode(),
            capture_output=True,
            check=False,
            timeout=seconds,
            # A game's turns are played once, sooner than kernels are loaded, let alone compiled.
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        )
    except subprocess.TimeoutExpired:
        log.error("%s was not done within %g s.", " ".join(command), seconds)
        raise BusyError(BUSY) from None
    if made.returncode == REFUSED:
        raise RequestError(made.stderr.decode().strip())
    made.check_returncode()
    return made.stdout
