"""Making a backup, and putting one back."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from skerry.errors import OptionError
from skerry.web.site.copies import archive, postgresql, sqlite
from skerry.web.site.copies.archive import Manifest, Migration
from skerry.web.site.environment import storage, variables
from skerry.web.site.machine import data, database

NAME = "skerry-{}.tar.gz"
BEFORE = "before-restore-{}.tar.gz"


def back_up(target: Path) -> Path:
    """Copy all that the site keeps into one file, whether it runs or not.

    Args:
        target: the file, which must not be there yet; or a folder, in which the file is named by
            the time.

    Returns:
        The file. It holds the secret key, so its owner alone can read it.

    Raises:
        OptionError: there is nothing to back up, it cannot be read, or the file is there already.
        OSError: the file cannot be written.
    """
    file = target / NAME.format(_stamp()) if target.is_dir() else target
    if file.exists():
        raise OptionError(f"There is a file {file} already, and no backup is written over.")
    with _beside(file) as folder:
        copy = folder / archive.DATABASE
        kind = _kind()
        if kind == archive.POSTGRESQL:
            migrations = postgresql.dump(copy)
        else:
            migrations = sqlite.dump(_file(), copy)
        parts = {archive.DATABASE: copy}
        key = data.data_folder() / data.SECRET_FILE
        if key.is_file():
            parts[archive.SECRET] = key
        now = datetime.now(UTC).isoformat(timespec="seconds")
        archive.write(file, Manifest(kind, version("skerry"), now, migrations), parts)
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
        manifest = archive.read(file, folder)
        _check(manifest)
        before = _keep_present()
        if manifest.database == archive.POSTGRESQL:
            postgresql.load(folder / archive.DATABASE)
        else:
            sqlite.load(folder / archive.DATABASE, _file())
        is_other_key = _put_back_key(folder / archive.SECRET)
    database.migrate()
    return before, is_other_key


def _check(manifest: Manifest) -> None:
    if manifest.database != _kind():
        raise OptionError(
            f"The backup is of a database of {manifest.database}, and the site uses {_kind()}; "
            f"{storage.DATABASE_URL} says which."
        )
    unknown = _unknown(manifest.migrations)
    if unknown:
        raise OptionError(
            f"The backup was made by a later version of Skerry, {manifest.skerry}, whose database "
            f"this one does not know ({', '.join(unknown)}); put it back with that version."
        )


def _unknown(migrations: Iterable[Migration]) -> list[str]:
    from django.db.migrations.loader import MigrationLoader

    known = MigrationLoader(None).disk_migrations
    return [f"{app}.{name}" for app, name in migrations if (app, name) not in known]


def _keep_present() -> Path | None:
    """A backup of what is there now, so that a restore is no loss either."""
    if _kind() == archive.SQLITE and not _file().is_file():
        return None
    database.migrate()  # a database that has nothing yet cannot be told from one that is damaged
    return back_up(data.data_folder() / BEFORE.format(_stamp()))


def _put_back_key(part: Path) -> bool:
    key = data.data_folder() / data.SECRET_FILE
    if not part.is_file() or (key.is_file() and key.read_bytes() == part.read_bytes()):
        return False
    part.chmod(0o600)
    part.replace(key)
    return not variables.text(data.SECRET_KEY)


def _kind() -> str:
    return archive.POSTGRESQL if variables.text(storage.DATABASE_URL) else archive.SQLITE


def _file() -> Path:
    return data.data_folder() / data.DATABASE_FILE


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A folder for what is unfinished, on the disk of a file; it goes afterwards."""
    with TemporaryDirectory(prefix=".skerry-", dir=file.parent) as folder:
        yield Path(folder)
