"""`skerry lab`: its commands, each importing what it needs when it runs."""

from pathlib import Path
from typing import Annotated

import typer

lab = typer.Typer(
    name="lab",
    rich_markup_mode=None,
    help="Experiments: many games by a plan, and what they tell of a game.",
)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="With the results of a plan.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes of this machine.")]
Ray = Annotated[
    bool, typer.Option("--ray", help="On the Ray cluster of RAY_ADDRESS, or one begun here.")
]


@lab.command()
def run(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="A TOML file, see docs/lab.md.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder of the results (default: results/NAME).")
    ] = None,
    workers: Workers = 1,
    ray: Ray = False,
) -> None:
    """Play the games of a plan; what is there already is kept."""
    from .experiments import run_plan

    run_plan(plan, out, workers=workers, ray=ray)


@lab.command()
def resume(folder: Folder, workers: Workers = 1, ray: Ray = False) -> None:
    """Play what is missing in a folder of results."""
    from .experiments import resume_plan

    resume_plan(folder, workers=workers, ray=ray)


@lab.command()
def status(folder: Folder) -> None:
    """Tell how many games are there, and how many are left."""
    from .experiments import show_status

    show_status(folder)
