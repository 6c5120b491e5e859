"""What `solve`, `perft`, `bench` and `puzzles` do: values, counts, speeds."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

from skerry.cli.running import chosen_game, progress_on_terminal, say_if_cold, stopped_by_hand
from skerry.cli.shared import check_place
from skerry.core.numbers import counted
from skerry.engine.client import ends_by_signals
from skerry.errors import OptionError, quoted
from skerry.games.catalogue import info
from skerry.positions import Position, position
from skerry.puzzles import format_collection, mining
from skerry.puzzles.puzzle import Collection, parse_collection
from skerry.search.solver import (
    Budget,
    Report,
    Solution,
    Solver,
    Spent,
    load_table,
    save_table,
    warm_up,
)
from skerry.search.solver import Progress as Reached

SAVE_EVERY_SECONDS = 600.0


def solve_and_print(
    name: str | None,
    words: list[str],
    text: str | None,
    *,
    seed: int | None,
    memory: int,
    seconds: float | None,
    nodes: int | None,
    resume: Path | None,
) -> int:
    """Print value, best turn, nodes and time; returns 0 when the value is known, else 1."""
    asked = _position(name, words, text, seed)
    check_place(resume)
    say_if_cold()
    warm_up(asked)
    solver = Solver(asked.game, memory << 20)
    before = Spent()
    if resume is not None and resume.is_file():
        before = load_table(solver, asked, resume)
    with stopped_by_hand(signal.SIGTERM) as stopped, _progress_bar(seconds, nodes) as show:
        budget = Budget(nodes, seconds, stopped.is_set, before=before)
        budget.on_progress = _also_saving(solver, asked, resume, show)
        solution = solver.solve(asked, budget)
    # First what is printed: it is not lost where the table cannot be written.
    typer.echo(_format_solution(asked, solution, stopped.is_set()))
    if resume is not None:
        save_table(solver, asked, Spent(solution.nodes, solution.seconds), resume)
    if resume is not None and solution.value is None:
        typer.echo(
            f"The table is kept in {resume}; the same command goes on from here."
            if solver.table.entries.any()
            else f"Nothing is kept in {resume}: solving the whole board begins again each time."
        )
    return 0 if solution.value is not None else 1


def _position(name: str | None, words: list[str], text: str | None, seed: int | None) -> Position:
    if text is not None:
        if name is not None or words or seed is not None:
            raise OptionError("A position's text names its game and options; give nothing besides.")
        return position(text)
    if name is None:
        raise OptionError("Say what to solve: the name of a game, or --position TEXT.")
    chosen = chosen_game(name, words)
    if chosen.info.has_setup and seed is None:
        raise OptionError(
            f"{chosen.name}: the answer depends on the set-up; give --seed N to draw one, "
            "or --position."
        )
    return chosen.start(seed=seed)


@contextmanager
def _progress_bar(seconds: float | None, nodes: int | None) -> Iterator[Report]:
    """A line on stderr that tells how far the search has come, for whoever is watching."""
    bounded = seconds is not None or nodes is not None
    columns = [SpinnerColumn(), *[BarColumn()] * bounded, TextColumn("{task.description}")]
    with progress_on_terminal(*columns, transient=True) as bar:
        task = bar.add_task("Solving", total=1.0 if bounded else None)

        def show(reached: Reached) -> None:
            spent = max(reached.seconds / (seconds or 1e30), reached.nodes / (nodes or 1e30))
            bar.update(task, completed=spent, description=_line(reached))

        yield show


def _line(reached: Reached) -> str:
    speed = reached.nodes / max(reached.seconds, 1e-9)
    line = f"{reached.nodes:,} nodes, {reached.seconds:,.0f} s, {speed:,.0f} a second"
    is_known = reached.pn + reached.dn > 0
    return line + f"; open: {reached.pn:,} to prove, {reached.dn:,} to refute" * is_known


def _also_saving(solver: Solver, asked: Position, path: Path | None, show: Report) -> Report:
    """Keep the table now and then: a power cut should not cost a night."""
    if path is None:
        return show
    saved_at = time.monotonic()

    def report(reached: Reached) -> None:
        nonlocal saved_at
        show(reached)
        if time.monotonic() - saved_at > SAVE_EVERY_SECONDS:
            try:
                save_table(solver, asked, Spent(reached.nodes, reached.seconds), path)
            except OSError as error:  # there may be room again by the next time
                typer.echo(f"The table was not kept in {path}: {error.strerror}.", err=True)
            saved_at = time.monotonic()

    return report


def _format_solution(asked: Position, solution: Solution, stopped: bool) -> str:
    mover = asked.colour or f"person {asked.player}"
    if solution.value is not None:
        lines = [f"{asked.text}", f"Value: {solution.value} for {mover}, who is to act."]
    else:
        known = f"at least a {solution.at_least}, at most a {solution.at_most}"
        if (solution.at_least, solution.at_most) == ("loss", "win"):
            known = "nothing is certain yet"
        why = "stopped" if stopped else "the budget ran out"
        lines = [f"{asked.text}", f"Value: not known for {mover}, who is to act ({why}): {known}."]
    if solution.turn is not None:
        kind = "Best turn" if solution.value != "loss" else "A turn (all lose)"
        lines.append(f"{kind}: {asked.game.format_turn(solution.turn)}")
    speed = solution.nodes / max(solution.seconds, 1e-9)
    lines.append(f"{solution.nodes:,} nodes in {solution.seconds:,.2f} s, {speed:,.0f} a second.")
    return "\n".join(lines)


def print_perft(name: str, words: list[str], depth: int, seed: int | None) -> None:
    """Print a line for each depth as soon as it is known."""
    from skerry.perft import perft

    chosen = chosen_game(name, words)
    if chosen.info.has_setup and seed is None:
        raise OptionError(
            f"{chosen.name}: the count depends on the set-up; give --seed N to draw one."
        )
    say_if_cold()
    lines = perft(chosen.start(seed=seed), depth)
    typer.echo(str(chosen))
    typer.echo(f"{'turns':>5} {'positions':>15} {'sequences':>20} {'finished':>12} {'seconds':>9}")
    began = time.perf_counter()
    for line in lines:
        seconds = time.perf_counter() - began
        typer.echo(
            f"{line.depth:>5} {line.num_positions:>15,} {line.num_sequences:>20,} "
            f"{line.num_finished:>12,} {seconds:>9.1f}"
        )


def run_bench(arguments: list[str]) -> int:
    """Run the repository's benchmark; returns its exit code."""
    root = Path(__file__).parents[3]
    if not (root / "bench" / "__main__.py").is_file():
        raise OptionError(
            "The benchmark is not part of the installed package; run it from a checkout of the "
            "repository, with `make bench`."
        )
    command = [sys.executable, "-m", "bench", *arguments]
    with ends_by_signals():
        process = subprocess.Popen(command, cwd=root)
        try:
            return process.wait()
        finally:  # a signal came: it does not outlive us
            process.kill()
            process.wait()


def write_puzzles(
    name: str,
    words: list[str],
    count: int,
    seed: int,
    out: Path,
    playouts: int | None = None,
    max_nodes: int | None = None,
) -> None:
    """Mine puzzles into OUT/GAME.json.gz, which grows; the same command goes on after a stop.

    Raises OptionError: there is no such folder, or another command has written that file.
    """
    if not out.is_dir():
        raise OptionError(f"There is no folder {out}; make it first.")
    path = out / f"{info(name).name}.json.gz"
    given = {word.partition("=")[0] for word in words}
    usual = mining.source_of(info(name)).options  # a board that suits puzzles
    unsaid = [f"{key}={value}" for key, value in usual.items() if key not in given]
    game = chosen_game(name, [*unsaid, *words])
    options = "".join(f" -o {word}" for word in words)
    command = f"skerry puzzles {name}{options} --seed {seed}"
    command += "" if playouts is None else f" --playouts {playouts}"
    command += "" if max_nodes is None else f" --max-nodes {max_nodes}"
    before = _mined_before(path, command)
    found = sorted(before.puzzles, key=lambda one: one.game_number)
    say_if_cold()
    with stopped_by_hand(signal.SIGTERM) as stopping:
        miner = mining.Miner(
            game,
            seed,
            playouts or mining.PLAYOUTS,
            max_nodes or mining.MAX_NODES,
            stopping.is_set,
            games=before.num_games,
            found=found,
        )
        _mine_into(path, miner, count, command)
    typer.echo(f"{path}: {counted(len(miner.found), 'puzzle')} of {game}")
    if len(miner.found) < count:
        typer.echo("The same command goes on from here.")


COUNT = " --count "  # comes last in a command, as it may grow


def _mined_before(path: Path, command: str) -> Collection:
    """What is in a file that the same command has begun, whatever its count."""
    if not path.exists():
        return Collection("", "", ())
    there = parse_collection(path.read_bytes())
    written = there.command.partition(COUNT)[0]
    if written != command:
        raise OptionError(
            f"{path} was made by another command, {quoted(written)}; move it, or name another "
            "folder, so that it is not written over."
        )
    return there


def _mine_into(path: Path, miner: mining.Miner, count: int, command: str) -> None:
    """Mine until there are so many puzzles, writing the file anew after each."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    name, part = miner.game.name, path.with_name(f".{path.name}.part")
    kept = len(miner.found)
    with progress_on_terminal(*columns) as bar:
        task = bar.add_task(f"{name}: playing", total=count, completed=kept)
        for now in mining.go_on(miner, count):
            status = f"{name}: {counted(now.games, 'game')}, {now.unique} of "
            status += f"{counted(now.positions, 'position')} unique"
            bar.update(task, completed=now.puzzles, description=status)
            if now.puzzles > kept:
                kept = now.puzzles
                _write_mined(path, part, miner, command)
                if not bar.console.is_terminal:  # a log shows no bar
                    typer.echo(f"{status}, {counted(now.puzzles, 'puzzle')}", err=True)
    _write_mined(path, part, miner, command)


def _write_mined(path: Path, part: Path, miner: mining.Miner, command: str) -> None:
    """Write the file: at any moment it is the old one or the whole new one."""
    # Where it was stopped, the command that makes these puzzles asks for so many.
    asked = f"{command}{COUNT}{len(miner.found)}"
    part.write_bytes(format_collection(miner.game.name, asked, miner.found, miner.games))
    part.replace(path)
