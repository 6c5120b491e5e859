"""Actions and turns as text, both ways (C-4, C-5, C-6 and the notation of each game).

Spry, Byg   c3  end  swap            Syrtis   Lc1 Dc4   light and dark tower
Sytran      c3  swap                          c1~e7     exchange a pair
Kitaran     c3  c3*  swap                     light dark   choose a side
                                              a3-b5  xa5  c2>e4  pass
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from .core.boards import Board
from .errors import IllegalActionError, NotationError, quoted
from .games.catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from .games.ruleset import RuleSet

LONGEST_TEXT = 100_000  # characters; no turn of any game comes near

_CELL = re.compile(r"[a-z]\d{1,2}")
_SYRTIS_SHAPES = (
    ("x", re.compile(r"x([a-z]\d{1,2})")),
    ("L", re.compile(r"L([a-z]\d{1,2})")),
    ("D", re.compile(r"D([a-z]\d{1,2})")),
    ("~", re.compile(r"([a-z]\d{1,2})~([a-z]\d{1,2})")),
    ("-", re.compile(r"([a-z]\d{1,2})-([a-z]\d{1,2})")),
    (">", re.compile(r"([a-z]\d{1,2})>([a-z]\d{1,2})")),
)

_SHAPES = {
    SPRY: "a cell such as c3, 'end' or 'swap'",
    SYTRAN: "a cell such as c3, or 'swap'",
    BYG: "a cell such as c3, 'end' or 'swap'",
    KITARAN: "a cell such as c3, a conversion such as c3*, or 'swap'",
    SYRTIS: "a3-b5 (move), xa5 (sink), c2>e4 (slide), 'pass', Lc1 or Dc4 (tower), "
    "c1~e7 (exchange), 'light' or 'dark'",
}


def checked_text(text: object, what: str, longest: int) -> str:
    """Text from outside, if it is text and of a sane length.

    Raises:
        NotationError: it is neither.
    """
    if not isinstance(text, str) or len(text) > longest:
        raise NotationError(f"{what} is text of at most {longest:,} characters.")
    return text


def words_of(rule_set: RuleSet) -> Mapping[str, int]:
    """The actions that are words rather than cells, with their numbers."""
    return _words(rule_set.info.index, rule_set.rules.num_cells)


@cache
def _words(game: int, n: int) -> Mapping[str, int]:
    return MappingProxyType(
        {
            SPRY: {"end": n, "swap": n + 1},
            SYTRAN: {"swap": n},
            BYG: {"end": n, "swap": n + 1},
            KITARAN: {"swap": 2 * n},
            SYRTIS: {"light": 4 * n, "dark": 4 * n + 1, "pass": 4 * n + 2},
        }[game]
    )


def format_action(rule_set: RuleSet, action: int) -> str:
    """Text of an action.

    Raises:
        NotationError: the number is no action of this rule set.
    """
    rules, names = rule_set.rules, rule_set.board.names
    if not 0 <= action < rules.num_actions:
        raise NotationError(
            f"{action} is no action of {rule_set.info.title}; "
            f"actions are the numbers from 0 to {rules.num_actions - 1}."
        )
    n = rules.num_cells
    for word, number in words_of(rule_set).items():
        if action == number:
            return word
    if action < n:
        return f"x{names[action]}" if rule_set.info.index == SYRTIS else names[action]
    if rule_set.info.index == KITARAN:
        return f"{names[action - n]}*"
    if action < 4 * n:
        cell = action % n
        if action < 3 * n:
            return f"{'?LD'[action // n]}{names[cell]}"
        return f"{names[cell]}~{names[n - 1 - cell]}"
    sliding, step = divmod(action - 4 * n - 3, n * n)
    return f"{names[step // n]}{'->'[sliding]}{names[step % n]}"


def parse_action(rule_set: RuleSet, text: str) -> int:
    """The action a text names; whether it is legal is another question.

    Raises:
        NotationError: malformed text, or a cell that is not on the board.
    """
    text = text.strip()
    word = words_of(rule_set).get(text)
    if word is not None:
        return word
    board, n = rule_set.board, rule_set.rules.num_cells
    if rule_set.info.index == SYRTIS:
        return _parse_syrtis(rule_set, text)
    converts = rule_set.info.index == KITARAN and text.endswith("*")
    cell_text = text[:-1] if converts else text
    if not _CELL.fullmatch(cell_text):
        raise _malformed(rule_set, text)
    return parse_cell(board, cell_text) + (n if converts else 0)


def _parse_syrtis(rule_set: RuleSet, text: str) -> int:
    n = rule_set.rules.num_cells
    for kind, (mark, pattern) in enumerate(_SYRTIS_SHAPES):
        match = pattern.fullmatch(text)
        if not match:
            continue
        cells = [parse_cell(rule_set.board, cell) for cell in match.groups()]
        if mark == "~":
            return _exchange(rule_set, text, cells)
        if len(cells) == 1:
            return kind * n + cells[0]
        return 4 * n + 3 + (n * n if mark == ">" else 0) + n * cells[0] + cells[1]
    raise _malformed(rule_set, text)


def _exchange(rule_set: RuleSet, text: str, cells: Sequence[int]) -> int:
    n, names = rule_set.rules.num_cells, rule_set.board.names
    first, second = cells
    if second != n - 1 - first or first > second:
        pair = sorted((first, n - 1 - first))
        raise NotationError(
            f"{quoted(text)} names no pair; the partner of {names[first]} is "
            f"{names[n - 1 - first]}, and the pair is written "
            f"{names[pair[0]]}~{names[pair[1]]} (SYR-5)."
        )
    return 3 * n + first


def parse_cell(board: Board, text: str) -> int:
    """The index of a named cell.

    Raises:
        NotationError: the board has no such cell.
    """
    try:
        return board.names.index(text)
    except ValueError:
        row = [name for name in board.names if name[0] == text[:1]]
        where = (
            f"row {quoted(text[0])} runs from {row[0]} to {row[-1]}"
            if row
            else f"its letters run from a to {board.names[-1][0]}"
        )
        raise NotationError(f"There is no cell {quoted(text)} on this board; {where}.") from None


def _malformed(rule_set: RuleSet, text: str) -> NotationError:
    return NotationError(
        f"{quoted(text)} is no action of {rule_set.info.title}; write "
        f"{_SHAPES[rule_set.info.index]}."
    )


def canonical_turn(rule_set: RuleSet, actions: Iterable[int]) -> tuple[int, ...]:
    """The actions of one turn in canonical order, without the final `end` (C-6).

    A set of stones is sorted; Syrtis's exchanges keep their order, since each must be called for
    by the board the one before it left; its towers are sorted side by side.

    Raises:
        IllegalActionError: `end` stands before the last action.
    """
    n, end = rule_set.rules.num_cells, words_of(rule_set).get("end")
    kept = list(actions)
    if kept and kept[-1] == end:
        kept.pop()
    if end in kept:
        raise IllegalActionError(
            "'end' ends a turn, so it can stand only once, as the last action (C-6)."
        )
    exchanges = [
        action for action in kept if rule_set.info.index == SYRTIS and 3 * n <= action < 4 * n
    ]
    return (*exchanges, *sorted(action for action in kept if action not in exchanges))


def format_turn(rule_set: RuleSet, actions: Iterable[int]) -> str:
    """Canonical text of a turn (C-6); a lone `end`, the rest of a turn begun before, is said.

    Raises:
        NotationError: a number that is no action of this rule set.
        IllegalActionError: `end` stands before the last action.
    """
    given = tuple(actions)
    shown = canonical_turn(rule_set, given) or given[:1]
    return ",".join(format_action(rule_set, action) for action in shown)


def parse_turn(rule_set: RuleSet, text: str) -> tuple[int, ...]:
    """The actions of a turn in the order written.

    Raises:
        NotationError: empty or malformed text, or a cell that is not on the board.
    """
    text = checked_text(text, "A turn", LONGEST_TEXT)
    if not text.strip():
        raise NotationError(
            f"A turn must name at least one action; write {_SHAPES[rule_set.info.index]}."
        )
    return tuple(parse_action(rule_set, part) for part in text.split(","))
