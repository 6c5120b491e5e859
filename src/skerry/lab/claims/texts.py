"""Which games' texts are judged: the modules beside this one that are called as games are."""

from collections.abc import Mapping

import polars as pl

from skerry.lab.claims import byg, kitaran, spry, syrtis, sytran
from skerry.lab.claims.claims import Claim, Finding, Match, Stores, judge, mean_of
from skerry.lab.claims.counting import Rule
from skerry.lab.results import Measures, all_kept
from skerry.positions import Game
from skerry.statistics import Estimate

CLAIMS: tuple[Claim, ...] = (
    *spry.CLAIMS,
    *sytran.CLAIMS,
    *byg.CLAIMS,
    *kitaran.CLAIMS,
    *syrtis.CLAIMS,
)
MEASURES: Mapping[str, Measures] = {
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
}


def matches_of(name: str) -> list[Match]:
    """What is played of a game for claims that its study does not play anyhow."""
    return [match for match in (*spry.matches(), *kitaran.matches()) if match.game == name]


def measure(rules: Game, rows: pl.DataFrame) -> dict[str, Estimate]:
    """What is counted of any game besides wins and ends: turns, and what its text's claims ask."""
    its_own = MEASURES.get(rules.name)
    more = its_own(rules, rows) if its_own is not None else {}
    return {"turns": mean_of(rows["turns"].to_list()), **more}


def findings(stores: Stores | None = None) -> tuple[Finding, ...]:
    """What the results say of all claims; without any, those that come with the package."""
    known = stores or all_kept(["y", *dict.fromkeys(claim.game for claim in CLAIMS)])
    return tuple(judge(claim, known) for claim in CLAIMS)
