"""Games that take days: vacation, the games that wait for one, and prepared answers."""

from collections.abc import Iterator

from django.core import signing
from playwright.sync_api import BrowserContext, Page, expect

from skerry.web.correspondence.letters import SALT
from tests.web.browser.account_scenes import open_confirmation, secret_of
from tests.web.browser.conftest import new_context
from tests.web.browser.opponents import accept, act, make_challenge
from tests.web.browser.scene import Scene, settle
from tests.web.conftest import Server

DAYS = "3-days-a-turn-14-days-of-vacation"
AT_ONCE = ("#confirm", "#clear", "#take-back", ".clock")


def correspondence_scenes() -> Iterator[Scene]:
    """Every kind of them."""
    yield Scene("my-turn", _open_my_turn)
    yield Scene("my-turn-empty", _open_empty)
    # One's own turn is not asked for while the sentence that tells of the vacation takes the room.
    until = ("#confirm", "#clear")
    yield Scene("live-vacation", _open_vacation, AT_ONCE, may_scroll=until)
    yield Scene("vacation-asked", _ask_for_vacation)
    yield Scene("notices", _open_notices)
    yield Scene("notices-letters", _open_letters)
    yield Scene("letters-stopped", _stop_letters)
    yield Scene("notes-conditional", _open_notes, ("#confirm", "#clear", "#undo", "#marking"))


def elsewhere(page: Page) -> BrowserContext:
    """A browser of somebody else."""
    browser = page.context.browser
    assert browser is not None
    return new_context(browser)


def _games(page: Page, server: Server) -> list[str]:
    """Games by correspondence in which the page's browser is to act, but for the last."""
    there = elsewhere(page)
    other = there.new_page()
    addresses = []
    for name, time in (
        ("sytran", "1-day-a-turn-7-days-of-vacation"),
        ("byg", DAYS),
        ("spry", "no-clock"),
    ):
        addresses.append(accept(other, server, make_challenge(page, server, name, time=time)))
    addresses.append(accept(page, server, make_challenge(other, server, "kitaran", time=DAYS)))
    there.close()
    return addresses


def _open_my_turn(page: Page, server: Server) -> None:
    _games(page, server)
    page.goto(f"{server.url}/my-turn")
    page.wait_for_selector(".saved-game")


def _open_empty(page: Page, server: Server) -> None:
    page.context.clear_cookies()
    page.goto(f"{server.url}/my-turn")


def _open_vacation(page: Page, server: Server) -> None:
    """The other one is away, both have played, and other games wait."""
    _games(page, server)
    there = elsewhere(page)
    other = there.new_page()
    game = accept(page, server, make_challenge(other, server, "kitaran", time=DAYS))
    for one, turn in ((other, "a1"), (page, "b2")):
        act(one.request, one, game, "play", actions=[turn])
    act(other.request, other, game, "vacation", away=True)
    page.goto(game)
    settle(page)
    expect(page.locator("#between-words")).to_contain_text("on vacation")
    there.close()


def _ask_for_vacation(page: Page, server: Server) -> None:
    page.goto(_games(page, server)[0])
    settle(page)
    page.click("#vacation")
    expect(page.locator("#vacation-ask")).to_be_visible()


def begin_notes(page: Page, other: Page, server: Server, name: str, **fields: str) -> str:
    """Notes of the page's browser, which moves second; the address of the game."""
    game = accept(page, server, make_challenge(other, server, name, time=DAYS, **fields))
    page.goto(game)
    settle(page)
    page.click("#plan")
    page.wait_for_url("**/study/*")
    settle(page)
    return game


def add_turn(page: Page, turn: str) -> None:
    """A turn more in the notes, after the position shown; a full one is added by itself."""
    for cell in turn.split(","):
        page.locator(f"#cell-{cell}").click(force=True)
        settle(page)
    page.keyboard.press("Shift+Enter")
    settle(page)


def _open_notes(page: Page, server: Server) -> None:
    """A tree with two answers that are waited for, one of them to a turn that holds a stone."""
    there = elsewhere(page)
    begin_notes(page, there.new_page(), server, "sytran", size="4")
    for turn in ("f2,f3", "a1,d1"):
        add_turn(page, turn)
    page.check("#condition-on")
    page.uncheck("#condition-f2")
    settle(page)
    page.locator("#tree .node").first.click()
    settle(page)
    for turn in ("a1,d1", "f2,f3"):
        add_turn(page, turn)
    page.check("#condition-on")
    settle(page)
    expect(page.locator("#condition-list li")).to_have_count(2)
    there.close()


def _open_notices(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/notices")
    expect(page.locator("#notify-on")).not_to_be_checked()


def _open_letters(page: Page, server: Server) -> None:
    """As who gets letters already."""
    open_confirmation(page, server)
    page.get_by_role("button", name="Confirm address").click()
    expect(page.locator("h1")).to_have_text("Thank you")
    page.goto(f"{server.url}/notices")
    page.get_by_role("button", name="Send e-mail to").click()
    expect(page.locator(".done")).to_be_visible()


def _stop_letters(page: Page, server: Server) -> None:
    token = signing.dumps(1, key=secret_of(server), salt=SALT)
    page.goto(f"{server.url}/notices/stop/{token}")
    expect(page.locator("h1")).to_have_text("Turn off e-mail about your games?")
