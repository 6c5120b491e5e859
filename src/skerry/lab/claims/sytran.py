"""What the text of Sytran says, and how it is judged."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

import polars as pl

from skerry.core.layout import COLOUR_1
from skerry.lab.claims.claims import (
    NUMBER,
    Claim,
    Series,
    Stores,
    above,
    below,
    mean_of,
    measured,
    ratio_of,
    verdict_against,
    verdict_both,
)
from skerry.lab.claims.counting import (
    Quantity,
    Replay,
    Rule,
    few_groups,
    large_group,
    leads,
    links_that_hold,
    more_stones,
    replays,
    share_filled,
)
from skerry.positions import Game, Position
from skerry.statistics import Estimate, difference_of

PENALTIES = (0, 1, 2, 3, 4, 6)
USUAL_PENALTY = 4
LEAST, MOST = PENALTIES[0], PENALTIES[-1]
FILLED = (25, 50, 67, 80)  # percent of the board
PHASES: Mapping[str, tuple[float, float]] = {  # of a game: how full the board is before a turn
    "early": (0.0, 0.2),
    "middle": (0.3, 0.5),
    "late": (0.8, 1.0),
}
QUANTITIES: Mapping[str, Quantity] = {
    "groups": lambda standing: len(standing.groups),
    "stones": lambda standing: standing.stones,
    "points": lambda standing: standing.score or 0.0,
}
OFTEN = 0.05  # share of the games in which each half of a hybrid must decide


# The three rules of the guide.
ADVICE: tuple[Rule, ...] = (few_groups, more_stones, large_group)


def measure(rules: Game, rows: pl.DataFrame) -> Mapping[str, Estimate]:
    """What is counted besides.

    - fewer stones, more groups: games won by the side with fewer stones, or with more groups.
    - groups: of a side at the end, the mean over both.
    - more ... at N: `leads`. bridges held, gaps held: `links_that_hold`.
    - early gain, middle gain, late gain: points that a turn brings its side in each of PHASES.
      late losses: the share of late turns that cost points.
    """
    fewer, more = 0, 0
    groups = list[float]()
    games = list(replays(rules, rows))
    for game in games:
        ends = game.positions[-1].standings
        lead = (ends[0].score or 0) - (ends[1].score or 0)
        sign = (lead > 0) - (lead < 0)
        fewer += sign * (ends[0].stones - ends[1].stones) < 0
        more += sign * (len(ends[0].groups) - len(ends[1].groups)) > 0
        groups.append(sum(len(one.groups) for one in ends) / 2)
    return {
        "fewer stones": Estimate.share(fewer, len(groups)),
        "more groups": Estimate.share(more, len(groups)),
        "groups": mean_of(groups),
        **leads(games, FILLED, QUANTITIES),
        **links_that_hold(games),
        **gains_of_turns(games),
    }


def gains_of_turns(games: Sequence[Replay]) -> dict[str, Estimate]:
    """What a turn brings its side in points, by phase; the means of games are counted."""
    means: dict[str, list[float]] = {phase: [] for phase in PHASES}
    losses, turns = list[int](), list[int]()
    for game in games:
        gains = [
            (share_filled(before), _score(after, before) - _score(before, before))
            for before, after in pairwise(game.positions)
        ]
        by_phase = {
            phase: [gain for share, gain in gains if least <= share < most]
            for phase, (least, most) in PHASES.items()
        }
        for phase, some in by_phase.items():
            means[phase] += [sum(some) / len(some)] if some else []
        losses.append(sum(gain < 0 for gain in by_phase["late"]))
        turns.append(len(by_phase["late"]))
    found = {f"{phase} gain": mean_of(some) for phase, some in means.items() if some}
    return found | ({"late losses": ratio_of(losses, turns)} if any(turns) else {})


def _score(position: Position, mover: Position) -> float:
    """The points of the side that is to move in another position."""
    return position.standings[(mover.colour_index or COLOUR_1) - COLOUR_1].score or 0.0


def _drawn(label: str, is_of: Callable[[int], bool]) -> Series:
    """The share of drawn games with some of the penalties."""

    def find(stores: Stores, player: str) -> Estimate | None:
        found = [
            tally
            for penalty in PENALTIES
            if is_of(penalty) and (tally := stores["sytran"].find(player, options=_with(penalty)))
        ]
        games = sum(tally.total for tally in found)
        drawn = sum(tally.total - sum(tally.won_0) - sum(tally.won_1) for tally in found)
        return Estimate.share(drawn, games) if games else None

    return Series(label, find)


def _with(penalty: int) -> dict[str, int]:
    return {} if penalty == USUAL_PENALTY else {"penalty": penalty}


_claim = partial(Claim, game="sytran", source="C. Freeling, “Sytran”, rules")
CLAIMS = (
    _claim(
        key="sytran-hybrid",
        quote="Sytran is a territory-connection hybrid",
        measured="With penalty 4, how often a side wins with fewer stones, so by its groups, and "
        "how often with more groups, so by its stones. Holds if each happens in more than 5 games "
        "in 100.",
        headline="{0:games} are won with fewer stones, {1:percent} with more groups.",
        series=(
            measured("won with fewer stones", "sytran", "fewer stones"),
            measured("won with more groups", "sytran", "more groups"),
        ),
        judge=lambda *shares: verdict_both(
            *(verdict_against(share, OFTEN, above=True) for share in shares)
        ),
        limits=(OFTEN,),
    ),
    _claim(
        key="sytran-penalty",
        quote="The penalty 'P' is variable",
        measured="What P changes: the groups of a side at the end. “Fewer groups” if the greatest "
        "P leaves fewer than 0.",
        headline="A side ends with {0:.1f} groups when they cost nothing, and with {1:.1f} when "
        f"each costs {MOST} points.",
        series=tuple(
            measured(f"groups with penalty {one}", "sytran", "groups", **_with(one))
            for one in (LEAST, MOST)
        ),
        judge=lambda without, most: above(0.0)(difference_of(without, most)),
        form=NUMBER,
        axis="groups of a side",
        answers=("fewer groups", "no fewer groups"),
    ),
    _claim(
        key="sytran-draws",
        quote="Highest score wins.",
        measured="How often equal scores leave no winner, which only an odd P allows. “Seldom” "
        "means fewer than 1 game in 100 with an odd P.",
        headline="With odd penalties, {0:games} are drawn; with even ones, {1:games}.",
        series=(
            _drawn("drawn with an odd penalty", lambda penalty: penalty % 2 == 1),
            _drawn("drawn with an even penalty", lambda penalty: penalty % 2 == 0),
        ),
        judge=below(0.01),
        limits=(0.01,),
        answers=("seldom drawn", "often drawn"),
    ),
)
