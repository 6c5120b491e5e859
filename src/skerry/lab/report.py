"""The report of an experiment, as a self-contained page, and as a part of one.

Everything is read as a stream (metrics.py); the page grows with the cells of the plan, not with
its games.
"""

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import polars as pl

from skerry.canvas.svg import tag
from skerry.core.numbers import counted, format_count
from skerry.lab.metrics import Spread, Summary, histograms, state_space, summarise
from skerry.lab.pages import PageFigure, PageTable, page, render, table
from skerry.lab.plans import Cell, Plan
from skerry.lab.playing import DRAW
from skerry.lab.plots import (
    FirstMoves,
    course,
    describe_cell,
    draw_map,
    histogram,
    maps_of_games,
    maps_of_openings,
)
from skerry.lab.running import PLAN, Experiment
from skerry.statistics import Estimate

STEPS = 20  # parts of a game in which chances are averaged
MOST_COMPARED = 60  # cells in the overview
# Metrics in the table: a field of Summary, its name, and how its number is written.
SHARES = {
    "first_mover": "First player wins",
    "first_colour": "First colour wins",
    "balance": "Balance",
    "completion": "Games with a winner",
    "drawishness": "Drawn games",
    "swap_rate": "Swapped",
    "coverage": "Cells used",
    "decision_share": "Actions with a choice",
    "repetition": "Repeated positions",
    "drama": "Drama",
    "lead_changes": "Lead changes",
    "threshold": "Best chance of the loser",
    "decided": "Played after it was decided",
    "narrowness": "Narrowness",
}
SILENT = ("swap_rate", "repetition")  # where they never happened, as in most games
NUMBERS = {
    "branching_actions": "Choices for an action",
    "branching_turns": "Choices for a whole turn",
    "game_tree": "Game tree, log10 by turns",
    "game_tree_actions": "Game tree, log10 by actions",
    "stability": "Variance of the chances",
    "clarity": "Clarity",
}
SPREADS = {"turns": "Turns", "stones": "Stones", "actions": "Actions"}


def report(experiment: Experiment) -> str:
    """The page, as HTML; of an experiment that is not complete, as far as it has come."""
    plan = called_as_folder(experiment.plan, experiment.store.folder)
    wanted = None if experiment.is_complete else experiment.games_wanted
    return page(plan.name, report_body(plan, experiment.rows(), wanted))


def called_as_folder(plan: Plan, folder: Path) -> Plan:
    """The plan of a folder, called as the folder where it has no name of its own."""
    if plan.name != Path(PLAN).stem:
        return plan
    return replace(plan, name=folder.resolve().name or plan.name)


def report_body(plan: Plan, rows: pl.LazyFrame, wanted: int | None = None) -> str:
    """What there is to say, as HTML to be put into an element of the class "lab".

    `wanted` are the games in all, if some are yet to be played.

    Raises:
        polars.exceptions.PolarsError: a column is missing or a file is broken.
    """
    boards = {cell.title: cell.game.rules.num_cells for cell in plan.cells}
    found = summarise(rows, boards)
    cells = [cell for cell in plan.cells if cell.title in found]
    maps = list(maps_of_openings(cells, found))
    mapped = {title for one in maps for title in one.cells}
    cells = [cell for cell in cells if cell.title not in mapped]  # a map says all of them
    return render(
        "report.html",
        name=plan.name,
        about=_about(plan, found, wanted),
        compared=list(_compared(cells, found)),
        maps=[draw_map(one, f"opening-{k}", heading=one.title) for k, one in enumerate(maps)],
        cells=list(_cells(rows, cells, found)),
        plan=plan.text,
        made_by=_made_by(),
    )


def _about(plan: Plan, found: Mapping[str, Summary], wanted: int | None) -> str:
    games = sum(summary.games for summary in found.values())
    planned = "" if wanted is None else f" of {format_count(wanted)} planned"
    experiments = counted(len(found), "experiment")
    return (
        f"{format_count(games)} games{planned} in {experiments}; seed {plan.seed}. Intervals are "
        "95% intervals. A draw counts as half a win."
    )


def _made_by() -> str:
    names = ("skerry", "numpy", "numba", "polars", "scipy", "matplotlib")
    used = ", ".join(f"{name} {version(name)}" for name in names)
    return f"Made by {used} on Python {platform.python_version()}. Definitions: docs/metrics.md."


def _compared(cells: list[Cell], found: Mapping[str, Summary]) -> Iterator[dict[str, str]]:
    """How often the first player wins in all cells, where there are several to compare."""
    if 2 <= len(cells) <= MOST_COMPARED:
        for cell in cells:
            share = found[cell.title].first_mover
            low, high = 100 * share.low, 100 * share.high
            points = f"{100 * share.value:.1f} ({low:.1f} to {high:.1f})"
            svg = _draw_interval(share)
            yield {"label": describe_cell(cell), "svg": svg, "points": points}


def _draw_interval(share: Estimate) -> str:
    """A share as a point with its interval on a scale from 0 to 100, as an SVG element."""
    low, high = 100 * share.low, 100 * share.high
    interval = tag("rect", {"x": low, "y": 3.0, "width": max(0.6, high - low), "height": 6.0})
    at = {"class": "forest-value", "x": 100 * share.value - 0.5, "y": 1.0, "width": 1.0}
    point = tag("rect", {**at, "height": 10.0})
    half = tag("rect", {"class": "forest-half", "x": 49.85, "y": 0.0, "width": 0.3, "height": 12.0})
    box = {"viewBox": "0 0 100 12", "preserveAspectRatio": "none", "aria-hidden": "true"}
    return tag("svg", box, half, interval, point)


def _cells(
    rows: pl.LazyFrame, cells: list[Cell], found: Mapping[str, Summary]
) -> Iterator[dict[str, object]]:
    """All cells that no map tells of."""
    if not cells:
        return
    lengths, chances = histograms(rows, "turns"), _chances(rows)
    played = maps_of_games(rows, cells)
    for k, cell in enumerate(cells):
        title, summary = cell.title, found[cell.title]
        pictures = _pictures(k, lengths[title], chances.get(title, []), played.get(title))
        yield {
            "heading": describe_cell(cell),
            "games": f"{counted(summary.games, 'game')} of {title}",
            "pictures": list(pictures),
            "metrics": _metrics(cell, summary),
        }


def _chances(rows: pl.LazyFrame) -> dict[str, list[tuple[float, float, float]]]:
    """The winner's chances in each part of a game, by cell: mean and quartiles."""
    value = pl.when(pl.col("winner") == 0).then(pl.col("values")).otherwise(1 - pl.col("values"))
    part = pl.int_range(pl.len()).over("cell", "number") * STEPS
    steps = (
        rows.filter(pl.col("values").is_not_null(), pl.col("winner") != DRAW)
        .select("cell", "number", "winner", "values")
        .explode("values")
        .with_columns(part=part // pl.len().over("cell", "number"), value=value)
        .group_by("cell", "part")
        .agg(
            pl.col("value").mean().alias("mean"),
            pl.col("value").quantile(0.25).alias("low"),
            pl.col("value").quantile(0.75).alias("high"),
        )
        .sort("cell", "part")
        .collect(engine="streaming")
    )
    found: dict[str, list[tuple[float, float, float]]] = {}
    for title, _, mean, low, high in steps.iter_rows():
        found.setdefault(title, []).append((mean, low, high))
    return found


def _pictures(
    k: int,
    lengths: Mapping[int, int],
    chances: Sequence[tuple[float, float, float]],
    moves: FirstMoves | None,
) -> Iterator[PageFigure]:
    """What there is to see of the cell of a number."""
    title = "Turns of a game"
    yield PageFigure(histogram(f"turns-{k}", lengths, "turns", title), title)
    if len(chances) > 1:
        title = "The winner's chances, by the search; half of the games lie in the band"
        yield PageFigure(course(f"course-{k}", chances, title), title)
    if moves is not None:
        yield draw_map(moves, f"moves-{k}")


def _metrics(cell: Cell, summary: Summary) -> PageTable:
    positions = state_space(cell.game.rules.num_cells, cell.game.name)
    bound = ("Positions of the board, log10", f"{positions:.1f}", "at most")
    heads = ("", "Value", "95% interval")
    return table(f"Metrics: {describe_cell(cell)}", heads, [*_metric_rows(summary), bound])


def _metric_rows(summary: Summary) -> Iterator[tuple[str, str, str]]:
    """Label, value and interval of each metric that there is."""
    for name, label in SHARES.items():
        share: Estimate | None = getattr(summary, name)
        if name not in SILENT or (share is not None and share.value > 0):
            yield from _row(label, share, "{:.1%}")
    for reason, share in summary.reasons.items():
        yield from _row(f"Ended: {reason}", share, "{:.1%}")
    for name, label in SPREADS.items():
        spread: Spread = getattr(summary, name)
        if spread.most > 0:
            quarters = f"half of the games {spread.percent_25:,} to {spread.percent_75:,}"
            yield from _row(f"{label} ({quarters})", spread.mean, "{:,.1f}")
    for name, label in NUMBERS.items():
        yield from _row(label, getattr(summary, name), "{:,.3g}")


def _row(label: str, estimate: Estimate | None, form: str) -> Iterator[tuple[str, str, str]]:
    if estimate is not None:
        interval = f"{form.format(estimate.low)} to {form.format(estimate.high)}"
        yield label, form.format(estimate.value), interval
