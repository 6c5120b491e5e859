"""What `skerry lab claims` does: plays what the claims need, and says what was found."""

from pathlib import Path

import typer

from ...lab.claims import kept as claims_kept
from ...lab.claims.page import claims_html, claims_markdown, introduction, judge_all
from ...lab.claims.plan import FULL, QUICK, claims_plan, plan_text
from ...lab.claims.results import Results
from ...lab.playing.store import RESULTS, Store, scan
from .experiments import RESULTS_FOLDER, resume_plan

PAGE = "claims.html"


def judge_claims(
    out: Path | None,
    markdown: Path | None,
    keep: Path | None,
    *,
    quick: bool,
    workers: int,
    ray: bool,
) -> None:
    """Play what is missing, print the verdicts, and write the page.

    Args:
        out: folder of the results; None: results/claims, or results/claims-quick.
        markdown: a file that gets the same, without pictures; None: none.
        keep: a file that gets the findings, for the site's page to be drawn from; None: none.
        quick: whether minutes must do, rather than hours.
        workers: processes of this machine.
        ray: whether a Ray cluster plays.

    Raises:
        PlanError, StoreError: the folder cannot be used.
        OptionError: Ray is not installed.
        OSError: a file cannot be written.
    """
    size = QUICK if quick else FULL
    folder = out or RESULTS_FOLDER / size.name
    Store.create(folder, plan_text(size))
    resume_plan(folder, workers=workers, ray=ray)
    results = Results.of(claims_plan(size), scan([folder / RESULTS]))
    findings = judge_all(results)
    command = "skerry lab claims --quick" if quick else "skerry lab claims"
    about = introduction(results, size, command)
    for one in findings:
        typer.echo(f"\n{one.claim.key}: {one.headline}\n  “{one.claim.quote}”: {one.words}.")
        for sentence in one.sentences:
            typer.echo(f"  {sentence}")
    path = folder / PAGE
    path.write_text(claims_html(findings, about), encoding="utf-8")
    typer.echo(f"\n{path} tells of {len(findings)} claims.")
    if markdown is not None:
        markdown.write_text(claims_markdown(findings, about), encoding="utf-8")
        typer.echo(f"{markdown} tells the same.")
    if keep is not None:
        claims_kept.write(findings, about, keep)
        typer.echo(f"{keep} keeps them.")
