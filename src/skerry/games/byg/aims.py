"""What the colours of Byg are after: the larger groups, and enough of them (BYG-2, BYG-4)."""

from itertools import zip_longest

from skerry.core.numbers import counted
from skerry.games.aims import (
    Aims,
    Area,
    Ending,
    Row,
    group_name,
    groups_of,
    num_joined,
    num_kept_apart,
    title,
)
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike

RANKS = ("Largest", "Second", "Third")


def goal(rule_set: RuleSet, colour: int | None) -> str:
    """The largest group."""
    return "The largest group on the full board. If equal, the second largest, and so on."


def legend(position: PositionLike) -> str:
    """The numbers, who leads, and the stones that the groups give."""
    gold = " In gold: what would decide now." if _decisive(position) is not None else ""
    first, second = (_stones_given(position, colour) for colour in (1, 2))
    return f"On each group: its size.{gold} Groups give stones: {first} a turn, {second}."


def _stones_given(position: PositionLike, colour: int) -> str:
    """How many stones the groups of a colour allow (BYG-2)."""
    name, num_groups = title(position.game, colour), len(position.standings[colour - 1].groups)
    return f"{name} up to {max(1, min(num_groups, int(position.game.option('cap'))))}"


def aims(position: PositionLike) -> Aims:
    """The size of each group and its rank; in gold the first rank at which the colours differ."""
    areas = []
    decisive = _decisive(position)
    for colour in (1, 2):
        for number, group in enumerate(groups_of(position, colour)):
            place = rank_name(number).lower()
            words = f"{group_name(position, group)}: the {place} of its colour"
            decides = number == decisive
            areas.append(Area(group, colour, words, str(len(group)), decides=decides))
    return Aims(tuple(areas))


def rank_name(number: int) -> str:
    """The rank of a group in a list that begins with the largest, number 0."""
    return RANKS[number] if number < len(RANKS) else f"{number + 1}th"


def _decisive(position: PositionLike) -> int | None:
    """The first rank at which the sizes of the groups differ; None: they are equal."""
    for number, (mine, theirs) in enumerate(_pairs(position)):
        if mine != theirs:
            return number
    return None


def _pairs(position: PositionLike) -> list[tuple[int, int]]:
    first, second = (one.groups for one in position.standings)
    return list(zip_longest(first, second, fillvalue=0))


def ending(position: PositionLike, winner: int | None) -> Ending:
    """Both lists as far as they decided."""
    decisive, pairs = _decisive(position), _pairs(position)
    assert decisive is not None  # a full board has an odd number of cells
    rows = tuple(
        Row(rank_name(number), str(mine), str(theirs), decides=number == decisive)
        for number, (mine, theirs) in enumerate(pairs[: decisive + 2])
    )
    if decisive == 0:
        mine, theirs = pairs[0]
        return Ending("The largest group decides.", rows, (str(mine), str(theirs)))
    return Ending(f"The {rank_name(decisive).lower()} largest groups decide.", rows)


def changes(before: PositionLike, after: PositionLike, colour: int) -> list[str]:
    """The largest group, the number of groups, groups kept apart."""
    rival = title(before.game, 3 - colour)
    old, new = before.standings[colour - 1].groups, after.standings[colour - 1].groups
    found = []
    if joined := num_joined(before, after, colour):
        found.append(f"It joins {joined} of your groups.")
    if old and new[0] > old[0]:
        found.append(f"Your largest group grows from {old[0]} to {new[0]}.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    cap = int(before.game.option("cap"))
    may, could = min(cap, len(new)), min(cap, len(old))
    if old and may > could:
        found.append(f"With {len(new)} groups you place up to {counted(may, 'stone')} next turn.")
    elif len(new) > len(old):
        found.append(f"You now have {counted(len(new), 'group')}.")
    return found
