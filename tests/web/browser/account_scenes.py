"""Pages of accounts in every state: signing up and in, one's own account, ways back into it."""

import secrets
import sqlite3
from base64 import b32decode
from collections.abc import Callable, Iterator
from contextlib import closing

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django_otp.oath import totp
from playwright.sync_api import Page, expect

from skerry.web.accounts.mails import CONFIRM_SALT
from skerry.web.accounts.models import User
from skerry.web.site.data import DATABASE_FILE, SECRET_FILE
from tests.web.browser.scene import Scene, settle
from tests.web.conftest import Server

Open = Callable[[Page, Server], object]

PASSWORD = "a tall lighthouse"
EMAIL = "bartholomew@skerries.example"


def account_scenes() -> Iterator[Scene]:
    """Every kind of them, and other pages as who is signed in sees them."""
    for path in ("sign-in", "sign-up", "account", "account/forgotten", "account/delete"):
        yield Scene(f"guest-{path.replace('/', '-')}", _at(f"/{path}"))
    yield Scene("sign-in-refused", _open_refused)
    yield Scene("sign-up-refused", _open_sign_up_refused)
    yield Scene("sent", _open_sent)
    yield Scene("new-password", _open_new_password)
    yield Scene("confirm-email", open_confirmation)
    yield Scene("account", _signed_in("/account"))
    yield Scene("tokens", _open_tokens)
    yield Scene("token-refused", _open_token_refused)
    yield Scene("account-refused", _open_account_refused)
    yield Scene("two-step", _open_two_step)
    yield Scene("two-step-codes", _open_backup_codes)
    yield Scene("two-step-on", _open_two_step_on)
    yield Scene("sign-in-code", _open_code)
    yield Scene("account-delete", _signed_in("/account/delete"))
    yield Scene("account-deleted", _open_deleted_account)
    for name, path in (("home", "/"), ("studies", "/studies"), ("lesson", "/learn/kitaran")):
        yield Scene(f"signed-in-{name}", _signed_in(path))
    yield Scene("signed-in-game", _open_game)


def sign_up(page: Page, server: Server, name: str = "") -> str:
    """Sign up by what the form sends; returns the name, as long as one may be."""
    page.context.clear_cookies(name="skerry_session")
    name = name or f"Wim {secrets.token_hex(8)}"
    token = _token(page, server)
    form = {"csrfmiddlewaretoken": token, "name": name, "password": PASSWORD, "email": EMAIL}
    answer = page.request.post(f"{server.url}/sign-up", form=form, max_redirects=0)  # type: ignore[arg-type]
    assert answer.status == 302, answer.text()
    return name


def _token(page: Page, server: Server) -> str:
    asked = page.request.get(f"{server.url}/sign-up").text()
    return asked.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]


def _at(path: str) -> Open:
    def open_path(page: Page, server: Server) -> None:
        page.goto(server.url + path)

    return open_path


def _signed_in(path: str) -> Open:
    def open_path(page: Page, server: Server) -> None:
        sign_up(page, server)
        page.goto(server.url + path)
        if page.locator(".board-space").count():
            settle(page)

    return open_path


def _send(page: Page, button: str, **fields: str) -> None:
    for name, text in fields.items():
        page.fill(f'[name="{name}"]', text)
    page.get_by_role("button", name=button, exact=True).click()


def _open_refused(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/sign-in")
    _send(page, "Sign in", name="Nobody at all", password="a wrong one")
    expect(page.locator(".problem")).to_be_visible()


def _open_sign_up_refused(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/sign-up")
    _send(page, "Sign up", name="Аnn", password="12345")
    expect(page.locator(".wrong").first).to_be_visible()


def _open_sent(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/account/forgotten")
    _send(page, "Send link", who="Nobody at all")
    expect(page.locator("h1")).to_have_text("Check your e-mail")


def _open_account_refused(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/account")
    page.fill("#password_password", "a wrong one")
    page.fill("#password_new", "12345")
    page.get_by_role("button", name="Change password").click()
    expect(page.locator(".wrong").first).to_be_visible()


def _open_tokens(page: Page, server: Server) -> None:
    """Two of them, one of which has just been made."""
    sign_up(page, server)
    page.goto(f"{server.url}/account/tokens")
    for title in ("the one at home", "a program whose name is as long as it is"):
        _send(page, "Create token", title=title, password=PASSWORD)
        expect(page.locator("#token")).to_be_visible()


def _open_token_refused(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/account/tokens")
    _send(page, "Create token", title="\u202e", password=PASSWORD)
    expect(page.locator(".problem")).to_be_visible()


def _open_two_step(page: Page, server: Server) -> str:
    """As staff that has not set it up; returns the name."""
    name = sign_up(page, server)
    with closing(sqlite3.connect(server.folder / DATABASE_FILE)) as database, database:
        database.execute("UPDATE accounts_user SET is_staff = 1 WHERE name = ?", (name,))
    page.goto(f"{server.url}/account/two-step")
    expect(page.locator("#secret")).to_be_visible()
    return name


def _open_backup_codes(page: Page, server: Server) -> str:
    name = _open_two_step(page, server)
    key = b32decode(page.locator("#secret").inner_text().replace(" ", ""))
    code = f"{totp(key):06}"
    _send(page, "Turn on two-step sign-in", password=PASSWORD, code=code)
    expect(page.locator(".codes")).to_be_visible()
    return name


def _open_two_step_on(page: Page, server: Server) -> None:
    _open_backup_codes(page, server)
    page.goto(f"{server.url}/account/two-step")
    expect(page.get_by_role("button", name="Turn off two-step sign-in")).to_be_visible()


def _open_code(page: Page, server: Server) -> None:
    name = _open_backup_codes(page, server)
    page.context.clear_cookies(name="skerry_session")
    page.goto(f"{server.url}/sign-in")
    _send(page, "Sign in", name=name, password=PASSWORD)
    expect(page.locator('[name="code"]')).to_be_visible()


def _open_deleted_account(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/account/delete")
    _send(page, "Delete everything", password=PASSWORD)
    expect(page.locator("h1")).to_have_text("Everything is deleted")


def _open_game(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/new/kitaran")
    page.click("button.large")
    settle(page)


# ---- links as letters have them, made with what the server knows ----


def _open_new_password(page: Page, server: Server) -> None:
    user = _row_of(server, sign_up(page, server))
    tokens = PasswordResetTokenGenerator()
    tokens.secret = secret_of(server)
    page.goto(f"{server.url}/account/new-password/{user.pk}/{tokens.make_token(user)}")
    expect(page.locator("h1")).to_contain_text("A new password")


def open_confirmation(page: Page, server: Server) -> None:
    user = _row_of(server, sign_up(page, server))
    token = signing.dumps([user.pk, user.email], key=secret_of(server), salt=CONFIRM_SALT)
    page.goto(f"{server.url}/account/confirm/{token}")
    expect(page.locator("h1")).to_have_text("Is this your e-mail address?")


def secret_of(server: Server) -> str:
    return (server.folder / SECRET_FILE).read_text()


def _row_of(server: Server, name: str) -> User:
    """An account as the server's database has it."""
    columns = ("id", "password", "last_login", "name", "email")
    with closing(sqlite3.connect(server.folder / DATABASE_FILE)) as database:
        found = database.execute(
            f"SELECT {', '.join(columns)} FROM accounts_user WHERE name = ?", (name,)
        ).fetchone()
    user = User(**dict(zip(columns, found, strict=True)))
    user.last_login = User._meta.get_field("last_login").to_python(user.last_login)
    return user
