"""Tokens: what they open, and that nothing else does."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from skerry.web.accounts import belongings, people
from skerry.web.accounts.models import Player
from skerry.web.bots import tokens
from skerry.web.bots.models import ApiToken

from ..accounts.conftest import Person
from .programs import PASSWORD, Program, begin

pytestmark = pytest.mark.stores


@pytest.fixture
def person(db: None) -> Person:
    return Person()


def made_on_the_page(person: Person, title: str = "my program") -> str:
    page = person.post("/account/tokens", title=title).content.decode()
    return str(page.split('<code id="token">')[1].split("</code>")[0])


def is_let_in(token: str) -> bool:
    answer = Client().get("/api/v1/account", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def test_a_token_is_made_shown_once_and_revoked(person: Person) -> None:
    person.sign_up()
    token = made_on_the_page(person)
    assert is_let_in(token)
    page = person.page("/account/tokens")
    assert token not in page
    assert "my program" in page
    assert "not used yet" not in page
    hashed = page.split('name="token" value="')[1].split('"')[0]
    assert not is_let_in(hashed)  # what the page and the database know opens nothing
    person.post("/account/tokens/revoke", token=hashed)
    assert not is_let_in(token)
    assert "my program" not in person.page("/account/tokens")


def test_nobody_revokes_or_sees_the_tokens_of_others(person: Person, program: Program) -> None:
    person.sign_up("Charlotte")
    hashed = tokens.hash_of(program.token)
    person.post("/account/tokens/revoke", token=hashed)
    assert is_let_in(program.token)
    assert hashed not in person.page("/account/tokens")


@pytest.mark.parametrize(
    "token",
    [
        *("", "skerry_", "skerry_" + "A" * 43, "Bearer", "null", "' OR 1=1 --", "skerry_" * 1000),
        "skerry_\N{SNOWMAN}",
    ],
)
def test_a_forged_token_opens_nothing(program: Program, token: str) -> None:
    answer = program.client.get(
        "/api/v1/account", headers={"Authorization": f"Bearer {token}".encode().decode("latin-1")}
    )
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert "/account/tokens" in answer.json()["error"]


@pytest.mark.parametrize(
    "header", [None, "Basic QW5uZWxpZXNlOnB3", "Token {token}", "{token}", "bearer{token}"]
)
def test_only_a_bearer_is_let_in(program: Program, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header.format(token=program.token)}
    assert program.client.get("/api/v1/account", headers=headers).status_code == 401
    for address in (f"token={program.token}", f"access_token={program.token}"):
        assert program.client.get(f"/api/v1/account?{address}").status_code == 401


def test_a_browser_that_is_signed_in_opens_nothing_here(person: Person) -> None:
    person.sign_up()
    assert person.client.get("/api/v1/account").status_code == 401
    answer = person.client.post(
        "/api/v1/challenges", json.dumps({"game": "spry"}), content_type="application/json"
    )
    assert answer.status_code == 401


def test_a_token_opens_no_page_of_the_account(program: Program) -> None:
    headers = {"Authorization": f"Bearer {program.token}"}
    for path in ("/account/tokens", "/account/data", "/admin/"):
        answer: Any = program.client.get(path, headers=headers)
        assert b"Anneliese" not in getattr(answer, "content", b"")


def test_a_token_ends_with_its_year_its_account_and_its_right_to_play(program: Program) -> None:
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert not is_let_in(program.token)
    user = program.player.user
    assert user is not None
    assert tokens.tokens_of(user).count() == 0
    program.token = tokens.make(user, "again")
    assert is_let_in(program.token)
    people.close(program.player)
    assert not is_let_in(program.token)
    people.reopen(program.player)
    assert is_let_in(program.token)
    people.forget(program.player.holder)
    assert not is_let_in(program.token)
    assert not ApiToken.objects.exists()


def test_an_account_has_ten_tokens_at_most_and_each_has_a_name(person: Person) -> None:
    person.sign_up()
    for number in range(tokens.MOST_TOKENS):
        made_on_the_page(person, f"number {number}")
    answer = person.post("/account/tokens", title="one more")
    assert answer.status_code == 400
    assert "at most 10" in answer.content.decode()
    answer = person.post("/account/tokens", title=" \N{RIGHT-TO-LEFT OVERRIDE} ")
    assert answer.status_code == 400
    assert ApiToken.objects.count() == tokens.MOST_TOKENS


def test_a_hostile_name_is_shown_as_text(person: Person) -> None:
    person.sign_up()
    made_on_the_page(person, "<script>alert(1)</script>")
    page = person.page("/account/tokens")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_the_page_is_for_accounts(person: Person) -> None:
    for path in ("/account/tokens", "/account/tokens/revoke", "/account/tokens/bot"):
        answer = person.post(path, title="a")
        assert answer.status_code == 302
        assert answer["Location"] == "/sign-in"
    assert not ApiToken.objects.exists()


def test_the_export_tells_of_tokens_but_not_the_tokens(program: Program) -> None:
    text = json.dumps(belongings.personal_data(program.player.holder))
    assert '"title": "test"' in text
    assert program.token not in text
    assert tokens.hash_of(program.token) not in text


def test_a_bot_is_marked_before_its_first_game_and_for_good(
    program: Program, other: Program
) -> None:
    assert program.did("account/bot")["is_bot"] is True
    assert program.did("account/bot")["is_bot"] is True
    begin(program, other, "spry")
    answer = other.post("account/bot")
    assert answer.status_code == 400
    assert "as a person" in answer.json()["error"]
    assert not Player.objects.get(pk=other.player.pk).is_bot


def test_a_bot_is_marked_on_the_page(person: Person) -> None:
    person.sign_up(password=PASSWORD)
    assert person.post("/account/tokens/bot").status_code == 302
    assert Player.objects.get().is_bot
    assert "marked as a bot" in person.page("/account/tokens")
