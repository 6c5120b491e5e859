"""What is done with records of games: `convert`, `review`, `animate`, `booklet`, `print`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.shared import Force, check_free, examples, write_file
from skerry.core.jit import interpret_if_undecided
from skerry.errors import OptionError

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
    from skerry.cli.converting import convert_files

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
        typer.Option(
            metavar="FILE",
            help="Write the record with comments and better turns; .sgf for SGF, else JSON.",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Review a game: what each turn cost, and what would have been better. Ctrl-C stops it."""
    from skerry.cli.converting import review_file

    review_file(
        file,
        playouts=playouts,
        seed=seed,
        threads=threads,
        as_json=json,
        out=out,
        force=force,
    )


paper_commands = typer.Typer(rich_markup_mode=None)

Record = Annotated[Path, typer.Argument(metavar="RECORD", help="A file with a game record.")]
Paper = Annotated[str, typer.Option(metavar="a4|letter", help="What it is printed on.")]


@paper_commands.command(
    epilog=examples(
        "skerry animate game.json -o game.gif",
        "skerry animate game.json -o game.webp --width 640 --seconds 0.6 --theme dark",
    )
)
def animate(
    record: Record,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FILE", help="FILE.gif or FILE.webp.")
    ],
    width: Annotated[int | None, typer.Option(metavar="PIXELS", help="16 to 1024.")] = None,
    seconds: Annotated[float, typer.Option(help="How long a turn is shown.")] = 1.0,
    theme: Annotated[str, typer.Option(metavar="light|dark", help="Its colours.")] = "light",
    force: Force = False,
) -> None:
    """Make a moving picture of a game record, a frame a turn."""
    interpret_if_undecided()
    from skerry.cli.running import shown_on_terminal
    from skerry.cli.showing import checked_theme, read_record
    from skerry.printing.animation import animate as animated

    kind = out.suffix.removeprefix(".").lower()
    is_dark = checked_theme(theme) == "dark"
    check_free([out], force=force)
    game = read_record(record)
    with shown_on_terminal() as progress:
        made = animated(game, kind, width=width, seconds=seconds, dark=is_dark, progress=progress)
    write_file(out, made, force=force)


@paper_commands.command(
    epilog=examples(
        "skerry booklet game.json -o game.pdf",
        "skerry booklet game.json -o game.pdf --paper letter --every 5",
    )
)
def booklet(
    record: Record,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FILE.pdf", help="The file to write.")
    ],
    paper: Paper = "a4",
    every: Annotated[int, typer.Option(metavar="N", help="The most turns of a diagram.")] = 10,
    force: Force = False,
) -> None:
    """Make a PDF of a game record: diagrams with numbered stones, comments, variations."""
    interpret_if_undecided()
    from skerry.cli.running import shown_on_terminal
    from skerry.cli.showing import read_record
    from skerry.printing.booklet import booklet as bound

    def make() -> bytes:
        game = read_record(record)
        with shown_on_terminal() as progress:
            return bound(game, paper=paper, every=every, progress=progress)

    _write_pdf(out, make, force=force)


@paper_commands.command(
    name="print",
    epilog=examples(
        "skerry print GAME --out board.pdf",
        "skerry print GAME -o size=4 --out board.pdf --paper letter --cell 18",
    ),
)
def print_board(
    game: Annotated[str, typer.Argument(metavar="GAME", help="As in `skerry rules`.")],
    out: Annotated[Path, typer.Option(metavar="FILE.pdf", help="The file to write.")],
    paper: Paper = "a4",
    cell: Annotated[
        float | None,
        typer.Option(metavar="MM", help="Width of a cell; without it, as much as a sheet holds."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", "--option", metavar="NAME=VALUE", help="A game option; repeatable."),
    ] = None,
    force: Force = False,
) -> None:
    """Make a PDF of a game's board at true scale, with its pieces and its short rules."""
    interpret_if_undecided()
    from skerry.cli.running import chosen_game
    from skerry.printing.board import printed_board

    chosen = chosen_game(game, option or [])
    _write_pdf(out, lambda: printed_board(chosen, paper=paper, cell=cell), force=force)


@paper_commands.command(
    epilog=examples("skerry guide GAME", "skerry guide GAME --out guide.pdf --paper letter")
)
def guide(
    game: Annotated[str, typer.Argument(metavar="GAME", help="As in `skerry rules`.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE.pdf", help="The file to write; without it, here."),
    ] = None,
    paper: Paper = "a4",
    force: Force = False,
) -> None:
    """Say how to play a game well, with diagrams; or make a PDF of it."""
    interpret_if_undecided()
    from skerry import rulebook

    if out is None:
        from skerry.cli.showing import print_page

        print_page(rulebook.guide(game))
        return
    from skerry.printing.pages import printed_guide

    _write_pdf(out, lambda: printed_guide(game, paper=paper), force=force)


def _write_pdf(out: Path, make: Callable[[], bytes], *, force: bool) -> None:
    """Write what is made. Raises OptionError: the name is another kind's, or the file is there."""
    if out.suffix.lower() != ".pdf":
        raise OptionError(f"{out} would hold a PDF, so its name must end with .pdf.")
    check_free([out], force=force)
    write_file(out, make(), force=force)
