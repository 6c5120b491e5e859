"""What a client sends, line by line: the SDK passes over a line it cannot read, we answer it."""

import json
import os
import select
import stat
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import IO

import anyio.to_thread
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    jsonrpc_message_adapter,
)

LONGEST_LINE = 32_000_000  # bytes: a record may have five million, each escaped by six
MOST_DIGITS = 400  # of an id
CLOSED_PIPE = 141  # exit code of who writes where nobody reads

Answer = Callable[[JSONRPCError], Awaitable[None]]


async def readable_lines(stream: IO[bytes], answer: Answer) -> AsyncIterator[str]:
    """The lines of a stream that are messages; the others are answered by an error.

    Args:
        stream: of bytes; memory stays bounded whatever comes.
        answer: sends an error to the client.
    """
    while line := await _read(stream.readline, LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = await _read(stream.readline, LONGEST_LINE)
            await answer(_error(None, PARSE_ERROR, f"A line holds at most {LONGEST_LINE:,} bytes."))
            continue
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        if not text.strip():
            continue
        if _is_message(text):
            yield text
        else:
            await answer(fault_of(text))


def _is_message(text: str) -> bool:
    """Whether the SDK reads a line, and as what it is meant to be."""
    try:
        message = jsonrpc_message_adapter.validate_json(text, by_name=False)
    except Exception:  # whatever it is: the client waits for an answer
        return False
    # A request whose id is none, such as 1.5, is read as a notification, which nobody answers.
    return not (isinstance(message, JSONRPCNotification) and "id" in json.loads(text))


async def _read(readline: Callable[[int], bytes], limit: int) -> bytes:
    return await anyio.to_thread.run_sync(readline, limit, abandon_on_cancel=True)


def fault_of(text: str) -> JSONRPCError:
    """The answer to a line that is no message, with its id where that can be read."""
    try:
        message = json.loads(text, parse_int=_short)
    except (ValueError, RecursionError):
        return _error(None, PARSE_ERROR, "The line is not JSON that can be read.")
    if not isinstance(message, dict):
        return _error(None, INVALID_REQUEST, "A message is a JSON object, and this is none.")
    return _error(
        _id_of(message),
        INVALID_REQUEST,
        'A request has "jsonrpc": "2.0", an id that is a text or a whole number, a method and, '
        "where it takes any, an object of params; nothing in it may be nested very deeply, be a "
        "number of thousands of digits, or hold half a character.",
    )


def _short(digits: str) -> int | None:
    return int(digits) if len(digits) <= MOST_DIGITS else None


def _id_of(message: dict[str, object]) -> str | int | None:
    found = message.get("id")
    if isinstance(found, bool) or not isinstance(found, str | int):
        return None
    try:
        str(found).encode()
    except UnicodeEncodeError:  # half a character
        return None
    return found


def _error(identity: str | int | None, code: int, sentence: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=identity, error=ErrorData(code=code, message=sentence))


def end_with_output() -> None:
    """End the process as soon as nobody reads standard output any more, if that is a pipe."""
    number = os.dup(sys.stdout.fileno())  # the SDK puts another file in its place
    kind = os.fstat(number).st_mode
    if sys.platform == "win32" or not (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)):
        return

    def watch() -> None:
        poll = select.poll()
        poll.register(number, 0)  # tells that the other end is closed, and nothing else
        poll.poll()
        os._exit(CLOSED_PIPE)  # without waiting for a search, or for a compiler

    threading.Thread(target=watch, daemon=True).start()
