"""Private files that are there as a whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(file: Path) -> Iterator[BinaryIO]:
    """Write a file in one step, readable by its owner alone.

    It takes the place of an earlier one when all is written and lies on the disk; whatever stops
    that, a crash of the machine included, leaves the earlier one as it is.

    Raises:
        OSError: it cannot be written.
    """
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    unfinished.unlink(missing_ok=True)  # left by a process of the same number
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
