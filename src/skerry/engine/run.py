"""Serving a protocol on the standard streams."""

import sys

from .lines import read_lines
from .text_protocol import TextEngine


def serve_text(seed: int | None = None) -> None:
    """Answer the commands on standard input until `quit` or its end."""
    for answer in TextEngine(seed).answers(read_lines(sys.stdin.buffer)):
        sys.stdout.write(answer)
        sys.stdout.flush()
