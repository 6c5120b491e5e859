"""Whatever ends an engine or a match, it ends soon, and nothing that it has started lives on."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import pytest

from skerry.cli import main
from skerry.engine.client import release, watch
from skerry.engine.json_protocol import JsonEngine
from skerry.search.search import LEAST_MEMORY

BROKEN = str(Path(__file__).with_name("broken.py"))
ENGINE = [sys.executable, "-m", "skerry", "engine"]
PATIENCE = 300  # seconds: a machine may be busy; nothing here takes long on a quiet one
HOURS = 20_000.0  # of a search, in seconds: whoever waits for its end fails

Process = subprocess.Popen[bytes]


@contextmanager
def running(*command: str, **more: Any) -> Iterator[Process]:
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                stream and stream.close()


def say(process: Process, *lines: str | dict[str, Any]) -> None:
    assert process.stdin is not None
    for line in lines:
        text = line if isinstance(line, str) else json.dumps(line)
        process.stdin.write(text.encode() + b"\n")
    process.stdin.flush()


def out(process: Process) -> IO[bytes]:
    assert process.stdout is not None
    return process.stdout


def interrupt(process: Process) -> None:
    process.send_signal(signal.SIGINT)


def terminate(process: Process) -> None:
    process.send_signal(signal.SIGTERM)


def hang_up(process: Process) -> None:
    process.send_signal(signal.SIGHUP)


def close_input(process: Process) -> None:
    assert process.stdin is not None
    process.stdin.close()


def close_output(process: Process) -> None:
    out(process).close()


pytestmark = pytest.mark.usefixtures("signals_count")
WAYS: list[tuple[Callable[[Process], None], int]] = [
    (interrupt, 130),
    (terminate, 143),
    (hang_up, 129),
    (close_input, 0),
    (close_output, 141),
]
each_way = pytest.mark.parametrize(("way", "code"), WAYS, ids=[way.__name__ for way, _ in WAYS])


@each_way
def test_an_analysis_engine_ends_in_the_middle_of_a_search(
    way: Callable[[Process], None], code: int
) -> None:
    small = {"game": "byg", "options": {"size": 3}}
    with running(*ENGINE, "--json") as engine:
        say(engine, {"id": 1, **small, "seconds": HOURS, "every": 0.05})
        say(engine, {"id": 2, **small, "seconds": HOURS}, {"id": 3, "action": "version"})
        told = json.loads(out(engine).readline())
        while told["id"] != 1:
            told = json.loads(out(engine).readline())
        way(engine)
        if way is not close_output:
            last = [json.loads(line) for line in out(engine).read().splitlines()]
            ended = {one["id"]: one for one in last if one.get("cancelled")}
            assert set(ended) == {1, 2}
            assert ended[1]["analysis"]["playouts"] > 0
            assert ended[2]["analysis"] is None  # it had not begun
        assert engine.wait(PATIENCE) == code


@each_way
def test_a_text_engine_ends_in_the_middle_of_a_search(
    way: Callable[[Process], None], code: int
) -> None:
    with running(*ENGINE) as engine:
        say(engine, "game byg size=3", "seconds 20000", "1 genmove")
        answers = [out(engine).readline() for _ in range(4)]
        assert answers == [b"= \n", b"\n", b"= \n", b"\n"]
        way(engine)
        if way is not close_output:
            assert out(engine).read().startswith(b"?1 cancelled: ")
        assert engine.wait(PATIENCE) == code


SLOW_COMPILER = """
import sys, time
from skerry.engine import run
def compiles(name):
    print("compiling", file=sys.stderr, flush=True)
    time.sleep(20_000)
run.warm_up = compiles
if "--json" in sys.argv:
    run.serve_json(1, 4_000_000)
run.serve_text()
"""


@pytest.mark.parametrize("protocol", ["--json", "--text"])
@pytest.mark.parametrize("way", [interrupt, terminate, close_output, "quit"])
def test_an_engine_ends_while_kernels_are_compiled(way: Any, protocol: str) -> None:
    with running(sys.executable, "-c", SLOW_COMPILER, protocol) as engine:
        query = {"id": 1, "game": "byg", "options": {"size": 3}, "playouts": 5}
        say(engine, query if protocol == "--json" else "1 game byg size=3")
        assert engine.stderr is not None
        assert engine.stderr.readline() == b"compiling\n"
        if way == "quit":
            if protocol == "--text":
                return  # commands are carried out one after the other
            say(engine, {"id": 2, "action": "quit"})
        else:
            way(engine)
        if way is not close_output:
            said = out(engine).read()
            assert b'"cancelled": true' in said or said.startswith(b"?1 cancelled: ")
        assert engine.wait(PATIENCE) in (0, 130, 141, 143)


def test_what_a_pipe_asked_for_is_finished_if_it_is_asked_to_be() -> None:
    query = {"id": 1, "game": "byg", "options": {"size": 3}, "seconds": 2.0}
    done = subprocess.run(
        [*ENGINE, "--json", "--finish"],
        input=json.dumps(query).encode(),
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert "cancelled" not in answer
    assert answer["analysis"]["seconds"] >= 1.9


def test_a_query_that_waits_is_cancelled_at_once() -> None:
    """It was worked on when its turn came, and told then."""
    told: list[dict[str, Any]] = []
    compiling, go_on = threading.Event(), threading.Event()

    def prepare(name: str) -> None:
        compiling.set()
        go_on.wait(PATIENCE)

    engine = JsonEngine(lambda line: told.append(json.loads(line)), 1, LEAST_MEMORY, prepare)
    query = {"game": "byg", "options": {"size": 3}, "playouts": 5}
    for identity in (1, 2):
        engine.take(json.dumps({"id": identity, **query}))
    assert compiling.wait(PATIENCE)
    for identity in (2, 1):
        engine.take(json.dumps({"id": 9, "action": "cancel", "query": identity}))
    assert [one for one in told if one["id"] != 9] == [
        {"id": one, "turn": None, "final": True, "analysis": None, "cancelled": True}
        for one in (2, 1)
    ]
    engine.take(json.dumps({"id": 1, **query}))  # its id is free again
    go_on.set()
    engine.serve([])
    assert [one.get("cancelled") for one in told if one["id"] == 1] == [True, None]


# --- matches --------------------------------------------------------------------------------------


def is_alive(number: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def end_of(numbers: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, numbers)):
        assert time.monotonic() < deadline, f"still there: {[n for n in numbers if is_alive(n)]}"
        time.sleep(0.05)


# A program that cares for nothing, and has started another one.
STUBBORN = """
import os, signal, subprocess, sys, time
for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(one, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20000)"])
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()} {child.pid}\\n")
time.sleep(20_000)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_programs_end_with_their_match(tmp_path: Path, number: signal.Signals) -> None:
    script, started = tmp_path / "stubborn.py", tmp_path / "started"
    script.write_text(STUBBORN)
    program = f"{sys.executable} {script} {started}"
    with running(sys.executable, "-m", "skerry", "match", program, program) as match:
        deadline = time.monotonic() + PATIENCE
        while not started.exists() or not started.read_text().endswith("\n"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        numbers = [int(word) for word in started.read_text().split()]
        assert all(map(is_alive, numbers))
        match.send_signal(number)
        match.wait(PATIENCE)
        end_of(numbers)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes here")
def test_the_guard_leaves_alone_what_was_released() -> None:
    script = """
import subprocess, sys
from skerry.engine.client import release, watch
for mark in "ab":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20000)"],
                             start_new_session=True, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    watch(child.pid)
    print(child.pid, flush=True)
release(child.pid)
import os; os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    watched, released = map(int, done.stdout.split())
    try:
        end_of([watched])
        assert is_alive(released)
    finally:
        os.kill(released, signal.SIGKILL)


def test_a_guard_is_told_of_nothing_in_vain() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    watch(process.pid)
    process.wait()
    release(process.pid)


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("/no/such/program", "could not be started: No such file or directory"),
        (f"{sys.executable} -c ''", "has ended"),
        (f"{sys.executable} {BROKEN} deaf", "did not answer 'protocol_version' within 1 s"),
        ("level 12", "There is no level '12'; the levels are 1 to 11."),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_program_that_does_not_start_ends_the_match(
    capsys: pytest.CaptureFixture[str], program: str, says: str, place: int
) -> None:
    """It lost all games, and the match was a success."""
    other = f"{sys.executable} {BROKEN} resign"
    programs = [program, other] if place == 0 else [other, program]
    assert main(["match", *programs, "--games", "2", "--start-seconds", "1"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err
    if "level" not in program:
        assert f"The {('first', 'second')[place]} program" in told.err
        assert "for which each has 1 s" in told.err


def test_levels_meet(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "level 2", "level 1", "--game", "byg", "-o", "size=2", "--games", "2"]
    assert main([*command, "--tell-second", "playouts 2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:7] for line in lines] == ["game 1:", "game 2:", "first: "]
    assert "forfeit" not in "".join(lines)


def test_records_are_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game-0001.json").write_text("of another match")
    program = f"{sys.executable} {BROKEN} resign"
    assert main(["match", program, program, "--records", str(tmp_path)]) == 2
    assert "is not empty; name a new or an empty one" in capsys.readouterr().err
    assert (tmp_path / "game-0001.json").read_text() == "of another match"
    assert main(["match", program, program, "--records", str(tmp_path / "game-0001.json")]) == 2
    assert "is no folder" in capsys.readouterr().err


def test_puzzles_are_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spry.json.gz").write_bytes(b"hours of work")
    assert main(["puzzles", "spry", "--count", "1", "--out", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err  # it would go on with a collection
    assert (tmp_path / "spry.json.gz").read_bytes() == b"hours of work"


@pytest.mark.parametrize(("command", "bound"), [("match", "600"), ("bot", "600 s")])
def test_help_says_how_long_a_program_may_take(
    capsys: pytest.CaptureFixture[str], command: str, bound: str
) -> None:
    main([command, "--help"])
    assert bound in " ".join(capsys.readouterr().out.split())
