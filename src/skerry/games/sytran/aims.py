"""What the colours of Sytran are after: points, of which each group costs some (SYT-5)."""

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
    scores,
    title,
)
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike
from skerry.games.words import MINUS, signed


def goal(rule_set: RuleSet, colour: int | None) -> str:
    """Points."""
    return f"Most points on the full board: 1 a stone, less {rule_set.option('penalty')} a group."


def legend(position: PositionLike) -> str:
    """The numbers."""
    price = position.game.option("penalty")
    return f"On each group: its points, which are its stones less {price}."


def aims(position: PositionLike) -> Aims:
    """The points of each group."""
    price = int(position.game.option("penalty"))
    areas = []
    for colour in (1, 2):
        for group in groups_of(position, colour):
            points = signed(len(group) - price)
            words = f"{group_name(position, group)}: {points} points"
            areas.append(Area(group, colour, words, points))
    return Aims(tuple(areas))


def ending(position: PositionLike, winner: int | None) -> Ending:
    """Stones less the price of the groups."""
    price = position.game.option("penalty")
    first, second = position.standings
    counts = [counted(len(one.groups), "group") for one in (first, second)]
    names = [title(position.game, colour) for colour in (1, 2)]
    stones = Row("Stones", str(first.stones), str(second.stones))
    cost = Row(f"{price} for each group", _cost(position, 1), _cost(position, 2))
    points = Row("Points", *scores(position), decides=True)
    return Ending(
        f"{names[0]} has {counts[0]}, {names[1]} {counts[1]}.",
        (stones, cost, points),
        scores(position),
    )


def _cost(position: PositionLike, colour: int) -> str:
    price = int(position.game.option("penalty"))
    return f"{MINUS}{price * len(position.standings[colour - 1].groups)}"


def changes(before: PositionLike, after: PositionLike, colour: int) -> list[str]:
    """Groups joined and kept apart, and what that is worth."""
    price = int(before.game.option("penalty"))
    rival = title(before.game, 3 - colour)
    found = []
    if joined := num_joined(before, after, colour):
        saved = counted(price * (joined - 1), "point")
        found.append(f"It joins {joined} of your groups, which saves {saved}.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    mine = [one.standings[colour - 1].score or 0 for one in (before, after)]
    if mine[1] > mine[0]:
        found.append(f"Your points go from {signed(mine[0])} to {signed(mine[1])}.")
    return found
