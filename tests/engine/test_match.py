"""Matches of real processes: clocks, openings, records; whoever breaks down loses, and why."""

import re
import resource
import sys
import time
from pathlib import Path

import pytest

import skerry
from skerry.cli import main
from skerry.cli.match import parse_clock, split
from skerry.engine import client
from skerry.engine import match as match_module
from skerry.engine.bot import _time_commands
from skerry.engine.client import EngineError, EngineProcess, RefusedError, SlowError
from skerry.engine.match import Contestant, Match, score_of
from skerry.engine.text_protocol import Clock as EngineClock
from skerry.record import FORFEIT, RESIGNATION, TIME
from skerry.sessions import ByoYomi, Clock, Fischer, PerTurn, TimeControl, control_to_data
from skerry.statistics import Sprt

BROKEN = str(Path(__file__).with_name("broken.py"))
OURS = (sys.executable, "-m", "skerry", "engine", "--seed", "1")
SMALL = skerry.game("byg", size=2)


def ours(name: str = "ours") -> Contestant:
    return Contestant(name, OURS, ("playouts 2",))


def broken(fault: str) -> Contestant:
    return Contestant("broken", (sys.executable, BROKEN, fault))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here may wait for long, but for kernels to be compiled."""
    monkeypatch.setattr(match_module, "REPLY_SECONDS", 20.0)
    monkeypatch.setattr(client, "QUIT_SECONDS", 0.5)


# --- two of ours ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        SMALL,
        skerry.game("sytran", size=3),
        skerry.game("kitaran", size=3, komi=0.5),
        skerry.game("syrtis", board="minor", stall_limit=5),
    ],
    ids=lambda game: game.name,
)
def test_two_engines_play_by_the_rules_and_leave_records(game: skerry.Game) -> None:
    records = list(Match(game, ours("one"), ours("two"), opening_turns=1, seed=5).games(4))
    assert len(records) == 4
    for index, record in enumerate(records):
        assert record.result is not None
        assert record.comment == ""
        assert skerry.GameRecord.from_json(record.to_json()) == record
        assert [person.name for person in record.persons] == (
            ["one", "two"] if index % 2 == 0 else ["two", "one"]
        )
    for first, second in (records[:2], records[2:]):
        assert first.start == second.start
        assert first.turn_texts[0] == second.turn_texts[0]
    assert {records[0].start, records[0].turn_texts[0]} != {
        records[2].start,
        records[2].turn_texts[0],
    }


def test_a_test_ends_a_match_that_is_decided() -> None:
    quitter = Contestant("quitter", (sys.executable, BROKEN, "resign"))
    records = list(Match(SMALL, ours(), quitter).games(40, Sprt(0, 200)))
    assert 2 < len(records) < 40
    assert {record.result.reason for record in records if record.result} <= {
        RESIGNATION,
        "groups",
    }
    assert all(score_of(record, index % 2) == 1.0 for index, record in enumerate(records))


def test_openings_that_end_the_game_are_refused_before_it_begins() -> None:
    """Seven cells hold no eight turns: there is no such opening to wait for."""
    nobody = Contestant("nobody", ("/no/such/program",))  # would lose at once
    match = Match(skerry.game("spry", size=2), nobody, nobody, opening_turns=8)
    with pytest.raises(skerry.OptionError, match=r"opening of 8 turns .* Choose fewer turns"):
        list(match.games(2))


def test_an_opening_that_ends_the_game_is_drawn_again() -> None:
    nobody = Contestant("nobody", ("/no/such/program",))
    match = Match(skerry.game("spry", size=2), nobody, nobody, opening_turns=4)  # most of them do
    for record in match.games(20):
        assert len(record.turns) == 4
        assert record.result is not None
        assert record.result.reason == FORFEIT


# --- who breaks down ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "reason", "says"),
    [
        ("silent", TIME, r"did not answer 'genmove' within 2.2 s"),
        ("crash", FORFEIT, r"has ended"),
        ("illegal", FORFEIT, r"played 'a1,a1': .*"),
        ("ending", FORFEIT, r"played 'end,a1': .*last action.*"),
        ("nonsense", FORFEIT, r"played 'the best turn there is': .*"),
        ("garbage", FORFEIT, r"answered '.*' to 'genmove', which is not an answer"),
        ("longline", FORFEIT, r"sent a line that is too long"),
        ("flood", FORFEIT, r"answered 'genmove' with more than 1,000 lines"),
        ("endless", FORFEIT, r"answered 'genmove' with more than 1,000 lines"),
        ("refuse", FORFEIT, r"refused '(genmove|play .*)': 'I would rather not'"),
    ],
)
def test_a_broken_engine_loses_with_a_reason_and_the_match_goes_on(
    fault: str, reason: str, says: str
) -> None:
    patience = 2.0 if fault == "silent" else 120.0  # seconds, of which the others take few
    match = Match(SMALL, ours(), broken(fault), PerTurn(patience))
    records = list(match.games(2))
    assert len(records) == 2
    for index, record in enumerate(records):
        assert record.result is not None
        assert score_of(record, index % 2) == 1.0
        assert record.result.reason == reason
        assert re.fullmatch(rf"broken {says}\.", record.comment), record.comment
        assert skerry.GameRecord.from_json(record.to_json()) == record


@pytest.mark.alone
def test_a_turn_that_the_other_one_refuses_is_in_the_record() -> None:
    (record,) = Match(SMALL, ours(), broken("refuse")).games(1)
    (turn,) = record.turn_texts
    assert record.comment == f"broken refused 'play {turn}': 'I would rather not'."


def test_a_hundred_megabytes_in_a_line_take_no_memory() -> None:
    list(Match(SMALL, ours(), broken("crash")).games(2))  # what any match loads is not meant
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    list(Match(SMALL, ours(), broken("longline"), PerTurn(120.0)).games(2))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 10_000 * (1024 if sys.platform == "darwin" else 1)  # kilobytes; bytes there


def test_one_that_never_answers_is_not_waited_for() -> None:
    (record,) = Match(SMALL, broken("deaf"), broken("deaf"), start_seconds=1.0).games(1)
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == (1, TIME)
    assert "did not answer 'protocol_version' within 1 s" in record.comment


def test_a_program_that_does_not_exist_loses() -> None:
    nobody = Contestant("nobody", ("/no/such/program",))
    records = list(Match(SMALL, nobody, ours()).games(2))
    assert [score_of(record, index % 2) for index, record in enumerate(records)] == [0.0, 0.0]
    assert "could not be started: No such file or directory" in records[0].comment


def test_the_clock_of_a_game_runs_out() -> None:
    slow = Contestant("slow", OURS, ("seconds 5", "game byg size=3"))
    match = Match(skerry.game("spry", size=4), ours(), slow, Fischer(0.5, 0.0))
    (record,) = match.games(1)
    assert record.result is not None
    # ours keeps to time_left and wins, or is beaten over the board; nobody thinks for 5 s
    assert record.result.reason in (TIME, "connection")


def told_and_waited(clock: Clock, now: float) -> tuple[str, float]:
    """What `skerry bot` tells a program to move of its time, and how long it waits then."""
    left = [clock.shown(person, now, is_to_act=person == 0)._asdict() for person in (0, 1)]
    data = {"control": control_to_data(clock.control), "left": left}
    start = skerry.game("spry").start().text
    ((command, limit),) = _time_commands({"clock": data, "you": 0, "position": start})
    return command.removeprefix("time_left white "), limit


@pytest.mark.parametrize(
    ("control", "now", "told", "waited"),
    [
        (Fischer(300, 5), 10, "290.000 0", 291),
        (PerTurn(15), 0, "14.000 1", 16),
        (PerTurn(15), 13, "1.600 1", 3),
        (ByoYomi(300, 5, 20), 0, "300.000 0", 401),
        (ByoYomi(300, 5, 20), 290, "29.000 1", 111),  # it may end in the first period
        (ByoYomi(300, 5, 20), 300, "19.000 1", 101),
        (ByoYomi(300, 5, 20), 321, "18.000 1", 80),
        (ByoYomi(0, 1, 20), 0, "19.000 1", 21),
    ],
)
def test_a_bot_tells_what_is_left_of_each_kind_of_time(
    control: TimeControl, now: float, told: str, waited: float
) -> None:
    assert told_and_waited(Clock.full(control).begin_turn(0.0), now) == (told, waited)


@pytest.mark.parametrize("control", [ByoYomi(300, 5, 20), ByoYomi(10, 1, 3), PerTurn(5)])
def test_a_bot_behind_a_slow_line_does_not_lose_on_time(control: TimeControl) -> None:
    clock, now = Clock.full(control).begin_turn(0.0), 0.0
    start = skerry.game("kitaran").start()
    for _ in range(100):
        told, _ = told_and_waited(clock, now)
        seconds, turns = told.split()
        now += EngineClock(float(seconds), int(turns)).budget(start) + 0.3
        assert not clock.has_flagged(0, now)
        clock = clock.end_turn(0, now).begin_turn(now)
    if isinstance(control, ByoYomi):
        assert clock.left[0].periods == control.periods


# --- the client -----------------------------------------------------------------------------------


def test_the_client_tells_failures_apart() -> None:
    engine = EngineProcess(OURS)
    try:
        assert engine.ask("name", 600) == "Skerry"
        assert len(engine.ask("list_commands", 600).split("\n")) > 20
        with pytest.raises(RefusedError, match="refused 'dance': \"unknown command"):
            engine.ask("dance", 600)
        assert engine.ask("protocol_version", 600) == "2"
    finally:
        engine.close()
    with pytest.raises(EngineError):
        engine.ask("name", 1)


@pytest.mark.parametrize("fault", ["silent", "late", "nonanswer", "endless"])
def test_no_answer_is_taken_for_that_of_another_command(fault: str) -> None:
    engine = EngineProcess((sys.executable, BROKEN, fault))
    try:
        engine.ask("name", 600)
        with pytest.raises(EngineError):
            engine.ask("genmove", 0.2 if fault in ("silent", "late") else 600)
        time.sleep(0.5)  # within which what is late arrives
        with pytest.raises(EngineError, match=r"earlier command .*'name' was not asked; start it"):
            engine.ask("name", 5)
    finally:
        engine.close()


@pytest.mark.parametrize("command", ["name\nversion", "name\r", "\n"])
def test_a_command_is_one_line(command: str) -> None:
    engine = EngineProcess((sys.executable, BROKEN, "none"))
    try:
        with pytest.raises(EngineError, match="one line at a time"):
            engine.ask(command, 600)
        assert engine.ask("name", 600) == ""
    finally:
        engine.close()


def test_whatever_an_engine_waits_for_it_is_ended() -> None:
    engine = EngineProcess((sys.executable, BROKEN, "silent"))
    with pytest.raises(SlowError):
        engine.ask("genmove", 0.2)
    engine.close()
    assert engine._process.poll() is not None


# --- the command ----------------------------------------------------------------------------------


def test_the_command_prints_and_keeps_a_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    command = ["match", "skerry engine", f"{sys.executable} {BROKEN} illegal", "--game", "byg"]
    command += ["-o", "size=2", "--games", "2", "--clock", "5/turn", "--records", str(folder)]
    assert main([*command, "--tell-first", "playouts 2", "--sprt", "0", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(
        r"game 1: first wins \(forfeit\), \d+ turns?; 1 won, 0 drawn, 0 lost", lines[0]
    )
    assert lines[1].startswith("  second played 'a1,a1'")
    assert lines[-2].startswith("first: 2 of 2 = 100.0% (95% interval: 34.2 to 100.0), +inf Elo")
    assert lines[-1].startswith("SPRT: not decided yet")
    assert sorted(path.name for path in folder.iterdir()) == ["game-0001.json", "game-0002.json"]
    assert main(["replay", str(folder / "game-0001.json")]) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["skerry engine", "skerry engine", "--clock", "soon"], "is not like 60+1"),
        (["skerry engine", "'", "--games", "1"], "cannot be read"),
        (["skerry engine", " ", "--games", "1"], "A program must be named"),
        (["a", "b", "--game", "chess"], "There is no game 'chess'"),
        (["a", "b", "--sprt", "5", "5"], "the lesser one first"),
        (["a", "b", "--sprt", "0", "inf"], "the lesser one first"),
    ],
)
def test_what_cannot_be_asked(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["match", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_clocks_and_commands_are_read() -> None:
    assert parse_clock("60+1") == Fischer(60.0, 1.0)
    assert parse_clock("0.5") == Fischer(0.5, 0.0)
    assert parse_clock("5/turn") == PerTurn(5.0)
    assert split("skerry engine --seed 3") == (
        sys.executable,
        "-m",
        "skerry",
        "engine",
        "--seed",
        "3",
    )
    assert split("./mine 'a b'") == ("./mine", "a b")
