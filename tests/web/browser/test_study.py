"""Studies through the page: built, commented, marked, undone, shared, copied, by all means."""

import re
from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

import skerry
from skerry.record import GameRecord
from tests.web.browser.conftest import DESKTOP, PHONE, Table, leave, new_context, open_table
from tests.web.browser.study_scenes import open_study, record_with_variations
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

# Run by a window before its page: it looks for edits so often that nobody waits for it.
OFTEN = "const each = setInterval; setInterval = (what, pause) => each(what, pause / 8);"


@pytest.fixture
def desk(table: Table) -> Table:
    """A study of Kitaran on its smallest board."""
    open_study(table.page, table.server, GameRecord.begin(record_with_variations().game))
    return table


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Table]:
    context = new_context(
        chromium, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield open_table(context, server)
    leave(context)


def tree(page: Page) -> list[str]:
    """The turns in the tree, in reading order, those out of sight too."""
    return [
        text for text in page.locator("#tree .node-text").all_text_contents() if text != "Start"
    ]


def go(table: Table, text: str) -> None:
    table.page.locator("#tree .node", has=table.page.get_by_text(text, exact=True)).first.click()
    table.settle()


def test_a_tree_is_built_by_mouse(desk: Table) -> None:
    for cell in ("b2", "a2", "c2"):
        desk.use(cell)  # a turn of one stone is added by its click
    go(desk, "b2")
    desk.use("a1")
    assert tree(desk.page) == ["b2", "a2", "a1", "c2"]
    assert desk.page.locator("#tree .branch .node-text").all_text_contents() == ["a1"]
    desk.page.click("#promote")
    desk.settle()
    assert tree(desk.page) == ["b2", "a1", "a2", "c2"]
    desk.page.click("#delete")
    desk.settle()
    assert tree(desk.page) == ["b2", "a2", "c2"]
    desk.page.click("#undo")
    desk.settle()
    assert tree(desk.page) == ["b2", "a1", "a2", "c2"]
    desk.page.click("#redo")
    desk.settle()
    assert tree(desk.page) == ["b2", "a2", "c2"]


def test_a_turn_of_several_stones_is_added_by_its_button(table: Table) -> None:

    open_study(table.page, table.server, GameRecord.begin(skerry.game("spry", size=4)))
    table.use("a1")
    table.use("b1")
    assert tree(table.page) == []
    table.confirm()
    assert tree(table.page) == ["a1 b1"]


def test_everything_is_there_after_a_reload(desk: Table) -> None:
    desk.use("b2")
    desk.page.fill("#comment", "Takes the centre.")
    expect(desk.page.locator(".node-comment")).to_have_text("Takes the centre.")  # by itself
    desk.page.click("#marking")
    desk.use("a1")
    desk.page.reload()
    desk.settle()
    assert desk.page.input_value("#comment") == "Takes the centre."
    assert desk.page.locator(".board .mark").get_attribute("data-cells") == "a1"
    assert re.search(r"node=1$", desk.page.url)  # the same position


def test_a_study_by_keys_alone(desk: Table) -> None:
    desk.tab_to("document.activeElement.matches('g.cell')")
    desk.walk_to("b2")
    desk.press("Enter")
    desk.walk_to("a1")
    desk.press("Enter")
    assert tree(desk.page) == ["b2", "a1"]
    desk.page.evaluate("document.activeElement.blur()")
    desk.press("ArrowLeft")
    assert desk.text("#bar-text") == "Black placed b2"
    desk.press("c")
    desk.page.keyboard.type("By keys.")
    desk.press("Escape")
    expect(desk.page.locator(".node-comment")).to_have_text("By keys.")
    desk.press("m")
    desk.press("Enter")  # on the board, where Escape led
    expect(desk.page.locator(".board .mark")).to_have_count(1)
    desk.press("Escape")
    desk.press("z")
    expect(desk.page.locator(".board .mark")).to_have_count(0)
    desk.press("y")
    expect(desk.page.locator(".board .mark")).to_have_count(1)
    desk.page.evaluate("document.activeElement.blur()")
    desk.press("ArrowRight")
    desk.press("Delete")
    assert tree(desk.page) == ["b2"]


def test_turns_are_arranged_by_keys(desk: Table) -> None:
    for cell in ("b2", "a1", "c3"):
        desk.press("b")  # to the board
        desk.walk_to(cell)
        desk.press("Enter")
        desk.press("Escape")  # and from it
        desk.press("Home")
    assert tree(desk.page) == ["b2", "a1", "c3"]
    desk.press("ArrowRight")
    desk.press("ArrowDown", times=2)
    desk.press("Shift+ArrowUp")
    assert tree(desk.page) == ["b2", "c3", "a1"]
    desk.press("Shift+ArrowDown")
    assert tree(desk.page) == ["b2", "a1", "c3"]
    desk.press("Shift+ArrowDown")  # it is the last one
    desk.press("p")
    assert tree(desk.page) == ["c3", "b2", "a1"]
    assert desk.page.text_content("#tree [aria-current] .node-text") == "c3"


def test_arrow_keys_step_through_the_tree_where_the_board_is_used_by_mouse(desk: Table) -> None:
    desk.use("b2")
    desk.use("a1")
    desk.press("ArrowLeft")
    assert desk.page.text_content("#tree [aria-current] .node-text") == "b2"
    desk.press("b")  # by keys now
    desk.press("ArrowRight")
    assert desk.page.evaluate("document.activeElement.id") == "cell-b1"
    assert desk.page.text_content("#tree [aria-current] .node-text") == "b2"


def test_a_study_by_touch(phone: Table) -> None:
    open_study(phone.page, phone.server, GameRecord.begin(record_with_variations().game))
    phone.tap("#cell-b2")
    phone.tap("#cell-a1")
    assert tree(phone.page) == ["b2", "a1"]
    phone.tap('#tree [data-node="1"]')
    phone.tap("#marking")
    phone.tap('label:has([value="arrow"])')
    phone.tap("#cell-b1")  # another tap on a1 might be half of a double one
    phone.tap("#cell-c3")
    assert phone.page.locator(".board .mark").get_attribute("data-cells") == "b1 c3"
    phone.tap("#marking")
    phone.tap("#cell-c1")
    assert tree(phone.page) == ["b2", "a1", "c1"]


def test_variations_and_marks_of_a_record_are_shown(table: Table) -> None:
    open_study(table.page, table.server, record_with_variations())
    assert tree(table.page) == ["b2", "a2", "a1", "c3", "c2"]
    table.press("End")
    assert table.page.text_content("#tree [aria-current] .node-text") == "c2"
    table.press("ArrowLeft")
    table.press("ArrowDown")
    assert table.page.text_content("#tree [aria-current] .node-text") == "a1"
    assert table.page.input_value("#comment") == "Or the corner."


def test_another_window_sees_what_is_edited_and_loses_nothing(desk: Table) -> None:
    other = open_table(desk.page.context, desk.server)
    other.page.add_init_script(OFTEN)
    other.page.goto(desk.page.url)
    other.settle()
    desk.use("b2")
    expect(other.page.locator("#tree .node-text").nth(1)).to_have_text("b2")
    desk.press("Home")
    desk.page.route("**/edits*", lambda route: route.abort())  # hears nothing for a while
    other.page.fill("#comment", "Theirs")
    expect(other.page.locator(".node-comment")).to_have_text("Theirs")
    desk.page.unroute("**/edits*")
    desk.page.fill("#comment", "Mine")
    desk.page.locator("#conflict-dialog").wait_for()
    assert desk.text("#conflict-theirs") == "Theirs"
    desk.page.click('#conflict-dialog button[value="both"]')
    expect(desk.page.locator(".node-comment")).to_have_text("Theirs\n\nMine")
    desk.complaints.clear()  # Chromium notes the answer 409, and what was cut


def test_words_that_are_being_written_stay_when_another_window_draws(desk: Table) -> None:
    other = open_table(desk.page.context, desk.server)
    other.page.add_init_script(
        "const each = setInterval; setInterval = (what, pause) => each(what, pause / 8);"
    )
    other.page.goto(desk.page.url)
    other.settle()
    # Between two letters less time goes by than makes a comment be saved.
    other.page.clock.install()
    other.page.fill("#comment", "Half a sen")
    desk.page.click("#marking")
    desk.use("a1")
    other.page.clock.run_for(600)
    expect(other.page.locator(".board .mark")).to_have_count(1)
    assert other.page.input_value("#comment") == "Half a sen"
    other.page.clock.run_for(600)
    expect(other.page.locator(".node-comment")).to_have_text("Half a sen")


def test_an_edit_from_elsewhere_never_replaces_what_is_being_written(desk: Table) -> None:
    other = open_table(desk.page.context, desk.server)
    other.page.goto(desk.page.url)
    other.settle()
    desk.page.add_init_script(OFTEN)
    desk.page.reload()
    desk.settle()
    desk.page.route("**/edits*", lambda route: route.abort())  # hears nothing for a while
    other.page.fill("#comment", "Theirs")
    expect(other.page.locator(".node-comment")).to_have_text("Theirs")
    desk.page.fill("#comment", "Mine")
    desk.page.unroute("**/edits*")  # it hears of the other comment before this one is saved
    desk.page.click('#conflict-dialog button[value="both"]')
    expect(desk.page.locator(".node-comment")).to_have_text("Theirs\n\nMine")
    desk.complaints.clear()  # Chromium notes the answer 409, and what was cut


def test_the_link_is_read_and_copied_by_another_browser(
    desk: Table, chromium: Browser, server: Server
) -> None:
    desk.use("b2")
    desk.page.click("#share")
    desk.page.check("#by-link", force=True)
    expect(desk.page.locator("#share-said")).to_have_text("Anyone with the link can read it.")
    context = new_context(chromium, viewport=DESKTOP, reduced_motion="reduce")
    guest = open_table(context, server)
    guest.page.goto(desk.page.url)
    guest.settle()
    guest.use("a1")
    expect(guest.page.locator("#toast")).to_contain_text("Copy it to play on here")
    assert tree(guest.page) == ["b2"]
    assert not guest.page.is_visible("#undo")
    guest.page.locator("#toast").click(position={"x": 5, "y": 5})  # put away, as it hides buttons
    assert not guest.page.is_visible("#toast")
    guest.use("c1")
    guest.page.click("#toast >> text=Copy to my studies")
    guest.page.wait_for_url(lambda url: url.split("?")[0] != desk.page.url.split("?")[0])
    guest.settle()
    go(guest, "b2")
    guest.use("a1")
    assert tree(guest.page) == ["b2", "a1"]
    leave(context)


def test_the_link_is_copied_where_the_clipboard_is_closed(desk: Table) -> None:
    """On plain HTTP from another machine there is no `navigator.clipboard`."""
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(1); }")
    desk.page.click("#share")
    desk.page.click("#copy-link")
    expect(desk.page.locator("#share-said")).to_contain_text("The link is copied.")
    link = desk.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(desk.page.url.split("?")[0])
    desk.page.evaluate("() => { document.execCommand = () => false; }")
    desk.page.click("#copy-link")
    expect(desk.page.locator("#share-said")).to_contain_text("leaves copying to you")
    assert desk.page.evaluate("getSelection().toString()") == link


def test_the_page_itself_never_scrolls_beside_a_board(desk: Table) -> None:
    """What does not fit scrolls in the panel, whatever is opened there."""
    desk.page.set_viewport_size({"width": 844, "height": 390})
    for switch in ("#explorer-on", "#review-on"):
        desk.page.check(switch)
    desk.page.fill("#comment", "A long comment. " * 100)
    height = desk.page.evaluate("document.documentElement.scrollHeight")
    assert height == 390


def test_a_chapter_is_saved_as_a_dark_moving_picture(desk: Table) -> None:
    desk.use("b2")
    desk.page.click("#share")
    desk.page.check("#share-dark")
    with desk.page.expect_download() as saving:
        desk.page.click("#share-dialog >> text=WebP")
    with Image.open(saving.value.path()) as image:
        assert getattr(image, "n_frames", 1) == 2
        assert sum(image.convert("RGB").getpixel((1, 1))) < 3 * 64  # type: ignore[arg-type]


def test_chapters_of_several_games(desk: Table) -> None:
    desk.page.click("#edit-chapters")
    desk.page.select_option("#new-from", "byg")
    desk.page.fill("#new-title", "Another game")
    desk.page.click("#add-chapter button.primary")
    desk.page.wait_for_url("**chapter=2*")
    desk.settle()
    assert desk.page.get_attribute("#table", "data-game") == "byg"
    desk.page.select_option("#chapters", "1")
    desk.page.wait_for_url("**chapter=1*")
    desk.settle()
    desk.page.click("#edit-chapters")
    desk.page.click('[aria-label="Delete chapter 2"]')
    expect(desk.page.locator(".chapter-row")).to_have_count(2)  # the study's title, and chapter 1


def test_whoever_arranges_chapters_by_keyboard_stays_at_them(desk: Table) -> None:
    for number in (2, 3):
        desk.page.click("#edit-chapters")
        desk.page.click("#add-chapter button.primary")
        desk.page.wait_for_url(f"**chapter={number}*")
        desk.settle()
    desk.page.click("#edit-chapters")
    focused = desk.page.locator(":focus")
    for rank, label in ((3, "Chapter 2 up"), (2, "Close")):  # the first one cannot go up
        desk.page.press(f'[aria-label="Chapter {rank} up"]', "Enter")
        expect(focused).to_have_accessible_name(label)
    desk.page.press('[aria-label="Delete chapter 3"]', "Enter")
    expect(focused).to_have_accessible_name("Close")


def test_an_answer_leaves_a_title_that_is_being_written(desk: Table) -> None:
    desk.page.click("#edit-chapters")
    desk.page.click("#add-chapter button.primary")
    desk.page.wait_for_url("**chapter=2*")
    desk.settle()
    held: list[Route] = []
    desk.page.route("**/edit", lambda route: held.append(route))
    desk.page.click("#edit-chapters")
    first, second = (desk.page.get_by_label(f"Title of chapter {rank}") for rank in (1, 2))
    first.fill("One")
    with desk.page.expect_request("**/edit"):
        second.focus()
    desk.page.keyboard.press("Control+a")
    desk.page.keyboard.type("Tw")
    held[0].continue_()
    desk.page.unroute("**/edit")
    expect(desk.page.locator("#chapters option").first).to_have_text("1. One")
    desk.page.keyboard.type("o")
    desk.page.keyboard.press("Tab")
    expect(desk.page.locator("#chapters option").nth(1)).to_have_text("2. Two")
    assert first.input_value() == "One"
    for field, saved in ((first, "One"), (second, "Two")):  # so that the page may be loaded anew
        expect(field).to_have_attribute("data-saved", saved)
    desk.page.fill("#study-title", "Corners")
    expect(desk.page.locator("#study-title")).not_to_have_attribute("data-saved", "Corners")
    desk.page.press("#study-title", "Enter")
    expect(desk.page.locator("#study-title")).to_have_attribute("data-saved", "Corners")
    second.fill("Two and")
    desk.page.evaluate("document.querySelector('[aria-label=\"Chapter 2 up\"]').click()")
    expect(desk.page.locator("#chapters option").first).to_have_text("1. Two")
    expect(desk.page.locator(":focus")).to_have_value("Two and")
    expect(desk.page.locator(":focus")).to_have_accessible_name("Title of chapter 1")
    desk.page.fill("#study-title", "All")
    expect(desk.page.locator("#chapters option").first).to_have_text("1. Two and")
    expect(desk.page.locator("#study-title")).to_have_value("All")


def test_what_is_refused_in_a_dialog_is_told_there(desk: Table) -> None:
    refusal = {"error": "At most 300 edits a minute are taken from one browser."}
    desk.page.route("**/share", lambda route: route.fulfill(status=429, json=refusal))
    desk.page.click("#share")
    desk.page.click("#by-link")
    expect(desk.page.locator("#share-dialog #toast")).to_have_text(refusal["error"])
    expect(desk.page.locator("#by-link")).not_to_be_checked()
    desk.page.click("#close-share")
    expect(desk.page.locator("body > #toast")).to_be_visible()
    desk.complaints.clear()  # the browser notes the refusal


def test_a_comment_whose_chapter_another_window_deletes_is_handed_back(desk: Table) -> None:
    desk.page.click("#edit-chapters")
    desk.page.click("#add-chapter button.primary")
    desk.page.wait_for_url("**chapter=2*")
    desk.settle()
    other = desk.page.context.new_page()
    other.goto(desk.page.url)
    desk.page.route("**/edit", lambda route: route.abort())  # so that it is not saved
    desk.page.fill("#comment", "Good")
    other.click("#edit-chapters")
    other.click('[aria-label="Delete chapter 2"]')
    desk.page.wait_for_url("**chapter=1*")
    expect(desk.page.locator("#toast")).to_contain_text("Your comment is not saved: “Good”")
    desk.complaints.clear()  # of the edit that was not sent
    other.close()


def test_of_a_long_comment_that_is_refused_the_message_shows_its_beginning(desk: Table) -> None:
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    refusal = {"error": "This study is another browser’s."}
    desk.page.route("**/edit", lambda route: route.fulfill(status=403, json=refusal))
    words = "Good, " * 300
    desk.page.fill("#comment", words)
    message = desk.page.locator("#toast")
    expect(message).to_contain_text("Good, Go…”")
    assert len(message.inner_text()) < 300
    message.get_by_role("button", name="Copy it").click()
    expect(message).to_be_hidden()
    assert desk.page.evaluate("navigator.clipboard.readText()") == words
    desk.complaints.clear()  # the browser notes the refusal


def test_looks_at_what_others_edit_never_wait_for_each_other(desk: Table) -> None:
    page = desk.page
    page.clock.install()
    page.add_init_script(OFTEN)
    held: list[Route] = []
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/edits*", lambda route: held.append(route))
    page.reload()
    desk.settle()
    with page.expect_request("**/edits*"):
        page.clock.run_for(400)
    page.clock.run_for(7_000)  # less than a look may take, more than 16 times what lies between two
    held[0].continue_()
    page.unroute("**/edits*")
    desk.settle()
    assert len([url for url in asked if "/edits" in url]) < 10


def test_undo_goes_through_all_chapters(desk: Table) -> None:
    desk.use("b2")
    desk.page.click("#edit-chapters")
    desk.page.select_option("#new-from", "byg")
    desk.page.click("#add-chapter button.primary")
    desk.page.wait_for_url("**chapter=2*")
    desk.settle()
    desk.use("a1")
    desk.page.click("#edit-chapters")
    desk.page.click('[aria-label="Delete chapter 2"]')
    desk.page.wait_for_url("**chapter=1*")  # the chapter that was shown is no more
    desk.settle()
    assert tree(desk.page) == ["b2"]
    desk.press("z")  # the deletion
    desk.page.wait_for_url("**chapter=2*")
    desk.settle()
    assert tree(desk.page) == ["a1"]
    desk.press("z")  # the turn
    assert tree(desk.page) == []
    desk.press("z")  # the chapter
    desk.page.wait_for_url("**chapter=1*")
    desk.settle()
    assert desk.page.locator("#chapters option").count() == 1
    desk.press("z")
    assert tree(desk.page) == []
    expect(desk.page.locator("#undo")).to_be_disabled()
    desk.press("y")
    assert tree(desk.page) == ["b2"]
    desk.press("y")
    desk.page.wait_for_url("**chapter=2*")
    desk.settle()
    expect(desk.page.locator("#redo")).to_be_enabled()


def test_a_title_that_is_refused_is_shown_as_it_was(desk: Table) -> None:
    desk.page.click("#edit-chapters")
    title = desk.page.locator('[aria-label="Title of chapter 1"]')
    title.fill(" ")
    title.press("Tab")
    expect(desk.page.locator("#toast")).to_have_text("A title has at least one letter.")
    expect(title).to_have_value("Kitaran")
    desk.complaints.clear()  # Chromium notes the answer 400


def test_undo_leads_to_the_comment_that_it_takes_back(desk: Table) -> None:
    desk.use("b2")
    desk.page.fill("#comment", "Here.")
    expect(desk.page.locator(".node-comment")).to_have_text("Here.")
    desk.page.evaluate("document.activeElement.blur()")
    desk.press("Home")
    desk.page.evaluate("document.activeElement.blur()")
    desk.press("z")
    assert desk.page.text_content("#tree [aria-current] .node-text") == "b2"
    assert desk.page.input_value("#comment") == ""


def test_a_best_turn_becomes_a_branch_by_a_click(desk: Table) -> None:
    desk.use("b2")
    desk.press("a")
    first = desk.page.locator(".advice-main").first
    expect(first).to_be_enabled(timeout=60_000)
    expect(desk.page.locator("#tree [aria-current] .node-value")).not_to_have_text(
        "", timeout=60_000
    )
    first.click()
    desk.settle()
    assert len(tree(desk.page)) == 2
    desk.page.reload()
    desk.settle()
    assert desk.page.locator('#tree [data-node="1"] .node-value').text_content() != ""


def test_a_game_opens_as_a_study(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.use("b2")
    table.confirm()
    table.page.click("#resign")
    table.page.click('#resign-ask button[value="yes"]')
    expect(table.page.locator("#rematch")).to_be_visible()
    table.page.click("#share")
    table.page.click("#to-study button")
    table.page.wait_for_url("**/study/*")
    table.settle()
    assert tree(table.page) == ["b2"]


def test_the_explorer_is_walked_through_by_clicks(table: Table) -> None:
    open_study(table.page, table.server, GameRecord.begin(skerry.game("spry")))
    table.press("e")
    first = table.page.locator(".explored").first
    expect(first).to_have_text(re.compile(r"\w"))
    first.click()
    table.settle()
    assert len(tree(table.page)) == 1
    expect(table.page.locator("#explorer-words")).to_contain_text("Played here")
    table.press("e")
