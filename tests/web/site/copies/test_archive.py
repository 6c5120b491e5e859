"""The file of a backup: what is written comes back, and nothing else is taken for one."""

import io
import json
import sqlite3
import stat
import tarfile
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


@pytest.mark.parametrize(
    "manifest",
    [
        [],
        {},
        fields(more=1),
        fields(migrations=[1]),
        fields(parts={}),
        fields(parts={"database": "0" * 64, "../../outside": "0" * 64}),
        fields(parts={"database": "0" * 64}),  # another sum than its bytes have
        fields(format=2),
    ],
)
def test_a_page_that_says_something_else_is_refused(tmp_path: Path, manifest: object) -> None:
    members = {"database": b"x", "../../outside": b"x"}
    file = pack(tmp_path / "made.tar.gz", manifest, **members)
    with pytest.raises(OptionError):
        read_into(tmp_path / "out", file)
    assert not (tmp_path.parent / "outside").exists()


def test_a_link_in_place_of_a_part_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "made.tar.gz"
    with tarfile.open(file, "w:gz") as packed:
        page = json.dumps(fields()).encode()
        entry = tarfile.TarInfo(copies.MANIFEST)
        entry.size = len(page)
        packed.addfile(entry, io.BytesIO(page))
        link = tarfile.TarInfo(copies.DATABASE)
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
    with pytest.raises(OptionError, match="no backup"):
        read_into(tmp_path / "out", file)


def make_small_database(file: Path, number: int) -> None:
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE django_migrations (app, name)")
        database.execute("INSERT INTO django_migrations VALUES ('web', '0001_initial')")
        database.execute("CREATE TABLE kept (number)")
        database.execute("INSERT INTO kept VALUES (?)", (number,))
    database.close()


def test_a_backup_is_never_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    monkeypatch.delenv(environment.DATABASE_URL, raising=False)
    with pytest.raises(OptionError, match="nothing to back up"):
        back_up(tmp_path / "backup.tar.gz")
    make_small_database(tmp_path / data.DATABASE_FILE, 1)
    assert back_up(tmp_path / "backup.tar.gz") == tmp_path / "backup.tar.gz"
    before = (tmp_path / "backup.tar.gz").read_bytes()
    with pytest.raises(OptionError, match="no backup is written over"):
        back_up(tmp_path / "backup.tar.gz")
    assert (tmp_path / "backup.tar.gz").read_bytes() == before
    (tmp_path / "folder").mkdir()
    assert back_up(tmp_path / "folder").parent == tmp_path / "folder"


def test_a_damaged_copy_does_not_take_the_place_of_what_is_there(tmp_path: Path) -> None:
    make_small_database(tmp_path / "present", 1)
    make_small_database(tmp_path / "copy", 2)
    whole = (tmp_path / "copy").read_bytes()
    (tmp_path / "copy").write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    with pytest.raises(OptionError, match="cannot be put back"):
        copies.load_sqlite(tmp_path / "copy", tmp_path / "present")
    with sqlite3.connect(tmp_path / "present") as database:
        assert database.execute("SELECT number FROM kept").fetchone() == (1,)
    database.close()
