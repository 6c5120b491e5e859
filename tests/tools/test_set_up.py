"""What `make` relies on: pins that agree and name no address, a set-up that sees it is stale."""

import ast
import re
import shutil
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from skerry.cli import EXTRAS
from tools import set_up

PROJECT = tomllib.loads((set_up.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Parts of Django, pydantic, mcp, psycopg and OpenSpiel under names of their own.
BROUGHT_BY_OTHERS = {"asgiref", "pydantic_core", "anyio", "mcp_types", "psycopg_pool", "pyspiel"}
PINS = ("skerry", "build", "uv")


def read_pins(name: str) -> dict[str, str]:
    """Each requirement of one file ("numpy ; python_full_version < '3.12'") with its version."""
    text = (set_up.REQUIREMENTS / f"{name}.txt").read_text()
    found = re.findall(r"^(\S+)==(\S+)(.*) \\$", text, re.MULTILINE)
    return {package + marker: version for package, version, marker in found}


@pytest.mark.parametrize("name", PINS)
def test_every_requirement_is_pinned_and_hashed(name: str) -> None:
    text = (set_up.REQUIREMENTS / f"{name}.txt").read_text()
    blocks = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    assert blocks
    for block in blocks:
        assert re.match(r"[a-z0-9-]+(\[\S+\])?==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", block)


@pytest.mark.parametrize("name", PINS)
def test_requirements_name_no_address_and_no_machine(name: str) -> None:
    text = (set_up.REQUIREMENTS / f"{name}.txt").read_text()
    assert not re.findall(r"^.*(?:://|--index|--extra-index|--find-links|\s/).*$", text, re.M)


def test_the_pins_are_those_of_all_that_is_asked_for() -> None:
    """`--require-hashes` would tell, but only whoever sets up anew."""
    pinned = {name.split(" ")[0].split("[")[0] for name in read_pins("skerry")}
    asked = {
        plain(re.split(r"[^\w.-]", line)[0])
        for lines in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
        for line in lines
    }
    assert asked - pinned == {"skerry"}


def test_a_package_that_is_not_always_there_has_an_extra() -> None:
    """What `skerry` says when it is missing: the extra brings it, itself or by another."""
    extras = PROJECT["optional-dependencies"]
    always = {name for line in PROJECT["dependencies"] for name in modules_of(line)}
    for path in (set_up.ROOT / "src").rglob("*.py"):
        for module in imported(path) - sys.stdlib_module_names - always - {"skerry", "resource"}:
            assert module in EXTRAS, f"{path} imports {module}"
    for module, extra in EXTRAS.items():
        lines = extras[extra] + (extras["lab"] if extra == "play" else [])
        brought = {name for line in lines for name in modules_of(line)}
        assert module in brought | BROUGHT_BY_OTHERS, module


def imported(path: Path) -> set[str]:
    """The packages that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def modules_of(requirement: str) -> set[str]:
    """What one imports of a distribution, given as "channels>=4.3,<4.4"."""
    wanted = plain(re.split(r"[^\w.-]", requirement)[0])
    return {module for module, names in distributions().items() if wanted in names}


@cache
def distributions() -> dict[str, set[str]]:
    """By module the distributions that bring it."""
    return {
        module: {plain(name) for name in names}
        for module, names in packages_distributions().items()
    }


def plain(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return name.lower().replace("_", "-")


def test_an_unknown_set_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["set_up.py", "everything"])
    assert set_up.main() == 1
    assert capsys.readouterr().err == "Say which set to install: play, dev, bench; or uv.\n"


def test_an_old_python_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["set_up.py", "dev"])
    monkeypatch.setattr(set_up, "MIN_PYTHON", (99, 0))
    assert set_up.main() == 1
    assert "Skerry needs Python 3.11 or newer" in capsys.readouterr().err


def test_a_changed_pin_makes_the_set_up_stale(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copied = tmp_path / "requirements"
    shutil.copytree(set_up.REQUIREMENTS, copied)
    monkeypatch.setattr(set_up, "REQUIREMENTS", copied)
    before = {name: set_up.digest_of(name) for name in set_up.SETS}
    assert len(set(before.values())) == len(set_up.SETS)
    with (copied / "skerry.txt").open("a") as pins:
        pins.write("another==1.0\n")
    changed = {name for name in set_up.SETS if set_up.digest_of(name) != before[name]}
    assert changed == set(set_up.SETS)
