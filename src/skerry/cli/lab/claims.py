"""What `skerry lab claims` does: plays what the claims need, and says what was found."""

from pathlib import Path

import typer

from skerry.cli.lab.experiments import RESULTS_FOLDER, resume_plan
from skerry.cli.writing import check_free, write_file
from skerry.errors import OptionError
from skerry.lab.claims import texts as claims_kept
from skerry.lab.claims.claims import Results
from skerry.lab.claims.page import claims_html, claims_markdown, introduction, judge_all
from skerry.lab.claims.texts import FULL, QUICK, TEXTS, claims_plan, plan_text, text_of
from skerry.lab.running import RESULTS, Store, scan

PAGE = "claims.html"


def judge_claims(
    game: str | None,
    out: Path | None,
    markdown: Path | None,
    keep: Path | None,
    *,
    quick: bool,
    workers: int,
    ray: bool,
    force: bool = False,
) -> None:
    """Play what is missing, print the verdicts, and write the page.

    Args:
        game: the one whose claims are tested; None: all games.
        out: folder of the results; None: one in results, such as results/claims-quick.
        markdown: a file that gets the same, without pictures; None: none.
        keep: a file that gets the findings, for the site's page to be drawn from; None: none. Where
            one game is tested, the findings on the others stay in it.
        quick: whether minutes must do, rather than hours.
        workers: processes of this machine.
        ray: whether a Ray cluster plays.
        force: whether files that are there already are written over.

    Raises:
        PlanError, StoreError: the folder cannot be used.
        OptionError: nothing is claimed of the game; Ray is not installed; a file is there already;
            or the file to keep findings in has those of a run of another size.
        OSError: a file cannot be read or written.
    """
    check_free([markdown, keep if game is None else None], force=force)
    size = QUICK if quick else FULL
    texts = TEXTS if game is None else (text_of(game),)
    older = None if game is None or keep is None else _read(keep, size.name)
    folder = out or RESULTS_FOLDER / (size.name if game is None else f"{size.name}-{game}")
    Store.create(folder, plan_text(size, texts))
    resume_plan(folder, workers=workers, ray=ray)
    plan = claims_plan(size, texts)
    findings = tuple(judge_all(Results.of(plan, scan([folder / RESULTS])), texts))
    command = "skerry lab claims --quick" if quick else "skerry lab claims"
    about = introduction(plan, size, command if game is None else f"{command} {game}")
    for one in findings:
        typer.echo(f"\n{one.claim.key}: {one.headline}\n  “{one.claim.quote}”: {one.words}.")
        for sentence in one.sentences:
            typer.echo(f"  {sentence}")
    path = folder / PAGE
    path.write_text(claims_html(findings, about), encoding="utf-8")
    typer.echo(f"\n{path} shows what was found of {len(findings)} claims.")
    if older is not None:
        findings, about = older.with_new(findings), introduction(claims_plan(size), size, command)
    if markdown is not None:
        write_file(markdown, claims_markdown(findings, about), force=force)
        typer.echo(f"{markdown} holds the same as Markdown.")
    if keep is not None:
        claims_kept.write(claims_kept.Kept(findings, tuple(about), size.name), keep)
        typer.echo(f"The findings are saved in {keep}.")


def _read(keep: Path, size: str) -> claims_kept.Kept | None:
    """What a file keeps, if it is there; new findings are put among it."""
    if not keep.exists():
        return None
    kept = claims_kept.read(keep)
    if kept.size != size:
        raise OptionError(f"{keep} has the findings of the run {kept.size!r}, not of {size!r}.")
    return kept
