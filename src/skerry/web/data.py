"""The user's folders: saved games and the site's secret key, and what the lab has found."""

import os
import secrets
from pathlib import Path

SECRET_FILE = "secret-key"
DATABASE_FILE = "skerry.sqlite3"


def data_folder() -> Path:
    """Where saved games are kept: SKERRY_DATA_DIR, else the user's data home."""
    chosen = os.environ.get("SKERRY_DATA_DIR")
    if chosen:
        return Path(chosen)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "skerry"


def results_folder() -> Path:
    """Where experiments are looked for: SKERRY_RESULTS, else where `skerry lab run` puts them."""
    return Path(os.environ.get("SKERRY_RESULTS") or "results")


def read_secret() -> str | None:
    """The secret key that `prepare` made, None before."""
    try:
        return (data_folder() / SECRET_FILE).read_text(encoding="ascii").strip() or None
    except OSError:
        return None


def prepare() -> Path:
    """Make the data folder and its secret key, readable by their owner alone.

    Raises:
        OSError: the folder cannot be made or written.
    """
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if read_secret() is None:
        fresh = folder / f"{SECRET_FILE}.{os.getpid()}"
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        # In one step, so that no other start ever reads half a key.
        fresh.replace(folder / SECRET_FILE)
    return folder
