"""One client asks for ten thousand things: what it gets is bounded, and others get theirs."""

from collections import Counter
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest

from skerry.puzzles import collection
from skerry.web.base.limits import ADDRESS_FACTOR, NEW_GAMES, PREVIEWS, REQUESTS, VERDICTS
from skerry.web.online.models import Challenge
from tests.web.conftest import Browser, small_form

pytestmark = pytest.mark.django_db

MANY = 10_000


@pytest.fixture
def public(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.IS_PUBLIC = True
    settings.QUOTA_FACTOR = 1.0
    moment = 20_000 * 86_400.0  # all of it happens at once
    monkeypatch.setattr("time.time", lambda: moment)


def challenges(browser: Browser, number: int, token: str) -> "Counter[int]":
    """Ask for so many games against anybody; how many answers had which status."""
    sent = {"opponent": "online", "side": "first", **small_form("kitaran")}
    form = urlencode({**sent, "csrfmiddlewaretoken": token})
    kind = "application/x-www-form-urlencoded"
    ask = partial(browser.client.post, "/challenge/new/kitaran", form, content_type=kind)
    return Counter(ask().status_code for _ in range(number))


@pytest.mark.usefixtures("public")
def test_ten_thousand_challenges_of_one_browser(browser: Browser, other_browser: Browser) -> None:
    most, requests = NEW_GAMES.rates[0].most, REQUESTS.rates[0].most
    answers = challenges(browser, MANY, browser.token())
    assert set(answers) == {302, 429}
    # Its first one has made it a browser that is known, and so counts for its address alone.
    assert answers[302] == Challenge.objects.count() == most + 1
    assert answers[429] == MANY - most - 1
    assert requests < MANY  # most of them were refused before any page looked at them
    assert challenges(other_browser, 1, other_browser.token()) == {302: 1}


@pytest.mark.usefixtures("public")
def test_a_challenge_counts_once(browser: Browser) -> None:
    """Though the form for a new game sends it on."""
    most, token = NEW_GAMES.rates[0].most, browser.token()
    challenges(browser, 1, token)
    sent = {"opponent": "online", "side": "first", **small_form("kitaran")}
    sent["csrfmiddlewaretoken"] = token
    answers = [browser.client.post("/new/kitaran", sent, follow=True) for _ in range(most + 1)]
    assert [answer.status_code for answer in answers] == [200] * most + [429]
    assert browser.client.post("/new/kitaran", sent | {"opponent": "friend"}).status_code == 429
    assert Challenge.objects.count() == most + 1


@pytest.mark.usefixtures("public")
def test_who_drops_its_cookies_is_bounded_by_its_address(browser: Browser) -> None:
    most = NEW_GAMES.rates[0].most * ADDRESS_FACTOR
    answers: Counter[int] = Counter()
    for _ in range(most // 10 + 5):
        fresh = Browser()
        answers += challenges(fresh, 10, fresh.token())
    assert answers[302] == Challenge.objects.count() == most
    assert answers[429] == 50


@pytest.mark.usefixtures("public")
def test_boards_of_the_form_for_a_new_game_are_counted(browser: Browser) -> None:
    most = PREVIEWS.rates[0].most
    browser.begin("kitaran", size="5")
    ask = partial(browser.client.get, "/api/new/kitaran/board", small_form("kitaran"))
    answers = Counter(ask().status_code for _ in range(most + 2))
    assert answers == {200: most, 429: 2}
    # What the browser remembers is drawn no more either, but the form stays of use.
    page = browser.client.get("/new/kitaran")
    assert page.status_code == 200
    assert 'name="size"' in page.content.decode()
    assert "Retry-After" not in page


@pytest.mark.usefixtures("public")
def test_solutions_of_puzzles_are_counted(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.web.puzzles.views.judge", lambda *_: None)
    monkeypatch.setattr("skerry.web.puzzles.views.judged", lambda *_: {})
    most = VERDICTS.rates[0].most
    browser.begin("kitaran")
    path = f"/api/puzzles/kitaran/{collection('kitaran')[0].key}/solution"
    token = {"X-CSRFToken": browser.token()}
    answers = Counter(
        browser.client.post(path, "{}", content_type="application/json", headers=token).status_code
        for _ in range(most + 2)
    )
    assert answers == {200: most, 429: 2}
