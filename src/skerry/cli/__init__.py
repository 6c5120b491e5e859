"""The `skerry` command: one function for each of its commands, and a module for what each does.

Nothing heavy is imported here: each command imports what it needs when it runs, so that
`skerry --help` answers at once. Commands for which plain Python is fast enough run their kernels
so, and nobody waits for a compiler; the others say that they compile.

Exit codes: 0 success, 1 failure (a file that cannot be written, a port in use), 2 bad input.
"""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.lab_commands import GameName
from skerry.cli.lab_commands import lab as lab_commands
from skerry.cli.program_commands import assistant_commands, online_commands
from skerry.cli.record_commands import paper_commands, record_commands
from skerry.cli.shared import Force, examples
from skerry.cli.site_commands import account_commands, server_commands, stored_commands
from skerry.core.jit import interpret_if_undecided
from skerry.errors import OptionError, SkerryError

app = typer.Typer(
    name="skerry",
    add_completion=False,
    rich_markup_mode=None,  # plain help takes half the time
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play, study and test five abstract games: Spry, Sytran, Byg, Kitaran and Syrtis.",
    epilog="skerry COMMAND --help shows a command's options, with examples.",
)

app.add_typer(lab_commands)
app.add_typer(paper_commands)
app.add_typer(assistant_commands)
app.add_typer(record_commands)
app.add_typer(server_commands)
app.add_typer(stored_commands)
app.add_typer(account_commands)
app.add_typer(online_commands)

Options = Annotated[
    list[str] | None,
    typer.Option(
        "-o", "--option", metavar="NAME=VALUE", help="A game option, such as size=4; repeatable."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        help="The same seed gives the same set-up of Syrtis and the same turns of the computer."
    ),
]
Turn = Annotated[
    int | None,
    typer.Option("--turn", min=0, metavar="N", help="Only the position after N turns."),
]
Source = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|RECORD", help="A position's text, or a file with one or a record."
    ),
]


# What is imported without being needed by all of Skerry, and the extra that brings it.
EXTRAS = {
    **dict.fromkeys(("PIL", "markdown_it", "resvg_py", "typst"), "print"),
    **dict.fromkeys(("matplotlib", "polars"), "lab"),
    **dict.fromkeys(("asgiref", "channels", "django", "django_otp", "networkx", "ninja"), "play"),
    **dict.fromkeys(("pydantic", "pydantic_core", "segno", "uvicorn", "whitenoise"), "play"),
    **dict.fromkeys(("anyio", "mcp", "mcp_types"), "mcp"),
    **dict.fromkeys(("gymnasium", "open_spiel", "pettingzoo", "pygame", "pyspiel"), "research"),
    **dict.fromkeys(("channels_redis", "cryptography", "prometheus_client", "psycopg"), "server"),
    **dict.fromkeys(("psycopg_pool", "redis"), "server"),
    "ray": "cluster",
}
DEEP_LEVELS = ("8", "9", "10", "11")  # worth waiting for a compiler; the others answer in a moment


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, the program's own by default; returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack letters of ours
    try:
        code = app(args=given or ["--help"], prog_name="skerry", standalone_mode=False)
    except SkerryError as error:
        return _fail(str(error), 2)
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except typer.Abort:
        return _fail("Stopped.", 1)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        extra = EXTRAS[package]
        needs = f"This needs the package {package}, which comes with the extra {extra!r}"
        return _fail(f"{needs}: pip install 'skerry[{extra}]'.", 1)
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int) -> int:
    print(f"skerry: {' '.join(message.split())}", file=sys.stderr)
    return code


@app.command(
    epilog=examples(
        "skerry play",
        "skerry play --port 9000 --no-browser",
        "skerry play --terminal byg -o size=4 --against 2",
    )
)
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="In the terminal: which game.")
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", "-t", help="Play on a board of text, here.")
    ] = False,
    against: Annotated[
        str, typer.Option(help="In the terminal: a level from 1 to 11, or friend.")
    ] = "3",
    second: Annotated[
        bool, typer.Option("--second", help="In the terminal: the computer begins.")
    ] = False,
    option: Options = None,
    seed: Seed = None,
    host: Annotated[str, typer.Option(help="Address the page is served at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page.")] = 8000,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Play in the browser, or in the terminal."""
    if terminal:
        if against not in DEEP_LEVELS:
            interpret_if_undecided()
        from skerry.cli.terminal import play_in_terminal

        play_in_terminal(game, option or [], against=against, second=second, seed=seed)
        return
    if game is not None or option or second or seed is not None:
        raise OptionError(
            "A game and its options are chosen on the page; here they need --terminal."
        )
    from skerry.web.site.run import serve

    serve(host=host, port=port, open_browser=browser)


@app.command(epilog=examples("skerry rules sytran"))
def rules(game: GameName) -> None:
    """Print the rules of a game, with diagrams."""
    interpret_if_undecided()
    from skerry import rulebook
    from skerry.cli.showing import print_page

    print_page(rulebook.page(game))


@app.command(
    epilog=examples(
        "skerry show game.json --turn 7",
        "skerry show 'spry size=2 | 2/3/2 | player=0 first=0 turn=0 placed=-'",
    )
)
def show(
    source: Source,
    turn: Turn = None,
) -> None:
    """Show a position, or the last one of a game record."""
    interpret_if_undecided()
    from skerry.cli.showing import show_source

    show_source(source, turn)


@app.command(
    epilog=examples(
        "skerry draw game.json --turn 7 --out board.png --width 800",
        "skerry draw 'spry size=2 | 2/3/2 | player=0 first=0 turn=0 placed=-' > board.svg",
    )
)
def draw(
    source: Source,
    turn: Turn = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="FILE.svg or FILE.png; without it, standard output."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="svg|png", help="Needed if the file's name does not say.")
    ] = None,
    width: Annotated[int | None, typer.Option(metavar="PIXELS", help="16 to 4096.")] = None,
    theme: Annotated[str, typer.Option(metavar="light|dark", help="Its colours.")] = "light",
    last: Annotated[bool, typer.Option("--last", help="Mark the last turn of a record.")] = False,
    force: Force = False,
) -> None:
    """Draw a position, or one of a game record, as the page does."""
    interpret_if_undecided()
    from skerry.cli.showing import draw_source, read_source

    draw_source(read_source(source, turn), out, kind, width, theme, last, force=force)


@app.command(epilog=examples("skerry replay game.json", "skerry replay game.json --turn 7"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")],
    turn: Turn = None,
) -> None:
    """Step through a game record; every turn is checked first."""
    interpret_if_undecided()
    from skerry.cli.showing import replay_file

    replay_file(file, turn)


@app.command(
    epilog=examples("skerry perft kitaran --depth 3", "skerry perft syrtis -o board=minor --seed 7")
)
def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="N", help="Whole turns to look ahead.")
    ] = 2,
    option: Options = None,
    seed: Seed = None,
) -> None:
    """Count the positions that lie so many whole turns from the start."""
    from skerry.cli.solving import print_perft

    print_perft(game, option or [], depth, seed)


@app.command(
    epilog=examples(
        "skerry solve kitaran -o size=3",
        "skerry solve spry -o size=4 --memory 2000 --resume spry4.npz",
        "skerry solve --position 'spry size=2 | 2/1w1/2 | player=1 first=0 turn=1 placed=-'",
    )
)
def solve(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="spry, sytran, byg, kitaran or syrtis.")
    ] = None,
    option: Options = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Solve this position instead of a start.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same set-up of Syrtis.")
    ] = None,
    memory: Annotated[
        int, typer.Option(min=1, max=1 << 20, metavar="MB", help="Memory for the table of proofs.")
    ] = 256,
    seconds: Annotated[float | None, typer.Option(help="Stop after so many seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Stop after so many positions.")] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go on with the table in this file, and keep it there."),
    ] = None,
) -> None:
    """Prove who wins a small board or an endgame, and by which turn. Ctrl-C stops it."""
    from skerry.cli.solving import solve_and_print

    raise typer.Exit(
        solve_and_print(
            game,
            option or [],
            position,
            seed=seed,
            memory=memory,
            seconds=seconds,
            nodes=nodes,
            resume=resume,
        )
    )


@app.command(
    epilog=examples("skerry engine", "printf 'game byg size=4\\ngenmove\\nquit\\n' | skerry engine")
)
def engine(
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same turns and set-ups.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Answer analysis queries, a line of JSON each.")
    ] = False,
    at_once: Annotated[
        int,
        typer.Option(min=1, max=256, metavar="N", help="With --json: how many queries at once."),
    ] = 1,
    memory: Annotated[
        int, typer.Option(min=4, max=1 << 20, metavar="MB", help="With --json: for each query.")
    ] = 200,
    finish: Annotated[
        bool,
        typer.Option(
            "--finish",
            help="Search to the end what was asked for when a pipe that it reads is closed; else "
            "for a second.",
        ),
    ] = False,
) -> None:
    """Serve other programs: a text protocol in the style of GTP, or analysis as JSON."""
    from skerry.cli.running import say_if_cold
    from skerry.engine.run import serve_json, serve_text

    say_if_cold()
    if json:
        serve_json(at_once, memory * 1_000_000, finish=finish)
    serve_text(seed, finish=finish)


@app.command(
    epilog=examples(
        "skerry match 'level 5' 'level 2' --game byg",
        "skerry match 'skerry engine' './mine --quick' --game byg --games 100 --clock 60+1",
    )
)
def match(
    first: Annotated[
        str,
        typer.Argument(metavar="FIRST", help="A program and its arguments, or a level: 'level 5'."),
    ],
    second: Annotated[str, typer.Argument(metavar="SECOND", help="Another, or the same.")],
    game: Annotated[str, typer.Option(help="spry, sytran, byg, kitaran or syrtis.")] = "spry",
    option: Options = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="At most so many, in pairs.")] = 20,
    clock: Annotated[
        str,
        typer.Option(
            metavar="CLOCK", help="Seconds, as 60+1 (a game, and more for each turn) or 5/turn."
        ),
    ] = "60/turn",
    tell_first: Annotated[
        list[str] | None,
        typer.Option(metavar="COMMAND", help="Sent to it before its first game; repeatable."),
    ] = None,
    tell_second: Annotated[
        list[str] | None, typer.Option(metavar="COMMAND", help="The same for SECOND.")
    ] = None,
    opening: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Random turns that begin both games of a pair; too many would end the game, "
            "and are refused.",
        ),
    ] = 0,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same openings and set-ups.")
    ] = 0,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1",
            help="Stop when a sequential test has decided between these strengths.",
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep the games' records here; it is new or empty."),
    ] = None,
    start_seconds: Annotated[
        float,
        typer.Option(
            min=1,
            max=86_400,
            metavar="SECONDS",
            help="That a program has to be ready for the first game; else the match is given up. "
            "A later game it loses.",
        ),
    ] = 600,
) -> None:
    """Play a match of two programs that speak the protocol of `skerry engine`."""
    from skerry.cli.match import play_match

    play_match(
        (first, second),
        game,
        option or [],
        games=games,
        clock=clock,
        first_commands=(tell_first or [], tell_second or []),
        opening=opening,
        seed=seed,
        sprt=sprt,
        records=records,
        start_seconds=start_seconds,
    )


@app.command(
    epilog=examples(
        "skerry puzzles spry --out .",
        "skerry puzzles kitaran -o size=5 --count 5 --seed 7 --out .",
    )
)
def puzzles(
    game: GameName,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="How many to find in all.")] = 150,
    seed: Annotated[int, typer.Option(help="The same seed finds the same puzzles.")] = 1,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for the file GAME.json.gz.")
    ] = Path(),
    option: Options = None,
    playouts: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Playouts that both players spend on a turn."),
    ] = None,
    max_nodes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Nodes of the solver for each position.")
    ] = None,
) -> None:
    """Find positions in which exactly one turn wins, in games of the computer with itself."""
    from skerry.cli.solving import write_puzzles

    write_puzzles(game, option or [], count, seed, out, playouts, max_nodes)


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    add_help_option=False,
)
def bench(context: typer.Context) -> None:
    """Measure playouts per second; needs a checkout of the repository."""
    from skerry.cli.solving import run_bench

    raise typer.Exit(run_bench(context.args))


@app.command()
def version() -> None:
    """Print Skerry's version."""
    from importlib.metadata import version as version_of

    typer.echo(f"skerry {version_of('skerry')}")
