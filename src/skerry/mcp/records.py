"""The tools for whole games: records made of turns, read from files, studies as trees."""

from collections.abc import Sequence
from pathlib import Path

from skerry.core.formatting import counted
from skerry.errors import OptionError, SkerryError, quoted
from skerry.exchange import Imported, format_named, read, write
from skerry.mcp.trees import tree_text
from skerry.mcp.words import Answer, told
from skerry.positions import Position
from skerry.positions import position as read_position
from skerry.record import LARGEST_RECORD, GameRecord
from skerry.record.parts import format_result
from skerry.study import Chapter

SUFFIXES = (".json", ".sgf")  # of files that are read
MOST_TURNS = 2_000  # of a record that is made here
MOST_GAMES = 50  # of a collection
MOST_REMARKS = 20  # that are repeated
LONGEST_TEXT = 100_000  # characters of a record that is shown


def record(
    position: str,
    turns: list[str],
    format: str = "json",
    names: list[str] | None = None,
    comment: str = "",
    seed: int | None = None,
) -> Answer:
    """A game record from turns: a sentence, then the record as text.

    Args:
        position: where the game begins, as `start` gave it.
        turns: whole turns from there on.
        format: "json" (Skerry's, which loses nothing), "sgf" or "abstract-play".
        names: of the two persons.
        comment: on the game as a whole.
        seed: of a start that was drawn, as `start` said it.

    Raises:
        NotationError: the text is no position.
        OptionError, RecordError: a turn, a name or a format is not possible.
    """
    if len(turns) > MOST_TURNS:
        raise OptionError(f"A record is made of at most {MOST_TURNS:,} turns here.")
    format_named(format)
    begin = read_position(position)
    made = GameRecord.begin(
        begin.game,
        seed=seed,
        start=None if _is_start(begin, seed) else begin,
        persons=("", "") if names is None else tuple(names),
        comment=comment,
    )
    for number, turn in enumerate(turns, start=1):
        try:
            made = made.add_turn(turn)
        except SkerryError as error:
            raise OptionError(f"Turn {number}, {quoted(turn)}: {error}") from error
    GameRecord.from_json(made.to_json())  # names and comments have their limits
    exported = write(made, format)
    lines = [f"{_headline(made)}. The record follows, as {exported.format}."]
    lines += [f"Not kept: {remark}" for remark in exported.remarks[:MOST_REMARKS]]
    if len(exported.text) > LONGEST_TEXT:
        raise OptionError("The record is too long to be shown; keep it in several.")
    return ["\n".join(lines), exported.text]


def _is_start(position: Position, seed: int | None) -> bool:
    """Whether a position is a start of its game that needs no further telling.

    Raises:
        OptionError: the seed gives another start.
    """
    if seed is None and position.game.info.has_setup:
        return False
    is_start = position == position.game.start(seed=seed)
    if seed is not None and not is_start:
        raise OptionError(f"The seed {quoted(seed)} gives another start than this position.")
    return is_start


def open_record(path: str, turn: int | None = None) -> Answer:
    """Read a file with a game record: its turns, a position of it, and the record as text.

    Args:
        path: of a file in one of the formats of `record`; its name ends with .json or .sgf.
        turn: after how many turns the position is shown; the last one if it is left out.

    Raises:
        OptionError, RecordError: there is no such file, record or turn.
    """
    imported = _read_file(path)
    first = imported.records[0]
    last = len(first.turns)
    shown = last if turn is None else turn
    if not 0 <= shown <= last:
        raise OptionError(
            f"The record has {counted(last, 'turn')}, so there is no turn {quoted(turn)}."
        )
    lines = list(_remarks(imported))
    if len(imported.records) > 1:
        lines.append(f"The first of {len(imported.records)} games; `study` shows them all.")
    lines += [_chapter(1, first), "", f"After {counted(shown, 'turn')}:"]
    lines.append(told(first.replay()[shown]))
    text = first.to_json()
    if len(text) > LONGEST_TEXT:
        return "\n".join([*lines, "", "The record itself is too long to be shown as text."])
    return ["\n".join(lines), text]


def study(path: str = "", record: str = "") -> str:
    """A study or a record as a tree: turns by number, variations indented, comments beside them.

    Args:
        path: of a file, as for `open_record`; each game in it is a chapter.
        record: in place of a file, the text of a record.

    Raises:
        OptionError, RecordError: there is no such file, or the text is no record.
    """
    if bool(path) == bool(record):
        raise OptionError("A study is read from a path or from the text of a record: give one.")
    imported = _read_file(path) if path else read(record, most=MOST_GAMES)
    chapters = [_chapter(number, one) for number, one in enumerate(imported.records, start=1)]
    return "\n".join([*_remarks(imported), "\n\n".join(chapters)])


def _chapter(number: int, one: GameRecord) -> str:
    return f"{_headline(one)}\n{tree_text(Chapter.of(number, 'Chapter', one))}"


def _headline(one: GameRecord) -> str:
    """The game, who played it, and how it ended."""
    names = " against ".join(
        person.name or f"person {index}" for index, person in enumerate(one.persons)
    )
    day = "" if one.date is None else f", {one.date.isoformat()}"
    result = "not finished" if one.result is None else format_result(one.result)
    return f"{one.game}: {names}{day}; {counted(len(one.turns), 'turn')}, {result}"


def _remarks(imported: Imported) -> Sequence[str]:
    return [f"Not read: {remark}" for remark in imported.remarks[:MOST_REMARKS]]


def _read_file(path: str) -> Imported:
    """The games in a file. Raises OptionError, RecordError."""
    if not path.lower().endswith(SUFFIXES):
        raise OptionError(f"{quoted(path)} is not a record: its name must end with .json or .sgf.")
    try:
        file = Path(path).expanduser()
        if not file.is_file():  # nor a pipe, which would be waited for
            raise OptionError(f"There is no file {quoted(path)}.")
        with file.open("rb") as opened:
            content = opened.read(LARGEST_RECORD + 1)
    except SkerryError:
        raise
    except (OSError, RuntimeError, ValueError) as error:  # an unknown user is a RuntimeError
        raise OptionError(f"{quoted(path)} cannot be read.") from error
    return read(content, most=MOST_GAMES)
