"""Notes in the database, again and again, that this process can take turns."""

import asyncio
import logging

from django.db import DatabaseError, close_old_connections

from skerry.web.base.services import service
from skerry.web.play.moments import Moments
from skerry.web.site.handler import ThreadedHandler

log = logging.getLogger(__name__)


class Heart:
    """Beats while the server runs. A beat goes the way of a request that plays a turn.

    So there is none while connections are not accepted yet or any more, while the loop or all
    threads are stuck, and while the database is away or takes no change.
    """

    def __init__(self, handler: ThreadedHandler) -> None:
        """It does not beat yet.

        Args:
            handler: of the requests.
        """
        self._handler = handler
        self._beating: asyncio.Task[None] | None = None
        self._failed = False  # told once, not every second

    async def tick(self) -> None:
        """Begin a beat, unless the last one is still under way; the server calls this."""
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        try:
            await self._handler.work(_note)
            self._failed = False
        except DatabaseError as error:
            if not self._failed:
                log.error("The time of games stands still, as nothing can be written: %s", error)
            self._failed = True
        except RuntimeError:  # the threads have ended, and with them the server
            pass


def _note() -> None:
    close_old_connections()
    try:
        service(Moments).beat()
    finally:
        close_old_connections()
