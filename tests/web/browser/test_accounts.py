"""Accounts as people use them: a guest signs up, another device, a browser that others use too."""

import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ..conftest import Server
from .account_scenes import PASSWORD
from .conftest import DESKTOP, PATIENCE, PHONE, Table, leave
from .test_offline import KEPT, wait_for, wait_until_kept

pytestmark = [pytest.mark.browser, pytest.mark.stores]


@pytest.fixture
def table(chromium: Browser, server: Server) -> Iterator[Table]:
    context = chromium.new_context(viewport=DESKTOP, reduced_motion="reduce")
    yield Table(context.new_page(), server)
    leave(context)


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Table]:
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    yield Table(context.new_page(), server)
    leave(context)


def send(page: Page, button: str, **fields: str) -> None:
    for name, text in fields.items():
        page.fill(f'[name="{name}"]', text)
    page.get_by_role("button", name=button, exact=True).click()


def sign_up(table: Table) -> str:
    name = f"Wim {secrets.token_hex(6)}"
    table.page.get_by_role("link", name="Sign in", exact=True).click()
    table.page.get_by_role("link", name="Sign up", exact=True).click()
    send(table.page, "Sign up", name=name, password=PASSWORD)
    expect(table.page.get_by_role("link", name=f"Account: {name}")).to_be_visible()
    return name


def test_a_guest_becomes_an_account_and_goes_on_elsewhere(table: Table, phone: Table) -> None:
    table.begin("kitaran", size="3")
    table.use("a1")
    table.confirm()
    game = table.page.url
    name = sign_up(table)
    expect(table.page).to_have_url(game)  # where one was
    table.settle()
    table.use("b2")
    table.confirm()
    phone.page.goto(f"{phone.server.url}/")
    phone.page.get_by_role("link", name="Sign in", exact=True).click()
    send(phone.page, "Sign in", name=name.upper(), password=PASSWORD)
    phone.page.locator(f'a[href="{game.removeprefix(phone.server.url)}"]').first.click()
    phone.wait_for_turn(2)
    phone.use("c3")
    phone.confirm()
    table.wait_for_turn(3)
    assert table.complaints == phone.complaints == []


def test_a_password_can_be_read_while_it_is_typed(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/sign-up")
    page.fill('[name="password"]', PASSWORD)
    assert page.get_attribute('[name="password"]', "type") == "password"
    page.get_by_label("Show it").check()
    assert page.get_attribute('[name="password"]', "type") == "text"
    page.get_by_label("Show it").uncheck()
    assert page.get_attribute('[name="password"]', "type") == "password"


def test_who_uses_the_browser_next_is_shown_no_kept_page(table: Table) -> None:
    page = table.page
    page.set_default_timeout(PATIENCE)
    page.goto(f"{table.server.url}/puzzles")
    wait_until_kept(page, "/puzzles")
    name = sign_up(table)
    wait_for(page, KEPT, lambda kept: "/account" not in kept)
    page.goto(f"{table.server.url}/lab")
    wait_until_kept(page, "/lab")
    page.get_by_role("link", name=f"Account: {name}").click()
    expect(page.locator("h1")).to_have_text(name)
    assert "/account" not in page.evaluate(KEPT)
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    wait_for(page, KEPT, lambda kept: not {"/lab", "/puzzles"} & set(kept))
