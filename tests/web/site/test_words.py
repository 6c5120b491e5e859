"""The words of pages: what a friend would not say does not come back."""

import re

from skerry.levels import LEVELS

from ..conftest import Browser
from ..study.conftest import student
from .test_methods import SLOW, VIEWS, addresses

__all__ = ["addresses", "student"]  # fixtures

ODD = (
    "You now lack",
    "What stays as it is you can turn",
    "by lot",
    "Other colour",
    "Other boards",
    "about as many points",
    "Everybody everybody else",
    "as many as find a winner",
    "Make it<",
    "choose the same, and be paired",
    "Nobody asks for a game",
    "passwords that many have",
    "May stay empty",
    "Password forgotten",
    "Show it<",
    "Password now",
    "By letter",
    "No more letters",
    "Notices",
    "That did not work",
    "hang together",
    "Anything else waits",
    "you have played a game or two",
    "you want no mercy",
    "Owners<",
)
RULE = re.compile(r"\b(SPRY|BYG|SYT|KIT|SYR|HEX|Y|HAV|C)-\d+\b")


def _odd_words(page: str) -> list[str]:
    without_scripts = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    return [one for one in ODD if one in without_scripts]


def test_no_page_has_the_words_that_were_replaced(
    browser: Browser, addresses: dict[str, str]
) -> None:
    looked_at = 0
    paths = [
        *(path for route, path in addresses.items() if "GET" in VIEWS[route].methods),
        *("/new/spry", "/new/syrtis", "/learn/spry", "/editor/spry", "/nothing-here"),
    ]
    for path in paths:
        if path.startswith(("/lab/", "/api/")) or path.endswith(SLOW):
            continue
        answer = browser.client.get(path)
        if not str(answer.get("Content-Type")).startswith("text/html"):
            continue
        page = answer.content.decode()
        looked_at += 1
        assert _odd_words(page) == [], path
        assert RULE.search(page) is None, path
    assert looked_at > 20


def test_an_address_without_a_page_says_so(browser: Browser) -> None:
    assert "<h1>Page not found</h1>" in browser.client.get("/nothing-here").content.decode()


def test_levels_are_described_in_one_style() -> None:
    for level in LEVELS.values():
        assert level.words[0].isupper(), level
        assert not re.search(r"\byou\b", level.words), level
