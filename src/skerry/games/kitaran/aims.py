"""What the colours of Kitaran are after: more stones, none of them in danger (KIT-1 to KIT-3)."""

from skerry.core.layout import COLOUR_2
from skerry.core.numbers import counted
from skerry.games.aims import Aims, Ending, Mark, Row, scores, title
from skerry.games.kitaran.kernels import CONVERSIONS
from skerry.games.ruleset import RuleSet
from skerry.games.view import PositionLike


def goal(rule_set: RuleSet, colour: int | None) -> str:
    """Stones, and who gets komi."""
    komi = rule_set.option("komi")
    more = f" {title(rule_set, COLOUR_2)} gets {komi:g} more." if komi else ""
    return f"Most stones when the board is full.{more}"


def legend(position: PositionLike) -> str:
    """The signs."""
    return "Arrow: this stone can be turned next. Lock: it touches an enemy, but is safe this turn."


def aims(position: PositionLike) -> Aims:
    """Stones that the other side can turn when it is next to act, and those it would but can't."""
    if position.is_over or position.colour_index is None:
        return Aims()
    mover, marks = position.colour_index, list[Mark]()
    if position.state[CONVERSIONS] < position.game.option("cycle_limit"):  # KIT-4
        marks += _marks(position, mover, frozenset(position.protected))
    # What the mover leaves as it is can be turned in the next turn: nothing of it is new then.
    marks += _marks(position, 3 - mover, frozenset())
    return Aims(marks=tuple(sorted(marks)))


def _marks(position: PositionLike, colour: int, protected: frozenset[int]) -> list[Mark]:
    """The stones that a colour touches: those it can turn (KIT-1), those it can't (KIT-2)."""
    turned: set[int] = set()
    held: set[int] = set()
    for cell, content in enumerate(position.contents):
        if content == colour:
            beside = enemies_beside(position, cell)
            (turned if protected.isdisjoint(beside) else held).update(beside)
    names, whose = position.game.board.names, title(position.game, 3 - colour)
    return [
        Mark(cell, "turns", f"{whose}’s stone on {names[cell]} can be turned") for cell in turned
    ] + [
        Mark(cell, "holds", f"{whose}’s stone on {names[cell]} is safe this turn")
        for cell in held - turned
    ]


def enemies_beside(position: PositionLike, cell: int) -> tuple[int, ...]:
    """KIT-1: what the stone in a cell would turn."""
    contents, board = position.contents, position.game.board
    return tuple(
        other
        for other in board.neighbours[cell].tolist()
        if other < board.num_cells and contents[other] not in (0, contents[cell])
    )


def ending(position: PositionLike, winner: int | None) -> Ending:
    """Stones and komi, or the drawn cycle (KIT-4)."""
    first, second = position.standings
    if 0 in position.contents:
        limit = position.game.option("cycle_limit")
        return Ending(f"{limit} conversions in a row without a new stone: a draw.")
    komi = position.game.option("komi")
    stones = (str(first.stones), str(second.stones))
    if not komi:
        words = "The board is full, and both have the same number of stones."
        if winner is not None:
            words = f"The board is full, and {title(position.game, winner)} has more stones."
        return Ending(words, (Row("Stones", *stones, decides=True),), scores(position))
    rows = (
        Row("Stones", *stones),
        Row("Komi", "", f"{komi:g}"),
        Row("Points", *scores(position), decides=True),
    )
    return Ending(
        f"The board is full. {title(position.game, 2)} gets {komi:g}.", rows, scores(position)
    )


def changes(before: PositionLike, after: PositionLike, colour: int) -> list[str]:
    """Stones turned, and what is in danger afterwards."""
    rival = title(before.game, 3 - colour)
    turned = sum(
        new == colour and old not in (0, colour)
        for old, new in zip(before.contents, after.contents, strict=True)
    )
    found = []
    if turned:
        verb = "is" if turned == 1 else "are"
        found.append(f"It turns {counted(turned, 'stone')}, which {verb} safe for a turn.")
    safe = frozenset(after.protected)
    now = {mark.cell for mark in _marks(after, 3 - colour, safe) if mark.kind == "turns"}
    was = {mark.cell for mark in _marks(before, 3 - colour, frozenset()) if mark.kind == "turns"}
    if len(now) < len(was):
        found.append(f"{rival} then threatens to turn {_of_yours(len(now))} (it was {len(was)}).")
    elif not now:
        found.append(f"{rival} then threatens nothing.")
    could = len({mark.cell for mark in _marks(after, colour, frozenset()) if mark.kind == "turns"})
    if could:
        found.append(f"You threaten to turn {counted(could, 'stone')}.")
    return found


def _of_yours(number: int) -> str:
    return f"{counted(number, 'stone')} of yours" if number else "nothing"
