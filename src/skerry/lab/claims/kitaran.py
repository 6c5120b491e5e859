"""What the text of Kitaran says, and how it is judged."""

from collections.abc import Callable, Iterator
from functools import partial

import polars as pl

from skerry.core.numbers import format_count
from skerry.games.info import Value
from skerry.lab.claims.claims import (
    Answers,
    Claim,
    Finding,
    Match,
    Results,
    Size,
    format_mean,
    format_share,
    rare_finding,
    ratio_of,
    verdict_against,
    verdict_both,
)
from skerry.lab.metrics import histograms
from skerry.lab.pages import PageFigure, describe_player
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


_claim = partial(Claim, game="kitaran", source="Xifeng, “Kitaran”, rules, 18 November 2010")
LENGTH = _claim(
    key="kitaran-length",
    quote="5x5 yields games of a nice length",
    measured="How many turns a game on 5×5 takes. The text calls 100 long, so the claim holds if "
    "fewer than 1 game in 20 is longer.",
    headline="Half of the games on 5×5 take {0:.0f} turns or more, and {1:percent} take more than "
    "100.",
)
DRAWS = _claim(
    key="kitaran-draws",
    quote="not particularly drawish",
    measured="How many games on 5×5 are drawn if a stone must follow too many conversions in a "
    "row: then an odd board without komi can't be drawn. If the limit ends the game instead, see "
    "what the text says of cycles. Holds below 1 game in 10.",
    headline="{0:games} on 5×5 are drawn.",
)
ON_6X6 = _claim(
    key="kitaran-6x6",
    quote="6x6 games can easily exceed 100 ply",
    measured="How many games on 6×6 take more than 100 turns. Holds above 1 game in 10.",
    headline="{1:games} on 6×6 take more than 100 turns, and half take {0:.0f} or more.",
)
ON_7X7 = _claim(
    key="kitaran-7x7",
    quote="7x7 is not for the faint of heart",
    measured="How many games on 7×7 take more than 100 turns. Holds above 1 game in 2.",
    headline="{1:games} on 7×7 take more than 100 turns, and half take {0:.0f} or more.",
)
CYCLES = _claim(
    key="kitaran-cycles",
    quote="This has never happened in practice, and is extremely unlikely.",
    measured="How many games on 5×5 have twice as many conversions in a row as there are cells, "
    "which makes them draws here. Holds below 1 game in 1,000. Beside it, in how many of them a "
    "position was repeated: the others only might go on for ever.",
    headline="{0:games} on 5×5 reach the limit on conversions in a row; in {1:percent} a position "
    "was repeated.",
)
PLACEMENT = _claim(
    key="kitaran-placement",
    quote="Placement is usually superior to capture except in the late end-game",
    measured="How often a turn on 5×5 places a stone rather than converting one: while at least "
    "a fifth of the board is empty, and later. Holds if that is more than half of the turns "
    "before, and less than half later.",
    headline="Before the late endgame, {0:percent} of the turns place a stone; in it, {1:percent} "
    "do. The others convert.",
)
KOMI = _claim(
    key="kitaran-komi",
    quote="a komi with a fractional component will serve to both balance and prevent draws on "
    "even-sized boards.",
    measured="How many games are drawn, and how many Black wins, on 6×6 with komi 0 and 0.5. Holds "
    "if fewer than 1 game in 100 with 0.5 is drawn.",
    headline="On 6×6 with komi 0.5, {1:games} are drawn; without komi, {0:percent} are.",
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
    found = Answers(claim, "turns, mean", "median", "nine in ten", f"more than {LONG}, %", "games")
    pictures: list[PageFigure] = []
    for player, cell, summary in results.each("kitaran", **USUAL[size]):
        long, turns = results.share(cell, pl.col("turns") > LONG), summary.turns
        most = f"{turns.percent_5:,} to {turns.percent_95:,}"
        columns = (format_mean(turns.mean), f"{turns.median:,}", most, format_share(long))
        found.row(player, *columns, format_count(summary.games))
        found.answer(
            player,
            judge(long),
            f"half of the games take {turns.median:,} turns or fewer, and nine in ten take {most}; "
            f"{format_share(long)} of them take more than {LONG}",
            *(turns.median, long.value),
        )
        title = f"Turns of a game with {describe_player(player)}"
        counts = histograms(results.of_cell(cell), "turns")[cell.title]
        picture = histogram(f"{claim.key}-{len(found.rows)}", counts, "turns", title)
        pictures.append(PageFigure(picture, title))
    return found.finding(tuple(pictures))


def _judge_cycles(results: Results) -> Finding:
    found = Answers(CYCLES, "reached the limit, %", "repeated a position, %", "games")
    for player, cell, summary in results.each("kitaran", size=5, cycle="draw"):
        ended = results.share(cell, CYCLE)
        # so many conversions in a row might lead on; a position seen before is a cycle indeed
        again = results.share(cell, CYCLE & (pl.col("repeated") > 0))
        found.row(player, format_share(ended), format_share(again), format_count(summary.games))
        found.answer(
            player,
            verdict_against(ended, 0.001, above=False),
            f"{format_share(ended)} of the games on 5×5 reach the limit; in {format_share(again)} "
            "a position was repeated by then",
            *(ended.value, again.value),
        )
    return found.finding()


def _judge_placement(results: Results) -> Finding:
    found = Answers(PLACEMENT, "turns that place a stone, %", "in the late endgame, %", "games")
    for player, cell, summary in results.each("kitaran", **USUAL[5]):
        before, later = placements(results.of_cell(cell), cell.game.rules.num_cells)
        found.row(player, format_share(before), format_share(later), format_count(summary.games))
        found.answer(
            player,
            verdict_both(
                verdict_against(before, 0.5, above=True), verdict_against(later, 0.5, above=False)
            ),
            f"{format_share(before)} of the turns place a stone while at least a fifth of the "
            f"board is empty, and {format_share(later)} later",
            *(before.value, later.value),
        )
    return found.finding()


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
    found = Answers(KOMI, "komi", "drawn, %", "Black wins, %", "games")
    for player in results.players:
        drawn: list[float] = []
        for komi in (0, 0.5):
            for cell in results.find(player, "kitaran", size=6, komi=komi):
                summary = results.summaries[cell.title]
                drawn.append(summary.drawishness.value)
                draws, wins = format_share(summary.drawishness), format_share(summary.first_mover)
                found.row(player, f"{komi:g}", draws, wins, format_count(summary.games))
                if komi:
                    found.answer(
                        player,
                        verdict_against(summary.drawishness, 0.01, above=False),
                        f"{draws} of the games with komi 0.5 are drawn, and Black wins {wins}",
                        *(drawn if len(drawn) == 2 else found.numbers),
                    )
    return found.finding()
