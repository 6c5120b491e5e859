"""Accounts as people use them: a guest signs up, another device, a browser that others use too."""

import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.account_scenes import PASSWORD
from tests.web.browser.conftest import DESKTOP, PHONE, Table, leave, new_context
from tests.web.browser.opponents import tables
from tests.web.browser.test_offline import KEPT, wait_for, wait_until_kept
from tests.web.conftest import Server

pytestmark = [pytest.mark.browser, pytest.mark.stores]


@pytest.fixture
def table(chromium: Browser, server: Server) -> Iterator[Table]:
    context = new_context(chromium, viewport=DESKTOP, reduced_motion="reduce")
    yield Table(context.new_page(), server)
    leave(context)


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Table]:
    context = new_context(chromium, viewport=PHONE, reduced_motion="reduce")
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


def test_an_open_game_goes_on_whoever_signs_in_and_out_in_another_tab(
    chromium: Browser, server: Server
) -> None:
    """All by pages that were open before: scripts and forms send what counts now."""
    first, second = tables(chromium, server, "kitaran", size="3", time="60-min-30-s")
    other_tab = Table(first.page.context.new_page(), server)
    other_tab.page.goto(f"{server.url}/rules/kitaran")
    form = Table(first.page.context.new_page(), server)
    form.page.goto(f"{server.url}/new/kitaran")
    form.page.check('input[name="opponent"][value="friend"]')
    name = sign_up(other_tab)
    first.use("a1")
    first.confirm()
    second.wait_for_turn(1)
    for page in (first.page, second.page):  # nobody has reloaded
        expect(page.locator(".seat", has_text=name)).to_be_visible()
    form.page.click("button.large")
    form.page.wait_for_url("**/game/*")

    other_tab.page.goto(f"{server.url}/account")
    send(other_tab.page, "Sign out")
    expect(other_tab.page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    first.page.click("#resign")
    first.page.click("#resign-ask button[value=yes]")
    expect(first.page.locator("#toast")).to_contain_text(f"sign in as {name} to play on")
    expect(first.page.locator("#bar-text")).to_contain_text("sign in again")
    first.page.locator("#toast").get_by_role("button", name="Sign in").click()
    send(first.page, "Sign in", name=name, password=PASSWORD)
    first.page.wait_for_url("**/game/*")
    first.settle()
    second.use("b2")
    second.confirm()
    first.wait_for_turn(2)
    first.use("c3")
    first.confirm()
    second.wait_for_turn(3)
    assert second.complaints == []
    for one in (first, second):
        leave(one.page.context)


def test_a_password_can_be_read_while_it_is_typed(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/sign-up")
    page.fill('[name="password"]', PASSWORD)
    assert page.get_attribute('[name="password"]', "type") == "password"
    page.get_by_label("Show password").check()
    assert page.get_attribute('[name="password"]', "type") == "text"
    page.get_by_label("Show password").uncheck()
    assert page.get_attribute('[name="password"]', "type") == "password"


def test_who_uses_the_browser_next_is_shown_no_kept_page(table: Table) -> None:
    page = table.page
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
