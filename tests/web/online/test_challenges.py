"""Challenges: made by the form of a new game, accepted once, withdrawn, expired."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from skerry.errors import OptionError
from skerry.sessions import ByoYomi, Fischer
from skerry.web.accounts.people import find_player, player_of, sign_up
from skerry.web.base.errors import QuotaError, StaleError
from skerry.web.base.seats import COOKIE, hash_token
from skerry.web.online import challenges, personal_data
from skerry.web.online.models import ACCEPTED, LINK_LENGTH, OPEN, WITHDRAWN, Challenge
from skerry.web.play import queries
from skerry.web.play.forms import grouped_choices, read_control
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser, small_form
from tests.web.online.challenging import challenge, page_of, post

pytestmark = pytest.mark.stores


def holder_of(browser: Browser) -> str:
    return hash_token(browser.client.cookies[COOKIE].value.split(":")[0])


def begun_by(answer: Any) -> SavedGame:
    assert answer.status_code == 302, answer.content.decode()
    return queries.find_any(answer["Location"].rsplit("/", 1)[1])


def test_the_form_makes_a_challenge_with_a_link_nobody_guesses(browser: Browser) -> None:
    made = challenge(browser, time="5-min-3-s", side="second")
    assert len(made.pk) == LINK_LENGTH
    assert (made.state, made.side, made.game) == (OPEN, "second", "kitaran")
    assert made.time == Fischer(300, 3)
    assert made.wanted.info.name == "kitaran"
    assert made.pk != challenge(browser).pk


def test_its_page_says_who_asks_for_what(browser: Browser, other_browser: Browser) -> None:
    made = challenge(browser, time="10-min-5-30-s")
    name = made.maker.name
    theirs = page_of(other_browser, made)
    assert f"<bdi>{name}</bdi> challenges you to Kitaran" in theirs
    assert "10 min + 5 × 30 s" in theirs
    assert "You play" in theirs
    assert "Accept and play" in theirs
    assert "Withdraw" not in theirs
    own = page_of(browser, made)
    assert f">http://testserver/challenge/{made.pk}</code>" in own
    assert "Withdraw" in own
    assert "Accept" not in own


def test_accepting_begins_the_game_that_was_asked_for(
    browser: Browser, other_browser: Browser
) -> None:
    made = challenge(browser, time="10-min-5-30-s", side="second")
    saved = begun_by(post(other_browser, made, "accept"))
    assert saved.seats.held_by(holder_of(browser)) == (1,)
    assert saved.seats.held_by(holder_of(other_browser)) == (0,)
    session = queries.session_of(saved)
    assert session.clock is not None
    assert session.clock.control == ByoYomi(600, 5, 30)
    assert [one.name for one in session.record.persons] == [
        player_of(holder_of(other_browser)).name,
        made.maker.name,
    ]
    assert session.game == made.wanted
    state = browser.client.get(f"/api/challenges/{made.pk}").json()
    assert state == {"open": False, "game": f"/game/{saved.pk}"}
    assert Browser().client.get(f"/api/challenges/{made.pk}").json()["game"] is None
    assert browser.client.get(f"/challenge/{made.pk}")["Location"] == f"/game/{saved.pk}"


def test_either_side_is_drawn(browser: Browser, other_browser: Browser) -> None:
    firsts = set()
    for _ in range(30):
        saved = begun_by(post(other_browser, challenge(browser, side="random"), "accept"))
        firsts.add(saved.first_seat)
    assert len(firsts) == 2


def test_nobody_accepts_their_own(browser: Browser) -> None:
    made = challenge(browser)
    answer = post(browser, made, "accept")
    assert answer.status_code == 403
    assert "your own challenge" in answer.content.decode()
    made.refresh_from_db()
    assert made.state == OPEN


def test_who_comes_second_reads_why_and_who_was_first_gets_there_again(
    browser: Browser, other_browser: Browser
) -> None:
    made, third = challenge(browser), Browser()
    saved = begun_by(post(other_browser, made, "accept"))
    answer = post(third, made, "accept")
    assert answer.status_code == 409
    assert "Somebody else was quicker" in answer.content.decode()
    assert begun_by(post(other_browser, made, "accept")).pk == saved.pk
    assert SavedGame.objects.filter(first_seat=made.maker.holder).count() == 1


def test_a_challenge_is_withdrawn_by_its_maker_alone(
    browser: Browser, other_browser: Browser
) -> None:
    made = challenge(browser)
    assert post(other_browser, made, "withdraw").status_code == 403
    assert post(browser, made, "withdraw").status_code == 302
    made.refresh_from_db()
    assert made.state == WITHDRAWN
    assert "You withdrew" in page_of(browser, made)
    assert "has been withdrawn" in page_of(other_browser, made)
    assert post(other_browser, made, "accept").status_code == 409
    assert not SavedGame.objects.filter(first_seat=made.maker.holder).exists()


def test_what_has_been_accepted_cannot_be_withdrawn(
    browser: Browser, other_browser: Browser
) -> None:
    made = challenge(browser)
    saved = begun_by(post(other_browser, made, "accept"))
    assert post(other_browser, made, "withdraw").status_code == 403
    # Its maker may have pressed the button at that moment: their clock runs.
    assert post(browser, made, "withdraw")["Location"] == f"/challenge/{made.pk}"
    assert browser.client.get(f"/challenge/{made.pk}")["Location"] == f"/game/{saved.pk}"
    made.refresh_from_db()
    assert made.state == ACCEPTED


def test_a_challenge_expires_after_a_week(browser: Browser, other_browser: Browser) -> None:
    made = challenge(browser)
    assert timedelta(days=6, hours=23) < made.expires - timezone.now() <= timedelta(days=7)
    Challenge.objects.update(expires=timezone.now())
    assert "has expired" in page_of(other_browser, made)
    assert post(other_browser, made, "accept").status_code == 409
    assert browser.client.get(f"/api/challenges/{made.pk}").json() == {"open": False, "game": None}


def test_a_set_up_is_drawn_or_made_by_the_players(browser: Browser, other_browser: Browser) -> None:
    for prepared, phase in (("on", "play"), ("", "setup")):
        made = challenge(browser, "syrtis", prepared=prepared)
        saved = begun_by(post(other_browser, made, "accept"))
        position = queries.session_of(saved).position
        assert (position.phase == "play") is (phase == "play")


@pytest.mark.parametrize(
    "fields", [{"time": "1-min"}, {"side": "third"}, {"size": "900"}, {"time": "x" * 500}]
)
def test_what_is_not_offered_is_refused_on_the_form(
    browser: Browser, fields: dict[str, str]
) -> None:
    sent = {"opponent": "online", "side": "first", "size": "3", **fields}
    sent["csrfmiddlewaretoken"] = browser.token()
    answer = browser.client.post("/new/kitaran", sent, follow=True)
    assert answer.status_code == 400
    assert 'class="problem" role="alert"' in answer.content.decode()
    assert not Challenge.objects.exists()


def test_what_is_refused_as_it_is_made_is_said_on_the_form(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two that are sent at the same moment, say, when there is room for one."""

    def full(*_: object) -> None:
        raise QuotaError("That was enough for today.")

    monkeypatch.setattr(challenges, "make", full)
    sent = {"opponent": "online", "side": "first", **small_form("kitaran")}
    sent["csrfmiddlewaretoken"] = browser.token()
    answer = browser.client.post("/new/kitaran", sent, follow=True)
    assert answer.status_code == 429
    page = answer.content.decode()
    assert 'role="alert">That was enough for today.</p>' in page
    # It takes no GET, to which one would be led when one has signed in.
    (way,) = re.findall(r'href="([^"]*)">Sign in</a> to play rated games', page)
    assert way == "/sign-in?next=%2Fnew%2Fkitaran%3Fopponent%3Donline"


def test_every_clock_of_the_form_is_read_back() -> None:
    values = [one.value for _, group in grouped_choices() for one in group]
    assert len(set(values)) == len(values)
    controls = [read_control(value) for value in values]
    assert controls[0] is None
    assert len(set(controls)) == len(values)
    with pytest.raises(OptionError, match="no clock"):
        read_control("")


def test_the_form_comes_up_as_it_was_sent_last(browser: Browser) -> None:
    challenge(browser, time="5-min-3-s")
    page = browser.client.get("/new/kitaran").content.decode()
    assert re.findall(r'name="opponent" value="([^"]*)" checked', page) == ["online"]
    assert '<option value="5-min-3-s" selected>' in page


def test_no_such_challenge(browser: Browser) -> None:
    assert browser.client.get("/challenge/abc").status_code == 404
    assert browser.client.get("/api/challenges/abc").status_code == 404
    assert browser.client.get("/challenge/new/kitaran").status_code == 405


def test_a_name_with_marks_stays_text(browser: Browser, other_browser: Browser) -> None:
    made = challenge(browser)
    made.maker.name = "<b>Ada</b>"
    made.maker.save()
    assert "<bdi>&lt;b&gt;Ada&lt;/b&gt;</bdi>" in page_of(other_browser, made)


def test_challenges_go_to_the_account(browser: Browser) -> None:
    made = challenge(browser)
    old = made.maker.holder
    user = sign_up("Ada Lovelace", "a tall lighthouse", guest=old)
    made.refresh_from_db()
    assert made.maker.holder == user.holder
    guest = challenge(Browser())
    personal_data.move(guest.maker.holder, user.holder)
    guest.refresh_from_db()
    assert guest.maker == find_player(user.holder)
    data: Any = personal_data.export(user.holder)
    assert {one["id"] for one in data["challenges"]} == {made.pk, guest.pk}
    json.dumps(data)
    personal_data.forget(user.holder)
    assert not Challenge.objects.exists()


def test_of_two_who_were_shown_the_same_one_gets_it(
    browser: Browser, other_browser: Browser
) -> None:
    made = challenge(browser)
    shown = [challenges.find(made.pk) for _ in "ab"]
    assert challenges.accept(shown[0], "a" * 64)
    with pytest.raises(StaleError, match="Somebody else was quicker"):
        challenges.accept(shown[1], "b" * 64)
    assert SavedGame.objects.filter(first_seat=made.maker.holder).count() == 1
