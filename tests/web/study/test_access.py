"""Who may read, edit, copy and delete a study, and what its pages show."""

import re

import pytest

from skerry.web.base.errors import UnknownGameError
from skerry.web.study import studies
from skerry.web.study.models import SavedStudy
from tests.web.conftest import Browser
from tests.web.study.conftest import Student, begin, submit

pytestmark = pytest.mark.stores


def test_a_private_study_is_there_for_nobody_else(student: Student, other_browser: Browser) -> None:
    other = student.seen_by(other_browser)
    for answer in (other.get(), other.get("/chapters/1"), other.get("/chapters/1/nodes/0")):
        assert answer.status_code == 404
    assert other_browser.client.get(f"/study/{student.study_id}").status_code == 404
    assert other_browser.client.get(f"/study/{student.study_id}/1.json").status_code == 404
    assert other_browser.client.get(f"/study/{student.study_id}/position").status_code == 404
    assert other.edit("Add", chapter=1, parent=0, turn="b2").status_code == 404
    assert submit(other_browser, f"/study/{student.study_id}/copy").status_code == 404


def test_a_position_of_it_goes_on_in_the_editor(student: Student) -> None:
    node = student.add(0, "b2")
    query = f"?chapter=1&node={node}"
    answer = student.browser.client.get(f"/study/{student.study_id}/position{query}")
    assert answer.status_code == 302
    edited = student.browser.client.get(answer["Location"])
    assert edited.context["state"]["heading"] == "White to move"
    missing = student.browser.client.get(f"/study/{student.study_id}/position?chapter=1&node=99")
    assert missing.status_code == 404


def test_who_has_the_link_may_read_and_not_edit(student: Student, other_browser: Browser) -> None:
    student.post("/share", {"by_link": True})
    other = student.seen_by(other_browser)
    assert other.get("/chapters/1/nodes/0").json()["mine"] is False
    for answer in (
        other.edit("Add", chapter=1, parent=0, turn="b2"),
        other.post("/undo", {"version": 0, "number": 1}),
        other.post("/share", {"by_link": False}),
        other.post("/chapters", {"version": 0, "game": "byg"}),
        submit(other_browser, f"/study/{student.study_id}/delete"),
    ):
        assert answer.status_code == 403
    page = other_browser.client.get(f"/study/{student.study_id}").content.decode()
    assert "Copy to my studies" in page
    assert "Delete study" not in page
    student.post("/share", {"by_link": False})
    assert other.get().status_code == 404


def test_a_copy_is_ones_own(student: Student, other_browser: Browser) -> None:
    student.add(0, "b2")
    student.post("/share", {"by_link": True})
    answer = submit(other_browser, f"/study/{student.study_id}/copy")
    copy = Student(other_browser, str(answer["Location"]).rsplit("/", 1)[1])
    assert copy.add(1, "a2") == 2
    assert len(student.nodes()) == 2


def test_the_list_of_studies_offers_to_delete_each(student: Student) -> None:
    listed = student.browser.client.get("/studies").content.decode()
    assert f'action="/study/{student.study_id}/delete"' in listed


def test_a_reader_is_offered_a_copy_beside_the_board(
    student: Student, other_browser: Browser
) -> None:
    student.post("/share", {"by_link": True})
    address = f"/study/{student.study_id}"
    assert 'id="copy-study"' in other_browser.client.get(address).content.decode()
    assert 'id="copy-study"' not in student.browser.client.get(address).content.decode()


def test_deleting_can_be_undone_by_who_has_deleted(
    student: Student, other_browser: Browser
) -> None:
    for _ in range(2):  # as a form that was sent twice
        answer = submit(student.browser, f"/study/{student.study_id}/delete")
        assert answer["Location"].endswith(f"?deleted={student.study_id}")
    assert student.get().status_code == 404
    assert submit(other_browser, f"/study/{student.study_id}/delete").status_code == 404
    assert submit(other_browser, f"/study/{student.study_id}/restore").status_code == 404
    for _ in range(2):
        back = submit(student.browser, f"/study/{student.study_id}/restore")
        assert (back.status_code, back["Location"]) == (302, f"/study/{student.study_id}")
    assert student.get().status_code == 200


def test_a_study_that_is_gone_is_said_to_be(db: None) -> None:
    """It may be deleted while somebody's edit is on its way."""
    with pytest.raises(UnknownGameError, match="has been deleted"):
        studies.load("gone")


def test_a_running_game_of_two_persons_is_no_study(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "b2")
    assert submit(browser, "/studies/new", played=game_id).status_code == 403
    browser.act(game_id, "resign")
    study = begin(browser, played=game_id)
    assert [node["turn"] for node in study.nodes().values()] == ["", "b2"]


def test_a_text_that_holds_nothing_is_told_and_kept(browser: Browser) -> None:
    answer = submit(browser, "/studies/new", text="<b>no record</b>")
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "A position has three parts between bars" in page
    assert "&lt;b&gt;no record&lt;/b&gt;</textarea>" in page


def test_a_title_is_escaped(student: Student) -> None:
    before = student.get().json()["title"]
    evil = "</script><script>alert(1)"
    student.edit("Retitle", chapter=None, before=before, after=evil)
    page = student.browser.client.get(f"/study/{student.study_id}").content.decode()
    assert "<script>alert(1)" not in page
    listing = student.browser.client.get("/studies").content.decode()
    assert "<script>alert(1)" not in listing


def test_a_browser_has_a_largest_number_of_studies(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "MOST_STUDIES", 1)
    begin(browser, game="byg")
    assert submit(browser, "/studies/new", game="byg").status_code == 429
    assert SavedStudy.objects.count() == 1


@pytest.mark.parametrize("query", ["?chapter=9", "?node=9", "?chapter=x"])
def test_a_link_to_what_is_gone_shows_what_is_left_and_says_so(
    student: Student, query: str
) -> None:
    answer = student.browser.client.get(f"/study/{student.study_id}{query}")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert '"node": 0, ' in page
    notice = re.search(r'"notice": "([^"]*)"', page)
    assert notice
    assert notice[1].endswith(" This is the start of the study.")
    right = student.browser.client.get(f"/study/{student.study_id}?node=0").content.decode()
    assert '"notice": ""' in right


def test_a_link_to_what_is_gone_says_where_its_chapter_starts(student: Student) -> None:
    added = student.post("/chapters", {"version": 0, "game": "kitaran"}).json()["number"]
    student.edit("PlaceChapter", chapter=added, rank=0)
    for number, start in ((added, "the study"), (1, "this chapter")):
        page = student.browser.client.get(f"/study/{student.study_id}?chapter={number}&node=99")
        assert f"This is the start of {start}." in page.content.decode()


def test_a_forged_request_is_refused(student: Student) -> None:
    answer = student.browser.client.post(
        f"/api/studies/{student.study_id}/edit", "{}", content_type="application/json"
    )
    assert answer.status_code == 403
