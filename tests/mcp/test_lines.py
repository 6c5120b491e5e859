"""Whatever a client of `skerry mcp` sends is answered, and nothing of it ends the server."""

import io
import json
import threading
from collections.abc import Iterator
from subprocess import PIPE, Popen
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import JSONRPCError

from skerry.mcp import lines
from tests.mcp.conversation import COMMAND, ENVIRONMENT
from tests.strategies import few

PATIENCE = 300  # seconds: a machine may be busy
PING = '{"jsonrpc": "2.0", "id": "last", "method": "ping"}'
CLIENT = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "a test", "version": "1"},
}
BEGIN = (
    {"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": CLIENT},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)


def read(content: bytes) -> tuple[list[str], list[JSONRPCError]]:
    """The lines that are messages, and the answers to the others."""
    good: list[str] = []
    errors: list[JSONRPCError] = []

    async def answer(error: JSONRPCError) -> None:
        errors.append(error)

    async def go_through() -> None:
        good.extend([line async for line in lines.readable_lines(io.BytesIO(content), answer)])

    anyio.run(go_through)
    return good, errors


@pytest.mark.parametrize(
    ("line", "identity"),
    [
        (b"rubbish", None),
        (b"\xff\xfe", None),
        (b"[]", None),
        (b"1", None),
        (b"[" * 100_000, None),
        (b'{"id": 1}', 1),
        (b'{"jsonrpc": "2.0", "id": "a", "method": 5}', "a"),
        (b'{"jsonrpc": "1.0", "id": 3, "method": "ping"}', 3),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": []}', 7),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', None),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}', None),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', None),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None),
        (b'{"jsonrpc": "2.0", "id": %s, "method": "ping"}' % (b"9" * 5_000), None),
        (b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}', None),
        (b'{"jsonrpc": "2.0", "id": 8, "method": "x", "params": {"a": "\\ud800"}}', 8),
        (b'{"jsonrpc": "2.0", "id": 9, "method": "x", "params": {"a": %s}}' % (b"9" * 5_000), 9),
    ],
)
def test_a_line_that_is_no_message_is_answered(line: bytes, identity: Any) -> None:
    """The SDK passed over it, and the client waited for ever."""
    good, (error,) = read(line + b"\n\n" + PING.encode())
    assert good == [PING]
    assert error.id == identity
    assert error.error.message.endswith(".")
    json.loads(error.model_dump_json())


def test_a_very_long_line_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 100)
    good, errors = read(b"x" * 1_000 + b"\n" + PING.encode() + b"\n" + b"y" * 101)
    assert good == [PING]
    assert ["at most 100 bytes" in one.error.message for one in errors] == [True, True]


@few
@given(st.lists(st.binary(max_size=60) | st.text(max_size=40).map(str.encode), max_size=8))
def test_no_bytes_end_the_reader(junk: list[bytes]) -> None:
    sent = [one for line in junk for one in line.split(b"\n")]
    good, errors = read(b"\n".join([*sent, PING.encode()]))
    assert good == [PING]
    blank = [one for one in sent if not one.decode(errors="replace").strip()]
    assert len(errors) == len(sent) - len(blank)


# --- every type in every argument of every tool, in a real process --------------------------------

HERE = (
    "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place | 3/3/3 | "
    "player=0 first=0 turn=0 conversions=0 frozen=-"
)
GOOD: dict[str, dict[str, Any]] = {
    "start": {"game": "spry", "options": {"size": 3}, "seed": None},
    "legal_turns": {"position": HERE, "limit": 5},
    "play": {"position": HERE, "turn": "a1"},
    "analyse": {"position": HERE, "playouts": 5, "seconds": 1, "num_turns": 1},
    "solve": {"position": HERE, "seconds": 1, "nodes": 5},
    "check_puzzle": {"game": "spry", "number": 1, "turn": "a1"},
    "record": {"position": HERE, "turns": ["a1"], "names": ["a", "b"], "format": "json"},
    "open_record": {"path": "/nowhere", "turn": 1},
    "study": {"record": "{}", "path": "x"},
}
TYPES = (
    *("null", "true", "0", "1.0", "2.5", "-1", "1e300", "1e400", "NaN", "9" * 5_000),
    *('""', '"\\ud800"', '"\\u0000"', '"' + "x" * 5_000 + '"', "[]", "[0.0]", "[[0]]", "{}"),
    *('{"size": NaN}', "[" * 900 + "]" * 900),
)


def calls() -> Iterator[str]:
    number = 0
    for tool, good in GOOD.items():
        for argument in (*good, "unknown"):
            for text in TYPES:
                rest = {key: value for key, value in good.items() if key != argument}
                arguments = f'{{"{argument}": {text}, {json.dumps(rest)[1:]}'.replace(", }", "}")
                yield (
                    f'{{"jsonrpc": "2.0", "id": {number}, "method": "tools/call", '
                    f'"params": {{"name": "{tool}", "arguments": {arguments}}}}}'
                )
                number += 1


def test_every_type_in_every_argument_is_answered() -> None:
    with Popen(COMMAND, stdin=PIPE, stdout=PIPE, env=ENVIRONMENT) as process:
        giving_up = threading.Timer(PATIENCE, process.kill)  # where nothing is answered
        giving_up.start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            for message in BEGIN:
                process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == "first"
            for number, line in enumerate(calls()):
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
                answer = json.loads(process.stdout.readline())
                assert answer["id"] == number, (line, answer)
                if "error" not in answer:
                    (part,) = answer["result"]["content"][:1]
                    assert "Error executing" not in part["text"], (line, part)
        finally:
            giving_up.cancel()
            process.kill()
