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
EXAMPLES = ROOT / "examples" / "games"
NAMES = ("huddle", "tide")
EITHER = " or ".join(NAMES)
PYTHON = ".venv/bin/python"
COMMANDS = re.compile(r"^```sh\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# Tests of all games, of which those of the new one are run; the guide itself runs the contract.
TESTS_OF_ALL = (
    "tests/reference",
    "tests/editing",
    "tests/adapters",
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

for name in ("huddle", "tide"):
    game = skerry.game(name, size=2)
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


def commands(name: str) -> list[list[str]]:
    """What the guide runs for a game, in order."""
    shown = "".join(COMMANDS.findall(GUIDE)).replace("NAME", name)
    return [line.split() for line in shown.splitlines()]


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
    catalogue = folder / "src" / "skerry" / "games" / "catalogue.py"
    for name in NAMES:
        package = folder / "src" / "skerry" / "games" / name
        shutil.copytree(EXAMPLES / name, package)
        (package / "reference.py").rename(folder / "tests" / "reference" / f"{name}.py")
        line = f'    "{name}",\n'
        catalogue.write_text(catalogue.read_text().replace("\n)\n", f"\n{line})\n", 1))
    return folder


def test_the_guide_leads_to_games_that_lack_nothing(copy: Path) -> None:
    """One process after the other, as the guide says; the contract is the last of its commands."""
    for name in NAMES:
        for command in commands(name):
            ours = ("-k", name) if "pytest" in command else ()  # the others have had their turn
            run(copy, *command, *ours)
        added = {path.name for path in (copy / "src" / "skerry" / "games" / name).iterdir()}
        assert {"__init__.py", "picture.svg", "rules.md"} < added
    run(copy, PYTHON, "-m", "pytest", "-q", "tests/test_one_folder_a_game.py")
    edited = {
        path for path in sources() if (ROOT / path).read_bytes() != (copy / path).read_bytes()
    }
    assert edited == {"src/skerry/games/catalogue.py"}
    collected = run(copy, PYTHON, "-m", "pytest", "-q", "--collect-only", "-k", EITHER)
    assert all(name in collected for name in NAMES)
    passed = run(copy, PYTHON, "-m", "pytest", "-q", "-k", EITHER, *TESTS_OF_ALL)
    count = re.search(r"(\d+) passed", passed)
    assert count is not None
    assert int(count[1]) > LEAST_PASSED
    assert run(copy, PYTHON, "-c", SCRIPT).split()[1::2] == ["score", "groups"]
