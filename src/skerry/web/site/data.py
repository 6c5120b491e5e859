"""The user's folder: saved games, the site's secret key, files that are there as a whole."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from skerry.errors import OptionError


@contextmanager
def whole_file(file: Path) -> Iterator[BinaryIO]:
    """Write a file in one step, readable by its owner alone.

    It takes the place of an earlier one when all is written and lies on the disk; whatever stops
    that, a crash of the machine included, leaves the earlier one as it is.

    Raises:
        OSError: it cannot be written.
    """
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    unfinished.unlink(missing_ok=True)  # left by a process of the same number
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


SECRET_FILE = "secret-key"
SECRET_KEY = "SKERRY_SECRET_KEY"  # the variable; several machines that serve one site share a key
SHORTEST_KEY = 32  # characters; `prepare` makes 67
DATABASE_FILE = "skerry.sqlite3"
OWN_FILES = (SECRET_FILE, *(DATABASE_FILE + end for end in ("", "-wal", "-shm", "-journal")))
PRIVATE = 0o077  # no right of the group or of others, for a umask


def data_folder() -> Path:
    """Where saved games are kept: SKERRY_DATA_DIR, else the user's data home.

    Raises OptionError: the user has no home.
    """
    chosen = os.environ.get("SKERRY_DATA_DIR")
    if chosen:
        return Path(chosen)
    home = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(home) if home else Path.home() / ".local" / "share") / "skerry"
    except RuntimeError:
        raise OptionError(
            "This user has no home folder in which games could be kept. Choose a folder with "
            "SKERRY_DATA_DIR."
        ) from None


def read_secret() -> str | None:
    """The secret key: SKERRY_SECRET_KEY, else the one that `prepare` made; None before.

    Raises OptionError: the file cannot be read, or holds no key; or the variable's is too short.
    """
    chosen = os.environ.get(SECRET_KEY, "").strip()
    if chosen:
        if len(chosen) < SHORTEST_KEY:
            raise OptionError(
                f"{SECRET_KEY} has {len(chosen)} characters; a key that nobody guesses has at "
                f"least {SHORTEST_KEY}."
            )
        return chosen
    file = data_folder() / SECRET_FILE
    try:
        key = file.read_text(encoding="ascii").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unusable(file, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise _unusable(file, "is damaged") from None
    if len(key) < SHORTEST_KEY or not key.isprintable():
        raise _unusable(file, "holds no key" if key else "is empty")
    return key


def _unusable(file: Path, why: str) -> OptionError:
    """The error for a key that cannot be used; with a new one browsers would lose their games."""
    return OptionError(
        f"The key file {file} {why}. By this key the site knows whose games are whose, so no other "
        "one is made in its place. Put it back from a backup; or delete it, and the next start "
        "makes a new one: games begun before can then be looked at and downloaded, but no longer "
        "be played on."
    )


def prepare() -> Path:
    """Make the data folder and its secret key, readable by their owner alone.

    So is whatever this process makes from now on: databases and what goes with them, sockets,
    copies. What an earlier version has left open to everybody in such a folder is closed.

    Raises:
        OptionError: the folder cannot be made or written, or the key cannot be used.
    """
    folder = data_folder()
    os.umask(PRIVATE)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if read_secret() is None:
            with whole_file(folder / SECRET_FILE) as key:
                key.write(secrets.token_urlsafe(50).encode("ascii"))
        for name in OWN_FILES:
            _close_to_others(folder / name)
        # Nothing can be saved where no file can be made.
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise OptionError(
            f"The data folder cannot be used: {error}. Choose another one with SKERRY_DATA_DIR."
        ) from error
    return folder


def _close_to_others(file: Path) -> None:
    """Let a file that everybody may open be its owner's alone; one for a group stays as it is."""
    with suppress(FileNotFoundError, PermissionError):  # it is another user's, who is asked then
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & stat.S_IRWXO:
            file.chmod(mode & ~PRIVATE)
