"""Tournaments: the list, the form, and the page of one before, during and after its games."""

import re
from collections.abc import Iterator
from functools import partial

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.account_scenes import sign_up
from tests.web.browser.conftest import new_context
from tests.web.browser.opponents import TOKEN, act
from tests.web.browser.scene import Scene
from tests.web.conftest import Server

NAMES = 4  # players beside who looks
DAYS = "3-days-a-turn-14-days-of-vacation"
FORM = {"name": "Harbour cup", "game": "kitaran.0", "time": DAYS, "system": "swiss", "rounds": "3"}
OWN_GAME = """html => new DOMParser().parseFromString(html, "text/html")
    .querySelector(".my-game a")?.getAttribute("href") ?? "" """

CHALLENGED = """([html, place]) => new DOMParser().parseFromString(html, "text/html")
    .querySelectorAll("[form=challenge]")[place].value"""


def tournament_scenes() -> Iterator[Scene]:
    """Every kind of them."""
    yield Scene("tournaments", _open_list)
    yield Scene("new-tournament", _open_form)
    yield Scene("new-tournament-refused", _open_refused)
    yield Scene("tournament-open", partial(_open_tournament, entered=True))
    yield Scene("tournament-seen", partial(_open_tournament, entered=False))
    yield Scene("tournament-running", partial(_open_running, watched=False))
    yield Scene("tournament-watched", partial(_open_running, watched=True))
    yield Scene("tournament-game", _open_game, (".clock",))
    yield Scene("tournament-over", _open_over)
    yield Scene("tournament-robin", _open_robin)
    yield Scene("new-ladder", _open_ladder_form)
    yield Scene("ladder", _open_ladder)
    yield Scene("ladder-challenged", _open_challenged)


def _elsewhere(page: Page) -> Page:
    """A page of somebody else."""
    browser: Browser | None = page.context.browser
    assert browser is not None
    return new_context(browser).new_page()


def _send(page: Page, address: str, form: str, **fields: str) -> str:
    """Send a form as a page would that is at the address `form`; where it leads."""
    token = page.evaluate(TOKEN, page.request.get(form).text())
    sent = {**fields, "csrfmiddlewaretoken": token}
    answer = page.request.post(address, form=sent, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def _make(page: Page, server: Server, **more: str) -> str:
    """A tournament of who is signed in; its address."""
    address = f"{server.url}/tournaments/new"
    return server.url + _send(page, address, address, **{**FORM, **more})


def _enter_others(page: Page, server: Server, link: str, number: int = NAMES) -> list[Page]:
    """Others who enter; their pages."""
    others = []
    for _ in range(number):
        there = _elsewhere(page)
        sign_up(there, server)
        _send(there, f"{link}/enter", link)
        others.append(there)
    return others


def _close(others: list[Page]) -> None:
    for one in others:
        one.context.close()


def _open_list(page: Page, server: Server) -> None:
    sign_up(page, server)
    link = _make(page, server, name="Club evening", game="byg.0", time="10-min-5-s", rounds="")
    _send(page, f"{link}/enter", link)
    _make(page, server, name="Club ladder", system="ladder")
    _open_over(page, server)
    page.goto(f"{server.url}/tournaments")
    expect(page.locator(".offer").first).to_be_visible()


def _open_form(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/tournaments/new")


def _open_refused(page: Page, server: Server) -> None:
    sign_up(page, server)
    page.goto(f"{server.url}/tournaments/new")
    page.fill("#name", "\u200b")
    page.check('input[value="round robin"]')
    page.get_by_role("button", name="Create").click()
    expect(page.locator(".problem")).to_be_visible()


def _open_tournament(page: Page, server: Server, *, entered: bool) -> None:
    maker = page if entered else _elsewhere(page)
    sign_up(maker, server)
    link = _make(maker, server, rated="on", bots="on")
    _close(_enter_others(page, server, link, 2))
    if entered:
        _send(page, f"{link}/enter", link)
    else:
        maker.context.close()
    page.goto(link)
    expect(page.locator(".people li").first).to_be_visible()


def _start(page: Page, server: Server, **more: str) -> tuple[str, list[Page]]:
    """A tournament that has started, of who looks and others."""
    sign_up(page, server)
    link = _make(page, server, **more)
    _send(page, f"{link}/enter", link)
    others = _enter_others(page, server, link)
    _send(page, f"{link}/start", link)
    return link, others


def _own_game(one: Page, link: str) -> str:
    """The address of somebody's game that goes on; "": they have none."""
    path = one.evaluate(OWN_GAME, one.request.get(link).text())
    return link.rpartition("/tournament/")[0] + path if path else ""


def _play_round(everybody: list[Page], link: str, *, but: int = 0) -> None:
    """Play the games of a round by a turn of each and a resignation, all but some."""
    games: dict[str, list[Page]] = {}
    for one in everybody:
        game = _own_game(one, link)
        if game:
            games.setdefault(game, []).append(one)
    for game, both in list(games.items())[: len(games) - but]:
        for one in sorted(both, key=lambda one: _seat(one, game)):
            act(one.request, one, game, "play", actions=["a1" if _seat(one, game) == 0 else "a2"])
        act(both[0].request, both[0], game, "resign")


def _seat(one: Page, game: str) -> int:
    state = one.request.get(game.replace("/game/", "/api/games/")).json()
    return int(state["you"])


def _open_running(page: Page, server: Server, *, watched: bool) -> None:
    link, others = _start(page, server, rated="on")
    _play_round([page, *others], link)
    _play_round([*others, page], link, but=1)
    _close(others)
    if watched:
        page.context.clear_cookies()
    page.goto(link)
    expect(page.locator(".standings tbody tr")).to_have_count(NAMES + 1)
    expect(page.locator(".round")).to_have_count(2)


def _open_game(page: Page, server: Server) -> None:
    link, others = _start(page, server)
    _close(others)
    page.goto(link)
    page.goto(f"{server.url}{page.evaluate(OWN_GAME, page.content())}")
    expect(page.locator("#event")).to_be_visible()
    expect(page.locator("#heading")).not_to_be_empty()


def _open_over(page: Page, server: Server) -> None:
    link, others = _start(page, server, rounds="2")
    _play_round([page, *others], link)
    _send(others[0], f"{link}/leave", link)
    _play_round([page, *others], link)
    _close(others)
    page.goto(link)
    expect(page.locator("#table-title")).to_contain_text("over")


def _open_robin(page: Page, server: Server) -> None:
    link, others = _start(page, server, system="round robin", cycles="1", time="10-min-5-s")
    _close(others)
    page.goto(link)
    expect(page.locator(".round")).to_have_count(NAMES + 1)


def _open_ladder_form(page: Page, server: Server) -> None:
    _open_form(page, server)
    page.check('input[value="ladder"]')
    expect(page.locator("#time")).to_have_value("1-day-a-turn-7-days-of-vacation")


def _stand(page: Page, server: Server) -> tuple[str, list[Page]]:
    """A ladder with who looks on its third rung of five; the others' pages."""
    persons = [_elsewhere(page), _elsewhere(page), page, _elsewhere(page), _elsewhere(page)]
    for one in persons:
        sign_up(one, server)
    link = _make(page, server, name="Club ladder", system="ladder", rated="on")
    for one in persons:
        _send(one, f"{link}/join", link)
    return link, [one for one in persons if one is not page]


def _challenge(one: Page, link: str, place: int) -> None:
    """Challenge who is so many rungs from the top of those whom one may challenge."""
    number = one.evaluate(CHALLENGED, [one.request.get(link).text(), place])
    _send(one, f"{link}/challenge", link, player=str(number))


def _accept(one: Page, link: str) -> None:
    """Accept the challenge that one has got."""
    named = re.search(r'form="accept" name="challenge" value="(.+?)"', one.request.get(link).text())
    assert named is not None
    _send(one, f"{link}/accept", link, challenge=named[1])


def _open_ladder(page: Page, server: Server) -> None:
    link, others = _stand(page, server)
    _challenge(others[3], link, 2)
    _close(others)
    page.goto(link)
    expect(page.locator(".rung")).to_have_count(5)


def _open_challenged(page: Page, server: Server) -> None:
    link, others = _stand(page, server)
    _challenge(others[2], link, 2)
    _challenge(others[1], link, 0)
    _accept(others[0], link)
    _close(others)
    page.goto(link)
    expect(page.locator(".my-challenge")).to_be_visible()
