"""Find PostgreSQL and Redis for the tests, or get them: `.venv/bin/python -m tools.get_servers`."""

import shutil
import sys
from pathlib import Path

from tools.get_chromium import install_debian, is_debian_root

DEBIAN_PACKAGES = ("postgresql", "redis-server")
DEBIAN_FOLDERS = Path("/usr/lib/postgresql")  # a folder for each version, none of them on the path
POSTGRESQL_PROGRAMS = ("initdb", "postgres", "pg_dump", "pg_restore")


def find_postgresql() -> Path | None:
    """The folder with all programs of one PostgreSQL, the newest of Debian's; None without any."""
    versions = DEBIAN_FOLDERS.glob("*/bin") if DEBIAN_FOLDERS.is_dir() else ()
    newest_first = sorted(versions, key=lambda folder: _number(folder.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    folders = [*newest_first, *((Path(on_path).resolve().parent,) if on_path else ())]
    return next((folder for folder in folders if _is_whole(folder)), None)


def _number(version: str) -> float:
    try:
        return float(version)
    except ValueError:
        return 0


def _is_whole(folder: Path) -> bool:
    return all((folder / name).is_file() for name in POSTGRESQL_PROGRAMS)


def find_redis() -> Path | None:
    """The program `redis-server`, None without it."""
    found = shutil.which("redis-server")
    return Path(found) if found else None


def main() -> int:
    """Print where they are; 1 and a sentence where one is missing and cannot be got."""
    if (find_postgresql() is None or find_redis() is None) and is_debian_root():
        install_debian(*((package,) for package in DEBIAN_PACKAGES))
    postgresql, redis = find_postgresql(), find_redis()
    if postgresql is None or redis is None:
        print(
            "The tests of a server for many need PostgreSQL and Redis, and they could not be "
            f"installed: install them by hand (Debian: apt-get install {' '.join(DEBIAN_PACKAGES)}"
            "; elsewhere: so that initdb, postgres, pg_dump, pg_restore and redis-server are on "
            "the path) and try again.",
            file=sys.stderr,
        )
        return 1
    print(f"The tests of a server for many use {postgresql} and {redis}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
