"""`skerry lab`: its commands, each importing what it needs when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.shared import Force
from skerry.core.jit import interpret_if_undecided

lab = typer.Typer(
    name="lab",
    rich_markup_mode=None,
    help="Experiments: many games by a plan, and what they say about a game.",
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="spry, sytran, byg, kitaran or syrtis.")
]
Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="A folder with the results of a plan.")
]
Workers = Annotated[int, typer.Option(min=1, help="How many processes play.")]
Ray = Annotated[
    bool, typer.Option("--ray", help="On the Ray cluster of RAY_ADDRESS, or one started here.")
]

Quick = Annotated[bool, typer.Option("--quick", help="Fewer games: minutes rather than hours.")]
Out = Annotated[Path | None, typer.Option(help="Folder of the results (default: one in results).")]


@lab.command()
def run(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="A TOML file, see docs/lab.md.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder of the results (default: results/NAME).")
    ] = None,
    workers: Workers = 1,
    ray: Ray = False,
) -> None:
    """Play the games of a plan; games already played are kept."""
    from skerry.cli.experiments import run_plan

    run_plan(plan, out, workers=workers, ray=ray)


@lab.command()
def resume(folder: Folder, workers: Workers = 1, ray: Ray = False) -> None:
    """Play the games that are missing in a folder of results."""
    from skerry.cli.experiments import resume_plan

    resume_plan(folder, workers=workers, ray=ray)


@lab.command()
def status(folder: Folder) -> None:
    """Show how many games have been played, and how many are left."""
    from skerry.cli.experiments import show_status

    show_status(folder)


@lab.command()
def report(
    folder: Folder,
    out: Annotated[
        Path | None, typer.Option(help="File of the page (default: FOLDER/report.html).")
    ] = None,
    force: Force = False,
) -> None:
    """Write the results as one self-contained page."""
    from skerry.cli.experiments import write_report

    write_report(folder, out, force=force)


@lab.command()
def compare(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="One or two, with results.")
    ],
    cell: Annotated[
        list[str] | None,
        typer.Option(help="Words of a cell's title: twice, for A and B; or once for two folders."),
    ] = None,
) -> None:
    """Compare two cells, with intervals and verdicts: --cell "cap=1" --cell "cap=3"."""
    from skerry.cli.experiments import show_comparison

    show_comparison(folders, cell or [])


@lab.command()
def fair(
    game: GameName,
    option: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The option to find a value for, such as komi or penalty."
        ),
    ],
    values: Annotated[
        str, typer.Option(help="To try, ascending: 0,0.5,1 or 0..8 or '0..8 step 0.5'.")
    ],
    options: Annotated[
        list[str] | None,
        typer.Option("-o", metavar="NAME=VALUE", help="Another option, as size=4; repeatable."),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(help="A contestant, which plays itself; repeatable (default: playouts 100)."),
    ] = None,
    games: Annotated[int, typer.Option(help="The most games of each value.")] = 1000,
    until: Annotated[
        float | None,
        typer.Option(
            help="Stop a value when half its 95% interval is no wider than this, such as 0.03."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    out: Out = None,
    workers: Workers = 1,
    ray: Ray = False,
) -> None:
    """Find the komi, or penalty, with which equal players win half of the games each."""
    from skerry.cli.exploring import find_fair

    find_fair(
        game,
        options or [],
        option,
        values,
        players=players or ["playouts 100"],
        games=games,
        until=until,
        seed=seed,
        out=out,
        workers=workers,
        ray=ray,
    )


@lab.command()
def claims(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only the claims about this one.")
    ] = None,
    results: Annotated[
        list[Path] | None,
        typer.Option(help="Results of `study`, in place of those that come with Skerry."),
    ] = None,
    page: Annotated[Path | None, typer.Option(help="A file for the page, with plots.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="A file for it as Markdown.")] = None,
    force: Force = False,
) -> None:
    """Say what games tell of the claims of the games' texts."""
    from skerry.cli.exploring import show_claims

    show_claims(game, results or [], page, markdown, force=force)


@lab.command()
def study(
    game: GameName,
    quick: Quick = False,
    out: Out = None,
    keep: Annotated[
        Path | None,
        typer.Option(help="A file for the counts; those that are there are not played again."),
    ] = None,
    most: Annotated[
        int | None, typer.Option(min=0, help="The most playouts a turn of those who play.")
    ] = None,
    games: Annotated[
        Path | None,
        typer.Option(help="A folder for strong players' games; those there are counted anew."),
    ] = None,
    workers: Workers = 1,
    ray: Ray = False,
) -> None:
    """Play what shows how fair a game is, and how deep; writes FOLDER/study.html."""
    from skerry.cli.experiments import make_study

    make_study(game, out, keep, quick=quick, most=most, games=games, workers=workers, ray=ray)


@lab.command()
def mistakes(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many there are to be.")] = 500,
    log: Annotated[
        Path | None,
        typer.Option(help="File of the reviewed games (default: results/mistakes-GAME.jsonl)."),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Results of `study`, to which the counts are added.")
    ] = None,
) -> None:
    """Review games of levels 3 to 5, and count their mistakes by kind."""
    from skerry.cli.exploring import count_mistakes

    count_mistakes(game, games, log, keep)


@lab.command()
def guide(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="By their names, or all.")],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing, and say what is out of date or untrue.")
    ] = False,
) -> None:
    """Make the figures of a game's guide anew, from the counts that come with Skerry."""
    from skerry.cli.exploring import renew_guides

    renew_guides(games, is_check=check)


@lab.command()
def collect(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="By its name, with its standard options.")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many there are to be.")] = 2000,
    playouts: Annotated[int, typer.Option(min=1, help="A turn, of the search.")] = 5000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="File of the games (default: results/explorer-GAME.parquet)."),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="A file for the positions of all games, once there are all.")
    ] = None,
    force: Force = False,
    workers: Workers = 1,
    ray: Ray = False,
) -> None:
    """Collect games of the search against itself for the explorer; those that are there stay."""
    from skerry.cli.exploring import collect_games

    collect_games(
        game, playouts, seed, games, out=out, keep=keep, workers=workers, ray=ray, force=force
    )


@lab.command()
def explore(
    game: Annotated[str, typer.Argument(metavar="GAME", help="By its name.")],
    position: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="Its text (default: the start).")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Made by collect --keep (default: the game's own).")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="How many turns are shown.")] = 20,
) -> None:
    """Show which turns were played in a position of collected games, and how they went."""
    interpret_if_undecided()  # a look-up is over before kernels are loaded
    from skerry.cli.exploring import show_explored

    show_explored(game, position, file, most)
