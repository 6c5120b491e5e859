"""A page in one state, and what every scene of one is made of."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PATIENCE
from tests.web.conftest import Server


@dataclass(frozen=True)
class Scene:
    """A page in one state."""

    name: str
    open: Callable[[Page, Server], object]
    at_once: tuple[str, ...] = ()  # what must be seen without scrolling
    is_for_axe: bool = True  # False: other scenes have all kinds of elements that it has
    may_scroll: tuple[str, ...] = ()  # of these, on a phone of very little height
    on_laptop: tuple[str, ...] = ()  # what else must be in a laptop's window


def settle(page: Page) -> None:
    # The words come with the page's script; before that the board is a picture.
    expect(page.locator("#heading")).to_have_text(re.compile(r"\S"))
    page.wait_for_selector("[data-game]:not([aria-busy='true'])")


def analyse(page: Page) -> None:
    """Turn the analysis on and wait until there is something to show."""
    page.locator("#analysis-on").check()
    known = re.compile(r"^(?!Not known yet)\S")
    expect(page.locator("#analysis-heading")).to_have_text(known, timeout=PATIENCE)
    page.wait_for_selector("#analysis:not(.is-waiting)")
