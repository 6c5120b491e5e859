"""What definitions of commands share: examples in help, `--force`, files that are written."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from skerry.errors import OptionError

Force = Annotated[bool, typer.Option("--force", help="Write over files that are there already.")]


def check_free(paths: Iterable[Path | None], *, force: bool) -> None:
    """Refuse files that are there already, before any work is done. Raises OptionError.

    Devices and pipes may be named: nothing in them is lost.
    """
    there = [path for path in paths if path is not None and path.is_file()]
    if there and not force:
        more = f" (and {len(there) - 1:,} more)" if len(there) > 1 else ""
        raise OptionError(
            f"{there[0]}{more} is there already; give another name, or --force to write over it. "
            "Nothing was written."
        )


def check_place(path: Path | None) -> None:
    """Refuse a file that cannot be written, before hours of work are done. Raises OptionError."""
    if path is None:
        return
    if path.is_dir():
        raise OptionError(f"{path} is a folder; name a file in it.")
    if not path.parent.is_dir():
        raise OptionError(f"There is no folder {path.parent}; make it first.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OptionError(f"{path} may not be written here; name another place.")


def write_file(path: Path, content: str | bytes, *, force: bool) -> None:
    """Write a file, text in UTF-8 with its line breaks as they are.

    Raises:
        OptionError: it is there already, and is not to be written over.
        OSError: it cannot be written.
    """
    check_free([path], force=force)
    data = content.encode() if isinstance(content, str) else content
    try:
        with path.open("wb" if force else "xb") as file:
            file.write(data)
    except FileExistsError:
        check_free([path], force=force)  # somebody else made it meanwhile
        path.write_bytes(data)  # a device, a pipe, or a link to a file that is not there


def examples(*lines: str) -> str:
    """Examples of a command, one a line, as Typer leaves them."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))
