"""Fields of a position's text: numbers and lists of cells, both ways."""

import re

from skerry.errors import NotationError, clipped, quoted
from skerry.games.ruleset import RuleSet
from skerry.games.text.cells import parse_cell

NONE = "-"


def format_cells(rule_set: RuleSet, cells: list[int]) -> str:
    """Cells between commas, or `-`."""
    return ",".join(rule_set.board.names[cell] for cell in cells) or NONE


def parse_number(name: str, text: str, lowest: int, highest: int) -> int:
    """A number within bounds; '-' stands for -1 where that is allowed. Raises NotationError."""
    if text == NONE and lowest < 0:
        return -1
    if not re.fullmatch(r"\d{1,5}", text) or not max(0, lowest) <= int(text) <= highest:
        also = " or -" if lowest < 0 else ""
        raise NotationError(
            f"{name}={clipped(text)} must be a number from {max(0, lowest)} to {highest}{also}."
        )
    return int(text)


def parse_cells(rule_set: RuleSet, name: str, text: str, most: int) -> list[int]:
    """Cells of a list, ascending and each once; '-' stands for none. Raises NotationError."""
    if text == NONE:
        return []
    words = text.split(",")
    if len(words) > most:
        raise NotationError(f"{name} lists {len(words)} cells; there can be at most {most}.")
    for word in words:
        if not re.fullmatch(r"[a-z]\d{1,2}", word):
            raise NotationError(f"{quoted(word)} in {name} is not a cell; write cells such as c3.")
    cells = sorted(parse_cell(rule_set.board, word) for word in words)
    if len(cells) != len(set(cells)):
        raise NotationError(f"{name} names a cell twice.")
    return cells
