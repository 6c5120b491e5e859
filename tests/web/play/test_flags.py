"""Flags fall by the site's clock alone, whether or not anybody looks."""

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, OperationalError

from skerry.errors import GameOverError
from skerry.record import TIME, GameRecord, Result
from skerry.sessions import LAG_A_TURN, Correspondence, Fischer, NotToActError, clock_from_json
from skerry.web.play import changes, sweeps
from skerry.web.play.models import OVER, RUNNING, SavedGame, SiteClock
from skerry.web.play.moments import Moments
from skerry.web.play.signals import game_ended
from tests.web.conftest import Browser, StartServer
from tests.web.play.two_players import START, Hand, between, row, set_clock

pytestmark = pytest.mark.stores

MINUTE = Fischer(60.0, 1.0)
DAY = 86_400.0


@pytest.fixture
def hand(analyses: object) -> Hand:
    return set_clock()


@pytest.fixture
def game_id(hand: Hand, browser: Browser, other_browser: Browser) -> str:
    return between(browser, other_browser, MINUTE)


def test_a_clock_runs_from_the_beginning_and_is_told(
    hand: Hand, browser: Browser, game_id: str
) -> None:
    hand.now = 12.5
    clock = browser.state(game_id)["clock"]
    assert clock == {
        "control": {"kind": "fischer", "seconds": 60.0, "increment": 1.0},
        "words": "1 min + 1 s",
        "running": 0,
        "left": [{"seconds": 47.5, "periods": 0}, {"seconds": 60.0, "periods": 0}],
        "away": [False, False],
        "vacation_left": [0.0, 0.0],
    }
    assert row(game_id).deadline == START + 60 + LAG_A_TURN


def test_each_turn_moves_the_deadline(hand: Hand, browser: Browser, game_id: str) -> None:
    hand.now = 20.0
    browser.play(game_id, "a1")
    assert row(game_id).deadline == START + 20 + 60 + LAG_A_TURN
    assert browser.state(game_id)["clock"]["left"][0]["seconds"] == 41.0


def test_a_flag_falls_in_a_sweep_and_is_shown_before(
    hand: Hand, browser: Browser, game_id: str
) -> None:
    hand.now = 60 + LAG_A_TURN - 0.01
    assert sweeps.sweep() == 0
    assert not browser.state(game_id)["over"]
    hand.now = 60 + LAG_A_TURN
    before = row(game_id)
    for is_stored in (False, True):
        state = browser.state(game_id)
        assert state["over"]
        assert state["heading"] == "White wins on time"
        if not is_stored:
            assert row(game_id) == before
            assert row(game_id).status == RUNNING  # whoever looks changes nothing
            assert sweeps.sweep() == 1
    saved = row(game_id)
    assert GameRecord.from_json(saved.record).result == Result(1, TIME)
    assert (saved.deadline, saved.to_act, saved.winner) == (None, None, 1)
    assert sweeps.sweep() == 0
    assert row(game_id).version == saved.version


def test_a_turn_that_comes_too_late_is_none_and_ends_the_game(
    hand: Hand, browser: Browser, game_id: str
) -> None:
    hand.now = 60.5  # the time is up, though a turn might still be on its way
    answer = browser.act(game_id, "play", actions=["a1"])
    assert answer.status_code == 409
    assert "time was up" in answer.json()["error"]
    saved = row(game_id)
    assert (saved.status, saved.winner, saved.num_turns) == (OVER, 1, 0)


def test_a_turn_that_was_sent_in_time_counts(hand: Hand, game_id: str) -> None:
    hand.now = 60.5
    saved = row(game_id)
    assert changes.play(saved, saved.first_seat, 2, ["a1"], lag=0.7).num_turns == 1
    clock = clock_from_json(row(game_id).clock or "")
    assert clock.left[0].seconds == pytest.approx(60 - 59.8 + 1)


def test_the_lag_of_who_is_not_to_act_flags_nobody(hand: Hand, game_id: str) -> None:
    """A turn sent out of turn, without any lag, must not decide about the other one's clock."""
    hand.now = 60.5
    saved = row(game_id)
    with pytest.raises(NotToActError):
        changes.play(saved, saved.second_seat, 2, ["a1"], lag=0.0)
    assert row(game_id).status == RUNNING


def test_nothing_is_done_after_the_time(hand: Hand, game_id: str) -> None:
    hand.now = 100.0
    saved = row(game_id)
    with pytest.raises(GameOverError, match="time was up"):
        changes.resign(saved, saved.second_seat, saved.version)
    assert row(game_id).winner == 1


def test_the_flag_falls_though_the_page_reads_a_damaged_record(
    hand: Hand, browser: Browser, game_id: str
) -> None:
    SavedGame.objects.filter(pk=game_id).update(record="{")
    hand.now = 100.0
    assert browser.client.get(f"/game/{game_id}").status_code == 422
    other = between(browser, Browser(), MINUTE)
    hand.now = 200.0
    assert sweeps.sweep() == 1
    assert (row(other).status, row(game_id).status) == (OVER, RUNNING)
    assert row(game_id).deadline is None  # not looked at every second from now on


@pytest.mark.parametrize("failure", [ValueError, IntegrityError, DataError])
def test_a_game_whose_end_fails_keeps_no_other_flag_from_falling(
    hand: Hand,
    browser: Browser,
    game_id: str,
    caplog: pytest.LogCaptureFixture,
    failure: type[Exception],
) -> None:
    def fail(*, game_id: str, **_: object) -> None:
        if game_id == first:
            raise failure("the ladder is damaged")

    first, second = game_id, between(browser, Browser(), MINUTE)
    hand.now = 100.0
    game_ended.connect(fail)
    try:
        assert sweeps.sweep() == 1
        assert (row(first).status, row(second).status) == (RUNNING, OVER)
        assert "ladder is damaged" in caplog.text
        assert sweeps.sweep() == 0  # not looked at every second
    finally:
        game_ended.disconnect(fail)
    hand.now += sweeps.AGAIN_AFTER
    assert sweeps.sweep() == 1  # once what failed is mended
    assert row(first).status == OVER


@pytest.mark.parametrize("failure", [OperationalError, InterfaceError])
def test_a_database_that_is_away_ends_the_sweep_and_changes_nothing(
    hand: Hand, game_id: str, failure: type[Exception]
) -> None:
    def fail(**_: object) -> None:
        raise failure("disk full")

    hand.now, before = 100.0, row(game_id)
    game_ended.connect(fail)
    try:
        with pytest.raises(failure):
            sweeps.sweep()
    finally:
        game_ended.disconnect(fail)
    assert row(game_id) == before
    assert row(game_id).deadline == before.deadline
    assert sweeps.sweep() == 1


@pytest.mark.parametrize("damage", ["", "{}", "[]", '{"control": 5}'])
def test_a_damaged_clock_is_told(browser: Browser, game_id: str, damage: str) -> None:
    SavedGame.objects.filter(pk=game_id).update(clock=damage)
    answer = browser.client.get(f"/game/{game_id}")
    assert answer.status_code == 422
    assert "clock" in answer.content.decode()


def test_of_two_sweeps_at_the_same_time_one_ends_the_game(hand: Hand, game_id: str) -> None:
    hand.now = 100.0
    first, second = row(game_id), row(game_id)
    assert sweeps.let_flag_fall(first, START + hand.now).status == OVER
    assert sweeps.let_flag_fall(second, START + hand.now).version == first.version


# --- vacations ------------------------------------------------------------------------------------


def test_a_vacation_moves_the_deadline_there_and_back(
    hand: Hand, browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser, Correspondence(2, 5))
    assert row(game_id).deadline == START + 2 * DAY + LAG_A_TURN
    hand.now = DAY
    state = browser.act(game_id, "vacation", away=True).json()
    assert state["clock"]["away"] == [True, False]
    assert state["clock"]["running"] is None
    assert row(game_id).deadline == START + 7 * DAY + LAG_A_TURN
    hand.now = 3 * DAY
    clock = browser.act(game_id, "vacation", away=False).json()["clock"]
    assert clock["vacation_left"] == [3 * DAY, 5 * DAY]
    assert clock["left"][0]["seconds"] == DAY
    assert row(game_id).deadline == START + 4 * DAY + LAG_A_TURN


def test_a_vacation_refuses_no_turn_of_the_other_one(
    hand: Hand, browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser, Correspondence(2, 5))
    seen = browser.state(game_id)["version"]
    other_browser.act(game_id, "vacation", away=True)
    answer = browser.send(game_id, "play", {"version": seen, "actions": ["a1"]})
    assert answer.status_code == 200


def test_there_is_no_vacation_without_a_clock_or_in_a_quick_game(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    for one in (game_id, between(browser, other_browser)):
        assert browser.act(one, "vacation", away=True).status_code == 400


# --- the clock of the site ------------------------------------------------------------------------


@pytest.mark.django_db
def test_stepping_the_machines_clock_moves_no_moment() -> None:
    wall, steady = Hand(START), Hand(50.0)
    moments = Moments(lambda: wall.now, lambda: steady.now)
    assert moments.now() == START
    wall.now, steady.now = START - 3600, 53.0
    assert moments.now() == START + 3
    wall.now = START + 9e6
    assert moments.now() == START + 3


@pytest.mark.django_db
def test_processes_of_a_machine_have_one_clock_after_a_restart_too() -> None:
    wall, steady = Hand(START), Hand(50.0)
    before = Moments(lambda: wall.now, lambda: steady.now, boot="a")
    assert before.now() == START
    wall.now, steady.now = START - 3600, 60.0  # stepped back while the site is down
    after = Moments(lambda: wall.now, lambda: steady.now, boot="a")
    assert after.now() == before.now() == START + 10
    steady.now = 1.0  # the machine itself was started again
    assert Moments(lambda: wall.now, lambda: steady.now, boot="b").now() == START - 3600
    assert SiteClock.objects.count() == 2


@pytest.mark.django_db
def test_where_nothing_can_be_stored_moments_are_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OperationalError("disk full")

    moments = Moments(lambda: START, lambda: 0.0, boot="a")
    with monkeypatch.context() as disk:
        disk.setattr(SiteClock.objects, "get_or_create", full)
        assert moments.now() == START
    assert moments.now() == START
    assert SiteClock.objects.get().offset == START


@pytest.mark.django_db
def test_this_machine_has_a_clock_that_goes_on() -> None:
    moments = Moments.of_this_machine()
    first = moments.now()
    assert abs(first - time.time()) < 60
    assert Moments.of_this_machine().now() >= first


# --- by themselves --------------------------------------------------------------------------------


def test_a_sweeper_goes_on_where_a_sweep_fails() -> None:
    swept, errors = Event(), [DatabaseError("locked"), DatabaseError("locked"), ValueError("bug")]

    def sweep() -> int:
        if errors:
            raise errors.pop()
        swept.set()
        return 0

    sweeper = sweeps.Sweeper("a test", sweep, pause=0.001)
    sweeper.stop()  # before it was started: nothing to stop
    sweeper = sweeps.Sweeper("a test", sweep, pause=0.001)
    sweeper.start()
    assert swept.wait(60)
    sweeper.stop()
    assert not sweeper._thread.is_alive()


BEGIN = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
from skerry.core.jit import interpret
interpret()
from skerry.web.site import data, database
data.prepare()
django.setup()
database.migrate()
import skerry
from skerry.sessions import PerTurn
from skerry.web.base.services import provide
from skerry.web.play import creation
from skerry.web.site.start import make_services
from skerry.web.thinking.engine import Engine
provide(*make_services(Engine()))
game = skerry.game("kitaran", size=3)
print(creation.begin_between(("a" * 64, "b" * 64), ("", ""), game, control=PerTurn(0.1)).pk)
"""


def test_a_flag_falls_after_a_restart_though_nobody_looks(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game was begun by another process, which is gone."""
    monkeypatch.delenv("SKERRY_DATABASE_URL", raising=False)  # what is looked at is a file
    begun = subprocess.run(
        [sys.executable, "-c", BEGIN],
        env={**os.environ, "SKERRY_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    game_id = begun.stdout.strip()
    server = start_server(tmp_path)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with sqlite3.connect(server.folder / "skerry.sqlite3") as database:
            found = database.execute(
                "SELECT status, winner FROM web_savedgame WHERE id = ?", [game_id]
            ).fetchone()
        database.close()
        if found[0] == OVER:
            break
        time.sleep(0.1)
    assert found == (OVER, 1)
