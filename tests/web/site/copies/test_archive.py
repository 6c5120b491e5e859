"""The file of a backup: what is written comes back, and nothing else is taken for one."""

import hashlib
import io
import json
import os
import sqlite3
import stat
import tarfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from skerry.errors import OptionError
from skerry.web.site import copies, data, environment
from skerry.web.site.copies import Manifest, back_up

MADE = Manifest("sqlite", "0.1.0", "2030-01-31T02:00:00+00:00", (("web", "0001_initial"),))


@pytest.fixture
def parts(tmp_path: Path) -> dict[str, Path]:
    contents = {copies.DATABASE: bytes(range(256)) * 100, copies.SECRET: b"k" * 60}
    for name, content in contents.items():
        (tmp_path / f"its-{name}").write_bytes(content)
    return {name: tmp_path / f"its-{name}" for name in contents}


@pytest.fixture
def file(tmp_path: Path, parts: dict[str, Path]) -> Path:
    file = tmp_path / "backup.tar.gz"
    copies.write(file, MADE, parts)
    return file


def read_into(folder: Path, file: Path) -> Manifest:
    folder.mkdir()
    return copies.read(file, folder)


def test_what_is_written_comes_back(tmp_path: Path, file: Path, parts: dict[str, Path]) -> None:
    manifest = read_into(tmp_path / "out", file)
    assert (manifest.database, manifest.made) == (MADE.database, MADE.made)
    assert manifest.migrations == MADE.migrations
    for name, part in parts.items():
        assert (tmp_path / "out" / name).read_bytes() == part.read_bytes()


def test_it_is_for_its_owner_alone_and_nothing_unfinished_stays(tmp_path: Path, file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(OSError, match="no-such-part"):
        copies.write(tmp_path / "other.tar.gz", MADE, {"database": tmp_path / "no-such-part"})
    assert {one.name for one in tmp_path.glob("*.gz*")} == {file.name}


@pytest.mark.parametrize("kept", [0, 0.01, 0.3, 0.6])
def test_one_that_is_cut_short_is_refused(tmp_path: Path, file: Path, kept: float) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: int(kept * len(whole))])
    with pytest.raises(OptionError, match="no backup that can be put back"):
        read_into(tmp_path / "out", file)


def pack(file: Path, manifest: object, **members: bytes) -> Path:
    """Pack a backup by hand."""
    with tarfile.open(file, "w:gz") as packed:
        for name, content in {copies.MANIFEST: json.dumps(manifest).encode(), **members}.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            packed.addfile(entry, io.BytesIO(content))
    return file


def fields(**other: Any) -> dict[str, Any]:
    return {
        "format": 1,
        "database": "sqlite",
        "skerry": "0.1.0",
        "made": "",
        "migrations": [],
        "parts": {"database": "0" * 64},
        **other,
    }


NEVER_ONE = "it is cut short, or was never one"
X = hashlib.sha256(b"x").hexdigest()


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        ([], NEVER_ONE),
        ({}, NEVER_ONE),
        (fields(more=1), NEVER_ONE),
        (fields(migrations=[1]), NEVER_ONE),
        (fields(parts={}), NEVER_ONE),
        (fields(parts={"database": X, "../../outside": X}), NEVER_ONE),
        (fields(parts={"database": "0" * 64}), "its part database is damaged"),
        (fields(format=2, parts={"database": X}), "made by a later version of Skerry"),
    ],
)
def test_a_page_that_says_something_else_is_refused(
    tmp_path: Path, manifest: object, why: str
) -> None:
    members = {"database": b"x", "../../outside": b"x"}
    file = pack(tmp_path / "made.tar.gz", manifest, **members)
    with pytest.raises(OptionError, match=why):
        read_into(tmp_path / "out", file)
    assert not (tmp_path.parent / "outside").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.DIRTYPE])
def test_a_link_or_a_folder_in_place_of_a_part_is_refused(tmp_path: Path, kind: bytes) -> None:
    file = tmp_path / "made.tar.gz"
    with tarfile.open(file, "w:gz") as packed:
        page = json.dumps(fields()).encode()
        entry = tarfile.TarInfo(copies.MANIFEST)
        entry.size = len(page)
        packed.addfile(entry, io.BytesIO(page))
        link = tarfile.TarInfo(copies.DATABASE)
        link.type, link.linkname = kind, "/etc/passwd"
        packed.addfile(link)
    with pytest.raises(OptionError, match="no backup"):
        read_into(tmp_path / "out", file)


def make_small_database(file: Path, number: int) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE django_migrations (app, name)")
        database.execute("INSERT INTO django_migrations VALUES ('web', '0001_initial')")
        database.execute("CREATE TABLE kept (number)")
        database.execute("INSERT INTO kept VALUES (?)", (number,))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, of a site that keeps all in files."""
    for name in (environment.DATABASE_URL, environment.REDIS_URL):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("SKERRY_DATA_DIR", str(folder))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", os.environ["DJANGO_SETTINGS_MODULE"])
    return folder


def number_in(file: Path) -> object:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT number FROM kept").fetchone()[0]


def test_a_backup_is_never_written_over(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(OptionError, match="nothing to back up"):
        back_up(tmp_path / "backup.tar.gz")
    make_small_database(folder / data.DATABASE_FILE, 1)
    assert back_up(tmp_path / "backup.tar.gz") == tmp_path / "backup.tar.gz"
    before = (tmp_path / "backup.tar.gz").read_bytes()
    with pytest.raises(OptionError, match="no backup is written over"):
        back_up(tmp_path / "backup.tar.gz")
    assert (tmp_path / "backup.tar.gz").read_bytes() == before
    (tmp_path / "folder").mkdir()
    assert back_up(tmp_path / "folder").parent == tmp_path / "folder"


def test_a_key_is_backed_up_where_there_is_one(tmp_path: Path, folder: Path) -> None:
    make_small_database(folder / data.DATABASE_FILE, 1)
    (folder / data.SECRET_FILE).write_text("k" * 60)
    back_up(tmp_path / "backup.tar.gz")
    manifest = read_into(tmp_path / "out", tmp_path / "backup.tar.gz")
    assert (manifest.database, manifest.migrations) == ("sqlite", (("web", "0001_initial"),))
    assert (tmp_path / "out" / copies.SECRET).read_text() == "k" * 60
    assert number_in(tmp_path / "out" / copies.DATABASE) == 1


KEPT_PAGE = 2  # on which `kept` begins, after that of the schema and that of the migrations


@pytest.mark.parametrize("page", [0, 1, KEPT_PAGE])
def test_a_damaged_database_is_not_backed_up(tmp_path: Path, folder: Path, page: int) -> None:
    file = folder / data.DATABASE_FILE
    make_small_database(file, 1)
    damage(file, page)
    with pytest.raises(OptionError, match=r"The database .* cannot be backed up"):
        back_up(tmp_path / "backup.tar.gz")
    assert not (tmp_path / "backup.tar.gz").exists()


@pytest.mark.parametrize("page", [0, 1, KEPT_PAGE])
def test_a_damaged_copy_does_not_take_the_place_of_what_is_there(tmp_path: Path, page: int) -> None:
    make_small_database(tmp_path / "present", 1)
    make_small_database(tmp_path / "copy", 2)
    damage(tmp_path / "copy", page)
    with pytest.raises(OptionError, match="cannot be put back"):
        copies.load_sqlite(tmp_path / "copy", tmp_path / "present")
    assert number_in(tmp_path / "present") == 1


def damage(file: Path, page: int) -> None:
    """Write over a page of a database."""
    whole, size = file.read_bytes(), 4096
    file.write_bytes(whole[: page * size] + b"\xff" * size + whole[(page + 1) * size :])


def test_a_copy_takes_the_place_of_what_is_there(tmp_path: Path) -> None:
    make_small_database(tmp_path / "present", 1)
    make_small_database(tmp_path / "copy", 2)
    copies.load_sqlite(tmp_path / "copy", tmp_path / "present")
    assert number_in(tmp_path / "present") == 2


@pytest.mark.parametrize(
    ("kind", "migrations", "why"),
    [
        ("postgresql", (), "of a database of postgresql, and the site uses sqlite"),
        ("sqlite", (("web", "0099_later"),), "Skerry 0.1.0 was made by a later version"),
        ("sqlite", (("web", "0001_initial"),), "by a version of Skerry that is too early"),
    ],
)
def test_what_cannot_be_put_back_is_refused_before_anything_changes(
    tmp_path: Path,
    folder: Path,
    parts: dict[str, Path],
    kind: str,
    migrations: tuple[tuple[str, str], ...],
    why: str,
) -> None:
    file = tmp_path / "backup.tar.gz"
    copies.write(file, replace(MADE, database=kind, migrations=migrations), parts)
    make_small_database(folder / data.DATABASE_FILE, 1)
    (folder / data.SECRET_FILE).write_text("s" * 60)
    with pytest.raises(OptionError, match=why):
        copies.put_back(file)
    assert {one.name for one in folder.iterdir()} == {data.DATABASE_FILE, data.SECRET_FILE}
    assert number_in(folder / data.DATABASE_FILE) == 1
    assert (folder / data.SECRET_FILE).read_text() == "s" * 60


# ---- PostgreSQL, by its programs ----


@pytest.fixture
def programs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where PostgreSQL's programs are looked for, and a site on a database of it."""
    found = folder.parent / "programs"
    found.mkdir()
    monkeypatch.setenv("PATH", str(found))
    monkeypatch.setenv(environment.DATABASE_URL, "postgresql://ann:hush@127.0.0.1:1/skerry")
    return found


def program(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o700)


def test_a_database_that_is_not_there_is_not_backed_up(tmp_path: Path, programs: Path) -> None:
    with pytest.raises(OptionError, match=r"The database cannot be backed up: .*refused"):
        back_up(tmp_path / "backup.tar.gz")
    assert not (tmp_path / "backup.tar.gz").exists()


def test_a_program_that_is_missing_or_fails_is_named(tmp_path: Path, programs: Path) -> None:
    copy = tmp_path / "copy"
    with pytest.raises(OptionError, match="program pg_restore is missing; Debian has it in"):
        copies.load_postgresql(copy)
    program(programs / "pg_restore", "echo no such >&2; echo archive >&2; exit 1")
    with pytest.raises(OptionError, match=r"^pg_restore failed: no such archive$"):
        copies.load_postgresql(copy)
    program(programs / "pg_restore", "exit 0")
    program(programs / "psql", f"echo called >> {tmp_path}/calls; echo no right >&2; exit 3")
    with pytest.raises(OptionError, match=r"^psql failed: no right$"):
        copies.load_postgresql(copy)
    assert (tmp_path / "calls").read_text() == "called\n"


@pytest.mark.parametrize("deadlocks", [0, 1, 2, 3])
def test_a_restore_that_waits_for_who_waits_for_it_is_tried_again(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch, deadlocks: int
) -> None:
    monkeypatch.setattr(copies, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(copies, "MOST_ATTEMPTS", 3)
    calls = tmp_path / "calls"
    program(programs / "pg_restore", "exit 0")
    program(
        programs / "psql",
        f'printf "%s" "$PGPASSWORD " >> {calls}; read -r so_far < {calls}\n'
        f"if [ ${{#so_far}} -gt {5 * deadlocks} ]; then exit 0; fi\n"
        f"echo ERROR: {copies.DEADLOCK}: deadlock detected >&2; exit 3",
    )
    if deadlocks < 3:
        copies.load_postgresql(tmp_path / "copy")
    else:
        with pytest.raises(OptionError, match=copies.DEADLOCK):
            copies.load_postgresql(tmp_path / "copy")
    assert calls.read_text() == "hush " * min(3, deadlocks + 1)
