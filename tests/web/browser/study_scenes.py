"""Pages of studies in every state: the list, the tree, engine, marks, explorer, review, dialogs."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from playwright.sync_api import FilePayload, Page, expect

import skerry
from skerry.record import GameRecord
from tests.web.browser.conftest import PATIENCE
from tests.web.browser.scene import Scene, analyse, settle
from tests.web.conftest import Server

UNTIL_REVIEWED = 10 * PATIENCE  # milliseconds that a review may take on a busy machine
AT_ONCE_STUDY = ("#confirm", "#clear", "#undo", "#marking", "#forward")


def study_scenes() -> Iterator[Scene]:
    """Every kind of them."""
    yield Scene("studies", _open_studies)
    yield Scene("studies-begun", _open_begun)
    yield Scene("study", _study(), AT_ONCE_STUDY)
    yield Scene("study-analysis", _study(analyse), AT_ONCE_STUDY)
    yield Scene("study-marks", _study(mark_some), ("#mark-tools", *AT_ONCE_STUDY))
    yield Scene("study-explorer", _open_explorer, AT_ONCE_STUDY)
    yield Scene("study-review", _open_review, AT_ONCE_STUDY)
    yield Scene("study-learning", _open_learning, ("#confirm", "#clear", "#learn-tools"))
    yield Scene("study-chapters", _study(lambda page: page.click("#edit-chapters")))
    yield Scene("study-share", _study(lambda page: page.click("#share")))
    yield Scene("study-read", _study(read_as_another), ("#copy-study", "#share", "#forward"))


def record_with_variations() -> GameRecord:
    """A short game of Kitaran in which something else could have been played."""
    record = GameRecord.begin(skerry.game("kitaran", size=3))
    for turn in ("b2", "a2", "c2"):
        record = record.add_turn(turn)
    record = record.annotate(1, "The centre touches most.").add_variation(2, ["a1", "c3"])
    variation = replace(record.turns[1].variations[0][0], comment="Or the corner.")
    line = (variation, *record.turns[1].variations[0][1:])
    turns = (record.turns[0], replace(record.turns[1], variations=(line,)), record.turns[2])
    return replace(record, turns=turns)


def record_with_mistakes() -> GameRecord:
    """Turns of two stones each, two of them gross mistakes, the second with a weak stone."""
    record = GameRecord.begin(skerry.game("sytran", size=4))
    for turn in ("d1,g4", "a2,e6", "b2,b3", "a3,b4", "b1,d7", "c5,d6"):
        record = record.add_turn(turn)
    return record


def open_study(page: Page, server: Server, record: GameRecord) -> None:
    """Begin a study of a record by what the form of the studies page sends."""
    asked = page.request.get(f"{server.url}/studies")
    token = asked.text().split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    form = {"csrfmiddlewaretoken": token, "text": record.to_json()}
    answer = page.request.post(f"{server.url}/studies/new", form=form)  # type: ignore[arg-type]
    assert answer.ok, answer.text()
    page.goto(answer.url)
    settle(page)


def _study(*then: Callable[[Page], None]) -> Callable[[Page, Server], None]:
    def open_one(page: Page, server: Server) -> None:
        open_study(page, server, record_with_variations())
        page.keyboard.press("ArrowRight")
        settle(page)
        for act in then:
            act(page)

    return open_one


def read_as_another(page: Page) -> None:
    """Look by the link as another browser does, and try to play."""
    page.click("#share")
    page.check("#by-link", force=True)
    expect(page.locator("#share-said")).to_have_text("Anyone with the link can read it.")
    page.context.clear_cookies()
    page.reload()
    settle(page)
    page.click("#cell-a1")
    expect(page.locator("#toast")).to_be_visible()


def _open_explorer(page: Page, server: Server) -> None:
    """A start from which thousands of games were played."""
    open_study(page, server, GameRecord.begin(skerry.game("spry")))
    page.keyboard.press("e")
    expect(page.locator(".explored").first).to_be_visible()
    settle(page)


def review_here(page: Page) -> None:
    """Have the line reviewed, and wait for it."""
    page.check("#review-on")
    page.select_option("#review-depth", "quick")
    page.click("#review-begin")
    expect(page.locator("#review-work")).to_be_visible()
    expect(page.locator("#review-work")).to_be_hidden(timeout=UNTIL_REVIEWED)
    settle(page)


def _open_review(page: Page, server: Server) -> None:
    """At a mistake of several stones, the pointer still on it."""
    open_study(page, server, record_with_mistakes())
    review_here(page)
    node = page.locator("#tree .node", has_text="b1 d7")
    node.click()
    settle(page)
    node.hover()


def _open_learning(page: Page, server: Server) -> None:
    _open_review(page, server)
    page.locator(".review-person button:not(.review-side)").first.click()
    settle(page)
    page.click("#learn-look")
    settle(page)


def _open_studies(page: Page, server: Server) -> None:
    open_study(page, server, record_with_variations())
    page.goto(f"{server.url}/studies")


def _open_begun(page: Page, server: Server) -> None:
    """A study of a file, begun with a text that could not be read."""
    page.goto(f"{server.url}/studies")
    page.click(".open-game summary")
    whole = record_with_variations().to_json().encode()
    file: FilePayload = {"name": "whole.json", "mimeType": "application/json", "buffer": whole}
    page.set_input_files("#record", file)
    page.fill("#text", "kitaran size=3 | 3/1b1/3")
    page.click(".open-game button")
    expect(page.locator(".remarks")).to_be_visible()


def mark_some(page: Page) -> None:
    """A mark of each kind."""
    page.click("#marking")
    for kind, cells in (("circle", "a1"), ("label", "b1"), ("arrow", "a1 c3"), ("area", "c1 c2")):
        page.check(f'[value="{kind}"]', force=True)
        for cell in cells.split():
            page.click(f"#cell-{cell}")
            settle(page)
