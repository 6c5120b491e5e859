"""The tools for whole games and studies: made of turns, read from files, as trees."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from skerry.core.numbers import counted, format_count, format_percent
from skerry.errors import OptionError, SkerryError, clipped, quoted
from skerry.exchange import Imported, format_named, read, write
from skerry.mcp.playing import Answer, mover, told
from skerry.positions import Position
from skerry.positions import position as read_position
from skerry.record import LARGEST_RECORD, Evaluation, GameRecord
from skerry.record.parts import format_result, seen_by
from skerry.study import ROOT, Chapter, Node, Study

MOST_LINES = 1_000
LONGEST_COMMENT = 1_000  # characters
DEEPEST = 20  # levels of indentation


def tree_text(chapter: Chapter) -> str:
    """All turns with their numbers, variations indented by their depth, comments in brackets.

    A long tree ends with a line that says how much is left out.
    """
    tree = chapter.tree
    lines = []
    root = _notes(chapter, ROOT)
    if root:
        lines.append(f"Start:{root}")
    for shown, (number, depth) in enumerate(_in_order(chapter)):
        if shown == MOST_LINES:
            lines.append(f"... and {len(tree) - 1 - shown:,} more turns.")
            break
        node = tree.node(number)
        before = chapter.position(node.parent)
        indent = "    " * min(depth, DEEPEST)
        lines.append(
            f"{indent}{before.turn + 1}. {mover(before)} {node.turn}{_notes(chapter, number)}"
        )
    return "\n".join(lines) or "No turn has been played."


def _in_order(chapter: Chapter) -> Iterator[tuple[int, int]]:
    """Numbers of nodes with their depths; after a turn the others in its place, then what follows.

    A tree may be thousands of turns deep, so nothing calls itself here.
    """
    tree = chapter.tree
    waiting = _following(tree.node(ROOT), 0)
    while waiting:
        number, depth, others = waiting.pop()
        yield number, depth
        waiting += _following(tree.node(number), depth)
        waiting += [(other, depth + 1, ()) for other in reversed(others)]


def _following(node: Node, depth: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """The first child of a node, with the others that could be played instead."""
    if not node.children:
        return []
    return [(node.children[0], depth, node.children[1:])]


def _notes(chapter: Chapter, number: int) -> str:
    node = chapter.tree.node(number)
    notes = ""
    if node.evaluation is not None:
        notes += f" ({_opinion(chapter.position(number), node.evaluation)})"
    if node.comment:
        notes += f" [{clipped(' '.join(node.comment.split()), LONGEST_COMMENT)}]"
    return notes


def _opinion(position: Position, found: Evaluation) -> str:
    """Who an engine gives which chances; its numbers are person 0's."""
    first = position.game.info.colours[0]
    person = 0 if position.persons is None else position.persons[0]
    who = "the first player" if position.persons is None else first
    found = seen_by(person, found)
    if found.proven is not None:
        return f"a proven {found.proven} for {who}"
    return f"{who} {format_percent(found.value)}, {format_count(found.playouts)} playouts"


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


MOST_LISTED = 100


class Source(Protocol):
    """Where studies are kept."""

    def entries(self) -> Sequence[tuple[str, str, str, str]]:
        """Of each study, the latest first: id, title, names of its games, when it was edited."""

    def find(self, study_id: str) -> Study:
        """The study of an id. Raises OptionError: there is none."""

    def is_in_live_game(self, position: Position) -> bool:
        """Whether two persons play a position there now. Raises OptionError: not to be read."""


class SiteStudies:
    """Reads studies; each call sees them as they are then."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def check_position(self, position: Position) -> None:
        """Refuse to think for somebody's running game. Raises OptionError: two persons play it."""
        if self._source.is_in_live_game(position):
            raise OptionError(
                "Two people are playing a game with this position on this machine's site at the "
                "moment; it is thought about again when they have played on or their game is over."
            )

    def site_studies(self, search: str = "") -> str:
        """The studies of this machine's site: ids, titles, games, when they were edited.

        Args:
            search: only those whose title or games hold this text.

        Raises:
            OptionError: they cannot be read.
        """
        wanted = search.casefold()
        found = [
            entry
            for entry in self._source.entries()
            if wanted in entry[1].casefold() or wanted in entry[2].casefold()
        ]
        lines = [f"Studies: {len(found)}"]
        for number, title, games, when in found[:MOST_LISTED]:
            lines.append(f"{number}: {title} ({games.replace(' ', ', ')}; {when[:10]})")
        if len(found) > MOST_LISTED:
            lines.append(f"... and {len(found) - MOST_LISTED} older ones; `search` finds them.")
        return "\n".join(lines)

    def site_study(self, id: str, chapter: int | None = None, format: str | None = None) -> Answer:
        """A study of this machine's site: its chapters, and one of them as a tree.

        Args:
            id: as `site_studies` lists it.
            chapter: which one is shown, from 1; it may be left out where there is only one.
            format: "json" or "sgf": its record follows as text.

        Raises:
            OptionError: there is no such study, chapter or format.
            RecordError: a tree that no record can hold.
        """
        study = self._source.find(id)
        count = len(study.chapters)
        lines = [f"{study.title}: {counted(count, 'chapter')}"]
        lines += [_entry(number, one) for number, one in enumerate(study.chapters, start=1)]
        if chapter is None and count > 1:
            return "\n".join([*lines, "Say which `chapter` to show."])
        shown = 1 if chapter is None else chapter
        if not 1 <= shown <= count:
            raise OptionError(f"The study has {counted(count, 'chapter')}, and none is {shown}.")
        found = study.chapters[shown - 1]
        lines += ["", f"Chapter {shown} begins at: {found.start.text}", tree_text(found)]
        return "\n".join(lines) if format is None else ["\n".join(lines), _text(found, format)]


def _entry(number: int, chapter: Chapter) -> str:
    turns = counted(len(chapter.tree) - 1, "turn")
    return f"{number}. {chapter.title} ({chapter.game}; {turns} in all)"


def _text(chapter: Chapter, format: str) -> str:
    text = write(chapter.record(), format).text
    if len(text) > LONGEST_TEXT:
        raise OptionError(f"Chapter {quoted(chapter.title)} is too long to be shown as a record.")
    return text
