"""`skerry mcp`: a server by which an assistant plays, analyses and reads."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from skerry.errors import OptionError

assistant_commands = typer.Typer(rich_markup_mode=None)


@assistant_commands.command(
    epilog="\b\nExamples:\n  skerry mcp\n  skerry mcp --studies --write ~/records", name="mcp"
)
def serve_assistant(
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where game records may be saved; without it, nowhere."
        ),
    ] = None,
    studies: Annotated[
        bool,
        typer.Option(
            "--studies", help="Let it read the studies of this machine's site, private ones too."
        ),
    ] = False,
) -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol."""
    if find_spec("mcp") is None:
        raise OptionError(
            "The server for assistants needs the package mcp: pip install 'skerry[mcp]'."
        )
    from skerry.cli.common import say_if_cold
    from skerry.mcp.server import serve
    from skerry.web.site.machine.data import DATABASE_FILE, data_folder
    from skerry.web.study.storing.read_only import ReadOnlyStudies

    if studies and os.environ.get("SKERRY_DATABASE_URL"):
        raise OptionError(
            "An assistant reads the studies of a site that keeps them in a file on this machine; "
            "SKERRY_DATABASE_URL says that this one keeps them in PostgreSQL."
        )
    readable = ReadOnlyStudies(data_folder() / DATABASE_FILE) if studies else None
    say_if_cold()
    serve(write, readable)
