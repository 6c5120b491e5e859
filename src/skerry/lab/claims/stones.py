"""Judgements on the claims about Sytran and Byg."""

from collections.abc import Mapping

import polars as pl

from ..measures.compare import LEVEL, QUANTITIES, Difference, compare, holm
from ..measures.metrics import Estimate
from ..plans.plan import Cell
from .claims import CANT_TELL, FAILS, HOLDS, Finding, against, both, within
from .plan import CAPS, PENALTIES
from .results import Results, final_standings, mean_of, most_groups
from .words import amount, finding, percent, points, said, share_finding

USUAL_PENALTY = 4
CLOSE = 3  # points
CAP = 3
FAIR = (0.45, 0.55)  # a share of the games that we call fair
FAIRNESS = QUANTITIES[0]


def judge_sytran(results: Results) -> list[Finding]:
    """All claims on Sytran."""
    return [_hybrid(results), _penalty(results), _sytran_draws(results)]


def _hybrid(results: Results) -> Finding:
    verdicts, rows, sentences, shares = {}, [], [], list[Estimate]()
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
        verdicts[player] = both(*(against(share, 0.05, above=True) for share in shares))
        rows.append((player, *map(percent, shares), f"{games:,}"))
        sentences.append(
            f"By {player}, the side with fewer stones wins {percent(shares[0])} of the games, the "
            f"one with more groups {percent(shares[1])}."
        )
    heads = ("players", "won with fewer stones, %", "won with more groups, %", "games")
    found = finding("sytran-hybrid", verdicts, sentences, heads, rows)
    return found.headed(*(share.value for share in shares))


def _penalty(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player in results.players:
        groups: dict[int, dict[int, float]] = {}  # by penalty, by number of the game
        close: dict[int, str] = {}  # share of close games, by penalty
        for penalty in PENALTIES:
            for cell in results.find(player, "sytran", penalty=penalty):
                groups[penalty] = _groups_left(results, cell)
                words = _penalty_words(results, cell, groups[penalty])
                close[penalty] = words[2]
                rows.append((player, f"{penalty}", *words))
        if {PENALTIES[0], PENALTIES[-1]} <= set(groups):
            first, last = groups[PENALTIES[0]], groups[PENALTIES[-1]]
            # like numbers have like seeds, so games are compared in pairs
            fewer = mean_of([first[number] - last[number] for number in first if number in last])
            verdicts[player] = against(fewer, 0.0, above=True)
            without = mean_of(list(first.values()))
            numbers = [without.value, fewer.value, PENALTIES[-1]]
            sentences.append(
                f"By {player}, a side ends with {amount(without)} groups "
                f"where they cost nothing, and with {amount(fewer)} fewer where each costs "
                f"{PENALTIES[-1]}; {close[PENALTIES[0]]} and {close[PENALTIES[-1]]} of the games "
                f"are won by {CLOSE} points at most."
            )
    won = f"won by {CLOSE} at most, %"
    heads = ("players", "P", "groups of a side", "margin", won, "drawn, %")
    return finding("sytran-penalty", verdicts, sentences, heads, rows).headed(*numbers)


def _groups_left(results: Results, cell: Cell) -> dict[int, float]:
    """Groups of a side at the end, the mean over both sides, by number of the game."""
    return {
        number: sum(len(one.groups) for one in final_standings(cell.game, actions)) / 2
        for number, actions in results.played(cell)
    }


def _penalty_words(
    results: Results, cell: Cell, groups: Mapping[int, float]
) -> tuple[str, str, str, str]:
    """Groups, margin, close and drawn games of a cell."""
    margin = (pl.col("score_0") - pl.col("score_1")).abs()
    mean = results.of_cell(cell).select(margin.mean()).collect().item()
    close = results.share(cell, (margin > 0) & (margin <= CLOSE))
    drawn = results.summaries[cell.title].drawishness
    return amount(mean_of(list(groups.values()))), f"{mean:.1f}", percent(close), percent(drawn)


def _sytran_draws(results: Results) -> Finding:
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
        f"{what}: {said(shares)}.",
        f"With an even P, {even:,} of {of_even:,} games were drawn.",
    )
    return share_finding(
        "sytran-draws", shares, what, lambda one: against(one, 0.01, above=False), more
    )


# Byg -------------------------------------------------------------------------------------------


def judge_byg(results: Results) -> list[Finding]:
    """All claims on Byg."""
    return [_opening(results), _cap(results), _groups(results), _ties(results)]


def _opening(results: Results) -> Finding:
    alone = {p: s.first_mover for p, _, s in results.each("byg", cap=CAP, swap=False)}
    swap = {p: s for p, _, s in results.each("byg", cap=CAP, swap=True)}
    rows, sentences = [], []
    for player, share in alone.items():
        sentence, swapped = f"White takes {percent(share)} of the games by {player}", ("–", "–")
        if player in swap:
            mover = percent(swap[player].first_mover)
            sentence += f"; where Black may swap, the first mover takes {mover}"
            swapped = (mover, percent(swap[player].swap_rate))
        sentences.append(f"{sentence}.")
        rows.append((player, percent(share), *swapped, f"{share.games:,}"))
    heads = ("players", "White, %", "first mover with swap, %", "swapped, %", "games")
    verdicts = {player: within(share, *FAIR) for player, share in alone.items()}
    found = finding("byg-opening", verdicts, sentences, heads, rows)
    return found.headed(*(share.value for share in list(alone.values())[-1:]))


def _cap(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player in results.players:
        cells = {
            cap: cell for cap in CAPS for cell in results.find(player, "byg", cap=cap, swap=False)
        }
        for cap, cell in cells.items():
            summary = results.summaries[cell.title]
            turns = f"{summary.turns.mean.value:.1f}"
            share = percent(summary.first_mover)
            rows.append((player, f"{cap}", share, turns, f"{summary.games:,}"))
        if set(cells) == set(CAPS):
            others = {cap: _fairness(results, cells[CAP], cells[cap]) for cap in CAPS if cap != CAP}
            verdicts[player] = judge_cap(others)
            sentences += [_cap_sentence(player, others)]
            numbers = [results.summaries[cells[cap].title].first_mover.value for cap in CAPS]
    heads = ("players", "cap", "White, %", "turns", "games")
    return finding("byg-cap", verdicts, sentences, heads, rows).headed(*numbers)


def _fairness(results: Results, cell: Cell, other: Cell) -> Difference:
    """How much farther from one half the first mover's share is in a cell than in another."""
    a, b = results.of_cell(cell), results.of_cell(other)
    (found,) = compare(a, b, quantities=[FAIRNESS])
    return found


def judge_cap(others: Mapping[int, Difference]) -> str:
    """The verdict on the cap of 3, given its distance from one half minus that of each other."""
    chances = holm([one.p for one in others.values()])
    values = [one.difference.value for one in others.values()]
    if any(p <= LEVEL and value > 0 for p, value in zip(chances, values, strict=True)):
        return FAILS
    fairest = all(p <= LEVEL and value < 0 for p, value in zip(chances, values, strict=True))
    return HOLDS if fairest else CANT_TELL


def _cap_sentence(player: str, others: Mapping[int, Difference]) -> str:
    told = ", ".join(f"{points(one.difference)} than with {cap}" for cap, one in others.items())
    return f"By {player}, White's share is so many points farther from one half with cap 3: {told}."


def _groups(results: Results) -> Finding:
    shares = {}
    for player, cell, _ in results.each("byg", cap=CAP, swap=False):
        most = [most_groups(cell.game, actions) for _, actions in results.played(cell)]
        shares[player] = Estimate.share(sum(one > CAP for one in most), len(most))
    what = "Games in which a side begins a turn with more than 3 groups"
    return share_finding("byg-groups", shares, what, lambda one: against(one, 0.5, above=True))


def _ties(results: Results) -> Finding:
    verdicts, rows, sentences, numbers = {}, [], [], list[float]()
    for player, cell, summary in results.each("byg", cap=CAP, swap=False):
        largest, games = 0, 0
        for _, actions in results.played(cell):
            ends = final_standings(cell.game, actions)
            largest += ends[0].groups[:1] == ends[1].groups[:1]
            games += 1
        undecided = Estimate.share(largest, games)
        numbers = [summary.drawishness.value, undecided.value]
        verdicts[player] = HOLDS if summary.completion.value == 1 else FAILS
        rows.append((player, percent(summary.drawishness), percent(undecided), f"{games:,}"))
        sentences.append(
            f"By {player}, the largest groups are of one size in {percent(undecided)} of the games."
        )
    if sentences:
        sentences.append("A full board has an odd number of cells, so no game can be drawn.")
    heads = ("players", "drawn, %", "largest groups alike, %", "games replayed")
    return finding("byg-ties", verdicts, sentences, heads, rows).headed(*numbers)
