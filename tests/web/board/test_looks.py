"""The look of boards as a browser has chosen it: rendered at once, and nothing else believed."""

import re

import pytest
from django.urls import reverse

from skerry.canvas.looks import LOOKS
from skerry.draw.board import colours
from skerry.web.base.cookies import COOKIE
from tests.web.conftest import Browser


def root(browser: Browser, cookie: str | None) -> str:
    """The first tag of a page, with a cookie."""
    browser.client.cookies.clear()
    if cookie is not None:
        browser.client.cookies[COOKIE] = cookie
    found = re.search(r"<html[^>]*>", browser.client.get("/rules/byg").content.decode())
    assert found is not None
    return found[0]


@pytest.mark.parametrize("look", LOOKS)
def test_a_page_comes_in_the_look_that_was_chosen(browser: Browser, look: str) -> None:
    tag = root(browser, f"{look}.off.on")
    assert f'data-board="{look}" data-labels="off" data-marks="on"' in tag


@pytest.mark.parametrize(
    "cookie",
    [
        None,
        "",
        "paper",
        "paper.on",
        "paper.on.maybe",
        "wood.on.on",
        'paper".on.on',
        "..",
        "a." * 99,
    ],
)
def test_a_cookie_that_says_something_else_is_ignored(browser: Browser, cookie: str | None) -> None:
    assert 'data-board="own" data-labels="on" data-marks="on"' in root(browser, cookie)


def test_the_style_sheet_of_the_page_has_all_looks(browser: Browser) -> None:
    css = browser.client.get(reverse("board-css")).content.decode()
    assert '[data-board="paper"] .board{' in css
    assert '[data-board="contrast"] .board{' in css


def test_thumbnails_have_the_look_too(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play_any(game_id)
    browser.client.cookies[COOKIE] = "paper.on.on"
    (address,) = re.findall(r'<img src="(/game/[^"]+)"', browser.client.get("/").content.decode())
    assert address.endswith("&amp;look=paper")
    for look in (*LOOKS, "wood"):
        picture = browser.client.get(f"/game/{game_id}/thumbnail.svg?look={look}")
        wanted = look if look in LOOKS else "own"
        assert colours(wanted)["kitaran-ground"][0] in picture.content.decode()
