"""Set-ups: starts that are drawn at random or given."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol, cast

from skerry.core.layout import IntArray16
from skerry.core.numbers import integer_or_none
from skerry.errors import OptionError
from skerry.games.info import part
from skerry.games.ruleset import RuleSet


class Chance(NamedTuple):
    """One step of drawing a set-up."""

    place: str  # name of the cell that is drawn for
    outcomes: tuple[tuple[str, float], ...]  # what may come to lie there, and how likely it is


class SetupModule(Protocol):
    """What `setup.py` in the folder of a game with a set-up offers."""

    WHOLE_SETUP: str  # what may be given, for a sentence

    def random_setup(self, rule_set: RuleSet, seed: int) -> dict[str, str]:
        """A set-up drawn by the rules; the same seed gives the same one."""

    def place_setup(self, rule_set: RuleSet, state: IntArray16, setup: Mapping[str, str]) -> None:
        """Lay it out. Raises OptionError: the rules cannot give it."""

    def next_draw(self, rule_set: RuleSet, drawn: Sequence[str]) -> Chance | None:
        """What is drawn after what has been drawn; None when the set-up is whole."""

    def drawn_setup(self, rule_set: RuleSet, drawn: Sequence[str]) -> dict[str, str]:
        """The whole set-up, by what has been drawn."""

    def num_draws(self, rule_set: RuleSet) -> int:
        """How often something is drawn."""

    def prepare(
        self, rule_set: RuleSet, phase: str, contents: Sequence[int], rng: Random
    ) -> list[str]:
        """Actions, drawn so that both sides stand alike, for a phase before the play begins.

        Args:
            rule_set: of the game.
            phase: of the position, as `Position.phase`.
            contents: of its cells, as `Position.contents`.
            rng: draws.
        """

    KINDS: tuple[str, ...]  # all that may be drawn


def setup_module(rule_set: RuleSet) -> SetupModule:
    """The `setup` module of a game that has a set-up."""
    return cast(SetupModule, part(rule_set.name, "setup"))


def place_setup(
    rule_set: RuleSet, state: IntArray16, seed: int | None, setup: Mapping[str, str] | None
) -> None:
    """Lay out a start that is given, or drawn by a seed.

    Raises:
        OptionError: neither or both are given, or the rules cannot give this set-up.
    """
    module, seed = setup_module(rule_set), integer_or_none("seed", seed)
    if (seed is None) == (setup is None):
        raise OptionError(
            f"{rule_set.name}: a start needs either a seed, such as start(seed=7), or "
            f"{module.WHOLE_SETUP}."
        )
    if setup is None:
        assert seed is not None
        setup = module.random_setup(rule_set, seed)
    module.place_setup(rule_set, state, setup)
