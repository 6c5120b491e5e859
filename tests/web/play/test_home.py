"""The list of games on home: what waits, what runs, what is finished, and what was deleted."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from skerry.web.play import computer, deletion, queries
from skerry.web.play.lists import A_PAGE, ListedGame
from skerry.web.play.models import DRAWN, OVER, SavedGame
from tests.web.conftest import Browser
from tests.web.thinking.test_engine import answer_to

pytestmark = pytest.mark.stores

MOST_QUERIES = 8  # of home, however many games there are


def home(browser: Browser, query: str = "") -> str:
    return browser.client.get(f"/{query}").content.decode()


def sections(page: str) -> dict[str, list[str]]:
    """The ids of the games under each heading of the list."""
    parts = re.split(r"<h3>([^<]+)</h3>", page)[1:]
    ids = [re.findall(r'class="saved-open" href="/game/(\w+)"', part) for part in parts[1::2]]
    return dict(zip(parts[::2], ids, strict=True))


def statuses(page: str) -> list[str]:
    return re.findall(r'class="saved-status[^"]*"><b>([^<]+)</b>', page)


def send(browser: Browser, path: str) -> tuple[int, str]:
    """POST a form without fields; returns the status and where it leads to."""
    answer = browser.client.post(path, {"csrfmiddlewaretoken": browser.token()})
    return answer.status_code, answer.headers.get("Location", "")


def played(browser: Browser, name: str = "kitaran", **fields: str) -> str:
    game_id = browser.begin(name, **fields)
    browser.play_any(game_id)
    return game_id


def finished(browser: Browser, winner: int, human: int) -> ListedGame:
    """A game against the computer that is over."""
    game_id = browser.begin("kitaran", opponent="2", side=("first", "second")[human])
    saved = queries.find_any(game_id)
    saved.status, saved.winner, saved.to_act = OVER, winner, None
    saved.summary = "Drawn by repetition" if winner == DRAWN else "Black wins with more stones"
    return ListedGame(saved, saved.holder)


def test_games_stand_where_they_are_looked_for(browser: Browser) -> None:
    mine = browser.begin("kitaran", opponent="2", side="second")
    computer.take_answer(answer_to(mine, 0, "b2"))
    browser.play_any(mine)
    computer.take_answer(answer_to(mine, 2, "a1"))
    thinking = played(browser, opponent="2", side="first")
    friends = played(browser)
    over = browser.begin("spry")
    browser.act(over, "resign")
    page = home(browser)
    assert sections(page) == {
        "Running": [friends, thinking, mine],
        "Finished": [over],
    }
    assert statuses(page) == [
        "White to move",
        "The computer is thinking",
        "Your turn",
        "Black wins by resignation",
    ]
    assert "<title>Skerry</title>" in page  # nobody waits


def test_a_game_of_two_browsers_waits_for_the_one_that_is_to_act(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = played(browser)
    seat = SavedGame.objects.get(pk=other_browser.begin("byg")).second_seat
    SavedGame.objects.filter(pk=game_id).update(second_seat=seat)
    assert sections(home(browser)) == {"Running": [game_id]}
    assert sections(home(other_browser)) == {"Waiting for you": [game_id]}
    assert "<title>Skerry</title>" in home(browser)
    for one in (browser, other_browser):
        assert f"/game/{game_id}/delete" not in home(one)


@pytest.mark.parametrize(
    ("winner", "human", "status"),
    [(0, 0, "You won"), (1, 0, "You lost"), (0, 1, "You lost"), (1, 1, "You won")],
)
def test_the_result_is_told_from_the_viewers_side(
    browser: Browser, winner: int, human: int, status: str
) -> None:
    row = finished(browser, winner, human)
    assert (row.status, row.more) == (status, "Black wins with more stones")


def test_a_drawn_game_is_drawn_for_both(browser: Browser) -> None:
    row = finished(browser, DRAWN, 0)
    assert (row.status, row.more) == ("Drawn by repetition", "")


def test_the_winner_is_kept_and_goes_when_the_end_is_taken_back(browser: Browser) -> None:
    game_id = browser.begin("kitaran", size="3")
    while not browser.state(game_id)["over"]:
        browser.play_any(game_id)
    assert SavedGame.objects.get(pk=game_id).winner in (0, 1)
    assert browser.act(game_id, "take-back").status_code == 200
    assert SavedGame.objects.get(pk=game_id).winner is None


def test_a_filter_shows_the_games_of_one_kind(browser: Browser) -> None:
    byg, kitaran = played(browser, "byg"), played(browser)
    page = home(browser, "?game=byg")
    assert sections(page) == {"Running": [byg]}
    assert re.findall(r'aria-current="true">([^<]+)', page) == ["Byg"]
    for query in ("", "?game=chess", "?game=%3Cb%3E", "?page=x", "?page=99999"):
        assert sections(home(browser, query)) == {"Running": [kitaran, byg]}


def test_finished_games_come_by_the_page_and_cost_no_more_when_they_are_many(
    browser: Browser,
) -> None:
    first = browser.begin("spry")
    browser.act(first, "resign")
    saved = SavedGame.objects.get(pk=first)
    for number in range(3 * A_PAGE):
        saved.pk = f"copy{number}"
        saved.save(force_insert=True)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = home(browser)
    assert len(queries) <= MOST_QUERIES
    # Of a record only its beginning is read, which names the board.
    read = [re.sub(r"SUBSTR\w*\([^)]*\)", "", one["sql"]) for one in queries]
    assert not any('"record"' in one for one in read)
    assert len(sections(page)["Finished"]) == A_PAGE
    assert 'href="?page=2#saved-title">Older' in page
    last = home(browser, "?page=4")
    assert sections(last)["Finished"] == [first]
    assert 'href="?page=3#saved-title">Newer' in last
    assert "Older" not in last


# --- thumbnails -----------------------------------------------------------------------------------


def test_a_thumbnail_is_small_and_kept_while_it_is_right(browser: Browser) -> None:
    game_id = played(browser, "spry")
    (address,) = set(re.findall(r'<img src="(/game/[^"]+)"', home(browser)))
    answer = browser.client.get(address)
    assert answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"]
    assert len(answer.content) < 20_000
    browser.play_any(game_id)
    assert "no-store" in browser.client.get(address)["Cache-Control"]
    assert address not in home(browser)


@pytest.mark.parametrize(("theme", "sources"), [("auto", 1), ("light", 0), ("dark", 0)])
def test_thumbnails_have_the_theme_of_the_page(browser: Browser, theme: str, sources: int) -> None:
    played(browser)
    browser.client.cookies["skerry_theme"] = theme
    page = home(browser)
    assert page.count("<source") == sources
    assert bool(re.search(r'<img src="[^"]+dark=1"', page)) == (theme == "dark")


def test_there_is_no_thumbnail_of_a_game_that_is_not_there(browser: Browser) -> None:
    game_id = played(browser)
    assert browser.client.get("/game/nothere/thumbnail.svg").status_code == 404
    SavedGame.objects.filter(pk=game_id).update(record="{}")
    assert browser.client.get(f"/game/{game_id}/thumbnail.svg").status_code == 404


# --- deleting -------------------------------------------------------------------------------------


def test_a_deleted_game_is_gone_until_it_is_undone(browser: Browser) -> None:
    game_id = played(browser)
    state = browser.state(game_id)
    for _ in range(2):  # as a form that was sent twice
        status, place = send(browser, f"/game/{game_id}/delete?game=kitaran")
        assert (status, place) == (302, f"/?game=kitaran&deleted={game_id}")
    for path in ("", "/record.json", "/thumbnail.svg"):
        assert browser.client.get(f"/game/{game_id}{path}").status_code == 404
    assert browser.client.get(f"/api/games/{game_id}").status_code == 404
    body = {"version": state["version"], "actions": ["c3"]}
    assert browser.send(game_id, "play", body).status_code == 404
    page = home(browser, f"?deleted={game_id}")
    assert sections(page) == {}
    assert f'action="/game/{game_id}/restore"' in page
    for _ in range(2):
        assert send(browser, f"/game/{game_id}/restore") == (302, "/#saved-title")
        assert browser.state(game_id) == state


def test_only_who_deleted_a_game_brings_it_back(browser: Browser, other_browser: Browser) -> None:
    game_id = played(browser)
    other_browser.begin("byg")
    send(browser, f"/game/{game_id}/delete")
    assert "restore" not in home(other_browser, f"?deleted={game_id}")
    assert send(other_browser, f"/game/{game_id}/restore")[0] == 403
    assert send(other_browser, f"/game/{game_id}/delete")[0] == 404
    assert browser.client.post(f"/game/{game_id}/restore").status_code == 403  # without the token
    assert browser.client.get(f"/game/{game_id}/restore").status_code == 405
    assert sections(home(browser)) == {}


def test_a_game_that_is_there_is_not_restored(browser: Browser, other_browser: Browser) -> None:
    game_id = played(browser)
    assert "restore" not in home(browser, f"?deleted={game_id}")
    assert send(other_browser, f"/game/{game_id}/restore")[0] == 404


def test_a_deleted_game_is_forgotten_after_a_while(browser: Browser) -> None:
    old, young = played(browser), played(browser)
    for game_id in (old, young):
        send(browser, f"/game/{game_id}/delete")
    long_ago = timezone.now() - deletion.UNDO_TIME - timedelta(seconds=1)
    SavedGame.objects.filter(pk=old).update(deleted=long_ago)
    assert send(browser, f"/game/{old}/restore")[0] == 404
    deletion.purge()
    assert list(SavedGame.objects.values_list("pk", flat=True)) == [young]


def test_the_computer_leaves_a_deleted_game_alone_and_goes_on_when_it_is_back(
    browser: Browser,
) -> None:
    game_id = played(browser, opponent="2", side="first")
    send(browser, f"/game/{game_id}/delete")
    assert computer.resume_all() == 0
    computer.take_answer(answer_to(game_id, 1, "b2"))
    assert SavedGame.objects.get(pk=game_id).num_turns == 1
    send(browser, f"/game/{game_id}/restore")
    assert browser.state(game_id)["thinking"]
    assert computer.resume_all() == 1
    computer.take_answer(answer_to(game_id, 1, "b2"))
    assert browser.state(game_id)["turn"] == 2
