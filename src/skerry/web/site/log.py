"""What is worth a line in the log."""

import logging
import time

SELDOM_SECONDS = 10.0  # between two lines that say the same
LONGEST_LINE = 300  # characters of what somebody else's request can put into the log


class BriefAboutRequests(logging.Formatter):
    """One line about a request that was refused, and about a database or a Redis that is away.

    Where in Django that happened, or in what asks them every second, helps nobody.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, or the whole traceback of a fault of ours."""
        error, words = record.exc_info[1] if record.exc_info else None, record.getMessage()
        if record.name.startswith("channels_redis") and error:
            words = f"News does not come: {error}"
        elif record.name.startswith("skerry") and error and _is_trouble(error):
            words = " ".join(f"{words} {error}".split())
        elif not record.name.startswith("django.security") or record.levelno > logging.ERROR:
            return super().format(record)
        return "".join(one if one.isprintable() else " " for one in words[:LONGEST_LINE])


def _is_trouble(error: BaseException) -> bool:
    from skerry.web.site.explaining import trouble_of

    return trouble_of(error) is not None


class Seldom(logging.Filter):
    """Lets a line through now and then, of those that say the same again and again.

    While a database is away every request fails, and each would have a line.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}  # by what lines begin with

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to let it through."""
        now, words = time.monotonic(), str(record.msg)[:40]
        if now < self._next.get(words, 0.0):
            return False
        self._next = {one: when for one, when in self._next.items() if when > now}
        self._next[words] = now + SELDOM_SECONDS
        return True
