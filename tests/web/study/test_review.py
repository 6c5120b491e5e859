"""Reviews of studies: begun, told while they grow, cancelled, kept, and learnt from."""

import json
import threading
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import Any

import pytest

import skerry
from skerry.record import GameRecord
from skerry.review import ACCURACY, Exercise, Review, learn, review, review_stream
from skerry.web.base.errors import BusyError
from skerry.web.base.services import service
from skerry.web.play.models import SavedGame
from skerry.web.study import reviews as module
from skerry.web.study import studies
from skerry.web.study.models import SavedReview, SavedStudy
from skerry.web.study.notes import played_by
from skerry.web.study.reviews import MOST_PER_BROWSER, Reviews, find
from skerry.web.study.studies import KeptStudies
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job
from tests.web.conftest import Browser, share_with
from tests.web.study.conftest import Student, begin, submit

QUICK = 16
TURNS = 6


class Listening(Engine):
    """An engine that only notes what it is asked for; `exercise` is answered at once."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Job] = []
        self.cancelled: list[tuple[str, str]] = []

    def submit(self, job: Job) -> None:
        self.asked.append(job)
        if job.kind == "exercise":
            turn = job.order["turn"]
            verdict = {"text": turn, "is_right": False, "loss": {"value": 0.31}, "is_known": True}
            job.on_answer(Answer(job, {"answer": verdict}))

    def cancel(self, kind: str, subject: str) -> None:
        self.cancelled.append((kind, subject))


@dataclass
class Reviewed:
    """A student whose study is reviewed."""

    student: Student
    engine: Listening
    record: GameRecord
    found: list[Review] = field(default_factory=list)

    def ask(self, what: str, **body: object) -> Any:
        return self.student.post(f"/chapters/1/review/{what}", body)

    def state(self, known: int | None = None) -> dict[str, Any]:
        query = "" if known is None else f"?known={known}"
        answer = self.student.get(f"/chapters/1/review{query}")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def begin(self) -> dict[str, Any]:
        answer = self.ask("begin", node=0, depth="quick")
        assert answer.status_code == 200, answer.content
        self.found = list(stages())
        return dict(answer.json())

    def tell(self, stage: int) -> None:
        """Let the engine say how far the review has come."""
        found = self.found[stage]
        done = (stage % len(self.found) + 1) / len(self.found)
        content: dict[str, Any] = {"done": done, "review": _plain(found.to_data())}
        if found.is_complete:
            content["exercises"] = _plain([one.to_data() for one in learn(found)])
        self.engine.asked[-1].on_answer(
            Answer(self.engine.asked[-1], content, is_last=found.is_complete)
        )


def _plain(data: object) -> Any:
    return json.loads(json.dumps(data))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is finished is saved where it is told: a test's database has one connection."""

    class Thread:
        def __init__(self, target: Any, args: tuple[object, ...], name: str) -> None:
            self.start = lambda: target(*args)

    monkeypatch.setattr(module, "Thread", Thread)
    monkeypatch.setattr(module, "close_old_connections", lambda: None)


@cache
def stages() -> tuple[Review, ...]:
    """The review of the game as it grows."""
    return tuple(review_stream(a_game(), playouts=QUICK, seed=1))


@cache
def a_game() -> GameRecord:
    """The first game of random turns in which the engine finds a mistake."""
    games = (random_game(seed) for seed in range(40))
    return next(game for game in games if learn(review(game, playouts=QUICK, seed=1)))


def random_game(seed: int) -> GameRecord:
    record, draws = GameRecord.begin(skerry.game("kitaran", size=3)), Random(seed)
    for _ in range(TURNS):
        position = record.position
        record = record.add_turn(position.game.format_turn(position.sample_turn(draws)))
    return record


@pytest.fixture
def reviewed(browser: Browser) -> Reviewed:
    engine = Listening()
    share_with(engine)
    record = a_game()
    return Reviewed(begin(browser, text=record.to_json()), engine, record)


def test_a_review_is_begun_of_the_line_and_grows(reviewed: Reviewed) -> None:
    assert reviewed.state() == {"phase": "none", "words": "", "done": 0.0}
    assert reviewed.begin()["phase"] == "waiting"
    (job,) = reviewed.engine.asked
    assert (job.kind, job.game, job.needs_compiled) == ("review", "kitaran", True)
    assert GameRecord.from_json(str(job.order["record"])).turn_texts == reviewed.record.turn_texts
    reviewed.tell(0)
    first = reviewed.state()
    assert (first["phase"], first["turns"]) == ("under way", [])
    assert first["words"] == "A first look at each position."
    reviewed.tell(-2)
    later = reviewed.state(first["version"])
    assert later["words"] == f"{TURNS - 1} of {TURNS} turns judged."
    assert [turn["node"] for turn in later["turns"]] == list(range(1, TURNS))
    assert 0.0 < later["done"] < 1.0
    assert "turns" not in reviewed.state(later["version"])  # the page has them


@pytest.mark.stores
def test_a_finished_review_is_kept_and_says_what_the_engine_said(reviewed: Reviewed) -> None:
    reviewed.begin()
    reviewed.tell(-1)
    found = reviewed.found[-1]
    share_with(Listening())  # a server started anew
    state = reviewed.state()
    assert (state["phase"], state["done"], state["words"]) == ("done", 1.0, "")
    for told, turn in zip(state["turns"], found.turns, strict=True):
        assert told["summaries"][turn.person] == turn.summary
        assert told["why"] == turn.why
        assert bool(told["drawn"]) == bool(turn.words)
    assert state["scale"] == ACCURACY
    assert [point["share"] for point in state["curve"]] == [one.chance for one in found.curve]
    mistakes = [turn["number"] for turn in state["turns"] if turn["verdict"]]
    assert mistakes == [turn.number for turn in found.turns if turn.verdict]
    assert mistakes
    assert [one["percent"] for one in state["accuracy"]] == [one.percent for one in found.accuracy]


def test_of_a_mistake_the_page_has_both_lines_and_the_chances_of_either_side(
    reviewed: Reviewed,
) -> None:
    reviewed.begin()
    reviewed.tell(-1)
    mistake = learn(reviewed.found[-1])[0]
    turn = reviewed.found[-1].turns[mistake.number - 1]
    told = reviewed.state()["turns"][mistake.number - 1]
    assert turn.better is not None
    lines = [[one["text"] for one in line] for line in told["lines"]]
    assert lines == [list(turn.better.line), list(turn.played.line[1:])]
    assert (told["from"], told["node"]) == (mistake.number - 1, mistake.number)
    own, other = (told["summaries"][side] for side in (turn.person, 1 - turn.person))
    assert " fell from " in own
    assert " rose from " in other
    assert own.split("’")[0].split()[-1] != other.split("’")[0].split()[-1]  # whose chances


def test_the_reader_is_who_played_in_the_game(browser: Browser, other_browser: Browser) -> None:
    share_with(Listening())
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2", "a2")
    browser.act(game_id, "resign")
    location = str(submit(browser, f"/game/{game_id}/review")["Location"])
    saved = SavedStudy.objects.get(pk=location.split("/")[-1].split("?")[0])
    assert played_by(saved, saved.holder) is None  # both
    seat = SavedGame.objects.get(pk=other_browser.begin("byg")).second_seat
    SavedGame.objects.filter(pk=game_id).update(first_seat=seat)
    assert played_by(saved, saved.holder) == 1
    assert played_by(saved, seat) == 0
    assert played_by(saved, "somebody else") is None


def test_a_review_of_an_older_version_is_shown_without_its_accuracy(reviewed: Reviewed) -> None:
    reviewed.begin()
    reviewed.tell(-1)
    row = SavedReview.objects.get()
    data = json.loads(row.data)
    for turn in data["found"]["turns"]:
        del turn["why"], turn["random_loss"]
    for one in data["found"]["accuracy"]:
        del one["loss"], one["random_loss"]
    row.data = json.dumps(data)
    row.save()
    state = reviewed.state()
    assert [one["percent"] for one in state["accuracy"]] == [None, None]
    assert any(turn["verdict"] for turn in state["turns"])


def test_what_the_looks_have_found_stays_in_the_tree(reviewed: Reviewed) -> None:
    reviewed.begin()
    reviewed.tell(-1)
    nodes = reviewed.student.nodes()
    for number, evaluation in enumerate(reviewed.found[-1].evaluations):
        assert evaluation is not None
        if evaluation.playouts:
            assert nodes[number]["evaluation"]["value"] == evaluation.value
    version = reviewed.student.get().json()["version"]
    reviewed.begin()
    reviewed.tell(-1)
    assert reviewed.student.get().json()["version"] == version  # it knows no more than before


def test_a_cancelled_review_keeps_what_it_has_found(reviewed: Reviewed) -> None:
    reviewed.begin()
    reviewed.tell(-3)
    answer = reviewed.ask("cancel")
    assert reviewed.engine.cancelled == [("review", f"{reviewed.student.study_id}.1")]
    state = answer.json()
    assert (state["phase"], state["words"]) == (
        "stopped",
        f"Stopped after {TURNS - 2} of {TURNS} turns.",
    )
    reviewed.tell(-1)  # which was on its way
    assert reviewed.state()["phase"] == "stopped"


def test_one_cancelled_before_a_verdict_leaves_the_one_there_was(reviewed: Reviewed) -> None:
    reviewed.begin()
    reviewed.tell(-1)
    reviewed.begin()
    reviewed.tell(0)
    assert reviewed.ask("cancel").json()["phase"] == "done"


def test_the_engine_says_why_there_is_no_review(reviewed: Reviewed) -> None:
    reviewed.begin()
    job = reviewed.engine.asked[-1]
    job.on_answer(Answer(job, {}, error="The engine failed here."))
    state = reviewed.state()
    assert (state["phase"], state["words"]) == ("trouble", "The engine failed here.")
    assert reviewed.begin()["phase"] == "waiting"


@pytest.mark.stores
def test_turns_deleted_meanwhile_spoil_nothing(reviewed: Reviewed) -> None:
    reviewed.begin()
    removed = reviewed.student.edit("Remove", chapter=1, node=3, size=TURNS - 2)
    assert removed.status_code == 200, removed.content
    reviewed.tell(-1)
    state = reviewed.state()
    assert state["phase"] == "done"
    assert [turn["node"] for turn in state["turns"]] == list(range(1, TURNS + 1))
    assert set(reviewed.student.nodes()) == {0, 1, 2}


def test_a_mistake_is_an_exercise(reviewed: Reviewed) -> None:
    reviewed.begin()
    reviewed.tell(-1)
    exercise = learn(reviewed.found[-1])[0]
    body = {"number": exercise.number, "actions": exercise.best.split(",")}
    answer = reviewed.ask("try", **body)
    assert answer.status_code == 200, answer.content
    job = reviewed.engine.asked[-1]
    assert (job.kind, job.order["turn"]) == ("exercise", exercise.best)
    asked: Any = job.order["exercise"]
    assert Exercise.from_data(asked) == exercise
    assert answer.json() == {
        "right": False,
        "words": f"{exercise.best.replace(',', ' ')} is about 31% worse than the best.",
    }


def test_what_is_no_exercise_is_refused(reviewed: Reviewed) -> None:
    reviewed.begin()
    reviewed.tell(-1)
    exercise = learn(reviewed.found[-1])[0]
    calm = next(turn.number for turn in reviewed.found[-1].turns if turn.verdict is None)
    num_asked = len(reviewed.engine.asked)
    for body, status in (
        ({"number": calm, "actions": ["a1"]}, 404),
        ({"number": 10**9, "actions": ["a1"]}, 404),
        ({"number": exercise.number, "actions": ["z99"]}, 400),
        ({"number": exercise.number, "actions": []}, 400),
        ({"number": "1", "actions": ["a1"]}, 400),
        ({"actions": ["a1"]}, 400),
    ):
        assert reviewed.ask("try", **body).status_code == status, body
    assert len(reviewed.engine.asked) == num_asked


def test_wrong_requests_begin_nothing(reviewed: Reviewed) -> None:
    for body, status in (
        ({"node": 0, "depth": "endless"}, 400),
        ({"node": 0, "depth": 5}, 400),
        ({"node": 99}, 409),
        ({}, 400),
    ):
        assert reviewed.ask("begin", **body).status_code == status, body
    assert reviewed.student.post("/chapters/9/review/begin", {"node": 0}).status_code == 409
    assert reviewed.engine.asked == []


def test_where_there_is_no_review_there_are_no_exercises(student: Student) -> None:
    answer = student.post("/chapters/1/review/try", {"number": 1, "actions": ["a1"]})
    assert (answer.status_code, answer.json()["error"]) == (404, "This chapter has no review.")


def test_a_line_without_turns_is_not_reviewed(browser: Browser) -> None:
    share_with(Listening())
    student = begin(browser, game="spry")
    answer = student.post("/chapters/1/review/begin", {"node": 0})
    assert answer.status_code == 400
    assert "no turn to review" in answer.json()["error"]


def test_a_browser_has_a_few_reviews_at_a_time(browser: Browser) -> None:
    share_with(Listening())
    students = [begin(browser, text=a_game().to_json()) for _ in range(MOST_PER_BROWSER + 1)]
    answers = [one.post("/chapters/1/review/begin", {"node": 0}) for one in students]
    assert [one.status_code for one in answers] == [200] * MOST_PER_BROWSER + [429]
    again = students[0].post("/chapters/1/review/begin", {"node": 0})
    assert again.status_code == 200  # it takes the place of its own
    students[0].post("/chapters/1/review/cancel", {})
    assert students[-1].post("/chapters/1/review/begin", {"node": 0}).status_code == 200


def test_only_the_owner_begins_and_cancels(reviewed: Reviewed, other_browser: Browser) -> None:
    reviewed.begin()
    other = reviewed.student.seen_by(other_browser)
    assert other.get("/chapters/1/review").status_code == 404
    reviewed.student.post("/share", {"by_link": True})
    assert other.get("/chapters/1/review").status_code == 200
    for what in ("begin", "cancel"):
        answer = other.post(f"/chapters/1/review/{what}", {"node": 0})
        assert answer.status_code == 403, what
    assert len(reviewed.engine.asked) == 1
    assert reviewed.engine.cancelled == []


def test_notes_in_a_game_between_persons_get_no_review(browser: Browser) -> None:
    engine = Listening()
    share_with(engine)
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2")
    answer = submit(browser, f"/game/{game_id}/review")
    assert answer.status_code == 403
    location = str(submit(browser, f"/game/{game_id}/notes")["Location"])
    student = Student(browser, location.split("/")[-1].split("?")[0])
    assert student.post("/chapters/1/review/begin", {"node": 0}).status_code == 403
    assert student.get("/chapters/1/review").status_code == 403
    tried = student.post("/chapters/1/review/try", {"number": 1, "actions": ["a1"]})
    assert tried.status_code == 403
    assert browser.client.get(f"/study/{student.study_id}").status_code == 200
    assert engine.asked == []


def test_a_finished_game_is_reviewed_in_the_notes_of_who_played(
    browser: Browser, other_browser: Browser
) -> None:
    engine = Listening()
    share_with(engine)
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2", "a2")
    browser.act(game_id, "resign")
    first = submit(browser, f"/game/{game_id}/review")
    assert first.status_code == 302
    assert str(first["Location"]).endswith("?chapter=1&review")
    assert submit(browser, f"/game/{game_id}/review")["Location"] == first["Location"]
    assert len(engine.asked) == 1  # the second time it was under way
    theirs = submit(other_browser, f"/game/{game_id}/review")
    assert theirs["Location"] != first["Location"]
    assert len(engine.asked) == 2
    assert submit(other_browser, f"/game/{game_id}/review")["Location"] == theirs["Location"]
    assert len(engine.asked) == 2  # of the study that was there
    assert SavedStudy.objects.count() == 2


def test_a_review_is_of_the_game_s_chapter_wherever_it_stands(browser: Browser) -> None:
    engine = Listening()
    share_with(engine)
    game_id = browser.begin("kitaran", size="3")
    location = str(submit(browser, f"/game/{game_id}/notes")["Location"])
    student = Student(browser, location.split("/")[-1].split("?")[0])
    added = student.post("/chapters", {"version": 0, "game": "kitaran"}).json()["number"]
    assert student.edit("PlaceChapter", chapter=added, rank=0).status_code == 200
    browser.play(game_id, "b2", "a2")
    browser.act(game_id, "resign")
    reviewed = submit(browser, f"/game/{game_id}/review")
    assert reviewed["Location"] == f"/study/{student.study_id}?chapter=1&review"
    assert student.edit("RemoveChapter", chapter=1, size=3).status_code == 200
    again = submit(browser, f"/game/{game_id}/review")
    assert again.status_code == 302
    assert student.study_id not in again["Location"]


def test_a_review_that_is_refused_leaves_no_study(
    browser: Browser, other_browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    share_with(Listening())
    game_id = browser.begin("kitaran", size="3")
    browser.act(game_id, "resign")  # there is no turn to review
    for one in (browser, other_browser):
        assert submit(one, f"/game/{game_id}/review").status_code == 400
    assert not SavedStudy.objects.exists()


def test_notes_are_as_they_are_stored_after_a_review_that_is_refused(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    share_with(Listening())
    game_id = browser.begin("kitaran", size="3")
    submit(browser, f"/game/{game_id}/notes")
    browser.play(game_id, "b2", "a2")
    browser.act(game_id, "resign")

    def refuse(*_: object) -> None:
        raise BusyError("three are under way")

    monkeypatch.setattr(Reviews, "begin", refuse)
    assert submit(browser, f"/game/{game_id}/review").status_code == 429
    saved = SavedStudy.objects.get()
    kept = service(KeptStudies).find(saved.pk)
    assert kept is not None
    assert kept[0] == saved.version > 0  # it has followed the game
    assert studies.load(saved.pk) == kept


def test_a_deleted_study_keeps_no_review(reviewed: Reviewed) -> None:
    reviewed.begin()
    submit(reviewed.student.browser, f"/study/{reviewed.student.study_id}/delete")
    reviewed.tell(-1)
    assert not SavedReview.objects.exists()
    assert find(reviewed.student.study_id, 1) is None


def test_a_review_of_the_page_is_one_of_the_library(reviewed: Reviewed) -> None:
    """What the page is told can be read back as what `skerry.review` has made."""
    reviewed.begin()
    reviewed.tell(-1)
    row = SavedReview.objects.get()
    assert Review.from_data(json.loads(row.data)["found"]) == reviewed.found[-1]
    assert reviewed.found[-1] == review(reviewed.record, playouts=QUICK, seed=1)


def test_of_two_begun_at_once_the_engine_is_asked_last_for_the_one_that_is_waited_for() -> None:
    class TwoWindows(Listening):
        """The second one begins a review while that of the first is on its way."""

        def submit(self, job: Job) -> None:
            if not second.is_alive() and not self.asked:
                second.start()
                second.join(0.5)
            super().submit(job)

    engine = TwoWindows()
    reviews = Reviews(engine)
    place = ("k3x", 1)
    begin_one = partial(reviews.begin, place, "5e2", "{}", "kitaran", [0, 1], QUICK)
    second = threading.Thread(target=begin_one)
    begin_one()
    second.join()
    known = reviews.under_way(*place)
    assert known is not None
    assert known.number == engine.asked[-1].version


def test_reviews_of_all_browsers_together_are_bounded(
    reviewed: Reviewed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_AT_ALL", 2)
    reviewed.begin()
    failed = begin(Browser(), text=reviewed.record.to_json())
    assert failed.post("/chapters/1/review/begin", {"node": 0}).status_code == 200
    last = begin(Browser(), text=reviewed.record.to_json())
    assert last.post("/chapters/1/review/begin", {"node": 0}).status_code == 429
    job = reviewed.engine.asked[-1]
    job.on_answer(Answer(job, {}, error="The engine stopped."))  # it makes room
    assert last.post("/chapters/1/review/begin", {"node": 0}).status_code == 200
    assert failed.get("/chapters/1/review").json()["phase"] == "none"
    assert reviewed.state()["phase"] == "waiting"
