"""States as text: one line that reads back, and a diagram for the eye.

    spry size=5 swap=off | 5/6/2w4/8/9/8/7/6/5 | player=1 first=0 turn=1 placed=-

Rows run from the top to the bottom and, within a row, from the left; a number is a run of vacant
cells. `w` and `b` are stones by the initial of their colour; Syrtis's tiles are `c` and `s` for a
light circle and square, `C` and `S` for dark ones. The fields say what the board does not show;
what follows from the board is worked out again by `games/form.py`. An option that is younger
than the text has the value that games had before it.
"""

import re

from .core.boards import Board
from .core.layout import CELLS, FIRST, PLACED, PLAYER, TURN, IntArray16, new_state
from .core.turns import turn_stones
from .errors import NotationError, clipped, quoted
from .games.catalogue import KITARAN, SYRTIS, info
from .games.form import settle
from .games.kitaran import kernels as kitaran
from .games.options import Options
from .games.ruleset import RuleSet, parse_value, rule_set
from .games.syrtis import kernels as syrtis
from .notation import checked_text, parse_cell

LONGEST_TEXT = 5_000  # characters; the largest board needs about 1,500
NONE = "-"

# Fields and the state's slots they stand for, after the wall for Syrtis's own.
_NUMBERS = {"player": PLAYER, "first": FIRST, "turn": TURN}
_SYRTIS_PAIRS = {"sunk": syrtis.SUNK, "passes": syrtis.PASSES}


def symbols(rules: RuleSet) -> str:
    """The character of each content of a cell, by its number; '.' is vacant."""
    if rules.info.index == SYRTIS:
        return ".csCS"
    return "." + "".join(colour[0] for colour in rules.info.colours)


def rows_from_top(board: Board) -> list[list[int]]:
    """The cells of each row, from the top and from the left."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for cell, (row, column) in enumerate(board.places):
        rows.setdefault(row, []).append((column, cell))
    return [[cell for _, cell in sorted(rows[row])] for row in sorted(rows, reverse=True)]


def format_state(rules: RuleSet, state: IntArray16) -> str:
    """One line that `parse_state` reads back."""
    signs = symbols(rules)
    rows = []
    for cells in rows_from_top(rules.board):
        row = "".join(signs[state[CELLS + cell]] for cell in cells)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), row))
    fields = " ".join(f"{name}={value}" for name, value in _fields(rules, state).items())
    return f"{rules} | {'/'.join(rows)} | {fields}"


def _fields(rules: RuleSet, state: IntArray16) -> dict[str, str]:
    fields = {
        name: NONE if state[slot] < 0 else str(state[slot]) for name, slot in _NUMBERS.items()
    }
    if rules.info.index == SYRTIS:
        return fields | _fields_syrtis(rules, state)
    if rules.info.index == KITARAN:
        first = kitaran.frozen_stones(rules.rules)
        frozen = state[first : first + int(state[kitaran.NUM_FROZEN])]
        fields["conversions"] = str(state[kitaran.CONVERSIONS])
        return fields | {"frozen": _format_cells(rules, frozen.tolist())}
    first = turn_stones(rules.rules)
    placed = state[first : first + int(state[PLACED])]
    return fields | {"placed": _format_cells(rules, placed.tolist())}


def _fields_syrtis(rules: RuleSet, state: IntArray16) -> dict[str, str]:
    own = state[syrtis.own(rules.rules) :]
    towers = [int(cell) for cell in own[syrtis.TOWER : syrtis.TOWER + 4]]
    fields = {
        "phase": syrtis.PHASE_NAMES[state[syrtis.PHASE]],
        "light": _format_cells(rules, [cell for cell in towers[:2] if cell >= 0]),
        "dark": _format_cells(rules, [cell for cell in towers[2:] if cell >= 0]),
    }
    for name, slot in _SYRTIS_PAIRS.items():
        fields[name] = f"{own[slot]},{own[slot + 1]}"
    fields["sinker"] = NONE if own[syrtis.LAST_SINKER] == 0 else _sinker(rules, own)
    fields["calm"] = str(state[syrtis.WITHOUT_SINK])
    return fields


def _sinker(rules: RuleSet, own: IntArray16) -> str:
    return rules.info.colours[own[syrtis.LAST_SINKER] - 1]


def _format_cells(rules: RuleSet, cells: list[int]) -> str:
    return ",".join(rules.board.names[cell] for cell in cells) or NONE


def parse_state(text: str) -> tuple[RuleSet, IntArray16]:
    """The rule set and state of a line.

    Raises:
        NotationError: malformed text, or a state that no game could reach in form.
        OptionError: an unknown game, or an option it does not allow.
    """
    text = checked_text(text, "A position", LONGEST_TEXT)
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 3 or not all(parts):
        raise NotationError(
            "A position has three parts between bars: the game with its options, the rows of the "
            "board, and the fields; for example 'spry size=2 | 2/3/2 | player=0 first=0 turn=0'."
        )
    name, *options = parts[0].split()
    given: Options = {key: parse_value(value) for key, value in _pairs(options).items()}
    rules = rule_set(name, info(name).as_written(given))
    state = new_state(rules.rules)
    _read_rows(rules, state, parts[1])
    _read_fields(rules, state, _pairs(parts[2].split()))
    settle(rules, state)
    return rules, state


def _pairs(words: list[str]) -> dict[str, str]:
    """Words of the form name=value, each name once."""
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise NotationError(f"{quoted(word)} must have the form name=value.")
        if name in pairs:
            raise NotationError(f"{clipped(name)} is given twice.")
        pairs[name] = value
    return pairs


def _read_rows(rules: RuleSet, state: IntArray16, text: str) -> None:
    """Fill the cells of a state."""
    signs = symbols(rules)
    rows, texts = rows_from_top(rules.board), text.split("/")
    if len(rows) != len(texts):
        raise NotationError(f"The board has {len(rows)} rows, the text gives {len(texts)}.")
    for cells, row in zip(rows, texts, strict=True):
        name = rules.board.names[cells[0]]
        contents: list[int] = []
        for token in re.findall(r"\d+|.", row):
            if token.isdecimal():
                contents += [0] * min(int(token[:4]), len(cells) + 1)
            elif token in signs[1:]:
                contents.append(signs.index(token))
            else:
                raise NotationError(
                    f"{quoted(token)} stands for nothing here; a row is made of "
                    f"{', '.join(signs[1:])} and numbers of vacant cells."
                )
        if len(contents) != len(cells):
            raise NotationError(
                f"The row from {name} has {len(cells)} cells, {quoted(row)} gives "
                f"{'more' if len(contents) > len(cells) else len(contents)}."
            )
        for cell, content in zip(cells, contents, strict=True):
            state[CELLS + cell] = content


def _read_fields(rules: RuleSet, state: IntArray16, given: dict[str, str]) -> None:
    """Fill header and own part from the fields; all that the game has must be given."""
    expected = list(_fields(rules, new_state(rules.rules)))
    for name in (*expected, *given):
        if name not in given or name not in expected:
            raise NotationError(
                f"{'Missing' if name in expected else 'Unknown'} field {quoted(name)}; "
                f"{rules.info.title} has {', '.join(expected)}."
            )
    for name in ("player", "first"):
        state[_NUMBERS[name]] = _number(name, given[name], -1, 1)
    state[TURN] = _number("turn", given["turn"], 0, 32_000)
    if rules.info.index == SYRTIS:
        _read_syrtis(rules, state, given)
    elif rules.info.index == KITARAN:
        state[kitaran.CONVERSIONS] = _number("conversions", given["conversions"], 0, 9_999)
        frozen = _cells(rules, "frozen", given["frozen"], 4)
        state[kitaran.NUM_FROZEN] = len(frozen)
        first = kitaran.frozen_stones(rules.rules)
        state[first : first + len(frozen)] = frozen
    else:
        first = turn_stones(rules.rules)
        placed = _cells(rules, "placed", given["placed"], len(state) - first)
        state[PLACED] = len(placed)
        state[first : first + len(placed)] = placed


def _read_syrtis(rules: RuleSet, state: IntArray16, given: dict[str, str]) -> None:
    base = syrtis.own(rules.rules)
    if given["phase"] not in syrtis.PHASE_NAMES:
        raise NotationError(f"phase must be one of {', '.join(syrtis.PHASE_NAMES)}.")
    state[syrtis.PHASE] = syrtis.PHASE_NAMES.index(given["phase"])
    for slot, colour in enumerate(("light", "dark")):
        towers = _cells(rules, colour, given[colour], 2) + [syrtis.NOWHERE] * 2
        first = base + syrtis.TOWER + 2 * slot
        state[first : first + 2] = towers[:2]
    for name, slot in _SYRTIS_PAIRS.items():
        numbers = given[name].split(",")
        if len(numbers) != 2:
            raise NotationError(f"{name} must be two numbers such as 0,1: light's and dark's.")
        for side, number in enumerate(numbers):
            state[base + slot + side] = _number(name, number, 0, 4)
    sinkers = (NONE, *rules.info.colours)
    if given["sinker"] not in sinkers:
        raise NotationError(f"sinker must be one of {', '.join(sinkers)}.")
    state[base + syrtis.LAST_SINKER] = sinkers.index(given["sinker"])
    state[syrtis.WITHOUT_SINK] = _number("calm", given["calm"], 0, 9_999)


def _number(name: str, text: str, lowest: int, highest: int) -> int:
    """A number within bounds; '-' stands for -1 where that is allowed."""
    if text == NONE and lowest < 0:
        return -1
    if not re.fullmatch(r"\d{1,5}", text) or not max(0, lowest) <= int(text) <= highest:
        also = " or -" if lowest < 0 else ""
        raise NotationError(
            f"{name}={clipped(text)} must be a number from {max(0, lowest)} to {highest}{also}."
        )
    return int(text)


def _cells(rules: RuleSet, name: str, text: str, most: int) -> list[int]:
    """Cells of a list, ascending and each once; '-' stands for none."""
    if text == NONE:
        return []
    words = text.split(",")
    if len(words) > most:
        raise NotationError(f"{name} lists {len(words)} cells; there can be at most {most}.")
    for word in words:
        if not re.fullmatch(r"[a-z]\d{1,2}", word):
            raise NotationError(f"{quoted(word)} in {name} is no cell; write cells such as c3.")
    cells = sorted(parse_cell(rules.board, word) for word in words)
    if len(cells) != len(set(cells)):
        raise NotationError(f"{name} names a cell twice.")
    return cells
