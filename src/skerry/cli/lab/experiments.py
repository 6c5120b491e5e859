"""What `skerry lab` does: experiments are run, resumed and reported."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from skerry.cli.common import say_if_cold
from skerry.cli.waiting import continued_later, progress_on_terminal
from skerry.cli.writing import check_free, write_file
from skerry.core.formatting import counted
from skerry.errors import OptionError
from skerry.lab.plans import read_plan
from skerry.lab.running import (
    DAMAGED,
    RESULTS,
    Experiment,
    InProcess,
    OnRay,
    Processes,
    Runner,
    Store,
)

RESULTS_FOLDER = Path("results")
REPORT = "report.html"


def run_plan(path: Path, out: Path | None, *, workers: int, ray: bool) -> None:
    """Play the games of a plan's file.

    Raises:
        PlanError, StoreError: the plan, or the folder, cannot be used.
        OptionError: Ray is not installed.
        OSError: the file cannot be read, or the folder not written.
    """
    plan = read_plan(path)
    store = Store.create(out or RESULTS_FOLDER / plan.name, plan.text)
    _go_on(Experiment(plan, store), workers, ray)


def resume_plan(folder: Path, *, workers: int, ray: bool) -> None:
    """Play what is missing. Raises as `run_plan`."""
    _go_on(Experiment.open(folder), workers, ray)


def show_status(folder: Path) -> None:
    """Print what is there. Raises PlanError, StoreError."""
    experiment = Experiment.open(folder)
    _say_damaged(experiment)
    for part in experiment.parts:
        sizes = [job.end - job.begin for job in part.jobs]
        there = sum(
            size for size, path in zip(sizes, part.chosen, strict=False) if path is not None
        )
        wanted = sum(sizes[: part.needed])
        most = "at most " if part.needed is None else ""
        typer.echo(f"{part.cell.title}: {there:,} of {most}{wanted:,} games")
    typer.echo(_standing(experiment))


def write_report(folder: Path, out: Path | None, *, force: bool = False) -> None:
    """Write the page of a folder's results.

    Raises:
        PlanError, StoreError: the folder cannot be used.
        OptionError: nothing has been played yet, or the file is there already. The page in the
            folder itself is made anew each time.
        OSError: the file cannot be written.
    """
    from skerry.lab.report import report

    check_free([out], force=force)
    experiment = Experiment.open(folder)
    _say_damaged(experiment)
    if experiment.games_played == 0:
        raise OptionError(f"Nothing has been played yet; `skerry lab resume {folder}` begins.")
    path = out or folder / REPORT
    write_file(path, report(experiment), force=force or out is None)
    typer.echo(f"{path} shows the results of {counted(experiment.games_played, 'game')}.")


def _standing(experiment: Experiment) -> str:
    played, folder = experiment.games_played, experiment.store.folder
    if experiment.is_complete:
        return f"Complete: {counted(played, 'game')} in {folder / RESULTS}."
    return f"{played:,} games are there; `skerry lab resume {folder}` goes on."


def _go_on(experiment: Experiment, workers: int, ray: bool) -> None:
    _say_damaged(experiment)
    runner = runner_for(workers, ray=ray)
    if not experiment.is_complete:
        say_if_cold()

    def standing() -> str:
        return _standing(Experiment.open(experiment.store.folder))

    with continued_later(standing), progress_bar() as show:

        def update(experiment: Experiment) -> None:
            show(experiment.games_played, experiment.games_wanted)

        update(experiment)
        experiment.run(runner, update)
    typer.echo(_standing(experiment))


def runner_for(workers: int, *, ray: bool) -> Runner:
    """Where games are played. Raises OptionError: Ray is not installed."""
    if ray:
        return OnRay(workers)
    return Processes(workers) if workers > 1 else InProcess()


def _say_damaged(experiment: Experiment) -> None:
    for name in experiment.store.set_aside:
        say_damaged(name, experiment.store)


def say_damaged(name: str, store: Store) -> None:
    """Report a damaged file that was set aside."""
    typer.echo(
        f"{name} is damaged: it was moved to {store.folder / DAMAGED}, and its games will be "
        "played again. All other results are as they were.",
        err=True,
    )


class _Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        """As text."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f} games/s")


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal, and nothing elsewhere; it is told games played and wanted."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
    )
    with progress_on_terminal(*columns) as progress:
        task = progress.add_task("games")
        yield lambda played, wanted: progress.update(task, total=wanted, completed=played)
