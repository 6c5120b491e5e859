"""The database: whole, checked before it is used, brought to this version, and closed cleanly."""

import contextlib
import fcntl
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import LiteralString

from django.db import DatabaseError, connection, connections

from skerry.errors import OptionError
from skerry.web.site import environment
from skerry.web.site.data import DATABASE_FILE, data_folder

log = logging.getLogger(__name__)

Migration = tuple[str, str]  # an app's label and the name of one of its migrations

CHECKED_BYTES = 64_000_000  # of a database that is read through at each start: half a second
MIGRATION_LOCK = 5_364_517  # PostgreSQL's number of the lock of who brings it to a version
BUSY_MS = 1000  # that closing waits for who still reads


def check() -> None:
    """Look whether a database in a file can be used, changing nothing.

    PostgreSQL looks after its own.

    Raises:
        OptionError: it cannot; says why, and what to do about it.
    """
    file = data_folder() / DATABASE_FILE
    if environment.text(environment.DATABASE_URL) or not file.exists():
        return
    try:
        # Read and write: what a crash has left in the log file beside it is put in order first.
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as database:
            if file.stat().st_size <= CHECKED_BYTES:
                check_whole(database)
            else:
                database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise OptionError(
            f"The database {file} cannot be used: {error}. Nothing in it was changed. If it is "
            "damaged, put it back from a backup, save what can be read with `sqlite3 FILE "
            ".recover`, or move it away: Skerry then starts without games."
        ) from None


def check_whole(database: sqlite3.Connection) -> None:
    """Read a database from end to end. Raises sqlite3.DatabaseError: it is damaged; says where."""
    report = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    if report != "ok":
        raise sqlite3.DatabaseError(" ".join(report.split()))


def set_up() -> None:
    """Set Django up, and bring the database to this version. Raises as `migrate`."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    django.setup()
    migrate()
    check_tables()


def migrate() -> None:
    """Bring the database to this version.

    Raises:
        OptionError: it cannot be reached or written, or another version has made it that is later,
            or too early.
    """
    from django.core.management import call_command
    from django.db.migrations.recorder import MigrationRecorder

    try:
        _reach()
        with _alone():
            applied = MigrationRecorder(connection).applied_migrations()
            check_migrations(f"The database {_name()}", applied)
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise OptionError(
            f"The database {_name()} cannot be used: {' '.join(str(error).split())}. "
            "Look whether it is there, its disk full, or read-only."
        ) from error


def _reach() -> None:
    """Connect to PostgreSQL once: its pool tries for ten seconds without saying what is wrong."""
    if connection.vendor != "postgresql":
        return
    import psycopg

    asked = connection.get_connection_params()
    asked.pop("pool", None)
    with connection.wrap_database_errors:
        psycopg.connect(**asked).close()


@contextmanager
def _alone() -> Iterator[None]:
    """While no other process of this machine, or of this database, is at it."""
    with contextlib.ExitStack() as ends:
        if data_folder().is_dir():
            folder = os.open(data_folder(), os.O_RDONLY)
            ends.callback(os.close, folder)  # gives the lock up
            fcntl.flock(folder, fcntl.LOCK_EX)
        ends.callback(connection.close)
        if connection.vendor == "postgresql":
            _ask_for_lock("pg_advisory_lock")
            ends.callback(_ask_for_lock, "pg_advisory_unlock")  # the pool keeps the connection
        yield


def _ask_for_lock(what: LiteralString) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {what}(%s)", [MIGRATION_LOCK])


def check_migrations(what: str, applied: Iterable[Migration]) -> None:
    """Look whether this version can open what has gone through these migrations.

    Args:
        what: begins the sentence that says why it can't, such as "The backup".
        applied: of all apps.

    Raises:
        OptionError: a later version has made it, or one that is too early.
    """
    from django.db.migrations.loader import MigrationLoader

    applied = set(applied)
    known = dict(MigrationLoader(None).disk_migrations)
    replaced = [set(migration.replaces) for migration in known.values()]
    unknown = applied - known.keys() - set().union(*replaced)
    if unknown:
        raise OptionError(
            f"{what} was made by a later version of Skerry ({_named(unknown)}). Nothing in it was "
            "changed; use that version."
        )
    missing = set().union(*(ones - applied for ones in replaced if ones & applied))
    if missing:
        raise OptionError(
            f"{what} was made by a version of Skerry that is too early ({_named(missing)} came "
            "later). Nothing in it was changed; start it with a version in between first."
        )


def _named(migrations: Iterable[Migration]) -> str:
    return ", ".join(f"{app}.{name}" for app, name in sorted(migrations))


def _name() -> str:
    """The database in a sentence: a file, or its name and host, never its password."""
    chosen = connection.settings_dict
    return f"{chosen['NAME']} at {chosen['HOST']}" if chosen["HOST"] else str(chosen["NAME"])


def close() -> None:
    """Write everything into the database's own file, so that it is whole by itself."""
    if connection.vendor != "sqlite":
        connections.close_all()
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy = cursor.fetchone()[0]
    except DatabaseError as error:
        log.warning("The log of the database was not written into it: %s", error)
    else:
        if busy:
            log.warning("The log of the database was not written into it: somebody still reads.")
    connections.close_all()


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

    The site goes on when something is wrong, since most of it can be read; `tell` hears of it.
    """
    file = data_folder() / DATABASE_FILE
    if not file.exists() or file.stat().st_size <= CHECKED_BYTES:
        return None
    thread = threading.Thread(target=_read_whole, args=(file, tell), name="integrity", daemon=True)
    thread.start()
    return thread


def _read_whole(file: Path, tell: Callable[[str], None]) -> None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            check_whole(database)
    except sqlite3.Error as error:
        tell(f"The database {file} is damaged: {error}. {WITH_A_FILE}")
