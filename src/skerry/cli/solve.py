"""`skerry solve`: the exact value of a position, with what it took to find it."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.progress import BarColumn, SpinnerColumn, TextColumn

from skerry.cli.common import chosen_game, say_if_cold
from skerry.cli.waiting import progress_on_terminal, stopped_by_hand
from skerry.errors import OptionError
from skerry.positions import Position, position
from skerry.search.solver.budget import Budget, Report, Spent
from skerry.search.solver.budget import Progress as Reached
from skerry.search.solver.file import load_table, save_table
from skerry.search.solver.solve import Solution, Solver, warm_up

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
    """Print value, best turn, nodes and time; returns 0 when the value is known, else 1.

    Raises:
        OptionError: no game or two, a budget of nothing, a file that belongs to something else.
        NotationError: the text is no position.
        GameOverError: the game has ended.
    """
    asked = _position(name, words, text, seed)
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
    if resume is not None:
        save_table(solver, asked, Spent(solution.nodes, solution.seconds), resume)
    typer.echo(_format_solution(asked, solution, stopped.is_set()))
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
    return (
        f"{reached.nodes:,} nodes, {reached.seconds:,.0f} s, {speed:,.0f} a second; "
        f"open: {reached.pn:,} to prove, {reached.dn:,} to refute"
    )


def _also_saving(solver: Solver, asked: Position, path: Path | None, show: Report) -> Report:
    """Keep the table now and then: a power cut should not cost a night."""
    if path is None:
        return show
    saved_at = time.monotonic()

    def report(reached: Reached) -> None:
        nonlocal saved_at
        show(reached)
        if time.monotonic() - saved_at > SAVE_EVERY_SECONDS:
            save_table(solver, asked, Spent(reached.nodes, reached.seconds), path)
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
