"""SQLite, which lets one write at a time: a request waits for its turn a moment, not for ever."""

import sqlite3
from typing import Any

from django.db.backends.sqlite3 import base

from skerry.web.base.patience import failures_of


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's; a request has a connection of its own, so what it may wait is set as it begins."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Open the file."""
        seconds = failures_of(self.vendor).seconds_to_wait(float(conn_params["timeout"]))
        opened: sqlite3.Connection = super().get_new_connection({**conn_params, "timeout": seconds})
        return opened
