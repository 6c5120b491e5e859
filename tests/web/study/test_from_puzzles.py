"""A puzzle as the start of a study, with what was tried at it."""

import json
from typing import Any

import pytest

from skerry.games.catalogue import FEATURED
from skerry.puzzles import Puzzle, collection
from skerry.web.study.models import SavedStudy
from tests.web.conftest import Browser
from tests.web.study.conftest import Student, begin, submit

pytestmark = pytest.mark.stores


def fields(puzzle: Puzzle, tried: object) -> dict[str, str]:
    return {"puzzle": f"{puzzle.game}/{puzzle.key}", "tried": json.dumps(tried)}


def line(nodes: dict[int, dict[str, Any]], number: int) -> list[str]:
    """The turns of the line of first children that begins with a node."""
    turns = []
    found: int | None = number
    while found is not None:
        turns.append(nodes[found]["turn"])
        found = next((one for one, node in nodes.items() if node["parent"] == found), None)
    return turns


@pytest.mark.parametrize("name", [info.name for info in FEATURED if info.has_puzzles])
def test_it_begins_at_the_position_with_solution_and_refutations(
    browser: Browser, name: str
) -> None:
    puzzle = next(one for one in collection(name) if any(len(line) > 1 for line in one.wrong_lines))
    tried = [list(line) for line in puzzle.wrong_lines]
    study = begin(browser, **fields(puzzle, [*tried, tried[0]]))
    nodes = study.nodes()
    first, *others = [number for number, node in nodes.items() if node["parent"] == 0]
    assert line(nodes, first) == [puzzle.solution, *puzzle.line]
    assert [line(nodes, other) for other in others] == tried
    assert "The solution" in nodes[first]["comment"]
    number = collection(name).index(puzzle) + 1
    assert study.get().json()["chapters"][0]["title"].startswith(f"Puzzle {number} of ")
    state = study.get("/chapters/1/nodes/0").json()
    assert not state["over"]
    assert Student(browser, study.study_id).saved.title.startswith("Puzzle ")


@pytest.mark.parametrize(
    ("puzzle", "tried"),
    [
        ("spry/none", "[]"),
        ("chess/00000000", "[]"),
        ("spry", "[]"),
        ("KEY", "{"),
        ("KEY", "7"),
        ("KEY", "[[]]"),
        ("KEY", "[[7]]"),
        ("KEY", '[["z99"]]'),
        ("KEY", "[" * 10_000),
        ("KEY", json.dumps([["a1"]] * 31)),
    ],
)
def test_what_is_no_puzzle_or_no_line_is_refused(browser: Browser, puzzle: str, tried: str) -> None:
    asked = f"spry/{collection('spry')[0].key}" if puzzle == "KEY" else puzzle
    answer = submit(browser, "/studies/new", puzzle=asked, tried=tried)
    assert answer.status_code == 400
    assert not SavedStudy.objects.exists()
