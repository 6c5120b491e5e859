"""Backups: all that the site keeps, in one file, made and put back while it runs.

The databases' own means make the copies: pg_dump, and SQLite's online backup. pg_restore is let
write a script alone, since it cannot drop, in the same transaction, tables that the copy lacks.
"""

import hashlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

from skerry.errors import OptionError
from skerry.web.site import data, database, environment
from skerry.web.site.data import whole_file
from skerry.web.site.database import Migration, check_whole

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE, SECRET = "database", "secret-key"  # the parts
LONGEST_MANIFEST = 1_000_000  # bytes
SQLITE, POSTGRESQL = "sqlite", "postgresql"
PACKING = 3  # of 9: records are text and shrink to a fifth soon


@dataclass(frozen=True)
class Manifest:
    """What a backup holds."""

    database: str  # SQLITE or POSTGRESQL
    skerry: str  # version that made it
    made: str  # when, in ISO 8601
    migrations: tuple[Migration, ...]  # that its database has gone through
    parts: dict[str, str] = field(default_factory=dict)  # SHA-256 of each, by name
    format: int = FORMAT


def write(file: Path, manifest: Manifest, parts: dict[str, Path]) -> None:
    """Write a backup in one step, readable by its owner alone: it holds the key. Raises OSError."""
    digests = {name: _digest(part) for name, part in parts.items()}
    page = json.dumps({**asdict(manifest), "parts": digests}, indent=1).encode()
    with (
        whole_file(file) as out,
        tarfile.open(fileobj=out, mode="w:gz", compresslevel=PACKING) as archive,
    ):
        entry = tarfile.TarInfo(MANIFEST)
        entry.size, entry.mode = len(page), 0o600
        archive.addfile(entry, io.BytesIO(page))
        for name, part in parts.items():
            archive.add(part, arcname=name, recursive=False)


def read(file: Path, folder: Path) -> Manifest:
    """Read a backup, and put its parts into a folder by their names.

    Raises:
        OptionError: it is none, or damaged.
        OSError: it cannot be read, or the folder not be written.
    """
    try:
        with tarfile.open(file, mode="r:gz") as archive:
            manifest = _read_manifest(archive)
            for name, digest in manifest.parts.items():
                # By name and as bytes: nothing of what the file says of places is believed.
                with (folder / name).open("wb") as out:
                    shutil.copyfileobj(_member(archive, name), out)
                if _digest(folder / name) != digest:
                    raise _bad(file, f"its part {name} is damaged")
    except (tarfile.TarError, EOFError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, OptionError):
            raise
        raise _bad(file, "it is cut short, or was never one") from error
    return manifest


def _read_manifest(archive: tarfile.TarFile) -> Manifest:
    fields: dict[str, Any] = json.loads(_member(archive, MANIFEST).read(LONGEST_MANIFEST))
    if fields["format"] != FORMAT:
        raise OptionError("The backup was made by a later version of Skerry; use that version.")
    migrations = tuple((str(app), str(name)) for app, name in fields.pop("migrations"))
    manifest = Manifest(migrations=migrations, **fields)
    if not {DATABASE} <= set(manifest.parts) <= {DATABASE, SECRET}:
        raise ValueError("other parts")
    return manifest


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    opened = archive.extractfile(name)
    if opened is None:  # a folder, or a link
        raise ValueError(name)
    return opened


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _bad(file: Path, why: str) -> OptionError:
    return OptionError(f"The file {file} is no backup that can be put back: {why}.")


MIGRATIONS: Final = "SELECT app, name FROM django_migrations ORDER BY app, name"
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


def dump_postgresql(file: Path) -> tuple[Migration, ...]:
    """Copy the database as it is at one moment; returns the migrations it has gone through.

    Raises OptionError: pg_dump is missing or fails, or the database cannot be reached.
    """
    migrations = _migrations()
    schema = ("--no-owner", "--no-privileges")
    _run("pg_dump", "--format=custom", *schema, f"--file={file}", f"--dbname={_place()}")
    return migrations


def load_postgresql(file: Path) -> None:
    """Put a copy in the place of what the database holds, in one transaction.

    Raises OptionError: pg_restore or psql is missing or fails; nothing is changed then.
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

    return make_conninfo(**{**environment.postgresql(), "password": None})


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise OptionError(
            f"PostgreSQL's program {program} is missing; Debian has it in postgresql-client."
        )
    password = environment.postgresql().get("password")
    secret = {"PGPASSWORD": str(password)} if password else {}
    ended = subprocess.run(
        [found, *arguments], env={**os.environ, **secret}, capture_output=True, check=False
    )
    if ended.returncode:
        said = " ".join(ended.stderr.decode(errors="replace").split())[:600]
        raise OptionError(f"{program} failed: {said}")


def _migrations() -> tuple[Migration, ...]:
    import psycopg

    fields = environment.postgresql()
    try:
        with psycopg.connect(**fields, connect_timeout=environment.CONNECT_SECONDS) as database:
            return tuple(database.execute(MIGRATIONS))
    except psycopg.Error as error:
        raise OptionError(f"The database cannot be backed up: {error}.") from error


BUSY_SECONDS = 60.0  # that SQLite waits for who writes


def dump_sqlite(database: Path, file: Path) -> tuple[Migration, ...]:
    """Copy a database as it is at one moment; returns the migrations it has gone through.

    Raises OptionError: it is not there, or cannot be read.
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
            return _checked(copy)
    except sqlite3.Error as error:
        raise OptionError(f"The database {database} cannot be backed up: {error}.") from error


def _checked(copy: sqlite3.Connection) -> tuple[Migration, ...]:
    """The migrations of a whole database. Raises sqlite3.DatabaseError: it is damaged."""
    check_whole(copy)
    return tuple(copy.execute(MIGRATIONS))


def load_sqlite(file: Path, database: Path) -> None:
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
            _checked(copy)
            target.execute("PRAGMA journal_mode=WAL")
            copy.backup(target)
    except sqlite3.Error as error:
        raise OptionError(f"The database {database} cannot be put back: {error}.") from error


NAME = "skerry-{}.tar.gz"
BEFORE = "before-restore-{}.tar.gz"


def back_up(target: Path) -> Path:
    """Copy all that the site keeps into one file, whether it runs or not.

    Args:
        target: the file, which must not be there yet; or a folder, in which the time names it.

    Returns:
        The file. It holds the secret key, so its owner alone can read it.

    Raises:
        OptionError: there is nothing to back up, it cannot be read, or the file is there already.
        OSError: the file cannot be written.
    """
    file = target / NAME.format(_stamp()) if target.is_dir() else target
    if file.exists():
        raise OptionError(f"There is a file {file} already, and no backup is written over.")
    kind = _kind()
    with _beside(file) as folder:
        copy = folder / DATABASE
        migrations = dump_postgresql(copy) if kind == POSTGRESQL else dump_sqlite(_file(), copy)
        parts = {DATABASE: copy}
        key = data.data_folder() / data.SECRET_FILE
        if key.is_file():
            parts[SECRET] = key
        now = datetime.now(UTC).isoformat(timespec="seconds")
        write(file, Manifest(kind, version("skerry"), now, migrations), parts)
    return file


def put_back(file: Path) -> tuple[Path | None, bool]:
    """Put a backup in the place of what the site keeps, whether it runs or not.

    Returns:
        The backup of what was there before, None where nothing was; and whether the secret key is
        another one now, which a site that runs learns only when it is started again.

    Raises:
        OptionError: it is no backup, of the other kind of database, or of a later version; nothing
            is changed then. Or the database cannot be written.
        OSError: a file cannot be read or written.
    """
    import django

    data.prepare()
    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    django.setup()
    with _beside(_file()) as folder:
        manifest = read(file, folder)
        _check(manifest)
        before = _keep_present()
        if manifest.database == POSTGRESQL:
            load_postgresql(folder / DATABASE)
        else:
            load_sqlite(folder / DATABASE, _file())
        is_other_key = _put_back_key(folder / SECRET)
    database.migrate()
    return before, is_other_key


def _check(manifest: Manifest) -> None:
    if manifest.database != _kind():
        raise OptionError(
            f"The backup is of a database of {manifest.database}, and the site uses {_kind()}; "
            f"{environment.DATABASE_URL} says which."
        )
    database.check_migrations(f"The backup of Skerry {manifest.skerry}", manifest.migrations)


def _keep_present() -> Path | None:
    """A backup of what is there now, so that a restore is no loss either."""
    if _kind() == SQLITE and not _file().is_file():
        return None
    database.migrate()  # a database that has nothing yet cannot be told from one that is damaged
    return back_up(data.data_folder() / BEFORE.format(_stamp()))


def _put_back_key(part: Path) -> bool:
    key = data.data_folder() / data.SECRET_FILE
    if not part.is_file() or (key.is_file() and key.read_bytes() == part.read_bytes()):
        return False
    part.chmod(0o600)
    part.replace(key)
    return not environment.text(data.SECRET_KEY)


def _kind() -> str:
    return POSTGRESQL if environment.text(environment.DATABASE_URL) else SQLITE


def _file() -> Path:
    return data.data_folder() / data.DATABASE_FILE


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A folder for what is unfinished, on the disk of a file; it goes afterwards."""
    with TemporaryDirectory(prefix=".skerry-", dir=file.parent) as folder:
        yield Path(folder)
