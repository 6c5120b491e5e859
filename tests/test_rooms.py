"""The house: files that can be read in one go."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = {".py", ".js", ".css", ".html"}
MOST_LINES = 800

FILES = [
    path
    for top in ("src", "tests", "bench", "tools", "examples")
    for path in sorted((ROOT / top).rglob("*"))
    if path.suffix in CODE and "__pycache__" not in path.parts
]


def test_no_file_is_too_long_to_be_read_in_one_go() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in FILES
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not long
