"""What the engine finds about a position of a study, and what of it the study keeps."""

import json
from typing import Any

import pytest

from skerry.positions import position
from skerry.record import GameRecord
from skerry.web.analysis.analyses import Analyses
from skerry.web.base.services import service
from tests.web.analysis.conftest import feed
from tests.web.conftest import Browser
from tests.web.study.conftest import Student, begin

START = (
    "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | 3/3/3 | "
    "player=0 first=0 turn=0 conversions=0 frozen=-"
)


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


def kept_before(**evaluation: object) -> dict[str, Any]:
    """A record whose start was evaluated, by whoever has written it."""
    record = GameRecord.begin(position(START).game, start=position(START))
    data = json.loads(record.to_json()) | {"version": 3}
    return {**data, "evaluation": {"value": 1, "playouts": 1_000_000_000, **evaluation}}


def test_best_turns_are_found_anew_where_only_a_value_is_kept(browser: Browser) -> None:
    """As after a restart, when the engine is slower until it is compiled."""
    student = begin(browser, text=json.dumps(kept_before(playouts=500_000)))
    answer = ask(student).json()
    assert (answer["turns"], answer["playouts"], answer["speed"]) == ([], "500,000 playouts", "")
    feed(service(Analyses), START, playouts=300)
    assert ask(student).json()["turns"]


def test_a_finished_analysis_loses_nothing_once_it_is_kept(student: Student) -> None:
    feed(service(Analyses), START, is_last=True)
    first = ask(student).json()
    assert kept(student) == 12345
    assert first["owners"]
    again = ask(student).json()
    assert (again["owners"], again["speed"]) == (first["owners"], first["speed"])


def test_what_a_file_says_is_no_news_for_others(browser: Browser, other_browser: Browser) -> None:
    text = json.dumps(kept_before(proven="win", turns=[turn_of("b2")]))
    assert ask(begin(browser, text=text)).json()["heading"] == "Proven: Black wins"
    assert ask(begin(other_browser, text=START)).json()["heading"] == "Not known yet"


def turn_of(text: str) -> dict[str, object]:
    return {"text": text, "value": 1, "visits": 9}


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["zzz"], []),
        (["zzz", "a1"], ["a1"]),
        (["a1", "a2", "a3", "b1", "b2"], ["a1", "a2", "a3"]),  # as many as the page has letters
    ],
)
def test_turns_of_a_file_that_cannot_be_shown_are_left_out(
    browser: Browser, texts: list[str], shown: list[str]
) -> None:
    data = kept_before(turns=[turn_of(text) for text in texts])
    answer = ask(begin(browser, text=json.dumps(data)))
    assert answer.status_code == 200, answer.content
    assert [turn["text"] for turn in answer.json()["turns"]] == shown


def test_readers_do_not_end_each_others_searches(student: Student) -> None:
    """Each gets a seat before anything is searched, as who only looks at a game does."""
    student.post("/share", {"by_link": True})
    readers = [student.seen_by(Browser()) for _ in range(3)]
    for reader in readers:
        first = ask(reader)
        assert first.json() == {"same": True, "phase": "thinking", "words": "thinking"}
    assert service(Analyses).num_thinking == 0
    for reader in readers:
        assert ask(reader).status_code == 200
    assert len(service(Analyses)._sittings) == len(readers)
    assert readers[0].post("/analysis/stop", {"page": "p1"}).status_code == 200
    assert len(service(Analyses)._sittings) == len(readers) - 1


def test_a_reader_without_a_seat_stops_nothing(student: Student) -> None:
    student.post("/share", {"by_link": True})
    stopped = student.seen_by(Browser()).post("/analysis/stop", {"page": "p1"})
    assert stopped.json() == {"stopped": True}
