"""A chapter as files: who may have them, and that nothing of it is missing in them."""

import io
from typing import Any

import pytest
from PIL import Image

from skerry.printing import booklet
from skerry.web.study import studies
from tests.printing.reading import text_of
from tests.web.conftest import Browser
from tests.web.study.conftest import Student

KINDS = ("json", "gif", "webp", "pdf")


@pytest.fixture
def chapter(student: Student) -> Student:
    """Two turns, what could have been played instead of the second, and words on that."""
    first = student.add(0, "b2")
    student.add(first, "a2")
    other = student.add(first, "a1")
    student.add(other, "c3")
    student.edit("Comment", chapter=1, node=other, before="", after="Or the corner.")
    return student


def file(student: Student, end: str, **headers: str) -> Any:
    path = f"/study/{student.study_id}/{end}"
    return student.browser.client.get(path, headers=headers)


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_the_main_line_is_a_moving_picture(chapter: Student, kind: str) -> None:
    answer = file(chapter, f"1.{kind}?theme=dark")
    assert answer["Content-Type"] == f"image/{kind}"
    name = f"study-{chapter.study_id}-1.{kind}"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (image.format, getattr(image, "n_frames", 1)) == (kind.upper(), 3)


def test_a_booklet_has_variations_and_comments_and_is_sent_once(chapter: Student) -> None:
    first = file(chapter, "1.pdf?paper=letter")
    assert first["Content-Type"] == "application/pdf"
    _, study = studies.load(chapter.study_id)
    assert first.content == booklet(study.chapter(1).record(), paper="letter")
    words = text_of(first.content)
    assert "Instead of turn 2" in words
    assert "Or the corner." in words
    assert file(chapter, "1.pdf?paper=letter", if_none_match=first["ETag"]).status_code == 304
    chapter.edit("Comment", chapter=1, node=1, before="", after="The centre.")
    assert file(chapter, "1.pdf?paper=letter", if_none_match=first["ETag"]).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_files_are_for_whom_the_study_is(
    student: Student, other_browser: Browser, kind: str
) -> None:
    other = student.seen_by(other_browser)
    assert file(other, f"1.{kind}").status_code == 404
    student.post("/share", {"by_link": True})
    assert file(other, f"1.{kind}").status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_chapter_that_is_gone_has_no_files(student: Student, kind: str) -> None:
    answer = file(student, f"9.{kind}")
    assert answer.status_code == 409
    assert "not in the study any more" in answer.content.decode()


@pytest.mark.parametrize("end", ["1.gif?theme=red", "1.pdf?paper=a3", "1.json?format=chess"])
def test_what_is_not_offered_is_refused(student: Student, end: str) -> None:
    assert file(student, end).status_code == 400


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_made_for_other_methods(student: Student, kind: str) -> None:
    answer = student.browser.client.post(f"/study/{student.study_id}/1.{kind}")
    assert answer.status_code in (403, 405)
