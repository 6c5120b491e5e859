"""`skerry mcp` and `skerry bot`: assistants and engines that use Skerry."""

import os
from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.shared import examples
from skerry.errors import OptionError

assistant_commands = typer.Typer(rich_markup_mode=None)


@assistant_commands.command(
    epilog=examples("skerry mcp", "skerry mcp --studies --write ~/records"), name="mcp"
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
    from skerry.cli.running import say_if_cold
    from skerry.mcp.server import serve
    from skerry.web.site.data import DATABASE_FILE, data_folder
    from skerry.web.study.read_only import ReadOnlyStudies

    if studies and os.environ.get("SKERRY_DATABASE_URL"):
        raise OptionError(
            "An assistant reads the studies of a site that keeps them in a file on this machine; "
            "SKERRY_DATABASE_URL says that this one keeps them in PostgreSQL."
        )
    readable = ReadOnlyStudies(data_folder() / DATABASE_FILE) if studies else None
    say_if_cold()
    serve(write, readable)


online_commands = typer.Typer(rich_markup_mode=None)

TOKEN = "SKERRY_TOKEN"


@online_commands.command(
    name="bot",
    epilog=examples(
        "bot https://skerry.example --tell 'level 5'",
        "bot http://localhost:8000 --engine './mine --quick' --ask byg --games 10",
    ),
)
def play_as_bot(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the site.")],
    engine: Annotated[
        str,
        typer.Option(
            metavar="COMMAND",
            help="A program that speaks the text protocol, or a level: 'level 5'. It has 600 s to "
            "be ready for a game.",
        ),
    ] = "skerry engine",
    tell: Annotated[
        list[str] | None,
        typer.Option(metavar="LINE", help="A command it gets before each game; repeatable."),
    ] = None,
    ask: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Ask for a game, and print its link; repeatable."),
    ] = None,
    accept: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Accept a challenge, by the end of its link; repeatable."),
    ] = None,
    time: Annotated[
        str, typer.Option(metavar="CLOCK", help="Of the games it asks for, as the API lists them.")
    ] = "no-clock",
    at_once: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Games in which it thinks at once.")
    ] = 1,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="End after N games; else never.")
    ] = None,
    *,
    accepts: Annotated[
        bool,
        typer.Option(
            "--challenges/--no-challenges",
            help="Whether it plays with who asks it for a game, and offers another one.",
        ),
    ] = True,
) -> None:
    """Let an engine play on a site, by an account of its own.

    The token of the account is read from the variable SKERRY_TOKEN; the site's page /account/tokens
    makes one. The account is marked as a bot for good.
    """
    from skerry.cli.match import contestant
    from skerry.engine.bot import Bot, Site
    from skerry.engine.client import ends_by_signals

    token = os.environ.get(TOKEN, "")
    if not token:
        raise OptionError(
            f"The variable {TOKEN} must hold a token of the account that is to play; the site's "
            "page /account/tokens makes one."
        )
    program = contestant("bot", engine, tell or ())
    site = Site(url, token)
    name = site.post("account", "bot")["name"]
    typer.echo(f"Playing as {name}.")
    for one in ask or ():
        typer.echo(site.post("challenges", game=one, time=time)["url"])
    for one in accept or ():
        site.post("challenges", one.rstrip("/").rsplit("/", 1)[-1], "accept")
    bot = Bot(site, program, most_games=at_once, accepts=accepts, say=typer.echo)
    with ends_by_signals():
        bot.run(games)
