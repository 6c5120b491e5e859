"""Tests on several workers: who runs what, and in which order."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workers import ONE_FILE, ONE_FILE_OF_THE_SITE, ONE_GAME, group_of

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


def test_two_workers_read_the_files_from_both_ends(tmp_path: Path) -> None:
    for name in ("test_a", "test_b", "test_c"):
        (tmp_path / f"{name}.py").write_text(
            "import os\nfrom pathlib import Path\n\n"
            "with Path(os.environ['PYTEST_XDIST_WORKER'] + '-read').open('a') as file:\n"
            f"    file.write('{name} ')\n\n"
            f"def {name}(): pass\n"
        )
    said = run(tmp_path, "-n", "2")
    assert "12 passed" in said, said
    assert (tmp_path / "gw0-read").read_text().split() == ["test_a", "test_b", "test_c"]
    assert (tmp_path / "gw1-read").read_text().split() == ["test_c", "test_b", "test_a"]


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
