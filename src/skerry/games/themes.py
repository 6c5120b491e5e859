"""Themes of puzzles: what a turn does by which a puzzle is solved, as players would say it.

Each game says which theme a turn has (contract.py); tests check that it is true. Here is what
several games say.
"""

from typing import NamedTuple

from skerry.games.aims import num_joined, num_kept_apart
from skerry.games.view import PositionLike


class Theme(NamedTuple):
    """A kind of solutions."""

    name: str  # in files and addresses: "double-threat"
    title: str  # on pages: "Double threat"
    words: str  # what the turn does, in a sentence


LAST_TURN = Theme("last-turn", "Last turn", "The turn ends the game.")
JOIN_THREE = Theme(
    "join-three", "Join three", "The turn makes one group of three or more of yours."
)
JOIN_AND_CUT = Theme(
    "join-and-cut",
    "Join and keep apart",
    "The turn joins your groups, and one of its stones keeps groups of the other side apart.",
)
JOIN = Theme("join", "Join groups", "The turn makes one group of two of yours.")
CUT = Theme("cut", "Keep apart", "A stone of the turn lies between groups of the other side.")
QUIET = Theme("quiet", "Quiet turn", "The turn does none of the things that catch the eye.")
JOININGS = (JOIN_THREE, JOIN_AND_CUT, JOIN, CUT)


def joining(before: PositionLike, after: PositionLike, colour: int) -> Theme | None:
    """Which of JOININGS a turn of a colour is, by the groups that it joins and keeps apart."""
    joined = num_joined(before, after, colour)
    cuts = num_kept_apart(before, after, colour) > 0
    if joined > 2:
        return JOIN_THREE
    if joined and cuts:
        return JOIN_AND_CUT
    return JOIN if joined else CUT if cuts else None
