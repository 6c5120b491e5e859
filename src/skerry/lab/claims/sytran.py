"""What the text of Sytran says, and how it is judged."""

from collections.abc import Iterator, Mapping
from functools import partial

import polars as pl

from skerry.core.numbers import format_count
from skerry.lab.claims.claims import (
    Answers,
    Claim,
    Finding,
    Match,
    Results,
    Size,
    final_standings,
    format_mean,
    format_share,
    format_shares,
    mean_of,
    share_finding,
    verdict_against,
    verdict_both,
)
from skerry.lab.plans import Cell
from skerry.statistics import Estimate

PENALTIES = (0, 1, 2, 3, 4, 6)
USUAL_PENALTY = 4
CLOSE = 3  # points


_claim = partial(Claim, game="sytran", source="C. Freeling, “Sytran”, rules")
HYBRID = _claim(
    key="sytran-hybrid",
    quote="Sytran is a territory-connection hybrid",
    measured="With penalty 4, how often a side wins with fewer stones, so by its groups, and how "
    "often with more groups, so by its stones. Holds if each happens in more than 5 games in 100.",
    headline="{0:games} are won with fewer stones, {1:percent} with more groups.",
)
PENALTY = _claim(
    key="sytran-penalty",
    quote="The penalty 'P' is variable",
    measured="What P changes: the groups of a side at the end, the margin of the scores, and close "
    "games, won by 3 points or less. “Fewer groups” if the greatest P leaves fewer than 0.",
    headline="A side ends with {0:.1f} groups when they cost nothing, and with {1:.1f} when each "
    "costs {2:.0f} points.",
    answers=("fewer groups", "no fewer groups"),
)
DRAWS = _claim(
    key="sytran-draws",
    quote="Highest score wins.",
    measured="How often equal scores leave no winner, which only an odd P allows. “Seldom” means "
    "fewer than 1 game in 100 with an odd P.",
    headline="With odd penalties, {0:games} are drawn; with even ones, none.",
    answers=("seldom drawn", "often drawn"),
)
CLAIMS = (HYBRID, PENALTY, DRAWS)


def matches(size: Size) -> Iterator[Match]:
    """What is played for them."""
    yield Match("sytran", f"size = 6, penalty = {list(PENALTIES)}", 0.75)


def judge(results: Results) -> list[Finding]:
    """All claims on Sytran."""
    return [_judge_hybrid(results), _judge_penalty(results), _judge_draws(results)]


def _judge_hybrid(results: Results) -> Finding:
    found = Answers(HYBRID, "won with fewer stones, %", "won with more groups, %", "games")
    for player, cell, _ in results.each("sytran", penalty=USUAL_PENALTY):
        fewer, more, games = 0, 0, 0
        for _, actions in results.played(cell):
            ends = final_standings(cell.game, actions)
            lead = (ends[0].score or 0) - (ends[1].score or 0)
            sign = 1 if lead > 0 else -1
            games += 1
            fewer += bool(lead) and sign * (ends[0].stones - ends[1].stones) < 0
            more += bool(lead) and sign * (len(ends[0].groups) - len(ends[1].groups)) > 0
        shares = [Estimate.share(count, games) for count in (fewer, more)]
        words = [format_share(share) for share in shares]
        found.row(player, *words, format_count(games))
        found.answer(
            player,
            verdict_both(*(verdict_against(share, 0.05, above=True) for share in shares)),
            f"the side with fewer stones wins {words[0]} of the games, and the side with more "
            f"groups wins {words[1]}",
            *(share.value for share in shares),
        )
    return found.finding()


def _judge_penalty(results: Results) -> Finding:
    won = f"won by {CLOSE} or less, %"
    found = Answers(PENALTY, "P", "groups of a side", "margin", won, "drawn, %")
    for player in results.players:
        groups: dict[int, dict[int, float]] = {}  # by penalty, by number of the game
        close: dict[int, str] = {}  # share of close games, by penalty
        for penalty in PENALTIES:
            for cell in results.find(player, "sytran", penalty=penalty):
                groups[penalty] = _groups_left(results, cell)
                columns = _describe_penalty(results, cell, groups[penalty])
                close[penalty] = columns[2]
                found.row(player, f"{penalty}", *columns)
        least, most = PENALTIES[0], PENALTIES[-1]
        if {least, most} <= set(groups):
            first, last = groups[least], groups[most]
            # like numbers have like seeds, so games are compared in pairs
            fewer = mean_of([first[number] - last[number] for number in first if number in last])
            without = mean_of(list(first.values()))
            found.answer(
                player,
                verdict_against(fewer, 0.0, above=True),
                f"a side ends with {format_mean(without)} groups when they cost nothing, and with "
                f"{format_mean(fewer)} fewer when each costs {most} points; {close[least]} and "
                f"{close[most]} of the games are won by {CLOSE} points or less",
                *(without.value, without.value - fewer.value, most),
            )
    return found.finding()


def _groups_left(results: Results, cell: Cell) -> dict[int, float]:
    """Groups of a side at the end, the mean over both sides, by number of the game."""
    return {
        number: sum(len(one.groups) for one in final_standings(cell.game, actions)) / 2
        for number, actions in results.played(cell)
    }


def _describe_penalty(
    results: Results, cell: Cell, groups: Mapping[int, float]
) -> tuple[str, str, str, str]:
    """Groups, margin, close and drawn games of a cell."""
    margin = (pl.col("score_0") - pl.col("score_1")).abs()
    mean = results.of_cell(cell).select(margin.mean()).collect().item()
    close = results.share(cell, (margin > 0) & (margin <= CLOSE))
    drawn = results.summaries[cell.title].drawishness
    return (
        format_mean(mean_of(list(groups.values()))),
        f"{mean:.1f}",
        format_share(close),
        format_share(drawn),
    )


def _judge_draws(results: Results) -> Finding:
    shares, even, of_even = {}, 0, 0
    for player in results.players:
        drawn, games = [0, 0], [0, 0]  # with an even P, and with an odd one
        for cell in results.find(player, "sytran"):
            parity, summary = int(cell.game.option("penalty")) % 2, results.summaries[cell.title]
            drawn[parity] += round(summary.drawishness.value * summary.games)
            games[parity] += summary.games
        even, of_even = even + drawn[0], of_even + games[0]
        if games[1]:
            shares[player] = Estimate.share(drawn[1], games[1])
    what = "Drawn games with an odd P"
    more = (
        f"{what}: {format_shares(shares)}.",
        f"With an even P, {even:,} of {of_even:,} games were drawn.",
    )
    return share_finding(
        DRAWS, shares, what, lambda one: verdict_against(one, 0.01, above=False), more
    )
