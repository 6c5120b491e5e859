"""Work in threads, so that the server answers meanwhile and whoever asked may cancel."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from skerry.errors import OptionError

Result = TypeVar("Result")
Cancel = Callable[[], bool]

LONG_AT_ONCE = 2  # searches and proofs
QUICK_AT_ONCE = 4
MOST_WAITING = 50  # or under way


class Jobs:
    """Two lanes, so that what takes a moment never waits for what takes a minute."""

    def __init__(self) -> None:
        self._long = ThreadPoolExecutor(LONG_AT_ONCE, "long")
        self._quick = ThreadPoolExecutor(QUICK_AT_ONCE, "quick")
        self._stops: set[threading.Event] = set()

    async def long(self, work: Callable[[Cancel], Result]) -> Result:
        """Run what asks now and then whether it is cancelled. Raises OptionError: too many wait."""
        stop = threading.Event()
        return await self._run(self._long, partial(work, stop.is_set), stop)

    async def quick(self, work: Callable[[], Result]) -> Result:
        """Run what takes a moment. Raises OptionError: too many wait."""
        return await self._run(self._quick, work, threading.Event())

    async def _run(
        self, lane: ThreadPoolExecutor, work: Callable[[], Result], stop: threading.Event
    ) -> Result:
        if len(self._stops) >= MOST_WAITING:
            raise OptionError(f"{MOST_WAITING} calls are being worked on; ask again later.")
        self._stops.add(stop)
        try:
            return await asyncio.get_running_loop().run_in_executor(lane, work)
        finally:  # also when the call was cancelled: then the thread ends soon
            stop.set()
            self._stops.discard(stop)
