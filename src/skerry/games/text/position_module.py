"""What `position.py` in a game's folder offers."""

from collections.abc import Mapping
from typing import Protocol

from skerry.core.layout import IntArray16
from skerry.games.ruleset import RuleSet


class PositionModule(Protocol):
    """Fields of a position's text beside the board, both ways."""

    def fields(self, rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
        """Name and text of each, in order."""

    def read_fields(self, rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
        """Write what they say into a state. Raises NotationError: malformed text."""

    def settle(self, rule_set: RuleSet, state: IntArray16) -> None:
        """Fill in what follows from the board and the fields.

        Raises:
            NotationError: they do not fit together.
        """
