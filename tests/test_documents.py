"""What the documents name exists: files, commands with their options, make's targets, modules."""

import importlib.util
import re
import shlex
from functools import cache
from typing import Any

import pytest
import typer

from skerry.cli import app
from tests.test_readme import DOCUMENTS, ROOT

SUFFIXES = "py|md|css|js|toml|json|json.gz|html|txt"
PATH = re.compile(rf"(?<![\w/.-])((?:[\w-]+/)*[\w-]+\.(?:{SUFFIXES}))(?![\w.]*\w)")
COMMAND = re.compile(r"(?:^    |`)(?:\.venv/bin/)?skerry( [^`\n#|]*)", re.MULTILINE)
MADE = {  # files that a reader makes, or a command writes
    *(
        "game.json",
        "reviewed.json",
        "everything.json",
        "plan.toml",
        "komi.toml",
        "caps.toml",
        "claims.html",
        "kitaran.json.gz",
    ),
    *("results/komi/report.html", "results/study-kitaran/study.html"),
    "results/study-kitaran/study.json",
}


FOLDERS = ("bench", "docs", "examples", "requirements", "src", "tests", "tools")


@cache
def repository() -> str:
    """All files, each on a line that begins with a slash."""
    files = [*ROOT.glob("*"), *(file for name in FOLDERS for file in (ROOT / name).rglob("*"))]
    return "".join(f"/{file.relative_to(ROOT).as_posix()}\n" for file in files if file.is_file())


def is_there(path: str) -> bool:
    """Whether a file ends with this path; NAME, GAME and huddle (the guide's) are any game."""
    pattern = re.sub("NAME|GAME|huddle", "[a-z]+", re.escape(path))
    return re.search(f"/{pattern}\n", repository()) is not None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_a_document_names_exist(document: Any) -> None:
    named = set(PATH.findall(document.read_text())) - MADE
    assert {path for path in named if not is_there(path)} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_that_a_document_names_exist(document: Any) -> None:
    text = document.read_text().replace("\\\n", "")  # a command may go on in the next line
    for words in map(shlex.split, COMMAND.findall(text)):
        command: Any = typer.main.get_command(app)
        while words and hasattr(command, "commands") and not words[0].startswith("-"):
            assert words[0] in command.commands, words
            command = command.commands[words.pop(0)]
        if command.context_settings.get("ignore_unknown_options"):  # it hands them on
            continue
        options = {"--help"}.union(*(one.opts + one.secondary_opts for one in command.params))
        assert {word for word in words if re.match("--?[a-z]", word)} <= options, words


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_targets_and_modules_that_a_document_names_exist(document: Any) -> None:
    text = document.read_text()
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:^    |`)make ([a-z][a-z-]*)", text, re.MULTILINE)) <= targets
    for module in re.findall(r"python -m ([\w.]*\w)", text):
        assert importlib.util.find_spec(module) is not None, module
