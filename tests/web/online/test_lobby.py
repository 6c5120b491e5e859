"""The lobby: what it lists, for whom, for how long; rated challenges and who may accept them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from skerry.games.catalogue import FEATURED
from skerry.levels import LEVELS
from skerry.web.accounts import people
from skerry.web.online import challenges
from skerry.web.online.challenges import MOST_LISTED, WAITS
from skerry.web.online.models import ACCEPTED, OPEN, Challenge
from skerry.web.play import queries
from skerry.web.play.models import PUBLIC, SavedGame
from skerry.web.ratings.models import PlayerRating
from tests.web.accounts.conftest import Person
from tests.web.conftest import Browser
from tests.web.online.challenging import challenge, page_of, post

pytestmark = pytest.mark.stores

BLITZ, DAYS = "5-min-3-s", "3-days-a-turn-14-days-of-vacation"


@pytest.fixture
def ada(db: None) -> Person:
    person = Person()
    person.sign_up("Ada")
    return person


@pytest.fixture
def bob(db: None) -> Person:
    person = Person()
    person.sign_up("Bob")
    return person


def rated(browser: Browser, **fields: str) -> Challenge:
    return challenge(browser, **{"rated": "on", "time": BLITZ, "size": "4", **fields})


def lobby(browser: Browser, query: str = "") -> str:
    answer = browser.client.get(f"/lobby{query}")
    assert answer.status_code == 200
    page = str(answer.content.decode())
    listed = browser.client.get(f"/api/lobby{query}").json()["html"]
    assert listed.strip() in re.sub(r"\r", "", page)
    return page


def refused(browser: Browser, status: int = 400, /, **fields: str) -> str:
    """What the form says to a challenge that is not made."""
    before = Challenge.objects.count()
    sent = {"opponent": "online", "side": "first", "time": BLITZ, "size": "4", **fields}
    sent["csrfmiddlewaretoken"] = browser.token()
    answer = browser.client.post("/new/kitaran", sent, follow=True)
    assert answer.status_code == status
    assert Challenge.objects.count() == before
    (problem,) = re.findall(r'role="alert">(.*?)</p>', answer.content.decode())
    return str(problem)


def test_it_shows_what_is_meant_for_all(browser: Browser, other_browser: Browser) -> None:
    hidden, made = challenge(browser, time=BLITZ), challenge(browser, time=BLITZ, listed="on")
    for viewer in (other_browser, browser):
        page = lobby(viewer)
        assert f'href="/challenge/{made.pk}"' in page
        assert hidden.pk not in page
    assert made.maker.name in lobby(other_browser)
    assert "<b>Yours</b>" in lobby(browser)
    assert "5 min + 3 s" in page
    assert "casual" in page
    assert made.pk in lobby(other_browser, "?game=kitaran")
    assert made.pk not in lobby(other_browser, "?game=spry")
    assert made.pk in lobby(other_browser, "?game=nothing")


@pytest.mark.parametrize(
    ("side", "own", "theirs"),
    [
        ("first", "you move first", "you move second"),
        ("second", "you move second", "you move first"),
        ("random", "random side", "random side"),
    ],
)
def test_it_says_what_who_looks_will_be(
    browser: Browser, other_browser: Browser, side: str, own: str, theirs: str
) -> None:
    challenge(browser, side=side, time=DAYS, listed="on")
    for viewer, words in ((browser, own), (other_browser, theirs)):
        assert re.findall(r"you move \w+|random side", lobby(viewer)) == [words]


def test_what_is_accepted_withdrawn_or_expired_is_gone(
    browser: Browser, other_browser: Browser
) -> None:
    taken, back, old = (challenge(browser, time=DAYS, listed="on") for _ in range(3))
    Challenge.objects.filter(pk=old.pk).update(expires=timezone.now())
    assert taken.pk in lobby(other_browser)
    post(other_browser, taken, "accept")
    post(browser, back, "withdraw")
    page = lobby(other_browser)
    assert not [one for one in (taken, back, old) if one.pk in page]
    assert "No open challenges." in page


def test_a_quick_game_is_shown_while_its_maker_waits(browser: Browser) -> None:
    quick, slow = (challenge(browser, time=time, listed="on") for time in (BLITZ, DAYS))
    assert quick.pk in lobby(Browser())
    later = timezone.now() - timedelta(seconds=1)
    Challenge.objects.update(waits_until=later)
    page = lobby(Browser())
    assert quick.pk not in page
    assert slow.pk in page  # nobody need be there for it
    noted = challenges.keep_waiting(quick)
    assert noted.is_news
    noted = challenges.keep_waiting(quick, noted)
    assert not noted.is_news
    assert quick.pk in lobby(Browser())
    quick.refresh_from_db()
    assert timedelta(0) < quick.waits_until - timezone.now() <= WAITS
    assert challenges.end_waiting(quick, noted)
    assert quick.pk not in lobby(Browser())
    assert post(Browser(), quick, "accept").status_code == 302  # by its link all the same


def test_of_two_pages_of_its_maker_one_may_be_closed(browser: Browser) -> None:
    """A page whose network has changed opens a new connection; the old one ends later."""
    quick = challenge(browser, time=BLITZ, listed="on")
    old = challenges.keep_waiting(quick)
    new = challenges.keep_waiting(quick)
    assert not challenges.end_waiting(quick, old)
    assert not challenges.end_waiting(quick, new)  # closed at once, and there was another one
    assert quick.pk in lobby(Browser())
    old = challenges.keep_waiting(quick, old)  # both go on, and the old one has noted it last
    new = challenges.keep_waiting(quick, new)
    old = challenges.keep_waiting(quick, old)
    assert not challenges.end_waiting(quick, old)
    assert quick.pk in lobby(Browser())
    for _ in range(2):  # by the second time it knows that it is alone
        new = challenges.keep_waiting(quick, new)
    assert challenges.end_waiting(quick, new)
    assert quick.pk not in lobby(Browser())


def test_nobody_fills_the_lobby(browser: Browser) -> None:
    for _ in range(MOST_LISTED):
        challenge(browser, time=DAYS, listed="on")
    assert "withdraw one of them first" in refused(browser, listed="on", time=DAYS)
    assert challenge(browser, time=DAYS).state == OPEN
    assert challenge(Browser(), time=DAYS, listed="on").is_listed


def test_names_in_it_are_text(browser: Browser, other_browser: Browser) -> None:
    made = challenge(browser, time=DAYS, listed="on")
    made.maker.name = '<b>"\u202eAda'
    made.maker.save()
    page = lobby(other_browser)
    assert "<bdi>&lt;b&gt;&quot;\u202eAda</bdi>" in page
    assert '<b>"' not in page


def test_the_computer_s_levels_lead_to_the_form_with_that_level(browser: Browser) -> None:
    everything, one = lobby(browser), lobby(browser, "?game=spry")
    for key in LEVELS:
        assert everything.count(f'?opponent={key}"') == len(FEATURED)
        assert one.count(f'href="/new/spry?opponent={key}"') == 1
    page = browser.client.get("/new/spry?opponent=7").content.decode()
    assert re.findall(r'name="opponent" value="([^"]*)" checked', page) == ["7"]
    page = browser.client.get("/new/spry?opponent=online&listed=on").content.decode()
    assert re.findall(r'name="opponent" value="([^"]*)" checked', page) == ["online"]
    assert 'name="listed" value="on" checked' in page
    page = browser.client.get("/new/spry?opponent=%3Cb%3E").content.decode()
    assert re.findall(r'name="opponent" value="([^"]*)" checked', page) == ["2"]


def test_a_rated_challenge_begins_a_rated_game(ada: Person, bob: Person) -> None:
    made = rated(ada, listed="on")
    page = lobby(bob)
    assert '<span class="tag is-rated">rated</span>' in page
    assert "1500?" in page
    assert "<dd>Rated</dd>" in page_of(bob, made)
    assert 'href="/players/Ada"' in page_of(bob, made)
    answer = post(bob, made, "accept")
    saved = queries.find_any(answer["Location"].rsplit("/", 1)[1])
    assert saved.is_rated
    assert saved.visibility == PUBLIC
    assert bob.state(saved.pk)["rated"]
    ada.play(saved.pk, "a1")
    bob.play(saved.pk, "a2")
    ada.act(saved.pk, "resign")
    assert PlayerRating.objects.filter(game="kitaran", speed="blitz").count() == 2
    assert not re.search(r"1500\?", lobby(ada))
    assert rated(ada, listed="on").pk in lobby(bob)
    assert re.search(r">1[0-4]\d\d\?<", lobby(bob))


def test_guests_neither_make_nor_accept_rated_ones(ada: Person, browser: Browser) -> None:
    assert "Rated games need an account" in refused(browser, 403, rated="on")
    made = rated(ada)
    assert "you need an account to accept" in page_of(browser, made)
    answer = post(browser, made, "accept")
    assert answer.status_code == 403
    assert "Rated games need an account" in answer.content.decode()
    assert not SavedGame.objects.filter(first_seat=made.maker.holder).exists()
    made.refresh_from_db()
    assert made.state == OPEN


def test_what_cannot_be_rated_is_said_on_the_form(ada: Person) -> None:
    assert "needs a clock" in refused(ada, rated="on", time="no-clock")
    assert "Small and quick" in refused(ada, rated="on", size="3")


def test_who_was_closed_asks_for_no_game_and_gets_none(ada: Person, bob: Person) -> None:
    made = challenge(ada, time=DAYS, listed="on")
    guest = Browser()
    theirs = challenge(guest, time=DAYS)
    people.close(made.maker)
    people.close(theirs.maker)
    assert made.pk not in lobby(bob)
    answer = post(bob, made, "accept")
    assert answer.status_code == 409
    assert "has been withdrawn" in answer.content.decode()
    assert "plays no more here" in refused(guest, 403)
    other = challenge(bob, time=DAYS)
    assert post(guest, other, "accept").status_code == 403
    assert not Challenge.objects.filter(state=ACCEPTED).exists()


def test_the_form_remembers_what_was_asked_for_last(ada: Person) -> None:
    rated(ada, listed="on")
    page = ada.client.get("/new/kitaran").content.decode()
    assert 'name="listed" value="on" checked' in page
    assert 'name="rated" value="on" checked' in page


def test_home_and_every_page_lead_there(browser: Browser) -> None:
    assert browser.client.get("/").content.decode().count('href="/lobby"') == 2
    assert 'href="/lobby"' in browser.client.get("/puzzles").content.decode()
