"""The pages of lessons: what they answer, and what they refuse."""

import json
import re
from typing import Any

import pytest

from skerry.games.catalogue import GAMES, info
from skerry.lessons import FIRST, Lesson, Step, example, lessons_of, next_lesson
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser

LESSONS = [lesson for game in GAMES for lesson in lessons_of(game.name)]
each_lesson = pytest.mark.parametrize(
    "lesson", LESSONS, ids=[f"{lesson.game}-{lesson.key}" for lesson in LESSONS]
)


def send(browser: Browser, address: str, body: object) -> Any:
    return browser.client.post(
        f"/api/lessons/{address}",
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers={"X-CSRFToken": browser.token()},
    )


def tried(browser: Browser, lesson: Lesson, step: Step, **body: object) -> dict[str, Any]:
    number = lesson.steps.index(step) + 1
    answer = send(browser, f"{lesson.game}/{lesson.key}/{number}/try", body)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


@each_lesson
def test_every_step_is_shown_and_done(browser: Browser, lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps, 1):
        shown = browser.client.get(f"/api/lessons/{lesson.game}/{lesson.key}/{number}").json()
        assert (shown["number"], shown["title"], shown["say"]) == (number, step.title, step.say)
        assert shown["svg"].startswith("<svg")
        turn = example(step)
        for length in range(1, len(turn)):
            under_way = tried(browser, lesson, step, actions=turn[:length])
            assert (under_way["verdict"], under_way["words"]) == ("unfinished", "")
            assert [one["text"] for one in under_way["actions"]] == list(turn[:length])
        done = tried(browser, lesson, step, actions=turn, ended=step.asked.ends)
        assert (done["verdict"], done["words"], done["legal"]) == ("right", step.right, [])
        assert done["svg"] != shown["svg"]


@each_lesson
def test_another_turn_leaves_the_board_as_it_was(browser: Browser, lesson: Lesson) -> None:
    for step in lesson.steps:
        ended = tried(browser, lesson, step, actions=[], ended=True)
        assert (ended["verdict"], ended["words"], ended["actions"]) == ("other", step.other, [])


@each_lesson
def test_a_wrong_click_gets_its_own_reason(browser: Browser, lesson: Lesson) -> None:
    """Of every cell: it names the cell, and says of what lies there what lies there."""
    for step in lesson.steps[::2]:
        position = step.position
        untouched = tried(browser, lesson, step, actions=[], ended=True)["svg"]
        for name, content in zip(position.game.board.names, position.contents, strict=True):
            refused = tried(browser, lesson, step, actions=[], at=name)
            if refused["verdict"] != "illegal":
                continue
            words = refused["words"]
            assert refused["svg"] == untouched
            if not position.game.info.has_setup:
                has_stone = "stone on" in words or "beside it" in words or "convert" in words
                assert has_stone == bool(content), (name, words)
            assert name in words or "first choose a side" in words, words


def test_an_illegal_action_takes_none_of_the_others(browser: Browser) -> None:
    lesson = lessons_of("spry")[0]
    step = lesson.steps[1]  # three stones on the outer ring
    kept = tried(browser, lesson, step, actions=["a1", "a2"], at="c3")
    assert kept["verdict"] == "illegal"
    assert [one["text"] for one in kept["actions"]] == ["a1", "a2"]
    assert tried(browser, lesson, step, actions=["a1", "a2", "c3"])["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("chess/first/1/try", {"actions": []}, 404),
        ("byg/second/1/try", {"actions": []}, 404),
        ("byg/first/0/try", {"actions": []}, 404),
        ("byg/first/9/try", {"actions": []}, 404),
        ("byg/first/1/try", {}, 400),
        ("byg/first/1/try", {"actions": "c3"}, 400),
        ("byg/first/1/try", {"actions": ["z9"]}, 400),
        ("byg/first/1/try", {"actions": ["c3"] * 501}, 400),
        ("byg/first/1/try", {"actions": [], "at": "<script>"}, 400),
        ("byg/first/1/try", "[" * 9000, 400),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    browser: Browser, address: str, body: object, status: int
) -> None:
    answer = send(browser, address, body)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


def test_pages_that_are_not_there(browser: Browser) -> None:
    for path in ("/learn/chess", "/learn/byg/second", "/learn/byg/first/play"):
        assert browser.client.get(path).status_code in (404, 405)
    assert browser.client.get("/api/lessons/byg/first/9").status_code == 404


@each_lesson
def test_a_small_game_against_the_easiest_level_follows(browser: Browser, lesson: Lesson) -> None:
    address = f"/learn/{lesson.game}/{lesson.key}/play"
    assert browser.client.post(address).status_code == 403  # another site's page has no token
    answer = browser.client.post(address, {"csrfmiddlewaretoken": browser.token()})
    assert answer.status_code == 302
    saved = SavedGame.objects.get(pk=answer["Location"].rsplit("/", 1)[1])
    assert (saved.game, saved.level, saved.computer) == (lesson.game, "1", 1)
    state = browser.state(saved.pk)
    assert state["mine"]
    assert (saved.record.find('"position"') > 0) == lesson.prepared


def test_who_is_new_to_a_game_is_offered_its_lesson(browser: Browser) -> None:
    offered = "Learn it in a minute"
    assert offered in browser.client.get("/new/byg").content.decode()
    browser.client.cookies["skerry_learned"] = f"byg-{FIRST}"
    assert offered not in browser.client.get("/new/byg").content.decode()
    assert offered in browser.client.get("/new/spry").content.decode()
    browser.play_any(browser.begin("spry"))
    page = browser.client.get("/new/spry").content.decode()
    assert offered not in page
    assert 'href="/learn/spry"' in page
    for bad in ("byg", "byg-first.<b>", "-", "byg-first." * 400):
        browser.client.cookies["skerry_learned"] = bad
        assert offered in browser.client.get("/new/byg").content.decode()


@each_lesson
def test_a_lesson_leads_to_the_next_and_the_last_one_to_puzzles(
    browser: Browser, lesson: Lesson
) -> None:
    page = browser.client.get(f"/learn/{lesson.game}/{lesson.key}").content.decode()
    following = next_lesson(lesson)
    leads = re.findall(r'id="next" href="([^"]*)"', page)
    if following is not None:
        assert leads == [f"/learn/{lesson.game}/{following.key}"]
        assert f"go on with “{following.title}”" in page
    elif info(lesson.game).has_puzzles:
        assert lesson.theme
        assert leads == [f"/puzzles/{lesson.game}?theme={lesson.theme}"]
    else:
        assert leads == []


@pytest.mark.parametrize(
    "path", ["/learn/spry", "/learn/spry/threats", "/rules/spry", "/guide/spry"]
)
def test_the_lessons_of_a_game_are_listed_with_those_that_are_done(
    browser: Browser, path: str
) -> None:
    lessons = lessons_of("spry")

    def done() -> list[bool]:
        listed = browser.client.get(path).content.decode().partition('class="lesson-list"')[2]
        entries = listed.partition("</nav>")[0].split("<li>")[1:]
        for entry, lesson in zip(entries, lessons, strict=True):
            assert f'href="/learn/spry/{lesson.key}"' in entry
            assert lesson.title in entry
            here = ("/learn/spry", 1), ("/learn/spry/threats", 3)
            assert ("aria-current" in entry) == ((path, lesson.number) in here)
        return ["hidden" not in entry for entry in entries]

    assert done() == [False, False, False]
    browser.client.cookies["skerry_learned"] = "byg-first.spry-links"
    assert done() == [False, True, False]
    browser.client.cookies["skerry_learned"] = "spry-links.<b>"
    assert done() == [False, False, False]
