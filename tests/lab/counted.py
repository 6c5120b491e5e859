"""Results made by hand, of games that nobody has played."""

from collections.abc import Mapping
from typing import Any

from skerry.lab.metrics import Tally
from skerry.lab.results import Counted, Results, Run, plain_rules
from skerry.positions import Game
from skerry.statistics import Estimate

RUN = Run("2026-01-01", "abc", 1, ())


def tally_of(won: int, games: int, *, drawn: int = 0, reasons: Any = None) -> Tally:
    """Games in which person 0 has the first colour, in halves as equal as can be."""
    half = ((games + 1) // 2, games // 2)
    mine = ((won + 1) // 2, won // 2)
    lost = games - won - drawn
    return Tally(half, mine, ((lost + 1) // 2, lost // 2), won, 0, reasons or {}, (1,) * 5)


def cell(
    rules: Game,
    player: str | tuple[str, str],
    tally: Tally,
    *,
    opening: str = "",
    measures: Mapping[str, Estimate] | None = None,
    chosen_by: Estimate | None = None,
) -> Counted:
    """A cell of a contestant against itself, or of two."""
    return Counted(
        options=dict(rules.options),
        players=(player, player) if isinstance(player, str) else player,
        opening=opening,
        run=RUN,
        tally=tally,
        measures=measures or {},
        first_turns={},
        chosen_by=chosen_by,
    )


def from_start(name: str, shares: Mapping[str | tuple[str, str], float]) -> Results:
    """Games by the usual rules from the start: person 0's share of 400 by who plays."""
    rules = plain_rules(name)
    cells = (
        cell(rules, player, tally_of(round(400 * share), 400)) for player, share in shares.items()
    )
    return Results(name, tuple(cells))
