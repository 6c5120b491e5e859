"""The two players of a game write to each other: said once, read in order, muted, kept, moved."""

from typing import Any

import pytest
from django.db import IntegrityError

from skerry.web.accounts import people
from skerry.web.online import chat, personal_data
from skerry.web.online.models import ChatLine, Mute, Report
from tests.web.conftest import Browser
from tests.web.online.chat.chatting import begin, error_of, hear, say, texts
from tests.web.play.two_players import holder_of

pytestmark = pytest.mark.stores


@pytest.fixture
def game_id(browser: Browser, other_browser: Browser) -> str:
    return begin(browser, other_browser)


def test_both_read_what_both_have_said(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    assert say(browser, game_id, "Good luck!").json() == {"number": 1}
    assert say(other_browser, game_id, "  You  too\n:) ").status_code == 201
    mine, theirs = hear(browser, game_id), hear(other_browser, game_id)
    assert [line["text"] for line in mine["lines"]] == ["Good luck!", "You too :)"]
    assert [line["mine"] for line in mine["lines"]] == [True, False]
    assert [line["mine"] for line in theirs["lines"]] == [False, True]
    assert mine["last"] == 2
    assert hear(browser, game_id, "?after=1")["lines"] == mine["lines"][1:]
    assert hear(browser, game_id, "?after=2") == {"lines": [], "last": 2, "muted": False}
    assert texts(browser, game_id, "?after=999999999") == []


def test_one_may_chat_when_the_game_is_over(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    browser.act(game_id, "resign")
    say(other_browser, game_id, "Well played.")
    assert texts(browser, game_id) == ["Well played."]


def test_a_line_that_is_sent_again_is_said_once(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    answers = [say(browser, game_id, "Hello", id="one").json() for _ in range(3)]
    assert answers == [{"number": 1}] * 3
    say(other_browser, game_id, "Hello", id="one")  # another sender's id is another one
    for _ in range(2):
        say(browser, game_id, "Hm")  # and without one nobody can know
    assert texts(browser, game_id) == ["Hello", "Hello", "Hm", "Hm"]


def test_two_who_write_at_once_get_a_number_each(
    browser: Browser, other_browser: Browser, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one's line comes between looking for a number and taking it."""
    make, came = ChatLine.__init__, list[bool]()

    def make_late(line: ChatLine, *args: Any, **fields: Any) -> None:
        if "number" in fields and not came:
            came.append(True)
            say(other_browser, game_id, "First!")
        make(line, *args, **fields)

    monkeypatch.setattr(ChatLine, "__init__", make_late)
    assert say(browser, game_id, "Me!", id="one").json() == {"number": 2}
    assert texts(browser, game_id) == ["First!", "Me!"]
    player = people.player_of(holder_of(browser))
    with pytest.raises(IntegrityError):
        ChatLine.objects.create(game_id=game_id, number=2, player=player, text="x")


def test_who_never_gets_a_number_hears_so(
    browser: Browser, other_browser: Browser, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one's lines come first again and again."""
    monkeypatch.setattr(chat, "ATTEMPTS", 3)
    make, came = ChatLine.__init__, list[str]()

    def make_late(line: ChatLine, *args: Any, **fields: Any) -> None:
        if fields.get("text") == "Me!":
            came.append(f"First, {len(came)}!")
            say(other_browser, game_id, came[-1])
        make(line, *args, **fields)

    monkeypatch.setattr(ChatLine, "__init__", make_late)
    status, sentence = error_of(say(browser, game_id, "Me!"))
    assert (status, sentence) == (429, "Too much is written at this moment; try again.")
    assert texts(browser, game_id) == came == ["First, 0!", "First, 1!", "First, 2!"]


@pytest.mark.parametrize("is_muted", [True, False])
def test_who_is_gone_cannot_be_muted(
    browser: Browser, other_browser: Browser, game_id: str, is_muted: bool
) -> None:
    people.forget(holder_of(other_browser))
    status, sentence = error_of(browser.send(game_id, "chat/mute", {"muted": is_muted}))
    assert (status, sentence) == (403, "Whoever played with you is not there any more.")
    assert not Mute.objects.exists()


def test_nobody_writes_to_who_is_gone(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    say(other_browser, game_id, "Good game!")
    people.forget(holder_of(other_browser))
    status, sentence = error_of(say(browser, game_id, "Thank you!"))
    assert (status, sentence) == (403, "Whoever played with you is not there any more.")
    assert not ChatLine.objects.exists()


def test_who_is_muted_is_not_read_in_any_game_and_is_not_told(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    say(other_browser, game_id, "Boo")
    assert browser.send(game_id, "chat/mute", {"muted": True}).json() == {"muted": True}
    assert browser.send(game_id, "chat/mute", {"muted": True}).status_code == 200
    assert say(other_browser, game_id, "Boo again").status_code == 201
    say(browser, game_id, "Bye")
    assert texts(browser, game_id) == ["Bye"]
    assert (hear(browser, game_id)["muted"], hear(browser, game_id)["last"]) == (True, 3)
    assert texts(other_browser, game_id) == ["Boo", "Boo again", "Bye"]
    assert hear(other_browser, game_id)["muted"] is False
    second = begin(other_browser, browser)
    say(other_browser, second, "Here I am")
    assert texts(browser, second) == []
    browser.send(second, "chat/mute", {"muted": False})
    assert texts(browser, second) == ["Here I am"]
    assert texts(browser, game_id) == ["Boo", "Boo again", "Bye"]


def test_a_chat_is_full_some_day(
    browser: Browser, other_browser: Browser, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "MOST_LINES", 3)
    for number in range(3):
        assert say(browser, game_id, str(number)).status_code == 201
    status, sentence = error_of(say(other_browser, game_id, "more"))
    assert (status, "3 lines" in sentence) == (409, True)
    assert len(texts(browser, game_id)) == 3


def test_a_guest_takes_the_chat_along_and_an_account_takes_it_away(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    guest, rude = holder_of(browser), holder_of(other_browser)
    say(browser, game_id, "Hello", id="one")
    say(other_browser, game_id, "Boo")
    browser.send(game_id, "chat/mute", {"muted": True})
    browser.send(game_id, "chat/report", {"line": 2})
    account = people.sign_up("Anneliese", "a tall lighthouse")
    player = people.player_of(account.holder)
    Mute.objects.create(muter=player, muted=people.player_of(rude))  # both have: once is enough
    people.adopt(account, guest)
    data: Any = personal_data.export(account.holder)
    assert [(one["game"], one["text"]) for one in data["chat"]] == [(game_id, "Hello")]
    assert data["muted"] == [people.player_of(rude).name]
    assert [(one["game"], one["number"]) for one in data["reported_lines"]] == [(game_id, 2)]
    assert Mute.objects.count() == 1
    people.forget(account.holder)
    assert texts(other_browser, game_id) == ["Boo"]
    assert not Mute.objects.exists()
    assert Report.objects.get().reporter.name.startswith("Deleted")


def test_two_guests_of_one_person_do_not_hinder_each_other(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    """Who has played against themselves, with the same id and muting each other, signs in."""
    for one in (browser, other_browser):
        say(one, game_id, "Hello", id="same")
        one.send(game_id, "chat/mute", {"muted": True})
    account = people.sign_up("Anneliese", "a tall lighthouse", holder_of(browser))
    people.adopt(account, holder_of(other_browser))
    data: Any = personal_data.export(account.holder)
    assert ([one["text"] for one in data["chat"]], data["muted"]) == (["Hello", "Hello"], [])
