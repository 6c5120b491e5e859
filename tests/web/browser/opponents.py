"""Two browsers in one game, each with a page of its own: what tests and scenes of them share."""

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page

from tests.web.browser.conftest import DESKTOP, FORM_FIELDS, Table, new_context, open_table
from tests.web.conftest import Server

TOKEN = """html => new DOMParser().parseFromString(html, "text/html")
    .querySelector("[name=csrfmiddlewaretoken]").value"""


def make_challenge(page: Page, server: Server, name: str, /, **fields: str) -> str:
    """Ask for a game by what the form sends; the address of the challenge."""
    form = page.evaluate(FORM_FIELDS, page.request.get(f"{server.url}/new/{name}").text())
    sent = {**form, "opponent": "online", "side": "first", **fields}
    sent = {key: value for key, value in sent.items() if value != "off"}
    address = f"{server.url}/challenge/new/{name}"
    answer = page.request.post(address, form=sent, max_redirects=0)
    assert answer.status == 302, answer.text()
    return server.url + answer.headers["location"]


def accept(page: Page, server: Server, challenge: str) -> str:
    """Accept a challenge; the address of the game."""
    token = page.evaluate(TOKEN, page.request.get(f"{server.url}/new/kitaran").text())
    answer = page.request.post(
        f"{challenge}/accept", form={"csrfmiddlewaretoken": token}, max_redirects=0
    )
    assert answer.status == 302, answer.text()
    return server.url + answer.headers["location"]


def act(request: APIRequestContext, page: Page, game: str, what: str, **more: object) -> None:
    """Do something in a game as its page would, in the seat that the requests have."""
    url = game.replace("/game/", "/api/games/")
    token = page.evaluate(TOKEN, request.get(game.rpartition("/game/")[0] + "/new/kitaran").text())
    version = request.get(url).json()["version"]
    answer = request.post(
        f"{url}/{what}", data={"version": version, **more}, headers={"X-CSRFToken": token}
    )
    assert answer.ok, answer.text()


def at_a_desk(chromium: Browser) -> BrowserContext:
    return new_context(chromium, viewport=DESKTOP, reduced_motion="reduce")


def open_game(table: Table, game: str) -> None:
    table.page.goto(game)
    table.page.wait_for_selector("#board svg.board")
    table.settle()


def tables(chromium: Browser, server: Server, name: str, /, **fields: str) -> tuple[Table, Table]:
    """Who moves first and who moves second, each in a browser of its own, at the same game."""
    first, second = (open_table(at_a_desk(chromium), server) for _ in range(2))
    game = accept(second.page, server, make_challenge(first.page, server, name, **fields))
    for one in (first, second):
        open_game(one, game)
    return first, second
