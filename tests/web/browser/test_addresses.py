"""What stands in the bar of the browser can be opened again, whatever has been pressed."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Table
from tests.web.browser.opponents import TOKEN

pytestmark = pytest.mark.browser


def test_the_page_after_a_refused_form_is_loaded_again_as_a_page(table: Table) -> None:
    page, url = table.page, table.server.url
    table.begin("kitaran", size="3")
    game = page.url
    token = page.evaluate(TOKEN, page.request.get(f"{url}/new/kitaran").text())
    form = {"csrfmiddlewaretoken": token, "turn": "none"}
    page.set_content(
        f'<form method="post" action="{game}/play-on">'
        + "".join(f'<input name="{name}" value="{value}">' for name, value in form.items())
        + "<button>Send</button></form>"
    )
    page.get_by_role("button").click()
    expect(page.locator("main")).to_contain_text("One can play on from here when the game is over")
    expect(page).to_have_url(game)
    expect(page.get_by_role("link", name="Back")).to_have_attribute("href", game.removeprefix(url))
    page.reload()
    expect(page.locator("#board svg.board")).to_be_visible()
    page.goto(f"{game}/play-on")  # as somebody types it
    expect(page).to_have_url(game)
    table.complaints.clear()  # the browser complains of the refusal
