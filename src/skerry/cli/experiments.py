"""What `skerry lab` does: experiments are run, resumed, reported compared and made into studies."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import typer
from rich import box
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from skerry.cli.running import continued_later, progress_on_terminal, say_if_cold
from skerry.cli.shared import check_free, check_place, write_file
from skerry.core.numbers import counted
from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.lab.comparison import ALIKE, CANT_TELL, LEAST_GAMES, Difference, compare
from skerry.lab.pages import page
from skerry.lab.plans import MOST_GAMES, Plan, parse_plan, read_plan
from skerry.lab.results import Results, from_json, to_json
from skerry.lab.running import (
    DAMAGED,
    PLAN,
    RESULTS,
    Experiment,
    Store,
    StoreError,
    replace_file,
    runner_for,
    scan,
)
from skerry.lab.studies import FULL, QUICK, play_study, title_of
from skerry.lab.study_page import study_body

RESULTS_FOLDER = Path("results")
REPORT = "report.html"


def run_plan(path: Path, out: Path | None, *, workers: int, ray: bool) -> None:
    """Play the games of a plan's file; those that are there already count."""
    plan = read_plan(path)
    store = Store.create(out or RESULTS_FOLDER / plan.name, plan.text)
    _go_on(Experiment(plan, store), workers, ray)


def resume_plan(folder: Path, *, workers: int, ray: bool) -> None:
    """Play what is missing."""
    _go_on(Experiment.open(folder), workers, ray)


def show_status(folder: Path) -> None:
    """Print what is there."""
    experiment = Experiment.open(folder)
    _say_damaged(experiment)
    for part in experiment.parts:
        there, wanted = part.games_played, part.games_wanted
        most = "at most " if part.needed is None else ""
        typer.echo(f"{part.cell.title}: {there:,} of {most}{wanted:,} games")
    typer.echo(_standing(experiment))


def write_report(folder: Path, out: Path | None, *, force: bool = False) -> None:
    """Write the page of a folder's results; the one in the folder itself is made anew each time."""
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

    folder = experiment.store.folder
    with (
        continued_later(lambda: _standing(Experiment.open(folder))),
        progress_bar() as show,
    ):
        show(experiment.games_played, experiment.games_wanted)
        experiment.run(runner, lambda now: show(now.games_played, now.games_wanted))
    typer.echo(_standing(experiment))


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


MOST_TITLES = 10  # that an error lists
NEAREST = 3  # undecided quantities of which a sentence speaks
FEWEST, MOST = 1, 3  # decimals
MOST_SHOWN = 999_999  # games that the table has room for


@dataclass(frozen=True)
class Side:
    """One of the two cells."""

    folder: Path
    plan: Plan
    title: str

    @property
    def rows(self) -> pl.LazyFrame:
        """Its games, as far as they are there. Raises StoreError, PlanError."""
        whole = self.folder / RESULTS
        rows = scan([whole]) if whole.is_file() else Experiment.open(self.folder).rows()
        return rows.filter(pl.col("cell") == self.title)


def show_comparison(folders: Sequence[Path], wanted: Sequence[str]) -> None:
    """Print how two cells differ.

    Args:
        folders: one or two.
        wanted: words that choose a cell: none, one for both folders, or one for each cell.
    """
    a, b = sides(folders, wanted)
    paired = a.plan.seed == b.plan.seed
    try:
        differences = compare(a.rows, b.rows, paired=paired)
    except pl.exceptions.PolarsError as error:
        where = " or ".join(dict.fromkeys(str(side.folder / RESULTS) for side in (a, b)))
        raise StoreError(
            f"{where} cannot be read; delete it, and `skerry lab resume` makes it again."
        ) from error
    for name, side in (("A", a), ("B", b)):
        typer.echo(f"{name}: {side.title}{f'  ({side.folder})' if len(folders) == 2 else ''}")
    typer.echo(_how(differences, a, b))
    Console(highlight=False).print(_table(differences))
    for line in _sentences(differences):
        typer.echo(line)


def sides(folders: Sequence[Path], wanted: Sequence[str]) -> tuple[Side, Side]:
    """The two cells that a command line means. Raises OptionError, PlanError, StoreError."""
    if len(folders) > 2 or len(wanted) > 2:
        raise OptionError("Two cells are compared: give one or two folders, and --cell twice.")
    plans = [parse_plan(Store(folder).plan_text, PLAN) for folder in folders]
    if len(folders) == 1:
        titles = [cell.title for cell in plans[0].cells]
        if len(wanted) == 2:
            chosen = [_chosen(folders[0], plans[0], words) for words in wanted]
        elif len(titles) == 2 and not wanted:
            chosen = titles
        else:
            raise OptionError(
                f"Say which two cells of {folders[0]} to compare, by --cell twice, each time with "
                f"words of one title; it has {_listed(titles)}."
            )
        folders, plans = [*folders, *folders], [*plans, *plans]
    else:
        each = [*wanted, *wanted] if len(wanted) == 1 else [*wanted] or ["", ""]
        chosen = [
            _chosen(folder, plan, words)
            for folder, plan, words in zip(folders, plans, each, strict=True)
        ]
    a, b = (Side(*given) for given in zip(folders, plans, chosen, strict=True))
    if a.title == b.title and a.folder.resolve() == b.folder.resolve():
        raise OptionError(f"Both sides are the same cell, {a.title!r}; choose two by --cell.")
    return a, b


def _chosen(folder: Path, plan: Plan, words: str) -> str:
    """The title that has all of these words, or that is these words."""
    titles = [cell.title for cell in plan.cells]
    asked = words.casefold().split()
    found = [title for title in titles if set(asked) <= set(title.casefold().split())]
    exact = [title for title in found if title.casefold().split() == asked]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if not found:
        raise OptionError(
            f"No cell of {folder} has {_quoted(asked)} in its title; there are {_listed(titles)}."
        )
    if not asked:
        raise OptionError(
            f"{folder} has {len(titles):,} cells; choose one by --cell with words of its title, or "
            f"the whole title: {_listed(titles)}."
        )
    raise OptionError(
        f"{len(found):,} cells of {folder} have {_quoted(asked)} in their titles; add words, or "
        f"give a whole title: {_listed(found)}."
    )


def _quoted(asked: Sequence[str]) -> str:
    return " and ".join(repr(word) for word in asked)


def _listed(titles: Sequence[str]) -> str:
    listed = "; ".join(repr(title) for title in titles[:MOST_TITLES])
    more = len(titles) - MOST_TITLES
    return f"{listed}; and {more:,} more" if more > 0 else listed


def _how(differences: Sequence[Difference], a: Side, b: Side) -> str:
    """What was compared with what, in a sentence."""
    games = max(one.difference.games for one in differences)
    if a.plan.seed == b.plan.seed:
        return f"Compared game by game; pairs of games with like seeds: {games:,}."
    return (
        f"The plans have different seeds, {a.plan.seed} and {b.plan.seed}, so games are not "
        f"paired:\nat least {games:,} games of each are compared as a whole, which needs more of "
        "them.\nThe same seed in both plans would tell more."
    )


def _table(differences: Sequence[Difference]) -> Table:
    """At most 80 columns wide."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    table.add_column("", no_wrap=True)
    for header in ("A", "B", "A - B", "95% interval"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("verdict on A", no_wrap=True)
    table.add_column("more\ngames", justify="right", no_wrap=True)
    for one in differences:
        format_one = _format(one)
        least, most = format_one(one.difference.low), format_one(one.difference.high)
        values = (format_one(one.a), format_one(one.b), _signed(format_one(one.difference.value)))
        unit = ", %" if one.quantity.percent else ""
        needed = "" if one.is_decided or one.verdict == ALIKE else _more(one.needed)
        table.add_row(one.quantity.words + unit, *values, f"{least} to {most}", one.verdict, needed)
    return table


def _format(one: Difference) -> Callable[[float], str]:
    """How the numbers of a difference are written: shares in hundredths, decimals as they count."""
    factor = 100 if one.quantity.percent else 1
    reach = factor * (one.difference.high - one.difference.low) / 2
    decimals = FEWEST + 1
    if 0 < reach < math.inf:
        decimals = min(MOST, max(FEWEST, -math.floor(math.log10(reach))))

    def write(value: float) -> str:
        if math.isinf(value):
            return "-∞" if value < 0 else "∞"
        rounded = round(factor * value, decimals) + 0.0  # and no -0.0
        return f"{rounded:,.{decimals}f}"

    return write


def _signed(text: str) -> str:
    return text if text.startswith("-") or not text.strip("0.") else f"+{text}"


def _more(needed: int | None) -> str:
    """Games, as words that fit the table."""
    if needed is None:
        return "?"
    return f"{needed:,}" if needed <= MOST_SHOWN else "millions"


def _sentences(differences: Sequence[Difference]) -> list[str]:
    """What is decided, what would take how many games, and what a verdict is."""
    lines = []
    for one in differences:
        if one.is_decided:
            format_one = _format(one)
            unit = "%" if one.quantity.percent else ""
            lines.append(
                f"- {one.sentence}: {format_one(one.a)}{unit} against {format_one(one.b)}{unit}."
            )
    undecided = sorted(
        (one for one in differences if one.verdict == CANT_TELL and one.needed is not None),
        key=lambda one: one.needed or 0,
    )
    near = [one for one in undecided if (one.needed or 0) <= MOST_GAMES][:NEAREST]
    if not lines and any(one.verdict == CANT_TELL for one in differences):
        lines.append("Nothing is decided yet.")
    if alike := [one.quantity.words for one in differences if one.verdict == ALIKE]:
        lines.append(f"Alike in every game: {', '.join(alike)}.")
    if near:
        needed = ", ".join(f"{one.quantity.words} {one.needed:,}" for one in near)
        lines.append(f"More games of each cell until a verdict, nearest first: {needed}.")
    lines.append(_footing(differences))
    return lines


def _footing(differences: Sequence[Difference]) -> str:
    games = max(one.difference.games for one in differences)
    if games < LEAST_GAMES:
        return f"There is no verdict before {LEAST_GAMES} games."
    return (
        f"Verdicts hold for all {len(differences)} lines together (Holm, 95%); an interval is that "
        "of its line alone."
    )


PAGE, COUNTS = "study.html", "results.json"


def make_study(
    name: str,
    out: Path | None,
    keep: Path | None,
    *,
    quick: bool,
    most: int | None,
    games: Path | None,
    workers: int,
    ray: bool,
) -> None:
    """Play what is missing, and write the page; the counts are kept after each experiment."""
    size = QUICK if quick else FULL
    folder = out or RESULTS_FOLDER / f"{size.name}-{info(name).name}"
    folder.mkdir(parents=True, exist_ok=True)
    file = keep or folder / COUNTS
    check_place(file)
    known = from_json(file.read_text("utf-8")) if file.is_file() else Results(info(name).name)
    if known.game != info(name).name:
        raise OptionError(f"{file} holds results of {known.info.title}; name another file.")
    runner = runner_for(workers, ray=ray)
    say_if_cold()
    standing = f"{file} holds what is finished; the same command goes on."
    with continued_later(lambda: standing), progress_bar() as show:
        results = play_study(
            known,
            size,
            folder / "games",
            runner,
            lambda found: replace_file(file, to_json(found).encode()),
            lambda _, experiment: show(experiment.games_played, experiment.games_wanted),
            most,
            games,
        )
    path = folder / PAGE
    path.write_text(page(title_of(results), study_body(results)), encoding="utf-8")
    typer.echo(f"{path} shows the results of {counted(results.games, 'game')}.")
    typer.echo(f"{file} holds the counts.")
