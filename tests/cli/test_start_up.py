"""Nothing heavy is imported before it is needed, so that help and import answer at once."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

HEAVY = ("numba", "llvmlite", "numpy", "django", "matplotlib", "scipy", "jsonschema", "uvicorn")


def imported_by(code: str) -> set[str]:
    """Top-level modules that a fresh Python has imported after running some code."""
    program = f"{code}\nimport sys\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(run.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "code",
    [
        "import skerry",
        "import skerry.errors",
        "from skerry.cli import main; main(['--help'])",
        "from skerry.cli import main; main(['perft', '--help'])",
        "from skerry.cli import main; main(['version'])",
    ],
)
def test_no_heavy_import(code: str) -> None:
    imported = imported_by(code)
    assert "skerry" in imported
    assert imported.isdisjoint(HEAVY)


POSITION = "spry size=2 | 2/3/2 | player=0 first=0 turn=0 placed=-"


@pytest.mark.parametrize(
    "arguments",
    [["rules", "byg"], ["show", POSITION], ["play", "--terminal", "kitaran", "-o", "size=3"]],
    ids=["rules", "show", "play"],
)
def test_nobody_waits_for_a_compiler(arguments: list[str]) -> None:
    code = (
        "import io, sys; sys.stdin = io.StringIO('a1\\nquit\\n')\n"
        f"from skerry.cli import main; assert main({arguments!r}) == 0"
    )
    assert imported_by(code).isdisjoint(("numba", "llvmlite"))


@pytest.mark.parametrize("arguments", [["manage", "check"], ["create-admin", "Anneliese"]])
def test_who_looks_after_a_site_waits_for_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    code = (
        "import io, sys; sys.stdin = io.StringIO('a long enough pass phrase\\n')\n"
        f"from skerry.cli import main; assert main({arguments!r}) == 0"
    )
    assert imported_by(code).isdisjoint(("numba", "llvmlite"))


@pytest.mark.alone
@pytest.mark.parametrize(
    ("arguments", "most_seconds"),
    [(["-c", "import skerry"], 0.3), (["-m", "skerry", "--help"], 0.6)],
    ids=["import", "help"],
)
def test_start_up_is_quick(arguments: list[str], most_seconds: float) -> None:
    """The best of several, since other work on the machine can only slow a start down."""
    seconds = []
    for _ in range(8):
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
        seconds.append(time.perf_counter() - began)
        if seconds[-1] < most_seconds:
            return
    raise AssertionError(f"the quickest start took {min(seconds):.2f} s")
