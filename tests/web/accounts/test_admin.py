"""The admin pages: for staff alone, with all that they need, and few things to break."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.contrib.staticfiles import finders
from django.urls import reverse

from skerry.web.accounts import people
from skerry.web.accounts.models import Player, User
from tests.web.accounts.conftest import PASSWORD, Person

PAGES = (
    "/admin/",
    "/admin/accounts/player/",
    "/admin/accounts/user/",
    "/admin/accounts/user/1/change/",
    "/admin/auth/group/",
    "/admin/online/report/",
)


@pytest.fixture
def admin(user: User) -> User:
    return people.make_admin("Anneliese", None)


@pytest.mark.parametrize("path", PAGES)
def test_a_guest_is_asked_to_sign_in_by_our_own_page(person: Person, path: str) -> None:
    answer = person.client.get(path)
    assert answer.status_code == 302
    follow = person.client.get(answer["Location"], follow=True)
    assert follow.redirect_chain[-1][0].startswith("/sign-in?next=/admin/")
    assert "this_is_the_login_form" not in follow.content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_an_account_that_is_no_staff_finds_nothing(person: Person, user: User, path: str) -> None:
    person.sign_in()
    assert person.client.get(path, follow=True).status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_staff_sees_all_pages(person: Person, admin: User, path: str) -> None:
    person.sign_in()
    answer = person.client.get(path)
    assert answer.status_code == 200
    assert answer["Skerry-Keep"] == "no"
    page = answer.content.decode()
    assert "argon2" not in page
    assert "<script>" not in page  # the pages' policy lets none run that is not a file
    assert "Content-Security-Policy" in answer


def test_what_the_pages_need_is_served(person: Person, admin: User) -> None:
    person.sign_in()
    page = person.page("/admin/accounts/player/")
    sheets = [part.split('"')[0] for part in page.split('href="')[1:] if part.startswith("/static")]
    scripts = [part.split('"')[0] for part in page.split('src="')[1:] if part.startswith("/static")]
    assert sheets
    assert scripts
    for address in sheets + scripts:
        assert finders.find(address.split("/", 3)[3]), address
        assert person.client.get(address).status_code == 200, address


def test_a_password_is_changed_where_guesses_are_refused(person: Person, admin: User) -> None:
    person.sign_in()
    sent = {"old_password": PASSWORD, "new_password1": "123", "new_password2": "123"}
    assert person.post("/admin/password_change/", **sent)["Location"] == "/account"
    admin.refresh_from_db()
    assert admin.check_password(PASSWORD)


def test_players_are_closed_and_opened_again(person: Person, other: Person, admin: User) -> None:
    charlotte = people.sign_up("Charlotte", PASSWORD)
    other.sign_in("Charlotte")
    person.sign_in()
    player = people.player_of(charlotte.holder)

    def act(action: str) -> bool:
        """Whether the player is closed after it."""
        sent = {"action": action, "_selected_action": str(player.pk)}
        assert person.post("/admin/accounts/player/", **sent).status_code == 302
        player.refresh_from_db()
        return player.closed is not None

    assert act("close_players")
    assert not other.is_signed_in
    assert not act("reopen_players")
    assert other.sign_in("Charlotte").status_code == 302


def test_who_is_deleted_is_not_opened_again(person: Person, admin: User) -> None:
    charlotte = people.sign_up("Charlotte", PASSWORD)
    player = people.player_of(charlotte.holder)
    people.forget(charlotte.holder)
    person.sign_in()
    sent = {"action": "reopen_players", "_selected_action": str(player.pk)}
    person.post("/admin/accounts/player/", **sent)
    player.refresh_from_db()
    assert player.closed is not None


def test_a_name_that_offends_is_replaced_for_the_account_too(person: Person, admin: User) -> None:
    charlotte = people.sign_up("Charlotte", PASSWORD)
    path = reverse("admin:accounts_player_change", args=[people.player_of(charlotte.holder).pk])
    person.sign_in()
    for name in ("Anneliese", "ANNE1IESE", "<b>x</b>", "Jo"):
        assert person.post(path, name=name).status_code == 200  # shown again
    charlotte.refresh_from_db()
    assert charlotte.name == "Charlotte"
    assert person.post(path, name="Person 7").status_code == 302
    charlotte.refresh_from_db()
    assert charlotte.name == Player.objects.get(user=charlotte).name == "Person 7"


def test_staff_gives_itself_no_rights(person: Person, user: User) -> None:
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=("change_user", "view_user")))
    person.sign_in()
    path = reverse("admin:accounts_user_change", args=[user.pk])
    person.post(path, is_superuser="on", is_staff="on", name="Other", password="x")
    user.refresh_from_db()
    assert (user.is_superuser, user.name) == (False, "Anneliese")
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize("kind", ["user", "player"])
def test_nobody_adds_or_deletes_there(person: Person, admin: User, kind: str) -> None:
    person.sign_in()
    for path in (f"/admin/accounts/{kind}/add/", f"/admin/accounts/{kind}/1/delete/"):
        assert person.client.get(path).status_code == 403


# ---- the command ----


def create_admin(folder: Path, name: str, password: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "skerry", "create-admin", name],
        env={**os.environ, "SKERRY_DATA_DIR": str(folder)},
        input=f"{password}\n",
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_the_command_makes_an_admin_on_a_fresh_folder(tmp_path: Path) -> None:
    made = create_admin(tmp_path, "Anneliese", PASSWORD)
    assert (made.returncode, made.stderr) == (0, "")
    assert "Anneliese may open the admin pages" in made.stdout
    again = create_admin(tmp_path, "anneliese", "")  # there already
    assert again.returncode == 0
    assert "Anneliese" in again.stdout


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [("Jo", PASSWORD, "3 to 20"), ("Anneliese", "12345", "too short"), ("Anneliese", "", "short")],
)
def test_the_command_says_what_is_wrong(tmp_path: Path, name: str, password: str, why: str) -> None:
    made = create_admin(tmp_path, name, password)
    assert made.returncode == 2
    assert why in made.stderr
    assert "Traceback" not in made.stderr
