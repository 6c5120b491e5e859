"""What the text of Syrtis says, and how it is judged."""

from collections.abc import Iterator
from functools import partial

import polars as pl

from skerry.core.numbers import format_count, format_percent
from skerry.lab.claims.claims import (
    FAIR,
    Answers,
    Claim,
    Finding,
    Match,
    Results,
    Size,
    difference_of,
    format_mean,
    format_share,
    rare_finding,
    share_finding,
    verdict_against,
    verdict_both,
    verdict_within,
)

STALL = pl.col("reason") == "stall"
INITIATIVE = pl.col("reason").is_in(["both", "passes", "stall"])
WAYS = {
    "island": pl.col("reason") == "island",
    "quicksand": pl.col("reason") == "quicksand",
    "initiative": INITIATIVE,
}


_claim = partial(Claim, game="syrtis", source="D. Vander Laan, “Syrtis”, rules")
THREE_WAYS = _claim(
    key="syrtis-three-ways",
    quote="There are three ways to win the game.",
    measured="How the games of Syrtis Major end: by an island, by quicksand, or by initiative "
    "(both at once, passes, stalling). “All occur” if each ends more than 1 game in 100.",
    headline="{0:games} end by an island, {1:percent} by four in a row (“quicksand”) and "
    "{2:percent} by initiative.",
    answers=("all occur", "not all occur"),
)
STALLING = _claim(
    key="syrtis-stalling",
    quote="This rule thwarts stonewalling and makes ties impossible.",
    measured="How many games of Syrtis Major go on for 100 turns without a tile being sunk, which "
    "no rule of the text ends. Holds below 1 game in 100.",
    headline="{0:games} went on for 100 turns without a tile being sunk.",
)
UNSUNK = _claim(
    key="syrtis-unsunk",
    quote="In the unlikely event that no tiles have been sunk",
    measured="How many games of Syrtis Major are decided by initiative before any tile was sunk. "
    "Holds below 1 game in 20.",
    headline="{0:games} ended by initiative before a tile was sunk.",
)
MINOR = _claim(
    key="syrtis-minor",
    quote="For a short, tactical game, play Syrtis Minor",
    measured="How many more turns a game of Syrtis Major takes than one of Syrtis Minor. Holds "
    "above 0.",
    headline="A game of Syrtis Major takes {0:.0f} turns on average, and one of Syrtis Minor "
    "{1:.0f}.",
)
FAIRNESS = _claim(
    key="syrtis-fair",
    quote="the other half will make the board fair",
    measured="How many games of Syrtis Major Light wins, who moves first. Holds if it is 45 to 55 "
    "of 100. How many the player wins who places the towers before the other chooses a colour is "
    "given beside it.",
    headline="Light, who moves first, wins {0:games}.",
)
CLAIMS = (THREE_WAYS, STALLING, UNSUNK, MINOR, FAIRNESS)


def matches(size: Size) -> Iterator[Match]:
    """What is played for them."""
    yield Match("syrtis", 'board = "major"', 0.5)
    yield Match("syrtis", 'board = "minor"', 1)


def judge(results: Results) -> list[Finding]:
    """All claims on Syrtis."""
    major = {"board": "major"}
    stalling = "Games that go on for 100 turns without a tile being sunk"
    return [
        _judge_ways(results),
        rare_finding(results, STALLING, STALL, stalling, 0.01, **major),
        _judge_unsunk(results),
        _judge_minor(results),
        _judge_fair(results),
    ]


def _judge_ways(results: Results) -> Finding:
    ways = (f"{way}, %" for way in WAYS)
    found = Answers(THREE_WAYS, *ways, "both", "passes", "stalling", "games")
    for player, cell, summary in results.each("syrtis", board="major"):
        shares = {way: results.share(cell, condition) for way, condition in WAYS.items()}
        judged = [verdict_against(share, 0.01, above=True) for share in shares.values()]
        reasons = (summary.reasons.get(reason) for reason in ("both", "passes", "stall"))
        columns = (format_percent(0.0 if one is None else one.value, 1) for one in reasons)
        games = format_count(summary.games)
        found.row(player, *map(format_share, shares.values()), *columns, games)
        ends = [f"by {way} in {format_share(share)}" for way, share in shares.items()]
        found.answer(
            player,
            verdict_both(verdict_both(*judged[:2]), judged[2]),
            f"games end {', '.join(ends[:-1])} and {ends[-1]}",
            *(share.value for share in shares.values()),
        )
    return found.finding()


def _judge_unsunk(results: Results) -> Finding:
    shares = {}
    for player, cell, _ in results.each("syrtis", board="major"):
        rows = results.of_cell(cell)
        codes = rows.select(pl.col("played").explode().unique()).collect().to_series()
        sinks = [code for code in codes if cell.game.format_action(code).startswith("x")]
        # how many of the sinks occur in a game; none of all that were ever played may
        sunk = pl.col("played").list.set_intersection(pl.lit(sinks, pl.List(pl.Int16()))).list.len()
        shares[player] = results.share(cell, INITIATIVE & (sunk == 0))
    what = "Games decided by initiative before any tile was sunk"
    return share_finding(UNSUNK, shares, what, lambda one: verdict_against(one, 0.05, above=False))


def _judge_minor(results: Results) -> Finding:
    found = Answers(MINOR, "turns, Major", "turns, Minor", "difference")
    minors = {p: summary.turns.mean for p, _, summary in results.each("syrtis", board="minor")}
    for player, _, summary in results.each("syrtis", board="major"):
        if player not in minors:
            continue
        major, minor = summary.turns.mean, minors[player]
        longer = difference_of(major, minor)
        found.row(player, format_mean(major), format_mean(minor), format_mean(longer))
        found.answer(
            player,
            verdict_against(longer, 0.0, above=True),
            f"a game of Syrtis Major takes {format_mean(major)} turns on average, and one of "
            f"Syrtis Minor {format_mean(minor)}",
            *(major.value, minor.value),
        )
    return found.finding()


def _judge_fair(results: Results) -> Finding:
    found = Answers(FAIRNESS, "Light wins, %", "whoever placed the towers wins, %", "games")
    for player, _, summary in results.each("syrtis", board="major"):
        light, placer = format_share(summary.first_colour), format_share(summary.first_mover)
        found.row(player, light, placer, format_count(summary.games))
        found.answer(
            player,
            verdict_within(summary.first_colour, *FAIR),
            f"Light wins {light} of the games, and whoever placed the towers {placer}",
            summary.first_colour.value,
        )
    return found.finding()
