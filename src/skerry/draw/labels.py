"""The words of a board for screen readers."""

from collections.abc import Sequence

from skerry.draw.view import view
from skerry.games.showing.seen import Seen
from skerry.games.showing.view_module import view_of
from skerry.positions import Position


def cell_label(
    position: Position, cell: int, *, last: Sequence[int] = (), legal: bool = False
) -> str:
    """What a screen reader says of a cell, such as "c3, ring 3, white, placed this turn".

    Args:
        position: what is on the board.
        cell: index into the board's cells.
        last: actions of the last finished turn.
        legal: whether to say what can be played there.

    Raises:
        NotationError: a number in `last` is not an action of the game.
    """
    return describe_cell(view(position, last, legal=legal), cell)


def describe_cell(seen: Seen, cell: int) -> str:
    """`cell_label` for a position that has been read already."""
    module = view_of(seen.game.name)
    parts = [seen.game.board.names[cell]]
    if seen.rings[cell]:
        parts.append(f"ring {seen.rings[cell]}")
    parts += module.describe(seen, cell)
    if cell in seen.pending:
        parts.append(f"{seen.pending[cell]} this turn, not played yet")
    elif cell in seen.last:
        parts.append(f"{seen.last[cell]} last turn")
    return ", ".join(parts + module.remarks(seen, cell))


def board_label(position: Position) -> str:
    """What a screen reader says of the whole board, such as "..., size 5, white to act"."""
    game = position.game
    what = f"{game.info.title} board, {view_of(game.name).board_words(game)}"
    outcome = position.outcome
    if outcome is not None:
        persons = position.persons
        if outcome.winner is None or persons is None:
            return f"{what}, drawn"
        return f"{what}, {game.info.colours[persons.index(outcome.winner)]} has won"
    if position.colour is None:
        return f"{what}, person {(position.player or 0) + 1} to act"
    return f"{what}, {position.colour} to act"
