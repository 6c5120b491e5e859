"""Words for those who listen to the board instead of looking at it."""

from collections.abc import Sequence

from ..core.boards import BLUE, RED, YELLOW
from ..games.catalogue import SPRY
from ..games.dispatch import ring_numbers
from ..games.spry.kernels import spry_arcs
from ..positions import Position
from .view import View, is_stone_game, shows_groups, view

TILES = ("water", "light circle", "light square", "dark circle", "dark square")
ARCS = ((YELLOW, "yellow"), (BLUE, "blue"), (RED, "red"))


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
        NotationError: a number in `last` is no action of the game.
    """
    return describe_cell(view(position, last, legal=legal), cell)


def describe_cell(seen: View, cell: int) -> str:
    """`cell_label` for a position that has been read already."""
    parts = [seen.game.board.names[cell], *_place(seen, cell), _content(seen, cell)]
    if not is_stone_game(seen.game):
        parts += _towers(seen, cell)
    if shows_groups(seen.game) and cell in seen.group_of:
        parts.append(f"group of {len(seen.group_of[cell])}")
    if cell in seen.winning:
        parts.append("in the winning group")
    if cell in seen.pending:
        parts.append(f"{seen.pending[cell]} this turn, not played yet")
    elif cell in seen.last:
        parts.append(f"{seen.last[cell]} last turn")
    if cell in seen.protected:
        parts.append("protected")
    return ", ".join(parts + _offers(seen, cell))


def _place(seen: View, cell: int) -> list[str]:
    """The ring, and on Spry's edge the outside colours (SPRY-3)."""
    parts = []
    if ring := int(ring_numbers(seen.game.rules)[cell]):
        parts.append(f"ring {ring}")
    if seen.game.info.index == SPRY:
        touched = [name for bit, name in ARCS if spry_arcs(seen.game)[cell] & bit]
        if touched:
            parts.append(f"touches {' and '.join(touched)}")
    return parts


def _content(seen: View, cell: int) -> str:
    content = seen.contents[cell]
    if not is_stone_game(seen.game):
        return TILES[content]
    return seen.game.info.colours[content - 1] if content else "empty"


def tower_colours(position: Position) -> list[str]:
    """The colour of each of `Position.towers`: two light ones come first (SYR-4)."""
    count = len(position.towers)
    return ["light" if index < 2 else "dark" for index in range(count)]


def _towers(seen: View, cell: int) -> list[str]:
    position = seen.position
    pairs = zip(position.towers, tower_colours(position), strict=True)
    return [f"{colour} tower" for place, colour in pairs if place == cell]


def _offers(seen: View, cell: int) -> list[str]:
    """What can be done with a cell, where the picture offers moves."""
    if cell not in seen.legal:
        return []
    names = seen.game.board.names
    if cell in seen.convertible:
        return [f"may convert {_and([names[other] for other in seen.targets[cell]])}"]
    if seen.position.phase == "repair":
        return [f"may be exchanged with {names[seen.targets[cell][0]]}"]
    if cell in seen.targets:
        return ["may go to " + _and([names[other] for other in seen.targets[cell]])]
    return ["may be sunk" if cell in seen.sinkable else "can be played"]


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def board_label(position: Position) -> str:
    """What a screen reader says of the whole board, such as "Spry board, size 5, white to act"."""
    game = position.game
    name = "size" if is_stone_game(game) else "board"
    size = game.option(name)
    what = f"{game.info.title} board, " + (f"size {size}" if name == "size" else str(size))
    outcome = position.outcome
    if outcome is not None:
        persons = position.persons
        if outcome.winner is None or persons is None:
            return f"{what}, drawn"
        return f"{what}, {game.info.colours[persons.index(outcome.winner)]} has won"
    if position.colour is None:
        return f"{what}, person {(position.player or 0) + 1} to act"
    return f"{what}, {position.colour} to act"
