"""PNGs for pages: drawn beside the site, one after another, and kept for who asks again."""

import logging
import subprocess
import sys
from contextlib import suppress
from hashlib import blake2b
from threading import Lock

from cachetools import LRUCache

from ...base.errors import BusyError

log = logging.getLogger(__name__)

KEPT_BYTES = 16_000_000
LONGEST_DRAWING = 30.0  # seconds; the largest picture takes five
LONGEST_WAIT = 20.0  # seconds in which other pictures are drawn
BUSY = "Too many pictures are asked for at once; ask again in a moment."


class Pictures:
    """The pictures drawn last. All methods may be called by any thread.

    A process of its own draws each of them, since resvg would stop all threads of the site, and
    one at a time, so that pictures leave the engine its cores.
    """

    def __init__(self, kept_bytes: int = KEPT_BYTES, longest_wait: float = LONGEST_WAIT) -> None:
        """Nothing is kept yet."""
        self._kept: LRUCache[bytes, bytes] = LRUCache(kept_bytes, len)
        self._lock, self._drawing = Lock(), Lock()
        self._longest_wait = longest_wait

    def png(self, svg: str, width: int) -> bytes:
        """The PNG of an SVG file, so many pixels wide.

        Raises:
            BusyError: too many others wait for theirs.
        """
        key = blake2b(f"{width} {svg}".encode()).digest()
        found = self._find(key)
        if found is not None:
            return found
        if not self._drawing.acquire(timeout=self._longest_wait):
            raise BusyError(BUSY)
        try:
            found = self._find(key)  # another thread may have asked for the same
            return self._keep(key, draw_apart(svg, width)) if found is None else found
        finally:
            self._drawing.release()

    def _find(self, key: bytes) -> bytes | None:
        with self._lock:
            return self._kept.get(key)

    def _keep(self, key: bytes, png: bytes) -> bytes:
        with self._lock, suppress(ValueError):  # larger than all that may be kept
            self._kept[key] = png
        return png


def draw_apart(svg: str, width: int) -> bytes:
    """`canvas.raster.rasterize` in a process of its own. Raises BusyError: it took too long."""
    command = [sys.executable, "-m", "skerry.canvas.raster", str(width)]
    try:
        drawn = subprocess.run(
            command, input=svg.encode(), capture_output=True, check=True, timeout=LONGEST_DRAWING
        )
    except subprocess.TimeoutExpired:
        log.error("A picture %d pixels wide was not drawn within %g s.", width, LONGEST_DRAWING)
        raise BusyError(BUSY) from None
    return drawn.stdout
