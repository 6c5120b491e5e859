"""Judgements on the claims about Kitaran and Syrtis."""

from collections.abc import Callable

import polars as pl

from ..measures.metrics import Estimate
from ..pages.plots import figure, histogram
from ..plans.plan import Cell
from ..playing.rows import DRAW
from .claims import Finding, against, both, within
from .results import Results, difference_of, ratio_of
from .words import amount, finding, percent, share_finding

LONG = 100  # turns
LATE = 0.2  # share of the board that is vacant where the late end-game begins
FAIR = (0.45, 0.55)  # a share of the games that we call fair
USUAL_KOMI = 0.5  # on even boards
CYCLE = pl.col("reason") == "cycle"
STALL = pl.col("reason") == "stall"
INITIATIVE = pl.col("reason").is_in(["both", "passes", "stall"])
WAYS = {
    "island": pl.col("reason") == "island",
    "quicksand": pl.col("reason") == "quicksand",
    "initiative": INITIATIVE,
}


def judge_kitaran(results: Results) -> list[Finding]:
    """All claims on Kitaran."""
    drawn = pl.col("winner") == DRAW
    return [
        _length(results, "kitaran-length", 5, lambda one: against(one, 0.05, above=False)),
        _share(results, "kitaran-draws", drawn, "Drawn games on 5×5", 0.1, size=5),
        _length(results, "kitaran-6x6", 6, lambda one: against(one, 0.1, above=True)),
        _length(results, "kitaran-7x7", 7, lambda one: against(one, 0.5, above=True)),
        _cycles(results),
        _placement(results),
        _komi(results),
    ]


def _share(
    results: Results, key: str, condition: pl.Expr, what: str, limit: float, **options: object
) -> Finding:
    """The finding on a claim that something is rare."""
    name = "kitaran" if key.startswith("kitaran") else "syrtis"
    shares = {p: results.share(cell, condition) for p, cell, _ in results.each(name, **options)}
    return share_finding(key, shares, what, lambda one: against(one, limit, above=False))


def _length(results: Results, key: str, size: int, judge: Callable[[Estimate], str]) -> Finding:
    """The finding on a claim about turns; that on 6×6 is of the usual komi."""
    komi = {"komi": USUAL_KOMI} if size == 6 else {}
    verdicts, rows, sentences, pictures = {}, [], [], tuple[str, ...]()
    numbers: list[float] = []
    for player, cell, summary in results.each("kitaran", size=size, **komi):
        long, turns = results.share(cell, pl.col("turns") > LONG), summary.turns
        verdicts[player] = judge(long)
        numbers = [turns.median, long.value]
        most = f"{turns.percent_5:,} to {turns.percent_95:,}"
        told = (amount(turns.mean), f"{turns.median:,}", most, percent(long))
        rows.append((player, *told, f"{summary.games:,}"))
        sentences.append(
            f"By {player}, half of the games take {turns.median:,} turns or fewer, nine in ten "
            f"{most}; {percent(long)} of them take more than {LONG}."
        )
        pictures += (_lengths(results, cell, f"{key}-{len(rows)}", player),)
    heads = ("players", "turns, mean", "median", "9 in 10", f"more than {LONG}, %", "games")
    return finding(key, verdicts, sentences, heads, rows, pictures).headed(*numbers)


def _lengths(results: Results, cell: Cell, name: str, player: str) -> str:
    """How long the games of a cell are."""
    counts = results.of_cell(cell).group_by("turns").len().sort("turns").collect()
    title = f"Turns of a game by {player}"
    picture = histogram(name, dict(counts.iter_rows()), "turns", title)
    return figure(picture, title)


def _cycles(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, cell, summary in results.each("kitaran", size=5):
        ended = results.share(cell, CYCLE)
        # so many conversions in a row might lead on; a position seen before is a cycle indeed
        again = results.share(cell, CYCLE & (pl.col("repeated") > 0))
        verdicts[player] = against(ended, 0.001, above=False)
        numbers = [ended.value, again.value]
        rows.append((player, percent(ended), percent(again), f"{summary.games:,}"))
        sentences.append(
            f"By {player}, {percent(ended)} of the games on 5×5 end by so many conversions in a "
            f"row, and {percent(again)} have come back to a position by then."
        )
    heads = ("players", "ended so, %", "of all, a position came back, %", "games")
    return finding("kitaran-cycles", verdicts, sentences, heads, rows).headed(*numbers)


def _placement(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, cell, summary in results.each("kitaran", size=5):
        before, later = placements(results.of_cell(cell), cell.game.rules.num_cells)
        verdicts[player] = both(against(before, 0.5, above=True), against(later, 0.5, above=False))
        numbers = [before.value, later.value]
        rows.append((player, percent(before), percent(later), f"{summary.games:,}"))
        sentences.append(
            f"By {player}, {percent(before)} of the turns are stones while a fifth of the board is "
            f"vacant, and {percent(later)} later."
        )
    heads = ("players", "stones, %", "stones in the late end-game, %", "games")
    return finding("kitaran-placement", verdicts, sentences, heads, rows).headed(*numbers)


def placements(rows: pl.LazyFrame, num_cells: int) -> tuple[Estimate, Estimate]:
    """The share of turns that are stones, before the late end-game and in it.

    An action of Kitaran is a turn: its cell, or the cell plus num_cells for a conversion.
    """
    stone = pl.col("played") < num_cells
    vacant = num_cells - (stone.cum_sum() - stone).over("number")
    late = vacant < LATE * num_cells
    told = (
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
    after, stones = told["late"].to_numpy(), told["late_stones"].to_numpy()
    before = ratio_of(told["stone"].to_numpy() - stones, told["turns"].to_numpy() - after)
    return before, ratio_of(stones, after)


def _komi(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player in results.players:
        drawn: list[float] = []
        for komi in (0, USUAL_KOMI):
            for cell in results.find(player, "kitaran", size=6, komi=komi):
                summary = results.summaries[cell.title]
                cycles = results.share(cell, CYCLE)
                told = (percent(summary.drawishness), percent(cycles), percent(summary.first_mover))
                drawn.append(summary.drawishness.value)
                numbers = drawn if len(drawn) == 2 else numbers
                rows.append((player, f"{komi:g}", *told, f"{summary.games:,}"))
                if komi:
                    verdicts[player] = against(summary.drawishness, 0.01, above=False)
                    sentences.append(
                        f"By {player}, {percent(summary.drawishness)} of the games with komi 0.5 "
                        f"are drawn, {percent(cycles)} of all by a cycle; Black's share is "
                        f"{percent(summary.first_mover)}."
                    )
    heads = ("players", "komi", "drawn, %", "cycles, %", "Black, %", "games")
    return finding("kitaran-komi", verdicts, sentences, heads, rows).headed(*numbers)


def judge_syrtis(results: Results) -> list[Finding]:
    """All claims on Syrtis."""
    major = {"board": "major"}
    stalling = "Games that nothing but the limit of SYR-11 ends"
    return [
        _ways(results),
        _share(results, "syrtis-stalling", STALL, stalling, 0.01, **major),
        _unsunk(results),
        _minor(results),
        _fair(results),
    ]


def _ways(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, cell, summary in results.each("syrtis", board="major"):
        shares = {way: results.share(cell, condition) for way, condition in WAYS.items()}
        judged = [against(share, 0.01, above=True) for share in shares.values()]
        numbers = [share.value for share in shares.values()]
        verdicts[player] = both(both(*judged[:2]), judged[2])
        reasons = (summary.reasons.get(reason) for reason in ("both", "passes", "stall"))
        told = ("0.0%" if one is None else f"{one.value:.1%}" for one in reasons)
        rows.append((player, *map(percent, shares.values()), *told, f"{summary.games:,}"))
        ends = ", ".join(f"{way} {percent(share)}" for way, share in shares.items())
        sentences.append(f"The games by {player} end by {ends}.")
    heads = ("players", *(f"{way}, %" for way in WAYS), "both", "passes", "stalling", "games")
    return finding("syrtis-three-ways", verdicts, sentences, heads, rows).headed(*numbers)


def _unsunk(results: Results) -> Finding:
    shares = {}
    for player, cell, _ in results.each("syrtis", board="major"):
        rows = results.of_cell(cell)
        codes = rows.select(pl.col("played").explode().unique()).collect().to_series()
        sinks = [code for code in codes if cell.game.format_action(code).startswith("x")]
        # how many of the sinks occur in a game; none of all that were ever played may
        sunk = pl.col("played").list.set_intersection(pl.lit(sinks, pl.List(pl.Int16()))).list.len()
        shares[player] = results.share(cell, INITIATIVE & (sunk == 0))
    what = "Games decided by initiative with no tile sunk"
    return share_finding("syrtis-unsunk", shares, what, lambda one: against(one, 0.05, above=False))


def _minor(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    minor = {player: summary.turns for player, _, summary in results.each("syrtis", board="minor")}
    for player, _, summary in results.each("syrtis", board="major"):
        if player not in minor:
            continue
        major = summary.turns
        longer = difference_of(major.mean, minor[player].mean)
        verdicts[player] = against(longer, 0.0, above=True)
        numbers = [major.mean.value, minor[player].mean.value]
        rows.append((player, amount(major.mean), amount(minor[player].mean), amount(longer)))
        sentences.append(
            f"Syrtis Major takes {amount(major.mean)} turns by {player}, Minor "
            f"{amount(minor[player].mean)}."
        )
    heads = ("players", "turns, Major", "turns, Minor", "difference")
    return finding("syrtis-minor", verdicts, sentences, heads, rows).headed(*numbers)


def _fair(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, _, summary in results.each("syrtis", board="major"):
        light, placer = summary.first_colour, summary.first_mover
        verdicts[player] = within(light, *FAIR)
        numbers = [light.value]
        rows.append((player, percent(light), percent(placer), f"{summary.games:,}"))
        sentences.append(
            f"By {player}, Light takes {percent(light)} of the games, and who placed the towers "
            f"{percent(placer)}."
        )
    heads = ("players", "Light, %", "who placed the towers, %", "games")
    return finding("syrtis-fair", verdicts, sentences, heads, rows).headed(*numbers)
