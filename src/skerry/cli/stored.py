"""`skerry check-games`: what is done with the games that the site has stored."""

import os
from typing import Annotated

import typer

from ..core.jit import interpret_if_undecided
from ..errors import OptionError
from .epilogs import examples

stored_commands = typer.Typer(rich_markup_mode=None)


@stored_commands.command(
    name="check-games", epilog=examples("skerry check-games", "skerry check-games --repair")
)
def check_games(
    repair: Annotated[
        bool, typer.Option("--repair", help="Write anew what can be derived from the records.")
    ] = False,
) -> None:
    """Replay every game that the site has stored, and compare what the database says of it."""
    interpret_if_undecided()
    _open_database()
    from ..web.play.games import checking

    num_games = num_left = num_repaired = 0
    for fault in checking.check_games(repair=repair):
        num_games += 1
        if fault is None:
            continue
        num_repaired += fault.is_repaired
        num_left += not fault.is_repaired
        ending = " (repaired)" if fault.is_repaired else ""
        typer.echo(f"{fault.game_id}: {fault.sentence}{ending}")
    num_faults = num_left + num_repaired
    typer.echo(f"{num_games} games, {num_faults} with a fault, {num_repaired} repaired.")
    raise typer.Exit(1 if num_left else 0)


def _open_database() -> None:
    """Open the site's database as it is.

    Raises:
        OptionError: it cannot be used, or the site of this version has never been started on it.
    """
    import django

    from ..web.site.machine import database

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
