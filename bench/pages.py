"""What the page of a game weighs, and how soon it is seen, in a real browser.

    python -m bench.pages [--rounds 5]

One server that is warm; for each game, opened with an empty browser cache again and again: bytes
over the wire with all that it loads, the number of requests, and milliseconds until the first
paint, the median and the slowest.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.cold import fresh_site
from skerry.games.catalogue import GAMES
from tools.get_chromium import find_shell

MOST_BYTES, LONGEST_PAINT = 250_000, 1_000.0  # of any page; milliseconds
LOADED = """() => {
  const all = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  return {
    bytes: all.reduce((sum, one) => sum + one.transferSize, 0),
    requests: all.length,
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  };
}"""


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    path, is_good = find_shell(), True
    assert path is not None, "There is no Chromium; `make test` installs it."
    with (
        tempfile.TemporaryDirectory() as folder,
        fresh_site(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(path), args=["--no-sandbox"])
        print(f"{'game':8} {'bytes':>8} {'requests':>8} {'median':>7} {'slowest':>8}")
        for info in GAMES:
            found = [loaded(browser, site.address, info.name) for _ in range(rounds)]
            paints, weight = [one["paint"] for one in found], max(one["bytes"] for one in found)
            print(
                f"{info.name:8} {weight:8} {found[0]['requests']:8} "
                f"{median(paints):7.0f} {max(paints):8.0f}"
            )
            is_good &= weight <= MOST_BYTES and median(paints) <= LONGEST_PAINT
        browser.close()
    if not is_good:
        raise SystemExit(f"More than {MOST_BYTES} bytes, or seen after {LONGEST_PAINT} ms.")


def loaded(browser: Browser, address: str, game: str) -> dict[str, Any]:
    """Begin a game in one browser's cache and open its page in an empty one."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{address}new/{game}")
    page.click("button.large")
    page.wait_for_url("**/game/*")
    seat, here = context.storage_state(), page.url
    context.close()
    context = browser.new_context(storage_state=seat, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(here)
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    page.wait_for_load_state("networkidle")
    found: dict[str, Any] = page.evaluate(LOADED)
    context.close()
    return found


if __name__ == "__main__":
    main()
