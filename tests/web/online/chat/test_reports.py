"""A line is reported, and staff look at it, hide it and close who wrote it."""

from typing import Any

import pytest

from skerry.web.accounts import people
from skerry.web.online.models import Report
from tests.web.accounts.conftest import PASSWORD, Person
from tests.web.conftest import Browser
from tests.web.online.chat.chatting import begin, error_of, hear, say, texts
from tests.web.play.two_players import holder_of

pytestmark = pytest.mark.stores

REPORTS = "/admin/online/report/"
RUDE = "<b>rude</b> \u05e9\u05dc\u05d5\u05dd"


@pytest.fixture
def staff(db: None) -> Person:
    people.sign_up("Anneliese", PASSWORD)
    people.make_admin("Anneliese", None)
    person = Person()
    person.sign_in()
    return person


@pytest.fixture
def reported(browser: Browser, other_browser: Browser) -> str:
    """A game in which the browser has reported the third line."""
    game_id = begin(browser, other_browser)
    say(browser, game_id, "Hello")
    say(other_browser, game_id, "Hm")
    say(other_browser, game_id, RUDE)
    for _ in range(2):
        assert browser.send(game_id, "chat/report", {"line": 3}).json() == {"reported": True}
    return game_id


def act(staff: Person, action: str) -> Any:
    report = Report.objects.get()
    sent = {"action": action, "_selected_action": str(report.pk)}
    answer = staff.post(REPORTS, **sent)
    assert answer.status_code == 302
    return answer


def test_the_reporter_sees_that_it_is_reported_and_the_writer_does_not(
    browser: Browser, other_browser: Browser, reported: str
) -> None:
    assert [one["reported"] for one in hear(browser, reported)["lines"]] == [False, False, True]
    assert not any(one["reported"] for one in hear(other_browser, reported)["lines"])
    assert Report.objects.count() == 1


def test_staff_reads_the_lines_around_as_text(staff: Person, reported: str) -> None:
    listed = staff.page(REPORTS)
    assert "<bdi>&lt;b&gt;rude&lt;/b&gt;" in listed
    page = staff.page(f"{REPORTS}{Report.objects.get().pk}/change/")
    assert f"/game/{reported}" in page
    assert "Hello" in page
    assert "<b>rude" not in listed + page
    assert staff.client.get(f"{REPORTS}add/").status_code == 403


@pytest.mark.parametrize("who", ["guest", "account"])
def test_nobody_else_reads_reports(db: None, who: str) -> None:
    person = Person()
    if who == "account":
        person.sign_up("Bertha")
    assert person.client.get(REPORTS, follow=True).status_code == (404 if who == "account" else 200)
    assert "reports of chat" not in person.client.get(REPORTS, follow=True).content.decode()


def test_a_line_is_hidden_from_both_and_shown_again(
    staff: Person, browser: Browser, other_browser: Browser, reported: str
) -> None:
    act(staff, "hide_lines")
    for one in (browser, other_browser):
        assert texts(one, reported) == ["Hello", "Hm", ""]
        assert hear(one, reported)["lines"][2]["hidden"] is True
    act(staff, "show_lines")
    assert texts(browser, reported)[2] == RUDE


def test_who_wrote_it_is_closed_and_the_report_is_handled(
    staff: Person, browser: Browser, other_browser: Browser, reported: str
) -> None:
    act(staff, "close_writers")
    assert error_of(say(other_browser, reported, "Boo"))[0] == 403
    assert people.player_of(holder_of(browser)).closed is None
    act(staff, "mark_handled")
    assert Report.objects.get().handled is not None
    act(staff, "mark_open")
    assert Report.objects.get().handled is None
