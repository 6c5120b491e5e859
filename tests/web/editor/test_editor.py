"""The pages of the editor, and what its module asks for."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest

import skerry
from skerry.games.contract import game_module
from tests.small import NAMES, small, start
from tests.web.conftest import Browser

EMPTY = "spry size=2 swap=off | 2/3/2 | player=0 first=0 turn=0 placed=-"
TWO_WHITE = "spry size=2 swap=off | ww/3/2 | player=0 first=0 turn=0 placed=-"


def ask(browser: Browser, **data: object) -> Any:
    return browser.client.post(
        "/api/editor",
        json.dumps(data),
        content_type="application/json",
        headers={"X-CSRFToken": browser.token()},
    )


def edited(browser: Browser, text: str, **change: object) -> dict[str, Any]:
    answer = ask(browser, text=text, **change)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def page_at(browser: Browser, name: str, text: str = "") -> Any:
    return browser.client.get(f"/editor/{name}?{urlencode({'position': text})}")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_its_page_and_all_that_is_put_on_its_board(browser: Browser, name: str) -> None:
    assert f'href="/editor/{name}"' in browser.client.get("/editor").content.decode()
    page = browser.client.get(f"/editor/{name}").content.decode()
    for tool in game_module(name).tools(skerry.game(name)):
        assert f'value="{tool.name}"' in page
        assert tool.words in page


@pytest.mark.parametrize("name", NAMES)
def test_the_address_opens_a_position(browser: Browser, name: str) -> None:
    position = start(skerry.game(name, **small(name)), 3)
    state = page_at(browser, name, position.text).context["state"]
    assert (state["text"], state["problems"]) == (position.text, [])


def test_the_address_opens_a_draft_with_what_is_wrong(browser: Browser) -> None:
    answer = page_at(browser, "spry", TWO_WHITE)
    state = answer.context["state"]
    assert answer.status_code == 200
    assert state["heading"] == "One thing is wrong"
    assert not state["usable"]


def test_a_text_of_another_game_leads_to_its_page(browser: Browser) -> None:
    answer = page_at(browser, "byg", EMPTY)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/editor/spry?position=spry+size%3D2")


def test_a_text_that_cannot_be_read_is_told_and_escaped(browser: Browser) -> None:
    answer = page_at(browser, "spry", "spry | <script>alert(1)</script> | player=0")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "The board has 9 rows" in page
    assert "<script>alert" not in page
    assert browser.client.get("/editor/chess").status_code == 404


def test_a_click_puts_and_the_same_click_removes(browser: Browser) -> None:
    once = edited(browser, EMPTY, tool="white", cell="b2")
    assert once["counts"] == {"white": 1, "black": 0}
    assert 'data-cell="b2" data-ring="1" data-content="1"' in once["svg"]
    assert edited(browser, once["text"], tool="white", cell="b2")["text"] == EMPTY


def test_a_problem_comes_with_marked_cells_and_a_fix_that_is_the_next_draft(
    browser: Browser,
) -> None:
    won = "spry size=2 swap=off | 2/www/b1 | player=0 first=0 turn=4 placed=-"
    state = edited(browser, won)
    (problem,) = state["problems"]
    assert problem["sentence"].startswith("White has connected all three sides")
    assert problem["cells"] == ["b1", "b2", "b3"]
    assert 'data-cells="b2"' in state["overlay"]
    (fix,) = problem["fixes"]
    after = edited(browser, fix["text"])
    assert (after["problems"], after["heading"]) == ([], "The game is over here")
    assert "White has won by connecting" in after["words"]
    assert not after["usable"]


def test_whose_turn_other_options_an_empty_board_and_a_start(browser: Browser) -> None:
    text = edited(browser, EMPTY, tool="white", cell="a1")["text"]
    assert "player=1" in edited(browser, text, colour=2)["text"]
    with_swap = edited(browser, text, options={"size": "2", "swap": "on"})["text"]
    assert with_swap.startswith("spry size=2 swap=on | 2/3/w1 |")
    assert edited(browser, with_swap)["options"] == {"size": "2", "swap": "on"}
    controls = edited(browser, with_swap, colour=2)["controls"]
    assert [(one["name"], one["value"]) for one in controls] == [("swap", "on")]
    assert edited(browser, text, clear=True)["text"] == EMPTY
    assert edited(browser, text, start=True)["text"] == EMPTY


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tool": "white", "cell": "z9"}, "There is no cell 'z9'"),
        ({"tool": "lamp", "cell": "a1"}, "nothing called 'lamp'"),
        ({"tool": 7, "cell": "a1"}, "'tool' must be a text"),
        ({"colour": 9}, "first or the second"),
        ({"colour": True}, "'colour' must be a whole number"),
        ({"control": "swap", "value": "on"}, "nothing called 'swap' to set"),
        ({"options": {"size": "99"}}, "size must be a whole number from 2 to 13"),
        ({"options": ["size"]}, "'options' must be an object"),
        ({"text": None}, "'text' must be a text"),
        ({"text": "x" * 5001}, "'text' must have at most 5,000 characters"),
        ({"text": "spry"}, "A position has three parts"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    browser: Browser, change: dict[str, object], sentence: str
) -> None:
    answer = ask(browser, **({"text": EMPTY} | change))
    assert answer.status_code == 400
    assert sentence in answer.json()["error"]


def test_only_pages_of_the_site_may_ask(browser: Browser) -> None:
    body = json.dumps({"text": EMPTY})
    answer = browser.client.post("/api/editor", body, content_type="application/json")
    assert answer.status_code == 403
    assert browser.client.get("/api/editor").status_code == 405


def test_a_position_is_played_and_studied_as_one_that_is_pasted(browser: Browser) -> None:
    text = edited(browser, EMPTY, tool="white", cell="a1")
    text = edited(browser, text["text"], colour=2)["text"]
    token = {"csrfmiddlewaretoken": browser.token(), "text": text}
    played = browser.client.post("/open", {**token, "opponent": "2", "side": "to-move"})
    game_id = played["Location"].rsplit("/", 1)[1]
    assert browser.state(game_id)["heading"] == "Black to move"
    studied = browser.client.post("/studies/new", token)
    assert studied["Location"].startswith("/study/")
