"""Asking the solver from the editor's page, and the puzzles that come of it."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from skerry.puzzles import collection, read_collection
from skerry.web.editor.solving import MOST_OPEN, REPLACED, Solutions
from skerry.web.puzzles.verdicts import LONGEST_KEY
from skerry.web.thinking.engine import Commands, Engine
from skerry.web.thinking.jobs import Answer, Job
from tests.web.conftest import Browser, share_with

EMPTY = "spry size=2 swap=off | 2/3/2 | player=0 first=0 turn=0 placed=-"
OVER = "spry size=2 swap=off | 2/www/b1 | player=- first=0 turn=3 placed=-"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """One with an interpreted worker, as in the first seconds of a site."""
    engine = Engine(Commands(compiled=None))
    engine.start()
    yield engine
    engine.stop()


@dataclass
class FakeEngine:
    """Remembers its jobs, and answers when it is told to."""

    jobs: list[Job] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)

    def submit(self, job: Job) -> None:
        self.jobs.append(job)

    def cancel(self, kind: str, subject: str) -> None:
        self.cancelled.append(kind)

    def say(self, content: dict[str, object], error: str | None = None) -> None:
        self.jobs[-1].on_answer(Answer(self.jobs[-1], content, error=error))


@pytest.fixture
def fake() -> FakeEngine:
    fake = FakeEngine()
    share_with(Engine(), Solutions(cast(Engine, fake), lease=3600.0))
    return fake


def ask(browser: Browser, what: str, **data: object) -> Any:
    return browser.client.post(
        f"/api/editor/{what}",
        json.dumps(data),
        content_type="application/json",
        headers={"X-CSRFToken": browser.token()},
    )


def answered(browser: Browser, what: str, text: str) -> dict[str, Any]:
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        said = ask(browser, what, text=text)
        assert said.status_code == 200, said.content
        if "pending" not in said.json():
            return dict(said.json())
        time.sleep(0.05)
    raise AssertionError("the engine has not answered")


def test_the_engine_proves_and_makes_a_puzzle_that_anybody_solves(
    browser: Browser, other_browser: Browser, engine: Engine
) -> None:
    share_with(engine)
    known = next(one for one in collection("spry") if one.wrong_lines)
    said = answered(browser, "solve", known.position.text)
    assert said["heading"].endswith(" wins")
    assert said["words"] == f"{known.solution.replace(',', ' ')} wins, and no other turn does."
    assert said["line"][0] == known.solution.replace(",", " ")
    made = answered(browser, "puzzle", known.position.text)
    assert made["heading"] == "A sound puzzle"
    page = other_browser.client.get(made["link"])
    state = page.context["state"]
    assert (state["own"], state["task"]) == (
        True,
        f"Only one of {known.num_turns:,} turns wins. Find it.",
    )
    api = f"/api{made['link']}"
    solved = check(other_browser, api, known.solution)
    assert solved["right"]
    assert not check(other_browser, api, known.wrong_lines[0][0])["right"]
    token = {"X-CSRFToken": other_browser.token()}
    shown = other_browser.client.post(
        f"{api}/solution", "{}", content_type="application/json", headers=token
    )
    assert shown.json()["right"]
    asked = {"puzzle": made["link"].removeprefix("/puzzles/"), "tried": "[]"}
    token = {"csrfmiddlewaretoken": other_browser.token()}
    assert other_browser.client.post("/studies/new", asked | token).status_code == 302
    (kept,) = read_collection(other_browser.client.get(made["file"]).content)
    assert (kept.key, kept.solution) == (known.key, known.solution)


def check(browser: Browser, api: str, turn: str) -> dict[str, Any]:
    said = browser.client.post(
        f"{api}/check",
        json.dumps({"actions": turn.split(",")}),
        content_type="application/json",
        headers={"X-CSRFToken": browser.token()},
    )
    assert said.status_code == 200, said.content
    return dict(said.json())


def test_what_the_solver_finds_is_told_in_words(browser: Browser, fake: FakeEngine) -> None:
    assert ask(browser, "solve", text=EMPTY).json() == {"pending": True}
    unknown: dict[str, object] = {
        "value": None,
        "at_least": "draw",
        "at_most": "win",
        "line": [],
        "slow": False,
    }
    fake.say(unknown)
    said = ask(browser, "solve", text=EMPTY).json()
    assert said["heading"] == "No proof"
    assert "within 30 seconds" in said["words"]
    assert "White does not lose." in said["words"]
    ask(browser, "solve", text=EMPTY)  # what is not known is tried again
    fake.say({"value": "loss", "line": ["b2", "a1"], "winners": []})
    said = ask(browser, "solve", text=EMPTY).json()
    assert (said["heading"], said["line"]) == ("White loses", ["b2", "a1"])
    ask(browser, "solve", text=EMPTY)
    assert len(fake.jobs) == 2  # what is known is kept


def test_a_position_that_is_no_puzzle_says_why(browser: Browser, fake: FakeEngine) -> None:
    for winners, why in (
        ([], "No turn of White wins"),
        (["a1", "a2,b1"], "More than one turn of White wins: a1 and a2 b1."),
    ):
        ask(browser, "puzzle", text=EMPTY)
        fake.say({"winners": winners, "puzzle": None})
        said = ask(browser, "puzzle", text=EMPTY).json()
        assert said["heading"] == "Not a puzzle"
        assert why in said["words"]
        share_with(Engine(), Solutions(cast(Engine, fake), lease=3600.0))


def test_an_error_of_the_engine_is_told_and_tried_again(browser: Browser, fake: FakeEngine) -> None:
    ask(browser, "solve", text=EMPTY)
    fake.say({}, error="The engine failed here.")
    assert ask(browser, "solve", text=EMPTY).json()["words"] == "The engine failed here."
    assert ask(browser, "solve", text=EMPTY).json() == {"pending": True}


def test_a_browser_asks_one_thing_at_a_time_and_may_give_up(
    browser: Browser, fake: FakeEngine
) -> None:
    ask(browser, "solve", text=EMPTY)
    ask(browser, "puzzle", text=EMPTY)
    assert fake.cancelled == ["solve"]
    ask(browser, "stop")
    assert fake.cancelled == ["solve", "puzzle"]
    ask(browser, "solve", text=EMPTY)
    late = fake.jobs[1]
    late.on_answer(Answer(late, {"value": "win"}))  # to what nobody waits for any more
    assert ask(browser, "solve", text=EMPTY).json() == {"pending": True}


def test_a_question_that_another_window_has_replaced_is_not_begun_again(
    browser: Browser, fake: FakeEngine
) -> None:
    """Else two windows would end each other's questions for ever."""
    other = EMPTY.replace("2/3/2", "2/1w1/2").replace("player=0", "player=1")
    other = other.replace("turn=0", "turn=1")
    ask(browser, "solve", text=EMPTY)
    assert ask(browser, "solve", text=EMPTY, again=True).json() == {"pending": True}
    assert ask(browser, "solve", text=other).json() == {"pending": True}
    refused = ask(browser, "solve", text=EMPTY, again=True)
    assert (refused.status_code, refused.json()["error"]) == (409, REPLACED)
    assert ask(browser, "stop", text=EMPTY).status_code == 200  # before it has heard of that
    assert ask(browser, "solve", text=other, again=True).json() == {"pending": True}
    assert (len(fake.jobs), fake.cancelled) == (2, ["solve"])
    ask(browser, "stop", text=other)
    assert ask(browser, "solve", text=EMPTY, again=True).json() == {"pending": True}
    assert (len(fake.jobs), fake.cancelled) == (3, ["solve", "solve"])


def test_another_browser_cannot_stop_it_and_many_find_it_busy(
    browser: Browser, fake: FakeEngine
) -> None:
    ask(browser, "solve", text=EMPTY)
    others = [Browser() for _ in range(MOST_OPEN)]
    ask(others[0], "stop")
    assert fake.cancelled == []
    answers = [ask(other, "solve", text=EMPTY) for other in others]
    assert [one.status_code for one in answers[:-1]] == [200] * (MOST_OPEN - 1)
    assert answers[-1].status_code == 429
    assert "positions to look at already" in answers[-1].json()["error"]


def test_a_question_that_nobody_asks_again_ends(browser: Browser, fake: FakeEngine) -> None:
    share_with(Engine(), Solutions(cast(Engine, fake), lease=0.0))
    ask(browser, "solve", text=EMPTY)
    ask(Browser(), "solve", text=EMPTY)
    assert fake.cancelled == ["solve"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(OVER, "There is nothing to solve"), ("spry", "three parts"), (None, "'text' must be")],
)
def test_only_positions_are_solved(
    browser: Browser, fake: FakeEngine, text: object, sentence: str
) -> None:
    for what in ("solve", "puzzle"):
        answer = ask(browser, what, text=text)
        assert answer.status_code == 400
        assert sentence in answer.json()["error"]
    assert fake.jobs == []


def test_a_key_that_this_site_has_not_made_opens_nothing(browser: Browser) -> None:
    for key in ("own-", "own-WyJzcHJ5Il0:1x:zzz", f"own-{'a' * LONGEST_KEY}"):
        for path in (f"/puzzles/spry/{key}", f"/puzzles/spry/{key}/file"):
            assert browser.client.get(path).status_code == 404
        assert browser.client.get(f"/api/puzzles/spry/{key}").status_code == 404
