"""Games saved by earlier versions: they open, and their browser plays on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse

from skerry.web.base.seats import COOKIE, give_token, hash_token
from skerry.web.play import computer
from skerry.web.play.models import SavedGame
from skerry.web.site import database
from skerry.web.thinking.engine import Engine
from tests.web.conftest import Browser

pytestmark = pytest.mark.django_db(transaction=True)

# Made by a version with one owner for a game. Those of one browser: between friends, against the
# computer moving second and first (it owes a turn), resigned, and one that the computer is to set
# up; and a game of another browser's.
BEFORE_SEATS = Path(__file__).with_name("games_before_seats.sql")
MINE, ANOTHER = "A" * 43, "B" * 43  # their tokens
FRIENDS, FIRST, SECOND, RESIGNED, SET_UP = (
    "aafriends2",
    "bbcomputer",
    "ccsecond22",
    "ddresigned",
    "eesetup222",
)
ANOTHERS = "ffothers22"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is there: whoever migrates locks it."""
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))


@pytest.fixture
def old_games() -> Iterator[None]:
    """The table as it was, with its games, brought to this version."""
    call_command("migrate", "web", "0001", verbosity=0)  # and back what other apps build upon it
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {SavedGame._meta.db_table}")
        for statement in BEFORE_SEATS.read_text(encoding="utf-8").split(";\n"):
            cursor.execute(statement)
    database.migrate()
    yield
    SavedGame.objects.all().delete()


def browser_with(token: str) -> Browser:
    browser, response = Browser(), HttpResponse()
    give_token(response, token)
    browser.client.cookies[COOKIE] = response.cookies[COOKIE].value
    return browser


@pytest.mark.usefixtures("old_games")
def test_each_person_gets_the_seat_of_who_plays_for_it() -> None:
    mine, another = hash_token(MINE), hash_token(ANOTHER)
    seats = SavedGame.objects.order_by("pk").values_list("pk", "first_seat", "second_seat")
    assert list(seats) == [
        (FRIENDS, mine, mine),
        (FIRST, mine, None),
        (SECOND, None, mine),
        (RESIGNED, mine, mine),
        (SET_UP, None, mine),
        (ANOTHERS, another, another),
    ]


@pytest.mark.usefixtures("old_games")
def test_the_same_browser_sees_its_games_and_plays_on() -> None:
    mine = browser_with(MINE)
    listed = mine.client.get("/").content.decode()
    for game_id in (FRIENDS, FIRST, SECOND, RESIGNED):
        assert game_id in listed
    assert ANOTHERS not in listed
    assert mine.state(SECOND)["thinking"]
    assert mine.act(SECOND, "take-back").status_code == 200
    for game_id, turns in ((FRIENDS, 4), (FIRST, 3), (SECOND, 2)):
        assert mine.state(game_id)["mine"]
        assert mine.play_any(game_id)["turn"] == turns
        assert mine.act(game_id, "take-back").status_code == 200
        assert mine.act(game_id, "resign").status_code == 200
    assert mine.send(RESIGNED, "rematch", {}).status_code == 201
    assert mine.client.get(f"/game/{SET_UP}").status_code == 200


@pytest.mark.usefixtures("old_games")
def test_who_won_is_known_of_games_that_were_over() -> None:
    winners = SavedGame.objects.exclude(winner=None).values_list("pk", "winner")
    assert list(winners) == [(RESIGNED, 0)]
    assert not SavedGame.objects.exclude(deleted=None).exists()


@pytest.mark.usefixtures("old_games")
def test_another_browser_does_not() -> None:
    mine = browser_with(MINE)
    assert not mine.state(ANOTHERS)["owner"]
    assert mine.act(ANOTHERS, "play", actions=["c3"]).status_code == 403
    assert browser_with(ANOTHER).play_any(ANOTHERS)["turn"] == 2


@pytest.mark.usefixtures("old_games")
def test_the_computer_goes_on_where_it_owes_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Engine, "submit", lambda engine, job: asked.append(job.subject))
    assert computer.resume_all() == 2
    assert sorted(asked) == [SECOND, SET_UP]


def test_the_models_are_what_the_migrations_make() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_migrations_can_be_undone_and_done_again() -> None:
    """Back to before clocks and offers, and forth: the games are as they were."""
    browser = Browser()
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1", "b2")
    try:
        call_command("migrate", "web", "0004", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("SELECT version FROM web_savedgame WHERE id = %s", [game_id])
            assert cursor.fetchone() == (2,)
    finally:
        call_command("migrate", verbosity=0)
    saved = SavedGame.objects.get(pk=game_id)
    assert (saved.version, saved.turns_version, saved.clock, saved.offers) == (2, 2, None, "")
    assert browser.play(game_id, "c3")["turn"] == 3
