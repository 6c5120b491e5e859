"""What `make` relies on: pins that agree and name no address, a set-up that sees it is stale."""

import re
import shutil
from pathlib import Path

import pytest

from tools import set_up

PINS = ("runtime", "dev", "bench", "build", "uv")


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


def test_larger_sets_hold_the_smaller_ones_with_the_same_versions() -> None:
    runtime, dev, bench = map(read_pins, set_up.SETS)
    assert runtime.items() < dev.items() < bench.items()


def test_an_unknown_set_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["set_up.py", "everything"])
    assert set_up.main() == 1
    assert capsys.readouterr().err == "Say which set to install: runtime, dev, bench; or uv.\n"


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
    with (copied / "dev.txt").open("a") as pins:
        pins.write("another==1.0\n")
    changed = {name for name in set_up.SETS if set_up.digest_of(name) != before[name]}
    assert changed == {"dev"}
