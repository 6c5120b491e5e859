"""What a start looks at before anything is served, each in a sentence of its own.

Here the functions are called; `test_run.py` starts the command, which takes seconds.
"""

import os
import socket
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.core import management
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import ConnectionHandler

from skerry.errors import OptionError
from skerry.web.site import data, database, engines, environment, run
from skerry.web.site.run import listen
from skerry.web.thinking import on_ray

NOBODY = 2**31 - 5  # a user that no machine knows


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, of a site that keeps all in files."""
    for name in (
        *(environment.DATABASE_URL, environment.REDIS_URL, environment.ENGINE_URL),
        *(environment.RAY_ADDRESS, data.SECRET_KEY),
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def public(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, of a site that has all a public one needs, but never serves."""
    monkeypatch.setenv(environment.PUBLIC, "0")  # and as it was afterwards
    monkeypatch.setenv(environment.PUBLIC_NAME, "games.example.org")
    monkeypatch.setenv(environment.TRUSTED_PROXIES, "127.0.0.1")
    monkeypatch.setenv(environment.PLAIN_HTTP, "0")
    monkeypatch.setattr(run, "serve_on", lambda *_: pytest.fail("it serves"))
    monkeypatch.setattr(engines, "make_engine", lambda: pytest.fail("it serves"))
    monkeypatch.setattr(engines, "interpret", lambda: None)  # other tests may compile
    return folder


# ---- the data folder and its key ----


def test_who_has_no_home_is_asked_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SKERRY_DATA_DIR", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: NOBODY)
    with pytest.raises(OptionError, match="This user has no home folder"):
        data.data_folder()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is empty"),
        (b"\n", "is empty"),
        (b"hunter2", "holds no key"),
        (b"k" * 40 + b"\x00", "holds no key"),
        (bytes(range(256)), "is damaged"),
    ],
)
def test_a_key_that_is_none_is_refused_and_stays(folder: Path, content: bytes, why: str) -> None:
    (folder / data.SECRET_FILE).write_bytes(content)
    with pytest.raises(OptionError, match=rf"The key file .* {why}\. .* Put it back from a backup"):
        data.prepare()
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == {data.SECRET_FILE: content}


def test_a_key_that_is_no_file_is_named(folder: Path) -> None:
    (folder / data.SECRET_FILE).mkdir()
    with pytest.raises(OptionError, match=r"The key file .* cannot be read"):
        data.prepare()


def test_a_database_that_a_group_may_read_stays_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    file = tmp_path / data.DATABASE_FILE
    file.touch()
    for before, after in ((0o640, 0o640), (0o644, 0o600), (0o666, 0o600)):
        file.chmod(before)
        data.prepare()
        assert stat.S_IMODE(file.stat().st_mode) == after


def test_the_secret_stays_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path / "new" / "folder"))
    assert data.read_secret() is None
    data.prepare()
    first = data.read_secret()
    assert first is not None
    assert len(first) >= 50
    data.prepare()
    assert data.read_secret() == first


def test_a_data_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path / "file" / "folder"))
    with pytest.raises(OptionError, match="data folder cannot be used"):
        run.serve(open_browser=False)


def test_a_folder_in_which_no_file_can_be_made_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", "/proc")  # not even root makes a file there
    monkeypatch.setenv(data.SECRET_KEY, "k" * 40)  # so that no file is needed for one
    with pytest.raises(OptionError, match="The data folder cannot be used"):
        data.prepare()


# ---- the database ----


def make_table(file: Path, rows: int = 500) -> bytes:
    """A database of some pages; returns its bytes."""
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("CREATE TABLE kept (words)")
        opened.executemany("INSERT INTO kept VALUES (?)", [("x" * 100,)] * rows)
    return file.read_bytes()


def test_a_whole_database_and_none_at_all_may_be_used(folder: Path) -> None:
    database.check()
    assert list(folder.iterdir()) == []
    make_table(folder / data.DATABASE_FILE)
    database.check()


@pytest.mark.parametrize("damage", ["no database", "header", "pages", "cut short"])
def test_a_damaged_database_is_named_and_stays_as_it_is(folder: Path, damage: str) -> None:
    file = folder / data.DATABASE_FILE
    whole = make_table(file)
    damaged = {
        "no database": b"something else " * 300,
        "header": b"\x00" * 100 + whole[100:],
        "pages": whole[:8192] + b"\xff" * 4096 + whole[12288:],
        "cut short": whole[: len(whole) // 2],
    }[damage]
    file.write_bytes(damaged)
    with pytest.raises(OptionError, match=r"cannot be used: .* Nothing in it was changed") as said:
        database.check()
    assert str(file) in str(said.value)
    assert file.read_bytes() == damaged


def test_of_a_large_one_the_beginning_alone_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CHECKED_BYTES", 0)
    file = folder / data.DATABASE_FILE
    whole = make_table(file)
    file.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    database.check()
    file.write_bytes(b"something else " * 300)
    with pytest.raises(OptionError, match="cannot be used: file is not a database"):
        database.check()


def test_a_database_that_is_a_folder_is_named(folder: Path) -> None:
    (folder / data.DATABASE_FILE).mkdir()
    with pytest.raises(OptionError, match="cannot be used: unable to open database file"):
        database.check()


@pytest.mark.usefixtures("db")
def test_a_database_that_cannot_be_brought_to_this_version_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / data.DATABASE_FILE).mkdir()
    there = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / data.DATABASE_FILE)}
    connections = ConnectionHandler({"default": there})
    monkeypatch.setattr(database, "connection", connections["default"])
    with pytest.raises(OptionError, match=r"cannot be used: unable to open .*Look whether"):
        database.migrate()


@pytest.mark.usefixtures("db", "folder")
def test_a_database_of_a_later_version_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    MigrationRecorder(connection).record_applied("web", "0099_later")
    done: list[str] = []
    monkeypatch.setattr(management, "call_command", lambda what, **_: done.append(what))
    with pytest.raises(OptionError, match=r"later version of Skerry \(web\.0099_later\)"):
        database.migrate()
    assert done == []


def serve_the_engine() -> None:
    engines.serve_engine()


def serve_at_home() -> None:
    run.serve(port=0, open_browser=False)


def serve_everybody() -> None:
    run.serve_public(port=0)


@pytest.mark.parametrize("serve", [serve_at_home, serve_everybody, serve_the_engine])
def test_each_way_to_start_looks_at_the_database_first(
    public: Path, monkeypatch: pytest.MonkeyPatch, serve: Callable[[], None]
) -> None:
    monkeypatch.setenv(environment.REDIS_URL, "redis://127.0.0.1:1")
    monkeypatch.setenv(environment.ENGINE_URL, f"unix://{public}/socket")
    damaged = b"something else " * 300
    (public / data.DATABASE_FILE).write_bytes(damaged)
    with pytest.raises(OptionError, match="cannot be used: file is not a database"):
        serve()
    assert (public / data.DATABASE_FILE).read_bytes() == damaged


@pytest.mark.usefixtures("public")
def test_a_public_site_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(environment.PUBLIC_NAME)
    with pytest.raises(OptionError, match="set SKERRY_PUBLIC_NAME to them"):
        serve_everybody()


# ---- the engine ----


def test_an_engine_for_all_needs_an_address_to_listen_on(folder: Path) -> None:
    with pytest.raises(OptionError, match=r"set SKERRY_ENGINE_URL, as in"):
        engines.serve_engine()
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("folder")
def test_an_engine_that_is_apart_needs_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.ENGINE_URL, "unix:///run/skerry/engine.sock")
    with pytest.raises(OptionError, match="by Redis: set SKERRY_REDIS_URL"):
        environment.engine_address()


@pytest.mark.usefixtures("folder")
def test_a_cluster_needs_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.ray_address() == ""
    monkeypatch.setenv(environment.RAY_ADDRESS, "ray.example.org:6379")
    monkeypatch.setattr(environment, "find_spec", lambda name: None)  # as where it is missing
    with pytest.raises(OptionError, match="needs Ray: install Skerry with its extra `cluster`"):
        environment.ray_address()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("kind", [ConnectionError, RuntimeError, ValueError])
def test_a_cluster_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    """As Ray says it, which to import takes two seconds."""

    def join(address: str) -> None:
        raise kind("nobody answers")

    monkeypatch.setattr(on_ray, "Cluster", join)
    monkeypatch.setenv(environment.RAY_ADDRESS, "nowhere")
    with pytest.raises(OptionError, match="is 'nowhere', but no Ray cluster is there: nobody"):
        engines.make_engine()


# ---- the port ----


def test_who_shares_a_port_needs_redis(public: Path) -> None:
    with pytest.raises(OptionError, match=r"share what they know by Redis: set SKERRY_REDIS_URL"):
        run.serve_public(port=0, share_port=True)
    assert list(public.iterdir()) == []


def test_a_taken_port_gives_the_next_one_or_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, 20) as other:
            assert other.getsockname()[1] > port
        with pytest.raises(OptionError, match=f"port {port}"):
            listen("127.0.0.1", port, 1)


def test_who_shares_a_port_leaves_it_to_others_until_it_is_ready() -> None:
    with listen("127.0.0.1", 0, 1, share=True) as ready:
        port = ready.getsockname()[1]
        ready.listen()
        with listen("127.0.0.1", port, 1, share=True):
            ready.settimeout(60.0)
            for _ in range(20):  # a port's connections are shared out to all who listen
                with socket.create_connection(("127.0.0.1", port)):
                    ready.accept()[0].close()


def test_a_port_or_address_that_is_none_is_refused() -> None:
    for host, port in (("127.0.0.1", 70_000), ("127.0.0.1", -1), ("256.0.0.1", 8000)):
        with pytest.raises(OptionError, match=f"port {port}"):
            listen(host, port, 1)
