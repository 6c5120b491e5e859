"""Two-step sign-in of staff: a code after the password, and what tries to get around it."""

import base64
import hashlib
import hmac
import html
import os
import re
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib import admin
from django.core import mail
from django.core.cache import cache
from django.db import OperationalError, connection
from django.urls import URLPattern, URLResolver, get_resolver
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from skerry.web.accounts import mails, people, signing
from skerry.web.accounts.models import Session, User
from skerry.web.accounts.views import ALREADY
from tests.web.accounts.conftest import PASSWORD, Person
from tests.web.accounts.test_recovery import AtOnce

PAGE = "/account/two-step"
CODE_PAGE = "/sign-in/code"
STEP = 30  # seconds that a code of an app lasts


class App:
    """An authenticator app by RFC 6238, and the clock that it shares with the site."""

    def __init__(self) -> None:
        self.now = 1_900_000_000
        self.secret = ""

    def next_code(self) -> str:
        """The code of a later time step than the one before."""
        self.now += STEP
        return self.code()

    def code(self) -> str:
        mac = hmac.new(
            base64.b32decode(self.secret), struct.pack(">Q", self.now // STEP), hashlib.sha1
        ).digest()
        start = mac[-1] & 15
        number = struct.unpack(">I", mac[start : start + 4])[0] & 0x7FFFFFFF
        return f"{number % 10**6:06}"

    def wrong_code(self) -> str:
        """A code that is none of the three that count now."""
        return f"{(int(self.code()) + 1) % 10**6:06}" if self._is_safe(1) else "000000"

    def _is_safe(self, more: int) -> bool:
        wrong = f"{(int(self.code()) + more) % 10**6:06}"
        near = App()
        near.secret = self.secret
        codes = []
        for near.now in (self.now - STEP, self.now, self.now + STEP):
            codes.append(near.code())
        return wrong not in codes


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> App:
    made = App()
    clock = SimpleNamespace(time=lambda: made.now)
    monkeypatch.setattr("django_otp.plugins.otp_totp.models.time", clock)
    return made


@pytest.fixture
def staff(user: User) -> User:
    return people.make_admin("Anneliese", None)


def hidden(answer: Any, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]*)"', answer.content.decode())
    assert found
    return html.unescape(found[1])


def secret_on(page: str) -> str:
    found = re.search(r'<code id="secret">([A-Z2-7 ]+)</code>', page)
    assert found
    return found[1].replace(" ", "")


def backup_codes_on(page: str) -> list[str]:
    return re.findall(r"<li><code>(\d{10})</code>", page)


def set_up(person: Person, app: App) -> list[str]:
    """Set it up on its page, as somebody who is signed in; the backup codes."""
    shown = person.client.get(PAGE)
    app.secret = secret_on(shown.content.decode())
    answer = person.post(
        PAGE, secret=hidden(shown, "secret"), password=PASSWORD, code=app.next_code()
    )
    assert answer.status_code == 200
    return backup_codes_on(answer.content.decode())


def give(person: Person, password_answer: Any, code: str, **more: str) -> Any:
    """Send a code to the form that came after the password."""
    return person.post(CODE_PAGE, step=hidden(password_answer, "step"), code=code, **more)


def is_in(person: Person) -> bool:
    return bool(person.client.get("/admin/").status_code == 200)


# ---- setting it up ----


def test_staff_sets_it_up_and_signs_in_by_password_and_code(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    codes = set_up(person, app)
    assert len(set(codes)) == 10
    assert is_in(person)  # it has just given a code
    answer = other.sign_in(next="/admin/accounts/user/")
    assert answer.status_code == 200
    assert not other.is_signed_in
    assert not is_in(other)
    last = give(other, answer, app.next_code(), next=hidden(answer, "next"))
    assert last["Location"] == "/admin/accounts/user/"
    assert is_in(other)


def test_the_page_shows_one_secret_as_text_link_and_picture(
    person: Person, staff: User, app: App
) -> None:
    person.sign_in()
    page = person.page(PAGE)
    found = re.search(r'href="(otpauth://[^"]+)"', page)
    assert found
    link = urlsplit(html.unescape(found[1]))
    assert parse_qs(link.query)["secret"] == [secret_on(page)]
    assert parse_qs(link.query)["issuer"] == ["Skerry"]
    assert link.path == "/Skerry%3AAnneliese"
    assert "<svg" in page
    assert "<script>" not in page
    assert secret_on(person.page(PAGE)) != secret_on(page)  # none is kept before it is confirmed
    assert not TOTPDevice.objects.exists()


def test_only_password_and_code_together_set_it_up(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    other.sign_in()
    shown = person.client.get(PAGE)
    app.secret, secret = secret_on(shown.content.decode()), hidden(shown, "secret")
    for sent in (
        {"password": "another one", "code": app.code()},
        {"password": PASSWORD, "code": app.wrong_code()},
        {"password": PASSWORD, "code": "12"},
        {"password": PASSWORD},
    ):
        again = person.post(PAGE, secret=secret, **sent)
        assert again.status_code == 400
        assert secret_on(again.content.decode()) == app.secret  # the app has it already
    strange = person.post(PAGE, secret=f"{secret}x", password=PASSWORD, code=app.code())
    assert strange.status_code == 400
    assert not TOTPDevice.objects.exists()
    assert other.is_signed_in


def test_setting_it_up_signs_other_browsers_out(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    other.sign_in()
    set_up(person, app)
    assert person.is_signed_in
    assert not other.is_signed_in


@pytest.mark.parametrize("is_seen", [True, False])
def test_a_form_that_is_sent_twice_says_that_it_is_on(
    person: Person, staff: User, app: App, monkeypatch: pytest.MonkeyPatch, is_seen: bool
) -> None:
    """Of two requests at once the browser shows what the second is answered: no wrong code."""
    person.sign_in()
    shown = person.client.get(PAGE)
    app.secret = secret_on(shown.content.decode())
    sent = {"secret": hidden(shown, "secret"), "password": PASSWORD, "code": app.next_code()}
    assert person.post(PAGE, **sent).status_code == 200
    if not is_seen:  # the second began before the first was done
        answers = iter([False, True, True, True, True])
        monkeypatch.setattr(signing, "is_set_up", lambda user: next(answers))
    assert person.post(PAGE, **sent)["Location"] == PAGE
    assert ALREADY in html.unescape(person.page(PAGE))
    assert TOTPDevice.objects.count() == 1
    assert len(StaticToken.objects.all()) == signing.NUM_BACKUP_CODES


def test_a_secret_of_another_account_is_not_taken(
    person: Person, other: Person, staff: User, app: App
) -> None:
    people.sign_up("Charlotte", PASSWORD)
    people.make_admin("Charlotte", None)
    person.sign_in()
    other.sign_in("Charlotte")
    shown = other.client.get(PAGE)
    app.secret = secret_on(shown.content.decode())
    sent = {"secret": hidden(shown, "secret"), "password": PASSWORD, "code": app.code()}
    assert person.post(PAGE, **sent).status_code == 400
    assert not TOTPDevice.objects.exists()


def test_a_second_page_does_not_replace_what_is_set_up(
    person: Person, staff: User, app: App
) -> None:
    person.sign_in()
    late = hidden(person.client.get(PAGE), "secret")
    set_up(person, app)
    key = TOTPDevice.objects.get().key
    person.post(PAGE, secret=late, password=PASSWORD, code=app.wrong_code())
    assert TOTPDevice.objects.get().key == key


def test_who_is_no_staff_finds_no_such_page(person: Person, other: Person, user: User) -> None:
    person.sign_in()
    assert person.client.get(PAGE).status_code == 404
    assert "two-step" not in person.page("/account").lower()
    assert other.client.get(PAGE)["Location"] == f"/sign-in?next={PAGE}"


def test_an_account_without_it_signs_in_as_before(person: Person, staff: User) -> None:
    assert person.sign_in().status_code == 302
    assert is_in(person)
    assert person.client.get(f"{CODE_PAGE}?next=/learn")["Location"] == "/learn"


# ---- the code ----


def test_no_code_counts_twice(person: Person, other: Person, staff: User, app: App) -> None:
    person.sign_in()
    set_up(person, app)
    used = app.code()
    assert give(other, other.sign_in(), used).status_code == 400  # of the set-up
    code = app.next_code()
    assert give(other, other.sign_in(), code).status_code == 302
    third = Person()
    assert give(third, third.sign_in(), code).status_code == 400
    assert not third.is_signed_in
    app.now -= STEP  # nor an earlier one, that was never used
    assert give(third, third.sign_in(), app.code()).status_code == 400


def test_an_old_code_is_refused(person: Person, other: Person, staff: User, app: App) -> None:
    person.sign_in()
    set_up(person, app)
    code = app.next_code()
    app.now += 3 * STEP
    assert give(other, other.sign_in(), code).status_code == 400
    assert not other.is_signed_in


def test_a_backup_code_counts_once(person: Person, other: Person, staff: User, app: App) -> None:
    person.sign_in()
    code, *rest = set_up(person, app)
    typed = f" {code[:5]}-{code[5:]} "
    assert give(other, other.sign_in(), typed).status_code == 302
    assert is_in(other)
    third = Person()
    assert give(third, third.sign_in(), code).status_code == 400
    assert not third.is_signed_in
    assert give(third, third.sign_in(), rest[0]).status_code == 302
    assert "8 backup codes left" in third.page(PAGE)


def test_new_backup_codes_end_the_earlier_ones(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    earlier = set_up(person, app)
    answer = person.post(PAGE, act="codes", password=PASSWORD, code=app.next_code())
    later = backup_codes_on(answer.content.decode())
    assert len(later) == 10
    assert backup_codes_on(person.page(PAGE)) == []  # shown once
    assert give(other, other.sign_in(), earlier[0]).status_code == 400
    assert give(other, other.sign_in(), later[0]).status_code == 302


def test_a_code_of_another_account_is_refused(
    person: Person, other: Person, staff: User, app: App
) -> None:
    people.sign_up("Charlotte", PASSWORD)
    people.make_admin("Charlotte", None)
    other.sign_in("Charlotte")
    theirs = set_up(other, app)
    other_app_code = app.next_code()
    person.sign_in()
    set_up(person, app)
    third = Person()
    for code in (other_app_code, theirs[0]):
        assert give(third, third.sign_in(), code).status_code == 400
    # What says that one password was given opens no other account.
    step = third.sign_in("Charlotte")
    assert give(third, step, app.next_code()).status_code == 400
    assert not third.is_signed_in


def test_the_step_ends_with_the_password_and_with_time(
    person: Person, other: Person, staff: User, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.sign_in()
    set_up(person, app)
    for broken in ("", "x", f"{hidden(other.sign_in(), 'step')}x"):
        answer = other.post(CODE_PAGE, step=broken, code=app.next_code())
        assert answer["Location"].startswith("/sign-in?next=")
    begun = other.sign_in()
    staff.refresh_from_db()
    people.set_password(staff, f"{PASSWORD} again")
    assert give(other, begun, app.next_code())["Location"].startswith("/sign-in?")
    begun = other.sign_in(password=f"{PASSWORD} again")
    User.objects.filter(pk=staff.pk).update(is_active=False)
    assert give(other, begun, app.next_code())["Location"].startswith("/sign-in?")
    User.objects.filter(pk=staff.pk).update(is_active=True)
    monkeypatch.setattr(signing, "STEP_LASTS", -1)
    assert give(other, begun, app.next_code())["Location"].startswith("/sign-in?")
    assert "too long ago" in other.page("/sign-in")
    assert not other.is_signed_in


def test_a_new_password_by_letter_needs_the_code_too(
    person: Person, other: Person, staff: User, app: App
) -> None:
    from django.contrib.auth.tokens import default_token_generator

    person.sign_in()
    set_up(person, app)
    staff.refresh_from_db()
    link = f"/account/new-password/{staff.pk}/{default_token_generator.make_token(staff)}"
    assert other.post(link, new="another tall lighthouse").status_code == 302
    assert not other.is_signed_in
    answer = other.sign_in(password="another tall lighthouse")
    assert not other.is_signed_in
    assert give(other, answer, app.next_code()).status_code == 302
    assert is_in(other)


# ---- guesses ----


def test_guessed_codes_are_refused_after_some(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    set_up(person, app)
    begun = other.sign_in()
    statuses = [give(other, begun, app.wrong_code()).status_code for _ in range(12)]
    assert set(statuses) == {400, 429}
    right = give(other, begun, app.next_code())
    assert right.status_code == 429
    assert "Retry-After" in right
    assert not other.is_signed_in
    # Who sets it up, or ends it, guesses no more either; and the owner's own browser goes on.
    assert person.post(PAGE, act="codes", password=PASSWORD, code=app.code()).status_code == 200


def test_the_right_password_brings_no_new_guesses_at_the_code(
    person: Person, staff: User, app: App
) -> None:
    person.sign_in()
    set_up(person, app)
    stranger = Person()
    tried = []
    for _ in range(signing.MOST_AT_A_NAME):
        begun = stranger.sign_in()
        if begun.status_code == 429:
            break
        tried.append(give(stranger, begun, app.wrong_code()).status_code)
    assert begun.status_code == 429
    assert tried.count(400) == signing.MOST_AT_A_NAME // 2


def test_codes_guessed_from_many_addresses_end_for_the_day(
    person: Person, staff: User, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mails, "Thread", AtOnce)
    User.objects.update(email="anneliese@skerries.example", email_is_confirmed=True)
    person.sign_in()
    set_up(person, app)
    begun = Person().sign_in()
    step = hidden(begun, "step")
    statuses = []
    for number in range(signing.MOST_CODES + 2):
        stranger = Person()
        stranger.client.defaults["REMOTE_ADDR"] = f"203.0.113.{number + 1}"
        sent = stranger.post(CODE_PAGE, step=step, code=app.wrong_code())
        statuses.append(sent.status_code)
    assert statuses == [400] * signing.MOST_CODES + [429] * 2
    staff.refresh_from_db()
    assert staff.guessed is not None  # the owner is told, and what to do
    (letter,) = mail.outbox
    assert letter.subject == "Skerry: Somebody may know your password"
    assert "Change your password" in letter.body
    # Whom the site knows by an earlier visit signs in all the same.
    person.post("/sign-out")
    assert give(person, person.sign_in(), app.next_code()).status_code == 302
    assert is_in(person)


def test_turning_it_off_is_guessed_no_better(person: Person, staff: User, app: App) -> None:
    person.sign_in()
    set_up(person, app)
    for _ in range(signing.MOST_AT_A_NAME):
        sent = {"act": "remove", "password": PASSWORD, "code": app.wrong_code()}
        assert person.post(PAGE, **sent).status_code == 400
    sent["code"] = app.next_code()
    assert person.post(PAGE, **sent).status_code == 429
    assert TOTPDevice.objects.exists()


# ---- sessions ----


def admin_paths() -> list[str]:
    """Each address of the admin pages, with a number or a word where one is wanted."""
    found: list[str] = []

    def walk(patterns: list[Any], before: str) -> None:
        for one in patterns:
            route = before + re.sub(r"\(\?P<[^>]+>[^)]*\)", "accounts", str(one.pattern))
            route = re.sub(r"<[^>]+>", "1", route).replace("^", "").replace("$", "")
            if isinstance(one, URLResolver):
                walk(one.url_patterns, route)
            elif isinstance(one, URLPattern):
                found.append(f"/{route}")

    walk(
        [
            one
            for one in walk_all(get_resolver().url_patterns)
            if getattr(one, "app_name", "") == "admin"
        ],
        "",
    )
    return found


def walk_all(patterns: list[Any]) -> list[Any]:
    """All patterns, those of resolvers too."""
    below = [walk_all(one.url_patterns) for one in patterns if isinstance(one, URLResolver)]
    return [*patterns, *(one for some in below for one in some)]


def test_a_session_without_a_code_reaches_no_admin_page(
    person: Person, staff: User, app: App
) -> None:
    person.sign_in()
    codes = make_device(staff, app)  # while this session goes on
    paths = admin_paths()
    assert len(paths) > 20
    for path in paths:
        for answer in (person.client.get(path), person.post(path, action="close_players")):
            assert answer.status_code in (302, 404, 405), path
    answer = person.client.get("/admin/jsi18n/", follow=True)
    assert answer.redirect_chain[-1][0] == f"{CODE_PAGE}?next=/admin/jsi18n/"
    answer = person.post(CODE_PAGE, code=codes[0], next="/admin/")
    assert answer["Location"] == "/admin/"
    assert is_in(person)


def make_device(user: User, app: App) -> list[str]:
    device = TOTPDevice.objects.create(user=user, name="app")
    app.secret = base64.b32encode(device.bin_key).decode()
    return signing.make_backup_codes(user)


def test_a_code_in_one_session_opens_no_other(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    other.sign_in()
    codes = make_device(staff, app)
    assert person.post(CODE_PAGE, code=codes[0]).status_code == 302
    assert is_in(person)
    assert not is_in(other)


def test_a_session_that_was_signed_out_opens_nothing(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    set_up(person, app)
    cookie = person.client.cookies["skerry_session"].value
    person.post("/sign-out")
    other.client.cookies["skerry_session"] = cookie
    assert not is_in(other)
    assert not other.is_signed_in
    answer = person.sign_in()  # the same browser, a new session
    assert not is_in(person)
    assert give(person, answer, app.next_code()).status_code == 302


def test_a_removed_device_leaves_no_session_open(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    set_up(person, app)
    assert give(other, other.sign_in(), app.next_code()).status_code == 302
    signing.remove(staff)
    make_device(staff, app)
    assert not is_in(person)
    assert not is_in(other)


def test_a_new_password_keeps_the_session_that_gave_a_code(
    person: Person, staff: User, app: App
) -> None:
    person.sign_in()
    set_up(person, app)
    person.post("/account/password", password=PASSWORD, new="another tall lighthouse")
    assert is_in(person)


# ---- the end ----


def test_password_and_code_turn_it_off(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    set_up(person, app)
    code = app.next_code()
    wrong = person.post(PAGE, act="remove", password="another one", code=code)
    assert wrong.status_code == 400
    assert TOTPDevice.objects.exists()
    off = person.post(PAGE, act="remove", password=PASSWORD, code=code)  # not used up before
    assert off["Location"] == "/account"
    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()
    assert other.sign_in().status_code == 302
    assert is_in(other)


def test_who_is_staff_no_more_still_signs_in_by_it_and_can_end_it(
    person: Person, other: Person, staff: User, app: App
) -> None:
    person.sign_in()
    set_up(person, app)
    User.objects.update(is_staff=False, is_superuser=False)
    assert give(other, other.sign_in(), app.next_code()).status_code == 302
    assert "Two-step" in other.page("/account")
    sent = {"act": "remove", "password": PASSWORD, "code": app.next_code()}
    assert other.post(PAGE, **sent)["Location"] == "/account"


def test_staff_sees_no_secrets_of_others(person: Person, staff: User, app: App) -> None:
    registered = {model.__name__ for model in admin.site._registry}
    assert registered.isdisjoint({"TOTPDevice", "StaticDevice", "StaticToken"})
    person.sign_in()
    set_up(person, app)
    assert person.client.get("/admin/otp_totp/totpdevice/").status_code == 404


def test_it_goes_with_the_account(person: Person, staff: User, app: App) -> None:
    person.sign_in()
    set_up(person, app)
    people.forget(staff.holder)
    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()


def test_the_command_turns_it_off_for_who_lost_the_phone(tmp_path: Path) -> None:
    def command(*arguments: str) -> Any:
        return subprocess.run(
            [sys.executable, "-m", "skerry", *arguments],
            env={**os.environ, "SKERRY_DATA_DIR": str(tmp_path)},
            input=f"{PASSWORD}\n",
            capture_output=True,
            text=True,
            timeout=300,
        )

    assert command("create-admin", "Anneliese").returncode == 0
    program = (
        "from django_otp.plugins.otp_totp.models import TOTPDevice as D\n"
        "from skerry.web.accounts.models import User\n"
        "{}"
    )
    make = "D.objects.create(user=User.objects.get(), name='app')"
    assert command("manage", "shell", "-v0", "-c", program.format(make)).returncode == 0
    done = command("reset-two-step", "anneliese")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Anneliese signs in by the password alone" in done.stdout
    counted = command("manage", "shell", "-v0", "-c", program.format("print(D.objects.count())"))
    assert counted.stdout.strip() == "0"
    for name, why in (("Anneliese", "has no two-step sign-in"), ("Nobody", "no account")):
        refused = command("reset-two-step", name)
        assert refused.returncode == 2
        assert why in refused.stderr
        assert "Traceback" not in refused.stderr


# ---- on both databases ----


@pytest.mark.stores
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["app", "backup"])
def test_of_two_requests_with_one_code_one_is_let_in(app: App, kind: str) -> None:
    user = people.sign_up("Anneliese", PASSWORD)
    codes = make_device(user, app)
    code = codes[0] if kind == "backup" else app.next_code()
    start = Barrier(4)

    def use() -> bool:
        try:
            start.wait()
            while True:
                try:
                    return signing.use_code(user, code) is not None
                except OperationalError:  # SQLite in memory does not wait for another's lock
                    continue
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        accepted = [one.result() for one in [pool.submit(use) for _ in range(4)]]
    assert accepted.count(True) == 1


@pytest.mark.stores
@pytest.mark.django_db(transaction=True)
def test_the_whole_way_on_this_database(app: App) -> None:
    cache.clear()
    people.sign_up("Anneliese", PASSWORD)
    people.make_admin("Anneliese", None)
    person, other = Person(), Person()
    person.sign_in()
    set_up(person, app)
    assert give(other, other.sign_in(), app.next_code()).status_code == 302
    assert is_in(other)
    assert Session.objects.count() == 2
