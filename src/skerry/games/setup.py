"""Set-ups: starts that are drawn at random or given."""

from collections.abc import Mapping
from typing import NamedTuple

from skerry.core.layout import IntArray16
from skerry.core.numbers import seed_or_none
from skerry.errors import OptionError
from skerry.games.contract import game_module
from skerry.games.ruleset import RuleSet


class Chance(NamedTuple):
    """One step of drawing a set-up."""

    place: str  # name of the cell that is drawn for
    outcomes: tuple[tuple[str, float], ...]  # what may come to lie there, and how likely it is


def place_setup(
    rule_set: RuleSet, state: IntArray16, seed: int | None, setup: Mapping[str, str] | None
) -> None:
    """Lay out a start that is given, or drawn by a seed.

    Raises:
        OptionError: neither or both are given, or the rules cannot give this set-up.
    """
    module, seed = game_module(rule_set.name), seed_or_none(seed)
    if (seed is None) == (setup is None):
        raise OptionError(
            f"{rule_set.name}: a start needs either a seed, such as start(seed=7), or "
            f"{module.WHOLE_SETUP}."
        )
    if setup is None:
        assert seed is not None
        setup = module.random_setup(rule_set, seed)
    module.place_setup(rule_set, state, setup)
