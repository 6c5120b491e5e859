"""A database of PostgreSQL, copied and put back by its own programs while others use it."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from skerry.errors import OptionError
from skerry.web.site.copies.archive import Migration
from skerry.web.site.environment import storage

MOST_ATTEMPTS = 5  # where a transaction under way and the restore wait for each other
PAUSE_SECONDS = 1.0
DEADLOCK = "40P01"

# Also tables that the copy lacks: a later version may have made them.
_EMPTY = """
DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DROP TABLE %I CASCADE', one.tablename);
    END LOOP;
END $$;
"""


def dump(file: Path) -> tuple[Migration, ...]:
    """Copy the database as it is at one moment; returns the migrations it has gone through.

    Raises:
        OptionError: pg_dump is missing or fails, or the database cannot be reached.
    """
    migrations = _migrations()
    schema = ("--no-owner", "--no-privileges")
    _run("pg_dump", "--format=custom", *schema, f"--file={file}", f"--dbname={_place()}")
    return migrations


def load(file: Path) -> None:
    """Put a copy in the place of what the database holds, in one transaction.

    Raises:
        OptionError: pg_restore or psql is missing or fails; nothing is changed then.
    """
    script = file.with_suffix(".sql")
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file))
    emptying = file.with_suffix(".empty.sql")
    emptying.write_text(_EMPTY, encoding="utf-8")
    for attempt in range(1, MOST_ATTEMPTS + 1):
        try:
            _run(
                *("psql", "--no-psqlrc", "--quiet", "--single-transaction"),
                *("--set=ON_ERROR_STOP=1", "--set=VERBOSITY=verbose", "--output=/dev/null"),
                *(f"--file={emptying}", f"--file={script}", f"--dbname={_place()}"),
            )
        except OptionError as error:
            if DEADLOCK not in str(error) or attempt == MOST_ATTEMPTS:
                raise
            time.sleep(PAUSE_SECONDS)
        else:
            return


def _place() -> str:
    """Where the database is, without the password: a command line can be read by others."""
    from psycopg.conninfo import make_conninfo

    return make_conninfo(**{**storage.postgresql(), "password": None})


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise OptionError(
            f"PostgreSQL's program {program} is missing; Debian has it in postgresql-client."
        )
    password = storage.postgresql().get("password")
    secret = {"PGPASSWORD": str(password)} if password else {}
    ended = subprocess.run(
        [found, *arguments], env={**os.environ, **secret}, capture_output=True, check=False
    )
    if ended.returncode:
        said = " ".join(ended.stderr.decode(errors="replace").split())[:600]
        raise OptionError(f"{program} failed: {said}")


def _migrations() -> tuple[Migration, ...]:
    import psycopg

    fields = storage.postgresql()
    try:
        with psycopg.connect(**fields, connect_timeout=storage.CONNECT_SECONDS) as database:
            rows = database.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
            return tuple((str(app), str(name)) for app, name in rows)
    except psycopg.Error as error:
        raise OptionError(f"The database cannot be backed up: {error}.") from error
