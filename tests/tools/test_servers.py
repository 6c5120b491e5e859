"""Private PostgreSQL and Redis for tests: found, started, ended, and missed aloud."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tools import get_servers, servers


def test_a_command_runs_on_both_and_its_exit_code_is_ours() -> None:
    code = (
        "import os, psycopg, redis, sys\n"
        f"database = psycopg.connect(os.environ[{servers.DATABASE_URL!r}])\n"
        "print(database.execute('SELECT current_database()').fetchone()[0])\n"
        f"print(redis.Redis.from_url(os.environ[{servers.REDIS_URL!r}]).ping())\n"
        "sys.exit(7)"
    )
    ended = subprocess.run(
        [sys.executable, "-m", "tools.servers", sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert ended.stdout.split() == ["skerry", "True"], ended.stderr
    assert ended.returncode == 7


def test_what_was_committed_outlives_a_kill() -> None:
    with servers.postgresql() as database:
        with psycopg.connect(database.url) as client:
            client.execute("CREATE TABLE kept (number int)")
            client.execute("INSERT INTO kept VALUES (3)")
        database.kill()
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(database.url)
        database.start_again()
        with psycopg.connect(database.url) as client:
            assert client.execute("SELECT number FROM kept").fetchall() == [(3,)]
        folder = database.log.parent
    assert database.process.poll() is not None
    assert not folder.exists()


def test_redis_begins_empty_each_time() -> None:
    with servers.redis_server() as memory:
        with redis.Redis.from_url(memory.url) as client:
            client.set("a", "b")
        memory.kill()
        memory.start_again()
        with redis.Redis.from_url(memory.url) as client:
            assert client.get("a") is None
    assert memory.process.poll() is not None


def test_programs_of_the_newest_version_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("9.6", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        for name in get_servers.POSTGRESQL_PROGRAMS:
            (tmp_path / version / "bin" / name).touch()
    (tmp_path / "17" / "bin" / "initdb").unlink()  # its programs for clients alone
    monkeypatch.setattr(get_servers, "DEBIAN_FOLDERS", tmp_path)
    assert get_servers.find_postgresql() == tmp_path / "15" / "bin"


def test_where_they_are_missing_that_is_said_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(get_servers, "DEBIAN_FOLDERS", tmp_path)
    monkeypatch.setattr(get_servers, "is_debian_root", lambda: False)
    monkeypatch.setitem(os.environ, "PATH", str(tmp_path))
    assert get_servers.main() == 1
    assert "apt-get install postgresql redis-server" in capsys.readouterr().err
    for start in (servers.postgresql, servers.redis_server):
        with pytest.raises(RuntimeError, match=r"tools\.get_servers"), start():
            pass


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a process of its parent's end"
)
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_server_outlives_who_started_it(how: signal.Signals) -> None:
    code = (
        "import os, time\n"
        f"print(os.environ[{servers.DATABASE_URL!r}])\n"
        f"print(os.environ[{servers.REDIS_URL!r}], flush=True)\n"
        "time.sleep(600)"
    )
    runner = subprocess.Popen(
        [sys.executable, "-m", "tools.servers", sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert runner.stdout is not None
    database_url, url = (runner.stdout.readline().strip() for _ in range(2))
    with redis.Redis.from_url(url) as client:
        assert client.ping()
    runner.send_signal(how)
    runner.wait(60)
    runner.stdout.close()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(runner.pid, signal.SIGKILL)  # the command that it ran
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with redis.Redis.from_url(url) as client:
                client.ping()
        except redis.ConnectionError:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("Redis goes on")
    # Who is killed cannot tidy up.
    for folder in (Path(database_url.split("host=")[1]), Path(url.removeprefix("unix://")).parent):
        shutil.rmtree(folder, ignore_errors=True)
