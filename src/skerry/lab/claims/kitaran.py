"""What the text of Kitaran says, and how it is judged."""

from collections.abc import Callable, Iterator
from functools import partial

import polars as pl

from skerry.core.numbers import format_count
from skerry.games.info import Value
from skerry.lab.claims.claims import (
    Claim,
    Finding,
    Match,
    Results,
    Size,
    capitalised,
    finding,
    format_mean,
    format_share,
    rare_finding,
    ratio_of,
    share_of_games,
    verdict_against,
    verdict_both,
    whole_percent,
)
from skerry.lab.pages import PageFigure, describe_player
from skerry.lab.plans import Cell
from skerry.lab.playing import DRAW
from skerry.lab.plots import histogram
from skerry.statistics import Estimate

LONG = 100  # turns
LATE = 0.2  # share of the board that is vacant where the late end-game begins
# What else than the size tells the games of a claim from the others of that size.
USUAL: dict[int, dict[str, Value]] = {
    5: {"size": 5, "cycle": "place"},
    6: {"size": 6, "komi": 0.5},
    7: {"size": 7},
}
CYCLE = pl.col("reason") == "cycle"


def _headline_length(median: float, long: float) -> str:
    return (
        f"Half of the games on 5×5 take {median:.0f} turns or more, and {whole_percent(long)} take "
        "more than 100."
    )


def _headline_draws(share: float) -> str:
    return capitalised(f"{share_of_games(share)} on 5×5 are drawn.")


def _headline_long(size: int) -> Callable[[float, float], str]:
    def words(median: float, long: float) -> str:
        return capitalised(
            f"{share_of_games(long)} on {size}×{size} take more than 100 turns, and half "
            f"take {median:.0f} or more."
        )

    return words


def _headline_cycles(ended: float, again: float) -> str:
    return capitalised(
        f"{share_of_games(ended)} on 5×5 reach the limit on conversions in a row; in "
        f"{whole_percent(again)} a position was repeated."
    )


def _headline_placement(before: float, later: float) -> str:
    return (
        f"Before the late endgame, {whole_percent(before)} of the turns place a stone; in it, "
        f"{whole_percent(later)} do. The others convert."
    )


def _headline_komi(without: float, with_komi: float) -> str:
    return (
        f"On 6×6 with komi 0.5, {share_of_games(with_komi)} are drawn; without komi, "
        f"{whole_percent(without)} are."
    )


_claim = partial(Claim, game="kitaran", source="Xifeng, “Kitaran”, rules, 18 November 2010")
LENGTH = _claim(
    key="kitaran-length",
    quote="5x5 yields games of a nice length",
    measured="How many turns a game on 5×5 takes. The text calls 100 long, so the claim holds if "
    "fewer than 1 game in 20 is longer.",
    headline=_headline_length,
)
DRAWS = _claim(
    key="kitaran-draws",
    quote="not particularly drawish",
    measured="How many games on 5×5 are drawn if a stone must follow too many conversions in a "
    "row: then an odd board without komi can't be drawn. If the limit ends the game instead, see "
    "what the text says of cycles. Holds below 1 game in 10.",
    headline=_headline_draws,
)
ON_6X6 = _claim(
    key="kitaran-6x6",
    quote="6x6 games can easily exceed 100 ply",
    measured="How many games on 6×6 take more than 100 turns. Holds above 1 game in 10.",
    headline=_headline_long(6),
)
ON_7X7 = _claim(
    key="kitaran-7x7",
    quote="7x7 is not for the faint of heart",
    measured="How many games on 7×7 take more than 100 turns. Holds above 1 game in 2.",
    headline=_headline_long(7),
)
CYCLES = _claim(
    key="kitaran-cycles",
    quote="This has never happened in practice, and is extremely unlikely.",
    measured="How many games on 5×5 have twice as many conversions in a row as there are cells, "
    "which makes them draws here. Holds below 1 game in 1,000. Beside it, in how many of them a "
    "position was repeated: the others only might go on for ever.",
    headline=_headline_cycles,
)
PLACEMENT = _claim(
    key="kitaran-placement",
    quote="Placement is usually superior to capture except in the late end-game",
    measured="How often a turn on 5×5 places a stone rather than converting one: while at least "
    "a fifth of the board is empty, and later. Holds if that is more than half of the turns "
    "before, and less than half later.",
    headline=_headline_placement,
)
KOMI = _claim(
    key="kitaran-komi",
    quote="a komi with a fractional component will serve to both balance and prevent draws on "
    "even-sized boards.",
    measured="How many games are drawn, and how many Black wins, on 6×6 with komi 0 and 0.5. Holds "
    "if fewer than 1 game in 100 with 0.5 is drawn.",
    headline=_headline_komi,
)
CLAIMS = (LENGTH, DRAWS, ON_6X6, ON_7X7, CYCLES, PLACEMENT, KOMI)


def matches(size: Size) -> Iterator[Match]:
    """What is played for them."""
    yield Match("kitaran", "size = 5", 2)
    yield Match("kitaran", 'size = 5, cycle = "draw"', 2)
    yield Match("kitaran", "size = 6, komi = [0, 0.5]", 0.5)
    yield Match("kitaran", "size = 7", 0.25)


def judge(results: Results) -> list[Finding]:
    """All claims on Kitaran."""
    drawn = pl.col("winner") == DRAW
    return [
        _judge_length(results, LENGTH, 5, lambda one: verdict_against(one, 0.05, above=False)),
        rare_finding(results, DRAWS, drawn, "Drawn games on 5×5", 0.1, **USUAL[5]),
        _judge_length(results, ON_6X6, 6, lambda one: verdict_against(one, 0.1, above=True)),
        _judge_length(results, ON_7X7, 7, lambda one: verdict_against(one, 0.5, above=True)),
        _judge_cycles(results),
        _judge_placement(results),
        _judge_komi(results),
    ]


def _judge_length(
    results: Results, claim: Claim, size: int, judge: Callable[[Estimate], str]
) -> Finding:
    """The finding on a claim about turns."""
    verdicts, rows, sentences, pictures = {}, [], [], tuple[PageFigure, ...]()
    numbers: list[float] = []
    for player, cell, summary in results.each("kitaran", **USUAL[size]):
        long, turns = results.share(cell, pl.col("turns") > LONG), summary.turns
        verdicts[player] = judge(long)
        numbers = [turns.median, long.value]
        most = f"{turns.percent_5:,} to {turns.percent_95:,}"
        columns = (format_mean(turns.mean), f"{turns.median:,}", most, format_share(long))
        rows.append((player, *columns, format_count(summary.games)))
        sentences.append(
            f"With {describe_player(player)}, half of the games take {turns.median:,} turns or "
            f"fewer, and nine in ten take {most}; {format_share(long)} of them take more than "
            f"{LONG}."
        )
        pictures += (_plot_lengths(results, cell, f"{claim.key}-{len(rows)}", player),)
    heads = ("players", "turns, mean", "median", "nine in ten", f"more than {LONG}, %", "games")
    return finding(claim, verdicts, sentences, heads, rows, pictures).headed(*numbers)


def _plot_lengths(results: Results, cell: Cell, name: str, player: str) -> PageFigure:
    """How long the games of a cell are."""
    counts = results.of_cell(cell).group_by("turns").len().sort("turns").collect()
    title = f"Turns of a game with {describe_player(player)}"
    picture = histogram(name, dict(counts.iter_rows()), "turns", title)
    return PageFigure(picture, title)


def _judge_cycles(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, cell, summary in results.each("kitaran", size=5, cycle="draw"):
        ended = results.share(cell, CYCLE)
        # so many conversions in a row might lead on; a position seen before is a cycle indeed
        again = results.share(cell, CYCLE & (pl.col("repeated") > 0))
        verdicts[player] = verdict_against(ended, 0.001, above=False)
        numbers = [ended.value, again.value]
        rows.append((player, format_share(ended), format_share(again), format_count(summary.games)))
        sentences.append(
            f"With {describe_player(player)}, {format_share(ended)} of the games on 5×5 reach the "
            f"limit; in {format_share(again)} a position was repeated by then."
        )
    heads = ("players", "reached the limit, %", "repeated a position, %", "games")
    return finding(CYCLES, verdicts, sentences, heads, rows).headed(*numbers)


def _judge_placement(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, cell, summary in results.each("kitaran", **USUAL[5]):
        before, later = placements(results.of_cell(cell), cell.game.rules.num_cells)
        verdicts[player] = verdict_both(
            verdict_against(before, 0.5, above=True), verdict_against(later, 0.5, above=False)
        )
        numbers = [before.value, later.value]
        rows.append(
            (player, format_share(before), format_share(later), format_count(summary.games))
        )
        sentences.append(
            f"With {describe_player(player)}, {format_share(before)} of the turns place a stone "
            f"while at least a fifth of the board is empty, and {format_share(later)} later."
        )
    heads = ("players", "turns that place a stone, %", "in the late endgame, %", "games")
    return finding(PLACEMENT, verdicts, sentences, heads, rows).headed(*numbers)


def placements(rows: pl.LazyFrame, num_cells: int) -> tuple[Estimate, Estimate]:
    """The share of turns that are stones, before the late end-game and in it.

    An action of Kitaran is a turn: its cell, or the cell plus num_cells for a conversion.
    """
    stone = pl.col("played") < num_cells
    vacant = num_cells - (stone.cum_sum() - stone).over("number")
    late = vacant < LATE * num_cells
    sums = (
        rows.select("number", "played")
        .explode("played")
        .select("number", stone=stone, late=late)
        .group_by("number")
        .agg(
            (pl.col("stone") & pl.col("late")).sum().alias("late_stones"),
            pl.col("late").sum(),
            pl.col("stone").sum(),
            pl.len().alias("turns"),
        )
        .sort("number")
        .collect()
    )
    after, stones = sums["late"].to_numpy(), sums["late_stones"].to_numpy()
    before = ratio_of(sums["stone"].to_numpy() - stones, sums["turns"].to_numpy() - after)
    return before, ratio_of(stones, after)


def _judge_komi(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player in results.players:
        drawn: list[float] = []
        for komi in (0, 0.5):
            for cell in results.find(player, "kitaran", size=6, komi=komi):
                summary = results.summaries[cell.title]
                columns = (format_share(summary.drawishness), format_share(summary.first_mover))
                drawn.append(summary.drawishness.value)
                numbers = drawn if len(drawn) == 2 else numbers
                rows.append((player, f"{komi:g}", *columns, format_count(summary.games)))
                if komi:
                    verdicts[player] = verdict_against(summary.drawishness, 0.01, above=False)
                    sentences.append(
                        f"With {describe_player(player)}, {format_share(summary.drawishness)} of "
                        "the games with komi 0.5 are drawn, and Black wins "
                        f"{format_share(summary.first_mover)}."
                    )
    heads = ("players", "komi", "drawn, %", "Black wins, %", "games")
    return finding(KOMI, verdicts, sentences, heads, rows).headed(*numbers)
