"""Games whose records are damaged: told, downloaded, deleted, and in nobody else's way."""

import logging
from collections.abc import Callable

import pytest
from django.db import connection

from skerry.web.base.errors import UnknownGameError
from skerry.web.play import computer, queries
from skerry.web.play.models import SavedGame
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.turns import ComputerTurns, OwedTurn
from tests.web.conftest import Browser, share_with
from tests.web.thinking.test_engine import INTERPRETED, Listener, answer_to, computer_game, listener

pytestmark = pytest.mark.stores

__all__ = ["computer_game", "listener"]  # fixtures

WHOLE = 40  # characters that stay
DAMAGES: dict[str, Callable[[str], str]] = {
    "cut short": lambda text: text[:WHOLE],
    "empty": lambda text: "",
    "not JSON": lambda text: "x" + text,
    "another turn": lambda text: text.replace('"a1"', '"z9"'),
    "twice the same": lambda text: text.replace('"b2"', '"a1"'),
}


def damage(game_id: str, how: str = "cut short") -> None:
    saved = SavedGame.objects.get(pk=game_id)
    broken = DAMAGES[how](saved.record)
    assert broken != saved.record
    SavedGame.objects.filter(pk=game_id).update(record=broken)


@pytest.fixture
def broken(browser: Browser) -> str:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1", "b2")
    damage(game_id)
    return game_id


@pytest.mark.parametrize("how", DAMAGES)
def test_its_page_says_so_and_offers_what_can_be_done(browser: Browser, how: str) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1", "b2")
    damage(game_id, how)
    answer = browser.client.get(f"/game/{game_id}")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "The record of this game is damaged" in page
    assert f"/game/{game_id}/record.json" in page
    assert f"/game/{game_id}/delete" in page


def test_another_browser_is_not_offered_to_delete_it(broken: str, other_browser: Browser) -> None:
    page = other_browser.client.get(f"/game/{broken}").content.decode()
    assert "damaged" in page
    assert "/delete" not in page


@pytest.mark.parametrize(
    "call",
    ["preview", "play", "take-back", "resign", "rematch", "analysis", "variation", ""],
)
def test_every_call_is_refused_in_a_sentence(browser: Browser, call: str) -> None:
    game_id = browser.begin("kitaran", opponent="2", side="first")
    damage(game_id)
    if call:
        body = {"actions": ["c3"], "turn": 0, "page": "p1", "turns": ["c3"]}
        answer = browser.act(game_id, call, **body)
    else:
        answer = browser.client.get(f"/api/games/{game_id}")
    assert answer.status_code == 422
    assert "damaged" in answer.json()["error"]


def test_it_is_listed_downloaded_and_deleted(browser: Browser, broken: str) -> None:
    assert f"/game/{broken}" in browser.client.get("/").content.decode()
    text = browser.client.get(f"/game/{broken}/record.json").content.decode()
    assert len(text) == WHOLE
    sent = {"csrfmiddlewaretoken": browser.token()}
    assert browser.client.post(f"/game/{broken}/delete", sent).status_code == 302
    assert browser.client.get(f"/game/{broken}").status_code == 404


def test_a_text_that_is_no_utf_8_is_in_nobodys_way(browser: Browser, broken: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE web_savedgame SET record = CAST(x'7bff22' AS TEXT) WHERE id = %s", [broken]
        )
    assert browser.client.get("/").status_code == 200
    assert browser.client.get(f"/game/{broken}").status_code == 422
    assert browser.client.get(f"/game/{broken}/record.json").status_code == 200


def test_after_a_restart_the_other_games_go_on(
    browser: Browser,
    computer_game: str,
    listener: Listener,
) -> None:
    other = browser.begin("kitaran", opponent="2", side="second")
    damage(computer_game)
    fresh = Engine(INTERPRETED)
    share_with(fresh, ComputerTurns(fresh, listener.answers.put))
    assert computer.resume_all() == 2
    fresh.start()
    try:
        answers = [listener.next() for _ in range(2)]
    finally:
        fresh.stop()
    for answer in answers:
        computer.take_answer(answer)
    assert SavedGame.objects.get(pk=other).num_turns == 1
    assert "record" in SavedGame.objects.get(pk=computer_game).trouble


def test_a_game_that_cannot_even_be_asked_for_is_marked(
    browser: Browser,
    computer_game: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    other = browser.begin("kitaran", opponent="2", side="second")
    asked: list[str] = []

    class Turns(ComputerTurns):
        def ask(self, owed: OwedTurn) -> None:
            if owed.game_id == computer_game:
                raise OSError("no room in /home/somebody/games")
            asked.append(owed.game_id)

    engine = Engine()
    share_with(engine, Turns(engine, computer.take_answer))
    with caplog.at_level(logging.ERROR):
        assert computer.resume_all() == 1
    assert asked == [other]
    assert computer_game in caplog.text
    trouble = browser.state(computer_game)["trouble"]
    assert trouble.startswith("The computer cannot go on here")
    assert "/home/somebody" not in trouble
    assert "/home/somebody" in caplog.text


def test_an_answer_that_cannot_be_played_is_told(browser: Browser, computer_game: str) -> None:
    version = SavedGame.objects.get(pk=computer_game).version
    computer.take_answer(answer_to(computer_game, version, "a1"))
    state = browser.state(computer_game)
    assert not state["thinking"]
    assert "a1" in state["trouble"]


def test_a_game_that_is_not_there_is_found_by_none_of_the_site_s_own_work(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    assert queries.find_any(game_id).pk == game_id
    browser.client.post(f"/game/{game_id}/delete", {"csrfmiddlewaretoken": browser.token()})
    for gone in (game_id, "nothing"):
        with pytest.raises(UnknownGameError, match=f"There is no game '{gone}' here"):
            queries.find_any(gone)
