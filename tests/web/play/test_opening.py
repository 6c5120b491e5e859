"""Opening records and positions, from a file or pasted."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import skerry
from skerry.exchange import write
from skerry.record import GameRecord, Person
from skerry.web.base import files as uploads
from skerry.web.base.bodies import LONGEST_PASTED
from skerry.web.play import queries, views
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from tests.web.conftest import Browser

pytestmark = pytest.mark.stores


@pytest.fixture
def text() -> str:
    return skerry.game("kitaran", size=3).start().play("b2").text


@pytest.fixture
def record() -> GameRecord:
    persons = (Person("Ada"), Person("Computer", "computer", "4"))
    return GameRecord.begin(skerry.game("kitaran", size=3), persons=persons).add_turn("b2")


def sent(browser: Browser, **fields: Any) -> Any:
    return browser.client.post("/open", {"csrfmiddlewaretoken": browser.token(), **fields})


def opened(answer: Any) -> SavedGame:
    assert answer.status_code == 302, answer.content.decode()
    return queries.find_any(answer["Location"].rsplit("/", 1)[1])


def test_a_pasted_position_begins_a_game_of_friends(browser: Browser, text: str) -> None:
    saved = opened(sent(browser, text=f"\n  {text} \n"))
    assert record_of(saved).given_start == skerry.position(text)
    assert saved.computer is None
    assert browser.state(saved.pk)["mine"]


@pytest.mark.parametrize(("side", "computer"), [("to-move", 0), ("other", 1)])
def test_a_pasted_position_begins_a_game_against_a_level(
    browser: Browser, text: str, side: str, computer: int
) -> None:
    saved = opened(sent(browser, text=text, opponent="5", side=side))
    assert (saved.level, saved.computer) == ("5", computer)


def test_a_pasted_record_goes_on_as_it_says(browser: Browser, record: GameRecord) -> None:
    saved = opened(sent(browser, text=record.to_json(), opponent="friend"))
    assert record_of(saved).turn_texts == ("b2",)
    assert (saved.level, saved.computer) == ("4", 1)


def test_a_position_comes_from_a_file_too(browser: Browser, text: str) -> None:
    file = SimpleUploadedFile("position.txt", f"{text}\n".encode())
    saved = opened(sent(browser, record=file, opponent="1"))
    assert record_of(saved).given_start == skerry.position(text)
    assert saved.level == "1"


def refusal(answer: Any) -> str:
    assert answer.status_code == 400
    assert SavedGame.objects.count() == 0
    page: str = answer.content.decode()
    assert '<details class="open-game" open>' in page
    return page.split('role="alert">')[1].split("</p>")[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file or paste a text first"),
        ("kitaran", "A position has three parts between bars"),
        ("chess | 8 | x", "There is no game"),
        ("{", "not complete JSON"),
        ("{}", "This is not a Skerry record"),
        ("{" * (LONGEST_PASTED + 1), "Save it as a file"),
    ],
)
def test_what_cannot_be_opened_is_told(browser: Browser, text: str, sentence: str) -> None:
    assert sentence in refusal(sent(browser, text=text))


def test_a_position_in_the_middle_of_a_turn_is_refused(browser: Browser) -> None:
    middle = "spry size=4 swap=off | 4/5/6/3w3/6/5/b3 | player=1 first=0 turn=1 placed=a1"
    assert "middle of a turn" in refusal(sent(browser, text=middle))


def test_what_was_typed_is_kept_and_escaped(browser: Browser) -> None:
    typed = 'spry size=2 | 2/3 | </textarea><script>"'
    answer = sent(browser, text=typed, opponent="7", side="other")
    page = answer.content.decode()
    assert "&lt;/textarea&gt;&lt;script&gt;&quot;</textarea>" in page
    assert "<script>" not in page.split("<textarea")[1]
    assert '<option value="7" selected>' in page
    assert '<option value="other" selected>' in page


@pytest.mark.parametrize("fields", [{"opponent": "12"}, {"opponent": "1", "side": "third"}])
def test_opponents_that_are_not_offered_are_refused(
    browser: Browser, text: str, fields: dict[str, str]
) -> None:
    assert "There is no " in refusal(sent(browser, text=text, **fields))


def test_a_broken_file_is_a_broken_record(browser: Browser) -> None:
    file = SimpleUploadedFile("game.json", b"\x89PNG\r\n\x1a\n")
    assert "Line 1 begins no game record" in refusal(sent(browser, record=file))


def test_a_text_that_is_too_long_is_refused_with_a_sentence(browser: Browser) -> None:
    answer = sent(browser, text="x" * 70_000)
    assert answer.status_code == 413
    assert "too long" in answer.content.decode()


def test_the_form_takes_one_more_so_that_a_longer_text_is_refused_and_not_cut(
    browser: Browser,
) -> None:
    assert f'maxlength="{LONGEST_PASTED + 1}"' in browser.client.get("/").content.decode()
    longest = "é" * (LONGEST_PASTED // 2)
    assert sent(browser, text=longest).status_code == 400


# ---- records of other formats, and many at once ----


def played(*turns: str) -> GameRecord:
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=("Ada", "<b>Bert</b>"))
    for turn in turns:
        record = record.add_turn(turn)
    return record


def file_of(text: str, name: str = "game.sgf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


@pytest.mark.parametrize("format", ["sgf", "abstract-play"])
def test_other_formats_are_opened_pasted_or_as_a_file(browser: Browser, format: str) -> None:
    record = played("b2", "a2").resign(1)
    text = write(record, format).text
    for fields in ({"text": text}, {"record": file_of(text)}):
        assert record_of(opened(sent(browser, **fields))) == record


def test_what_could_not_be_read_is_told_before_the_game_is_looked_at(browser: Browser) -> None:
    text = write(played("b2", "a2", "b1"), "sgf").text.replace("[b1]", "[<i>]")
    answer = sent(browser, text=text)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Opened 1 game<" in page
    assert "<li>line 4: B[&lt;i&gt;] is left out:" in page
    (saved,) = SavedGame.objects.all()
    assert f'href="/game/{saved.pk}"' in page
    assert record_of(saved).turn_texts == ("b2", "a2")
    assert browser.state(saved.pk)["owner"]


def test_of_many_remarks_the_first_are_told(browser: Browser) -> None:
    text = write(played("b2"), "sgf").text
    for number in range(25):
        text = text.replace("GM[0]", f"GM[0]X{chr(65 + number)}[]", 1)
    page = sent(browser, text=text).content.decode()
    assert page.count("a record has no place for it.") == uploads.MOST_REMARKS
    assert "There are 5 more remarks" in page


def test_files_are_no_longer_than_a_record_all_together(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LARGEST_RECORD", 1_000)
    files = [file_of(" " * 600), file_of(" " * 600)]
    assert "at most 1,000 bytes long" in refusal(sent(browser, record=files))


def test_a_collection_becomes_a_game_each(browser: Browser) -> None:
    text = "".join(write(played(*turns), "sgf").text for turns in (("a1",), ("b2", "c3")))
    page = sent(browser, record=file_of(text)).content.decode()
    assert "Opened 2 games" in page
    assert {saved.num_turns for saved in SavedGame.objects.all()} == {1, 2}


def test_many_files_are_opened_and_a_broken_one_is_told_beside_them(browser: Browser) -> None:
    files = [
        file_of(write(played("a1"), "sgf").text, "one.sgf"),
        file_of("{", "<b>.json"),
        file_of(played("b2", "c3").to_json(), "two.json"),
    ]
    page = sent(browser, record=files).content.decode()
    assert "Opened 2 games" in page
    assert "<h2>&lt;b&gt;.json</h2>" in page
    assert "not complete JSON" in page
    assert SavedGame.objects.count() == 2


def test_where_no_file_can_be_read_the_form_says_why(browser: Browser) -> None:
    files = [file_of("{", "one.json"), file_of("chess", "two.txt")]
    sentence = refusal(sent(browser, record=files))
    assert "one.json: The record is not complete JSON" in sentence
    assert "two.txt: Line 1 begins no game record" in sentence


def test_no_more_than_so_many_games_are_opened_at_once(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_GAMES", 2)
    text = write(played("a1"), "sgf").text
    page = sent(browser, record=[file_of(text), file_of(text * 3), file_of(text)]).content.decode()
    assert SavedGame.objects.count() == 2
    assert "Another game begins here" in page
    assert "too many at once" in page


def test_reading_stops_when_it_has_taken_long(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LONGEST_READING", -1.0)
    text = write(played("a1"), "sgf").text
    assert "too many at once" in refusal(sent(browser, record=[file_of(text), file_of(text)]))


def test_more_files_than_a_form_takes_are_refused(browser: Browser) -> None:
    files = [file_of(write(played("a1"), "sgf").text) for _ in range(65)]
    answer = sent(browser, record=files)
    assert answer.status_code == 413
    assert "At most 64 files are read at once" in answer.content.decode()
    assert SavedGame.objects.count() == 0
