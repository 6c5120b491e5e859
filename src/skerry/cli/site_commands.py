"""`skerry serve`, `backup`, `restore`, `manage`, and work on accounts and stored games."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.shared import examples
from skerry.core.jit import interpret_if_undecided
from skerry.core.numbers import counted, format_count
from skerry.errors import OptionError, quoted

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
    from skerry.web.site.copies import back_up

    print(back_up(target))


@server_commands.command(epilog=examples("skerry restore skerry-2030-01-31-020000.tar.gz"))
def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]) -> None:
    """Put a backup in the place of what is there, which is backed up first."""
    from skerry.web.site.copies import put_back

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
    from skerry.web.site import data, environment

    interpret_if_undecided()  # they play few turns, if any
    if environment.text(environment.PUBLIC_NAME):  # a site with a name is for everybody
        os.environ.setdefault(environment.PUBLIC, "1")
    data.prepare()
    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    from django.core.management import execute_from_command_line

    execute_from_command_line(["skerry manage", *context.args])


account_commands = typer.Typer(rich_markup_mode=None)


@account_commands.command(
    epilog=examples("skerry create-admin Anneliese", "skerry create-admin Anneliese < password.txt")
)
def create_admin(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of a new or an existing account.")
    ],
) -> None:
    """Make an account that may open the site's admin pages; one that is there keeps its password.

    The password of a new one is asked for, or read from the first line of the input.
    """
    _open_site()
    from skerry.web.accounts import people

    player = people.find_by_name(name)
    is_there = player is not None and player.user is not None
    user = people.make_admin(name, None if is_there else _new_password(name))
    typer.echo(f"{user.name} may open the admin pages, at /admin/.")


@account_commands.command(epilog=examples("skerry reset-two-step Anneliese"))
def reset_two_step(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the account.")],
) -> None:
    """Turn two-step sign-in off for somebody who has lost the phone and the backup codes.

    The account is signed out everywhere; its password alone signs in again.
    """
    _open_site()
    from skerry.web.accounts import people, signing

    player = people.find_by_name(name)
    user = None if player is None else player.user
    if user is None:
        raise OptionError(f"There is no account of the name {name}.")
    if not signing.remove(user):
        raise OptionError(f"{user.name} has no two-step sign-in, so there is nothing to turn off.")
    people.sign_out_everywhere(user.pk)
    typer.echo(f"{user.name} signs in by the password alone, and is signed out everywhere.")


def _open_site() -> None:
    """Set Django up, and bring the database to this version."""
    interpret_if_undecided()
    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    from skerry.web.site import data, database

    data.prepare()
    database.check()
    import django

    django.setup()
    database.migrate()


def _new_password(name: str) -> str:
    """A password that is hard enough to guess. Raises OptionError: it is not."""
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    from skerry.web.accounts.models import User

    if sys.stdin.isatty():
        password = str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    try:
        validate_password(password, User(name=name))
    except ValidationError as error:
        raise OptionError(" ".join(error.messages)) from None
    return password


stored_commands = typer.Typer(rich_markup_mode=None)


@stored_commands.command(
    name="check-games", epilog=examples("skerry check-games", "skerry check-games --repair")
)
def check_games(
    repair: Annotated[
        bool, typer.Option("--repair", help="Write anew what can be derived from the records.")
    ] = False,
) -> None:
    """Replay every game that the site has stored, and compare what the database says of it.

    The ratings of players are computed again from the rated games, and compared as well.
    """
    interpret_if_undecided()
    _open_database()
    from skerry.web.play import sweeps
    from skerry.web.ratings.rating import check_ratings

    num_games = num_left = num_repaired = 0
    for fault in sweeps.check_games(repair=repair):
        num_games += 1
        if fault is None:
            continue
        num_repaired += fault.is_repaired
        num_left += not fault.is_repaired
        ending = " (repaired)" if fault.is_repaired else ""
        typer.echo(f"{fault.game_id}: {fault.sentence}{ending}")
    for one in check_ratings(repair=repair):
        num_repaired += one.is_repaired
        num_left += not one.is_repaired
        typer.echo(f"{one.where}: {one.sentence}{' (repaired)' if one.is_repaired else ''}")
    num_faults = num_left + num_repaired
    typer.echo(
        f"{counted(num_games, 'game')}, {format_count(num_faults)} with a fault, "
        f"{format_count(num_repaired)} repaired."
    )
    raise typer.Exit(1 if num_left else 0)


@stored_commands.command(
    name="close-player",
    epilog=examples("skerry close-player 'Quiet Harbour 27'", "skerry close-player Ada --undo"),
)
def close_player(
    name: Annotated[str, typer.Argument(help="The player's name.")],
    undo: Annotated[
        bool, typer.Option("--undo", help="Let them play again, and their games count.")
    ] = False,
) -> None:
    """Close a player of the site, and rate all games anew as if they had played none.

    Their account is signed out. Games that end meanwhile wait until it is done.
    """
    interpret_if_undecided()
    _open_database()
    from skerry.web.accounts.people import GONE, find_by_name
    from skerry.web.ratings import rating

    player = find_by_name(name)
    if player is None or player.holder.startswith(GONE):
        raise OptionError(f"There is no player called {quoted(name)}.")
    number = rating.count_again(player) if undo else rating.leave_out(player)
    what = "may play again" if undo else "is closed"
    typer.echo(f"{player.name} {what}; {format_count(number)} ratings have changed.")


def _open_database() -> None:
    """Open the site's database. Raises OptionError: it is of another version, or broken."""
    import django

    from skerry.web.site import database

    database.check()
    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    django.setup()
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        is_old = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError as error:
        raise OptionError(f"The database cannot be used: {error}.") from error
    if is_old:
        raise OptionError(
            "There are no games of this version of Skerry yet; start the site once, which brings "
            "the database up to date."
        )
