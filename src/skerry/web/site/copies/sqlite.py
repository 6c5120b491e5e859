"""A database file, copied and put back while others read and write it (SQLite's backup API)."""

import sqlite3
from contextlib import closing
from pathlib import Path

from skerry.errors import OptionError
from skerry.web.site.copies.archive import Migration

BUSY_SECONDS = 60.0


def dump(database: Path, file: Path) -> tuple[Migration, ...]:
    """Copy a database as it is at one moment; returns the migrations it has gone through.

    Raises:
        OptionError: it is not there, or cannot be read.
    """
    if not database.is_file():
        raise OptionError(f"There is nothing to back up: {database} is not there.")
    try:
        with (
            closing(sqlite3.connect(database, timeout=BUSY_SECONDS)) as source,
            closing(sqlite3.connect(file)) as copy,
        ):
            source.backup(copy)
            # By itself, without a log beside it: whoever opens the copy finds everything in it.
            copy.execute("PRAGMA journal_mode=DELETE")
            return check(copy)
    except sqlite3.Error as error:
        raise OptionError(f"The database {database} cannot be backed up: {error}.") from error


def check(copy: sqlite3.Connection) -> tuple[Migration, ...]:
    """The migrations of a whole database. Raises sqlite3.DatabaseError: it is damaged."""
    report = str(copy.execute("PRAGMA quick_check(1)").fetchone()[0])
    if report != "ok":
        raise sqlite3.DatabaseError(" ".join(report.split()))
    rows = copy.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    return tuple((str(app), str(name)) for app, name in rows)


def load(file: Path, database: Path) -> None:
    """Put a copy in the place of what a database holds, in one transaction.

    Whoever reads meanwhile sees what was there before, and whoever writes waits.

    Raises:
        OptionError: the copy is damaged, or the database cannot be written.
    """
    try:
        with (
            closing(sqlite3.connect(file)) as copy,
            closing(sqlite3.connect(database, timeout=BUSY_SECONDS)) as target,
        ):
            check(copy)
            target.execute("PRAGMA journal_mode=WAL")
            copy.backup(target)
    except sqlite3.Error as error:
        raise OptionError(f"The database {database} cannot be put back: {error}.") from error
