"""Experiments: what is missing is played, whatever happened before, and the same everywhere."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest

from skerry.lab.plans import parse_plan, read_plan
from skerry.lab.playing import SCHEMA
from skerry.lab.running import (
    JOBS,
    RESULTS,
    Experiment,
    InProcess,
    OnRay,
    Processes,
    Runner,
    Store,
    StoreError,
)

PLAN = """
seed = 2
games = 64
[[match]]
game = "kitaran"
options = { size = 3, komi = [0, 0.5] }
players = ["playouts 2500"]
[[match]]
game = "spry"
options.size = 3
players = ["random"]
games = 2500
"""
UNTIL = """
games = 20000
until = 0.01
[[match]]
game = "spry"
options.size = 3
players = ["random"]
"""


def begin(folder: Path, text: str = PLAN) -> Experiment:
    return Experiment(parse_plan(text, "test"), Store.create(folder, text))


def results(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / RESULTS)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the plan, run in one go and in this process."""
    folder = tmp_path_factory.mktemp("whole")
    begin(folder).run(InProcess())
    return folder


@pytest.fixture(scope="module")
def runners() -> Iterator[dict[str, Runner]]:
    """Of each kind one; its workers stay for the next test."""
    on_ray = OnRay(2)
    yield {"here": InProcess(), "processes": Processes(2), "ray": on_ray}
    on_ray._ray.shutdown()  # an idle cluster takes time from all other tests


def test_all_games_are_there_in_the_plans_order(whole: Path) -> None:
    rows = results(whole)
    assert dict(rows.schema) == SCHEMA
    titles = [cell.title for cell in parse_plan(PLAN, "test").cells]
    assert rows["cell"].to_list() == [titles[0]] * 64 + [titles[1]] * 64 + [titles[2]] * 2500
    assert rows["number"].to_list() == [*range(64), *range(64), *range(2500)]
    again = begin(whole)
    assert again.is_complete
    assert again.games_played == again.games_wanted == 2628


@pytest.mark.parametrize("kind", ["processes", "ray"])
def test_every_runner_gives_the_same_bytes(
    whole: Path, tmp_path: Path, runners: dict[str, Runner], kind: str
) -> None:
    """Each file of a job too: its name says what it contains."""
    begin(tmp_path).run(runners[kind])
    names = [sorted(path.name for path in (one / JOBS).iterdir()) for one in (whole, tmp_path)]
    assert names[0] == names[1]
    assert (tmp_path / RESULTS).read_bytes() == (whole / RESULTS).read_bytes()


def test_five_kills_change_nothing(whole: Path, tmp_path: Path) -> None:
    """SIGKILL at five moments; nothing is lost, and nothing is there twice."""
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    folder = tmp_path / "results"
    command = [sys.executable, "-m", "skerry", "lab", "run", str(plan), "--out", str(folder)]
    for _ in range(5):
        before = len(list((folder / JOBS).glob("*.parquet"))) if folder.is_dir() else 0
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < deadline:  # some job more, every time
            jobs = len(list((folder / JOBS).glob("*.parquet"))) if folder.is_dir() else 0
            if jobs > before:
                break
            time.sleep(0.002)
        assert process.poll() is None, "the plan was over before it was killed five times"
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    left = Experiment.open(folder)
    assert left.store.set_aside == []
    left.run(InProcess())
    assert results(folder).equals(results(whole))


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.replace("games = 64", "games = 20000"))
    command = [sys.executable, "-m", "skerry", "lab", "run", str(plan), "--workers", "2"]
    process = subprocess.Popen([*command, "--out", str(tmp_path / "results")])
    workers: list[int] = []
    deadline = time.monotonic() + 120
    while len(workers) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
        workers = workers_of(process.pid)
    assert len(workers) == 2
    process.kill()
    process.wait()
    while workers and time.monotonic() < deadline:
        time.sleep(0.05)
        workers = [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    assert not workers


def workers_of(pid: int) -> list[int]:
    """Processes that multiprocessing has spawned for another to run jobs in."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            is_child = stat.read_text().rpartition(")")[2].split()[1] == str(pid)
            if is_child and b"spawn_main" in (stat.parent / "cmdline").read_bytes():
                found.append(int(stat.parent.name))
    return found


def test_damaged_files_are_named_and_played_again(whole: Path, tmp_path: Path) -> None:
    begin(tmp_path).run(InProcess())
    files = sorted((tmp_path / JOBS).iterdir())
    content = bytearray(files[0].read_bytes())
    content[len(content) // 2] ^= 1
    files[0].write_bytes(content)
    files[1].write_bytes(b"")
    (tmp_path / JOBS / "notes.parquet").write_text("not ours")
    (tmp_path / RESULTS).unlink()
    mended = Experiment.open(tmp_path)
    assert sorted(mended.store.set_aside) == sorted([files[0].name, files[1].name, "notes.parquet"])
    assert not mended.is_complete
    assert {path.name for path in (tmp_path / "damaged").iterdir()} == set(mended.store.set_aside)
    mended.run(InProcess())
    assert results(tmp_path).equals(results(whole))


@pytest.mark.parametrize("kind", ["here", "processes", "ray"])
def test_an_interval_stops_a_cell_at_the_same_game_everywhere(
    tmp_path: Path, runners: dict[str, Runner], kind: str
) -> None:
    """Half a width of 0.01 takes 0.25 * (1.96 / 0.01)^2 = 9,604 games at a share of one half."""
    experiment = begin(tmp_path, UNTIL)
    experiment.run(runners[kind])
    assert 9_000 <= experiment.games_played == len(results(tmp_path)) <= 10_000
    assert experiment.is_complete
    assert Experiment.open(tmp_path).games_played == experiment.games_played


def test_an_interval_that_is_never_narrow_enough_takes_all_games(tmp_path: Path) -> None:
    experiment = begin(tmp_path, UNTIL.replace("20000", "60").replace("0.01", "0.001"))
    experiment.run(InProcess())
    assert experiment.games_played == 60


def test_a_folder_holds_one_plan(tmp_path: Path) -> None:
    begin(tmp_path)
    with pytest.raises(StoreError, match=r"holds the results of another plan; .* --out"):
        Store.create(tmp_path, "games = 3")
    with pytest.raises(StoreError, match=r"holds no plan\.toml"):
        Store(tmp_path / "elsewhere")


def test_a_plan_with_line_ends_of_windows_goes_on(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_bytes(PLAN.replace("\n", "\r\n").encode())
    for _ in range(2):
        store = Store.create(tmp_path / "results", read_plan(plan).text)
    assert store.plan_text == plan.read_bytes().decode()
    Experiment.open(tmp_path / "results")


def test_a_plan_that_is_no_text_is_refused(tmp_path: Path) -> None:
    begin(tmp_path)
    (tmp_path / "plan.toml").write_bytes(b"games = \xff")
    with pytest.raises(StoreError, match=r"plan\.toml is not text in UTF-8"):
        Experiment.open(tmp_path)
    with pytest.raises(StoreError, match="another plan"):
        begin(tmp_path)


@dataclass(frozen=True)
class Killed:
    """A job that the system ends where it runs in a worker."""

    def rows(self) -> pl.DataFrame:
        if multiprocessing.parent_process() is not None:
            os._exit(9)
        return pl.DataFrame()


def test_a_worker_that_is_killed_is_told_of(tmp_path: Path) -> None:
    jobs = iter([Killed(), Killed(), Killed()])
    with pytest.raises(StoreError, match=r"ended from outside.*fewer --workers.*goes on"):
        Processes(1).run_all(lambda: next(jobs, None), lambda job, content: None)


def test_two_processes_do_not_write_into_one_folder(tmp_path: Path) -> None:
    one, other = begin(tmp_path), begin(tmp_path)
    with one.store.writing(), pytest.raises(StoreError, match="Another process is adding"):
        other.run(InProcess())


def test_what_a_killed_writer_left_is_cleared(tmp_path: Path) -> None:
    experiment = begin(tmp_path)
    left = tmp_path / JOBS / "half.parquet.part"
    left.write_bytes(b"half")
    experiment.run(InProcess())
    assert not left.exists()
    assert experiment.games_played == 2628
