"""A position as lines of text, for terminals, tests and `str(position)`."""

from skerry.core.layout import CELLS, FIRST, PLAYER, RESULT, RUNNING, TURN, IntArray16
from skerry.games.dispatch import tower_cells
from skerry.games.ruleset import RuleSet
from skerry.text.positions import rows_from_top, symbols

TOWERS = (
    ("(", ")"),
    ("[", "]"),
)  # around the tiles on which the first and the second colour's stand


def draw_diagram(rules: RuleSet, state: IntArray16) -> str:
    """The board with its coordinates, and a line that says whose turn it is."""
    return f"{_board(rules, state)}\n{_status(rules, state)}"


def _board(rules: RuleSet, state: IntArray16) -> str:
    board = rules.board
    lines = []
    rows = rows_from_top(board)
    widest = max(len(cells) for cells in rows)
    for cells in rows:
        if board.shape == "hexhex":
            label = board.names[cells[0]][0]
            text = " ".join(symbols(rules)[state[CELLS + cell]] for cell in cells)
            # Two characters a cell: half a cell of indent for each cell the row falls short.
            lines.append(f"{label}{' ' * (widest - len(cells))} {text}")
        else:
            text = "".join(_cell(rules, state, cell) for cell in cells)
            lines.append(f"{board.names[cells[0]][1:]:>2} {text}")
    if board.shape == "square":
        letters = "".join(f" {board.names[cell][0]} " for cell in rows[0])
        lines.append(f"   {letters}")
    return "\n".join(line.rstrip() for line in lines)


def _cell(rules: RuleSet, state: IntArray16, cell: int) -> str:
    """Three characters: what the cell holds, in brackets where a tower stands."""
    sign = symbols(rules)[state[CELLS + cell]]
    for (left, right), cells in zip(TOWERS, tower_cells(rules.rules, state), strict=True):
        if cell in cells:
            return f"{left}{sign}{right}"
    if sign == "." and rules.info.has_setup:
        sign = " "
    return f" {sign} "


def _status(rules: RuleSet, state: IntArray16) -> str:
    if state[RESULT] != RUNNING:
        winner = int(state[RESULT]) - 1
        return "drawn" if winner > 1 else f"person {winner} has won"
    person = int(state[PLAYER])
    if state[FIRST] < 0:
        return f"turn {int(state[TURN]) + 1}: person {person} to act"
    colour = rules.info.colours[0 if person == state[FIRST] else 1]
    return f"turn {int(state[TURN]) + 1}: {colour} (person {person}) to act"
