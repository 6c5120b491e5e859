"""What the text of Syrtis says, and how it is judged."""

from collections.abc import Mapping
from functools import partial

import polars as pl

from skerry.lab.claims.claims import (
    FAIR,
    NUMBER,
    Claim,
    above,
    below,
    counted,
    measured,
    share_of,
    verdict_against,
    verdict_both,
    verdict_within,
)
from skerry.lab.metrics import Tally
from skerry.positions import Game
from skerry.statistics import Estimate, difference_of

ISLAND, QUICKSAND = ("island",), ("quicksand",)
INITIATIVE = ("both", "passes", "stall")  # reasons of an end
SELDOM = 0.01  # share of the games


def measure(rules: Game, rows: pl.DataFrame) -> Mapping[str, Estimate]:
    """What is counted besides: games decided by initiative before any tile was sunk."""
    codes = rows.select(pl.col("played").explode().unique()).to_series()
    sinks = [code for code in codes if rules.format_action(code).startswith("x")]
    # how many of the sinks occur in a game; none of all that were ever played may
    sunk = pl.col("played").list.set_intersection(pl.lit(sinks, pl.List(pl.Int16()))).list.len()
    return {"unsunk": share_of(rows, pl.col("reason").is_in(list(INITIATIVE)) & (sunk == 0))}


def _ended(*reasons: str) -> partial[Estimate]:
    return partial(_share_ended, reasons)


def _share_ended(reasons: tuple[str, ...], tally: Tally) -> Estimate:
    """The share of the games that ended for one of some reasons."""
    return Estimate.share(sum(tally.reasons.get(reason, 0) for reason in reasons), tally.total)


_claim = partial(Claim, game="syrtis", source="D. Vander Laan, “Syrtis”, rules")
CLAIMS = (
    _claim(
        key="syrtis-three-ways",
        quote="There are three ways to win the game.",
        measured="How the games of Syrtis Major end: by an island, by quicksand, or by initiative "
        "(both at once, passes, stalling). “All occur” if each ends more than 1 game in 100.",
        headline="{0:games} end by an island, {1:percent} by four in a row (“quicksand”) and "
        "{2:percent} by initiative.",
        series=(
            counted("island", "syrtis", _ended(*ISLAND)),
            counted("quicksand", "syrtis", _ended(*QUICKSAND)),
            counted("initiative", "syrtis", _ended(*INITIATIVE)),
        ),
        judge=lambda one, two, three: verdict_both(
            verdict_both(above(SELDOM)(one), above(SELDOM)(two)), above(SELDOM)(three)
        ),
        limits=(SELDOM,),
        answers=("all occur", "not all occur"),
    ),
    _claim(
        key="syrtis-stalling",
        quote="This rule thwarts stonewalling and makes ties impossible.",
        measured="How many games of Syrtis Major go on for 100 turns without a tile being sunk, "
        "which no rule of the text ends. Holds below 1 game in 100.",
        headline="{0:games} went on for 100 turns without a tile being sunk.",
        series=(counted("100 turns without a sunk tile", "syrtis", _ended("stall")),),
        judge=below(SELDOM),
        limits=(SELDOM,),
    ),
    _claim(
        key="syrtis-unsunk",
        quote="In the unlikely event that no tiles have been sunk",
        measured="How many games of Syrtis Major are decided by initiative before any tile was "
        "sunk. Holds below 1 game in 20.",
        headline="{0:games} ended by initiative before a tile was sunk.",
        series=(measured("by initiative before a tile was sunk", "syrtis", "unsunk"),),
        judge=below(0.05),
        limits=(0.05,),
    ),
    _claim(
        key="syrtis-minor",
        quote="For a short, tactical game, play Syrtis Minor",
        measured="How many more turns a game of Syrtis Major takes than one of Syrtis Minor. Holds "
        "above 0.",
        headline="A game of Syrtis Major takes {0:.0f} turns on average, and one of Syrtis Minor "
        "{1:.0f}.",
        series=(
            measured("turns, Major", "syrtis", "turns"),
            measured("turns, Minor", "syrtis", "turns", board="minor"),
        ),
        judge=lambda major, minor: verdict_against(difference_of(major, minor), 0.0, above=True),
        form=NUMBER,
        axis="turns",
    ),
    _claim(
        key="syrtis-fair",
        quote="the other half will make the board fair",
        measured="How many games of Syrtis Major Light wins, who moves first. Holds if it is 45 to "
        "55 of 100. How many the player wins who places the towers before the other chooses a "
        "colour is given beside it.",
        headline="Light, who moves first, wins {0:games}.",
        series=(
            counted("Light wins", "syrtis", lambda tally: tally.colour),
            counted("whoever placed the towers wins", "syrtis", lambda tally: tally.first_mover),
        ),
        judge=lambda light, _: verdict_within(light, *FAIR),
        limits=FAIR,
    ),
)
