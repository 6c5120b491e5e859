"""Edits over HTTP: stored one by one, undone, refused where they would replace another's work."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import skerry
from skerry.exchange import write
from skerry.record import GameRecord, Person
from skerry.record.json_form import LONGEST_COMMENT
from skerry.study import Done, Edit, Study, apply, edit_to_data
from skerry.study.edits import Add, Retitle
from skerry.study.study import LONGEST_TITLE
from skerry.web.base.errors import StaleError
from skerry.web.base.services import service
from skerry.web.study import studies
from skerry.web.study.models import SavedEdit, SavedStudy
from skerry.web.study.studies import KeptStudies
from tests.web.conftest import Browser
from tests.web.study.conftest import Student

pytestmark = pytest.mark.stores


def test_a_turn_is_added_and_is_there_after_a_restart(student: Student) -> None:
    first = student.add(0, "b2")
    assert student.add(first, "a2") == 2
    service(KeptStudies)._kept.clear()  # as a new process has nothing in memory
    assert [node["turn"] for node in student.nodes().values()] == ["", "b2", "a2"]


def test_a_turn_that_is_there_is_followed(student: Student) -> None:
    student.add(0, "b2")
    answer = student.edit("Add", chapter=1, parent=0, turn="b2").json()
    assert (answer["number"], answer["edit"]) == (1, None)
    assert student.saved.version == 1


def test_an_illegal_turn_is_refused_with_a_sentence(student: Student) -> None:
    student.add(0, "b2")
    answer = student.edit("Add", chapter=1, parent=1, turn="b2")
    assert answer.status_code == 400
    assert "b2" in answer.json()["error"]
    assert student.saved.version == 1


def test_an_edit_tells_what_the_page_has_missed(student: Student) -> None:
    student.add(0, "b2")
    student.edit("Comment", chapter=1, node=1, before="", after="Centre.")
    answer = student.edit("Add", version=1, chapter=1, parent=1, turn="a2").json()
    assert [edit["kind"] for edit in answer["edits"]] == ["Comment", "Add"]
    assert [edit["at"] for edit in answer["edits"]] == [2, 3]
    assert answer["version"] == 3


def test_who_has_missed_too_much_loads_anew(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "MOST_MISSED", 1)
    student.add(0, "b2")
    student.add(1, "a2")
    assert student.get("/edits?known=0").json()["edits"] is None
    assert len(student.get("/edits?known=1").json()["edits"]) == 1


def test_undoing_brings_back_a_branch_and_can_be_undone(student: Student) -> None:
    student.add(0, "b2")
    student.add(1, "a2")
    student.edit("Comment", chapter=1, node=2, before="", after="Bad.")
    removed = student.edit("Remove", chapter=1, node=1, size=2).json()
    assert list(student.nodes()) == [0]
    undone = student.post("/undo", {"version": 0, "number": removed["edit"]}).json()
    assert student.nodes()[2]["comment"] == "Bad."
    student.post("/undo", {"version": 0, "number": undone["edit"]})
    assert list(student.nodes()) == [0]


def test_what_cannot_be_undone_is_told(student: Student) -> None:
    assert student.post("/undo", {"version": 0, "number": 7}).status_code == 409


def test_two_windows_lose_no_comment(student: Student) -> None:
    student.edit("Comment", chapter=1, node=0, before="", after="Mine")
    answer = student.edit("Comment", chapter=1, node=0, before="", after="Yours")
    assert answer.status_code == 409
    assert answer.json()["now"] == "Mine"
    assert student.nodes()[0]["comment"] == "Mine"


def test_two_windows_add_to_the_same_study(student: Student) -> None:
    """Neither knows of the other; both edits are there."""
    student.edit("Add", version=0, chapter=1, parent=0, turn="b2")
    student.edit("Add", version=0, chapter=1, parent=0, turn="a1")
    assert [node["turn"] for node in student.nodes().values()] == ["", "b2", "a1"]


def test_an_edit_that_another_overtakes_is_stored_after_it(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = student.saved

    def overtaken(study: Study, edit: Edit) -> Done:
        monkeypatch.setattr(studies, "apply", apply)
        studies.edit(saved, Add(1, 0, "a1"))
        return apply(study, edit)

    monkeypatch.setattr(studies, "apply", overtaken)
    edited = studies.edit(saved, Add(1, 0, "b2"))
    assert (edited.version, edited.number) == (2, 2)
    assert [node["turn"] for node in student.nodes().values()] == ["", "a1", "b2"]
    rows = SavedEdit.objects.filter(study=saved.pk).values_list("number", flat=True)
    assert sorted(rows) == [1, 2]


def test_a_snapshot_and_the_edits_after_it_make_the_same_study(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "SNAPSHOT_EVERY", 3)
    parent = 0
    for turn in ("b2", "a2", "c2", "a1"):
        parent = student.add(parent, turn)
    assert student.saved.snapshot_version == 3
    service(KeptStudies)._kept.clear()
    assert [node["turn"] for node in student.nodes().values()] == ["", "b2", "a2", "c2", "a1"]


def test_a_study_is_read_once_and_then_kept(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    service(KeptStudies)._kept.clear()
    student.get()
    monkeypatch.setattr(studies, "study_from_data", None)
    assert student.get().status_code == 200


def test_a_damaged_snapshot_is_told_and_changes_nothing(student: Student) -> None:
    SavedStudy.objects.filter(pk=student.study_id).update(snapshot='{"chapters": 3}')
    service(KeptStudies)._kept.clear()
    answer = student.get()
    assert answer.status_code == 400
    assert "damaged" in answer.json()["error"]


def overtake(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let somebody else edit a study whenever it was just read; the versions that were read."""
    load, seen = studies.load, list[int]()

    def load_too_early(study_id: str) -> tuple[int, Study]:
        version, study = load(study_id)
        seen.append(version)
        SavedStudy.objects.filter(pk=study_id).update(version=version + 1)
        nothing = json.dumps(edit_to_data(Retitle(None, study.title, study.title)))
        SavedEdit.objects.create(study_id=study_id, number=version + 1, edit=nothing, inverse="")
        return version, study

    monkeypatch.setattr(studies, "load", load_too_early)
    return seen


def test_an_edit_that_is_overtaken_again_and_again_is_refused(
    student: Student, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, seen = student.saved, overtake(monkeypatch)
    with pytest.raises(StaleError, match=studies.TOO_BUSY):
        studies.edit(saved, Add(1, 0, "b2"))
    with pytest.raises(StaleError, match=studies.TOO_BUSY):
        studies.replace_persons(saved, 1, (Person("Ada"), Person("Bob")))
    assert seen == list(range(2 * studies.ATTEMPTS))
    monkeypatch.undo()
    assert list(student.nodes()) == [0]
    assert "Ada" not in student.saved.snapshot


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "A chapter begins with a 'game', with a 'text', or with 'chapter' and 'node'."),
        ({"chapter": 1}, "A chapter begins with a 'game'"),
        ({"node": 0}, "A chapter begins with a 'game'"),
        ({"text": "x" * 50_001}, "A pasted text is at most 50,000 characters long."),
    ],
)
def test_what_no_chapter_begins_with_is_refused(
    student: Student, sent: dict[str, object], sentence: str
) -> None:
    answer = student.post("/chapters", {"version": 0, **sent})
    assert (answer.status_code, sentence in answer.json()["error"]) == (400, True)
    assert len(student.get().json()["chapters"]) == 1
    assert student.saved.version == 0


def test_chapters_are_added_renamed_ordered_and_removed(student: Student) -> None:
    student.add(0, "b2")
    answer = student.post("/chapters", {"version": 0, "game": "spry", "title": "Other"})
    assert answer.json()["number"] == 2
    here = {"version": 0, "chapter": 1, "node": 1}
    assert student.post("/chapters", here).json()["number"] == 3
    student.edit("PlaceChapter", chapter=3, rank=0)
    student.edit("Retitle", chapter=3, before="Kitaran", after="From b2")
    student.edit("RemoveChapter", chapter=2, size=1)
    chapters = student.get().json()["chapters"]
    assert [chapter["title"] for chapter in chapters] == ["From b2", "Kitaran"]
    assert student.saved.games == "kitaran"
    assert (
        "player=1"
        in GameRecord.from_json(
            student.browser.client.get(f"/study/{student.study_id}/3.json").content
        ).start.text
    )


@pytest.mark.parametrize(
    "edit",
    [
        None,
        {},
        {"kind": "Restore", "chapter": 1, "rank": 0, "branch": []},
        {"kind": "Evaluate", "chapter": 1, "node": 0, "evaluation": {}},
        {"kind": "Add", "chapter": 1, "parent": -1, "turn": "b2"},
        {"kind": "Add", "chapter": True, "parent": 0, "turn": "b2"},
        {"kind": "Add", "chapter": 1, "parent": 0, "turn": "x" * 3000},
        {"kind": "Comment", "chapter": 1, "node": 0, "before": "", "after": 3},
        {"kind": "Comment", "chapter": 1, "node": 0, "before": "", "after": "half a face: \ud83d"},
        {"kind": "Marks", "chapter": 1, "node": 0, "before": [], "after": [{"kind": "star"}]},
    ],
)
def test_what_a_page_may_not_send_is_refused(student: Student, edit: object) -> None:
    answer = student.post("/edit", {"version": 0, "edit": edit})
    assert answer.status_code == 400
    assert student.saved.version == 0


def test_marks_are_drawn_on_the_board(student: Student) -> None:
    mark = {"kind": "arrow", "cells": ["a1", "c3"], "colour": "red"}
    assert student.edit("Marks", chapter=1, node=0, before=[], after=[mark]).status_code == 200
    state = student.get("/chapters/1/nodes/0").json()
    assert state["marks"] == [mark]
    assert 'class="mark mark-red"' in state["svg"]


def test_the_record_of_a_chapter_holds_all_of_it(student: Student) -> None:
    student.add(0, "b2")
    student.add(1, "a2")
    student.add(1, "c1")
    student.edit("Comment", chapter=1, node=3, before="", after="Or here.")
    answer = student.browser.client.get(f"/study/{student.study_id}/1.json")
    record = GameRecord.from_json(answer.content)
    assert record.turn_texts == ("b2", "a2")
    assert record.turns[1].variations[0][0].comment == "Or here."


def test_a_chapter_leaves_and_comes_back_as_sgf(student: Student) -> None:
    student.add(0, "b2")
    student.add(1, "a2")
    student.add(1, "c1")
    student.edit("Comment", chapter=1, node=3, before="", after="Or here.")
    student.edit("Comment", chapter=1, node=0, before="", after="All.")
    answer = student.browser.client.get(f"/study/{student.study_id}/1.json?format=sgf")
    assert answer["Content-Disposition"].endswith('-1.sgf"')
    text = answer.content.decode()
    assert student.post("/chapters", {"version": 5, "text": text}).status_code == 200
    nodes = [(node["turn"], node.get("comment")) for node in student.nodes(2).values()]
    assert nodes == [("", "All."), ("b2", None), ("a2", None), ("c1", "Or here.")]


def test_what_could_not_be_read_of_a_chapter_is_said_in_its_comment(student: Student) -> None:
    text = write(GameRecord.begin(skerry.game("kitaran", size=3), comment="Mine"), "sgf").text
    text = text.replace(")\n", ";B[z9])")
    assert student.post("/chapters", {"version": 0, "text": text}).status_code == 200
    comment = student.nodes(2)[0]["comment"]
    assert comment.startswith("Mine\n\nNot read:\nline 1: B[z9] is left out")


@pytest.mark.parametrize("format", ["pgn", "abstract-play"])
def test_a_format_that_cannot_hold_a_chapter_is_refused(student: Student, format: str) -> None:
    path = f"/study/{student.study_id}/1.json?format={format}"
    assert student.browser.client.get(path).status_code in (400, 409)


def test_each_file_becomes_a_chapter(browser: Browser) -> None:
    files = [
        SimpleUploadedFile(f"{name}.json", GameRecord.begin(skerry.game(name)).to_json().encode())
        for name in ("byg", "spry")
    ]
    sent = {"csrfmiddlewaretoken": browser.token(), "record": files}
    answer = browser.client.post("/studies/new", sent)
    study = Student(browser, str(answer["Location"]).rsplit("/", 1)[1])
    assert [one["title"] for one in study.get().json()["chapters"]] == ["byg", "spry"]


def test_what_was_read_in_part_is_told_beside_what_was_not_read(browser: Browser) -> None:
    text = write(GameRecord.begin(skerry.game("byg")), "sgf").text.replace(")\n", ";W[zz])")
    files = [
        SimpleUploadedFile("part.sgf", text.encode()),
        SimpleUploadedFile("none.sgf", b"(;GM[1];B[aa])"),
    ]
    sent = {"csrfmiddlewaretoken": browser.token(), "record": files}
    page = browser.client.post("/studies/new", sent).content.decode()
    assert "A study of 1 chapter<" in page
    assert "W[zz] is left out" in page
    assert "the property SKGAME is missing" in page


def test_a_preview_saves_nothing(student: Student) -> None:
    preview = student.post("/chapters/1/nodes/0/preview", {"actions": ["b2"]}).json()
    assert preview["complete"]
    assert student.saved.version == 0
    assert json.loads(student.saved.snapshot)["chapters"][0]["nodes"] == [
        {"number": 0, "parent": -1, "turn": ""}
    ]


def test_boxes_take_what_the_server_takes(student: Student) -> None:
    page = student.browser.client.get(f"/study/{student.study_id}").content.decode()
    student.add(0, "b2")
    comment: dict[str, Any] = {"chapter": 1, "node": 1, "before": ""}
    title: dict[str, Any] = {"chapter": None, "before": student.saved.title}
    for kind, about, longest in (
        ("Comment", comment, LONGEST_COMMENT),
        ("Retitle", title, LONGEST_TITLE),
    ):
        assert f'maxlength="{longest}"' in page
        assert student.edit(kind, **about, after="e" * (longest + 1)).status_code == 400
        assert student.edit(kind, **about, after="e" * longest).status_code == 200
