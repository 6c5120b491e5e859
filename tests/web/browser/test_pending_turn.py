"""A turn that is composed but not played yet: how it looks, reads, and survives."""

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser.conftest import COMPLETE, Table

pytestmark = pytest.mark.browser

# A whole first and second turn of each game, cell by cell.
TURNS = {
    "spry": (["e5"], ["e4", "e6"]),
    "sytran": (["f6"], ["f7"]),
    "byg": (["c3"], ["e5"]),
    "kitaran": (["c3"], ["e5"]),
}


def marked(table: Table, name: str) -> list[str]:
    return sorted(table.names(f"g.cell.{name}"))


@pytest.mark.parametrize("name", TURNS)
def test_a_complete_turn_looks_unplayed_until_it_is_sent(table: Table, name: str) -> None:
    first, second = TURNS[name]
    table.begin(name)
    for cell in first:
        table.use(cell)
    table.confirm()
    for cell in second:
        table.use(cell)
    assert table.text("#bar-text") == COMPLETE
    assert table.text("#announcement").endswith(COMPLETE)
    assert table.text("#confirm") == "End turn"
    assert marked(table, "is-last") == first
    assert marked(table, "is-pending") == second
    assert table.page.locator("#board .pending").count() == len(second)
    table.confirm()
    assert marked(table, "is-last") == second
    assert marked(table, "is-pending") == []
    assert table.page.locator("#board .pending").count() == 0


def test_a_syrtis_turn_looks_unplayed_until_it_is_sent(table: Table) -> None:
    table.begin("syrtis", board="minor", seed="5", prepared="off")
    while table.page.locator("#words button.side-button").count() == 0:
        table.use(table.names("g.cell.is-legal")[0])
        if table.is_complete:
            table.confirm()
    table.page.click("#words button.side-button")
    table.settle()
    table.confirm()
    for _ in range(2):
        last = marked(table, "is-last")
        tower = table.names("g.cell.is-legal[data-targets]")[0]
        table.use(tower)
        goal = table.names("g.cell.is-target")[0]
        table.use(goal)
        assert marked(table, "is-pending") == sorted([tower, goal])
        assert set(marked(table, "is-last")) == set(last)
        table.confirm()
        assert marked(table, "is-last") == sorted([tower, goal])


@pytest.mark.parametrize("name", ["spry", "kitaran"])
def test_a_double_click_places_a_stone_and_leaves_it(table: Table, name: str) -> None:
    table.begin(name)
    table.page.dblclick("#cell-a2")
    table.settle()
    assert marked(table, "is-pending") == ["a2"]
    assert not table.page.is_visible("#toast")
    table.page.wait_for_timeout(600)
    table.use("a2")  # a click of its own takes the stone back
    assert marked(table, "is-pending") == []


def test_a_double_tap_places_a_stone_and_leaves_it(phone: Table) -> None:
    phone.begin("kitaran")
    phone.double_tap("#cell-b2")
    phone.page.wait_for_timeout(600)
    assert marked(phone, "is-pending") == ["b2"]
    phone.tap("#cell-b2")
    assert marked(phone, "is-pending") == []


def test_a_half_composed_turn_survives_a_reload(table: Table) -> None:
    table.begin("spry")
    for cell in ("a1", "a3"):
        table.use(cell)
    table.page.reload()
    expect(table.page.locator("g.cell.is-pending")).to_have_count(2)
    assert marked(table, "is-pending") == ["a1", "a3"]
    assert table.text("#bar-text") == "2 placed, your innermost ring is 5: up to 3 more"
    table.page.click("#clear")
    table.settle()
    table.page.reload()
    table.settle()
    assert marked(table, "is-pending") == []


def test_a_turn_is_kept_when_the_server_has_no_room_to_show_it(table: Table) -> None:
    table.begin("spry")
    for cell in ("a1", "a3"):
        table.use(cell)
    busy = '{"error": "At most 300 steps of a turn a minute are taken from one browser."}'
    table.page.route("**/preview", lambda route: route.fulfill(status=429, body=busy))
    table.page.reload()
    expect(table.page.locator("#toast")).to_contain_text("At most 300 steps")
    assert marked(table, "is-pending") == []
    table.page.unroute("**/preview")
    table.page.reload()
    expect(table.page.locator("g.cell.is-pending")).to_have_count(2)
    assert marked(table, "is-pending") == ["a1", "a3"]
    assert ["429" in one for one in table.complaints] == [True]  # by the browser
    table.complaints.clear()


def test_a_turn_is_sent_again_until_the_database_takes_it(table: Table) -> None:
    table.begin("kitaran", size="3")
    busy = '{"error": "Too much is being saved at the moment; nothing is lost, try again."}'
    sent: list[str] = []

    def refuse_twice(route: Route) -> None:
        body = route.request.post_data_json
        assert body is not None
        sent.append(body["id"])
        if len(sent) <= 2:
            route.fulfill(status=503, body=busy)
        else:
            route.continue_()

    table.page.route("**/play", refuse_twice)
    table.use("a1")
    table.page.click("#confirm")
    expect(table.page.locator("#toast")).to_contain_text("Your turn is sent again by itself.")
    table.wait_for_turn(1)
    assert sent == [sent[0]] * 3  # one turn, which is played once
    table.complaints.clear()  # the browser notes the requests that failed


def test_a_complete_turn_waits_after_a_reload_too(table: Table) -> None:
    table.begin("kitaran", size="3")
    table.page.click("#help")
    table.page.uncheck("#ask-first")
    table.page.check("#ask-first")
    table.page.click("#help-dialog button.primary")
    table.use("a1")
    table.page.evaluate("localStorage.setItem('skerry-ask-first', 'no')")
    table.page.reload()
    expect(table.page.locator("#bar-text")).to_have_text(COMPLETE)
    table.settle()
    assert table.num_turns == 0
    table.confirm()
    assert table.num_turns == 1


def test_looking_at_an_earlier_turn_keeps_what_was_composed(table: Table) -> None:
    table.begin("spry")
    table.use("a1")
    table.confirm()
    table.use("b1")
    table.page.click("#back")
    table.settle()
    assert marked(table, "is-pending") == []
    table.page.click("#latest")
    table.settle()
    assert marked(table, "is-pending") == ["b1"]


def test_a_turn_of_a_game_that_has_gone_on_is_not_composed_again(table: Table) -> None:
    table.begin("spry")
    table.use("a1")
    other = Table(table.page.context.new_page(), table.server)
    other.page.goto(table.page.url)
    other.use("b2")
    other.confirm()
    other.page.close()
    table.page.reload()
    table.settle()
    assert table.num_turns == 1
    assert marked(table, "is-pending") == []
    assert table.page.evaluate("Object.keys(sessionStorage)") == []
