"""Serving a protocol on the standard streams."""

import sys
import threading
from collections.abc import Callable

from ..players import warm_up
from .json_protocol import JsonEngine
from .lines import read_lines
from .text_protocol import TextEngine


def serve_text(seed: int | None = None) -> None:
    """Answer the commands on standard input until `quit` or its end."""
    for answer in TextEngine(seed, _warm_up_once()).answers(read_lines(sys.stdin.buffer)):
        sys.stdout.write(answer)
        sys.stdout.flush()


def serve_json(at_once: int, memory: int) -> None:
    """Answer the queries on standard input until `quit` or its end.

    Args:
        at_once: queries that are worked on at the same time.
        memory: bytes for each of them.

    Raises:
        OptionError: as JsonEngine.
    """

    def answer(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    JsonEngine(answer, at_once, memory, _warm_up_once()).serve(read_lines(sys.stdin.buffer))


def _warm_up_once() -> Callable[[str], None]:
    """Compiles what a game needs, or loads it, when it is named for the first time."""
    lock, done = threading.Lock(), set[str]()

    def prepare(name: str) -> None:
        with lock:
            if name not in done:
                warm_up(name)
                done.add(name)

    return prepare
