"""`make wheel`: what is in the wheel, and games played through it where nothing else is."""

import os
import random
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import skerry
from tests.web.conftest import Player, Server
from tools import set_up

PACKAGE = set_up.ROOT / "src" / "skerry"
# A page of each kind: what it needs beside code must have come along.
PAGES = (
    *("/", "/new/spry", "/rules/syrtis", "/learn/byg", "/puzzles", "/puzzles/kitaran"),
    *("/lab", "/lab/sytran", "/lab/claims", "/manifest.webmanifest", "/service-worker.js"),
)
ASSET = re.compile(rb"""["'](/static/[\w-]+/[^"'?#]+)["']""")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the sources as they are."""
    folder = tmp_path_factory.mktemp("dist")
    run("make", "wheel", f"PYTHON={sys.executable}", f"DIST={folder}", cwd=set_up.ROOT)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `skerry` command in an environment with the wheel and what it asks for, no more."""
    folder = tmp_path_factory.mktemp("installed")
    run(set_up.find_uv(), "venv", "--quiet", "--python", sys.executable, folder / "env")
    install(folder / "env", wheel)
    return folder / "env" / "bin" / "skerry"


def install(environment: Path, what: str | Path) -> None:
    """Add a wheel, perhaps with extras, and what it asks for."""
    uv = set_up.find_uv()
    pins = ("--constraint", set_up.REQUIREMENTS / "skerry.txt")
    command = (uv, "pip", "install", "--quiet", "--python", environment, "--no-build", *pins)
    try:  # with what the set-up has left in uv's cache, no network is needed
        run(*command, "--offline", what)
    except subprocess.CalledProcessError:
        run(*command, what)


def surroundings(folder: Path) -> Mapping[str, str]:
    """Those of somebody who has no checkout: nothing leads to its sources."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"SKERRY_DATA_DIR": str(folder)}


def run(
    *command: str | Path, cwd: Path | None = None, typed: str = "", compiled: bool = True
) -> str:
    """What a program prints, somewhere outside of the repository unless told otherwise."""
    folder = cwd or Path(command[0]).parent
    words = [str(word) for word in command]
    around = {**surroundings(folder), "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    ended = subprocess.run(
        words, cwd=folder, env=around, input=typed, text=True, capture_output=True
    )
    if ended.returncode:
        raise subprocess.CalledProcessError(ended.returncode, words, ended.stdout, ended.stderr)
    return ended.stdout


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    own = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in names if ".dist-info/" not in name} == own
    assert {name.split("/", 1)[1] for name in names - own} == {
        *("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    }


def test_rules_search_and_text_need_no_extra(installed: Path, tmp_path: Path) -> None:
    start = skerry.game("sytran", size=2).start()
    record = skerry.GameRecord.begin(start.game)
    while not record.replay()[-1].is_over:
        turn = record.replay()[-1].sample_turn(random.Random(3))
        record = record.add_turn(start.game.format_turn(turn))
    file, board = tmp_path / "game.json", tmp_path / "board.svg"
    file.write_text(record.to_json(), encoding="utf-8")
    for command in (
        ("rules", "byg"),
        ("show", file),
        ("replay", file),
        ("perft", "kitaran", "-o", "size=3", "--depth", "1"),
        ("solve", "spry", "-o", "size=2"),
        ("draw", file, "--out", board),
        ("convert", file, "--to", "sgf"),
        ("review", file, "--playouts", "100"),
        ("match", "level 1", "level 1", "--game", "spry", "-o", "size=2", "--games", "2"),
        ("engine",),
    ):
        # To compile what each of them needs would take a minute.
        run(installed, *command, typed="quit\n", compiled=command[0] == "perft")
    assert board.read_text(encoding="utf-8").startswith("<svg")


def test_a_command_names_the_extra_that_it_lacks(installed: Path, tmp_path: Path) -> None:
    position = skerry.game("spry", size=3).start().text
    for extra, command in (
        ("play", ("play", "--no-browser")),
        ("play", ("serve",)),
        ("print", ("draw", position, "--out", tmp_path / "board.png")),
        ("print", ("print", "spry", "--out", tmp_path / "board.pdf")),
        ("lab", ("lab", "status", tmp_path)),
        ("mcp", ("mcp",)),
    ):
        with pytest.raises(subprocess.CalledProcessError) as refused:
            run(installed, *command)
        assert refused.value.returncode == 1, command
        assert f"pip install 'skerry[{extra}]'" in refused.value.stderr
        assert refused.value.stderr.count("\n") == 1


def test_a_game_is_played_in_the_terminal(installed: Path) -> None:
    assert run(installed, "version") == f"skerry {skerry.__version__}\n"
    where = run(installed.with_name("python"), "-c", "import skerry; print(skerry.__file__)")
    assert Path(where).is_relative_to(installed.parent.parent)
    game = skerry.game("byg", size=2)
    position, turns = game.start(), []
    rng = random.Random(3)
    while not position.is_over:
        turns.append(game.format_turn(position.sample_turn(rng)))
        position = position.play_turn(turns[-1])
    options = ("-o", "size=2", "--against", "friend")
    printed = run(installed, "play", "-t", "byg", *options, typed="\n".join([*turns, ""]))
    assert printed.splitlines()[-1].startswith("The game is over: ")


@pytest.fixture
def served(installed: Path, wheel: Path, tmp_path: Path) -> Iterator[Server]:
    """The installed site."""
    install(installed.parent.parent, f"skerry[play] @ {wheel.as_uri()}")
    log = tmp_path / "log"
    with log.open("wb") as printed:
        process = subprocess.Popen(
            [installed, "play", "--no-browser", "--port", "0"],
            cwd=tmp_path,
            env=surroundings(tmp_path),
            stderr=printed,
        )
    server = Server(tmp_path, process, log)
    yield server
    process.terminate()
    process.wait(120)


def test_a_game_is_played_on_the_page(served: Server) -> None:
    served.wait_until_up()
    player = Player(served)
    game_id = player.begin("kitaran", size="3", opponent="1", side="first")
    state = player.wait(game_id)
    for _ in range(200):
        if state["over"]:
            break
        action = state["legal"][0]["text"]
        player.send(game_id, "play", {"version": state["version"], "actions": [action]})
        state = player.wait(game_id)
    assert state["over"]
    assert state["turn"] > 8
    files: set[str] = set()
    for path in (*PAGES, f"/game/{game_id}"):
        status, body = served.get(path)
        assert status == 200, path
        files |= {address.decode() for address in ASSET.findall(body)}
    assert len(files) > 30
    assert {address for address in files if served.get(address)[0] != 200} == set()
