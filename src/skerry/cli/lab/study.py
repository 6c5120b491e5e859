"""What `skerry lab study` does: plays the study of a game's fairness, and draws its page."""

from pathlib import Path

import typer

from skerry.cli.lab.experiments import RESULTS_FOLDER, resume_plan
from skerry.cli.writing import check_free, write_file
from skerry.core.formatting import counted
from skerry.lab.pages import page
from skerry.lab.running import RESULTS, Store, scan
from skerry.lab.studies import FULL, QUICK, study_of, study_plan, to_json
from skerry.lab.study_page import study_body

PAGE = "study.html"


def make_study(
    name: str,
    out: Path | None,
    keep: Path | None,
    *,
    quick: bool,
    workers: int,
    ray: bool,
    force: bool = False,
) -> None:
    """Play what is missing, and write the page.

    Args:
        name: of the game.
        out: folder of the results; None: results/study-NAME, or results/study-quick-NAME.
        keep: a file that gets the counts, from which the site draws the same page; None: none.
        quick: whether minutes must do, rather than hours.
        workers: processes of this machine.
        ray: whether a Ray cluster plays.
        force: whether a file of counts that is there already is written over.

    Raises:
        PlanError, StoreError: the folder cannot be used.
        OptionError: there is no such game, Ray is not installed, or the file is there already.
        OSError: a file cannot be written.
    """
    check_free([keep], force=force)
    size = QUICK if quick else FULL
    plan = study_plan(name, size)
    folder = out or RESULTS_FOLDER / plan.name
    Store.create(folder, plan.text)
    resume_plan(folder, workers=workers, ray=ray)
    study = study_of(name, size, plan, scan([folder / RESULTS]))
    path = folder / PAGE
    path.write_text(page(study.title, study_body(study)), encoding="utf-8")
    typer.echo(f"{path} shows the results of {counted(study.games, 'game')}.")
    if keep is not None:
        write_file(keep, to_json(study), force=force)
        typer.echo(f"{keep} holds the counts.")
