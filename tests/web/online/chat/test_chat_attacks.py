"""What nobody can do by a chat: read others', write in others', flood, deface, forge."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from skerry.web.accounts import people
from skerry.web.base.seats import COOKIE
from skerry.web.online.models import ChatLine, Mute, Report
from tests.web.conftest import Browser
from tests.web.online.chat.chatting import begin, error_of, hear, say, texts
from tests.web.play.two_players import holder_of

pytestmark = pytest.mark.stores


@pytest.fixture
def game_id(browser: Browser, other_browser: Browser) -> str:
    return begin(browser, other_browser)


@pytest.fixture
def fresh_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("\u2066a\u2069\u200f b\u200b\x1b[31m", "a b[31m"),
        ("Z" + "\u0301" * 150, "Z" + "\u0301" * 4),
        ("line\r\nline\u2028line", "line line line"),
        ("'; DROP TABLE online_chatline; --", "'; DROP TABLE online_chatline; --"),
        (
            "\U0001f469\u200d\U0001f680 \u05e9\u05dc\u05d5\u05dd",
            "\U0001f469\u200d\U0001f680 \u05e9\u05dc\u05d5\u05dd",
        ),
        ("x" * 200, "x" * 200),
    ],
)
def test_a_line_is_kept_as_text_without_what_nobody_sees(
    browser: Browser, other_browser: Browser, game_id: str, sent: str, kept: str
) -> None:
    assert say(browser, game_id, sent).status_code == 201
    assert texts(other_browser, game_id) == [kept]
    answer = other_browser.client.get(f"/api/games/{game_id}/chat")
    assert answer["Content-Type"] == "application/json"
    assert kept not in other_browser.client.get(f"/game/{game_id}").content.decode()


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({}, "'text' is missing"),
        ({"text": None}, "'text' must be"),
        ({"text": ["a"]}, "'text' must be"),
        ({"text": ""}, "Nothing can be seen"),
        ({"text": " \u200b\u202e\n"}, "Nothing can be seen"),
        ({"text": "x" * 201}, "at most 200 characters"),
        ({"text": "x" * 60_000}, "at most 200 characters"),
        ({"text": "a", "id": "<b>"}, "'id' must be"),
        ({"text": "a", "id": 7}, "'id' must be"),
        ('{"text": "\\ud800"}', "half a character"),
        ("[]", "JSON object"),
    ],
)
def test_what_is_no_line_is_refused(
    browser: Browser, game_id: str, body: object, part: str
) -> None:
    status, sentence = error_of(browser.send(game_id, "chat", body))
    assert (status, part in sentence) == (400, True), sentence
    assert not ChatLine.objects.exists()


def test_who_does_not_play_in_a_game_neither_reads_nor_writes(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    say(other_browser, game_id, "Between us")
    for stranger in (Browser(), Browser()):
        if stranger.client.cookies:
            raise AssertionError("a stranger has no seat yet")
        assert error_of(stranger.client.get(f"/api/games/{game_id}/chat"))[0] == 403
        stranger.begin("byg")
        for what, body in (
            ("chat", {"text": "Me too"}),
            ("chat/mute", {"muted": True}),
            ("chat/report", {"line": 1}),
        ):
            assert error_of(stranger.send(game_id, what, body))[0] == 403, what
        assert "Between us" not in stranger.client.get(f"/game/{game_id}").content.decode()
        assert 'id="chat"' not in stranger.client.get(f"/game/{game_id}").content.decode()
    assert ChatLine.objects.count() == 1
    assert not Mute.objects.exists()
    assert not Report.objects.exists()


def test_there_is_no_chat_with_a_friend_at_the_same_screen_or_the_computer(
    browser: Browser,
) -> None:
    for game_id in (browser.begin("spry"), browser.begin("spry", opponent="1"), "nosuchgame"):
        assert error_of(browser.client.get(f"/api/games/{game_id}/chat"))[0] == 404
        assert error_of(say(browser, game_id, "Hello?"))[0] == 404


def test_another_seat_cannot_be_taken_by_its_holder_or_a_forged_cookie(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    say(browser, game_id, "Between us")
    stranger = Client()
    token = browser.client.cookies[COOKIE].value
    for forged in (holder_of(browser), token.split(":")[0], token[:-1] + "_", "account:1"):
        stranger.cookies[COOKIE] = forged
        assert stranger.get(f"/api/games/{game_id}/chat").status_code == 403, forged


def test_no_other_site_can_let_a_player_write(browser: Browser, game_id: str) -> None:
    for what, body in (("chat", '{"text": "a"}'), ("chat/mute", '{"muted": true}')):
        address = f"/api/games/{game_id}/{what}"
        for headers in ({}, {"X-CSRFToken": "x" * 64}):
            answer = browser.client.post(
                address, body, content_type="application/json", headers=headers
            )
            assert answer.status_code == 403
        answer = browser.client.post(
            address, body, content_type="text/plain", headers={"X-CSRFToken": browser.token()}
        )
        assert answer.status_code == 415
    assert not ChatLine.objects.exists()
    assert not Mute.objects.exists()


def test_who_was_closed_says_nothing(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    say(browser, game_id, "Boo")
    people.close(people.player_of(holder_of(browser)))
    status, sentence = error_of(say(browser, game_id, "Boo again"))
    assert (status, "closed" in sentence) == (403, True)
    assert texts(other_browser, game_id) == ["Boo"]


@pytest.mark.usefixtures("fresh_cache")
def test_a_flood_is_refused_and_the_other_one_still_speaks(
    browser: Browser, other_browser: Browser, game_id: str, settings: pytest.FixtureRequest
) -> None:
    settings.QUOTA_FACTOR = 1.0  # type: ignore[attr-defined]
    answers = [say(browser, game_id, f"spam {number}") for number in range(23)]
    assert [one.status_code for one in answers] == [201] * 20 + [429] * 3
    assert int(answers[-1]["Retry-After"]) >= 1
    assert "lines of chat" in error_of(answers[-1])[1]
    assert say(other_browser, game_id, "Please stop").status_code == 201
    assert len(texts(other_browser, game_id)) == 21


@pytest.mark.parametrize("line", [1, 0, 2, 10**30, -1, "1", None])
def test_only_a_line_of_the_other_one_is_reported(
    browser: Browser, other_browser: Browser, game_id: str, line: object
) -> None:
    say(browser, game_id, "My own")
    assert error_of(browser.send(game_id, "chat/report", {"line": line}))[0] == 400
    assert not Report.objects.exists()


@pytest.mark.parametrize("after", ["-1", "x", "9" * 40, "\u0661"])
def test_no_number_of_a_line_breaks_anything(browser: Browser, game_id: str, after: str) -> None:
    answer = browser.client.get(f"/api/games/{game_id}/chat", {"after": after})
    assert answer.status_code in (200, 400)


def test_muting_again_and_again_is_one_mute(browser: Browser, game_id: str) -> None:
    for muted in (True, True, False, False, True):
        browser.send(game_id, "chat/mute", {"muted": muted})
    assert Mute.objects.count() == 1
    assert error_of(browser.send(game_id, "chat/mute", {"muted": "yes"}))[0] == 400
    assert hear(browser, game_id)["muted"] is True
