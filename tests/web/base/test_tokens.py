"""Seats that run out, are renewed, and can be revoked."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from skerry.web.base.consumers import CHECK, holder_group
from skerry.web.base.models import RevokedSeat
from skerry.web.base.seats import COOKIE, LASTS, RENEWED_AFTER, hash_token, revoke
from tests.web.accounts.conftest import Noted, noted
from tests.web.conftest import Browser

__all__ = ["noted"]  # a fixture


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that the test sets, seconds since the epoch."""
    cache.clear()
    now = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    monkeypatch.setattr(
        "skerry.web.base.seats.timezone.now",
        lambda: datetime.fromtimestamp(now[0], UTC),
    )
    return now


def cookie(browser: Browser) -> str:
    return str(browser.client.cookies[COOKIE].value)


def token_of(browser: Browser) -> str:
    return cookie(browser).split(":")[0]


def may_play(browser: Browser, game_id: str) -> bool:
    return bool(browser.state(game_id)["owner"])


def test_a_seat_runs_out_when_its_browser_stays_away_too_long(
    browser: Browser, clock: list[float]
) -> None:
    game_id = browser.begin("spry")
    clock[0] += LASTS.total_seconds() - 60
    assert may_play(browser, game_id)
    clock[0] += 120
    assert not may_play(browser, game_id)


def test_who_comes_back_keeps_it(browser: Browser, clock: list[float]) -> None:
    game_id, token = browser.begin("spry"), token_of(browser)
    for _ in range(4):
        clock[0] += LASTS.total_seconds() * 0.9
        answer = browser.client.get(f"/game/{game_id}")
        assert answer.cookies[COOKIE]["max-age"] == LASTS.total_seconds()
        assert answer.cookies[COOKIE]["httponly"]
    assert token_of(browser) == token
    assert may_play(browser, game_id)


def test_it_is_renewed_with_pages_and_only_after_some_weeks(
    browser: Browser, clock: list[float]
) -> None:
    game_id = browser.begin("spry")
    clock[0] += RENEWED_AFTER.total_seconds() - 60
    assert COOKIE not in browser.client.get("/").cookies
    clock[0] += 120
    for path in (f"/api/games/{game_id}", f"/game/{game_id}/thumbnail.svg"):
        assert COOKIE not in browser.client.get(path).cookies, path
    sheet = next(
        part.split('"')[0]
        for part in browser.client.get("/").content.decode().split('href="')
        if "board.css" in part
    )
    clock[0] += RENEWED_AFTER.total_seconds() + 60  # the page has just renewed it
    answer = browser.client.get(sheet)
    assert "public" in answer["Cache-Control"]
    assert COOKIE not in answer.cookies


def test_a_cookie_that_runs_out_is_not_renewed(browser: Browser, clock: list[float]) -> None:
    browser.begin("spry")
    clock[0] += LASTS.total_seconds() + 60
    assert COOKIE not in browser.client.get("/").cookies


def test_copies_of_the_cookie_count_no_more_once_they_are_revoked(
    browser: Browser, clock: list[float]
) -> None:
    game_id = browser.begin("spry")
    thief = Browser()
    thief.client.cookies[COOKIE] = cookie(browser)
    assert may_play(thief, game_id)
    clock[0] += 5
    answer = browser.client.post("/seat/renew", {"csrfmiddlewaretoken": browser.token()})
    assert answer.status_code == 302
    assert not may_play(thief, game_id)
    assert thief.act(game_id, "resign").status_code == 403
    assert may_play(browser, game_id)
    clock[0] += LASTS.total_seconds() / 2
    assert not may_play(thief, game_id)
    assert COOKIE not in thief.client.get("/").cookies


def test_sockets_that_a_copy_has_opened_look_again(
    browser: Browser, noted: Noted, django_capture_on_commit_callbacks: Any
) -> None:
    browser.begin("spry")
    holder = hash_token(token_of(browser))
    with django_capture_on_commit_callbacks(execute=True):
        browser.client.post("/seat/renew", {"csrfmiddlewaretoken": browser.token()})
    assert noted.told == [(holder_group(holder), CHECK)]


def test_another_site_cannot_have_it_renewed(browser: Browser, clock: list[float]) -> None:
    browser.begin("spry")
    old = Client()
    old.cookies[COOKIE] = cookie(browser)
    clock[0] += 5
    assert browser.client.post("/seat/renew").status_code == 403  # without the token of a page
    assert browser.client.get("/seat/renew").status_code == 405
    assert not RevokedSeat.objects.exists()


def test_a_browser_without_a_seat_has_nothing_to_renew(db: None) -> None:
    browser = Browser()
    answer = browser.client.post("/seat/renew", {"csrfmiddlewaretoken": browser.token()})
    assert answer.status_code == 302
    assert not RevokedSeat.objects.exists()
    assert COOKIE not in answer.cookies


def test_revocations_are_forgotten_when_all_they_concern_has_run_out(
    browser: Browser, clock: list[float]
) -> None:
    revoke("a" * 64)
    clock[0] += (LASTS + timedelta(days=1)).total_seconds()
    revoke("b" * 64)
    assert [one.holder for one in RevokedSeat.objects.all()] == ["b" * 64]


def test_the_database_is_asked_once_a_minute_at_most(
    browser: Browser, clock: list[float], django_assert_num_queries: Any
) -> None:
    browser.begin("spry")
    browser.client.get("/api/engine")
    browser.client.get("/editor")
    with django_assert_num_queries(0):
        browser.client.get("/editor")
    assert cache.get(f"revoked:{hash_token(token_of(browser))}") == 0.0


@pytest.mark.parametrize(
    "forged",
    [
        *("", ":", "::", "a:b:c", "x" * 43, f"{'x' * 43}:1tabcd:{'y' * 43}"),
        f"{'x' * 43}:{'z' * 30}:{'y' * 43}",
    ],
)
def test_what_is_no_cookie_of_ours_is_no_seat(browser: Browser, forged: str) -> None:
    game_id = browser.begin("spry")
    browser.client.cookies[COOKIE] = forged
    assert not may_play(browser, game_id)
