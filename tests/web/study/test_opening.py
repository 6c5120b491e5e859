"""What a study begins with: files and texts, of which those that cannot be read are told."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import skerry
from skerry import rulebook
from skerry.exchange import write
from skerry.games.catalogue import FEATURED, info
from skerry.record import GameRecord
from skerry.web.base import files as uploads
from skerry.web.study import chapters, studies
from skerry.web.study.models import SavedStudy
from tests.web.conftest import Browser


def played(*turns: str) -> GameRecord:
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=("Ada", "Bert"))
    for turn in turns:
        record = record.add_turn(turn)
    return record


def file_of(text: str, name: str = "game.sgf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def sent(browser: Browser, **fields: Any) -> Any:
    return browser.client.post("/studies/new", {"csrfmiddlewaretoken": browser.token(), **fields})


def turns_of_chapters() -> list[tuple[str, ...]]:
    (saved,) = SavedStudy.objects.all()
    _, study = studies.load(saved.pk)
    return [chapter.record().turn_texts for chapter in study.chapters]


def test_files_of_all_formats_and_a_text_become_chapters(browser: Browser) -> None:
    over = played("b2", "a2").resign(1)
    files = [
        file_of(played("a1").to_json(), "one.json"),
        file_of(write(over, "abstract-play").text, "two.json"),
        file_of("".join(write(played(turn), "sgf").text for turn in ("b1", "c1"))),
        file_of(played("c3").position.text, "position.txt"),
    ]
    answer = sent(browser, record=files, text=played("c2").to_json())
    assert answer.status_code == 302
    assert turns_of_chapters() == [("a1",), ("b2", "a2"), ("b1",), ("c1",), (), ("c2",)]


@pytest.mark.parametrize("name", [one.name for one in FEATURED if one.has_guide])
def test_a_game_of_a_guide_opens_with_its_comments(browser: Browser, name: str) -> None:
    game = rulebook.commented_games(rulebook.guide(name))[-1]
    assert sent(browser, guided=f"{name}/{game.number}").status_code == 302
    (saved,) = SavedStudy.objects.all()
    assert saved.title == f"Game {game.number} of the guide to {info(name).title}"
    _, study = studies.load(saved.pk)
    found = study.chapters[0].record()
    assert [turn.comment for turn in found.turns] == [turn.comment for turn in game.record.turns]
    assert found.turn_texts == game.record.turn_texts


@pytest.mark.parametrize("place", ["spry/99", "spry", "spry/", "chess/1", "y/1", "spry/1/..", "/"])
def test_a_game_that_no_guide_has_is_refused(browser: Browser, place: str) -> None:
    answer = sent(browser, guided=place)
    assert answer.status_code in (400, 404, 409)
    assert not SavedStudy.objects.exists()


def test_what_cannot_be_read_is_told_beside_a_study_of_the_rest(browser: Browser) -> None:
    files = [file_of("{", "<b>.json"), file_of(played("a1").to_json(), "one.json")]
    answer = sent(browser, record=files, text="<i>no record</i>")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert turns_of_chapters() == [("a1",)]
    (saved,) = SavedStudy.objects.all()
    assert f'href="/study/{saved.pk}"' in page
    assert "<h2>&lt;b&gt;.json</h2>" in page
    assert "not complete JSON" in page
    assert "&lt;i&gt;no record&lt;/i&gt;</textarea>" in page  # nothing that was typed is lost
    assert "one.json" not in page


def test_where_nothing_can_be_read_every_file_has_its_line(browser: Browser) -> None:
    files = [file_of("{", "one.json"), file_of("(;GM[x", "two.sgf")]
    answer = sent(browser, record=files)
    told = answer.content.decode().split('role="alert">')[1].split("</div>")[0]
    assert answer.status_code == 400
    assert told.startswith("<p>one.json: ")
    assert "</p><p>two.sgf: " in told
    assert not SavedStudy.objects.exists()


def test_a_part_that_cannot_be_read_is_told_in_the_comment(browser: Browser) -> None:
    text = write(played("b2", "a2", "b1"), "sgf").text.replace("[b1]", "[x9]")
    assert sent(browser, record=file_of(text)).status_code == 302
    (saved,) = SavedStudy.objects.all()
    _, study = studies.load(saved.pk)
    assert "B[x9] is left out" in study.chapters[0].tree.nodes[0].comment


def test_more_games_than_chapters_are_told(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chapters, "MOST_CHAPTERS", 1)
    files = [file_of(played("a1").to_json()), file_of(played("b2").to_json(), "late.json")]
    page = sent(browser, record=files, text=played("c1").to_json()).content.decode()
    assert turns_of_chapters() == [("a1",)]
    assert page.count(uploads.TOO_MANY) == 2
    assert "<h2>late.json</h2>" in page


def test_files_are_no_longer_than_a_record_all_together(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LARGEST_RECORD", 1_000)
    answer = sent(browser, record=[file_of(" " * 600), file_of(" " * 600)])
    assert answer.status_code == 400
    assert "at most 1,000 bytes long" in answer.content.decode()
