"""Notes in a game: one's own, following it, without help while two persons play."""

import pytest
from django.db.models import Q

from skerry.record import GameRecord
from skerry.study import tree
from skerry.web.base.errors import StaleError
from skerry.web.play.models import SavedGame
from skerry.web.study import notes as notes_module
from skerry.web.study import studies
from skerry.web.study.models import SavedStudy
from tests.web.conftest import Browser
from tests.web.study.conftest import Student, submit

pytestmark = pytest.mark.stores


def notes(browser: Browser, game_id: str) -> Student:
    answer = submit(browser, f"/game/{game_id}/notes")
    assert answer.status_code == 302, answer.content.decode()
    return Student(browser, str(answer["Location"]).split("/")[-1].split("?")[0])


def line(student: Student) -> list[str]:
    """The main line of the first chapter."""
    student.get("/edits?known=0")  # as its page asks again and again
    nodes = student.nodes()
    found, here = [], 0
    while following := [node for node in nodes.values() if node["parent"] == here]:
        here = following[0]["number"]
        found.append(following[0]["turn"])
    return found


def test_notes_follow_the_game_and_keep_what_was_thought_of(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2")
    student = notes(browser, game_id)
    student.add(1, "a1")  # if this, then
    browser.play(game_id, "a2")
    assert line(student) == ["b2", "a2"]
    assert {node["turn"] for node in student.nodes().values()} == {"", "b2", "a1", "a2"}
    browser.act(game_id, "take-back")
    browser.play(game_id, "a1")
    assert line(student) == ["b2", "a1"]


def test_there_is_one_set_of_notes_for_each_player(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    assert notes(browser, game_id).study_id == notes(browser, game_id).study_id
    assert SavedStudy.objects.count() == 1


def test_the_opponent_sees_none_of_them(browser: Browser, other_browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    student = notes(browser, game_id)
    assert student.seen_by(other_browser).get().status_code == 404
    assert submit(other_browser, f"/game/{game_id}/notes").status_code == 403


@pytest.mark.parametrize("over", [False, True])
def test_help_opens_when_the_game_is_over(browser: Browser, over: bool) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2")
    student = notes(browser, game_id)
    if over:
        browser.act(game_id, "resign")
    expected = 200 if over else 403
    asked = {"page": "a", "known": None, "curve": None}
    assert student.post("/chapters/1/nodes/0/analysis", asked).status_code == expected
    assert student.get("/chapters/1/nodes/0/explorer").status_code == expected
    assert student.post("/share", {"by_link": True}).status_code == expected
    edited = browser.client.get(f"/study/{student.study_id}/position").status_code
    assert edited == (302 if over else 403)
    copied = submit(browser, f"/study/{student.study_id}/copy").status_code
    assert copied == (302 if over else 403)


def test_against_the_computer_the_engine_helps_at_once(browser: Browser) -> None:
    game_id = browser.begin("kitaran", opponent="1", side="first")
    student = notes(browser, game_id)
    assert student.get("/chapters/1/nodes/0/explorer").status_code == 200


def test_notes_come_back_though_new_ones_were_begun(browser: Browser) -> None:
    """A game has one set of each player's: the new ones are put away, and come back likewise."""
    game_id = browser.begin("kitaran", size="3")
    first = notes(browser, game_id)
    first.add(0, "b2")
    submit(browser, f"/study/{first.study_id}/delete")
    second = notes(browser, game_id)
    for back, away in ((first, second), (second, first)):
        answer = submit(browser, f"/study/{back.study_id}/restore")
        assert (answer.status_code, answer["Location"]) == (
            302,
            f"/studies?deleted={away.study_id}&notes",
        )
        page = browser.client.get(answer["Location"]).content.decode()
        assert "Your earlier notes are back" in page
        assert f'action="/study/{away.study_id}/restore"' in page
        assert (back.get().status_code, away.get().status_code) == (200, 404)


def test_notes_do_not_come_back_while_new_ones_are_begun(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New ones come after it was looked whether there are any."""
    game_id = browser.begin("kitaran", size="3")
    first = notes(browser, game_id)
    submit(browser, f"/study/{first.study_id}/delete")
    second = notes(browser, game_id)
    monkeypatch.setattr(studies, "THERE", Q(pk=""))  # as nothing was there yet
    with pytest.raises(StaleError, match="New notes were begun in this game at this moment"):
        studies.restore(first.study_id, first.saved.holder)
    monkeypatch.undo()
    assert (first.get().status_code, second.get().status_code) == (404, 200)


def test_two_windows_that_begin_notes_at_once_begin_one_set(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = browser.begin("kitaran", size="3")
    holder = SavedGame.objects.get(pk=game_id).first_seat or ""
    others: list[SavedStudy] = []

    def begin_elsewhere(record: GameRecord) -> str:
        others.append(studies.begin(holder, "Notes", ("Notes", record), notes_of=game_id))
        return "Mine"

    monkeypatch.setattr(notes_module, "title_of", begin_elsewhere)
    assert notes(browser, game_id).study_id == others[0].pk


def test_notes_follow_their_game_wherever_its_chapter_stands(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2")
    student = notes(browser, game_id)
    added = student.post("/chapters", {"version": 0, "game": "kitaran"})
    assert added.status_code == 200, added.content
    placed = student.edit("PlaceChapter", chapter=added.json()["number"], rank=0)
    assert placed.status_code == 200, placed.content
    browser.play(game_id, "a2")
    assert line(student) == ["b2", "a2"]  # of chapter 1
    assert set(student.nodes(added.json()["number"])) == {0}
    assert "?chapter=1&node=2" in submit(browser, f"/game/{game_id}/notes")["Location"]


def test_notes_stay_readable_without_the_chapter_of_their_game(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2")
    student = notes(browser, game_id)
    text = "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place"
    text += " | 3/3/3 | player=0 first=0 turn=0 conversions=0 frozen=-"
    added = student.post("/chapters", {"version": 0, "text": text}).json()["number"]
    removed = student.edit("RemoveChapter", chapter=1, size=2)
    assert removed.status_code == 200, removed.content
    browser.play(game_id, "a2")
    assert student.get("/edits?known=0").status_code == 200
    assert browser.client.get(f"/study/{student.study_id}").status_code == 200
    assert notes(browser, game_id).study_id == student.study_id
    assert set(student.nodes(added)) == {0}
    back = student.post("/undo", {"version": 0, "number": removed.json()["edit"]})
    assert back.status_code == 200, back.content
    assert line(student) == ["b2", "a2"]


def test_notes_that_cannot_take_a_turn_more_stay_readable(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = browser.begin("kitaran")
    student = notes(browser, game_id)
    monkeypatch.setattr(tree, "MOST_NODES", 1)
    browser.play(game_id, "b2")
    assert student.get("/edits?known=0").status_code == 200
    assert browser.client.get(f"/study/{student.study_id}").status_code == 200
    assert set(student.nodes()) == {0}
