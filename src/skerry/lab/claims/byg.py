"""What the text of Byg says, and how it is judged."""

from collections.abc import Iterator, Mapping
from functools import partial

from skerry.core.numbers import format_count
from skerry.lab.claims.claims import (
    CANT_TELL,
    FAILS,
    FAIR,
    HOLDS,
    Answers,
    Claim,
    Finding,
    Match,
    Results,
    Size,
    final_standings,
    format_points,
    format_share,
    most_groups,
    share_finding,
    verdict_against,
    verdict_within,
)
from skerry.lab.comparison import LEVEL, QUANTITIES, Difference, compare, holm
from skerry.lab.plans import Cell
from skerry.statistics import Estimate

CAPS = (1, 2, 3, 5)
TEXT_CAP = 3
FAIRNESS = QUANTITIES[0]


_claim = partial(
    Claim,
    game="byg",
    source="N. Bentley, “Byg Analysis #3 (in which the rules are utterly revamped)”, 2010",
)
OPENING = _claim(
    key="byg-opening",
    quote="From then on, starting with Black, the players take turns.",
    measured="How many games White wins with this opening, and how many the first player wins if "
    "Black may swap instead. “Fair” if White wins 45 to 55 of 100.",
    headline="White is {0:side} after this opening: White wins {0:games}.",
    answers=("fair", "not fair"),
)
MOST_STONES = _claim(
    key="byg-cap",
    quote="the maximum number of stones you may place is 3.",
    measured="How far from half of the games White's wins are with a stone limit of 3, and with "
    "1, 2 and 5. The text gives no reason for 3; we test whether 3 is fairer than all the others, "
    "or one of them is fairer (Holm's correction).",
    headline="White wins {2:percent} of the games with a stone limit of 3, and {0:percent}, "
    "{1:percent} and {3:percent} with limits of 1, 2 and 5.",
    answers=("3 is the fairest", "another is fairer"),
)
GROUPS = _claim(
    key="byg-groups",
    quote="a limit on the number of groups you may have on board when there is not",
    measured="How often a side begins a turn with more than 3 groups, so that the limit applies. "
    "“Often” means in more than half of the games.",
    headline="In {0:games}, a side gets more than 3 groups, so the limit applies.",
    answers=("applies often", "applies seldom"),
)
TIES = _claim(
    key="byg-ties",
    quote="until you come to a pair which aren't the same size",
    measured="Whether such a pair is always found, and how often the largest groups do not "
    "decide. “Always” means that no game is drawn.",
    headline="{0:games} are drawn; in {1:percent} the largest groups have the same size, so "
    "smaller ones decide.",
    answers=("always", "not always"),
)
CLAIMS = (OPENING, MOST_STONES, GROUPS, TIES)


def matches(size: Size) -> Iterator[Match]:
    """What is played for them."""
    yield Match("byg", f"size = 6, cap = {list(CAPS)}", 0.75)
    yield Match("byg", 'size = 6, swap = "on"', 0.75)


def judge(results: Results) -> list[Finding]:
    """All claims on Byg."""
    return [
        _judge_opening(results),
        _judge_cap(results),
        _judge_groups(results),
        _judge_ties(results),
    ]


def _judge_opening(results: Results) -> Finding:
    alone = {p: s.first_mover for p, _, s in results.each("byg", cap=TEXT_CAP, swap=False)}
    swap = {p: s for p, _, s in results.each("byg", cap=TEXT_CAP, swap=True)}
    found = Answers(
        OPENING,
        *("White wins, %", "first player wins with swapping, %", "swapped, %", "games"),
    )
    for player, share in alone.items():
        words = f"White wins {format_share(share)} of the games"
        swapped = ("–", "–")
        if player in swap:
            mover = format_share(swap[player].first_mover)
            words += f"; if Black may swap, the first player wins {mover}"
            swapped = (mover, format_share(swap[player].swap_rate))
        found.row(player, format_share(share), *swapped, format_count(share.games))
        found.answer(player, verdict_within(share, *FAIR), words, share.value)
    return found.finding()


def _judge_cap(results: Results) -> Finding:
    found = Answers(MOST_STONES, "limit", "White wins, %", "turns", "games")
    for player in results.players:
        cells = {
            cap: cell for cap in CAPS for cell in results.find(player, "byg", cap=cap, swap=False)
        }
        summaries = {cap: results.summaries[cell.title] for cap, cell in cells.items()}
        for cap, summary in summaries.items():
            turns = f"{summary.turns.mean.value:.1f}"
            share = format_share(summary.first_mover)
            found.row(player, f"{cap}", share, turns, format_count(summary.games))
        if set(cells) == set(CAPS):
            others = {
                cap: _compare_fairness(results, cells[TEXT_CAP], cells[cap])
                for cap in CAPS
                if cap != TEXT_CAP
            }
            further = (
                f"by {format_points(one.difference)} than with limit {cap}"
                for cap, one in others.items()
            )
            words = "White's wins in 100 games are further from half with limit 3: "
            words += ", ".join(further)
            numbers = (summaries[cap].first_mover.value for cap in CAPS)
            found.answer(player, judge_cap(others), words, *numbers)
    return found.finding()


def _compare_fairness(results: Results, cell: Cell, other: Cell) -> Difference:
    """How much farther from one half the first mover's share is in a cell than in another."""
    a, b = results.of_cell(cell), results.of_cell(other)
    (found,) = compare(a, b, quantities=[FAIRNESS])
    return found


def judge_cap(others: Mapping[int, Difference]) -> str:
    """The verdict on the text's cap, given its distance from one half minus that of each other."""
    chances = holm([one.p for one in others.values()])
    values = [one.difference.value for one in others.values()]
    if any(p <= LEVEL and value > 0 for p, value in zip(chances, values, strict=True)):
        return FAILS
    fairest = all(p <= LEVEL and value < 0 for p, value in zip(chances, values, strict=True))
    return HOLDS if fairest else CANT_TELL


def _judge_groups(results: Results) -> Finding:
    shares = {}
    for player, cell, _ in results.each("byg", cap=TEXT_CAP, swap=False):
        most = [most_groups(cell.game, actions) for _, actions in results.played(cell)]
        shares[player] = Estimate.share(sum(one > TEXT_CAP for one in most), len(most))
    what = "Games in which a side begins a turn with more than 3 groups"
    return share_finding(GROUPS, shares, what, lambda one: verdict_against(one, 0.5, above=True))


def _judge_ties(results: Results) -> Finding:
    found = Answers(TIES, "drawn, %", "largest groups of the same size, %", "games replayed")
    for player, cell, summary in results.each("byg", cap=TEXT_CAP, swap=False):
        ends = [final_standings(cell.game, actions) for _, actions in results.played(cell)]
        largest = sum(one.groups[:1] == other.groups[:1] for one, other in ends)
        undecided, drawn = Estimate.share(largest, len(ends)), summary.drawishness
        found.row(player, format_share(drawn), format_share(undecided), format_count(len(ends)))
        found.answer(
            player,
            HOLDS if summary.completion.value == 1 else FAILS,
            f"the largest groups have the same size in {format_share(undecided)} of the games",
            *(drawn.value, undecided.value),
        )
    if found.sentences:
        found.sentences.append("A full board has an odd number of cells, so no game can be drawn.")
    return found.finding()
