"""What is worth a line in the log."""

import logging
import time
from copy import copy

SELDOM_SECONDS = 10.0  # between two lines that say the same
LONGEST_LINE = 300  # characters of what somebody else's request can put into the log


class BriefAboutRequests(logging.Formatter):
    """One line about a request that was refused, and about a database or a Redis that is away.

    Where in Django that happened, or in what asks them every second, helps nobody.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, or the whole traceback of a fault of ours."""
        if record.name.startswith("channels_redis") and record.exc_info:
            failed = logging.makeLogRecord({"name": record.name, "levelno": record.levelno})
            failed.msg = f"News does not come: {record.exc_info[1]}"
            return super().format(failed)[:LONGEST_LINE]
        if record.name.startswith("skerry") and record.exc_info and _is_trouble(record.exc_info[1]):
            words = " ".join(f"{record.getMessage()} {record.exc_info[1]}".split())
            failed = logging.makeLogRecord({"name": record.name, "levelno": record.levelno})
            failed.msg = words
            return super().format(failed)[:LONGEST_LINE]
        if not record.name.startswith("django.security") or record.levelno > logging.ERROR:
            return super().format(record)
        brief = copy(record)
        brief.exc_info = brief.exc_text = brief.stack_info = None
        line = super().format(brief)[:LONGEST_LINE]
        return "".join(character if character.isprintable() else " " for character in line)


def _is_trouble(error: BaseException | None) -> bool:
    """Whether it is no fault of ours, but of where games are kept."""
    from skerry.web.site.explaining import trouble_of

    return error is not None and trouble_of(error) is not None


class Seldom(logging.Filter):
    """Lets a line through now and then, of those that say the same again and again.

    While a database is away every request fails, and each would have a line.
    """

    def __init__(self, name: str = "", seconds: float = SELDOM_SECONDS) -> None:
        super().__init__(name)
        self._seconds = seconds
        self._next: dict[str, float] = {}  # by what lines begin with

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to let it through."""
        now, words = time.monotonic(), str(record.msg)[:40]
        if now < self._next.get(words, 0.0):
            return False
        self._next = {one: when for one, when in self._next.items() if when > now}
        self._next[words] = now + self._seconds
        return True
