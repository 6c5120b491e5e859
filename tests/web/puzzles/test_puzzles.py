"""The puzzle corner: its pages, what it answers, and what it refuses."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from django.test import RequestFactory

import skerry
from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED
from skerry.games.contract import game_module
from skerry.puzzles import Puzzle, collection
from skerry.web.base.background import Background
from skerry.web.base.services import service
from skerry.web.puzzles import verdicts, views
from skerry.web.puzzles.verdicts import Question, Verdicts, find_own, key_of_own
from skerry.web.thinking.engine import STAYS_SLOW, Commands, Engine
from skerry.web.thinking.jobs import Answer, Job
from skerry.web.thinking.turns import WAIT_SECONDS, Questions
from tests.web.conftest import Browser, share_with

NAMES = [info.name for info in FEATURED if info.has_puzzles]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """One with an interpreted worker, as in the first seconds of a site."""
    engine = Engine(Commands(compiled=None))
    engine.start()
    yield engine
    engine.stop()


@pytest.fixture(autouse=True)
def engine_is_asked(engine: Engine) -> None:
    share_with(engine)


@dataclass
class FakeEngine:
    """Answers every job alike, or not at all."""

    said: dict[str, object] | None
    error: str | None = None
    asked: list[Job] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)

    def submit(self, job: Job) -> None:
        self.asked.append(job)
        if self.said is not None:
            job.on_answer(Answer(job, self.said, error=self.error))

    def cancel(self, kind: str, subject: str) -> None:
        self.cancelled.append(subject)

    def judges(self, wait: float = WAIT_SECONDS) -> None:
        """Be asked for verdicts from now on."""
        share_with(Engine(), Verdicts(Questions(cast(Engine, self)), service(Background), wait))


def post(browser: Browser, puzzle: Puzzle, what: str, body: object) -> Any:
    return browser.client.post(
        f"/api/puzzles/{puzzle.game}/{puzzle.key}/{what}",
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers={"X-CSRFToken": browser.token()},
    )


def test_the_index_counts_the_puzzles_of_every_game(browser: Browser) -> None:
    page = browser.client.get("/puzzles").content.decode()
    for name in NAMES:
        assert f'href="/puzzles/{name}"' in page
        assert f"{len(collection(name))} puzzles" in page
        assert " ".join(one.key for one in collection(name)) in page


@pytest.mark.parametrize("name", NAMES)
def test_home_and_the_pages_of_a_game_lead_to_its_puzzles(browser: Browser, name: str) -> None:
    link = f'href="/puzzles/{name}"'
    game_id = browser.begin(name)
    for path in ("/", "/puzzles", f"/new/{name}", f"/game/{game_id}"):
        assert link in browser.client.get(path).content.decode(), path


@pytest.mark.parametrize("name", NAMES)
def test_a_corner_lists_its_puzzles_and_one_comes_with_its_board(
    browser: Browser, name: str
) -> None:
    page = browser.client.get(f"/puzzles/{name}").content.decode()
    for puzzle in collection(name):
        assert f'href="/puzzles/{name}/{puzzle.key}"' in page
    puzzle = collection(name)[1]
    page = browser.client.get(f"/puzzles/{name}/{puzzle.key}").content.decode()
    assert f'class="board board-{name}' in page


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_is_put_without_its_solution(browser: Browser, name: str) -> None:
    puzzle = collection(name)[0]
    state = browser.client.get(f"/api/puzzles/{name}/{puzzle.key}").json()
    assert state["number"] == 1
    assert state["heading"].endswith("to play and win")
    assert f"{puzzle.num_turns:,} turns" in state["task"]
    assert state["actions"] == []
    assert puzzle.solution.split(",")[0] in {offer["text"] for offer in state["legal"]}
    assert not state.keys() & {"solution", "line", "steps", "record"}


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_is_composed_and_right(browser: Browser, name: str) -> None:
    puzzle = max(collection(name), key=lambda one: one.solution.count(","))
    actions = puzzle.solution.split(",")
    composed = post(browser, puzzle, "preview", {"actions": actions}).json()
    assert composed["complete"] or composed["may_end"]
    answer = post(browser, puzzle, "check", {"actions": actions}).json()
    assert answer["right"]
    assert "no other turn does" in answer["words"]
    assert len(answer["steps"]) == min(1 + len(puzzle.line), views.MOST_STEPS)
    for step in answer["steps"]:
        assert step["last_turn"]
        assert f'class="board board-{name}' in step["svg"]
    solution = post(browser, puzzle, "solution", {}).json()
    assert solution == answer


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_turn_is_answered_by_what_refutes_it(browser: Browser, name: str) -> None:
    # The engine has six seconds; of a late position it needs less than one, in plain Python too.
    answered = [one for one in collection(name) if any(len(line) > 1 for line in one.wrong_lines)]
    puzzle = max(answered, key=lambda one: one.turn)
    wrong = next(line for line in puzzle.wrong_lines if len(line) > 1)[0]
    answer = post(browser, puzzle, "check", {"actions": wrong.split(",")}).json()
    assert not answer["right"]
    assert answer["value"] in ("draw", "loss")
    assert len(answer["steps"]) >= 2
    assert " answers " in answer["words"]
    assert answer["steps"][1]["turn"].replace(",", " ") in answer["words"]


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_was_tried_is_drawn_again(browser: Browser, name: str) -> None:
    puzzle = collection(name)[0]
    solution = post(browser, puzzle, "solution", {}).json()
    turns = [step["turn"] for step in solution["steps"]]
    assert turns == [puzzle.solution, *puzzle.line][: views.MOST_STEPS]
    answer = post(browser, puzzle, "line", {"turns": turns}).json()
    assert answer == {"steps": solution["steps"]}  # and nothing of what it is worth


@pytest.mark.parametrize(
    ("turns", "sentence"),
    [
        (["z9"], "z9"),
        ([], "'turns' must have 1 or more entries"),
        (["a1"] * 17, "'turns' must have at most 16 entries"),
        ([7], "'turns.0' must be a text"),
    ],
)
def test_what_is_no_line_is_refused(browser: Browser, turns: list[object], sentence: str) -> None:
    answer = post(browser, collection("sytran")[0], "line", {"turns": turns})
    assert answer.status_code == 400
    assert re.search(sentence, answer.json()["error"])


def test_what_was_judged_once_is_known(browser: Browser) -> None:
    puzzle, wrong = unjudged("kitaran")
    tried, *following = puzzle.wrong_lines[0]
    engine = FakeEngine(said={"right": False, "value": "loss", "line": following})
    engine.judges()
    answer = post(browser, puzzle, "check", {"actions": wrong}).json()
    assert not answer["right"]
    assert answer["steps"][0]["turn"] == tried
    assert post(browser, puzzle, "check", {"actions": wrong}).json() == answer
    assert len(engine.asked) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/puzzles/chess",
        "/puzzles/spry/nothere",
        "/puzzles/spry/%3Cscript%3E",
        "/api/puzzles/chess/00000000",
        "/api/puzzles/spry/nothere",
    ],
)
def test_what_is_not_there_says_so(browser: Browser, path: str) -> None:
    answer = browser.client.get(path)
    assert answer.status_code == 404
    text = answer.content.decode()
    assert "There is no" in text
    assert "<script>" not in text


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("spry", slice(None), ""),
        ("sytran", slice(None), "This puzzle is not one of Sytran."),
        ("spry", slice(-1), "is cut short, was altered, or comes from another site"),
    ],
    ids=["whole", "of another one", "cut short"],
)
def test_a_puzzle_of_ones_own_is_there_as_it_was_made_alone(
    browser: Browser, name: str, change: slice, sentence: str
) -> None:
    key = key_of_own(collection("spry")[0])[change]
    page = browser.client.get(f"/puzzles/{name}/{key}")
    answer = browser.client.get(f"/api/puzzles/{name}/{key}")
    assert page.status_code == answer.status_code == (404 if sentence else 200)
    assert sentence in page.content.decode()
    assert sentence in answer.json().get("error", "")


def test_a_key_longer_than_any_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = collection("spry")[0]
    key = key_of_own(puzzle)
    assert find_own("spry", key).solution == puzzle.solution
    monkeypatch.setattr(verdicts, "LONGEST_KEY", len(key) - 1)
    with pytest.raises(OptionError, match="is cut short"):
        find_own("spry", key)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"actions": ["z9"]}, "z9"),
        ({"actions": []}, "turn"),
        ({"actions": ["a1,a2"]}, "'actions.0' must be one action"),
        ({"actions": "a1"}, "'actions' must be a list"),
        ({}, "'actions' is missing"),
        ("{", "must be a JSON object"),
        ("[]", "must be a JSON object"),
    ],
)
def test_what_is_no_turn_is_refused_with_a_sentence(
    browser: Browser, body: object, sentence: str
) -> None:
    answer = post(browser, collection("sytran")[0], "check", body)
    assert answer.status_code == 400
    assert sentence in answer.json()["error"]


def test_an_illegal_turn_is_refused_with_its_rule(browser: Browser) -> None:
    puzzle = collection("sytran")[0]
    taken = puzzle.record.turns[0].text.split(",")[0]
    for what in ("check", "preview"):
        answer = post(browser, puzzle, what, {"actions": [taken]})
        assert answer.status_code == 400
        assert f"There is a stone on {taken} already" in answer.json()["error"]
    answer = post(browser, puzzle, "preview", {"actions": [], "at": taken})
    assert f"There is a stone on {taken} already" in answer.json()["error"]


def test_an_action_is_taken_back(browser: Browser) -> None:
    puzzle = next(one for one in collection("sytran") if "," in one.solution)
    first, second = puzzle.solution.split(",")[:2]
    body = {"actions": [first, second], "without": first}
    composed = post(browser, puzzle, "preview", body).json()
    assert [offer["text"] for offer in composed["actions"]] == [second]


@pytest.mark.parametrize(
    ("what", "method"),
    [("check", "get"), ("preview", "get"), ("line", "get"), ("solution", "get"), ("", "post")],
)
def test_only_the_right_method_is_answered(browser: Browser, what: str, method: str) -> None:
    puzzle = collection("spry")[0]
    path = f"/api/puzzles/spry/{puzzle.key}" + (f"/{what}" if what else "")
    sent = {"headers": {"X-CSRFToken": browser.token()}}
    assert getattr(browser.client, method)(path, **sent).status_code == 405


def test_another_sites_request_is_refused(browser: Browser) -> None:
    puzzle = collection("spry")[0]
    path = f"/api/puzzles/spry/{puzzle.key}/check"
    answer = browser.client.post(path, "{}", content_type="application/json")
    assert answer.status_code == 403


def unjudged(name: str) -> tuple[Puzzle, list[str]]:
    """A puzzle and a wrong turn that nobody has tried yet."""
    puzzle = [one for one in collection(name) if one.wrong_lines][2]
    return puzzle, puzzle.wrong_lines[0][0].split(",")


def test_a_slow_engine_is_asked_again_later(browser: Browser) -> None:
    puzzle, wrong = unjudged("kitaran")
    engine = FakeEngine(said={"undecided": True})
    engine.judges()
    answer = post(browser, puzzle, "check", {"actions": wrong})
    assert answer.status_code == 202
    assert "warming up" in answer.json()["pending"]
    post(browser, puzzle, "check", {"actions": wrong})
    assert len(engine.asked) == 2  # nothing was remembered
    right = post(browser, puzzle, "check", {"actions": puzzle.solution.split(",")})
    assert right.json()["right"]


def test_an_engine_that_stays_slow_is_asked_once(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, wrong = unjudged("kitaran")
    FakeEngine(said={"undecided": True}).judges()
    monkeypatch.setattr(Engine, "phase", lambda engine, game: "slow")
    answer = post(browser, puzzle, "check", {"actions": wrong})
    assert (answer.status_code, answer.json()["error"]) == (400, STAYS_SLOW)


def test_too_many_at_once_are_asked_to_wait(browser: Browser) -> None:
    puzzle, wrong = unjudged("kitaran")
    engine = FakeEngine(said=None)
    engine.judges(wait=0.05)
    answer = post(browser, puzzle, "check", {"actions": wrong})
    assert answer.status_code == 429
    assert "try again in a little while" in answer.json()["error"]
    assert engine.cancelled == [engine.asked[0].subject]


def test_what_the_engine_cannot_tell_is_said_and_not_remembered(browser: Browser) -> None:
    puzzle, wrong = unjudged("kitaran")
    engine = FakeEngine(said={}, error="The solver could not tell.")
    engine.judges()
    for _ in range(2):
        answer = post(browser, puzzle, "check", {"actions": wrong})
        assert answer.status_code == 400
        assert answer.json()["error"] == "The solver could not tell."
    assert len(engine.asked) == 2


def test_what_the_board_does_not_show_is_told() -> None:
    def rules(text: str) -> str:
        position = skerry.position(text)
        return " · ".join(game_module(position.game.name).counters(position))

    kitaran = skerry.game("kitaran", size=3).start()
    for turn in ("a1", "a2", "c3"):
        kitaran = kitaran.play_turn(turn)
    assert rules(kitaran.text) == ""
    assert rules(kitaran.play_turn("a2*").text) == (
        "1 conversion in a row without a placement; after 18 the next turn must place"
    )
    assert rules("spry size=2 swap=off | 2/3/2 | player=0 first=0 turn=0 placed=-") == ""
    syrtis = skerry.game("syrtis", board="minor").start(seed=3)
    while syrtis.phase != "play":
        syrtis = syrtis.apply(syrtis.legal_actions()[0])
    assert rules(syrtis.text) == "No tile has been sunk"
    syrtis = next(
        syrtis.play_turn(text)
        for text in map(syrtis.game.format_action, syrtis.legal_actions())
        if "-" in text
    )
    assert rules(syrtis.text) == ("No tile has been sunk · 1 turn without a sink; 100 end the game")


def test_verdicts_are_kept_up_to_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = collection("spry")[0]
    question = Question(puzzle, puzzle.solution, "a browser")
    request = RequestFactory().get("/")
    ample = Verdicts(Questions(Engine()), service(Background))
    same = Question(puzzle, puzzle.solution, "another")
    assert ample.find(request, question) is ample.find(request, same)
    monkeypatch.setattr("skerry.web.puzzles.verdicts.VERDICTS_BYTES", 10)
    tight = Verdicts(Questions(Engine()), service(Background))
    assert tight.find(request, question) == ample.find(request, question)
    assert tight.find(request, question) is not tight.find(request, question)
