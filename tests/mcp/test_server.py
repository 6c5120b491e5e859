"""`skerry mcp`, driven by the SDK's own client: games, proofs, puzzles, records, refusals."""

import json
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Any

import anyio
import pytest

import skerry
from skerry.cli import main
from skerry.games.catalogue import info
from skerry.puzzles.puzzle import collection
from skerry.record import RecordedTurn
from tests.mcp.conversation import COMMAND, ENVIRONMENT, Conversation, conversation, position_of
from tests.small import NAMES, small

CLIENT = {"name": "a test", "version": "1"}
BOARD = {"size": 3}
HERE = (
    "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | 3/3/3 | "
    "player=0 first=0 turn=0 conversions=0 frozen=-"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Conversation]:
    with conversation() as begun:
        yield begun


def test_the_games_are_listed_with_their_options(server: Conversation) -> None:
    text = server.ask("games")
    for one in skerry.GAMES:
        assert f"## {one.title}" in text
        for option in one.options:
            assert f"`{option.name}`: {option.help}" in text


def test_the_rules_come_with_boards_of_text(server: Conversation) -> None:
    text = server.ask("rules", game="byg")
    assert text.startswith("# Byg")
    assert "```position" not in text
    assert "turn 8: white (person 0) to act" in text


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_to_its_end(server: Conversation, name: str) -> None:
    seed = {"seed": 1} if info(name).has_setup else {}
    begin = position_of(server.ask("start", game=name, options=small(name), **seed))
    random, turns, answer = Random(1), list[str](), ""
    here = begin
    while "The game is over" not in answer:
        count, *listed = server.ask("legal_turns", position=here, limit=5).splitlines()
        assert int(count.split()[0].replace(",", "")) == skerry.position(here).num_turns()
        turns.append(random.choice(listed))
        answer = server.ask("play", position=here, turn=turns[-1])
        here = position_of(answer)
    names = ["Ada", "Bo"]
    headline, text = server.texts("record", position=begin, turns=turns, names=names, **seed)
    assert headline.startswith(f"{skerry.position(begin).game}: Ada against Bo;")
    record = skerry.GameRecord.from_json(text)
    assert record.result is not None
    assert record.position == skerry.position(here)
    assert server.ask("legal_turns", position=here).startswith("No turn is legal.")


def test_all_turns_are_listed_where_they_fit(server: Conversation) -> None:
    here = position_of(server.ask("start", game="kitaran", options=BOARD))
    _, *turns = server.ask("legal_turns", position=here).splitlines()
    assert sorted(turns) == sorted(skerry.position(here).game.board.names)


def test_a_position_is_solved_and_the_turn_keeps_the_win(server: Conversation) -> None:
    here = position_of(server.ask("start", game="kitaran", options=BOARD))
    proof = server.ask("solve", position=here)
    assert proof.startswith("Proven: Black, to act, wins with best play of both.")
    turn = proof.splitlines()[1].removeprefix("A turn that does: ")
    after = position_of(server.ask("play", position=here, turn=turn))
    assert server.ask("solve", position=after).startswith("Proven: White, to act, loses")


def test_what_is_not_proven_is_called_so(server: Conversation) -> None:
    here = position_of(server.ask("start", game="kitaran", options={"size": 5}))
    assert server.ask("solve", position=here, nodes=5).startswith("Not proven: ")


def test_an_analysis_gives_chances_and_legal_turns(server: Conversation) -> None:
    here = position_of(server.ask("start", game="spry", options=BOARD))
    text = server.ask("analyse", position=here, playouts=100, num_turns=2)
    assert "White's chances are " in text
    assert "first impression" in text
    (best,) = (line for line in text.splitlines() if line.startswith("1. "))
    skerry.position(here).play_turn(best.removeprefix("1. ").partition(":")[0])


def test_a_puzzle_is_put_without_its_solution_and_judged(server: Conversation) -> None:
    puzzles = enumerate(collection("kitaran"), 1)
    number, puzzle = next((number, one) for number, one in puzzles if one.wrong_lines)
    text = server.ask("puzzle", game="kitaran", number=number)
    assert position_of(text) == puzzle.position.text
    assert puzzle.solution not in text.replace(puzzle.position.text, "")
    right = server.ask("check_puzzle", game="kitaran", number=number, turn=puzzle.solution)
    assert right.startswith(f"Right: {puzzle.solution} wins")
    wrong = puzzle.wrong_lines[0][0]
    judged = server.ask("check_puzzle", game="kitaran", number=number, turn=wrong)
    assert judged.startswith(f"Wrong: with best play {wrong} leads to a ")
    assert puzzle.solution not in judged.split()[0:6]


def test_a_puzzle_is_found_by_its_grade(server: Conversation) -> None:
    assert "grade 2 of 5" in server.ask("puzzle", game="spry", grade=2)


def test_a_study_is_a_tree_with_numbers_indents_and_comments(server: Conversation) -> None:
    record = skerry.GameRecord.begin(skerry.game("kitaran", size=3), comment="On openings")
    other = RecordedTurn("c2", variations=((RecordedTurn("b3"),),))
    turns = (
        RecordedTurn("a1", "A corner.\nThe first."),
        RecordedTurn("c3", variations=((other, RecordedTurn("a3", "Quiet.")),)),
        RecordedTurn("b2"),
    )
    record = replace(record, turns=turns).check()
    text = server.ask("study", record=record.to_json())
    _, *lines = text.splitlines()
    assert lines == [
        "Start: [On openings]",
        "1. Black a1 [A corner. The first.]",
        "2. White c3",
        "    2. White c2",
        "    3. Black a3 [Quiet.]",
        "    2. White b3",
        "3. Black b2",
    ]


WRONG_INPUTS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("start", {"game": "chess"}, "There is no game 'chess'; the games are"),
    ("start", {"game": "spry", "options": {"size": 99}}, "size=99 is not possible"),
    ("start", {"game": "spry", "seed": 1}, "it takes no seed"),
    ("start", {}, "start needs the argument game."),
    ("start", {"game": "spry", "colour": 1}, "there is no argument 'colour'"),
    ("play", {"position": HERE, "turn": "a1,a2"}, "goes on after the end of the turn"),
    ("play", {"position": HERE, "turn": "z9"}, "'z9'"),
    ("play", {"position": "x" * 9_999, "turn": "a1"}, "at most"),
    ("legal_turns", {"position": HERE, "limit": 10**6}, "1 to 200 turns"),
    ("analyse", {"position": HERE, "playouts": 10**12}, "a whole number from 1 to 1,000,000"),
    ("analyse", {"position": HERE, "playouts": 10**300}, "playouts must be a whole number"),
    ("analyse", {"position": HERE, "playouts": "many"}, "playouts must be a whole number."),
    ("analyse", {"position": HERE, "seconds": 1e9}, "at most 120"),
    ("solve", {"position": HERE, "nodes": 0}, "nodes must be a whole number from 1"),
    ("puzzle", {"game": "spry", "number": 9_999}, "so there is no puzzle 9999."),
    ("check_puzzle", {"game": "spry", "number": 1, "turn": "z"}, "'z'"),
    ("record", {"position": HERE, "turns": ["a1", "a1"]}, "Turn 2, 'a1': "),
    ("record", {"position": HERE, "turns": ["a1"] * 2_001}, "at most 2,000 turns"),
    ("record", {"position": HERE, "turns": [], "format": "pdf"}, "There is no format 'pdf'"),
    ("record", {"position": HERE, "turns": [], "names": ["one"]}, "two persons"),
    ("open_record", {"path": "/etc/passwd"}, "must end with .json or .sgf"),
    ("open_record", {"path": "/nowhere/game.json"}, "There is no file"),
    ("open_record", {"path": "~nobody-here/game.json"}, "cannot be read"),
    ("open_record", {"path": "\0.json"}, ""),
    ("open_record", {"path": "a" * 5_000 + ".json"}, ""),
    ("open_record", {"path": "."}, "must end with .json or .sgf"),
    ("study", {}, "give one"),
    ("study", {"record": "(;GM[1])"}, ""),
    ("save_record", {"path": "game.json", "record": ""}, "There is no tool 'save_record'"),
)


@pytest.mark.parametrize(("tool", "arguments", "words"), WRONG_INPUTS)
def test_what_is_wrong_is_said_in_a_sentence(
    server: Conversation, tool: str, arguments: dict[str, Any], words: str
) -> None:
    sentence = server.refusal(tool, **arguments)
    assert words in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 500


def test_the_server_answers_while_it_thinks_and_stops_when_it_is_told(server: Conversation) -> None:
    hard = position_of(server.ask("start", game="byg", options={"size": 6}))

    async def think_a_moment() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(2):  # as many as are worked on at once
                group.start_soon(solve)
            await anyio.sleep(1)
            await server.client.call_tool("games", {})
            answered.append("games")
            group.cancel_scope.cancel()

    async def solve() -> None:
        await server.client.call_tool("solve", {"position": hard, "seconds": 120})
        answered.append("solve")

    answered: list[str] = []
    server.portal.call(think_a_moment)
    assert answered == ["games"]
    began = time.monotonic()
    easy = position_of(server.ask("start", game="kitaran", options=BOARD))
    assert server.ask("solve", position=easy).startswith("Proven")
    assert time.monotonic() - began < 110  # not the 120 s of those that were called off


def test_tools_only_read_when_no_folder_is_named(server: Conversation) -> None:
    tools = server.tools()
    assert "save_record" not in tools
    assert all(tool.annotations.read_only_hint for tool in tools.values())
    for tool in tools.values():
        assert "cancel" not in str(tool.input_schema)
        assert "Raises" not in tool.description
        assert "cancel" not in tool.description


def test_records_are_saved_in_the_folder_alone(tmp_path: Path) -> None:
    folder, outside = tmp_path / "records", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (folder / "there").symlink_to(outside)
    (folder / "link.json").symlink_to(outside / "new.json")
    (folder / "old.json").write_text("kept")
    with conversation("--write", str(folder)) as server:
        begin = skerry.game("kitaran", size=3).start().text
        _, text = server.texts("record", position=begin, turns=["a1", "c3"])
        assert server.ask("save_record", path="a game.sgf", record=text).startswith("The record is")
        summary, again = server.texts("open_record", path=str(folder / "a game.sgf"), turn=1)
        assert skerry.GameRecord.from_json(again).turn_texts == ("a1", "c3")
        assert "After 1 turn:" in summary
        for path in (
            *(
                "../evil.json",
                "/tmp/evil.json",
                "there/evil.json",
                "..",
                ".evil.json",
                "a/../b.json",
            ),
            *(
                "..\\evil.json",
                "evil.txt",
                "evil.json\n",
                "e\0vil.json",
                "",
                "link.json",
                "old.json",
            ),
        ):
            sentence = server.refusal("save_record", path=path, record=text)
            assert "cannot be the name of a file here" in sentence or "already" in sentence, path
        assert "begins no game record" in server.refusal("save_record", path="x.json", record="x")
        assert not server.tools()["save_record"].annotations.read_only_hint
    assert not list(outside.iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["outside", "records"]
    assert (folder / "old.json").read_text() == "kept"
    assert len(list(folder.iterdir())) == 4


@pytest.mark.usefixtures("signals_count")
@pytest.mark.parametrize("how", ["end of input", "Ctrl-C", "SIGTERM", "SIGHUP", "closed output"])
def test_the_process_ends_at_once_also_while_it_thinks(how: str) -> None:
    hard = HERE.replace("size=3", "size=4").replace("3/3/3", "4/4/4/4")
    solve = {"name": "solve", "arguments": {"position": hard, "seconds": 120}}
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}
    with Popen(COMMAND, stdin=PIPE, stdout=PIPE, env=ENVIRONMENT, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for message in (
            {"id": 1, "method": "initialize", "params": client},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": solve},
            {"id": 3, "method": "tools/call", "params": {"name": "games", "arguments": {}}},
        ):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            process.stdin.flush()
        assert [json.loads(process.stdout.readline())["id"] for _ in range(2)] == [1, 3]
        if how == "Ctrl-C":
            process.send_signal(signal.SIGINT)
        elif how.startswith("SIG"):
            process.send_signal(signal.Signals[how])
        elif how == "closed output":
            process.stdout.close()
        else:
            process.stdin.close()
        try:
            process.wait(60)
        finally:
            process.kill()


def test_the_command_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert main(["mcp", "--write", str(tmp_path / "nowhere")]) == 2
    assert "There is no folder" in capsys.readouterr().err
    monkeypatch.delitem(sys.modules, "skerry.mcp.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert main(["mcp"]) == 1
    assert "pip install 'skerry[mcp]'" in capsys.readouterr().err
