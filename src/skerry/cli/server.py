"""`skerry serve`, `backup`, `restore`, `manage`: a site for many, and who looks after it."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.epilogs import examples
from skerry.core.jit import interpret_if_undecided

server_commands = typer.Typer(rich_markup_mode=None)


@server_commands.command(
    epilog=examples(
        "SKERRY_PUBLIC_NAME=games.example.org SKERRY_TRUSTED_PROXIES=127.0.0.1 skerry serve",
        "skerry serve --port 8001",
    )
)
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Its port.")] = 8000,
    share_port: Annotated[
        bool, typer.Option("--share-port", help="Let other such processes listen on it, too.")
    ] = False,
) -> None:
    """Serve the site to everybody, behind a proxy; docs/deploy.md says how."""
    from skerry.web.site.run import serve_public

    serve_public(host, port, share_port)


@server_commands.command(
    name="serve-engine",
    epilog=examples(
        "SKERRY_ENGINE_URL=unix:///run/skerry/engine.sock skerry serve-engine",
        "SKERRY_RAY_ADDRESS=auto skerry serve-engine",
    ),
)
def serve_engine() -> None:
    """Think for all processes of a site; docs/scaling.md says when that is better."""
    from skerry.web.site.engines import serve_engine

    serve_engine()


@server_commands.command(
    epilog=examples("skerry backup /var/backups/skerry", "skerry backup today.tar.gz")
)
def backup(
    target: Annotated[
        Path, typer.Argument(metavar="FILE|FOLDER", help="Where to; a folder gets a new file.")
    ],
) -> None:
    """Back up all games, studies and the key, while the site runs or not."""
    from skerry.web.site.copies.backup import back_up

    print(back_up(target))


@server_commands.command(epilog=examples("skerry restore skerry-2030-01-31-020000.tar.gz"))
def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]) -> None:
    """Put a backup in the place of what is there, which is backed up first."""
    from skerry.web.site.copies.backup import put_back

    before, is_other_key = put_back(file)
    if before is not None:
        print(f"What was there before is in {before}", file=sys.stderr)
    if is_other_key:
        print("The key has changed: start the site again.", file=sys.stderr)


@server_commands.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    add_help_option=False,
    epilog=examples("skerry manage check --deploy", "skerry manage migrate web 0003"),
)
def manage(context: typer.Context) -> None:
    """Run one of Django's commands on the site's settings."""
    from skerry.web.site.environment import public, variables
    from skerry.web.site.machine import data

    interpret_if_undecided()  # they play few turns, if any
    if variables.text(public.PUBLIC_NAME):  # a site with a name is for everybody
        os.environ.setdefault(public.PUBLIC, "1")
    data.prepare()
    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    from django.core.management import execute_from_command_line

    execute_from_command_line(["skerry manage", *context.args])
