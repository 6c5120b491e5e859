"""Turns and positions as text, both ways, and boards for the eye.

The same for every game: what an action is called, and what a position says beside its board, is the
games' own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from skerry.core.boards import Board
from skerry.core.layout import CELLS, FIRST, PLAYER, RESULT, RUNNING, TURN, IntArray16, new_state
from skerry.errors import IllegalActionError, NotationError, clipped, quoted
from skerry.games.actions import format_action, forms, keeps_its_place, parse_action, words_of
from skerry.games.catalogue import info
from skerry.games.contract import game_module, tower_cells
from skerry.games.info import Options
from skerry.games.position_text import NONE, parse_number
from skerry.games.ruleset import RuleSet, parse_value, rule_set

# Turns as text, both ways (C-6): actions between commas.

LONGEST_TURN = 100_000  # characters; no turn of any game comes near


def checked_text(text: object, what: str, longest: int) -> str:
    """Text from outside, if it is text and of a sane length.

    Raises:
        NotationError: it is neither.
    """
    if not isinstance(text, str) or len(text) > longest:
        raise NotationError(f"{what} is text of at most {longest:,} characters.")
    return text


def canonical_turn(rule_set: RuleSet, actions: Iterable[int]) -> tuple[int, ...]:
    """The actions of one turn in canonical order, without the final `end` (C-6).

    A set of stones is sorted; actions of an ordered kind keep their order and come first.

    Raises:
        IllegalActionError: `end` stands before the last action.
    """
    end = words_of(rule_set).get("end")
    kept = list(actions)
    if kept and kept[-1] == end:
        kept.pop()
    if end in kept:
        raise IllegalActionError(
            "'end' ends a turn, so it can stand only once, as the last action.", "C-6"
        )
    ordered = [action for action in kept if keeps_its_place(rule_set, action)]
    return (*ordered, *sorted(action for action in kept if action not in ordered))


def format_turn(rule_set: RuleSet, actions: Iterable[int]) -> str:
    """Canonical text of a turn (C-6); a lone `end`, the rest of a turn begun before, is said.

    Raises:
        NotationError: a number that is not an action of this rule set.
        IllegalActionError: `end` stands before the last action.
    """
    given = tuple(actions)
    written = canonical_turn(rule_set, given) or given[:1]
    return ",".join(format_action(rule_set, action) for action in written)


def spaced(turn: str) -> str:
    """A turn's text as people read it, with blanks in place of commas."""
    return turn.replace(",", " ")


def parse_turn(rule_set: RuleSet, text: str) -> tuple[int, ...]:
    """The actions of a turn in the order written.

    Raises:
        NotationError: empty or malformed text, or a cell that is not on the board.
    """
    text = checked_text(text, "A turn", LONGEST_TURN)
    if not text.strip():
        raise NotationError(f"A turn must name at least one action; write {forms(rule_set)}.")
    return tuple(parse_action(rule_set, part) for part in text.split(","))


# States as text: one line that reads back, and a diagram for the eye.
#
#     spry size=5 swap=off | 5/6/2w4/8/9/8/7/6/5 | player=1 first=0 turn=1 placed=-
#
# Rows run from the top to the bottom and, within a row, from the left; a number is a run of vacant
# cells. `w` and `b` are stones by the initial of their colour. The fields say what the board does
# not show; what follows from the board is worked out again by the game (`settle`). An option
# that is younger than the text has the value that games had before it.

LONGEST_TEXT = 5_000  # characters; the largest board needs about 1,500

_NUMBERS = {"player": PLAYER, "first": FIRST, "turn": TURN}  # fields, and their slots


def rows_from_top(board: Board) -> list[list[int]]:
    """The cells of each row, from the top and from the left."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for cell, (row, column) in enumerate(board.places):
        rows.setdefault(row, []).append((column, cell))
    return [[cell for _, cell in sorted(rows[row])] for row in sorted(rows, reverse=True)]


def format_state(rules: RuleSet, state: IntArray16) -> str:
    """One line that `parse_state` reads back."""
    contents = state[CELLS : CELLS + rules.rules.num_cells].tolist()
    return format_parts(rules, contents, fields_of(rules, state))


def format_parts(rules: RuleSet, contents: Sequence[int], fields: Mapping[str, str]) -> str:
    """One line, from what each cell holds and what the fields say."""
    signs = game_module(rules.name).symbols(rules)
    rows = []
    for cells in rows_from_top(rules.board):
        row = "".join(signs[contents[cell]] for cell in cells)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), row))
    said = " ".join(f"{name}={value}" for name, value in fields.items())
    return f"{rules} | {'/'.join(rows)} | {said}"


def fields_of(rules: RuleSet, state: IntArray16) -> dict[str, str]:
    """Name and text of each field, in order."""
    fields = {
        name: NONE if state[slot] < 0 else str(state[slot]) for name, slot in _NUMBERS.items()
    }
    return fields | game_module(rules.name).fields(rules, state)


def parse_state(text: str) -> tuple[RuleSet, IntArray16]:
    """The rule set and state of a line.

    Raises:
        NotationError: malformed text, or a state that no game could reach in form.
        OptionError: an unknown game, or an option it does not allow.
    """
    rules, state = read_parts(text)
    game_module(rules.name).settle(rules, state)
    return rules, state


def read_parts(text: str) -> tuple[RuleSet, IntArray16]:
    """As `parse_state`, but nobody has looked whether board and fields fit together.

    What follows from them is not in the state: it is one to be read or drawn, not to be played.

    Raises:
        NotationError: malformed text.
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
    signs = game_module(rules.name).symbols(rules)
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
    expected = list(fields_of(rules, new_state(rules.rules)))
    for name in (*expected, *given):
        if name not in given or name not in expected:
            raise NotationError(
                f"{'Missing' if name in expected else 'Unknown'} field {quoted(name)}; "
                f"{rules.info.title} has {', '.join(expected)}."
            )
    for name in ("player", "first"):
        state[_NUMBERS[name]] = parse_number(name, given[name], -1, 1)
    state[TURN] = parse_number("turn", given["turn"], 0, 32_000)
    game_module(rules.name).read_fields(rules, state, given)


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
            text = " ".join(
                game_module(rules.name).symbols(rules)[state[CELLS + cell]] for cell in cells
            )
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
    sign = game_module(rules.name).symbols(rules)[state[CELLS + cell]]
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
