"""The lobby, who waits there to be paired, and players' pages."""

from collections.abc import Iterator
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.account_scenes import sign_up
from tests.web.browser.conftest import new_context
from tests.web.browser.opponents import TOKEN, accept, act, make_challenge
from tests.web.browser.scene import Scene, settle
from tests.web.conftest import Server

DAYS = "3-days-a-turn-14-days-of-vacation"


def lobby_scenes() -> Iterator[Scene]:
    """Every kind of them."""
    yield Scene("lobby", _open_lobby)
    yield Scene("lobby-signed-in", _open_lobby_of_a_game)
    yield Scene("quick-waiting", _open_waiting)
    yield Scene("quick-refused", _open_refused)
    yield Scene("challenge-rated", _open_rated)
    yield Scene("challenge-listed", _open_listed)
    yield Scene("new-rated", _open_form)
    yield Scene("profile-empty", _open_empty_profile)
    yield Scene("profile", _open_profile)
    yield Scene("profile-guest", _open_profile_as_guest)
    yield Scene("live-rated", _open_game, (".clock",))


def _elsewhere(page: Page) -> Page:
    """A page of somebody else."""
    browser: Browser | None = page.context.browser
    assert browser is not None
    return new_context(browser).new_page()


def _fill_lobby(page: Page, server: Server) -> None:
    """Challenges of others, which need nobody to be there, and one who waits for a while."""
    there = _elsewhere(page)
    token = there.evaluate(TOKEN, there.request.get(f"{server.url}/lobby").text())
    waits = {"game": "kitaran", "speed": "rapid", "csrfmiddlewaretoken": token}
    answer = there.request.post(f"{server.url}/quick", form=waits, max_redirects=0)
    assert answer.headers["location"] == "/quick"
    make_challenge(there, server, "syrtis", time=DAYS, listed="on", prepared="off")
    make_challenge(there, server, "byg", time=DAYS, listed="on", size="5", side="random")
    sign_up(there, server)
    make_challenge(there, server, "kitaran", time=DAYS, listed="on", rated="on", side="second")
    there.context.close()


def _open_lobby(page: Page, server: Server) -> None:
    _fill_lobby(page, server)
    make_challenge(page, server, "spry", time=DAYS, listed="on")
    page.goto(f"{server.url}/lobby")
    expect(page.locator("#list .offer").first).to_be_visible()


def _open_lobby_of_a_game(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/lobby?game=sytran")


def _open_waiting(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/lobby")
    page.check('input[value="syrtis"]')
    page.check('input[value="correspondence"]')
    page.get_by_role("button", name="Find an opponent").click()
    expect(page.locator("#waited")).to_contain_text(":")


def _open_refused(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/lobby")
    page.evaluate("document.querySelector('[value=correspondence]').value = 'bullet'")
    page.check('input[value="bullet"]')
    page.get_by_role("button", name="Find an opponent").click()
    expect(page.locator(".problem")).to_be_visible()


def _open_rated(page: Page, server: Server) -> None:
    there = _elsewhere(page)
    sign_up(there, server)
    challenge = make_challenge(there, server, "kitaran", time="10-min-5-s", rated="on")
    there.context.close()
    page.goto(challenge)


def _open_listed(page: Page, server: Server) -> None:
    page.goto(make_challenge(page, server, "kitaran", time="10-min-5-s", listed="on"))


def _open_form(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/new/kitaran?opponent=online")


def _open_empty_profile(page: Page, server: Server) -> None:
    name = sign_up(page, server)
    page.goto(f"{server.url}/players/{quote(name)}")


def _play_rated(page: Page, server: Server) -> tuple[str, str, str]:
    """Rated games of two; their names, and the last game, which goes on."""
    there = _elsewhere(page)
    names = sign_up(page, server), sign_up(there, server)
    quick, game = "10-min-5-s", ""
    losers = ((quick, there), (quick, there), (quick, page), (DAYS, there), (DAYS, None))
    for time, loser in losers:
        challenge = make_challenge(page, server, "kitaran", time=time, rated="on", size="4")
        game = accept(there, server, challenge)
        for one, turn in ((page, "a1"), (there, "a2")):
            act(one.request, one, game, "play", actions=[turn])
        if loser is not None:
            act(loser.request, loser, game, "resign")
    there.context.close()
    return (*names, game)


def _open_profile(page: Page, server: Server) -> None:
    name, _, _ = _play_rated(page, server)
    page.goto(f"{server.url}/players/{quote(name)}")
    expect(page.locator(".rating").first).to_be_visible()


def _open_profile_as_guest(page: Page, server: Server) -> None:
    _, other, _ = _play_rated(page, server)
    page.context.clear_cookies()
    page.goto(f"{server.url}/players/{quote(other)}")
    expect(page.locator(".rating").first).to_be_visible()


def _open_game(page: Page, server: Server) -> None:
    _, _, game = _play_rated(page, server)
    page.goto(game)
    settle(page)
