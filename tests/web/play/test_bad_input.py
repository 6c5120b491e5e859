"""Whatever is sent: a 4xx with one sentence, never 500, and nothing changed."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from skerry.games.catalogue import GAMES
from skerry.web.play.models import SavedGame
from tests.strategies import drawn
from tests.web.conftest import Browser, small_form

pytestmark = pytest.mark.stores

NAMES = [info.name for info in GAMES]
REFUSED = (400, 404, 409, 413, 415)
FEW = drawn(40, HealthCheck.function_scoped_fixture)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
action_like = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["a1", "c3", "z9", "a0", "a99", "swap", "end", "pass", "c3*", "xa1", "a1-b1"]),
    st.sampled_from(["a1~d4", "La1", "Da1", "light", "a1>b2", "A1", " a1", "a1\x00", "-1", "é1"]),
)


def assert_refused(answer: Any) -> None:
    assert answer.status_code in REFUSED, answer.content
    sentence = answer.json()["error"]
    assert sentence == sentence.strip()
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"42",
        b'"version"',
        b"\xff\xfe\x00",
        b"\x00",
        b"[" * 60_000,
        b'{"version":' * 8_000,
        b'{"version": ' + b"9" * 5_000 + b"}",
        b'{"version": 1e999, "actions": []}',
        b'{"version": true, "actions": []}',
        b'{"version": -1, "actions": []}',
        b'{"version": "0", "actions": []}',
        b'{"version": 0}',
        b'{"version": 0, "actions": "a1"}',
        b'{"version": 0, "actions": {"a1": 1}}',
        b'{"version": 0, "actions": [1]}',
        b'{"version": 0, "actions": ["a1,b1"]}',
        b'{"version": 0, "actions": ["a1\\u0000"]}',
        b'{"version": 0, "actions": ["\\ud800"]}',
        b'{"version": 0, "actions": [' + b'"a1",' * 600 + b'"a1"]}',
        b'{"version": 0, "actions": ["' + b"a" * 70_000 + b'"]}',
        b'{"version": 99999999999999999999, "actions": ["a1"]}',
        b'{"version": 0, "actions": ["a1", "a1"]}',
        b'{"version": 0, "actions": ["end", "a1"]}',
        b'{"version": 0, "actions": ["a1", "end", "end", "a2"]}',
        b'{"version": 0, "actions": []}',
    ],
)
def test_a_malformed_turn_is_refused(browser: Browser, body: bytes) -> None:
    game_id = browser.begin("spry")
    assert_refused(browser.send(game_id, "play", body))
    assert SavedGame.objects.get(pk=game_id).version == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", ["play", "preview"])
@FEW
@given(actions=st.lists(action_like, max_size=5), version=st.integers(-2, 3))
def test_made_up_actions_never_break_a_game(
    browser: Browser, name: str, what: str, actions: list[str], version: int
) -> None:
    game_id = _the_game(browser, name)
    before = SavedGame.objects.get(pk=game_id)
    answer = browser.send(game_id, what, {"version": version, "actions": actions})
    if answer.status_code == 200:
        assert version == before.version
        return
    assert_refused(answer)
    after = SavedGame.objects.get(pk=game_id)
    assert (after.version, after.record) == (before.version, before.record)


@pytest.mark.parametrize("what", ["play", "preview", "take-back", "resign"])
@FEW
@given(data=anything)
def test_any_json_is_answered(browser: Browser, what: str, data: object) -> None:
    game_id = _the_game(browser, "kitaran")
    assert_refused(browser.send(game_id, what, json.dumps(data)))


@FEW
@given(version=anything, actions=anything, without=anything, at=anything)
def test_any_fields_are_answered(
    browser: Browser, version: object, actions: object, without: object, at: object
) -> None:
    game_id = _the_game(browser, "sytran")
    body = {"version": version, "actions": actions, "without": without, "at": at}
    answer = browser.send(game_id, "preview", body)
    if answer.status_code != 200:
        assert_refused(answer)


@FEW
@given(body=st.binary(max_size=300))
def test_any_bytes_are_answered(browser: Browser, body: bytes) -> None:
    assert_refused(browser.send(_the_game(browser, "byg"), "play", body))


@pytest.mark.parametrize(
    "query",
    ["?turn=-1", "?turn=1", "?turn=x", "?turn=", "?turn=%00", "?turn=1e3", "?turn=²", "?known=-"],
)
def test_turns_that_are_not_there(browser: Browser, query: str) -> None:
    assert_refused(browser.client.get(f"/api/games/{browser.begin('spry')}{query}"))


@pytest.mark.parametrize("game_id", ["nothere", "%27%20OR%201=1", "x" * 3000, "%F0%9F%98%80"])
def test_games_that_are_not_there(browser: Browser, game_id: str) -> None:
    browser.begin("spry")
    answer = browser.client.get(f"/api/games/{game_id}")
    assert answer.status_code == 404
    assert "no game" in answer.json()["error"]
    page = browser.client.get(f"/game/{game_id}")
    assert page.status_code == 404


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(fields=st.dictionaries(st.text(max_size=12), st.text(max_size=60), max_size=4))
def test_any_form_is_answered(browser: Browser, name: str, fields: dict[str, str]) -> None:
    sent = {**small_form(name), "opponent": "friend", **fields}
    answer = browser.client.post(f"/new/{name}", {**sent, "csrfmiddlewaretoken": browser.token()})
    assert answer.status_code in (302, 400)


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(data=st.data())
def test_any_option_value_is_answered(browser: Browser, name: str, data: st.DataObject) -> None:
    option = data.draw(st.sampled_from([*small_form(name), "komi", "cap", "cycle_limit", "seed"]))
    value = data.draw(st.text(max_size=30) | st.integers().map(str) | st.floats().map(str))
    sent = {**small_form(name), "opponent": "friend", option: value}
    answer = browser.client.post(f"/new/{name}", {**sent, "csrfmiddlewaretoken": browser.token()})
    assert answer.status_code in (302, 400)


def _the_game(browser: Browser, name: str) -> str:
    """One game for all examples of a test: beginning one takes longer than refusing."""
    saved = SavedGame.objects.filter(game=name).first()
    return saved.pk if saved else browser.begin(name)
