"""Maps of first moves: what the first colour gets after each, drawn on the board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import polars as pl

from skerry.core.formatting import format_count, format_percent_interval
from skerry.draw.heat_map import Heat, heat_map
from skerry.games.ruleset import format_value
from skerry.games.running.symmetries import rule_symmetries
from skerry.lab.measures.metrics import Estimate, Summary
from skerry.lab.pages.views import Figure
from skerry.lab.plans.plan import Cell
from skerry.lab.playing.rows import DRAW
from skerry.positions import Game, game

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
    """What the first colour got after its first stone, by the stone's cell."""

    game: Game
    title: str
    points: dict[int, tuple[float, int]] = field(default_factory=dict)  # of so many games
    cells: list[str] = field(default_factory=list)  # of the plan, whose openings these are

    def add(self, cell: int, points: float, games: int) -> None:
        """Count games for a cell and for all its mirror images."""
        for image in {int(cells[cell]) for cells in rule_symmetries(self.game)}:
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
            names.index(cell.opening[0]),
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
            moves.add(names.index(turn), got, games)
        moves.points = {c: both for c, both in moves.points.items() if both[1] >= LEAST_GAMES}
        if moves.points:
            found[cell.title] = moves
    return found


def draw_map(moves: FirstMoves, name: str, caption: str = "", heading: str = "") -> Figure:
    """A board with the first colour's wins after each first move.

    Args:
        moves: what to draw.
        name: the figure's id.
        caption: words below it; "": what is counted.
        heading: of a section of its own; "": none.
    """
    board, colour = moves.game.board, moves.game.info.colours[0].capitalize()
    heats = {}
    for cell, (points, games) in moves.points.items():
        share = Estimate.share(points, games)
        wins = format_percent_interval(share.value, share.low, share.high, 1)
        sentence = (
            f"{board.names[cell]}: {colour} wins {wins} of the games ({format_count(games)} games)"
        )
        heats[cell] = Heat(share.value, f"{100 * share.value:.0f}", sentence)
    picture = heat_map(board, heats, f"{colour}'s wins in 100 games after each first move")
    shared = (
        f"How many of 100 games {colour} wins after a first stone on each cell; mirror images "
        "count together."
    )
    return Figure(picture, caption or shared, name, heading)
