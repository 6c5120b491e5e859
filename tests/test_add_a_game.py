"""docs/add-a-game.md leads to a game: what it shows makes one that is played, drawn and saved."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
NAME = "huddle"
PYTHON = ".venv/bin/python"
FENCE = re.compile(r"^(````?)(\w*)\n(.*?)^\1\n", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"^`((?:src|tests)/\S+\.\w+)`", re.MULTILINE)
# Tests of all games, of which those of the new one are run; the guide itself runs the contract.
TESTS_OF_ALL = (
    "tests/reference",
    "tests/games/test_perft.py",
    "tests/test_rulebook.py",
    "tests/test_players.py",
    "tests/puzzles",
    "tests/lessons",
    "tests/web/play/test_api.py",
    "tests/web/play/test_pages.py",
)
LEAST_PASSED = 20  # of them
# What those leave open: the text of every position, a solved board, a picture, a record.
SCRIPT = """
import random
import skerry
from skerry.draw import board_svg
from skerry.record import GameRecord

game = skerry.game("huddle", size=2)
rng, record = random.Random(1), GameRecord.begin(game)
while not record.is_over:
    position = record.position
    assert skerry.position(position.text) == position
    assert board_svg(position).count('<g id="cell-') == 7
    record = record.add_turn(game.format_turn(position.sample_turn(rng)))
assert skerry.position(record.position.text) == record.position
assert GameRecord.from_json(record.to_json()) == record
print(skerry.solve(game.start()).value, record.result.reason)
"""


def files_shown() -> Iterator[tuple[str, str]]:
    """Path and text of each fence before which a line begins with a path."""
    end = 0
    for fence in FENCE.finditer(GUIDE):
        named = PATH.findall(GUIDE, end, fence.start())
        end = fence.end()
        if named:
            yield named[-1], fence[3]


def commands() -> list[list[str]]:
    """What the guide runs, in order."""
    shown = [fence[3] for fence in FENCE.finditer(GUIDE) if fence[2] == "sh"]
    return [line.split() for text in shown for line in text.splitlines()]


def sources() -> Iterator[str]:
    """Paths of all files that there were before."""
    for folder in ("src", "tests"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and file.suffix != ".pyc":
                yield file.relative_to(ROOT).as_posix()


def run(folder: Path, *command: str) -> str:
    """What a command prints in a copy of the sources, its kernels being plain Python."""
    done = subprocess.run(
        [sys.executable if word == PYTHON else word for word in command],
        cwd=folder,
        env=os.environ
        | {
            "PYTHONPATH": str(folder / "src"),
            "NUMBA_DISABLE_JIT": "1",
            "SKERRY_DATA_DIR": str(folder / "data"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with the game of the guide added to them, as far as the guide says."""
    folder = tmp_path_factory.mktemp("skerry")
    for part in ("src", "tests", "tools", "bench", "docs", "examples"):
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for path, text in files_shown():
        file = folder / path
        assert not file.exists(), path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    catalogue = folder / "src" / "skerry" / "games" / "catalogue.py"
    line = re.search(rf'^    "{NAME}",\n', GUIDE, re.MULTILINE)
    assert line is not None
    catalogue.write_text(catalogue.read_text().replace("\n)\n", f"\n{line[0]})\n", 1))
    return folder


def test_the_guide_leads_to_a_game_that_lacks_nothing(copy: Path) -> None:
    """One process after the other, as the guide says; the contract is the last of its commands."""
    for command in commands():
        ours = ("-k", NAME) if "pytest" in command else ()  # the other games have had their turn
        run(copy, *command, *ours)
    added = {path.name for path in (copy / "src" / "skerry" / "games" / NAME).iterdir()}
    assert {"__init__.py", "picture.svg", "rules.md"} < added
    run(copy, PYTHON, "-m", "pytest", "-q", "tests/test_one_folder_a_game.py")
    edited = {
        path for path in sources() if (ROOT / path).read_bytes() != (copy / path).read_bytes()
    }
    assert edited == {"src/skerry/games/catalogue.py"}
    collected = run(copy, PYTHON, "-m", "pytest", "-q", "--collect-only", "-k", NAME)
    assert NAME in collected
    passed = run(copy, PYTHON, "-m", "pytest", "-q", "-k", NAME, *TESTS_OF_ALL)
    count = re.search(r"(\d+) passed", passed)
    assert count is not None
    assert int(count[1]) > LEAST_PASSED
    assert run(copy, PYTHON, "-c", SCRIPT).split()[1] == "score"
