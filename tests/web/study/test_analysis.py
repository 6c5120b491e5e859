"""What the engine finds about a position of a study, and what of it the study keeps."""

from typing import Any

import pytest

from skerry.web.analysis.analyses import Analyses, Finding
from skerry.web.base.services import service
from tests.web.analysis.conftest import feed
from tests.web.study.conftest import Student

START = (
    "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | 3/3/3 | "
    "player=0 first=0 turn=0 conversions=0 frozen=-"
)

FOUND: dict[str, Any] = {
    "player": 0,
    "playouts_per_second": 0,
    "value": 0.6,
    "proven": None,
    "ownership": None,
    "scores": None,
}


def ask(student: Student) -> Any:
    body = {"turn": 0, "page": "p1", "version": "1.0"}
    return student.post("/chapters/1/nodes/0/analysis", body)


def kept(student: Student) -> int | None:
    """Playouts of the evaluation at the start."""
    evaluation = student.nodes()[0].get("evaluation")
    return None if evaluation is None else int(evaluation["playouts"])


@pytest.mark.parametrize(
    ("playouts", "then_kept"), [((999,), None), ((1000,), 1000), ((1000, 1999), 1000)]
)
def test_a_search_under_way_is_kept_where_it_says_much_more(
    student: Student, playouts: tuple[int, ...], then_kept: int | None
) -> None:
    for number in playouts:
        feed(service(Analyses), START, playouts=number)
        assert ask(student).status_code == 200
    assert kept(student) == then_kept


def test_a_longer_search_takes_its_place(student: Student) -> None:
    for number in (1000, 2000):
        feed(service(Analyses), START, playouts=number)
        ask(student)
    assert kept(student) == 2000


def test_best_turns_are_found_anew_where_only_a_value_is_kept(student: Student) -> None:
    """As after a restart, when the engine is slower until it is compiled."""
    value_only = {**FOUND, "playouts": 500_000, "turns": []}
    service(Analyses).know({START: Finding(value_only)})
    feed(service(Analyses), START, playouts=300)
    assert ask(student).json()["turns"]
