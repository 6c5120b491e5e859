"""What `skerry lab collect` and `explore` do: games are collected, positions looked up."""

from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from skerry.cli.common import board_lines, say_if_cold
from skerry.cli.lab.experiments import RESULTS_FOLDER, progress_bar
from skerry.cli.waiting import continued_later
from skerry.core.formatting import counted, format_count, format_percent
from skerry.errors import OptionError
from skerry.lab.collection import Collection, SelfPlay, write_index
from skerry.lab.explorer import ExploredTurn, Explorer, kept
from skerry.lab.running import Runner
from skerry.positions import Position, game
from skerry.positions import position as read_position

FIRST_SETUP = 0  # whose start is shown where starts are drawn


def open_collection(name: str, playouts: int, seed: int, out: Path | None) -> Collection:
    """The collection of a game with its standard options.

    Args:
        name: of the game.
        playouts: a turn.
        seed: of all games.
        out: the collection's file; None: results/explorer-NAME.parquet.

    Raises:
        CollectionError: the file cannot be used.
        OptionError: there is no such game.
        OSError: its folder cannot be made.
    """
    path = out or RESULTS_FOLDER / f"explorer-{name}.parquet"
    collection = Collection.begin(path, SelfPlay(game(name), playouts, seed))
    path.parent.mkdir(parents=True, exist_ok=True)
    return collection


def collect_games(collection: Collection, games: int, keep: Path | None, runner: Runner) -> None:
    """Play what is missing of a collection.

    Args:
        collection: to which games are added.
        games: that there are to be.
        keep: a file that gets the index of positions; None: none.
        runner: where they are played.

    Raises:
        StoreError: another process is adding games.
        OSError: a file cannot be written.
    """
    if collection.games < games:
        say_if_cold()
    with (
        continued_later(lambda: f"{_standing(collection)}; the same command goes on."),
        progress_bar() as show,
    ):
        show(collection.games, games)
        collection.collect(games, runner, lambda found: show(found.games, games))
    typer.echo(f"{_standing(collection)}.")
    if keep is not None:
        write_index(keep, collection)
        typer.echo(f"{keep} holds their positions, {keep.stat().st_size:,} bytes.")


def _standing(collection: Collection) -> str:
    return f"{collection.path} holds {counted(collection.games, 'game')}"


def show_explored(name: str, text: str | None, file: Path | None, most: int) -> None:
    """Print the turns that were played in a position.

    Args:
        name: of the game.
        text: of the position; None: the start.
        file: an index; None: the one that comes with the package.
        most: turns that are printed.

    Raises:
        ExplorerError, OptionError: there is no index, no such game, or other options.
        NotationError: the text is no position.
    """
    explorer = kept(name) if file is None else Explorer.read(file)
    position = _start(explorer) if text is None else read_position(text)
    if position.game != explorer.rules:
        raise OptionError(
            f"The position is one of {position.game}, and the games are of {explorer.rules}."
        )
    about = explorer.about
    typer.echo(board_lines(position))
    turns = explorer.turns(position)
    typer.echo(
        f"{explorer.rules}: {counted(about.games, 'game')} of {format_count(about.playouts)} "
        f"playouts a turn, {about.date}; here {counted(sum(turn.games for turn in turns), 'game')}."
    )
    if turns:
        Console(soft_wrap=True).print(_table(turns[:most]))
    if len(turns) > most:
        typer.echo(f"{counted(len(turns) - most, 'turn')} more; --most shows them.")


def _start(explorer: Explorer) -> Position:
    has_setup = explorer.rules.info.has_setup
    return explorer.rules.start(seed=FIRST_SETUP) if has_setup else explorer.rules.start()


def _table(turns: tuple[ExploredTurn, ...]) -> Table:
    table = Table("turn", box=None, header_style="")
    for heading in ("games", "won", "95% interval", "chances", "playouts"):
        table.add_column(heading, justify="right")
    for turn in turns:
        low, high = turn.interval
        chances = "" if turn.value is None else format_percent(turn.value, 1)
        playouts = format_count(turn.playouts) if turn.playouts else ""
        interval = f"{100 * low:.1f} to {100 * high:.1f}"
        table.add_row(
            turn.turn,
            format_count(turn.games),
            format_percent(turn.share, 1),
            interval,
            chances,
            playouts,
        )
    return table
