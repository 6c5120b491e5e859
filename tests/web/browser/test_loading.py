"""What a page asks for: everything at once, and nothing twice."""

import pytest
from playwright.sync_api import Browser

from tests.web.browser.conftest import DESKTOP, Table, leave, new_context, open_table
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

MOST_BYTES = 250_000
WEIGHT = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, one) => sum + one.transferSize, 0)"""
FETCHED = """() => performance.getEntriesByType("resource")
    .filter((one) => /[.](js|css|svg)$/.test(one.name) && one.transferSize > 0)
    .map((one) => one.name)"""


def test_scripts_are_named_by_the_page_itself(table: Table) -> None:
    """So that the browser need not read one to hear of the next."""
    table.begin("byg", size="3")
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.reload()
    table.settle()
    named = table.page.eval_on_selector_all(
        "script[src], link[rel=modulepreload]", "all => all.map((one) => one.src || one.href)"
    )
    scripts = {address for address in asked if address.endswith(".js")}
    assert any(address.endswith("/compose.js") for address in scripts)
    assert scripts <= set(named)


def test_nothing_is_fetched_twice(chromium: Browser, server: Server) -> None:
    """By the browser's own cache: what a service worker hands over counts as no bytes."""
    context = new_context(chromium, viewport=DESKTOP, service_workers="block")
    table = open_table(context, server)
    table.begin("byg", size="3")
    assert table.page.evaluate(FETCHED) != []
    table.begin("kitaran", size="3")
    assert table.page.evaluate(FETCHED) == []
    leave(context)


def test_a_page_is_light_and_asks_nobody_else(chromium: Browser, server: Server) -> None:
    """As `python -m bench.pages` measures it, of the game whose board has the most cells."""
    context = new_context(chromium, viewport=DESKTOP)
    table = open_table(context, server)
    table.begin("sytran")
    table.page.route("**", lambda route: route.continue_())  # which empties the cache
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.reload()
    table.settle()
    assert table.page.evaluate(WEIGHT) < MOST_BYTES
    assert len(asked) > 10
    assert all(address.startswith(server.url) for address in asked)
    leave(context)
