"""Names that would turn, hide or break the text around them."""

import json
import unicodedata

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from skerry.record import GameRecord
from skerry.web.board.words import clean_name, isolate_name
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser

OVERRIDE, ISOLATE, END = "\u202e", "\u2067", "\u2069"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Ada", "Ada"),
        (f"Ada{OVERRIDE}redaeL", "AdaredaeL"),
        (f"{ISOLATE}Ada", "Ada"),
        ("A\x00d\x1ba\x7f\x9b", "Ada"),
        ("Ada\n\u2028\u2029\t Lovelace ", "Ada Lovelace"),
        ("\ufeff\u200b\u2060\u00ad", ""),
        ("\u3164\u2800\u115f", ""),
        ("A\ud800da", "Ada"),
        ("نیما", "نیما"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a joiner that Persian needs
        ("\u200dAda\u200c", "Ada"),
        ("Ada \u200d Lovelace", "Ada Lovelace"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("Zoë", "Zoë"),
        ("e\u0301", "e\u0301"),
    ],
)
def test_what_nobody_sees_is_left_out(sent: str, kept: str) -> None:
    assert clean_name(sent) == kept


@given(st.text(max_size=30))
def test_a_clean_name_has_nothing_invisible_and_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    assert clean_name(name) == name
    for letter in name:
        assert unicodedata.category(letter) not in ("Cc", "Cs", "Zl", "Zp")
        assert unicodedata.bidirectional(letter) not in ("RLO", "LRO", "RLE", "LRE", "RLI", "LRI")


@given(st.text(max_size=30))
def test_only_a_name_that_needs_it_is_isolated(text: str) -> None:
    name = clean_name(text)
    told = isolate_name(name)
    assert told in (name, f"\u2068{name}\u2069")
    if name.isascii():
        assert told == name


def test_a_hebrew_name_stays_within_itself() -> None:
    assert isolate_name("עדה") == "\u2068עדה\u2069"


def test_names_of_a_new_game_are_cleaned(browser: Browser) -> None:
    game_id = browser.begin("kitaran", name=f"{OVERRIDE}Ada\x07", other_name="\u200b")
    persons = browser.state(game_id)["persons"]
    assert [person["name"] for person in persons] == ["Ada", "Second player"]


def test_names_and_levels_of_an_opened_record_are_cleaned(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1")
    data = json.loads(SavedGame.objects.get(pk=game_id).record)
    data["persons"] = [
        {"name": f"A{OVERRIDE}da", "kind": "human"},
        {"name": f"Deep{ISOLATE}", "kind": "computer", "level": f"{OVERRIDE}99"},
    ]
    sent = {
        "record": SimpleUploadedFile("record.json", json.dumps(data).encode()),
        "csrfmiddlewaretoken": browser.token(),
    }
    answer = browser.client.post("/open", sent)
    assert answer.status_code == 302
    opened = str(answer["Location"]).rsplit("/", 1)[1]
    persons = browser.state(opened)["persons"]
    assert [(one["name"], one["level"]) for one in persons] == [("Ada", ""), ("Deep", "99")]
    record = GameRecord.from_json(SavedGame.objects.get(pk=opened).record)
    assert [turn.text for turn in record.turns] == ["a1"]


def test_the_address_of_opening_leads_to_its_form(browser: Browser) -> None:
    answer = browser.client.get("/open")
    assert answer.status_code == 302
    assert answer["Location"] == "/"
    assert 'action="/open"' in browser.client.get("/").content.decode()
    assert browser.client.put("/open").status_code in (403, 405)
