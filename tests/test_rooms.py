"""The house: files that can be read in one go, and rooms that can be seen at a glance."""

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = {".py", ".js", ".css", ".html"}
MOST_LINES = 800
MOST_FILES = (
    12  # about ten, and what makes a folder a room; where there are more, its docstring says why
)
REASONS = ("file", "module")

FILES = [
    path
    for top in ("src", "tests", "bench", "tools", "examples")
    for path in sorted((ROOT / top).rglob("*"))
    if path.suffix in CODE and "__pycache__" not in path.parts
]
IN_FOLDER = Counter(path.parent for path in FILES)
CROWDED = [
    folder
    for folder, count in IN_FOLDER.items()
    if count > MOST_FILES and "tests" not in folder.parts
]


def test_no_file_is_too_long_to_be_read_in_one_go() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in FILES
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not long


@pytest.mark.parametrize("folder", CROWDED, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_crowded_room_says_why(folder: Path) -> None:
    """What makes more than a dozen files one room; tests lie in rooms named as the code's."""
    words = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert words is not None
    assert any(reason in words for reason in REASONS), f"{folder} has {IN_FOLDER[folder]} files"
