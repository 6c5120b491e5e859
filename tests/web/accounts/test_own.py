"""One's own account: what can be changed there, by whom, and its end."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth import authenticate

from skerry.web.accounts import people, signing
from skerry.web.accounts.models import Player, Session, User
from skerry.web.accounts.session_store import SessionStore
from skerry.web.base.consumers import CHECK, holder_group
from skerry.web.base.seats import COOKIE
from skerry.web.play.models import SavedGame
from tests.web.accounts.conftest import PASSWORD, Noted, Person, seat_in

pytestmark = pytest.mark.stores

NEW = "a low lighthouse"
CHANGES = {
    "/account/name": {"name": "Bartholomew"},
    "/account/password": {"password": PASSWORD, "new": NEW},
    "/account/email": {"password": PASSWORD, "email": "ann@example.org"},
    "/account/browsers": {"browser": "all"},
    "/account/delete": {"password": PASSWORD},
}


def state_of(user: User) -> tuple[object, ...]:
    user.refresh_from_db()
    return (user.name, user.password, user.email, user.sessions.count())


@pytest.mark.parametrize("path", CHANGES)
def test_nobody_changes_anothers_account(person: Person, user: User, path: str) -> None:
    before = state_of(user)
    people.sign_up("Charlotte", "another password")
    for answer in (
        person.post(path, **CHANGES[path]),  # a guest
        person.client.post(path, CHANGES[path]),  # without the CSRF token
    ):
        assert answer.status_code in (200, 302, 403)
        assert state_of(user) == before
    person.sign_in("Charlotte", "another password")
    person.post(path, **CHANGES[path])
    assert state_of(user) == before


@pytest.mark.parametrize("path", ["/account/password", "/account/email", "/account/delete"])
def test_an_open_browser_is_not_enough_for_what_matters(
    person: Person, user: User, path: str
) -> None:
    person.sign_in()
    before = state_of(user)
    for password in ("wrong", ""):
        answer = person.post(path, **{**CHANGES[path], "password": password})
        assert answer.status_code == 400
        assert state_of(user) == before
    for _ in range(signing.MOST_AT_A_NAME):
        answer = person.post(path, **{**CHANGES[path], "password": "wrong"})
    assert answer.status_code == 429
    answer = person.post(path, **CHANGES[path])
    assert answer.status_code == 429
    assert "not your current password" not in answer.content.decode()  # it was not looked at
    assert state_of(user) == before


def test_the_name_is_changed(person: Person, user: User) -> None:
    person.sign_in()
    assert person.post("/account/name", name="Bartholomew").status_code == 302
    assert "Bartholomew" in person.page()
    assert Player.objects.get().name == "Bartholomew"


@pytest.mark.parametrize("name", ["Jo", "<b>Ann</b>", "Ann\u202eafa", "Charlotte", "CHAR1OTTE", ""])
def test_a_name_that_is_refused_is_not_taken(person: Person, user: User, name: str) -> None:
    people.sign_up("Charlotte", PASSWORD)
    person.sign_in()
    answer = person.post("/account/name", name=name)
    assert answer.status_code == 400
    assert "\u202e" not in answer.content.decode().split("<h1>")[1].split("</h1>")[0]
    assert state_of(user)[0] == "Anneliese"


def test_another_password_signs_all_other_browsers_out(
    person: Person, other: Person, user: User
) -> None:
    person.sign_in()
    other.sign_in()
    key = person.client.cookies["skerry_session"].value
    assert person.post("/account/password", password=PASSWORD, new=NEW).status_code == 302
    assert person.is_signed_in
    assert not other.is_signed_in
    assert person.client.cookies["skerry_session"].value != key
    assert not SessionStore().exists(key)
    assert authenticate(username="Anneliese", password=PASSWORD) is None
    assert authenticate(username="Anneliese", password=NEW) == user


def sign_out(person: Person, user: User) -> None:
    assert person.post("/sign-out").status_code == 302


def sign_out_elsewhere(person: Person, user: User) -> None:
    assert person.post("/account/browsers", browser="all").status_code == 302


def change_the_password(person: Person, user: User) -> None:
    user.set_password(NEW)
    user.save()


def close_the_account(person: Person, user: User) -> None:
    people.close(people.player_of(user.holder))


@pytest.mark.parametrize(
    "end", [sign_out, sign_out_elsewhere, change_the_password, close_the_account]
)
def test_sockets_look_again_who_opened_them(
    person: Person,
    user: User,
    noted: Noted,
    django_capture_on_commit_callbacks: Any,
    end: Callable[[Person, User], None],
) -> None:
    person.sign_in()
    noted.told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        end(person, user)
    assert (holder_group(user.holder), CHECK) in noted.told


@pytest.mark.parametrize("new", ["short", "password123", "anneliese", ""])
def test_an_easy_password_is_refused(person: Person, user: User, new: str) -> None:
    person.sign_in()
    answer = person.post("/account/password", password=PASSWORD, new=new)
    assert answer.status_code == 400
    assert authenticate(username="Anneliese", password=PASSWORD) == user


def test_browsers_are_listed_and_signed_out(person: Person, other: Person, user: User) -> None:
    person.sign_in()
    other.client.defaults["HTTP_USER_AGENT"] = "Mozilla/5.0 (iPhone) Safari/1 <script>"
    other.sign_in()
    page = person.page()
    assert "Safari on iPhone" in page
    assert "<script>" not in page.split("browsers-title")[1]
    theirs = Session.objects.exclude(browser="A browser").get()
    person.post("/account/browsers", browser=theirs.session_key)
    assert person.is_signed_in
    assert not other.is_signed_in


def test_nobody_signs_anothers_browser_out(person: Person, other: Person, user: User) -> None:
    people.sign_up("Charlotte", PASSWORD)
    person.sign_in()
    other.sign_in("Charlotte")
    mine = user.sessions.get().session_key
    other.post("/account/browsers", browser=mine)
    assert person.is_signed_in


def test_everywhere_is_everywhere(person: Person, other: Person, user: User) -> None:
    for one in (person, other):
        one.sign_in()
    person.post("/account/browsers", browser="all")
    assert not person.is_signed_in
    assert not other.is_signed_in
    assert not Session.objects.exists()


def documents(answer: Any) -> dict[str, Any]:
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as archive:
        return {
            name.removesuffix(".json"): json.loads(archive.read(name))
            for name in archive.namelist()
            if name.endswith(".json")
        }


def test_ones_data_is_all_there_and_nobody_elses(person: Person, other: Person) -> None:
    game_id = person.begin_a_turn("kitaran")
    another = other.begin_a_turn("kitaran")
    person.sign_up()
    found = documents(person.client.get("/account/data"))
    assert found["account"]["name"] == "Anneliese"
    (game,) = found["play"]["games"]
    assert game["id"] == game_id
    assert len(game["record"]["turns"]) == 1
    assert found["study"] == {"studies": []}
    assert another not in str(found)
    assert "argon2" not in str(found)
    assert Session.objects.get().session_key not in str(found)


def test_a_guest_has_its_data_too(person: Person) -> None:
    assert documents(person.client.get("/account/data")) == {"account": {}}
    game_id = person.begin_a_turn("kitaran")
    assert documents(person.client.get("/account/data"))["play"]["games"][0]["id"] == game_id


def test_a_deleted_account_is_gone_and_its_keys_open_nothing(person: Person, other: Person) -> None:
    game_id = person.begin("spry")
    guest = person.client.cookies[COOKIE].value
    person.sign_up()
    other.sign_in()
    key = person.client.cookies["skerry_session"].value
    elsewhere = other.client.cookies["skerry_session"].value
    assert person.post("/account/delete", password=PASSWORD).status_code == 200
    assert not SavedGame.objects.filter(pk=game_id).exists()
    assert not User.objects.exists()
    assert not Session.objects.exists()
    for old in (key, elsewhere):
        person.client.cookies["skerry_session"] = old
        assert not person.is_signed_in
    person.client.cookies[COOKIE] = guest
    assert game_id not in person.page("/")
    assert other.sign_in().status_code == 400
    # A number is never given again, so what an old cookie names is nobody.
    again = people.sign_up("Anneliese", PASSWORD)
    assert not other.is_signed_in
    assert again.holder not in str(list(SavedGame.objects.values()))


def test_who_was_signed_out_meanwhile_deletes_nothing(person: Person, user: User) -> None:
    person.sign_in()
    Session.objects.all().delete()  # from another browser
    game_id = person.begin("spry")  # as a guest
    answer = person.post("/account/delete", password=PASSWORD)
    assert answer["Location"] == "/sign-in?next=%2Faccount%2Fdelete"
    assert "sign in to delete it" in person.page(answer["Location"])
    assert seat_in(game_id)
    assert User.objects.filter(pk=user.pk).exists()


def test_a_guest_deletes_what_its_browser_has(person: Person, other: Person) -> None:
    mine, another = person.begin("spry"), other.begin("spry")
    token = person.client.cookies[COOKIE].value
    assert mine in str(list(SavedGame.objects.values_list("pk", flat=True)))
    assert "Everything is deleted" in person.post("/account/delete").content.decode()
    assert list(SavedGame.objects.values_list("pk", flat=True)) == [another]
    person.client.cookies[COOKIE] = token
    assert person.act(another, "resign").status_code == 403


def test_nobody_without_anything_deletes_anything(person: Person, other: Person) -> None:
    game_id = other.begin("spry")
    assert person.post("/account/delete").status_code == 200
    assert seat_in(game_id)


@pytest.mark.parametrize(
    "path", ["/account", "/account/delete", "/account/data", "/sign-in", "/sign-up", "/sign-in?a"]
)
def test_pages_of_an_account_are_kept_nowhere(person: Person, user: User, path: str) -> None:
    person.sign_in()
    answer = person.client.get(path)
    assert answer["Skerry-Keep"] == "no"
    assert "no-store" in answer["Cache-Control"]
