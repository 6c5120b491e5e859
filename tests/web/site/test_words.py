"""The words of pages: what a friend would not say does not come back."""

import re
from pathlib import Path

import pytest

import skerry
from skerry.levels import LEVELS
from tests.web.conftest import Browser
from tests.web.ratings.rated_games import account
from tests.web.site.test_methods import SLOW, VIEWS, addresses
from tests.web.study.conftest import student
from tests.words import RULE, odd_numbers, odd_words

__all__ = ["addresses", "student"]  # fixtures

SOURCES = Path(skerry.__file__).parent
STATIC = sorted(SOURCES.glob("web/*/static/**/*.js"))
FOR_ACCOUNTS = ("/account", "/lobby", "/my-turn", "/players", "/studies", "/tournaments")
SPACED_IN_CODE = re.compile(r"[}\d] %(?=[\"'`),;.])")  # a percent sign after a blank, in a literal
OWN_STYLE = re.compile(r"toLocaleString\(\)|Intl\.NumberFormat|\}%`|\"%\"|toFixed\(\d\)\}%")


def _seen(page: str) -> str:
    """A page without its scripts, styles and pictures."""
    return re.sub(r"<(script|style|svg)\b.*?</\1>", "", page, flags=re.DOTALL)


def _read(browser: Browser, paths: list[str]) -> int:
    """Look at the pages of addresses, and count them."""
    looked_at = 0
    for path in paths:
        answer = browser.client.get(path)
        if not str(answer.get("Content-Type")).startswith("text/html"):
            continue
        page = answer.content.decode()
        looked_at += 1
        assert odd_words(_seen(page)) == [], path
        assert odd_numbers(_seen(page)) == [], path
        assert RULE.search(page) is None, path
    return looked_at


def test_no_page_has_the_words_that_were_replaced(
    browser: Browser, addresses: dict[str, str]
) -> None:
    paths = [
        *(path for route, path in addresses.items() if "GET" in VIEWS[route].methods),
        *("/new/spry", "/new/syrtis", "/learn/spry", "/editor/spry", "/nothing-here"),
    ]
    # what a page of the lab says is read in tests/lab/pages/test_words.py, without its plots
    apart = ("/lab/", "/api/")
    paths = [one for one in paths if not one.startswith(apart) and not one.endswith(SLOW)]
    assert _read(browser, ["/lab", *paths]) > 20
    grace = account("Grace").user
    assert grace is not None
    browser.client.force_login(grace)
    assert _read(browser, [one for one in paths if one == "/" or one.startswith(FOR_ACCOUNTS)]) > 8


@pytest.mark.parametrize("path", STATIC, ids=lambda path: path.stem)
def test_no_script_says_the_words_that_were_replaced(path: Path) -> None:
    code = path.read_text("utf-8")
    assert odd_words(code) == []
    assert SPACED_IN_CODE.findall(code) == []
    if path.name != "numbers.js":  # which writes the numbers of all others
        assert OWN_STYLE.findall(code) == []


def test_no_program_writes_a_percent_sign_after_a_blank() -> None:
    for path in SOURCES.rglob("*.py"):
        assert SPACED_IN_CODE.findall(path.read_text("utf-8")) == [], path


def test_an_address_without_a_page_says_so(browser: Browser) -> None:
    assert "<h1>Page not found</h1>" in browser.client.get("/nothing-here").content.decode()


def test_levels_are_described_in_one_style() -> None:
    for level in LEVELS.values():
        assert level.words[0].isupper(), level
        assert not re.search(r"\byou\b", level.words), level
