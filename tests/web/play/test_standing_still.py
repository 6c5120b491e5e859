"""While no process of the site can take a turn, no time runs and nothing falls due."""

import contextlib
import signal
import sqlite3
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from skerry.errors import GameOverError
from skerry.sessions import LAG_A_TURN, PerTurn, clock_from_json, clock_to_json
from skerry.web.online.models import Challenge
from skerry.web.play import changes, deletion, sweeps
from skerry.web.play.models import GAP, OVER, RUNNING, Heartbeat
from skerry.web.play.moments import Moments, site_time
from skerry.web.site.data import DATABASE_FILE
from skerry.web.thinking.engine import Engine
from tests.small import form, small
from tests.web.conftest import START_SECONDS, Browser, Server, StartServer, share_with
from tests.web.correspondence.test_restart import Visitor
from tests.web.online.challenging import challenge
from tests.web.play.two_players import START, Machine, between, row
from tools.servers import DATABASE_URL

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

FIFTEEN = PerTurn(15.0)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def moments(machine: Machine) -> Moments:
    """Of the site's process that answers the test's requests."""
    moments = machine.process()
    share_with(Engine(), moments)
    moments.beat()
    return moments


def test_no_time_runs_while_the_site_is_stopped(machine: Machine, moments: Moments) -> None:
    machine.run(10, moments)
    before = moments.now()
    machine.run(25)
    after = machine.process()
    assert after.now() == before  # also before it beats
    after.beat()
    assert after.now() == before
    machine.run(5, after)
    assert after.now() == before + 5


@pytest.mark.parametrize("who", ["sweep", "look", "turn"])
def test_a_flag_does_not_fall_for_time_that_nobody_could_use_and_then_as_ever(
    machine: Machine, moments: Moments, browser: Browser, other_browser: Browser, who: str
) -> None:
    """A suspended process wakes up: whatever it does first, it has not beaten yet."""
    game_id = between(browser, other_browser, FIFTEEN)
    machine.run(10, moments)
    machine.run(3600)
    assert sweeps.sweep() == 0
    assert not browser.state(game_id)["over"]
    assert browser.state(game_id)["clock"]["left"][0]["seconds"] == 5.0
    if who == "turn":
        browser.play(game_id, "a1")
    moments.beat()
    assert row(game_id).status == RUNNING
    machine.run(15 if who == "turn" else 5, moments)
    assert row(game_id).status == RUNNING
    machine.run(int(LAG_A_TURN), moments)
    if who == "look":
        assert browser.state(game_id)["over"]
    assert sweeps.sweep() == 1
    assert row(game_id).winner == (0 if who == "turn" else 1)


def test_a_turn_that_comes_too_late_is_refused_all_the_same(
    machine: Machine, moments: Moments, browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser, FIFTEEN)
    machine.run(10, moments)
    machine.run(100)
    moments.beat()
    machine.run(6, moments)
    saved = row(game_id)
    with pytest.raises(GameOverError, match="time was up"):
        changes.play(saved, saved.first_seat, saved.version, ["a1"])


def test_while_one_of_several_processes_lives_time_runs(machine: Machine, moments: Moments) -> None:
    other, third = machine.process(), machine.process()
    machine.run(5, moments, other, third)
    machine.run(60, other)
    machine.run(60, third)  # takes over
    assert {one.now() for one in (moments, other, third)} == {START + 125}
    assert Heartbeat.objects.get().lost == 0.0
    machine.run(30)
    for one in (moments, other, third):  # and what they all have missed is given back once
        assert one.now() == START + 125
        one.beat()
    assert {one.now() for one in (moments, other, third)} == {START + 125}
    assert Heartbeat.objects.get().lost == 30.0


def test_two_that_begin_at_the_same_time_give_time_back_once(
    machine: Machine, moments: Moments, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.run(40)
    stale, other = Heartbeat.objects.get(), machine.process()
    other.beat()
    first = [stale, Heartbeat.objects.get()]
    monkeypatch.setattr(Heartbeat.objects, "first", lambda: first.pop(0))
    moments.beat()
    monkeypatch.undo()
    assert not first
    assert Heartbeat.objects.get().lost == 40.0


def test_a_heartbeat_that_is_a_little_late_gives_nothing_back(
    machine: Machine, moments: Moments
) -> None:
    for _ in range(20):
        machine.run(int(GAP))
        moments.beat()
    assert moments.now() == START + 20 * GAP


def test_time_stands_still_while_the_database_is_away(
    machine: Machine, moments: Moments, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("the server has closed the connection")

    machine.run(10, moments)
    with monkeypatch.context() as patch:
        patch.setattr(Heartbeat.objects, "first", away)
        machine.run(50)
        with pytest.raises(OperationalError):
            moments.beat()
        assert moments.now() == START + 10
    moments.beat()
    machine.run(1, moments)
    assert moments.now() == START + 11


@pytest.mark.parametrize("step", [-7200.0, 7200.0])
def test_a_machines_clock_that_is_wrong_after_a_restart_moves_no_moment(
    machine: Machine, moments: Moments, step: float
) -> None:
    machine.run(10, moments)
    machine.boot, machine.hand.now, machine.wall = "second", 3.0, START + 40 + step
    after = machine.process()
    assert after.now() == START + 10
    after.beat()
    machine.run(2, after)
    assert after.now() == START + 12


def test_looking_at_the_clock_writes_nothing_and_seldom_asks(
    machine: Machine, moments: Moments
) -> None:
    with CaptureQueriesContext(connection) as asked:
        for _ in range(100):
            moments.now()
    assert len(asked) == 0
    machine.run(100)
    with CaptureQueriesContext(connection) as asked:
        moments.now()
    assert [query["sql"].split()[0] for query in asked] == ["SELECT"]


def test_what_waits_for_a_person_waits_as_long_as_the_site_has_lived(
    machine: Machine, moments: Moments, browser: Browser, other_browser: Browser
) -> None:
    """A challenge that may be accepted for a week, a deletion that may be undone for an hour."""
    made = challenge(browser)
    game_id = browser.begin("byg")
    saved = row(game_id)
    deletion.delete(saved)
    machine.run(1, moments)
    machine.hand.now += 30 * 86_400
    deletion.purge()
    assert deletion.find_deleted(game_id, saved.first_seat).pk == game_id
    moments.beat()
    made = Challenge.objects.get(pk=made.pk)
    assert made.is_open
    assert browser.client.get(f"/challenge/{made.pk}").status_code == 200
    machine.hand.now += 1.0
    moments.beat()
    Challenge.objects.update(expires=site_time() - timedelta(seconds=1))
    made.refresh_from_db()
    assert not made.is_open


# --- real processes -------------------------------------------------------------------------------


def lost(server: Server) -> float:
    """Seconds that have been given back on a server's site."""
    found = server.query("SELECT lost FROM web_heartbeat")
    return float(str(found[0][0])) if found else 0.0


def wait_until_lost(server: Server, least: float) -> None:
    deadline = time.monotonic() + START_SECONDS
    while lost(server) < least:
        assert time.monotonic() < deadline, (lost(server), server.log.read_text())
        time.sleep(0.05)


def an_hour_ago(server: Server, game_id: str, seconds: float, *, with_heart: bool) -> None:
    """Let all that a stopped site has noted of a game have happened so long ago."""
    with contextlib.closing(sqlite3.connect(server.folder / DATABASE_FILE)) as file, file:
        found = file.execute("SELECT clock FROM web_savedgame WHERE id = ?", [game_id]).fetchone()
        clock = clock_from_json(found[0])
        assert clock.began is not None
        moved = clock_to_json(replace(clock, began=clock.began - seconds))
        file.execute(
            "UPDATE web_savedgame SET clock = ?, deadline = deadline - ? WHERE id = ?",
            [moved, seconds, game_id],
        )
        if with_heart:
            file.execute("UPDATE web_heartbeat SET last = last - ?", [seconds])


def test_a_site_that_was_killed_gives_back_the_time_until_it_lives_again(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game takes 60 seconds a turn, and the site is away for more than an hour."""
    monkeypatch.delenv(DATABASE_URL, raising=False)  # what is changed is a file
    server = start_server(tmp_path)
    first, second = Visitor(server), Visitor(server)
    asked = {**form(small("kitaran")), "opponent": "online", "side": "first"}
    link = first.submit("/challenge/new/kitaran", **asked, time="1-min-a-turn")
    game = second.submit(f"{link}/accept")
    game_id = game.rpartition("/")[2]
    server.kill()
    an_hour_ago(server, game_id, 3600.0, with_heart=True)

    first.server = second.server = server = start_server(tmp_path)
    wait_until_lost(server, 3600.0)
    state = first.get(f"/api/games/{game_id}")
    assert not state["over"]
    server.kill()
    an_hour_ago(server, game_id, 3600.0, with_heart=False)  # and now the site has lived meanwhile

    first.server = start_server(tmp_path)
    deadline = time.monotonic() + START_SECONDS
    while not first.server.query("SELECT 1 FROM web_savedgame WHERE status = ?", OVER):
        assert time.monotonic() < deadline, first.server.log.read_text()
        time.sleep(0.1)
    assert first.get(f"/api/games/{game_id}")["heading"] == "White wins on time"


def test_a_process_that_is_suspended_gives_that_time_back(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    deadline = time.monotonic() + START_SECONDS
    while not server.query("SELECT last FROM web_heartbeat"):
        assert time.monotonic() < deadline, server.log.read_text()
        time.sleep(0.05)
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(GAP + 0.5)
    server.process.send_signal(signal.SIGCONT)
    wait_until_lost(server, GAP)
    assert "Traceback" not in server.log.read_text()
