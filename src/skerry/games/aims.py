"""What the colours of a game are after: the goal, how near it they are, how a game was decided.

Each game says it of its own positions (contract.py), for pictures, panels and hints.
"""

from collections.abc import Sequence
from typing import NamedTuple

from skerry.canvas.geometry import groups
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike, listed
from skerry.games.words import signed


class Pip(NamedTuple):
    """One of several things that a group needs."""

    name: str
    is_reached: bool


class Area(NamedTuple):
    """Cells that belong together."""

    cells: tuple[int, ...]
    colour: int  # whose, 1 or 2
    words: str  # all that is drawn of it, such as "White’s group of 7 at c3: 3 points"
    label: str = ""  # a few signs that are written on it
    pips: tuple[Pip, ...] = ()  # drawn in place of a label
    decides: bool = False  # the game


class Mark(NamedTuple):
    """A sign on one cell."""

    cell: int
    kind: str  # "turns": it may be turned; "holds": it is safe
    words: str


class Aims(NamedTuple):
    """What is drawn over a board."""

    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()


class Row(NamedTuple):
    """One line of an account of both colours."""

    label: str
    first: str  # of the first colour
    second: str
    decides: bool = False


class Ending(NamedTuple):
    """How a game was decided by its rules."""

    sentence: str
    rows: tuple[Row, ...] = ()
    score: tuple[str, str] | None = None  # of the first and the second colour
    says_why: bool = True  # else the rule that ended the game must be named beside it


class Who(NamedTuple):
    """How sentences call the colour that they are about: "you", or by its name."""

    name: str = ""  # with a capital; "": it is spoken to

    @property
    def whose(self) -> str:
        """As in "your stones", "White’s stones"."""
        return f"{self.name}’s" if self.name else "your"

    @property
    def to_whom(self) -> str:
        """As in "stones of yours", "stones of White’s"."""
        return f"{self.name}’s" if self.name else "yours"

    def does(self, verb: str) -> str:
        """As in "you win", "White wins"."""
        if not self.name:
            return f"you {verb}"
        return f"{self.name} {'has' if verb == 'have' else f'{verb}s'}"


def sentence(words: str) -> str:
    """Words with a capital at their beginning."""
    return f"{words[:1].upper()}{words[1:]}"


# What several games have in common.


def title(rule_set: RuleSet, colour: int) -> str:
    """A colour's name with a capital."""
    return rule_set.info.colours[colour - 1].capitalize()


def groups_of(position: PositionLike, colour: int) -> list[tuple[int, ...]]:
    """The groups of a colour (C-7), the largest first."""
    found = groups(position.game.board, position.contents)
    own = [group for group in found if position.contents[group[0]] == colour]
    return sorted(own, key=len, reverse=True)


def group_name(position: PositionLike, group: Sequence[int]) -> str:
    """Which group it is: "White’s group of 3 at c3", "White’s stone on c3"."""
    whose = title(position.game, position.contents[group[0]])
    where = position.game.board.names[group[0]]
    if len(group) == 1:
        return f"{whose}’s stone on {where}"
    return f"{whose}’s group of {len(group)} at {where}"


def placed(before: PositionLike, after: PositionLike, colour: int) -> tuple[int, ...]:
    """The cells in which a colour has a stone that was not there before."""
    pairs = enumerate(zip(before.contents, after.contents, strict=True))
    return tuple(cell for cell, (old, new) in pairs if new == colour and old == 0)


def num_joined(before: PositionLike, after: PositionLike, colour: int) -> int:
    """The most groups of a colour that became one with the turn; 0 where none did."""
    old = groups_of(before, colour)
    joined = (sum(not set(one).isdisjoint(new) for one in old) for new in groups_of(after, colour))
    most = max(joined, default=0)
    return most if most > 1 else 0


def num_kept_apart(before: PositionLike, after: PositionLike, colour: int) -> int:
    """The most groups of the other colour that one stone of the turn lies between."""
    owners = {
        cell: number for number, group in enumerate(groups_of(before, 3 - colour)) for cell in group
    }
    board = before.game.board
    counts = [
        len({owners[other] for other in board.beside(cell) if other in owners})
        for cell in placed(before, after, colour)
    ]
    most = max(counts, default=0)
    return most if most > 1 else 0


def cells_named(position: PositionLike, cells: Sequence[int]) -> str:
    """Cells by name, in a row: "a1, b2 and c3"."""
    return listed([position.game.board.names[cell] for cell in cells])


def cuts_of(after: PositionLike, reply: PositionLike, colour: int) -> tuple[int, ...]:
    """Where an answer has put a stone between groups of a colour that nothing else joins."""
    owners = {
        cell: number for number, group in enumerate(groups_of(reply, colour)) for cell in group
    }
    board = after.game.board
    return tuple(
        cell
        for cell in placed(after, reply, 3 - colour)
        if len({owners[other] for other in board.beside(cell) if other in owners}) > 1
    )


def scores(position: PositionLike) -> tuple[str, str]:
    """Both scores."""
    first, second = (signed(one.score or 0) for one in position.standings)
    return first, second
