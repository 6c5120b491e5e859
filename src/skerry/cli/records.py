"""`skerry convert`, `skerry review`: what is done with records of games.

Each command imports what it needs when it runs.
"""

from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.epilogs import examples
from skerry.cli.writing import Force
from skerry.core.jit import interpret_if_undecided

record_commands = typer.Typer(rich_markup_mode=None)


@record_commands.command(
    epilog=examples(
        "skerry convert game.json --to sgf > game.sgf",
        "skerry convert game.sgf other.sgf --out records",
    )
)
def convert(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Records: JSON, SGF or Abstract Play's."),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="json|sgf|abstract-play",
            help="The format; without it, the file's ending decides, else json.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE|FOLDER",
            help="A file, or a folder for several; without it, standard output.",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Convert game records to another format; what is lost is said on standard error."""
    interpret_if_undecided()
    from skerry.cli.convert import convert_files

    raise typer.Exit(convert_files(files, to, out, force=force))


@record_commands.command(
    epilog=examples(
        "skerry review game.json", "skerry review game.json --playouts 10000 --out reviewed.json"
    )
)
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")],
    playouts: Annotated[
        int, typer.Option(metavar="N", help="Playouts of a first look; close looks take more.")
    ] = 2_000,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same review.")] = None,
    threads: Annotated[int, typer.Option(metavar="N", help="How many searches run at once.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record with an evaluation of each position."),
    ] = None,
    force: Force = False,
) -> None:
    """Review a game: what each turn cost, and what would have been better. Ctrl-C stops it."""
    from skerry.cli.review import review_file

    review_file(
        file,
        playouts=playouts,
        seed=seed,
        threads=threads,
        as_json=json,
        out=out,
        force=force,
    )
