"""Tests on several workers: who runs what, and in which order."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workers import ONE_FILE, ONE_FILE_OF_THE_SITE, ONE_GAME, group_of, next_group

PLUGINS = ("workers", "xdist", "_hypothesis_pytestplugin")  # others take longer than the tests
SUITE = """
import os
from pathlib import Path

import pytest


def note(what):
    with (Path(__file__).parent / os.environ["PYTEST_XDIST_WORKER"]).open("a") as file:
        file.write(what + " ")


def test_all():
    note("all")


@pytest.mark.alone
def test_alone():
    note("alone")


@pytest.mark.parametrize("name", ["byg", "spry"])
@pytest.mark.parametrize("number", range(4))
def test_game(name, number):
    note(name)
"""


@pytest.mark.parametrize(
    ("node_id", "group"),
    [
        ("tests/test_a.py::test_it[spry-2]", (ONE_GAME, "spry")),
        ("tests/test_a.py::test_byg_counts_the_stones", (ONE_GAME, "byg")),
        ("tests/games/test_kitaran.py::test_it", (ONE_GAME, "kitaran")),
        ("tests/test_a.py::test_it[spry-byg]", (ONE_FILE, "tests/test_a.py")),
        ("tests/test_a.py::test_a_spryer_one", (ONE_FILE, "tests/test_a.py")),
        ("tests/web/test_api.py::test_it[spry]", (ONE_FILE_OF_THE_SITE, "tests/web/test_api.py")),
    ],
)
def test_a_test_goes_with_its_one_game_or_its_file(node_id: str, group: tuple[int, str]) -> None:
    assert group_of(node_id) == group


def test_some_workers_drive_a_browser_beside_the_others() -> None:
    waiting = {
        "spry": 9,
        "tests/test_a.py": 5,
        "tests/web/browser/test_short.py": 1,
        "tests/web/browser/test_long.py": 7,
        "tests/web/test_api.py": 8,
    }
    taken = []
    for worker in ("gw1", "gw0", "gw1", "gw2", "gw3"):
        name = next_group(waiting, worker)
        taken.append(name.rpartition("/")[2])
        del waiting[name]
    assert taken == ["spry", "test_long.py", "test_a.py", "test_short.py", "test_api.py"]
    left = {"tests/web/browser/test_short.py": 1}
    assert next_group(left, "gw1") in left
    assert next_group({"tests/test_a.py": 5}, "gw0") == "tests/test_a.py"


def run(folder: Path, *arguments: str) -> str:
    """What pytest says of the suite."""
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = alone\n")
    (folder / "test_it.py").write_text(SUITE)
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    plugins = [part for name in PLUGINS for part in ("-p", name)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout + done.stderr


def test_a_game_stays_on_one_worker_and_what_must_run_alone_does_not_run(tmp_path: Path) -> None:
    said = run(tmp_path, "-n", "2")
    assert "9 passed" in said, said
    ran = [path.read_text().split() for path in sorted(tmp_path.glob("gw?"))]
    assert sorted(name for names in ran for name in names) == [
        *("all", *["byg"] * 4, *["spry"] * 4)
    ]
    for game in ("byg", "spry"):
        assert sum(game in names for names in ran) == 1
    assert all("all" not in names or names[-1] == "all" for names in ran)


def test_a_run_of_one_marker_reads_no_file_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "none")
    (tmp_path / "test_other.py").write_text("raise AssertionError('read')")
    said = run(tmp_path, "-m", "alone")
    assert "1 passed, 9 deselected" in said, said
    assert "1 error" in run(tmp_path, "-m", "not alone")


def test_a_run_of_property_tests_reads_the_files_that_have_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "none")
    (tmp_path / "test_property.py").write_text(
        "from hypothesis import given, strategies\n\n"
        "@given(strategies.integers())\ndef test_property(number): pass\n"
    )
    assert "1 passed" in run(tmp_path, "-m", "hypothesis")
