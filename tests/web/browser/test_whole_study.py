"""A whole study by mouse, by touch and by keys alone: from a pasted game to a shared copy."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from skerry.exchange import read
from skerry.record import GameRecord
from tests.web.browser.conftest import DESKTOP, PHONE, Table, leave, new_context, open_table
from tests.web.browser.study_scenes import UNTIL_REVIEWED, record_with_mistakes
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

TURNS = ["d1 g4", "a2 e6", "b2 b3", "a3 b4", "b1 d7", "c5 d6"]


@dataclass
class Hand(ABC):
    """A person with one way to use a page."""

    table: Table

    @abstractmethod
    def press(self, selector: str) -> None:
        """Press a button, a switch, a link, or whatever else can be pressed."""

    @abstractmethod
    def use(self, cell: str) -> None:
        """Press a cell of the board."""

    def choose(self, selector: str, words: str) -> None:
        """Choose from a list, by the first words of what stands there."""
        option = self.table.page.locator(f"{selector} option", has_text=words).first
        self.table.page.select_option(selector, option.get_attribute("value") or words)

    def write(self, selector: str, text: str) -> None:
        """Write a text into a field."""
        self.press(selector)
        self.table.page.keyboard.type(text)

    def paste(self, selector: str, text: str) -> None:
        """Paste a long text into a field."""
        self.press(selector)
        self.table.page.keyboard.insert_text(text)

    def take_tool(self, name: str) -> None:
        """Choose what a press on a cell of the editor puts there."""
        self.press(f'label:has([name="tool"][value="{name}"])')

    def leave(self) -> None:
        """Leave the field that is written in."""
        self.table.page.keyboard.press("Escape")


class Mouse(Hand):
    """Clicks."""

    def press(self, selector: str) -> None:
        self.table.page.click(selector)
        self.table.settle()

    def use(self, cell: str) -> None:
        self.table.use(cell)


class Finger(Hand):
    """Taps."""

    def press(self, selector: str) -> None:
        self.table.page.tap(selector)
        self.table.settle()

    def use(self, cell: str) -> None:
        self.table.tap(f"#cell-{cell}")


class Keys(Hand):
    """The Tab key leads to what is wanted; cells are reached by arrow keys."""

    def press(self, selector: str) -> None:
        self._go_to(selector)
        place = self.table.page.locator(selector).first
        if place.evaluate("one => one.matches('textarea, input:not([type=checkbox])')"):
            return  # to be there is enough
        is_switch = place.evaluate("one => one.matches('input')")
        self.table.press("Space" if is_switch else "Enter")

    def use(self, cell: str) -> None:
        if not self.table.page.evaluate("document.activeElement.matches('g.cell')"):
            self._go_to("g.cell")
        self.table.walk_to(cell)
        self.table.press("Enter")

    def take_tool(self, name: str) -> None:
        assert name == ""
        self.table.press("0")

    def choose(self, selector: str, words: str) -> None:
        self._go_to(selector)
        self.table.page.keyboard.type(words)

    def _go_to(self, selector: str) -> None:
        there = f"document.activeElement.matches({selector!r})"
        if not self.table.page.evaluate(there):
            self.table.tab_to(there)


@pytest.fixture(params=[Mouse, Finger, Keys])
def hand(request: pytest.FixtureRequest, chromium: Browser, server: Server) -> Iterator[Hand]:
    if request.param is Finger:
        context = new_context(
            chromium, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
        )
    else:
        context = new_context(chromium, viewport=DESKTOP, reduced_motion="reduce")
    table = open_table(context, server)
    yield request.param(table)
    leave(context)
    assert table.complaints == []


def tree(hand: Hand) -> list[str]:
    """The turns in the tree, in reading order."""
    return hand.table.page.locator("#tree .node-text").all_text_contents()[1:]


def test_a_whole_study(hand: Hand, tmp_path: Path) -> None:
    _import(hand)
    _build(hand)
    _mark(hand)
    _review(hand)
    _drill(hand)
    _explore(hand)
    _export(hand, tmp_path)
    _share_and_copy(hand)
    _edit(hand)


def _import(hand: Hand) -> None:
    page = hand.table.page
    page.goto(f"{hand.table.server.url}/studies")
    hand.press("details.open-game summary")
    hand.paste("#text", record_with_mistakes().to_json())
    hand.press("details.open-game form p button")
    page.wait_for_url("**/study/*")
    hand.table.settle()
    assert tree(hand) == TURNS


def _build(hand: Hand) -> None:
    """A turn that follows, a variation before it, a comment."""
    page = hand.table.page
    hand.press("#latest")
    hand.use("d4")  # one stone is all that this cell allows
    assert tree(hand) == [*TURNS, "d4"]
    hand.press("#back")
    hand.use("c4")
    assert tree(hand) == [*TURNS, "d4", "c4"]
    hand.write("#comment", "The other centre.")
    hand.leave()
    expect(page.locator(".branch .node-comment")).to_have_text("The other centre.")


def _mark(hand: Hand) -> None:
    page = hand.table.page
    hand.press("#marking")
    hand.use("e4")
    expect(page.locator(".board .mark")).to_have_count(1)
    hand.press("#undo")
    expect(page.locator(".board .mark")).to_have_count(0)
    hand.press("#redo")
    expect(page.locator(".board .mark")).to_have_count(1)
    hand.press("#marking")


def _review(hand: Hand) -> None:
    page = hand.table.page
    hand.press("#back")
    hand.press("#review-on")
    hand.choose("#review-depth", "quick")
    hand.press("#review-begin")
    expect(page.locator("#review-begin")).to_be_visible(timeout=UNTIL_REVIEWED)  # again: it is done
    expect(page.locator(".node-sign")).to_have_count(2)
    expect(page.locator("#review-summary")).to_contain_text("A blunder: ")  # it led there
    better = page.locator("#review-better button").first.inner_text()
    assert better not in tree(hand)
    hand.press("#review-better button:first-of-type")
    assert better in tree(hand)
    hand.press("#back")


def _drill(hand: Hand) -> None:
    page = hand.table.page
    hand.press('[aria-label="Learn from the mistakes of White"]')
    for cell in ("c5", "f2"):
        hand.use(cell)
    if page.is_enabled("#confirm"):
        hand.press("#confirm")
    expect(page.locator("#bar-text")).to_contain_text("Right. c5 f2")
    hand.press("#learn-next")
    expect(page.locator("#toast")).to_contain_text("1 of 1 found at once.")


def _explore(hand: Hand) -> None:
    """A chapter more, of a game that thousands of games are known of."""
    page = hand.table.page
    hand.press("#edit-chapters")
    hand.choose("#new-from", "Spry")
    hand.press("#add-chapter button.primary")
    page.wait_for_url("**chapter=2*")
    hand.table.settle()
    hand.press("#explorer-on")
    first = page.locator(".explored").first
    expect(first).to_be_visible()
    turn = first.text_content()
    hand.press("tr:first-child .explored")
    assert tree(hand) == [turn]
    hand.choose("#chapters", "1.")
    page.wait_for_url("**chapter=1*")
    hand.table.settle()


def _export(hand: Hand, folder: Path) -> None:
    """What is saved holds the variations and the comment, in both formats."""
    page = hand.table.page
    hand.press("#share")
    links = '#share-dialog a[href$=".json"]', '#share-dialog a[href$="=sgf"]'
    for selector, name in zip(links, ("game.json", "game.sgf"), strict=True):
        with page.expect_download() as saved:
            hand.press(selector)
        saved.value.save_as(folder / name)
    own = GameRecord.from_json((folder / "game.json").read_text(encoding="utf-8"))
    (other,) = read((folder / "game.sgf").read_bytes()).records
    for record in (own, other):
        assert record.turn_texts == tuple(turn.replace(" ", ",") for turn in [*TURNS, "d4"])
        last = record.turns[-1].variations[0][0]
        assert (last.text, last.comment) == ("c4", "The other centre.")


def _share_and_copy(hand: Hand) -> None:
    page = hand.table.page
    hand.press("#by-link")
    expect(page.locator("#share-said")).to_have_text("Anyone with the link can read it.")
    before, turns = page.url.split("?")[0], tree(hand)
    hand.press('#share-dialog form[action$="copy"] button')
    page.wait_for_url(lambda url: url.split("?")[0] != before)
    hand.table.settle()
    assert tree(hand) == turns


def _edit(hand: Hand) -> None:
    """A stone less in the editor, and a study that begins there."""
    page = hand.table.page
    hand.press("#latest")
    expect(page.locator("#cell-d4")).not_to_have_attribute("data-content", "0")
    hand.press("#edit-chapters")
    hand.press("#to-editor")
    page.wait_for_url("**/editor/**")
    expect(page.locator("#heading")).to_have_text("Black to move")
    hand.take_tool("")
    hand.use("d4")
    expect(page.locator("#cell-d4")).to_have_attribute("data-content", "0")
    hand.press("#analyse")
    page.wait_for_url("**/study/**")
    hand.table.settle()
    assert tree(hand) == []
    expect(page.locator("#cell-d4")).to_have_attribute("data-content", "0")
    expect(page.locator("#cell-d1")).not_to_have_attribute("data-content", "0")
