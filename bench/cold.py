"""The first minutes of a site on a machine that has compiled nothing yet, in a real browser.

    python -m bench.cold [--games spry byg] [--level 5]

For each game a server starts with an empty kernel cache and an empty data folder. A browser opens
the first page, begins a game and places a stone; then it plays on until the compiled engine has
taken over, and one turn more. Each line of the table, in seconds:

    pace      of the machine: a million rounds of a loop in plain Python
    page      from the command to the first page
    stone     from the first page to the first stone on the board
    answer    from the end of the first turn to the computer's turn on the board
    slowest   of all answers up to the take-over, and those right after it
    again     from the end of the first turn until it is the person's turn again: in some games the
              computer has two turns in a row then
    compiled  from the command until the compiled engine had taken over

and the memory of the site's process in MB. Whatever the page complained of ends the run.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from skerry.games.catalogue import GAMES
from tools.get_chromium import find_chromium

STONE_GOAL, ANSWER_GOAL = 1.0, 2.0  # seconds
NO_BYTE_CODE = "PYTHONDONTWRITEBYTECODE"  # who plays has Python's usual settings
PATIENCE = 600.0  # seconds for anything
TURNS_AFTER = 1  # of the computer, once it is compiled
HAS_SCRIPT = "#slider[aria-valuetext]"
IS_IDLE = '#table:not([aria-busy="true"])'
WAIT_IN_PAGE = """selector => new Promise((done) => {
  const look = () => document.querySelector(selector) && (watcher.disconnect(), done());
  const watcher = new MutationObserver(look);
  watcher.observe(document, { attributes: true, childList: true, subtree: true });
  look();
})"""
CLICK_IN_PAGE = """selectors => {
  for (const selector of selectors) {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    document.querySelector(selector).dispatchEvent(click);
  }
}"""
IS_MY_TURN = "#seat-bottom.acts, #table.is-over"


@dataclass
class Site:
    """A server that has compiled nothing."""

    process: subprocess.Popen[str]
    address: str
    began: float

    def has_compiled(self, game: str) -> bool:
        """Whether its compiled engine has taken a game over."""
        with urllib.request.urlopen(f"{self.address}api/engine") as answer:
            return game in json.load(answer)["compiled"]

    @property
    def megabytes(self) -> int:
        """Resident memory of its process."""
        status = Path(f"/proc/{self.process.pid}/status")
        if status.exists():
            told = next(line for line in status.read_text().splitlines() if "VmRSS" in line)
            kilobytes = told.split()[1]
        else:  # no Linux; and a small Linux may have no `ps`
            asked = ["ps", "-o", "rss=", "-p", str(self.process.pid)]
            kilobytes = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        return int(kilobytes) * 1024 // 1_000_000


@dataclass
class Measured:
    """One line of the table; times in seconds, None where it was not waited for."""

    game: str
    pace: float
    page: float
    stone: float
    answers: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    compiled: float | None = None
    megabytes: int = 0

    def __str__(self) -> str:
        compiled = "" if self.compiled is None else f"{self.compiled:.0f}"
        return (
            f"{self.game:8} {self.pace:5.2f} {self.page:5.2f} {self.stone:6.2f} "
            f"{self.answers[0]:7.2f} {max(self.answers):8.2f} {self.again[0]:6.2f} "
            f"{compiled:>9} {self.megabytes:5}"
        )

    @property
    def is_good(self) -> bool:
        """Whether the first stone and all answers came in time."""
        return self.stone <= STONE_GOAL and max(self.answers) <= ANSWER_GOAL


@contextmanager
def fresh_site(folder: Path) -> Iterator[Site]:
    """A server with an empty cache and an empty data folder, both in a folder."""
    places = {"SKERRY_CACHE_DIR": str(folder / "cache"), "SKERRY_DATA_DIR": str(folder / "data")}
    settings = {name: value for name, value in os.environ.items() if name != NO_BYTE_CODE}
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "skerry", "play", "--no-browser", "--port", "0"],
        env={**settings, **places},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        yield Site(process, said.split()[3], began)
    finally:
        process.terminate()
        process.communicate()


def measure(browser: Browser, game: str, level: str, *, through: bool) -> Measured:
    """Play a game on a fresh site.

    Args:
        browser: any.
        game: its name.
        level: of the computer.
        through: go on until the compiled engine has taken over.

    Raises:
        AssertionError: the page complained of something.
    """
    complaints: list[str] = []
    pace = _pace()
    with tempfile.TemporaryDirectory() as folder, fresh_site(Path(folder)) as site:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
        page.goto(site.address)
        measured = Measured(game, pace, time.monotonic() - site.began, 0.0)
        measured.stone = _first_stone(page, game, level)
        _play(page, site, measured, through)
        measured.megabytes = site.megabytes
        page.close()
    assert not complaints, complaints
    return measured


def _pace() -> float:
    """Seconds that a fixed piece of work takes now: a machine that others use changes its speed."""
    began = time.perf_counter()
    total = 0
    for number in range(1_000_000):
        total += number * number
    return time.perf_counter() - began


def _first_stone(page: Page, game: str, level: str) -> float:
    """Begin a game and place a stone; seconds from the page at hand.

    Clicks are the page's own, as soon as there is something to click: Playwright's mouse waits for
    everything to stand still, four times, which is as long again.
    """
    began = time.monotonic()
    _click(page, f'a[href="/new/{game}"]')
    page.wait_for_url("**/new/*", wait_until="commit")
    opponent, side = f'input[name="opponent"][value="{level}"]', 'input[name="side"][value="first"]'
    _click(page, opponent, side, "button.large")
    page.wait_for_url("**/game/*", wait_until="commit")
    _wait(page, HAS_SCRIPT)  # a click before that is a click on a picture
    _click(page, "g.cell.is-legal")
    _wait(page, "#clear:enabled")
    return time.monotonic() - began


def _click(page: Page, *selectors: str) -> None:
    """Click on the first element of each kind, once the last one is there."""
    _wait(page, selectors[-1])
    page.evaluate(CLICK_IN_PAGE, selectors)


def _play(page: Page, site: Site, measured: Measured, through: bool) -> None:
    """Play turns, timing the answers, until the engine is compiled and has answered again."""
    rng = random.Random(1)
    left = TURNS_AFTER
    while left:
        _end_turn(page, rng)
        began = time.monotonic()
        turns = page.locator("#turns .turn").count()
        _wait(page, f"#turns .turn:nth-child({turns + 1}), {IS_MY_TURN}")
        measured.answers.append(time.monotonic() - began)
        _wait(page, IS_MY_TURN)
        measured.again.append(time.monotonic() - began)
        if measured.compiled is None and site.has_compiled(measured.game):
            measured.compiled = time.monotonic() - site.began
        elif measured.compiled is not None or not through:
            left -= 1
        if left and page.locator("#table.is-over").count():
            page.click("#rematch")
            page.wait_for_selector("#table:not(.is-over) #seat-bottom.acts")


def _end_turn(page: Page, rng: random.Random) -> None:
    """Choose cells that are open until the turn can be sent, and send it."""
    while not page.is_enabled("#confirm"):
        sides = page.locator("#words button.side-button")
        if sides.count():
            sides.first.click()
            _wait(page, IS_IDLE)
        for what in ("is-legal", "is-target"):
            cells = page.locator(f"g.cell.{what}")
            if cells.count():
                cells.nth(rng.randrange(cells.count())).click()
                _wait(page, IS_IDLE)
    page.click("#confirm")
    _wait(page, IS_IDLE)


def _wait(page: Page, selector: str) -> None:
    """Wait for an element, by the page's own clock: Playwright looks only twice a second."""
    page.evaluate(WAIT_IN_PAGE, selector)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    path = find_chromium()
    assert path is not None, "There is no Chromium; `make test` installs it."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(path), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


def main() -> int:
    """Print the table; 1 where a goal was missed."""
    names = [info.name for info in GAMES]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=names, choices=names, metavar="GAME")
    parser.add_argument("--level", default="5")
    parser.add_argument("--short", action="store_true", help="do not wait for the compiler")
    wishes = parser.parse_args()
    print("game      pace  page  stone  answer  slowest  again  compiled    MB", flush=True)
    rows = []
    with chromium() as browser:
        for game in wishes.games:
            rows.append(measure(browser, game, wishes.level, through=not wishes.short))
            print(rows[-1], flush=True)
    return 0 if all(row.is_good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
