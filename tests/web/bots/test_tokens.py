"""Tokens: what they open, and that nothing else does."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from skerry.web.accounts import people, personal_data, signing
from skerry.web.accounts.hashers import Argon2
from skerry.web.accounts.models import Player, User
from skerry.web.base.consumers import Announcer, holder_group
from skerry.web.base.seats import hash_token
from skerry.web.bots import tokens
from skerry.web.bots.api import document
from skerry.web.bots.auth import READS_ONLY
from skerry.web.bots.models import ApiToken
from skerry.web.bots.waiting import player_group
from skerry.web.thinking.engine import Engine
from tests.web.accounts.conftest import Person
from tests.web.bots.programs import PASSWORD, Program, begin
from tests.web.conftest import share_with

pytestmark = pytest.mark.stores


@pytest.fixture
def person(db: None) -> Person:
    return Person()


@pytest.fixture(autouse=True)
def no_guesses_yet() -> Iterator[None]:
    """What one test has tried is not held against another."""
    cache.clear()
    yield
    cache.clear()


def ask_for(person: Person, title: str, scope: str = "play", password: str = PASSWORD) -> Any:
    return person.post("/account/tokens", title=title, scope=scope, password=password)


def made_on_the_page(person: Person, title: str = "my program", scope: str = "play") -> str:
    page = ask_for(person, title, scope).content.decode()
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


def test_new_tokens_have_a_quota_of_their_own_and_what_was_typed_stays(
    person: Person, settings: Any
) -> None:
    person.sign_up()
    user = User.objects.get()
    settings.IS_PUBLIC, settings.QUOTA_FACTOR = True, 1.0
    for _ in range(10):
        assert ask_for(person, "again").status_code == 200
        tokens.tokens_of(user).delete()
    refused = ask_for(person, "my eleventh")
    assert refused.status_code == 429
    page = refused.content.decode()
    assert "At most 10 new tokens an hour" in page
    assert 'value="my eleventh"' in page
    assert int(refused["Retry-After"]) > 0
    for _ in range(signing.MOST_AT_A_NAME):  # the right password is no guess
        assert "At most 10 new tokens an hour" in ask_for(person, "once more").content.decode()
    assert Person().sign_up("Bartholomew").status_code == 302  # none of them was a new account


def test_nobody_revokes_or_sees_the_tokens_of_others(person: Person, program: Program) -> None:
    person.sign_up("Charlotte")
    hashed = hash_token(program.token)
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
    assert not is_let_in(program.token)  # what was given out before the closing counts no more
    program.token = tokens.make(user, "once more")
    people.forget(program.player.holder)
    assert not is_let_in(program.token)
    assert not ApiToken.objects.exists()


def test_an_account_has_ten_tokens_at_most_and_each_has_a_name(person: Person) -> None:
    person.sign_up()
    for number in range(tokens.MOST_TOKENS):
        made_on_the_page(person, f"number {number}")
    answer = ask_for(person, "one more")
    assert answer.status_code == 400
    assert "at most 10" in answer.content.decode()
    assert ApiToken.objects.count() == tokens.MOST_TOKENS
    ApiToken.objects.all().delete()
    answer = ask_for(person, " \N{RIGHT-TO-LEFT OVERRIDE} ")
    assert answer.status_code == 400
    assert "Give the token a name" in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_only_who_knows_the_password_makes_a_token(person: Person) -> None:
    """A browser that somebody has left signed in makes none, which would outlive its session."""
    person.sign_up()
    for password in ("", "a guess"):
        answer = ask_for(person, "mine", password=password)
        assert answer.status_code == 400
        assert 'id="token"' not in answer.content.decode()
    answers = [ask_for(person, "mine", password=f"guess {n}").status_code for n in range(20)]
    assert answers[0] == 400
    assert answers[-1] == 429
    assert not ApiToken.objects.exists()


def test_a_token_that_reads_does_nothing_else(person: Person) -> None:
    person.sign_up()
    token = made_on_the_page(person, scope="read")
    headers = {"Authorization": f"Bearer {token}"}
    assert "may read" in person.page("/account/tokens")
    for path in ("account", "games", "tournaments"):
        assert Client().get(f"/api/v1/{path}", headers=headers).status_code == 200
    acts = [
        (path, method)
        for path, operations in document()["paths"].items()
        for method in operations
        if method != "get"
    ]
    assert len(acts) >= 8
    for path, method in acts:
        filled = re.sub("{[^}]*}", "abc", path)
        answer = Client().generic(method.upper(), filled, "{}", "application/json", headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, READS_ONLY), path


def by_its_owner(person: Person) -> None:
    new = "another tall lighthouse"
    answer = person.post("/account/password", password=PASSWORD, new=new)
    assert answer.status_code == 302


def by_a_letter(person: Person) -> None:
    user = User.objects.get(name="Anneliese")
    path = f"/account/new-password/{user.pk}/{default_token_generator.make_token(user)}"
    assert person.post(path, new="another tall lighthouse").status_code == 302


def by_a_command(person: Person) -> None:
    user = User.objects.get(name="Anneliese")
    user.set_password("another tall lighthouse")
    user.save()


@pytest.mark.parametrize("change", [by_its_owner, by_a_letter, by_a_command])
def test_tokens_end_with_the_password(
    person: Person, change: Callable[[Person], None], django_capture_on_commit_callbacks: Any
) -> None:
    person.sign_up()
    token = made_on_the_page(person)
    told = Noting()
    share_with(Engine(), told)
    with django_capture_on_commit_callbacks(execute=True):
        change(person)
    assert not is_let_in(token)
    holder = User.objects.get(name="Anneliese").holder
    # Streams and sockets that are open look whether they still may be.
    assert {player_group(holder), holder_group(holder)} <= set(told.groups)


def test_a_hash_that_is_made_anew_of_the_same_password_ends_nothing(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.sign_up()
    token = made_on_the_page(person)
    before = User.objects.get(name="Anneliese").password
    monkeypatch.setattr(Argon2, "time_cost", Argon2.time_cost + 1)
    assert person.sign_in().status_code == 302
    assert User.objects.get(name="Anneliese").password != before
    assert is_let_in(token)


class Noting(Announcer):
    """Notes to whom something would be told."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[str] = []

    def tell(self, group: str, message: Any) -> None:
        self.groups.append(group)


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
    text = json.dumps(personal_data.export(program.player.holder), default=list)
    assert '"title": "test"' in text
    assert program.token not in text
    assert hash_token(program.token) not in text


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
