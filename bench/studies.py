"""How quickly a large study opens, is walked through and is edited, in a real browser.

    python -m bench.studies [--positions 10000] [--game spry]

A tree of so many positions, grown at random from a whole game with branches everywhere, is stored
as the site stores it, and looked at once the engine is compiled. Milliseconds: until its page shows
the tree, with an empty browser cache; a step to the next turn and back; an edit until it is stored
and shown.
"""

import argparse
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

import skerry
from bench.cold import fresh_site
from skerry.games.catalogue import GAMES
from skerry.record import GameRecord
from skerry.study import Chapter, Study, Tree
from skerry.study.study import study_to_data
from tools.get_chromium import find_shell

STEPS = 40
STEP_KEYS = ["ArrowRight", "ArrowLeft"]
BRANCHING = 0.5  # of the turns begin a branch
MOST_OPEN, MOST_STEP, MOST_EDIT = 1_000, 50, 100  # milliseconds, the medians

WATCH = """() => {
  const table = document.querySelector("#table");
  const began = performance.now();
  window.idle = new Promise((resolve) => {
    let wasBusy = false;
    new MutationObserver((_, observer) => {
      const isBusy = table.getAttribute("aria-busy") === "true";
      if (wasBusy && !isBusy) {
        observer.disconnect();
        resolve(performance.now() - began);
      }
      wasBusy ||= isBusy;
    }).observe(table, { attributeFilter: ["aria-busy"] });
  });
}"""
CLICK = """(cell) => document.querySelector(`#cell-${cell}`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""


def main() -> None:
    """Print the milliseconds; exits with 1 where a median is beyond its bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--game", default="spry")
    chosen = parser.parse_args()
    path = find_shell()
    assert path is not None, "There is no Chromium; `make test` installs it."
    study = Study("Large", (grown(chosen.game, chosen.positions),), 2)
    with (
        tempfile.TemporaryDirectory() as folder,
        fresh_site(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        while not all(site.has_compiled(info.name) for info in GAMES):
            time.sleep(1.0)
        browser = playwright.chromium.launch(executable_path=str(path), args=["--no-sandbox"])
        found = measure(browser, site.address, Path(folder) / "data" / "skerry.sqlite3", study)
        browser.close()
    for what, times in found.items():
        print(f"{what:6} median {median(times):6.0f} ms, slowest {max(times):6.0f} ms")
    bounds = {"open": MOST_OPEN, "step": MOST_STEP, "edit": MOST_EDIT}
    raise SystemExit(any(median(times) > bounds[what] for what, times in found.items()))


def grown(name: str, size: int) -> Chapter:
    """A chapter of so many positions."""
    rng, game = Random(1), skerry.game(name)
    tree = Tree.begin()
    chapter = Chapter.begin(1, "Large", GameRecord.begin(game), tree)
    here, numbers = 0, [0]
    while len(tree) < size:
        position = chapter.known.at(tree, here)
        if position.is_over or rng.random() < BRANCHING / 10:
            here = rng.choice(numbers)
            continue
        tree, here = tree.add(here, game.format_turn(position.sample_turn(rng)))
        numbers.append(here)
        if rng.random() < 0.1:
            tree = tree.changed(here, comment=f"Position {here}: a word or two about it.")
    return Chapter.begin(1, "Large", chapter.head, tree)


def measure(browser: Browser, address: str, database: Path, study: Study) -> dict[str, list[float]]:
    """Milliseconds of opening the study, of steps through it and of edits."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{address}studies")
    page.click(".new-game")
    page.wait_for_url("**/study/*")
    data = json.dumps(study_to_data(study))
    with sqlite3.connect(database) as connection:
        connection.execute(
            "insert into study_savedstudy (id, holder, visibility, version, snapshot,"
            " snapshot_version, title, games, created, updated)"
            " select 'largestudy', holder, 'link', 0, ?, 0, 'Large', games, created, updated"
            " from study_savedstudy limit 1",
            (data,),
        )
    connection.close()
    seat = context.storage_state()
    opened = []
    for _ in range(3):
        fresh = browser.new_context(storage_state=seat, viewport={"width": 1440, "height": 900})
        page = fresh.new_page()
        began = time.perf_counter()
        page.goto(f"{address}study/largestudy", wait_until="commit")
        page.wait_for_selector("#tree .node[aria-current]", state="attached")
        opened.append(1000 * (time.perf_counter() - began))
    page.wait_for_selector('#table[aria-busy="false"]')
    steps = [timed(page, partial(page.keyboard.press, key)) for key in STEP_KEYS * STEPS]
    edits = [timed(page, partial(mark, page, cell)) for cell in ["a1", "b1"] * (STEPS // 2)]
    return {"open": opened, "step": steps, "edit": edits}


def timed(page: Page, act: Callable[[], object]) -> float:
    """Milliseconds until the page has done something and waits again, by its own clock."""
    page.evaluate(WATCH)
    act()
    return float(page.evaluate("window.idle"))


def mark(page: Page, cell: str) -> None:
    """A mark on a cell, or away again."""
    if page.get_attribute("#marking", "aria-pressed") == "false":
        page.evaluate("document.querySelector('#marking').click()")
    page.evaluate(CLICK, cell)


if __name__ == "__main__":
    main()
