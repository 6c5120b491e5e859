"""Plots and maps of first moves as SVG for a page."""

import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import matplotlib as mpl
import polars as pl
from matplotlib.figure import Figure

from skerry.core.numbers import format_count, format_percent_interval
from skerry.draw.heat_map import Heat, heat_map
from skerry.games.ruleset import format_value
from skerry.lab.metrics import Summary, favoured
from skerry.lab.pages import PageFigure
from skerry.lab.plans import Cell
from skerry.lab.playing import DRAW
from skerry.lab.results import playouts_of
from skerry.positions import Game, game
from skerry.search.symmetry import rule_symmetries
from skerry.statistics import Estimate

# Plots as SVG for a page: their colours are the page's, so that they follow its theme.
#
# Matplotlib paints with stand-ins, which become CSS variables; text stays text, in the page's font.

# Colours no plot uses by itself, and what they stand for.
INK, MUTED, LINE, ACCENT, TINT = "#010203", "#010204", "#010205", "#010206", "#010207"
WARM, PANEL = "#010208", "#010209"
VARIABLES = {
    INK: "text",
    MUTED: "muted",
    LINE: "line",
    ACCENT: "accent",
    TINT: "tint",
    WARM: "warm",
    PANEL: "panel",
}
# Of several lines, told apart by colour and by dash; the last one counts most.
SERIES = ((MUTED, ":"), (WARM, "--"), (ACCENT, "-."), (INK, "-"))
FILLS, INKS = (ACCENT, LINE, WARM), (PANEL, INK, PANEL)  # of the parts of a bar, and words on them
LEAST_WRITTEN = 6  # % of a bar that has room for a number
WIDTH = 5.0  # inches; the page scales it
STYLE = {
    "svg.fonttype": "none",
    "font.size": 11,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "xtick.major.pad": 7,  # clear of the other axis's lowest number
    "ytick.major.size": 0,
}


class _Plot:
    """A figure, and its SVG once it is painted."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.axes: Any = figure.subplots()
        self.svg = ""


@contextmanager
def _plot(name: str, height: float, title: str) -> Iterator[_Plot]:
    """A plot to paint into. The name must be its own on a page: ids are made of it."""
    style: Any = {**STYLE, "svg.hashsalt": name}
    with mpl.rc_context(style):
        plot = _Plot(Figure(figsize=(WIDTH, height), layout="constrained"))
        yield plot
        file = io.StringIO()
        plot.figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    plot.svg = _for_page(file.getvalue(), title)


def _for_page(svg: str, title: str) -> str:
    """An SVG file of Matplotlib's as an element of a page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # It would hold for the whole page, and the site allows no inline style; lab.css says the same.
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r"<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>",
        rf'<svg class="plot" \1 role="img" aria-label="{_plain(title)}">',
        svg,
        count=1,
    )
    svg = re.sub(r"font: ([0-9.]+px) [^;\"]*", r"font-size: \1", svg)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, f"var(--{variable})")
    return svg


def _plain(title: str) -> str:
    return re.sub(r"[&<>\"\\]", "", title)


def histogram(name: str, counts: Mapping[int, int], unit: str, title: str) -> str:
    """How often each number of steps occurred; many of them are put together."""
    least, most, total = min(counts), max(counts), sum(counts.values())
    width = max(1, -(-(most - least + 1) // 40))
    bins: dict[int, int] = {}
    for value, count in counts.items():
        begin = least + (value - least) // width * width
        bins[begin] = bins.get(begin, 0) + count
    with _plot(name, 2.3, title) as plot:
        heights = [100 * count / total for count in bins.values()]
        centres = [begin + (width - 1) / 2 for begin in bins]
        plot.axes.bar(centres, heights, width=0.9 * width, color=ACCENT)
        plot.axes.xaxis.get_major_locator().set_params(integer=True)
        plot.axes.set_xlabel(unit)
        plot.axes.set_ylabel("% of games")
        plot.axes.grid(axis="x", visible=False)
    return plot.svg


def course(name: str, shares: Sequence[tuple[float, float, float]], title: str) -> str:
    """A share over the course of a game, from its beginning to its end: mean, low, high."""
    with _plot(name, 2.5, title) as plot:
        middle, *band = ([100 * share for share in one] for one in zip(*shares, strict=True))
        steps = [100 * k / (len(middle) - 1) for k in range(len(middle))]
        plot.axes.fill_between(steps, *band, color=ACCENT, alpha=0.25, linewidth=0)
        plot.axes.plot(steps, middle, color=ACCENT, linewidth=2)
        plot.axes.axhline(50, color=INK, linewidth=1)
        plot.axes.set_ylim(0, 100)
        plot.axes.set_xlabel("% of the game")
        plot.axes.set_ylabel("winner's chances, %")
    return plot.svg


def curve(
    name: str, points: Sequence[tuple[float, float]], axis: str, what: str, title: str
) -> str:
    """Values along an axis, each with its place on it, ascending."""
    with _plot(name, 2.5, title) as plot:
        mark = "." if len(points) == 1 else ""
        plot.axes.plot(*zip(*points, strict=True), color=ACCENT, linewidth=2, marker=mark)
        plot.axes.set_xlabel(axis)
        plot.axes.set_ylabel(what)
    return plot.svg


@dataclass(frozen=True)
class Line:
    """Numbers along an axis, each with its interval."""

    label: str
    points: Sequence[tuple[float, Estimate]]  # by place on the axis, ascending


def strength_axis(players: Sequence[str]) -> dict[str, float]:
    """Where contestants stand on an axis: by the logarithm of playouts, random ones before all."""
    searching = [math.log10(playouts_of(player)) for player in players if playouts_of(player)]
    least = min(searching, default=1.0) - 1
    return {
        player: math.log10(playouts_of(player)) if playouts_of(player) else least
        for player in players
    }


def lines(
    name: str,
    drawn: Sequence[Line],
    axis: str,
    what: str,
    title: str,
    ticks: Mapping[float, str] | None = None,
    *,
    limits: Sequence[float] = (0.5,),
    scale: float = 100,
    ends: tuple[float, float] | None = None,
) -> str:
    """Points with their 95% intervals, joined; there are as many lines as SERIES at most.

    Args:
        name: the plot's own on its page.
        drawn: the lines; with more than one there is a legend above the plot.
        axis: what runs from left to right.
        what: what runs upwards.
        title: for screen readers.
        ticks: words for places on the axis; None: numbers.
        limits: numbers that are drawn across.
        scale: of the numbers: 100 where they are shares and shown in %.
        ends: of the axis upwards, alike in plots that are compared; None: as the numbers need.
    """
    with _plot(name, 2.9 if len(drawn) < 2 else 3.2, title) as plot:
        for limit in limits:
            plot.axes.axhline(scale * limit, color=INK, linewidth=1)
        for line, (colour, dash) in zip(drawn, SERIES[-len(drawn) :], strict=True):
            values = [scale * one.value for _, one in line.points]
            below = [scale * (one.value - one.low) for _, one in line.points]
            above = [scale * (one.high - one.value) for _, one in line.points]
            plot.axes.errorbar(
                [place for place, _ in line.points],
                values,
                yerr=(below, above),
                color=colour,
                linestyle=dash,
                linewidth=1.6,
                elinewidth=1.4,
                capsize=3,
                marker="o",
                markersize=5,
                label=line.label,
            )
        if ticks is None:
            plot.axes.xaxis.get_major_locator().set_params(integer=True)
        else:
            plot.axes.set_xticks(list(ticks), list(ticks.values()))
        if len(drawn) > 1:
            plot.figure.legend(
                loc="outside upper left", ncols=2, frameon=False, fontsize=10, handlelength=2.4
            )
        if ends is not None:
            plot.axes.set_ylim(*ends)
        plot.axes.set_xlabel(axis)
        plot.axes.set_ylabel(what)
    return plot.svg


def stack(name: str, bars: Mapping[str, Sequence[float]], parts: Sequence[str], title: str) -> str:
    """Shares that make a whole, a bar for each label, the first at the top.

    The shares of a bar are in the order of the parts, as many as FILLS at most; their sum is 1.
    """
    with _plot(name, 0.9 + 0.42 * len(bars), title) as plot:
        labels = list(bars)
        begins = [0.0] * len(labels)
        for index, part in enumerate(parts):
            shares = [100 * bars[label][index] for label in labels]
            plot.axes.barh(labels, shares, left=begins, height=0.62, color=FILLS[index], label=part)
            for place, (share, begin) in enumerate(zip(shares, begins, strict=True)):
                if share >= LEAST_WRITTEN:
                    words, ink = f"{share:.0f}", INKS[index]
                    plot.axes.text(
                        begin + share / 2, place, words, color=ink, ha="center", va="center"
                    )
            begins = [begin + share for begin, share in zip(begins, shares, strict=True)]
        plot.axes.invert_yaxis()
        plot.axes.set_xlim(0, 100)
        plot.axes.set_xlabel("% of games")
        plot.axes.grid(axis="y", visible=False)
        plot.figure.legend(loc="outside upper center", ncols=len(parts), frameon=False, fontsize=10)
    return plot.svg


def spread(name: str, boxes: Mapping[str, Sequence[int]], axis: str, title: str) -> str:
    """Five percentiles (5, 25, 50, 75, 95) for each label: whiskers, a box, and its middle."""
    with _plot(name, 0.7 + 0.42 * len(boxes), title) as plot:
        for place, (low, begin, middle, end, high) in enumerate(boxes.values()):
            plot.axes.plot([low, high], [place, place], color=ACCENT, linewidth=1.6, alpha=0.6)
            plot.axes.barh(place, end - begin, left=begin, height=0.5, color=ACCENT, alpha=0.35)
            plot.axes.plot(
                [middle, middle], [place - 0.25, place + 0.25], color=ACCENT, linewidth=3
            )
        plot.axes.set_yticks(range(len(boxes)), list(boxes))
        plot.axes.invert_yaxis()
        plot.axes.set_xlim(left=0)
        plot.axes.set_xlabel(axis)
        plot.axes.grid(axis="y", visible=False)
    return plot.svg


LEAST_GAMES = 20  # of a first move: with fewer its share says next to nothing
ALWAYS_SAID = ("size", "board")  # options that are told even where they are as usual
LEAST_SHOWN = 0.5  # share of the games that must have begun on one cell


def describe_cell(cell: Cell) -> str:
    """A cell for people: the game, the options that are not as usual, the players, the opening."""
    info = cell.game.info
    usual = dict(game(info.name).options)
    words = [cell.game.info.title]
    for name, value in cell.game.options:
        if name in ALWAYS_SAID or value != usual[name]:
            words.append(f"{name} {format_value(value)}".replace("_", " "))
    return ", ".join([*words, *cell.title.split(" | ")[1:]])


@dataclass
class FirstMoves:
    """What the first colour got after first turns, by the cells of their stones."""

    game: Game
    title: str
    points: dict[int, tuple[float, int]] = field(default_factory=dict)  # of so many games
    cells: list[str] = field(default_factory=list)  # of the plan, whose openings these are

    def add(self, stones: Iterable[int], points: float, games: int) -> None:
        """Count games once for each cell of a turn, and for each mirror image of these."""
        maps = rule_symmetries(self.game)
        for image in {int(cells[stone]) for stone in stones for cells in maps}:
            before = self.points.get(image, (0.0, 0))
            self.points[image] = (before[0] + points, before[1] + games)


def maps_of_openings(cells: list[Cell], found: Mapping[str, Summary]) -> Iterator[FirstMoves]:
    """A map for each rules and players whose cells differ in the first stone."""
    groups: dict[tuple[str, tuple[str, str]], FirstMoves] = {}
    for cell in cells:
        names = cell.game.board.names
        if len(cell.opening) != 1 or cell.opening[0] not in names:
            continue
        title = describe_cell(replace(cell, opening=()))
        key = (str(cell.game), cell.players)
        moves = groups.setdefault(key, FirstMoves(cell.game, title))
        summary = found[cell.title]
        moves.cells.append(cell.title)
        moves.add(
            [names.index(cell.opening[0])],
            summary.first_colour.value * summary.games,
            summary.games,
        )
    yield from (moves for moves in groups.values() if len(moves.points) > 1)


def maps_of_games(rows: pl.LazyFrame, cells: list[Cell]) -> dict[str, FirstMoves]:
    """A map for each cell whose games mostly began with a single stone."""
    points = (pl.col("colour") == 0) + (pl.col("colour") == DRAW) / 2
    counted = (
        rows.group_by("cell", "first_turn")
        .agg(points.sum().alias("points"), pl.len().alias("games"))
        .collect(engine="streaming")
    )
    found: dict[str, FirstMoves] = {}
    for cell in cells:
        if cell.game.info.has_setup or cell.opening:
            continue
        mine = counted.filter(pl.col("cell") == cell.title)
        names = cell.game.board.names
        single = mine.filter(pl.col("first_turn").is_in(list(names)))
        if single["games"].sum() < LEAST_SHOWN * float(mine["games"].sum()):
            continue
        moves = FirstMoves(cell.game, "After each first move that was played")
        for turn, got, games in single.select("first_turn", "points", "games").iter_rows():
            moves.add([names.index(turn)], got, games)
        moves.points = {c: both for c, both in moves.points.items() if both[1] >= LEAST_GAMES}
        if moves.points:
            found[cell.title] = moves
    return found


def draw_map(moves: FirstMoves, name: str, caption: str = "", heading: str = "") -> PageFigure:
    """A board with the first colour's wins after each first move.

    The caption says what is counted unless another one is given; a heading makes it a section.
    """
    board, colour = moves.game.board, moves.game.info.colours[0].capitalize()
    heats = {}
    for cell, (points, games) in moves.points.items():
        share = Estimate.share(points, games)
        wins = format_percent_interval(share.value, share.low, share.high, 1)
        sentence = (
            f"{board.names[cell]}: {colour} wins {wins} of the games ({format_count(games)} games)"
        )
        is_clear = favoured(share) != 0
        heats[cell] = Heat(share.value, f"{100 * share.value:.0f}", sentence, is_clear)
    picture = heat_map(board, heats, f"{colour}'s wins in 100 games after each first move")
    shared = (
        f"How many of 100 games {colour} wins after a first stone on each cell; mirror images "
        "count together."
    )
    return PageFigure(picture, caption or shared, name, heading)
