"""Letters: links to a new password and to confirm an address; nobody is bombed or led astray."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.core import mail
from django.test import override_settings

from skerry.web.accounts import mails, people
from skerry.web.accounts.models import User
from skerry.web.base.errors import QuotaError
from skerry.web.bots import tokens
from tests.web.accounts.conftest import PASSWORD, Person

pytestmark = pytest.mark.stores

EMAIL = "anneliese@example.org"
PATIENCE = 60.0  # seconds; of which nothing is waited for where all is well
NEW = "a low lighthouse"


class AtOnce:
    """A thread that is not beside the rest: letters are sent before the answer."""

    def __init__(self, target: Any, args: Any, name: str) -> None:
        target(*args)

    def start(self) -> None: ...


@pytest.fixture(autouse=True)
def letters_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mails, "Thread", AtOnce)


@pytest.fixture
def reachable(user: User) -> User:
    user.email, user.email_is_confirmed = EMAIL, True
    user.save()
    return user


def link() -> str:
    """The path of the link in the letter that came last."""
    found = re.search(r"http://[^/\s]+(/\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def test_a_link_leads_back_into_the_account(person: Person, other: Person, reachable: User) -> None:
    other.sign_in()
    answer = person.post("/account/forgotten", who="anneliese")
    assert "Check your e-mail" in answer.content.decode()
    (letter,) = mail.outbox
    assert letter.to == [EMAIL]
    path = link()
    assert "A new password" in person.page(path)
    assert person.post(path, new=NEW).status_code == 302
    assert authenticate(username="Anneliese", password=NEW) == reachable
    assert not other.is_signed_in  # whoever that was
    assert person.client.get(path).status_code == 404  # once
    again = person.post(path, new="a third lighthouse")
    assert again.status_code == 404
    assert "If you have just set a new password, sign in with it" in again.content.decode()


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost:1234", "play.example.org:8443"])
def test_links_lead_to_the_sites_one_address_whatever_was_asked(
    person: Person, reachable: User, host: str
) -> None:
    """Whoever asks for somebody's letter must not choose where its links lead."""
    names = [*settings.HOST_NAMES, "play.example.org"]
    asked = {"who": "anneliese", "csrfmiddlewaretoken": person.token()}

    def ask() -> str:
        answer = person.client.post("/account/forgotten", asked, headers={"Host": host})
        assert answer.status_code == 200
        found = re.search(r"http\S+", str(mail.outbox[-1].body))
        assert found is not None
        return found[0]

    with override_settings(PUBLIC_URL="https://games.example.org", ALLOWED_HOSTS=names):
        assert ask().startswith("https://games.example.org/account/new-password/")
    with override_settings(ALLOWED_HOSTS=names, HOST_NAMES=names):
        name = host.partition(":")[0]
        assert ask().startswith(f"http://{name}/account/")  # at the port that it came to


def test_programs_and_previews_are_given_the_one_address(person: Person, user: User) -> None:
    headers = {"Authorization": f"Bearer {tokens.make(user, 'test')}", "Host": "127.0.0.1:9"}
    game_id = person.begin("kitaran", size="3")
    with override_settings(PUBLIC_URL="https://games.example.org"):
        account = person.client.get("/api/v1/account", headers=headers).json()
        page = person.client.get(f"/game/{game_id}", headers={"Host": "127.0.0.1:9"})
    assert account["url"].startswith("https://games.example.org/")
    shown = page.content.decode()
    assert f'content="https://games.example.org/game/{game_id}"' in shown
    assert "127.0.0.1" not in shown


def test_the_answer_is_the_same_for_whom_there_is_not(person: Person, reachable: User) -> None:
    people.sign_up("Charlotte", PASSWORD)  # without an address
    answers = [
        person.post("/account/forgotten", who=who)
        for who in ("Anneliese", "Nobody at all", "Charlotte", EMAIL, "x@example.org", "a\u202eb")
    ]
    assert {one.status_code for one in answers} == {200}
    plain = {re.sub(r'value="[^"]*"', "", one.content.decode()) for one in answers}
    assert len(plain) == 1
    assert [one.to for one in mail.outbox] == [[EMAIL], [EMAIL]]


def test_letters_go_beside_the_answer(
    person: Person, reachable: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail server that takes its time would tell who has an account."""
    from threading import Event, Thread

    may_deliver, delivered = Event(), Event()

    def deliver(letter: object) -> None:
        may_deliver.wait(PATIENCE)
        delivered.set()

    monkeypatch.setattr(mails, "Thread", Thread)
    monkeypatch.setattr(mails, "_deliver", deliver)
    person.post("/account/forgotten", who="Anneliese")
    assert not delivered.is_set()
    may_deliver.set()
    assert delivered.wait(PATIENCE)


def test_a_letter_that_cannot_be_sent_is_logged(
    person: Person, reachable: User, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fail(letter: object) -> None:
        raise ConnectionRefusedError("no mail server")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    assert person.post("/account/forgotten", who="Anneliese").status_code == 200
    assert "no mail server" in caplog.text


def test_an_address_that_was_not_confirmed_gets_no_link(person: Person, user: User) -> None:
    user.email = EMAIL
    user.save()
    for who in ("Anneliese", EMAIL):
        person.post("/account/forgotten", who=who)
    assert mail.outbox == []


def test_one_letter_has_all_accounts_of_an_address(person: Person, reachable: User) -> None:
    second = people.sign_up("Charlotte", PASSWORD)
    User.objects.filter(pk=second.pk).update(email=EMAIL, email_is_confirmed=True)
    person.post("/account/forgotten", who=EMAIL.upper())
    (letter,) = mail.outbox
    assert letter.to == [EMAIL]
    assert "Anneliese: http" in letter.body
    assert "Charlotte: http" in letter.body


def test_nobody_is_bombed_with_letters(person: Person, reachable: User) -> None:
    for _ in range(10):
        person.post("/account/forgotten", who="Anneliese")
    for number in range(5):
        person.sign_up(f"Person {number}", email=EMAIL.upper())
    assert len(mail.outbox) == mails.MOST_TO_ONE


@pytest.mark.parametrize(
    "forge",
    [
        lambda path: path[:-1] + ("a" if path[-1] != "a" else "b"),
        lambda path: path.replace("/new-password/", "/new-password/9"),
        lambda path: "/account/new-password/1/x-y",
        lambda path: "/account/new-password/99999999999999999999/x-y",
    ],
)
def test_a_forged_link_opens_nothing(person: Person, reachable: User, forge: Any) -> None:
    person.post("/account/forgotten", who="Anneliese")
    path = forge(link())
    assert person.client.get(path).status_code == 404
    assert person.post(path, new=NEW).status_code == 404
    assert authenticate(username="Anneliese", password=PASSWORD) == reachable


def test_a_link_opens_no_other_account(person: Person, reachable: User) -> None:
    second = people.sign_up("Charlotte", PASSWORD)
    person.post("/account/forgotten", who="Anneliese")
    path = link().replace(f"/{reachable.pk}/", f"/{second.pk}/")
    assert person.post(path, new=NEW).status_code == 404


def test_a_link_is_old_after_a_day_and_after_signing_in(
    person: Person, reachable: User, settings: Any
) -> None:
    person.post("/account/forgotten", who="Anneliese")
    path = link()
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert person.client.get(path).status_code == 404
    settings.PASSWORD_RESET_TIMEOUT = 3600
    assert person.client.get(path).status_code == 200
    person.sign_in()
    assert person.client.get(path).status_code == 404


def test_a_link_to_a_closed_account_opens_nothing(person: Person, reachable: User) -> None:
    person.post("/account/forgotten", who="Anneliese")
    path = link()
    people.close(people.player_of(reachable.holder))
    assert person.client.get(path).status_code == 404
    person.post("/account/forgotten", who="Anneliese")
    assert len(mail.outbox) == 1


def test_no_host_of_anothers_choice_gets_into_a_letter(
    person: Person, reachable: User, settings: Any
) -> None:
    """A site that answers to any address is asked by one of the attacker's."""
    evil = "203.0.113.66:8000"
    token = person.token()
    settings.ALLOWED_HOSTS, settings.ANSWERS_OTHERS = ["*"], True
    sent = {"who": "Anneliese", "csrfmiddlewaretoken": token}
    answer = person.client.post("/account/forgotten", sent, headers={"Host": evil})
    assert answer.status_code == 200
    (letter,) = mail.outbox
    assert "203.0.113.66" not in letter.body
    assert f"http://{settings.OWN_NAME}/account/" in letter.body


def test_an_address_is_confirmed_by_a_button(person: Person) -> None:
    person.sign_up(email=EMAIL)
    (letter,) = mail.outbox
    assert letter.to == [EMAIL]
    path = link()
    assert person.client.get(path).status_code == 200  # as a mail program does
    assert not User.objects.get().email_is_confirmed
    assert person.post(path).status_code == 200
    assert User.objects.get().email_is_confirmed


def test_a_confirmation_is_of_one_address(person: Person) -> None:
    person.sign_up(email=EMAIL)
    path = link()
    person.post("/account/email", password=PASSWORD, email="another@example.org")
    assert person.post(path).status_code == 404
    assert person.post(path[:-1] + ("a" if path[-1] != "a" else "b")).status_code == 404
    user = User.objects.get()
    assert (user.email, user.email_is_confirmed) == ("another@example.org", False)


def test_a_confirmed_address_hears_of_its_change(person: Person, reachable: User) -> None:
    person.sign_in()
    person.post("/account/email", password=PASSWORD, email="another@example.org")
    assert [one.to for one in mail.outbox] == [[EMAIL], ["another@example.org"]]
    person.post("/account/email", password=PASSWORD, email="")
    reachable.refresh_from_db()
    assert (reachable.email, reachable.email_is_confirmed) == ("", False)


@pytest.mark.parametrize(
    "email", ["no address", "a@b", "a@example.org\nBcc: b@example.org", "<b@example.org>"]
)
def test_what_is_no_address_is_refused(person: Person, email: str) -> None:
    assert person.sign_up(email=email).status_code == 400
    assert mail.outbox == []


def test_an_address_beyond_the_quota_of_letters_comes_back(
    person: Person, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> None:
        raise QuotaError("Try again in an hour.")

    person.sign_in()
    monkeypatch.setattr("skerry.web.accounts.views.spend", refuse)
    answer = person.post("/account/email", password=PASSWORD, email="another@example.org")
    assert answer.status_code == 429
    page = answer.content.decode()
    assert "Try again in an hour." in page
    assert 'value="another@example.org"' in page
    assert mail.outbox == []


def test_a_letter_is_promised_only_as_far_as_it_is_sent(person: Person, user: User) -> None:
    """An address gets few; that others have used them up is told to nobody."""
    person.sign_in()
    for _ in range(mails.MOST_TO_ONE + 1):
        person.post("/account/email", password=PASSWORD, email=EMAIL)
        said = person.page()
        assert "We have sent you" not in said
        assert "If none comes, wait an hour" in said
    assert len(mail.outbox) == mails.MOST_TO_ONE
