"""`skerry check-games` and `skerry close-player`: what is done with what the site has stored."""

import os
from typing import Annotated

import typer

from skerry.cli.epilogs import examples
from skerry.core.formatting import counted, format_count
from skerry.core.jit import interpret_if_undecided
from skerry.errors import OptionError, quoted

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
    from skerry.web.play.games import checking
    from skerry.web.ratings.recount import check_ratings

    num_games = num_left = num_repaired = 0
    for fault in checking.check_games(repair=repair):
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
    from skerry.web.ratings import recount

    player = find_by_name(name)
    if player is None or player.holder.startswith(GONE):
        raise OptionError(f"There is no player called {quoted(name)}.")
    number = recount.count_again(player) if undo else recount.leave_out(player)
    what = "may play again" if undo else "is closed"
    typer.echo(f"{player.name} {what}; {format_count(number)} ratings have changed.")


def _open_database() -> None:
    """Open the site's database as it is.

    Raises:
        OptionError: it cannot be used, or the site of this version has never been started on it.
    """
    import django

    from skerry.web.site.machine import database

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
