"""The lab's pages on the site: they fit, in both themes, and ask nobody else for anything."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from skerry.cli import main
from skerry.games.catalogue import FEATURED
from tests.web.browser.conftest import DESKTOP, LAB_PLAN, PHONE, new_context
from tests.web.conftest import Server, StartServer

pytestmark = pytest.mark.browser

NAMES = [one.name for one in FEATURED if one.has_study]
Scheme = Literal["light", "dark"]
PICTURES = (".plot", ".heat-map", ".forest-row svg")
DARK_GROUND = "rgb(22, 25, 28)"

# Each size and each scheme once; what fits does so in either scheme.
every_screen = pytest.mark.parametrize(
    ("viewport", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"]
)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory, start_server: StartServer) -> Iterator[Server]:
    """A site with one experiment of its machine."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "plan.toml").write_text(LAB_PLAN)
    results = folder / "results"
    assert main(["lab", "run", str(folder / "plan.toml"), "--out", str(results / "first")]) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SKERRY_RESULTS", str(results))
        yield start_server(folder / "data")


class Visit:
    """A page, and what it asked for and said since it was opened."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.asked: list[str] = []
        self.said: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))

    def open(self, path: str) -> None:
        self.page.goto(self.server.url + path)

    def check(self, scheme: Scheme) -> None:
        """It fits, has the theme, asked nobody else, and had nothing to complain about."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ground = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == DARK_GROUND) == (scheme == "dark")
        levels = self.page.eval_on_selector_all(
            "h1, h2, h3, h4", "heads => heads.map(head => Number(head.tagName[1]))"
        )
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert [url for url in self.asked if not url.startswith(f"{self.server.url}/")] == []
        assert self.said == []

    def num_pictures(self) -> int:
        """How many pictures there are, all of them large enough to be read and named."""
        found = [one for selector in PICTURES for one in self.page.locator(selector).all()]
        for one in found:
            box = one.bounding_box()
            assert box is not None
            assert box["width"] > 100
            assert one.get_attribute("aria-label") or one.get_attribute("aria-hidden")
        return len(found)


@pytest.fixture
def visit(
    chromium: Browser, lab: Server, viewport: ViewportSize, scheme: Scheme
) -> Iterator[Visit]:
    context = new_context(chromium, viewport=viewport, color_scheme=scheme)
    yield Visit(context.new_page(), lab)
    context.close()


@every_screen
def test_the_index_leads_to_every_game(visit: Visit, scheme: Scheme) -> None:
    visit.open("/lab")
    visit.check(scheme)
    boards = visit.page.locator(".card svg.board")
    assert boards.count() == len(NAMES)
    for name in NAMES:
        assert visit.page.locator(f'.card a[href="/lab/{name}"]').is_visible()
    assert visit.page.locator('a[href="/lab/claims"]').is_visible()
    assert visit.page.locator('a[href="/lab/results/first"]').is_visible()


@every_screen
@pytest.mark.parametrize("name", ["byg", "kitaran"])  # without komi, and with it
def test_a_game_s_page_shows_how_fair_it_is(visit: Visit, scheme: Scheme, name: str) -> None:
    visit.open(f"/lab/{name}")
    visit.check(scheme)
    assert visit.num_pictures() >= 3
    assert visit.page.locator(".verdicts li").count() >= 1
    for table in visit.page.locator("table").all():
        assert table.evaluate("table => table.closest('.scroll') !== null")


@every_screen
def test_the_claims_are_told_with_their_pictures(visit: Visit, scheme: Scheme) -> None:
    visit.open("/lab/claims")
    visit.check(scheme)
    height = "document.documentElement.scrollHeight"
    assert visit.page.evaluate(height) < 11_000  # a plot for each, until numbers are unfolded
    visit.page.locator(".lab nav a").last.click()
    visit.page.wait_for_url("**/lab/claims#*")
    visit.page.locator("summary").first.press("Enter")
    assert visit.page.locator("details[open]").count() == 1
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    visit.check(scheme)
    assert visit.num_pictures() >= 5


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "light")], ids=["phone"])
@pytest.mark.parametrize("path", ["/lab/claims", "/lab/spry", "/lab/kitaran", "/lab/results/first"])
def test_wide_tables_are_scrolled_by_keyboard(visit: Visit, path: str) -> None:
    visit.open(path)
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    regions = visit.page.locator(".scroll")
    labels = [one.get_attribute("aria-label") for one in regions.all()]
    assert all(labels)
    assert len(set(labels)) == len(labels)
    assert {one.get_attribute("tabindex") for one in regions.all()} == {"0"}
    wide = "one => one.scrollWidth > one.clientWidth"
    found = [one for one in regions.all() if one.evaluate(wide)]
    assert bool(found) == (path != "/lab/results/first")  # whose one table fits a phone
    for one in found[:2]:
        one.focus()
        visit.page.keyboard.press("ArrowRight")
        for _ in range(100):  # the page's policy lets no test wait for a condition within it
            if one.evaluate("one => one.scrollLeft") > 0:
                break
            visit.page.wait_for_timeout(50)
        assert one.evaluate("one => one === document.activeElement && one.scrollLeft > 0")


@every_screen
def test_the_report_of_an_experiment_is_a_page_of_the_site(visit: Visit, scheme: Scheme) -> None:
    visit.open("/lab/results/first")
    visit.check(scheme)
    assert visit.page.locator(".plot").count() >= 3
    assert visit.page.locator(".heat-map").count() >= 1
    assert visit.num_pictures() >= 5
    assert visit.page.inner_text("h1") == "first"


@every_screen
def test_home_leads_to_the_lab(visit: Visit, scheme: Scheme) -> None:
    """On each card links stand beside each other, and none lies on the button."""
    visit.open("/")
    visit.check(scheme)
    overlaps = visit.page.eval_on_selector_all(
        ".card",
        """cards => cards.map((card) => {
            const parts = [...card.querySelectorAll(".button, .card-links a")];
            const boxes = parts.map((part) => part.getBoundingClientRect());
            const around = card.getBoundingClientRect();
            return boxes.some((box, k) => box.left < around.left || box.right > around.right
                || boxes.slice(k + 1).some((other) => box.left < other.right
                    && other.left < box.right && box.top < other.bottom && other.top < box.bottom));
        })""",
    )
    assert overlaps == [False] * len(NAMES)
    visit.page.click('.welcome a[href="/lab"]')
    visit.page.wait_for_url("**/lab")


@pytest.mark.parametrize(("viewport", "scheme"), [(DESKTOP, "light")], ids=["desktop"])
def test_lines_are_joined_as_matplotlib_would_have_them(visit: Visit) -> None:
    """Its own style sheet within the picture is dropped: the site allows none."""
    visit.open("/lab/results/first")
    look = "one => [getComputedStyle(one).strokeLinejoin, getComputedStyle(one).strokeLinecap]"
    assert visit.page.locator(".plot path").first.evaluate(look) == ["round", "butt"]
    assert visit.page.locator("svg style").count() == 0


def test_the_fixture_makes_no_report(lab: Server) -> None:
    """What the site showed above came from the rows alone."""
    folder = Path(lab.folder).parent / "results" / "first"
    assert not (folder / "report.html").exists()
