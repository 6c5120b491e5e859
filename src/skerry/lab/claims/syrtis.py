"""What the text of Syrtis says, and how it is judged."""

from collections.abc import Iterator
from functools import partial

import polars as pl

from skerry.core.numbers import format_count, format_percent
from skerry.lab.claims.claims import (
    FAIR,
    Claim,
    Finding,
    Match,
    Results,
    Size,
    capitalised,
    difference_of,
    finding,
    format_mean,
    format_share,
    rare_finding,
    share_finding,
    share_of_games,
    verdict_against,
    verdict_both,
    verdict_within,
    whole_percent,
)
from skerry.lab.pages import describe_player

STALL = pl.col("reason") == "stall"
INITIATIVE = pl.col("reason").is_in(["both", "passes", "stall"])
WAYS = {
    "island": pl.col("reason") == "island",
    "quicksand": pl.col("reason") == "quicksand",
    "initiative": INITIATIVE,
}


def _headline_three_ways(island: float, quicksand: float, initiative: float) -> str:
    return capitalised(
        f"{share_of_games(island)} end by an island, {whole_percent(quicksand)} by four in a row "
        f"(“quicksand”) and {whole_percent(initiative)} by initiative."
    )


def _headline_stalling(share: float) -> str:
    return capitalised(f"{share_of_games(share)} went on for 100 turns without a tile being sunk.")


def _headline_unsunk(share: float) -> str:
    return capitalised(f"{share_of_games(share)} ended by initiative before a tile was sunk.")


def _headline_minor(major: float, minor: float) -> str:
    return (
        f"A game of Syrtis Major takes {major:.0f} turns on average, and one of Syrtis Minor "
        f"{minor:.0f}."
    )


def _headline_fair(light: float) -> str:
    return f"Light, who moves first, wins {share_of_games(light)}."


_claim = partial(Claim, game="syrtis", source="D. Vander Laan, “Syrtis”, rules")
THREE_WAYS = _claim(
    key="syrtis-three-ways",
    quote="There are three ways to win the game.",
    measured="How the games of Syrtis Major end: by an island, by quicksand, or by initiative "
    "(both at once, passes, stalling). “All occur” if each ends more than 1 game in 100.",
    headline=_headline_three_ways,
    answers=("all occur", "not all occur"),
)
STALLING = _claim(
    key="syrtis-stalling",
    quote="This rule thwarts stonewalling and makes ties impossible.",
    measured="How many games of Syrtis Major go on for 100 turns without a tile being sunk, which "
    "no rule of the text ends. Holds below 1 game in 100.",
    headline=_headline_stalling,
)
UNSUNK = _claim(
    key="syrtis-unsunk",
    quote="In the unlikely event that no tiles have been sunk",
    measured="How many games of Syrtis Major are decided by initiative before any tile was sunk. "
    "Holds below 1 game in 20.",
    headline=_headline_unsunk,
)
MINOR = _claim(
    key="syrtis-minor",
    quote="For a short, tactical game, play Syrtis Minor",
    measured="How many more turns a game of Syrtis Major takes than one of Syrtis Minor. Holds "
    "above 0.",
    headline=_headline_minor,
)
FAIRNESS = _claim(
    key="syrtis-fair",
    quote="the other half will make the board fair",
    measured="How many games of Syrtis Major Light wins, who moves first. Holds if it is 45 to 55 "
    "of 100. How many the player wins who places the towers before the other chooses a colour is "
    "given beside it.",
    headline=_headline_fair,
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
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, cell, summary in results.each("syrtis", board="major"):
        shares = {way: results.share(cell, condition) for way, condition in WAYS.items()}
        judged = [verdict_against(share, 0.01, above=True) for share in shares.values()]
        numbers = [share.value for share in shares.values()]
        verdicts[player] = verdict_both(verdict_both(*judged[:2]), judged[2])
        reasons = (summary.reasons.get(reason) for reason in ("both", "passes", "stall"))
        columns = (format_percent(0.0 if one is None else one.value, 1) for one in reasons)
        rows.append(
            (player, *map(format_share, shares.values()), *columns, format_count(summary.games))
        )
        ends = [f"by {way} in {format_share(share)}" for way, share in shares.items()]
        sentences.append(
            f"With {describe_player(player)}, games end {', '.join(ends[:-1])} and {ends[-1]}."
        )
    heads = ("players", *(f"{way}, %" for way in WAYS), "both", "passes", "stalling", "games")
    return finding(THREE_WAYS, verdicts, sentences, heads, rows).headed(*numbers)


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
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    minor = {player: summary.turns for player, _, summary in results.each("syrtis", board="minor")}
    for player, _, summary in results.each("syrtis", board="major"):
        if player not in minor:
            continue
        major = summary.turns
        longer = difference_of(major.mean, minor[player].mean)
        verdicts[player] = verdict_against(longer, 0.0, above=True)
        numbers = [major.mean.value, minor[player].mean.value]
        rows.append(
            (player, format_mean(major.mean), format_mean(minor[player].mean), format_mean(longer))
        )
        sentences.append(
            f"With {describe_player(player)}, a game of Syrtis Major takes "
            f"{format_mean(major.mean)} turns on average, and one of Syrtis Minor "
            f"{format_mean(minor[player].mean)}."
        )
    heads = ("players", "turns, Major", "turns, Minor", "difference")
    return finding(MINOR, verdicts, sentences, heads, rows).headed(*numbers)


def _judge_fair(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, _, summary in results.each("syrtis", board="major"):
        light, placer = summary.first_colour, summary.first_mover
        verdicts[player] = verdict_within(light, *FAIR)
        numbers = [light.value]
        rows.append(
            (player, format_share(light), format_share(placer), format_count(summary.games))
        )
        sentences.append(
            f"With {describe_player(player)}, Light wins {format_share(light)} of the games, and "
            f"whoever placed the towers {format_share(placer)}."
        )
    heads = ("players", "Light wins, %", "whoever placed the towers wins, %", "games")
    return finding(FAIRNESS, verdicts, sentences, heads, rows).headed(*numbers)
