"""What is worth a line in the log."""

import logging
from copy import copy

LONGEST_LINE = 300  # characters of what somebody else's request can put into the log


class BriefAboutRequests(logging.Formatter):
    """One line about a request that was refused, and about a Redis that is away.

    Where in Django that happened, or in what asks Redis every second, helps nobody.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, or the whole traceback of a fault of ours."""
        if record.name.startswith("channels_redis") and record.exc_info:
            failed = logging.makeLogRecord({"name": record.name, "levelno": record.levelno})
            failed.msg = f"News does not come: {record.exc_info[1]}"
            return super().format(failed)[:LONGEST_LINE]
        if not record.name.startswith("django.security") or record.levelno > logging.ERROR:
            return super().format(record)
        brief = copy(record)
        brief.exc_info = brief.exc_text = brief.stack_info = None
        line = super().format(brief)[:LONGEST_LINE]
        return "".join(character if character.isprintable() else " " for character in line)
