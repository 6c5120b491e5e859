"""Which action a click on a cell means."""

from ..games.actions import clicked_action, encode_action
from ..games.cells import parse_cell
from ..positions import Position


def action_at(position: Position, cell: str) -> str:
    """The action that a click on a cell means, whether it is legal or not.

    Raises:
        NotationError: the board has no such cell.
    """
    game = position.game
    index = parse_cell(game.board, cell)
    action = clicked_action(game, index, position.contents[index])
    return game.format_action(encode_action(game, action))
