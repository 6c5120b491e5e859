"""What the text of Byg says, and how it is judged."""

from collections.abc import Mapping
from functools import partial

import polars as pl

from skerry.core.layout import COLOUR_1
from skerry.lab.claims.claims import (
    CANT_TELL,
    FAILS,
    FAIR,
    HOLDS,
    Claim,
    above,
    counted,
    measured,
    ratio_of,
    verdict_within,
)
from skerry.lab.claims.counting import (
    Quantity,
    Rule,
    large_group,
    leads,
    links_that_hold,
    more_stones,
    replays,
)
from skerry.lab.metrics import HALF, Tally
from skerry.positions import Game, Position
from skerry.statistics import Estimate, difference_of

CAPS = (1, 2, 3, 5)
TEXT_CAP = 3
LATE = 6  # turns, after which a side mostly has groups enough
FILLED = (25, 50, 67, 80)  # percent of the board
QUANTITIES: Mapping[str, Quantity] = {
    "in the largest group": lambda standing: max(standing.groups, default=0),
    "groups": lambda standing: len(standing.groups),
    "stones": lambda standing: standing.stones,
}


# The three rules of the guide.
ADVICE: tuple[Rule, ...] = (
    more_stones,
    lambda _, after, me: min(TEXT_CAP, len(after.standings[me].groups)),
    large_group,
)


def measure(rules: Game, rows: pl.DataFrame) -> Mapping[str, Estimate]:
    """What is counted besides.

    - many groups: games in which a side began a turn with more than three groups.
    - ties: games in which the largest groups had the same size in the end.
    - more ... at N: `leads`. bridges held, gaps held: `links_that_hold`.
    - whole limit: turns after the sixth whose side has groups enough for the most stones.
    """
    games = list(replays(rules, rows))
    ends = [game.positions[-1].standings for game in games]
    most = [max(map(_groups_of_mover, game.positions[:-1])) for game in games]
    late = [[_groups_of_mover(one) for one in game.positions[LATE:-1]] for game in games]
    cap = int(rules.option("cap"))
    return {
        "many groups": Estimate.share(sum(one > TEXT_CAP for one in most), len(games)),
        "ties": Estimate.share(
            sum(one.groups[:1] == other.groups[:1] for one, other in ends), len(games)
        ),
        "whole limit": ratio_of(
            [sum(one >= cap for one in of) for of in late], list(map(len, late))
        ),
        **leads(games, FILLED, QUANTITIES),
        **links_that_hold(games),
    }


def _groups_of_mover(position: Position) -> int:
    """How many groups the side to move has."""
    return len(position.standings[(position.colour_index or COLOUR_1) - COLOUR_1].groups)


def distance_from_half(share: Estimate) -> Estimate:
    """How far a share is from one half; the interval is folded at 0."""
    ends = sorted((abs(share.low - HALF), abs(share.high - HALF)))
    nearest = 0.0 if share.low <= HALF <= share.high else ends[0]
    return Estimate(abs(share.value - HALF), nearest, ends[1], share.games)


def judge_cap(*shares: Estimate) -> str:
    """The verdict on the text's cap from White's share with each cap, as in CAPS."""
    distances = dict(zip(CAPS, map(distance_from_half, shares), strict=True))
    further = [
        difference_of(distances[TEXT_CAP], distances[cap]) for cap in CAPS if cap != TEXT_CAP
    ]
    if any(one.low > 0 for one in further):
        return FAILS
    return HOLDS if all(one.high < 0 for one in further) else CANT_TELL


def _white(cap: int) -> dict[str, int]:
    return {} if cap == TEXT_CAP else {"cap": cap}


def _is_decided(tally: Tally) -> Estimate:
    return Estimate.share(sum(tally.won_0) + sum(tally.won_1), tally.total)


_claim = partial(
    Claim,
    game="byg",
    source="N. Bentley, “Byg Analysis #3 (in which the rules are utterly revamped)”, 2010",
)
CLAIMS = (
    _claim(
        key="byg-opening",
        quote="From then on, starting with Black, the players take turns.",
        measured="How many games White wins with this opening, and how many the first player wins "
        "if Black may swap instead. “Fair” if White wins 45 to 55 of 100.",
        headline="White is {0:side} after this opening: White wins {0:games}.",
        series=(
            counted("White wins", "byg", lambda tally: tally.first_mover),
            counted("first player wins, with swapping", "byg", lambda t: t.first_mover, swap=True),
        ),
        judge=lambda white, _: verdict_within(white, *FAIR),
        limits=FAIR,
        answers=("fair", "not fair"),
    ),
    _claim(
        key="byg-cap",
        quote="the maximum number of stones you may place is 3.",
        measured="How far from half of the games White's wins are with a stone limit of 3, and "
        "with 1, 2 and 5. The text gives no reason for 3; we test whether 3 is fairer than all the "
        "others, or one of them is fairer.",
        headline="White wins {2:percent} of the games with a stone limit of 3, and {0:percent}, "
        "{1:percent} and {3:percent} with limits of 1, 2 and 5.",
        series=tuple(
            counted(f"limit {cap}", "byg", lambda tally: tally.first_mover, **_white(cap))
            for cap in CAPS
        ),
        judge=judge_cap,
        axis="White wins, %",
        limits=(HALF,),
        answers=("3 is the fairest", "another is fairer"),
    ),
    _claim(
        key="byg-groups",
        quote="a limit on the number of groups you may have on board when there is not",
        measured="How often a side begins a turn with more than 3 groups, so that the limit "
        "applies. “Often” means in more than half of the games.",
        headline="In {0:games}, a side gets more than 3 groups, so the limit applies.",
        series=(measured("games with more than 3 groups", "byg", "many groups"),),
        judge=above(HALF),
        limits=(HALF,),
        answers=("applies often", "applies seldom"),
    ),
    _claim(
        key="byg-ties",
        quote="until you come to a pair which aren't the same size",
        measured="How often the largest groups do not decide, and whether smaller ones then do. A "
        "full board has an odd number of cells, so no game can be drawn. “Always” means that none "
        "is.",
        headline="In {0:percent} of the games the largest groups have the same size, so smaller "
        "ones decide; {1:games} are decided.",
        series=(
            measured("largest groups of the same size", "byg", "ties"),
            counted("decided", "byg", _is_decided),
        ),
        judge=lambda _, decided: HOLDS if decided.value == 1 else FAILS,
        answers=("always", "not always"),
    ),
)
