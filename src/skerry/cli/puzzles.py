"""`skerry puzzles`: mine puzzles into a file."""

from pathlib import Path

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

from skerry.cli.common import chosen_game, say_if_cold
from skerry.cli.waiting import progress_on_terminal, stopped_by_hand
from skerry.core.formatting import counted
from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.games.options import Value
from skerry.puzzles import mine, mining, write_collection


def write_puzzles(
    name: str,
    words: list[str],
    count: int,
    seed: int,
    out: Path,
    playouts: int | None = None,
    max_nodes: int | None = None,
) -> None:
    """Mine puzzles and write them to OUT/GAME.json.gz; Ctrl-C keeps those found so far.

    Raises:
        OptionError: an unknown game, an option it does not allow, or a folder that is not there.
    """
    if not out.is_dir():
        raise OptionError(f"There is no folder {out}; make it first.")
    path = out / f"{info(name).name}.json.gz"
    if path.exists():
        raise OptionError(
            f"{path} is there already; move it, or name another folder, so that it is not written "
            "over."
        )
    given = {word.partition("=")[0] for word in words}
    usual = [f"{key}={value}" for key, value in options_of(name).items() if key not in given]
    game = chosen_game(name, [*usual, *words])
    say_if_cold()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with stopped_by_hand() as stopping, progress_on_terminal(*columns) as bar:
        reported = [0]  # puzzles that a log, which shows no bar, has been told of
        task = bar.add_task(f"{game.name}: playing", total=count)

        def show(now: mining.Progress) -> None:
            status = f"{game.name}: {counted(now.games, 'game')}, {now.unique} of "
            status += f"{counted(now.positions, 'position')} unique"
            bar.update(task, completed=now.puzzles, description=status)
            if not bar.console.is_terminal and now.puzzles > reported[-1]:
                reported.append(now.puzzles)
                typer.echo(f"{status}, {counted(now.puzzles, 'puzzle')}", err=True)

        found = mine(
            game,
            count=count,
            seed=seed,
            playouts=playouts or mining.PLAYOUTS,
            max_nodes=max_nodes or mining.MAX_NODES,
            on_progress=show,
            cancel=stopping.is_set,
        )
    options = "".join(f" -o {word}" for word in words)
    # Where it was stopped, the command that makes these puzzles asks for so many.
    command = f"skerry puzzles {name}{options} --count {len(found)} --seed {seed}"
    command += "" if playouts is None else f" --playouts {playouts}"
    command += "" if max_nodes is None else f" --max-nodes {max_nodes}"
    write_collection(path, game.name, command, found)
    typer.echo(f"{path}: {counted(len(found), 'puzzle')} of {game}")


def options_of(name: str) -> dict[str, Value]:
    """The board on which a game's puzzles are mined when nothing else is asked for."""
    return dict(mining.source_of(info(name)).options)
