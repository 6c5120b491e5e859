"""What leaves the page of a game: addresses, texts, pictures, paper; and what comes back in."""

import io
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

import skerry
from skerry.draw import board_picture, board_svg
from skerry.exchange import read
from skerry.games.catalogue import GAMES
from tests.web.browser.conftest import Table
from tests.web.browser.scenes import MID_GAME, open_record, record_of
from tests.web.conftest import Server

pytestmark = pytest.mark.browser

SHOW = "svg => `<style>body{margin:0}svg{display:block;width:400px;height:auto}</style>${svg}`"


def begin_with_turns(table: Table, *cells: str) -> None:
    table.begin("kitaran", size="3", cycle_limit="18")
    for cell in cells:
        table.use(cell)
        table.confirm()


def shot(page: Page, svg: str) -> Any:
    page.set_content(page.evaluate(SHOW, svg))
    picture = page.locator("svg").screenshot(animations="disabled")
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(image.convert("RGB")).astype(int)


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_a_picture_file_looks_like_the_board_of_the_page(chromium: Browser, name: str) -> None:
    record = record_of(name, MID_GAME.get(name, 20))
    last = record.game.parse_turn(record.turns[-1].text)
    for scheme in ("light", "dark"):
        page = chromium.new_page(color_scheme=scheme, reduced_motion="reduce")
        board = shot(page, board_svg(record.position, last=last))
        file = board_picture(record.position, "svg", last=last, dark=scheme == "dark")
        differs = np.abs(board - shot(page, file.decode()))
        page.close()
        assert differs.mean() < 0.7
        assert (differs.max(axis=2) > 60).mean() < 0.001


def test_the_address_follows_the_turn_that_is_shown(table: Table) -> None:
    begin_with_turns(table, "a1", "b2", "c3")
    game = table.page.url
    table.press("ArrowLeft")
    table.page.wait_for_url(f"{game}?turn=2")
    table.press("Home")
    table.page.wait_for_url(f"{game}?turn=0")
    table.press("ArrowRight")
    table.page.wait_for_url(f"{game}?turn=1")
    table.page.reload()
    expect(table.page.locator("#heading")).to_have_text("Turn 1 of 3")
    assert table.page.locator('#cell-b2[data-content="0"]').count() == 1
    table.press("End")
    table.page.wait_for_url(game)
    expect(table.page.locator("#heading")).to_have_text("White to move")


def share(table: Table) -> None:
    table.page.click("#share")
    expect(table.page.locator("#share-dialog")).to_be_visible()


def copied(table: Table, button: str) -> str:
    table.page.click(button)
    expect(table.page.locator("#share-said")).to_have_text("Copied.")
    text: str = table.page.evaluate("navigator.clipboard.readText()")
    return text


def test_link_position_and_pictures_are_copied(table: Table) -> None:
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin_with_turns(table, "a1", "b2")
    table.press("ArrowLeft")
    share(table)
    link = copied(table, "#copy-link")
    assert re.fullmatch(rf"{table.server.url}/game/\w+\?turn=1", link)
    position = skerry.position(copied(table, "#copy-position"))
    assert position == skerry.game("kitaran", size=3).start().play("a1")
    assert copied(table, "#copy-svg").encode() == board_picture(position, "svg")
    table.page.click("#copy-png")
    expect(table.page.locator("#share-said")).to_have_text("Copied.")
    kinds = table.page.evaluate("navigator.clipboard.read().then((all) => all[0].types)")
    assert kinds == ["image/png"]


def test_who_may_see_the_game_is_chosen_where_it_is_shared(table: Table, chromium: Browser) -> None:
    begin_with_turns(table, "a1")
    share(table)
    expect(table.page.locator("#visibility")).to_have_value("link")
    table.page.select_option("#visibility", "private")
    expect(table.page.locator("#share-said")).to_contain_text("Only its players")
    stranger = chromium.new_page()
    answer = stranger.goto(table.page.url)
    assert answer is not None
    assert answer.status == 404
    stranger.close()
    table.page.reload()
    share(table)
    expect(table.page.locator("#visibility")).to_have_value("private")


def test_who_may_see_the_game_is_told_as_it_was_chosen_elsewhere(table: Table) -> None:
    begin_with_turns(table, "a1")
    choice = table.page.locator("#visibility")
    share(table)
    expect(choice).to_have_value("link")
    table.page.keyboard.press("Escape")
    other = table.page.context.new_page()
    other.goto(table.page.url)
    other.click("#share")
    expect(other.locator("#visibility")).to_be_enabled()
    other.select_option("#visibility", "private")
    expect(other.locator("#share-said")).to_contain_text("Only its players")
    share(table)
    expect(choice).to_have_value("private")
    expect(choice).to_be_enabled()


def test_only_the_latest_answer_says_who_may_see_the_game(table: Table) -> None:
    begin_with_turns(table, "a1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route("**/api/games/*", hold)
    choice = table.page.locator("#visibility")
    for _ in range(2):
        with table.page.expect_request("**/api/games/*"):
            share(table)
        table.page.keyboard.press("Escape")
    with table.page.expect_response("**/api/games/*") as first:
        held[0].continue_()
    first.value.finished()
    table.page.wait_for_timeout(100)
    expect(choice).to_be_disabled()
    held[1].continue_()
    expect(choice).to_be_enabled()


def test_who_may_see_the_game_can_be_chosen_though_nobody_answers(table: Table) -> None:
    begin_with_turns(table, "a1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route("**/api/games/*", hold)
    share(table)
    expect(table.page.locator("#visibility")).to_be_disabled()
    expect(table.page.locator("#visibility")).to_be_enabled()
    expect(table.page.locator("#share-said")).to_contain_text("is not known")


def test_what_is_selected_is_copied_where_the_clipboard_is_closed(table: Table) -> None:
    """On plain HTTP from another machine there is no `navigator.clipboard`."""
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin_with_turns(table, "a1")
    table.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(1); }")
    share(table)
    assert copied(table, "#copy-link").endswith("?turn=1")
    assert table.page.evaluate("document.activeElement.id") == "copy-link"
    table.page.evaluate("() => { document.execCommand = () => false; }")
    table.page.click("#copy-position")
    expect(table.page.locator("#share-said")).to_contain_text("leaves copying to you")
    selected = table.page.evaluate("getSelection().toString()")
    assert skerry.position(selected).turn == 1


def test_pictures_are_saved_as_they_are_wanted(table: Table) -> None:
    begin_with_turns(table, "a1", "b2")
    share(table)
    position = skerry.game("kitaran", size=3).start().play("a1").play("b2")
    for kind in ("svg", "png"):
        with table.page.expect_download() as saving:
            table.page.click(f"#save-{kind}")
        assert re.fullmatch(rf"kitaran-\w+-2\.{kind}", saving.value.suggested_filename)
        assert saving.value.path().read_bytes() == board_picture(position, kind)
    table.page.check("#share-last")
    table.page.check("#share-dark")
    with table.page.expect_download() as saving:
        table.page.click("#save-svg")
    last = position.game.parse_turn("b2")
    wanted = board_picture(position, "svg", last=last, dark=True)
    assert saving.value.path().read_bytes() == wanted


def test_the_whole_game_is_saved_in_other_formats(table: Table) -> None:
    begin_with_turns(table, "a1", "b2")
    share(table)
    expect(table.page.locator("#save-abstract-play")).to_be_hidden()  # the game goes on
    with table.page.expect_download() as saving:
        table.page.click("#share-dialog >> text=SGF >> nth=-1")
    assert re.fullmatch(r"kitaran-\w+\.sgf", saving.value.suggested_filename)
    assert read(saving.value.path().read_bytes()).records[0].turn_texts == ("a1", "b2")
    table.press("Escape")
    table.page.click("#resign")
    table.page.click("#resign-ask button[value=yes]")
    expect(table.page.locator("#rematch")).to_be_visible()
    share(table)
    with table.page.expect_download() as saving:
        table.page.click("#save-abstract-play")
    assert read(saving.value.path().read_bytes()).format == "abstract-play"


def test_one_plays_on_from_a_turn(table: Table) -> None:
    begin_with_turns(table, "a1", "b2", "c3")
    share(table)
    expect(table.page.locator("#play-on")).to_be_hidden()  # two persons are still playing
    table.press("Escape")
    table.page.click("#resign")
    table.page.click("#resign-ask button[value=yes]")
    expect(table.page.locator("#rematch")).to_be_visible()
    table.press("ArrowLeft")
    old = table.page.url
    share(table)
    side = table.page.locator('#play-on select[name="side"]')
    table.page.select_option('#play-on select[name="opponent"]', "friend")
    expect(side).to_be_hidden()
    table.page.select_option('#play-on select[name="opponent"]', "1")
    expect(side).to_be_visible()
    table.page.click("#play-on button")
    expect(table.page.locator("#heading")).to_have_text("Black to move")
    assert table.page.url.split("?")[0] != old.split("?")[0]
    assert table.num_turns == 0
    assert table.page.locator('#cell-b2[data-content="2"]').count() == 1


def test_paper_has_the_board_and_what_it_shows(table: Table) -> None:
    begin_with_turns(table, "a1", "b2")
    table.press("ArrowLeft")
    table.page.emulate_media(media="print", color_scheme="dark")
    seen = table.page.evaluate(
        """() => [...document.querySelectorAll("body *:not(svg *)")]
            .filter((one) => one.checkVisibility() && one.innerText?.trim())
            .map((one) => one.id).filter(Boolean)"""
    )
    assert set(seen) <= {"main", "table", "board", "print-caption", "announcement"}
    assert table.text("#print-caption").endswith("Turn 1 of 2. Black placed a1")
    ground = table.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    assert table.page.locator("svg.board").bounding_box() is not None
    assert len(re.findall(rb"/Type\s*/Page\b", table.page.pdf())) == 1


def test_a_pasted_position_is_opened_and_an_error_keeps_it(table: Table, server: Server) -> None:
    text = skerry.game("kitaran", size=3).start().play("b2").text
    table.page.goto(server.url)
    table.page.click(".open-game summary")
    table.page.fill("#text", text[:30])
    table.page.click(".open-game button")
    expect(table.page.locator(".open-game .problem")).to_be_in_viewport()
    table.complaints.clear()  # the browser notes that the server refused
    assert table.page.input_value("#text") == text[:30]
    table.page.fill("#text", text)
    table.page.click(".open-game button")
    expect(table.page.locator("#heading")).to_have_text("White to move")
    assert table.page.locator('#cell-b2[data-content="1"]').count() == 1


def test_a_spectator_shares_too(table: Table) -> None:
    open_record(table.page, table.server, record_of("kitaran", 3))
    table.page.context.clear_cookies()
    table.page.reload()
    share(table)
    expect(table.page.locator("#play-on")).to_be_hidden()
    expect(table.page.locator("#share-where")).to_have_text("turn 4 of 4")


def test_a_file_shows_that_it_is_being_made_and_can_be_given_up(table: Table) -> None:
    begin_with_turns(table, "a1")
    page, making = table.page, table.page.locator("#making")
    held: list[Any] = []
    page.route("**/game.gif*", lambda route: held.append(route))
    told: dict[str, object] = {"waits": True, "done": None, "count": None}
    page.route("**/game.gif*progress*", lambda route: route.fulfill(json=told))
    share(table)
    page.click("text=GIF")
    bar = page.locator("#making-bar")
    expect(bar).to_be_visible()
    expect(making).to_contain_text("Waiting for files that are made before…")
    assert bar.get_attribute("value") is None
    told |= {"waits": False, "done": 1, "count": 2}
    expect(making).to_contain_text("1 of 2")
    expect(bar).to_have_accessible_name("Making the GIF…")
    assert bar.evaluate("bar => [bar.value, bar.max]") == [1, 2]
    assert bar.get_attribute("aria-valuetext") == "1 of 2"
    with page.expect_event("requestfailed"):  # the server is told that nobody waits
        page.click("#making-stop")
    expect(making).to_be_hidden()
    page.unroute("**/game.gif*")
    page.route(
        "**/game.gif*", lambda route: route.fulfill(status=429, body="<h1>No</h1><p>Too many.</p>")
    )
    page.click("text=GIF")
    expect(making).to_contain_text("Too many.")
    table.complaints.clear()  # of the refusal
    page.unroute("**/game.gif*")
    with page.expect_download() as download:
        page.click("text=GIF")
    assert download.value.suggested_filename.endswith(".gif")
    expect(making).to_be_hidden()
