"""Whether what is kept is whole: looked at when the site starts, and read through beside it.

`database.check` has looked at a file before anything is changed in it, small ones from end to end.
Here is what follows once Django knows the database, of whichever kind.
"""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from skerry.errors import OptionError
from skerry.web.site.machine.data import DATABASE_FILE, data_folder
from skerry.web.site.machine.database import CHECKED_BYTES

log = logging.getLogger(__name__)

WITH_A_FILE = (
    "Stop Skerry, keep a copy of the file, and put it back from a backup; what can be read of it, "
    "`sqlite3 FILE .recover` saves."
)
WITH_A_SERVER = "Its own log says more; if it has lost something, put that back from a backup."


def check_tables() -> None:
    """Look whether each table can be read and, on PostgreSQL, whether the server takes changes.

    One row of each, by its key, so it takes a moment however much is kept.

    Raises:
        OptionError: it cannot; says why, and what to do about it.
    """
    from django.apps import apps
    from django.db import DatabaseError, connection

    try:
        if connection.vendor == "postgresql":
            _check_server()
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                model._default_manager.order_by("pk").first()
    except DatabaseError as error:
        why = str(error).partition("\n")[0]
        what_to_do = WITH_A_FILE if connection.vendor == "sqlite" else WITH_A_SERVER
        raise OptionError(f"The database cannot be used: {why}. {what_to_do}") from error


def _check_server() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery(), current_setting('server_encoding')")
        is_copy, encoding = cursor.fetchone()
    if is_copy:
        raise OptionError(
            "The database server is a copy that follows another one, or is being restored, so "
            "nothing can be saved there. Name the server that it follows in SKERRY_DATABASE_URL."
        )
    if encoding != "UTF8":
        raise OptionError(
            f"The database is encoded in {encoding}, which has no place for all names and "
            "comments. Make one with `createdb --encoding=UTF8 --template=template0 NAME`."
        )


def check_file_beside(tell: Callable[[str], None] = log.error) -> threading.Thread | None:
    """Read a file through that was too large to wait for, while the site works; None: no need.

    The site goes on when something is wrong, since most of it can be read; the log says so.

    Args:
        tell: is told what is wrong, in sentences.
    """
    file = data_folder() / DATABASE_FILE
    if not file.exists() or file.stat().st_size <= CHECKED_BYTES:
        return None
    thread = threading.Thread(target=_check_whole, args=(file, tell), name="integrity", daemon=True)
    thread.start()
    return thread


def _check_whole(file: Path, tell: Callable[[str], None]) -> None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            found = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        tell(f"The database {file} is damaged: {' '.join(found.split())}. {WITH_A_FILE}")
