"""Runs of the tests on a copy of the sources: one to see what each executes, then one a fault."""

import ast
import compileall
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import Any

from bench.mutants.faults import Fault, kernels_of, plant
from bench.mutants.watch import COUNTER

HERE = Path(__file__).resolve().parents[2]  # where `bench` is found
MOST_MEMORY = 8 * 2**30  # bytes of address space; a fault may make an endless list
FIRST_FILES, FIRST_TESTS = 3, 30  # tried by themselves: most faults are noticed by then


class FailingTestsError(Exception):
    """Tests fail without a fault, so that a failure would tell nothing."""


@dataclass(frozen=True)
class Project:
    """What is tested: a folder with `src` and tests below it, and the tests to run."""

    root: Path
    chosen: tuple[str, ...] = ("-m", "kernels")

    @property
    def sources(self) -> Path:
        """The folder on Python's path."""
        return self.root / "src"


@dataclass(frozen=True)
class Limits:
    """How long the tests of one fault may take.

    Attributes:
        seconds: of all tests together without the fault; the slowest are left out.
        patience: seconds for each test, and as many times what it takes without the fault.
    """

    seconds: float = inf
    patience: float = 3.0


@dataclass(frozen=True)
class Executed:
    """What a test does without a fault; statements as "path:line"."""

    seconds: float
    statements: frozenset[str]


ALWAYS = ("-p", "bench.mutants.watch", "-p", "no:cacheprovider", "-q", "-x", "--tb=line")


def _python(project: Project, sources: Path, *command: str, **more: str) -> dict[str, Any]:
    """How to start a program in plain Python on a copy of the sources, its memory bounded."""
    path = os.pathsep.join([str(sources), str(HERE), os.environ.get("PYTHONPATH", "")])
    limited = f'ulimit -v {MOST_MEMORY // 1024}; exec "$@"'
    return {
        "args": ["sh", "-c", limited, "sh", sys.executable, *command],
        "cwd": project.root,
        "env": os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path} | more,
        "text": True,
    }


def copy_sources(project: Project, folder: Path) -> Path:
    """A fresh copy without byte code."""
    return Path(
        shutil.copytree(project.sources, folder, ignore=shutil.ignore_patterns("__pycache__"))
    )


# ---- without a fault ----


def record(project: Project, folder: Path) -> dict[str, Executed]:
    """Run the tests once; what each of them took and executed, by name.

    Raises:
        FailingTestsError: with the last lines of what pytest said.
    """
    sources = copy_sources(project, folder / "counted")
    places = count_statements(sources)
    out = folder / "watched.json"
    command = ("-m", "pytest", *ALWAYS, "--watched", str(out), *project.chosen)
    options = _python(project, sources, *command)
    done = subprocess.run(**options, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise FailingTestsError(done.stdout[-2000:])
    return {
        name: Executed(told["seconds"], frozenset(places[number] for number in told["statements"]))
        for name, told in json.loads(out.read_text()).items()
    }


def save(path: Path, tests: dict[str, Executed]) -> None:
    """Keep what was recorded."""
    told = {name: [test.seconds, sorted(test.statements)] for name, test in tests.items()}
    path.write_text(json.dumps(told))


def load(path: Path) -> dict[str, Executed]:
    """What `save` kept."""
    told = json.loads(path.read_text())
    return {name: Executed(seconds, frozenset(places)) for name, (seconds, places) in told.items()}


def count_statements(sources: Path) -> list[str]:
    """Make every statement of every kernel note that it is executed; their places by number."""
    places: list[str] = []
    for path in sorted(sources.rglob("*.py")):
        tree = ast.parse(path.read_bytes())
        kernels = kernels_of(tree)
        for kernel in kernels:
            _count_in(kernel, path.relative_to(sources).as_posix(), places)
        if kernels:
            place = sum(_comes_first(node) for node in tree.body)
            tree.body.insert(place, ast.parse(f"from {COUNTER} import hits as _executed").body[0])
            path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    (sources / f"{COUNTER}.py").write_text(f"hits = bytearray({len(places)})\n")
    return places


def _comes_first(node: ast.stmt) -> bool:
    """Whether it is a docstring or a module's `from __future__`, which must stay the first ones."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _count_in(node: ast.stmt, path: str, places: list[str]) -> None:
    for part in ("body", "orelse"):
        body: list[ast.stmt] = getattr(node, part, [])
        counted: list[ast.stmt] = []
        for statement in body:
            if not _comes_first(statement):
                counted += ast.parse(f"_executed[{len(places)}] = 1").body
                places.append(f"{path}:{statement.lineno}")
                _count_in(statement, path, places)
            counted.append(statement)
        body[:] = counted


# ---- with one ----


def _batches(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Some tests of few files, since files take time to load; and the others."""
    common = Counter(_file_of(name) for name in names).most_common(FIRST_FILES)
    files = {file for file, _ in common}
    first = [name for name in names if _file_of(name) in files][:FIRST_TESTS]
    return first, [name for name in names if name not in first]


def _file_of(name: str) -> str:
    return name.partition("::")[0]


class Trials:
    """Plants one fault after the other in a copy of the sources, and runs the tests."""

    def __init__(
        self, project: Project, tests: dict[str, Executed], folder: Path, limits: Limits
    ) -> None:
        self._project, self._tests, self._folder = project, tests, folder
        self._limits = limits
        self._sources = copy_sources(project, folder / "planted")
        compileall.compile_dir(self._sources, quiet=2)
        # No byte code is written: two faults of one length in one second would look the same.
        options = _python(
            project, self._sources, "-m", "bench.mutants.warm", PYTHONDONTWRITEBYTECODE="1"
        )
        self._warm = subprocess.Popen(**options, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def close(self) -> None:
        """End the process that runs the tests."""
        self._warm.communicate()

    def try_out(self, fault: Fault) -> str | None:
        """The test that notices a fault, "" if it cannot be told which; None if none does."""
        place = f"{fault.path}:{fault.statement}"
        names = self._quickest(place)
        path = self._sources / fault.path
        original = path.read_bytes()
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            stale.unlink()
        plant(fault, self._sources)
        try:
            return self._noticed_by(*_batches(names))
        finally:
            path.write_bytes(original)

    def _quickest(self, place: str) -> list[str]:
        """The tests that execute a statement, as many as fit into the time."""
        names = [name for name, test in self._tests.items() if place in test.statements]
        names.sort(key=lambda name: self._tests[name].seconds)
        so_far = accumulate(self._tests[name].seconds for name in names)
        return [
            name
            for name, seconds in zip(names, so_far, strict=True)
            if seconds <= self._limits.seconds
        ]

    def _noticed_by(self, *batches: Sequence[str]) -> str | None:
        plan = self._folder / "plan.json"
        for batch in filter(None, batches):
            limits = {
                name: self._limits.patience * (1 + self._tests[name].seconds) for name in batch
            }
            plan.write_text(json.dumps(limits))
            noticed = plan.with_suffix(".noticed")
            noticed.unlink(missing_ok=True)
            files = sorted({_file_of(name) for name in batch})
            if self._run("--planned", str(plan), *files) != 0:
                return noticed.read_text() if noticed.exists() else ""
        return None

    def _run(self, *arguments: str) -> int:
        """Pytest's exit status."""
        assert self._warm.stdin is not None
        assert self._warm.stdout is not None
        print(json.dumps([*ALWAYS, *arguments]), file=self._warm.stdin, flush=True)
        return int(self._warm.stdout.readline())
