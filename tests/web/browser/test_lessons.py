"""Each lesson, played by mouse, by finger and by keys; clicks and words are counted."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from skerry.games.catalogue import GAMES, info
from skerry.lessons import Lesson, example, lessons_of
from skerry.web.board.position_data import offer
from tests.web.browser.conftest import DESKTOP, PHONE, Table, leave, new_context, open_table
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

MOST_CLICKS = 12
MOST_WORDS = 200
LOOK_MS = 2000  # a step that is done is shown for less
LESSONS = [lesson for game in GAMES for lesson in lessons_of(game.name)]
# Games whose lessons together ask for all that a hand does: one cell or several, a word, a way from
# cell to cell, the end of the turn. What is asked for elsewhere is done in the same ways.
BY_ALL_WAYS = {"spry", "sytran", "syrtis"}


class Learner:
    """Somebody who does what a lesson says."""

    def __init__(self, table: Table, use: Callable[[Table, str], None]) -> None:
        self.table, self._use = table, use
        self.clicks = self.words = 0

    def click(self, selector: str) -> None:
        self.clicks += 1
        self._use(self.table, selector)

    def read(self, selector: str) -> None:
        self.words += len(self.table.text(selector).split())

    def learn(self, lesson: Lesson) -> None:
        page = self.table.page
        for number, step in enumerate(lesson.steps, 1):
            expect(page.locator("#heading")).to_have_text(step.title)
            expect(page.locator("#bar-text")).to_have_text(step.say)
            self.read("#heading")
            self.read("#bar-text")
            for action in example(step):
                shown = offer(step.position.game, step.position.game.parse_action(action))
                if shown["kind"] == "word":
                    self.click(f'#words button >> text="{shown["label"]}"')
                for cell in (shown["source"], *shown["cells"][:1]):
                    if cell:
                        self.click(f"#cell-{cell}")
            if step.asked.ends:
                self.click("#confirm")
            expect(page.locator("#note")).to_have_text(step.right)
            page.clock.fast_forward(LOOK_MS)
            said = "#last-said" if number == len(lesson.steps) else "#said"
            expect(page.locator(said)).to_have_text(step.right)
            self.read(said)


def by_mouse(table: Table, selector: str) -> None:
    table.page.click(selector)


def by_finger(table: Table, selector: str) -> None:
    table.page.tap(selector)


def by_keys(table: Table, selector: str) -> None:
    if selector.startswith("#cell-"):
        if not table.page.evaluate("document.activeElement.matches('g.cell')"):
            table.tab_to("document.activeElement.matches('g.cell')")
        table.walk_to(selector.removeprefix("#cell-"))
        table.page.keyboard.press("Enter")
    elif selector == "#confirm":
        table.page.keyboard.press("Shift+Enter")
    else:
        table.page.locator(selector).focus()
        table.page.keyboard.press("Enter")


WAYS = {"mouse": by_mouse, "finger": by_finger, "keys": by_keys}


@pytest.mark.parametrize(
    ("lesson", "way"),
    [
        pytest.param(lesson, way, id=f"{lesson.game}-{lesson.key}-{way}")
        for lesson in LESSONS
        for way in WAYS
        if way == "mouse" or lesson.game in BY_ALL_WAYS
    ],
)
def test_a_lesson_is_done_in_few_clicks_and_words(
    chromium: Browser, server: Server, lesson: Lesson, way: str
) -> None:
    is_touch = way == "finger"
    context = new_context(
        chromium,
        viewport=PHONE if is_touch else DESKTOP,
        has_touch=is_touch,
        reduced_motion="reduce",
    )
    table = open_table(context, server)
    table.page.clock.install()  # nobody waits
    table.page.goto(f"{server.url}/learn/{lesson.game}/{lesson.key}")
    learner = Learner(table, WAYS[way])
    learner.learn(lesson)
    expect(table.page.locator("#play")).to_be_focused()
    learner.click("#play")
    assert learner.clicks <= MOST_CLICKS
    assert learner.words <= MOST_WORDS
    table.page.wait_for_url("**/game/*")
    table.settle()
    table.play_turn(random.Random(1))  # by what the panel and the board say
    assert table.page.is_hidden("#toast")
    assert table.complaints == []
    leave(context)


def test_what_is_said_of_a_refused_click_swallows_no_other_words(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/learn/syrtis")
    page.click("#skip")
    expect(page.locator("#heading")).to_have_text("Move a tower")
    page.click("#cell-a4")  # no tower stands there
    expect(page.locator("#note")).not_to_be_empty()
    page.click("#cell-a3")
    expect(page.locator("#announcement")).to_have_text("a3 is chosen")


def test_what_is_wrong_is_said_and_not_placed(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/learn/spry")
    page.click("#cell-d4")  # a white stone
    expect(page.locator("#note")).to_have_text(
        "There is a stone on d4 already; choose an empty cell."
    )
    expect(page.locator("#bar")).to_have_attribute("data-face", "illegal")
    page.click("#cell-a1")  # legal, but it joins nothing
    expect(page.locator("#bar")).to_have_attribute("data-face", "other")
    assert page.get_attribute("#cell-a1", "data-content") == "0"
    page.click("#show")
    expect(page.locator("#note")).to_have_text("One group touches all three: White wins.")
    expect(page.locator("#heading")).to_have_text("Many stones outside")
    heard = page.locator("#announcement")  # beside the note, which is a status of its own
    expect(heard).to_contain_text("Many stones outside")
    expect(heard).not_to_contain_text("One group touches all three")
    page.click("#cell-a1")
    expect(page.locator("#cell-a1")).to_have_attribute("data-content", "1")
    expect(page.locator("#note")).to_be_empty()
    expect(heard).to_contain_text("a1 placed")
    page.click("#confirm")  # legal, but too few
    expect(page.locator("#bar")).to_have_attribute("data-face", "other")
    expect(page.locator("#cell-a1")).to_have_attribute("data-content", "0")
    page.click("#back")
    expect(page.locator("#heading")).to_have_text("Join three colours")
    page.click(".step-dot[data-number='2']")
    expect(page.locator("#heading")).to_have_text("Many stones outside")
    assert page.is_disabled(".step-dot[data-number='3']")


def test_a_click_too_many_is_not_meant_for_the_next_board(table: Table) -> None:
    table.page.goto(f"{table.server.url}/learn/spry")
    table.page.click("#cell-d3")  # the step is done
    table.page.click("#cell-a1")
    expect(table.page.locator("#heading")).to_have_text("Many stones outside")
    table.settle()
    assert table.page.get_attribute("#cell-a1", "data-content") == "0"


@pytest.mark.parametrize("name", ["byg", "syrtis"])
def test_a_lesson_can_be_left(table: Table, name: str) -> None:
    table.page.goto(f"{table.server.url}/learn/{name}")
    table.page.click("#stop")
    expect(table.page).to_have_url(f"{table.server.url}/new/{name}")
    expect(table.page).to_have_title(re.compile(info(name).title))


def test_skip_goes_on_to_the_next_step_and_does_not_leave(table: Table) -> None:
    steps = lessons_of("byg")[0].steps
    page = table.page
    page.goto(f"{table.server.url}/learn/byg")
    for step in steps[1:]:
        page.click("#skip")
        expect(page.locator("#heading")).to_have_text(step.title)
        expect(page.locator("#said")).to_be_hidden()
    page.click("#skip")
    expect(page.locator("#play")).to_be_focused()
    assert page.is_disabled("#skip")
    assert page.url == f"{table.server.url}/learn/byg"


def test_a_lesson_that_is_done_gets_a_tick_and_leads_to_the_next(table: Table) -> None:
    first, second, *_ = lessons_of("sytran")
    page = table.page
    page.goto(f"{table.server.url}/learn/sytran")
    ticks = page.locator(".lesson-done")
    expect(ticks.first).to_be_hidden()
    for _step in first.steps:
        page.click("#skip")
        table.settle()
    expect(ticks.first).to_be_visible()
    page.click("#next")
    expect(page.locator("h1")).to_have_text(second.title)
    expect(ticks.first).to_be_visible()
    expect(ticks.nth(1)).to_be_hidden()


def test_a_tower_that_cannot_go_somewhere_says_why(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/learn/syrtis")
    page.click("#skip")
    expect(page.locator("#heading")).to_have_text("Move a tower")
    page.click("#cell-a3")  # a light tower
    page.click("#cell-b3")  # a dark one
    expect(page.locator("#note")).to_have_text(
        "There is a tower on b3 already; choose a free tile."
    )
