"""A game is one folder: nothing else of the package names it, but for the catalogue."""

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import skerry
from skerry.games.catalogue import GAMES

PACKAGE = Path(skerry.__file__).parent
READ = {".py", ".js", ".css", ".html", ".json", ".toml", ".md", ".svg"}
# A name of one letter can't be told from a coordinate.
NAMES = {name for info in GAMES for name in (info.name, info.title.lower()) if len(name) > 1}
FOLDERS = tuple(f"games/{info.name}/" for info in GAMES)
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")  # so that `skerry_spry_v0` and `drawSpry` name a game
MAY_NAME = (  # patterns of paths, and why
    ("games/catalogue.py", "says which games there are"),
    ("__init__.py", "an example of the public interface"),
    ("text.py", "an example of the format, also in the sentence on malformed text"),
    ("cli/__init__.py", "examples in the help"),
    ("cli/program_commands.py", "an example in the help"),
    ("cli/lab_commands.py", "lists them in the help, which loads no catalogue"),
    ("lab/claims*", "what the text of a game claims"),
)


@cache
def naming_files() -> frozenset[str]:
    """Paths in the package, outside the games' folders, of files that name a game."""
    found = set()
    for file in PACKAGE.rglob("*"):
        path = file.relative_to(PACKAGE).as_posix()
        if not file.is_file() or "__pycache__" in path or path.startswith(FOLDERS):
            continue
        text = file.read_text(encoding="utf-8") if file.suffix in READ else ""
        if named_in(path) or named_in(text):
            found.add(path)
    return frozenset(found)


def named_in(text: str) -> set[str]:
    """The games that a text names."""
    return {word.lower() for word in WORD.findall(text)} & NAMES


def may_name(path: str) -> bool:
    return any(fnmatch(path, pattern) for pattern, _ in MAY_NAME)


def test_a_name_is_seen_wherever_it_is_a_word() -> None:
    for name in NAMES:
        for text in (name, name.upper(), f"skerry_{name}_v0", f"draw{name.title()}", f"-{name}-"):
            assert named_in(text) == {name}
        assert named_in(f"{name}er") == set()


def test_no_file_outside_a_games_folder_names_a_game() -> None:
    assert {path for path in naming_files() if not may_name(path)} == set()


def test_every_exception_is_needed() -> None:
    for pattern, _ in MAY_NAME:
        assert any(fnmatch(path, pattern) for path in naming_files()), pattern
