"""What is worth a line in the log."""

import logging

PREPARING = 503


class ButPreparing(logging.Filter):
    """Pass over answers that say the rules are being compiled: that is no fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log it."""
        return getattr(record, "status_code", None) != PREPARING
