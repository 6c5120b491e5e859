"""What `make test` leaves is what tests/thorough.py says, and each of its lines is of a test."""

from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.thorough import KEPT, LEFT, NAMES, ONE_GAME, is_left, spare
from tests.workers import pytest_ignore_collect

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "pattern", [*ONE_GAME, *KEPT, *(pattern for patterns in LEFT.values() for pattern in patterns)]
)
def test_a_pattern_is_of_tests_that_there_are(pattern: str) -> None:
    path, _, function = pattern.partition("[")[0].partition("::")
    files = [
        file
        for file in (ROOT / "tests").rglob("test_*.py")
        if fnmatch(file.relative_to(ROOT).as_posix(), path if function else f"{path}*")
    ]
    assert files
    assert any(f"def {function}" in file.read_text(encoding="utf-8") for file in files)


def test_one_game_is_kept_of_each_test() -> None:
    ids = [f"tests/adapters/test_it.py::test_it[{name}-{k}]" for name in NAMES for k in (1, 2)]
    left = spare(
        [*ids, "tests/adapters/test_it.py::test_other", "tests/core/test_it.py::test[spry]"]
    )
    assert len(left) == 2 * (len(NAMES) - 1)
    assert left < set(ids)
    kept = {one.partition("[")[2].partition("-")[0] for one in set(ids) - left}
    assert len(kept) == 1


def test_what_is_named_is_left_whatever_its_values() -> None:
    pattern = next(iter(LEFT.values()))[0]
    assert is_left(f"{pattern}x.py::test_it[1]")
    assert not is_left("tests/core/test_no_such_file.py::test_it")


@pytest.mark.parametrize(("marker", "ignored"), [("thorough", None), ("alone", True)])
def test_a_run_of_what_is_left_reads_files_that_do_not_name_it(
    marker: str, ignored: bool | None
) -> None:
    config = cast(Any, SimpleNamespace(option=SimpleNamespace(markexpr=marker)))
    assert pytest_ignore_collect(ROOT / "tests" / "core" / "test_bits.py", config) is ignored
