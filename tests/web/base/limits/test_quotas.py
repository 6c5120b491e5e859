"""Quotas of a public server: by browser and by address, with a sentence and a time to wait."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory

from skerry.web.base import limits
from skerry.web.base.answers import refuse
from skerry.web.base.clients import client_address, is_owner, network_of
from skerry.web.base.errors import QuotaError
from skerry.web.base.limits import (
    ACCOUNTS,
    ADDRESS_FACTOR,
    LETTERS,
    NEW_GAMES,
    UPLOADS,
    Counted,
    Counter,
    Quota,
    Rate,
    lower_all,
    raise_all,
    spend,
)
from skerry.web.base.seats import COOKIE, give_token, hash_token, new_token
from skerry.web.site.middleware import LimitRequests
from tests.web.conftest import Browser

pytestmark = pytest.mark.stores

FEW = Quota("few", "small things", (Rate(3, 600),))
SECURITY = Path(__file__).parents[4] / "docs" / "security.md"


@pytest.fixture(autouse=True)
def fresh_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def public(settings: Any, db: None) -> Any:
    settings.IS_PUBLIC = True
    settings.QUOTA_FACTOR = 1.0
    return settings


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that the test sets: seconds since the epoch, at the beginning of all windows."""
    now = [20_000 * 86_400.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def request_of(token: str | None = None, address: str = "198.51.100.7", **headers: str) -> Any:
    request = RequestFactory().get("/")
    request.META |= {"REMOTE_ADDR": address, **headers}
    if token is not None:
        response = HttpResponse()
        give_token(response, token)
        request.COOKIES[COOKIE] = response.cookies[COOKIE].value
    return request


def test_a_browser_is_refused_beyond_its_quota_and_another_one_is_not(public: Any) -> None:
    mine, other = new_token(), new_token()
    for _ in range(3):
        spend(request_of(mine), FEW)
    with pytest.raises(QuotaError, match=r"At most 3 small things in 10 minutes .* one browser"):
        spend(request_of(mine), FEW)
    spend(request_of(other), FEW)


def test_who_drops_the_cookie_each_time_is_known_by_the_address(public: Any) -> None:
    for _ in range(3 * ADDRESS_FACTOR):
        spend(request_of(new_token()), FEW)
    with pytest.raises(QuotaError, match="one address"):
        spend(request_of(new_token()), FEW)
    with pytest.raises(QuotaError, match="one address"):
        spend(request_of(), FEW)
    spend(request_of(address="198.51.100.8"), FEW)


def test_a_household_cannot_multiply_itself_by_its_many_ipv6_addresses(public: Any) -> None:
    for number in range(3 * ADDRESS_FACTOR):
        spend(request_of(address=f"2001:db8:1:2::{number:x}"), FEW)
    with pytest.raises(QuotaError):
        spend(request_of(address="2001:db8:1:2:ffff::1"), FEW)
    spend(request_of(address="2001:db8:1:3::1"), FEW)


def test_what_is_refused_does_not_count(public: Any, clock: list[float]) -> None:
    mine = new_token()
    for _ in range(3):
        spend(request_of(mine), FEW)
    refused = request_of(mine)
    for _ in range(50):
        with pytest.raises(QuotaError):
            spend(refused, FEW)
    clock[0] += refused.META[limits.RETRY_AFTER]
    spend(request_of(mine), FEW)


def test_the_longer_of_two_rates_is_kept_too(public: Any, clock: list[float]) -> None:
    both, mine = Quota("both", "things", (Rate(2, 60), Rate(4, 86_400))), new_token()
    for _ in range(2):
        spend(request_of(mine), both)
        spend(request_of(mine), both)
        clock[0] += 120
    with pytest.raises(QuotaError, match="4 things a day"):
        spend(request_of(mine), both)


def test_on_ones_own_machine_nothing_is_counted(settings: Any) -> None:
    assert settings.QUOTA_FACTOR == 0
    mine = new_token()
    for _ in range(20):
        spend(request_of(mine), FEW)


def test_no_address_and_no_seat_stand_in_the_cache(
    public: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys: list[str] = []

    def noted(counters: Sequence[Counter]) -> list[Counted]:
        keys.extend(one.key for one in counters)
        return raise_all(counters)

    monkeypatch.setattr("skerry.web.base.limits.raise_all", noted)
    mine = new_token()
    spend(request_of(mine), FEW)
    assert len(keys) == 2
    assert not [key for key in keys if "198.51" in key or hash_token(mine)[:8] in key]


def test_counters_are_raised_together_and_each_starts_at_nothing() -> None:
    first = Counter("test:1", 100, "test:0")
    later, other = Counter("test:2", 100, "test:1"), Counter("other:1", 100, "other:0")
    assert raise_all([first, other]) == [Counted(0, 1), Counted(0, 1)]
    assert raise_all([first]) == [Counted(0, 2)]
    assert raise_all([later, other]) == [Counted(2, 1), Counted(0, 2)]
    lower_all([later, Counter("missing:1", 100, "missing:0")])
    assert raise_all([later, other]) == [Counted(2, 1), Counted(0, 3)]
    assert raise_all([Counter("missing:1", 100, "missing:0")]) == [Counted(0, 1)]


def test_a_header_that_anybody_can_write_is_not_read() -> None:
    request = request_of(HTTP_X_FORWARDED_FOR="203.0.113.9", HTTP_X_REAL_IP="203.0.113.9")
    assert client_address(request) == "198.51.100.7"


@pytest.mark.parametrize(
    ("address", "known", "network"),
    [
        ("198.51.100.7", "198.51.100.7", "198.51.100.7"),
        ("2001:DB8::1", "2001:db8::1", "2001:db8::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7", "198.51.100.7"),
        ("", "unknown", "unknown"),
        ("not an address", "unknown", "unknown"),
    ],
)
def test_addresses_are_read_in_one_form(address: str, known: str, network: str) -> None:
    found = client_address(request_of(address=address))
    assert (found, network_of(found)) == (known, network)


def test_the_owner_sits_at_the_machine_unless_it_is_a_public_server(settings: Any) -> None:
    assert is_owner(request_of(address="127.0.0.1"))
    assert is_owner(request_of(address="::1"))
    assert not is_owner(request_of(address="198.51.100.7"))
    assert not is_owner(request_of(address=""))
    through_a_proxy = request_of(address="127.0.0.1", HTTP_X_FORWARDED_FOR="127.0.0.1")
    assert not is_owner(through_a_proxy)
    settings.IS_PUBLIC = True
    assert not is_owner(request_of(address="127.0.0.1"))


def test_a_page_hears_a_sentence_and_when_to_come_back(
    browser: Browser, public: Any, clock: list[float]
) -> None:
    for _ in range(31):  # the first of them without a seat
        browser.begin("spry")
    sent = {"opponent": "friend", "csrfmiddlewaretoken": browser.token()}
    answer = browser.client.post("/new/spry", sent)
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 1200
    assert "At most 30 new games in 10 minutes" in answer.content.decode()


@pytest.mark.parametrize(
    ("quota", "path", "sent", "shown"),
    [
        (NEW_GAMES, "/new/spry", {"opponent": "friend", "other_name": "Ada"}, 'value="Ada"'),
        (NEW_GAMES, "/challenge/new/spry", {"opponent": "online", "to": "Ada"}, "<bdi>Ada</bdi>"),
        (NEW_GAMES, "/quick", {"game": "byg", "speed": "blitz"}, 'value="blitz" checked'),
        (UPLOADS, "/open", {"text": "one game"}, ">one game</textarea>"),
        (UPLOADS, "/studies/new", {"text": "one game"}, ">one game</textarea>"),
        (ACCOUNTS, "/sign-up", {"name": "Ada", "password": "seven harbours"}, 'value="Ada"'),
        (LETTERS, "/account/forgotten", {"who": "Ada"}, 'value="Ada"'),
    ],
)
def test_a_form_beyond_the_quota_comes_back_as_it_was_sent(
    browser: Browser,
    public: Any,
    clock: list[float],
    quota: Quota,
    path: str,
    sent: dict[str, str],
    shown: str,
) -> None:
    public.QUOTA_FACTOR = 1e-9  # one of everything
    spend(request_of(address="127.0.0.1"), quota)
    answer = browser.client.post(path, {**sent, "csrfmiddlewaretoken": browser.token()})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    page = answer.content.decode()
    assert f"At most 1 {quota.what} " in page
    assert shown in page


def test_a_script_hears_it_too_and_nothing_is_changed(
    browser: Browser, public: Any, clock: list[float]
) -> None:
    game_id = browser.begin("spry")
    public.QUOTA_FACTOR = 2 / 120  # two turns a minute
    body = {"version": 99, "actions": []}
    answers = [browser.send(game_id, "play", body) for _ in range(3)]
    assert [one.status_code for one in answers] == [409, 409, 429]
    assert answers[2].json()["error"].startswith("At most 2 turns a minute")
    assert int(answers[2]["Retry-After"]) >= 1
    assert answers[2]["Cache-Control"] == "private, no-store"


def test_a_client_that_never_stops_asking_is_not_answered(
    db: None, public: Any, clock: list[float]
) -> None:
    public.QUOTA_FACTOR = 0.01  # nine a minute of a browser, 45 of an address
    client = Client()
    statuses = [client.get("/puzzles").status_code for _ in range(60)]
    assert statuses[:45].count(429) == 0
    assert set(statuses[45:]) == {429}
    page, answer = client.get("/puzzles"), client.get("/api/engine")
    assert page["Content-Type"] == "text/plain; charset=utf-8"  # nobody reads so many pages
    assert page.content.decode().startswith("At most ")
    assert answer.status_code == 429
    assert answer.json() == {"error": page.content.decode().strip()}
    assert all(int(one["Retry-After"]) > 0 for one in (page, answer))
    assert {one["Cache-Control"] for one in (page, answer)} == {"private, no-store"}


def test_what_the_engine_refuses_says_when_to_come_back_too(browser: Browser) -> None:
    answer = LimitRequests(lambda request: refuse(request, 429, "Too much."))(request_of())
    assert isinstance(answer, HttpResponse)
    assert int(answer["Retry-After"]) > 0


def every_quota() -> list[Quota]:
    return [one for one in vars(limits).values() if isinstance(one, Quota)]


def test_every_quota_has_a_name_of_its_own() -> None:
    names = [one.name for one in every_quota()]
    assert len(names) == len(set(names)) >= 10


def test_every_quota_is_used_somewhere() -> None:
    web = Path(limits.__file__).parents[2]
    sources = [path.read_text() for path in web.rglob("*.py") if path.name != "quotas.py"]
    for name, value in vars(limits).items():
        if isinstance(value, Quota):
            pattern = re.compile(rf"(limited\(|(spend|is_accepted)\(request, (form, )?){name}\b")
            assert any(pattern.search(text) for text in sources), name


def test_the_document_tells_every_quota() -> None:
    rows = [
        f"| {one.what} | {' and '.join(f'{rate.most:,} {_in(rate)}' for rate in one.rates)} |"
        for one in every_quota()
    ]
    text = SECURITY.read_text(encoding="utf-8")
    assert [row for row in rows if row not in text] == []
    assert f"{ADDRESS_FACTOR} times as much" in text


def _in(rate: Rate) -> str:
    return limits._period(rate.seconds)


def test_sentences_name_times_as_people_do() -> None:
    told = [limits._duration(seconds) for seconds in (1, 2, 119, 120, 3700, 7200, 100_000)]
    assert told == [
        *("1 second", "2 seconds", "119 seconds", "2 minutes", "62 minutes", "2 hours"),
        "28 hours",
    ]
