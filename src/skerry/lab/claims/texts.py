"""Which games' texts are judged: the modules beside this one that are called as games are."""

from collections.abc import Callable, Mapping

import polars as pl

from skerry.lab.claims import byg, kitaran, spry, syrtis, sytran
from skerry.lab.claims.claims import Claim, Finding, Match, Stores, judge, mean_of
from skerry.lab.claims.counting import SEED, Rule
from skerry.lab.playing import game_seed
from skerry.lab.results import all_kept
from skerry.positions import Game
from skerry.statistics import Estimate

CLAIMS: tuple[Claim, ...] = (
    *spry.CLAIMS,
    *sytran.CLAIMS,
    *byg.CLAIMS,
    *kitaran.CLAIMS,
    *syrtis.CLAIMS,
)
# What is counted of one game's cells; where starts are drawn, the games have the column SEED too.
MEASURES: Mapping[str, Callable[[Game, pl.DataFrame], Mapping[str, Estimate]]] = {
    "spry": spry.measure,
    "sytran": sytran.measure,
    "byg": byg.measure,
    "kitaran": kitaran.measure,
    "syrtis": syrtis.measure,
}


ADVICE: Mapping[str, tuple[Rule, ...]] = {  # of the guides, by game
    "spry": spry.ADVICE,
    "sytran": sytran.ADVICE,
    "byg": byg.ADVICE,
    "kitaran": kitaran.ADVICE,
    "syrtis": syrtis.ADVICE,
}


def matches_of(name: str) -> list[Match]:
    """What is played of a game for claims that its study does not play anyhow."""
    return [match for match in (*spry.matches(), *kitaran.matches()) if match.game == name]


def measure(rules: Game, rows: pl.DataFrame, seed: int) -> dict[str, Estimate]:
    """What is counted of any game besides wins and ends: turns, and what its text's claims ask.

    The seed is that of the run which played the games.
    """
    its_own = MEASURES.get(rules.name)
    if rules.info.has_setup:
        seeds = [game_seed(seed, number) for number in rows["number"]]
        rows = rows.with_columns(pl.Series(SEED, seeds, pl.UInt64))
    more = its_own(rules, rows) if its_own is not None else {}
    return {"turns": mean_of(rows["turns"].to_list()), **more}


def findings(stores: Stores | None = None) -> tuple[Finding, ...]:
    """What the results say of all claims; without any, those that come with the package."""
    known = stores or all_kept(["y", *dict.fromkeys(claim.game for claim in CLAIMS)])
    return tuple(judge(claim, known) for claim in CLAIMS)
