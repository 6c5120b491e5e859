"""The form for a new game: its presets, and the last choices that it comes up with."""

import re
from urllib.parse import urlencode

import pytest

import skerry
from skerry.games.catalogue import GAMES, info
from skerry.games.info import GameInfo
from skerry.web.play import forms
from skerry.web.play.forms import COOKIE
from tests.small import form
from tests.web.conftest import Browser

pytestmark = pytest.mark.stores

NAMES = [one.name for one in GAMES]


def form_of(browser: Browser, name: str) -> str:
    return browser.client.get(f"/new/{name}").content.decode()


def chosen(page: str, name: str) -> list[str]:
    """The values of the ticked fields of a name."""
    return re.findall(rf'name="{name}" value="([^"]*)" checked', page)


def keep(browser: Browser, name: str, cookie: str) -> None:
    browser.client.cookies[COOKIE.format(name)] = cookie


@pytest.mark.parametrize("name", NAMES)
def test_the_form_begins_with_the_standard_game(browser: Browser, name: str) -> None:
    page = form_of(browser, name)
    assert chosen(page, "preset") == ["Standard"]
    assert chosen(page, "opponent") == ["2"]
    assert chosen(page, "side") == ["first"]


@pytest.mark.parametrize("name", NAMES)
def test_each_preset_fills_the_form_with_a_game_of_its_own(name: str) -> None:
    wanted = set()
    for preset in forms.preset_choices(info(name), forms.fields(info(name))):
        shown = forms.fields(info(name), preset.values)
        again = forms.preset_choices(info(name), shown)
        assert [one.name for one in again if one.is_chosen] == [preset.name]
        wanted.add(forms.read_new_game(info(name), {**preset.values, "opponent": "2"}).game)
    assert len(wanted) == len(info(name).presets) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_games_with_others_begin_fair(browser: Browser, name: str) -> None:
    fair = info(name).fair
    page = browser.client.get(f"/new/{name}?opponent=online").content.decode()
    assert chosen(page, "preset") == [fair.name]
    for option, value in fair.options.items():
        wanted = forms.field_text(value)
        assert re.search(rf'name="{option}"[^>]* value="{wanted}"', page), option
    if fair.options:
        assert chosen(page, "swap") == ["on"]
        assert "may take the first player’s colour: swap on" in page
    browser.begin(name, opponent="2", size="7")
    page = browser.client.get(f"/new/{name}?opponent=online").content.decode()
    assert re.search(r'name="size"[^>]* value="7"', page) or name == "syrtis"  # as it was chosen


def test_the_form_comes_up_as_it_was_sent_last(browser: Browser) -> None:
    browser.begin("sytran", opponent="7", side="second", size="8", penalty="6", swap="")
    page = form_of(browser, "sytran")
    assert chosen(page, "opponent") == ["7"]
    assert chosen(page, "side") == ["second"]
    assert chosen(page, "swap") == []
    assert chosen(page, "preset") == []
    assert re.search(r'name="size"[^>]* value="8"', page)
    assert re.search(r'name="penalty"[^>]* value="6"', page)
    assert chosen(form_of(browser, "byg"), "opponent") == ["2"]


def test_names_and_seeds_are_not_kept(browser: Browser) -> None:
    browser.begin("syrtis", name="Ada", other_name="Grace", seed="77", board="minor", prepared="")
    page = form_of(browser, "syrtis")
    assert chosen(page, "preset") == ["Small and quick"]
    assert chosen(page, "prepared") == []
    for value in ("Ada", "Grace", "77"):
        assert f'value="{value}"' not in page
        assert value not in browser.client.cookies[COOKIE.format("syrtis")].value


def test_a_form_that_was_refused_is_not_kept(browser: Browser) -> None:
    sent = {"opponent": "friend", "size": "99", "csrfmiddlewaretoken": browser.token()}
    assert browser.client.post("/new/spry", sent).status_code == 400
    assert COOKIE.format("spry") not in browser.client.cookies


def test_the_cookie_goes_to_its_form_alone_and_to_no_script(browser: Browser) -> None:
    browser.begin("spry")
    cookie = browser.client.cookies[COOKIE.format("spry")]
    assert (cookie["path"], cookie["samesite"]) == ("/new/spry", "Lax")
    assert cookie["httponly"]
    assert cookie["max-age"]


@pytest.mark.parametrize(
    "cookie",
    [
        "opponent=god&size=5",
        "opponent=2&side=third&size=5",
        "opponent=2&size=99",
        "opponent=2&size=<b>",
        "size=4",
        "opponent=2&size=4&" * 200,
        "&".join(f"a{number}=1" for number in range(60)) + "&opponent=9",
        "\x00=&;%%%",
        "",
    ],
)
def test_a_cookie_of_what_is_not_possible_is_ignored(browser: Browser, cookie: str) -> None:
    keep(browser, "spry", cookie)
    page = form_of(browser, "spry")
    assert chosen(page, "preset") == ["Standard"]
    assert chosen(page, "opponent") == ["2"]


def test_an_option_that_came_after_the_cookie_has_its_default(browser: Browser) -> None:
    keep(browser, "byg", urlencode({"opponent": "5", "side": "random", "size": "4"}))
    page = form_of(browser, "byg")
    assert chosen(page, "opponent") == ["5"]
    assert chosen(page, "preset") == ["Small and quick"]


def num_cells(svg: str) -> int:
    return len(re.findall(r'class="cell[ "]', svg))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_picture_shows_the_board_that_is_chosen(browser: Browser, game: GameInfo) -> None:
    page = browser.client.get(f"/new/{game.name}").content.decode()
    usual = skerry.game(game.name)
    assert num_cells(page) == usual.board.num_cells
    for preset in game.presets:
        wanted = form(dict(preset.options))
        svg = browser.client.get(f"/api/new/{game.name}/board", wanted).json()["svg"]
        assert num_cells(svg) == skerry.game(game.name, **preset.options).board.num_cells


def test_a_form_that_was_sent_shows_its_board_again(browser: Browser) -> None:
    sent = {"size": "4", "opponent": "nobody"}
    answer = browser.client.post("/new/spry", sent | {"csrfmiddlewaretoken": browser.token()})
    assert answer.status_code == 400
    assert num_cells(answer.content.decode()) == skerry.game("spry", size=4).board.num_cells


def test_the_seed_of_the_tiles_is_that_of_the_form(browser: Browser) -> None:
    boards = {
        browser.client.get("/api/new/syrtis/board", {"seed": seed}).json()["svg"]
        for seed in ("5", "6", "5")
    }
    assert len(boards) == 2


@pytest.mark.parametrize("wanted", [{"size": "99"}, {"size": "x"}, {"swap": "perhaps"}])
def test_a_board_that_is_none_is_refused(browser: Browser, wanted: dict[str, str]) -> None:
    answer = browser.client.get("/api/new/spry/board", wanted)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")
