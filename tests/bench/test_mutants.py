"""The planting of faults, on a made-up kernel with one line that nobody tests."""

import json
from pathlib import Path

import pytest

from bench.mutants.__main__ import Verdict, find, read, table, write
from bench.mutants.faults import MARKS, Fault, draw, faults_in, plant
from bench.mutants.runs import Executed, FailingTestsError, Limits, Project, load, record, save
from skerry.core import jit

ROOT = Path(__file__).parents[2]
KERNELS = '''"""A kernel."""

from __future__ import annotations

from skerry.core.jit import kernel


def no_kernel(number: int) -> int:
    """Is left alone."""
    return number + 1


@kernel
def larger(first: int, second: int) -> int:
    """The larger number."""
    if first > second:
        return first
    return second


@kernel
def steps(most: int) -> int:
    """As many as asked for."""
    count = 0
    while count < most:
        count += 1
    return count


@kernel
def untested(number: int) -> int:
    """No test gets here."""
    return number + number
'''
TESTS = """from tiny.kernels import larger, steps


def test_larger():
    assert larger(2, 1) == 2 == larger(1, 2)


def test_steps():
    assert steps(3) == 3
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Project:
    (tmp_path / "src" / "tiny").mkdir(parents=True)
    (tmp_path / "src" / "tiny" / "kernels.py").write_text(KERNELS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_tiny.py").write_text(TESTS)
    return Project(tmp_path, chosen=())


def fault(project: Project, after: str) -> Fault:
    """The fault that makes a line such a one."""
    path = project.sources / "tiny" / "kernels.py"
    return next(one for one in faults_in(path, project.sources) if one.after == after)


def test_a_fault_is_noticed_or_not(tiny: Project, tmp_path: Path) -> None:
    turned = fault(tiny, "if (first >= second):")  # of two equal numbers either is the larger
    wrong = fault(tiny, "while (count <= most):")
    endless = fault(tiny, "pass")
    unreached = fault(tiny, "return (number - number)")
    keep, recorded = tmp_path / "found.json", tmp_path / "recorded.json"
    tests = record(tiny, tmp_path)
    save(recorded, tests)
    assert load(recorded) == tests
    faults = [turned, wrong, endless, unreached]
    verdicts = find(tiny, faults, tests, limits=Limits(patience=1.0), keep=keep)
    steps = "test_tiny.py::test_steps"
    assert [one.noticed_by for one in verdicts] == [None, steps, f"{steps} (endless)", None]
    assert read(keep) == verdicts
    assert (tiny.sources / "tiny" / "kernels.py").read_text() == KERNELS


def test_slow_tests_are_left_out(tiny: Project, tmp_path: Path) -> None:
    tests = {"test_tiny.py::test_steps": Executed(5.0, frozenset({"tiny/kernels.py:25"}))}
    wrong = fault(tiny, "while (count <= most):")
    assert (wrong.path, wrong.statement) == ("tiny/kernels.py", 25)
    assert find(tiny, [wrong], tests, limits=Limits(seconds=4.0))[0].noticed_by is None
    assert find(tiny, [wrong], tests)[0].noticed_by == "test_tiny.py::test_steps"


def test_tests_that_fail_anyway_tell_nothing(tiny: Project) -> None:
    (tiny.root / "test_tiny.py").write_text("def test_it():\n    assert False\n")
    with pytest.raises(FailingTestsError, match="1 failed"):
        record(tiny, tiny.root)


def test_only_kernels_get_faults_and_each_is_a_change_of_its_own(tiny: Project) -> None:
    faults = draw(tiny.sources, 1000, seed=1)
    assert {one.function for one in faults} == {"larger", "steps", "untested"}
    kinds = {"comparison", "sign", "left out", "constant", "one more or less", "and, or"}
    assert {one.kind for one in faults} == kinds - {"constant", "and, or"}
    for one in faults:
        plant(one, tiny.sources)
        planted = tiny.sources / "tiny" / "kernels.py"
        compile(planted.read_text(), "kernels.py", "exec")
        assert one.after in " ".join(planted.read_text().split())
        assert planted.read_text() != KERNELS
        planted.write_text(KERNELS)
    assert len({one.after + one.function for one in faults}) == len(faults)


def test_the_marks_are_those_that_the_kernels_bear() -> None:
    assert all(callable(getattr(jit, mark)) for mark in MARKS)


def test_the_same_faults_come_again_from_all_files() -> None:
    sources = ROOT / "src"
    faults = draw(sources, 100, seed=3)
    assert draw(sources, 100, seed=3) == faults != draw(sources, 100, seed=4)
    places = {Path(one.path).parts[1:3] for one in faults}
    assert {"core", "games", "learn", "search"} == {place[0] for place in places}
    assert max(sum(one.path == other.path for other in faults) for one in faults) <= 4
    assert all("spry" in one.path for one in draw(sources, 9, seed=3, only="spry"))


def test_the_table_tells_what_is_left(tiny: Project, tmp_path: Path) -> None:
    turned, wrong = fault(tiny, "if (first >= second):"), fault(tiny, "while (count <= most):")
    missed = fault(tiny, "return (number - number)")
    verdicts = [Verdict(turned, None, 1.0), Verdict(wrong, "test_x", 2.0), Verdict(missed, None, 1)]
    told = table(verdicts, {turned.key: "equal numbers are equal"})
    assert "| all | 3 | 1 | 1 | 50.0% |" in told
    assert "| equal numbers are equal |" in told
    assert told.count("a test is missing") == 1
    write(tmp_path / "found.json", verdicts)
    write(tmp_path / "found.json", [Verdict(missed, "test_y", 3.0)])
    assert [one.noticed_by for one in read(tmp_path / "found.json")] == [None, "test_x", "test_y"]


def test_what_changes_nothing_was_found_by_nobody() -> None:
    found = read(ROOT / "bench" / "mutants" / "found.json")
    unseen = {one.fault.key for one in found if one.noticed_by is None}
    equal = json.loads((ROOT / "bench" / "mutants" / "equal.json").read_text())
    assert len(found) >= 100
    assert set(equal) <= unseen
    noticed = len(found) - len(unseen)
    assert noticed >= 0.95 * (len(found) - len(equal))
