"""The puzzle corner as a person uses it: by mouse, by keys, by touch."""

import re
from collections import Counter

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from skerry.puzzles import Puzzle, collection
from tests.web.browser.conftest import PHONE, Table, tap

pytestmark = pytest.mark.browser


class Corner:
    """A corner's page."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page: Page = table.page

    def open(self, puzzle: Puzzle) -> None:
        self.page.goto(f"{self.table.server.url}/puzzles/{puzzle.game}/{puzzle.key}")
        self.page.wait_for_selector("#board svg.board")
        self.settle()

    def settle(self) -> None:
        self.page.wait_for_selector("#corner:not([aria-busy='true'])")

    def compose(self, puzzle: Puzzle, turn: str) -> None:
        """Click a turn together, as its actions ask for."""
        for action in turn.split(","):
            if action == "pass":
                self.page.click("#words button")
            else:
                cells = re.findall(r"[a-z]\d+", action[1:] if action[0] == "x" else action)
                for cell in cells:
                    self.page.click(f"#cell-{cell}")
                    self.settle()
            self.settle()

    def tap(self, selector: str) -> None:
        tap(self.page, selector)
        self.settle()

    def check(self) -> None:
        self.page.click("#check")
        self.settle()

    @property
    def face(self) -> str:
        return self.page.get_attribute("#bar", "data-face") or ""

    @property
    def solved(self) -> str:
        return self.page.inner_text("#solved")


@pytest.fixture
def corner(table: Table) -> Corner:
    return Corner(table)


def refuted(name: str) -> tuple[Puzzle, str]:
    """A puzzle and a wrong turn that has an answer, one of most stones.

    A turn of one stone can't be laid twice at once: that is a double click.
    """
    puzzle = next(one for one in collection(name) if any(len(line) > 1 for line in one.wrong_lines))
    wrong = [line[0] for line in puzzle.wrong_lines if len(line) > 1]
    return puzzle, max(wrong, key=lambda turn: turn.count(","))


@pytest.mark.parametrize("name", ["spry", "syrtis"])
def test_a_solution_is_right_and_remembered(corner: Corner, name: str) -> None:
    puzzles = collection(name)
    puzzle = max(puzzles, key=lambda one: one.solution.count(","))
    corner.open(puzzle)
    expect(corner.page.locator("#heading")).to_contain_text("to play and win")
    assert not corner.page.is_enabled("#check")
    corner.compose(puzzle, puzzle.solution)
    corner.check()
    assert corner.face == "right"
    assert "no other turn does" in corner.page.inner_text("#bar-text")
    assert corner.solved == f"1 of {len(puzzles)} solved"
    chip = corner.page.locator(f'.chip[data-key="{puzzle.key}"]')
    expect(chip).to_have_attribute("data-how", "solved")
    corner.page.reload()
    corner.settle()
    assert corner.solved == f"1 of {len(puzzles)} solved"
    corner.page.goto(f"{corner.table.server.url}/puzzles")
    place = corner.page.locator(f'[data-puzzles-of="{name}"] .solved-words')
    expect(place).to_have_text(f"1 of {len(puzzles)} solved")


@pytest.mark.parametrize("name", ["byg", "syrtis"])  # the answers themselves: tests/web/puzzles
def test_a_wrong_turn_is_refuted_on_the_board_and_tried_again(corner: Corner, name: str) -> None:
    puzzle, wrong = refuted(name)
    corner.open(puzzle)
    start = corner.page.inner_text("#standings")
    corner.compose(puzzle, wrong)
    corner.check()
    assert corner.face == "wrong"
    assert " answers " in corner.page.inner_text("#bar-text")
    # The answer is played by itself, and what follows too until a button is touched.
    step = corner.page.locator("#step-text")
    expect(step).not_to_have_text(re.compile(r"^1 of"))
    while not step.inner_text().startswith("1 of"):
        corner.page.click("#step-back")
        corner.settle()
    tried = corner.page.inner_text("#last-turn")
    expect(corner.page.locator("#announcement")).to_have_text(
        tried.removeprefix("Last turn: ").removesuffix(".")
    )
    corner.page.click("#step-forward")
    corner.settle()
    assert step.inner_text().startswith("2 of")
    assert corner.page.inner_text("#last-turn") != tried
    corner.page.click("#again")
    corner.settle()
    assert corner.face == "compose"
    heading = corner.page.inner_text("#heading")
    expect(corner.page.locator("#announcement")).to_contain_text(heading)
    assert corner.page.inner_text("#standings") == start
    assert corner.solved.startswith("0 of")
    corner.compose(puzzle, puzzle.solution)
    corner.check()
    assert corner.face == "right"


def test_a_check_waits_until_the_engine_is_quick_enough(corner: Corner) -> None:
    puzzle = collection("kitaran")[0]
    corner.open(puzzle)
    answer = {"pending": "The engine is still warming up."}
    corner.page.route("**/check", lambda route: route.fulfill(status=202, json=answer))
    corner.compose(puzzle, puzzle.solution)
    corner.page.click("#check")
    expect(corner.page.locator("#bar-text")).to_have_text("The engine is still warming up.")
    heard = corner.page.locator("#announcement")
    expect(heard).to_have_text("The engine is still warming up.")
    # Nothing is said twice: the bar itself is not read out.
    assert corner.page.locator("#bar [aria-live]").count() == 0
    corner.page.unroute("**/check")
    corner.settle()
    assert corner.face == "right"


def test_a_corner_opens_at_the_first_open_puzzle_and_goes_on_to_the_next(corner: Corner) -> None:
    first, second = collection("kitaran")[:2]
    corner.page.goto(f"{corner.table.server.url}/")
    corner.page.click('a[href="/puzzles/kitaran"]')
    corner.page.wait_for_url(f"**/puzzles/kitaran/{first.key}")
    corner.settle()
    corner.compose(first, first.solution)
    corner.check()
    corner.page.click("#next")
    corner.page.wait_for_url(f"**/puzzles/kitaran/{second.key}")
    corner.settle()
    assert corner.page.inner_text("#number").startswith("Puzzle 2 of")
    corner.page.go_back()
    expect(corner.page.locator("#number")).to_have_text(re.compile("Puzzle 1 of"))
    corner.page.goto(f"{corner.table.server.url}/puzzles/kitaran")
    corner.page.wait_for_url(f"**/puzzles/kitaran/{second.key}")


def test_a_solution_that_was_shown_does_not_count_as_solved(corner: Corner) -> None:
    puzzle = collection("sytran")[0]
    corner.open(puzzle)
    corner.page.click("#give-up")
    corner.settle()
    assert corner.face == "shown"
    assert corner.solved.startswith("0 of")
    corner.page.click("#again")
    corner.settle()
    corner.compose(puzzle, puzzle.solution)
    corner.check()
    assert corner.face == "right"
    assert corner.solved.startswith("0 of")
    corner.page.click("#forget")
    corner.page.click("#forget-ask button[value=yes]")
    expect(corner.page.locator(f'.chip[data-key="{puzzle.key}"]')).to_have_attribute(
        "data-how", "open"
    )


def test_the_keyboard_stays_in_the_corner_when_the_button_it_pressed_goes(corner: Corner) -> None:
    puzzle, wrong = refuted("byg")
    corner.open(puzzle)
    page, on_board = corner.page, corner.page.locator("#board g.cell:focus")
    corner.compose(puzzle, wrong)
    page.press("#clear", "Enter")
    corner.settle()
    expect(on_board).to_have_count(1)
    corner.compose(puzzle, wrong)
    corner.check()
    page.press("#step-forward", "Enter")  # it stops what is being played out
    corner.settle()
    while page.is_enabled("#step-forward"):
        page.press("#step-forward", "Enter")
        corner.settle()
    expect(page.locator("#step-back")).to_be_focused()
    while page.is_enabled("#step-back"):
        page.press("#step-back", "Enter")
        corner.settle()
    expect(page.locator("#step-forward")).to_be_focused()
    page.press("#again", "Enter")
    corner.settle()
    assert corner.face == "compose"
    expect(on_board).to_have_count(1)
    page.click("#give-up")
    corner.settle()
    page.press("#next", "Enter")
    corner.settle()
    expect(on_board).to_have_count(1)


def test_an_illegal_click_is_explained(corner: Corner) -> None:
    puzzle = collection("sytran")[0]
    corner.open(puzzle)
    taken = puzzle.record.turns[0].text.split(",")[0]
    # The refusal itself is an error in the console, and the only one.
    corner.page.click(f"#cell-{taken}")
    expect(corner.page.locator("#toast")).to_contain_text(f"There is a stone on {taken} already")
    assert len(corner.table.complaints) == 1
    corner.table.complaints.clear()


def test_a_puzzle_is_solved_by_keyboard(corner: Corner) -> None:
    puzzle = collection("byg")[0]
    corner.open(puzzle)
    for cell in puzzle.solution.split(","):
        corner.page.focus(f"#cell-{cell}")
        corner.page.keyboard.press("Enter")
        corner.settle()
    corner.page.keyboard.press("Backspace")
    corner.settle()
    corner.page.keyboard.press("Escape")
    corner.settle()
    assert not corner.page.is_enabled("#check")
    for cell in puzzle.solution.split(","):
        corner.page.focus(f"#cell-{cell}")
        corner.page.keyboard.press("Enter")
        corner.settle()
    corner.page.keyboard.press("Shift+Enter")
    corner.settle()
    assert corner.face == "right"
    corner.page.keyboard.press("Shift+Enter")
    expect(corner.page.locator("#number")).to_have_text(re.compile("Puzzle 2 of"))


def test_a_verdict_takes_the_keyboard_to_what_comes_next(corner: Corner) -> None:
    puzzle, wrong = refuted("byg")
    corner.open(puzzle)
    for turn, button in ((wrong, "again"), (puzzle.solution, "next")):
        corner.compose(puzzle, turn)
        corner.page.press("#check", "Enter")
        expect(corner.page.locator(":focus")).to_have_id(button)
        corner.settle()
        corner.page.press(f"#{button}", "Enter")
        corner.settle()
    expect(corner.page.locator("#number")).to_have_text(re.compile("Puzzle (?!1 )"))


def test_the_phone_shows_board_and_buttons_without_scrolling(phone: Table) -> None:
    corner = Corner(phone)
    puzzle = max(collection("spry"), key=lambda one: one.solution.count(","))
    corner.open(puzzle)
    for cell in puzzle.solution.split(","):
        corner.tap(f"#cell-{cell}")
    for part in ("#board svg", "#bar", "#check"):
        box = corner.page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"], part
    corner.tap("#check")
    assert corner.face == "right"
    for part in ("#after", "#next", "#bar"):
        box = corner.page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"], part
    assert corner.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_progress_survives_storage_that_holds_something_else(
    context: BrowserContext, corner: Corner
) -> None:
    corner.open(collection("spry")[0])
    for text in ("nonsense", '["a"]', '{"x": 7}', "null"):
        corner.page.evaluate("text => localStorage.setItem('skerry-puzzles-spry', text)", text)
        corner.page.reload()
        corner.settle()
        assert corner.solved.startswith("0 of")


def test_a_turn_that_is_not_checked_yet_looks_like_it_and_survives_a_reload(corner: Corner) -> None:
    puzzle = next(one for one in collection("kitaran") if not one.solution.endswith("*"))
    page = corner.page
    corner.open(puzzle)
    last = corner.table.names("g.cell.is-last")
    assert last
    corner.compose(puzzle, puzzle.solution)
    for _ in range(2):
        assert corner.table.names("g.cell.is-pending") == [puzzle.solution]
        assert corner.table.names("g.cell.is-last") == last
        assert page.inner_text("#bar-text") == "The turn is complete: press “Check”"
        page.reload()
        expect(page.locator("g.cell.is-pending")).to_have_count(1)
        corner.settle()
    corner.check()
    page.reload()
    corner.settle()
    assert corner.table.names("g.cell.is-pending") == []


def tree(corner: Corner) -> list[str]:
    """The turns in the tree, in reading order, those out of sight too."""
    texts = corner.page.locator("#tree .node-text").all_text_contents()
    return [text for text in texts if text != "Start"]


def stop_at(corner: Corner, turn: str) -> None:
    """Go to a turn of the tree, whatever is being played out."""
    corner.page.locator("#tree .node", has=corner.page.get_by_text(turn, exact=True)).first.click()
    corner.settle()


def test_what_was_tried_is_a_tree_to_walk_on_by_keys(corner: Corner) -> None:
    puzzle, wrong = refuted("kitaran")
    corner.open(puzzle)
    assert not corner.page.is_visible("#tries")
    start = corner.table.names("g.cell[data-content='0']")
    corner.compose(puzzle, wrong)
    corner.check()
    turns = tree(corner)
    assert turns[0] == wrong
    assert corner.page.inner_text("#tree .node-value") in ("loses", "draws")
    stop_at(corner, wrong)
    for key, text in (("ArrowRight", turns[1]), ("ArrowLeft", wrong), ("End", turns[-1])):
        corner.page.keyboard.press(key)
        corner.settle()
        assert corner.page.inner_text("#tree [aria-current] .node-text") == text
        assert corner.face == "wrong"
    corner.page.keyboard.press("Home")
    corner.settle()
    assert corner.face == "compose"
    assert corner.table.names("g.cell[data-content='0']") == start
    corner.compose(puzzle, puzzle.solution)
    corner.check()
    assert tree(corner)[0] == puzzle.solution  # it stands before what was tried
    stop_at(corner, puzzle.solution)
    corner.page.keyboard.press("ArrowDown")
    corner.settle()
    assert corner.face == "wrong"
    assert corner.page.inner_text("#tree [aria-current] .node-text") == wrong


def test_the_tree_lasts_for_the_visit_and_is_drawn_anew(corner: Corner) -> None:
    puzzle, wrong = refuted("byg")
    corner.open(puzzle)
    corner.compose(puzzle, wrong)
    corner.check()
    stop_at(corner, wrong.replace(",", " "))
    told, turns = corner.page.inner_text("#bar-text"), tree(corner)
    board = corner.page.inner_html("#board svg .cell >> nth=0")
    corner.page.reload()
    corner.settle()
    assert tree(corner) == turns
    assert corner.face == "compose"
    stop_at(corner, wrong.replace(",", " "))
    assert (corner.face, corner.page.inner_text("#bar-text")) == ("wrong", told)
    assert corner.page.inner_html("#board svg .cell >> nth=0") == board
    corner.page.click("#give-up")
    corner.settle()
    corner.page.click("#forget")
    corner.page.click("#forget-ask button[value=yes]")
    expect(corner.page.locator("#tries")).to_be_hidden()
    assert corner.page.evaluate("sessionStorage.length") == 0


def test_a_study_opens_once_the_solution_is_known(corner: Corner) -> None:
    puzzle, wrong = refuted("sytran")
    corner.open(puzzle)
    corner.compose(puzzle, wrong)
    corner.check()
    expect(corner.page.locator("#to-study")).to_be_hidden()
    corner.page.click("#give-up")
    corner.settle()
    turns = tree(corner)
    corner.page.click("#to-study button")
    corner.page.wait_for_url("**/study/*")
    corner.table.settle()
    assert set(turns) <= set(tree(corner))
    expect(corner.page.locator("#chapters")).to_contain_text("Puzzle ")


def test_a_tree_survives_storage_that_holds_something_else(corner: Corner) -> None:
    puzzle = collection("spry")[0]
    corner.open(puzzle)
    place = f"skerry-tried-spry-{puzzle.key}"
    for text in ("nonsense", "null", '[{"turns": [], "face": "wrong"}, 7, null]'):
        corner.page.evaluate(
            "([place, text]) => sessionStorage.setItem(place, text)", [place, text]
        )
        corner.page.reload()
        corner.settle()
        assert not corner.page.is_visible("#tries")


def test_a_click_after_the_verdict_says_why_nothing_happens(corner: Corner) -> None:
    puzzle = collection("byg")[0]
    corner.open(puzzle)
    corner.page.click("#give-up")
    corner.settle()
    corner.page.click("g.cell[data-content='0'] >> nth=0")
    expect(corner.page.locator("#toast")).to_contain_text("This is the solution")
    corner.open(puzzle)
    corner.compose(puzzle, puzzle.solution)
    corner.check()
    corner.page.wait_for_timeout(600)  # no double click
    corner.page.click("g.cell[data-content='0'] >> nth=0")
    expect(corner.page.locator("#toast")).to_contain_text("This puzzle is solved")


def drawn(corner: Corner) -> int:
    """How many pieces of a solution are drawn over the board."""
    return corner.page.locator("#board .overlay-solution .proposed-piece").count()


def test_a_solution_is_drawn_over_the_position_before_it_is_played_out(corner: Corner) -> None:
    puzzle = max(collection("spry"), key=lambda one: one.solution.count(","))
    corner.open(puzzle)
    empty = corner.table.names("g.cell[data-content='0']")
    assert drawn(corner) == 0
    corner.page.click("#give-up")
    corner.settle()
    corner.page.click("#step-forward")  # nothing is played out any more
    corner.settle()
    assert drawn(corner) == 0
    corner.page.click("#step-back")
    corner.settle()
    assert drawn(corner) == len(puzzle.solution.split(","))
    assert corner.table.names("g.cell[data-content='0']") == empty
    corner.page.click("#again")
    corner.settle()
    assert drawn(corner) == 0


def test_who_has_found_a_solution_can_see_it_drawn(corner: Corner) -> None:
    puzzle = collection("spry")[0]
    corner.open(puzzle)
    corner.compose(puzzle, puzzle.solution)
    corner.check()
    assert drawn(corner) == 0  # its stones lie there
    corner.page.click("#step-back")
    corner.settle()
    assert drawn(corner) == len(puzzle.solution.split(","))
    assert corner.face == "right"


def test_the_first_try_is_rated_and_said(corner: Corner) -> None:
    puzzle = collection("spry")[0]
    corner.open(puzzle)
    before = corner.page.inner_text("#rating")
    corner.compose(puzzle, puzzle.solution)
    corner.check()
    after = corner.page.inner_text("#rating")
    assert after != before
    assert "(+" in after
    corner.page.reload()
    corner.settle()
    assert corner.page.inner_text("#rating") == after


def test_puzzles_are_chosen_by_theme_and_grade(corner: Corner) -> None:
    puzzles = collection("spry")
    ((theme, _),) = Counter(one.theme for one in puzzles).most_common(1)
    chosen = [one for one in puzzles if one.theme == theme]
    of_theme = [one.key for one in chosen]
    both = [one.key for one in chosen if one.grade == chosen[-1].grade]
    page = corner.page
    corner.open(chosen[-1])

    def listed() -> list[str]:
        return [
            chip.get_attribute("data-key") or "" for chip in page.locator(".chip:visible").all()
        ]

    assert len(listed()) == len(puzzles)
    page.select_option("#theme", theme)
    assert listed() == of_theme
    page.select_option("#of-grade", str(chosen[-1].grade))
    assert listed() == both
    page.reload()
    corner.settle()
    assert listed() == both
    page.select_option("#of-grade", "")
    page.click("#give-up")
    corner.settle()
    page.click("#next")
    corner.settle()
    assert page.get_attribute("#corner", "data-key") in of_theme
    page.goto(f"{corner.table.server.url}/puzzles/spry/{puzzles[0].key}?theme={puzzles[0].theme}")
    corner.settle()
    assert listed() == [one.key for one in puzzles if one.theme == puzzles[0].theme]


def test_the_puzzle_of_the_day_is_one_click_away(corner: Corner) -> None:
    corner.page.goto(f"{corner.table.server.url}/puzzles")
    corner.page.click(".day")
    corner.page.wait_for_selector("#board svg.board")
    corner.settle()
    expect(corner.page.locator("#streak")).to_have_text("Puzzle of the day")
