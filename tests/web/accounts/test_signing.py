"""To sign up, in and out; and attacks on that: fixation, forged and old cookies, guesses."""

from contextlib import ExitStack
from typing import Any

import pytest
from django.contrib.auth.hashers import get_hasher, identify_hasher
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from skerry.web.accounts import mails, people, signing
from skerry.web.accounts.hashers import BUSY, MOST_AT_ONCE, Argon2
from skerry.web.accounts.models import Player, Session, User
from skerry.web.accounts.session_store import SessionStore
from skerry.web.accounts.signing import describe
from skerry.web.base.patience import in_request
from skerry.web.base.seats import COOKIE
from skerry.web.play import creation
from tests.web.accounts.conftest import PASSWORD, Person, seat_in
from tests.web.accounts.test_recovery import AtOnce
from tests.web.conftest import Browser
from tests.web.play.two_players import KITARAN

pytestmark = pytest.mark.stores

SESSION = "skerry_session"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def test_who_signs_up_keeps_the_games_of_the_browser(person: Person) -> None:
    game_id = person.begin_a_turn("spry")
    assert person.sign_up().status_code == 302
    assert person.is_signed_in
    assert game_id in person.page("/")
    assert seat_in(game_id) == User.objects.get().holder
    assert person.act(game_id, "resign").status_code == 200


def test_who_signs_in_at_another_device_has_the_games_there(person: Person, other: Person) -> None:
    first = person.begin_a_turn("spry")
    person.sign_up()
    second = other.begin_a_turn("kitaran")
    assert other.sign_in().status_code == 302
    for one in (person, other):
        assert first in one.page("/")
        assert second in one.page("/")
    person.play_any(second)
    other.play_any(first)


def test_what_an_account_begins_is_the_accounts(person: Person, user: User) -> None:
    person.sign_in()
    assert seat_in(person.begin("byg")) == user.holder
    assert COOKIE not in person.client.cookies


def test_after_signing_out_the_browser_has_nothing(person: Person) -> None:
    game_id = person.begin_a_turn("spry")
    token = person.client.cookies[COOKIE].value
    person.sign_up()
    assert person.client.cookies[COOKIE].value != token
    person.post("/sign-out")
    assert not person.is_signed_in
    assert game_id not in person.page("/")
    assert person.act(game_id, "resign").status_code == 403
    person.client.cookies[COOKIE] = token  # kept by somebody
    assert game_id not in person.page("/")
    assert person.act(game_id, "resign").status_code == 403


@pytest.mark.parametrize("way", ["sign_in", "sign_up"])
def test_no_session_is_planted(person: Person, other: Person, user: User, way: str) -> None:
    """Session fixation: a key that the attacker knows is no key of what follows."""
    planted = SessionStore()
    planted["seen"] = 0
    planted.save()
    key = planted.session_key
    assert key is not None
    person.client.cookies[SESSION] = key
    name = "Anneliese" if way == "sign_in" else "Bartholomew"
    assert getattr(person, way)(name).status_code == 302
    assert person.client.cookies[SESSION].value != key
    assert not planted.exists(key)
    other.client.cookies[SESSION] = key
    assert not other.is_signed_in


def test_a_key_that_nobody_has_is_not_taken_over(person: Person, user: User) -> None:
    person.client.cookies[SESSION] = "a" * 32
    person.sign_in()
    assert person.client.cookies[SESSION].value != "a" * 32
    assert not SessionStore().exists("a" * 32)


def test_a_second_account_gets_nothing_of_the_first(person: Person, user: User) -> None:
    people.sign_up("Bartholomew", PASSWORD)
    person.sign_in()
    game_id = person.begin_a_turn("spry")
    first = person.client.cookies[SESSION].value
    person.sign_in("Bartholomew")
    assert game_id not in person.page("/")
    assert seat_in(game_id) == user.holder
    assert not SessionStore().exists(first)


@pytest.mark.parametrize(
    "forge",
    [
        lambda key: key[:-1] + ("a" if key[-1] != "a" else "b"),
        lambda key: key.upper(),
        lambda key: key + "a",
        lambda key: "x" * 5000,
        lambda key: "",
        lambda key: "' OR 1=1 --",
        lambda key: Session.objects.get().session_key,  # what a stolen database knows
    ],
)
def test_a_forged_session_opens_nothing(person: Person, user: User, forge: Any) -> None:
    person.sign_in()
    person.client.cookies[SESSION] = forge(person.client.cookies[SESSION].value)
    assert not person.is_signed_in


def test_the_database_holds_no_session_key_and_no_password(person: Person, user: User) -> None:
    person.sign_in()
    key = person.client.cookies[SESSION].value
    assert key not in str(list(Session.objects.values()))
    assert PASSWORD not in str(list(User.objects.values()))
    assert user.password.startswith("argon2$argon2id$")
    assert isinstance(identify_hasher(user.password), Argon2)
    assert isinstance(get_hasher(), Argon2)


def test_nobody_waits_long_while_others_passwords_are_checked(
    person: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.web.base.patience.REQUEST_SECONDS", 0.01)
    hasher = get_hasher()
    assert isinstance(hasher, Argon2)
    with ExitStack() as others:
        for _ in range(MOST_AT_ONCE):
            others.enter_context(hasher.turn())
        for path in ("/sign-in", "/sign-up"):
            with in_request():  # as the server does
                refused = person.post(path, name="Bartholomew", password=PASSWORD)
            assert refused.status_code == 429
            assert BUSY in refused.content.decode()
            assert "Retry-After" in refused
    assert person.sign_in().status_code == 302


def test_a_password_costs_what_is_recommended(costs_of_passwords: dict[str, int]) -> None:
    """OWASP's Password Storage Cheat Sheet: 19 MiB and two passes, at least."""
    assert costs_of_passwords == {"time_cost": 2, "memory_cost": 19 * 1024}


def test_a_session_that_has_run_out_opens_nothing(person: Person, user: User) -> None:
    person.sign_in()
    Session.objects.update(expire_date="2020-01-01T00:00:00Z")
    assert not person.is_signed_in
    person.sign_in()
    assert Session.objects.count() == 1  # the old one is swept


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(
    person: Person, user: User
) -> None:
    person.sign_in()
    cookie = person.client.cookies[SESSION]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_a_session_that_is_used_lasts(person: Person, user: User) -> None:
    person.sign_in()
    key = person.client.cookies[SESSION].value
    store = SessionStore(key)
    store["seen"] = 0
    store.save()
    Session.objects.update(expire_date="2100-01-01T00:00:00Z", seen="2020-01-01T00:00:00Z")
    person.client.get("/")
    kept = Session.objects.get()
    assert kept.seen.year > 2020
    assert kept.expire_date.year < 2100  # counted from now again
    before = kept.seen
    person.client.get("/")
    assert Session.objects.get().seen == before  # once an hour


@pytest.mark.parametrize("path", ["/sign-in", "/sign-up", "/sign-out", "/account/delete"])
def test_forms_of_another_site_are_refused(person: Person, user: User, path: str) -> None:
    person.sign_in()
    sent = {"name": "Anneliese", "password": PASSWORD}
    assert person.client.post(path, sent).status_code == 403
    assert person.is_signed_in
    evil = {"Origin": "https://evil.example.com"}
    sent["csrfmiddlewaretoken"] = person.token()
    assert person.client.post(path, sent, headers=evil).status_code == 403
    assert person.is_signed_in
    assert person.client.get("/sign-out").status_code == 405


@pytest.mark.parametrize("known", [True, False])
def test_a_session_that_somebody_else_has_planted_is_not_signed_in(
    person: Person, other_browser: Browser, user: User, known: bool
) -> None:
    """Session fixation: the attacker's browser holds the key that the victim signs in with."""
    planted = "a" * 32
    if known:  # one of the site's own, of an account of the attacker's
        people.sign_up("Mallory", PASSWORD)
        attacker = Person(other_browser.client)
        attacker.sign_in("Mallory")
        planted = attacker.client.cookies[SESSION].value
    person.client.cookies[SESSION] = planted
    person.sign_in()
    assert "Anneliese" in person.page()
    assert person.client.cookies[SESSION].value != planted
    watcher = Person()
    watcher.client.cookies[SESSION] = planted
    assert "Anneliese" not in watcher.page()


def test_the_csrf_token_is_another_after_signing_in(person: Person, user: User) -> None:
    person.token()
    before = person.client.cookies["skerry_csrf"].value
    person.sign_in()
    assert person.client.cookies["skerry_csrf"].value != before


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example.com/", "//evil.example.com", "javascript:alert(1)", "/\\evil.com", ""],
)
def test_nobody_is_led_to_another_site(person: Person, user: User, wanted: str) -> None:
    assert person.sign_in(next=wanted)["Location"] == "/"


def test_one_goes_on_where_one_was(person: Person, user: User) -> None:
    assert person.sign_in(next="/puzzles?a=b")["Location"] == "/puzzles?a=b"


def test_a_name_is_found_however_it_is_written(person: Person, user: User) -> None:
    for name in ("anneliese", "ANNELIESE", " Anneliese "):
        assert person.sign_in(name).status_code == 302
        person.post("/sign-out")


def test_a_name_that_only_looks_the_same_is_another(person: Person, user: User) -> None:
    assert person.sign_in("Anne1iese").status_code == 400


def test_unknown_names_and_wrong_passwords_cannot_be_told_apart(
    person: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same words, and the same work: one hash each."""
    closed = people.sign_up("Closed One", PASSWORD)
    people.close(people.player_of(closed.holder))
    hashes: list[str] = []
    for name in ("encode", "verify"):
        plain = getattr(Argon2, name)

        def counted(self: Argon2, *given: str, plain: Any = plain) -> Any:
            hashes.append(given[0])
            return plain(self, *given)

        monkeypatch.setattr(Argon2, name, counted)
    answers = [
        person.sign_in(name, password)
        for name, password in (
            ("Anneliese", "wrong password"),
            ("Nobody at all", "wrong password"),
            ("Closed One", PASSWORD),
            ("Closed One", "wrong password"),
        )
    ]
    assert [one.status_code for one in answers] == [400] * 4
    said = {one.content.decode().split('role="alert">')[1].split("<")[0] for one in answers}
    assert len(said) == 1
    assert hashes == ["wrong password", "wrong password", PASSWORD, "wrong password"]


def test_guesses_are_refused_after_some_without_being_tried(
    person: Person, other: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(signing.MOST_AT_A_NAME):
        assert person.sign_in(password="wrong").status_code == 400
    refused = person.sign_in()  # even the right one
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert other.sign_in("ANNELIESE").status_code == 429  # by the address, not by the browser
    elsewhere = Person(Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.77"))
    assert elsewhere.sign_in().status_code == 302  # nobody locks the owner out


def test_the_right_password_forgives_slips(person: Person, user: User) -> None:
    for _ in range(3):
        for _ in range(signing.MOST_AT_A_NAME - 1):
            assert person.sign_in(password="wrong").status_code == 400
        assert person.sign_in().status_code == 302


def stranger(number: int) -> Person:
    """A browser at an address of its own."""
    address = f"198.51.{number // 250}.{number % 250 + 1}"
    return Person(Client(enforce_csrf_checks=True, REMOTE_ADDR=address))


def test_guesses_at_one_name_from_many_addresses_are_slowed_and_its_owner_is_not(
    person: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "MOST_OF_STRANGERS", 5)
    monkeypatch.setattr(mails, "Thread", AtOnce)
    user.email, user.email_is_confirmed = "anneliese@example.org", True
    user.save()
    assert person.sign_in().status_code == 302  # known from now on, signed in or not
    person.post("/sign-out")
    answers = [stranger(n).sign_in("ANNELIESE", "wrong").status_code for n in range(9)]
    assert answers == [400] * 5 + [429] * 4
    assert stranger(10).sign_in().status_code == 429  # even the right one
    assert stranger(11).sign_in("Charlotte", "wrong").status_code == 400  # another name
    assert person.sign_in(password="a slip").status_code == 400
    assert person.sign_in().status_code == 302
    # The owner hears of it, once.
    (letter,) = mail.outbox
    assert letter.to == ["anneliese@example.org"]
    assert "tried to guess your password" in letter.body
    assert "somebody tried many passwords" in person.page()
    new = "another tall lighthouse"
    assert person.post("/account/password", password=PASSWORD, new=new).status_code == 302
    assert "somebody tried" not in person.page()


def test_a_known_browser_is_known_at_its_own_name_alone_and_guesses_no_more_than_others(
    person: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "MOST_OF_STRANGERS", 0)
    people.sign_up("Charlotte", PASSWORD)
    response = HttpResponse()
    signing.know_browser(response, "Anneliese")
    person.client.cookies[signing.COOKIE] = response.cookies[signing.COOKIE].value
    assert person.sign_in("Charlotte").status_code == 429
    for _ in range(signing.MOST_AT_A_NAME):
        assert person.sign_in(password="wrong").status_code == 400
    assert person.sign_in(password="wrong").status_code == 429
    person.client.cookies[signing.COOKIE] = "forged"
    assert person.sign_in().status_code == 429


def test_who_chooses_a_password_by_a_letter_is_let_in_though_others_guess(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "MOST_OF_STRANGERS", 0)
    owner = stranger(1)
    assert owner.sign_in().status_code == 429
    path = f"/account/new-password/{user.pk}/{default_token_generator.make_token(user)}"
    assert owner.post(path, new="another tall lighthouse").status_code == 302
    assert owner.sign_in(password="another tall lighthouse").status_code == 302


def test_guesses_at_many_names_are_refused_too(
    person: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "MOST_AT_ALL", 5)
    answers = [person.sign_in(f"Name {number}", "wrong").status_code for number in range(7)]
    assert answers == [400] * 5 + [429] * 2


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff", True),  # one customer's
        ("2001:db8::1", "2001:db8:1::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_addresses_of_one_network_are_one(rf: Any, one: str, other: str, same: bool) -> None:
    first, second = (signing._network(rf.get("/", REMOTE_ADDR=text)) for text in (one, other))
    assert (first == second) is same


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Anneliese", "short"),
        ("Anneliese", "password123"),
        ("Anneliese", "73519460284"),
        ("Anneliese", "anneliese1"),
        ("Jo", PASSWORD),
        ("<b>Ann</b>", PASSWORD),
        ("Ann\u202eafa", PASSWORD),
        ("Аnneliese", PASSWORD),  # with a Cyrillic letter
        ("Anne\x00liese", PASSWORD),
        ("Ann", ""),
        ("", PASSWORD),
        ("x" * 5000, PASSWORD),
    ],
)
def test_what_is_refused_makes_no_account(person: Person, name: str, password: str) -> None:
    answer = person.sign_up(name, password)
    assert answer.status_code == 400
    assert "<b>Ann" not in answer.content.decode()
    assert not User.objects.exists()
    assert not person.is_signed_in


def test_a_name_that_is_taken_is_said_beside_its_box(person: Person, user: User) -> None:
    game_id = person.begin("spry")
    for name in ("Anneliese", "ANNE1IESE"):
        answer = person.sign_up(name)
        assert answer.status_code == 400
        assert people.TAKEN in answer.content.decode()
    assert User.objects.count() == 1
    assert seat_in(game_id) != user.holder


def test_who_has_just_signed_up_under_a_name_is_led_on_when_that_is_sent_again(
    person: Person,
) -> None:
    assert person.sign_up(next="/studies").status_code == 302
    again = person.sign_up(next="/studies")
    assert (again.status_code, again["Location"]) == (302, "/studies")
    assert User.objects.count() == 1
    assert person.is_signed_in


def test_markup_typed_into_forms_comes_back_as_text(person: Person) -> None:
    typed = '"><script>alert(1)</script>'
    for path, field in (("/sign-in", "name"), ("/sign-up", "email"), ("/account/forgotten", "who")):
        fields = {"name": "x", "password": "x", "email": "x", "who": "", field: typed}
        assert "<script>alert" not in person.post(path, **fields).content.decode()


def test_passwords_do_not_come_back(person: Person, user: User) -> None:
    for answer in (
        person.sign_in(password="my secret word"),
        person.sign_up("Jo", "my secret word"),
    ):
        assert "my secret word" not in answer.content.decode()


def test_a_guest_without_a_session_costs_no_query(
    person: Person, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert person.client.get("/rules/spry").status_code == 200
        assert person.client.get("/").status_code == 200
    assert SESSION not in person.client.cookies
    person.begin("spry")
    assert SESSION not in person.client.cookies
    person.client.get("/rules/spry")  # whether its seat was revoked is asked once a minute
    with django_assert_num_queries(0):
        person.client.get("/rules/spry")


def test_nobody_becomes_a_player_by_looking(person: Person) -> None:
    person.begin("spry")
    for path in ("/", "/account", "/account/data", "/sign-in"):
        assert person.client.get(path).status_code == 200
    assert not Player.objects.exists()


def test_who_is_closed_is_out_at_once(person: Person, user: User) -> None:
    person.sign_in()
    key = person.client.cookies[SESSION].value
    people.close(people.player_of(user.holder))
    assert not person.is_signed_in
    assert person.sign_in().status_code == 400
    assert not SessionStore().exists(key)
    people.reopen(people.player_of(user.holder))
    assert person.sign_in().status_code == 302


def test_a_page_still_comes_when_accounts_cannot_be_read(
    person: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that says why the database fails must not fail of it again."""
    import sqlite3

    from django.db import OperationalError

    person.sign_in()

    def fail(*given: object, **named: object) -> None:
        cause = sqlite3.OperationalError("disk I/O error")
        cause.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise OperationalError("disk I/O error") from cause

    monkeypatch.setattr(SessionStore, "_get_session_from_db", fail)
    answer = person.client.get("/")
    assert answer.status_code == 503
    assert "nothing is lost" in answer.content.decode()


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/138.0 Safari/537.36 Edg/138.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/138.0 Mobile Safari/537.36", "Chrome on Android"),
        ("<script>alert(1)</script>", "A browser"),
        ("", "A browser"),
        ("x" * 100_000, "A browser"),
    ],
)
def test_browsers_are_told_in_words_of_ours(agent: str, words: str) -> None:
    assert describe(agent) == words


def test_the_count_of_guesses_runs_out(rf: Any) -> None:
    request = rf.get("/")
    for _ in range(signing.MOST_AT_A_NAME):
        assert signing.may_guess(request, "Ann")
    assert not signing.may_guess(request, "ann")
    assert signing.may_guess(request, "Bob")
    cache.clear()
    assert signing.may_guess(request, "Ann")


def test_who_is_signed_out_or_another_one_is_told_what_to_do_in_a_game(
    person: Person, user: User
) -> None:
    """In another tab one has signed out, then in as somebody else, then in again."""
    people.sign_up("Bartholomew", PASSWORD)
    guest = people.player_of("h" * 64)
    names = ("Anneliese", guest.name)
    saved = creation.begin_between((user.holder, guest.holder), names, KITARAN)
    person.sign_in()
    assert person.play(saved.pk, "a1")["turn"] == 1
    person.post("/sign-out")
    refused = person.act(saved.pk, "resign")
    assert refused.status_code == 403
    assert refused.json()["error"] == (
        "You are not signed in, and this game is played by Anneliese. If that is you, sign in as "
        "Anneliese to play on; anybody else can watch it."
    )
    person.sign_in("Bartholomew")
    told = person.act(saved.pk, "resign").json()["error"]
    assert told.startswith("You are signed in as Bartholomew, and this game is played by")
    person.sign_in()
    assert person.act(saved.pk, "resign").status_code == 200
