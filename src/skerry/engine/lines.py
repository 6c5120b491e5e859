"""Lines from a stream, however long or broken they are."""

from collections.abc import Iterator
from typing import IO

LONGEST_LINE = 65_536  # bytes; the longest position's text has 5,000 characters


class Overlong(str):
    """In place of a line that was too long: it holds nothing."""


def read_lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream to its end, without their ends; of a longer one only that it was.

    Memory stays bounded whatever comes; bytes that are no UTF-8 become replacement characters.
    """
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line.decode("utf-8", errors="replace").rstrip("\r\n")
            continue
        while line and not line.endswith(b"\n"):  # the rest of it
            line = stream.readline(LONGEST_LINE)
        yield Overlong()
