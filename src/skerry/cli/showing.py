"""What `show`, `replay`, `draw`, `rules` and `guide` do: positions, records, pages for players."""

import sys
from pathlib import Path
from typing import NamedTuple

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from skerry import rulebook
from skerry.cli.running import board_lines
from skerry.cli.shared import write_file
from skerry.core.numbers import counted
from skerry.draw import board_picture
from skerry.errors import OptionError, RecordError
from skerry.exchange import read, recognise
from skerry.positions import Position, position
from skerry.record import GameRecord
from skerry.record.json_form import LARGEST_RECORD
from skerry.record.parts import format_result


class Source(NamedTuple):
    """A position that was asked for, and the record it comes from if there is one."""

    position: Position
    record: GameRecord | None
    turn: int  # of the record: how many turns lead to the position

    @property
    def last_turn(self) -> tuple[int, ...]:
        """The actions of the turn that led here; none where that is not known."""
        if self.record is None or self.turn == 0:
            return ()
        return self.record.game.parse_turn(self.record.turns[self.turn - 1].text)


def read_source(source: str, turn: int | None) -> Source:
    """What a position's text or a file holds; of a record, after so many turns or all.

    Raises:
        OptionError: neither a file nor a position's text, or no such turn.
        NotationError, RecordError: what it holds is neither a position nor a record.
    """
    path = Path(source)
    is_text = "|" in source
    if not is_text and not path.is_file():
        raise OptionError(f"{source} is neither a file nor the text of a position.")
    content = source.encode() if is_text else _read(path)
    if not is_text and recognise(content) is not None:
        record = _record_in(path, content)
        number = _checked(record, turn)
        return Source(record.replay()[number], record, number)
    if turn is not None:
        raise OptionError("--turn belongs to a record, and this is a single position.")
    return Source(position(content.decode(errors="replace").strip()), None, 0)


def show_source(source: str, turn: int | None) -> None:
    """Print what a position's text or a file holds."""
    shown = read_source(source, turn)
    if shown.record is not None:
        typer.echo(_headline(shown.record))
        if shown.turn > 0:
            typer.echo(_turn_line(shown.record, shown.turn))
    typer.echo(board_lines(shown.position))
    typer.echo(shown.position.text)


def replay_file(file: Path, turn: int | None) -> None:
    """Print a record's positions one after another, waiting in between when someone is there."""
    record = read_record(file)
    positions = record.replay()
    if turn is not None:
        _print_turn(record, positions, _checked(record, turn))
        return
    typer.echo(_headline(record))
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    for number in range(len(positions)):
        _print_turn(record, positions, number)
        if waits and number + 1 < len(positions):
            answer = typer.prompt("Enter: next turn, q: stop", default="", show_default=False)
            if answer.strip().lower() == "q":
                return
    if record.result is not None:
        typer.echo(format_result(record.result))


def read_record(file: Path) -> GameRecord:
    """The game that a file of any format holds; what could not be read is said on stderr.

    Raises:
        OptionError: there is no such file.
        RecordError: it holds no game, or several; of our own format, points at the first bad turn.
    """
    if not file.is_file():
        raise OptionError(f"There is no file {file}.")
    return _record_in(file, _read(file))


def _record_in(file: Path, content: bytes) -> GameRecord:
    imported = read(content, most=2)
    if len(imported.records) > 1:
        raise RecordError(
            f"{file} holds several games, and one is wanted; skerry convert with --out FOLDER "
            "makes a file of each."
        )
    for remark in imported.remarks:
        typer.echo(f"{file}: {remark}", err=True)
    return imported.records[0]


def _read(path: Path) -> bytes:
    """A file's content, as far as a record may be long; one byte more tells that it is longer."""
    with path.open("rb") as file:
        return file.read(LARGEST_RECORD + 1)


def _checked(record: GameRecord, turn: int | None) -> int:
    """The turn to show, the last one by default."""
    most = len(record.turns)
    if turn is not None and turn > most:
        raise OptionError(f"There is no turn {turn}; the record has {counted(most, 'turn')}.")
    return most if turn is None else turn


def _headline(record: GameRecord) -> str:
    """The game, who played it, and how it ended."""
    names = " against ".join(
        person.name or f"person {index}" for index, person in enumerate(record.persons)
    )
    day = "" if record.date is None else f", {record.date.isoformat()}"
    result = "not finished" if record.result is None else format_result(record.result)
    lines = [f"{record.game}: {names}{day}", f"{counted(len(record.turns), 'turn')}, {result}"]
    return "\n".join(lines + [record.comment] * bool(record.comment))


def _print_turn(record: GameRecord, positions: list[Position], number: int) -> None:
    typer.echo("")
    if number > 0:
        typer.echo(_turn_line(record, number))
    typer.echo(board_lines(positions[number]))


def _turn_line(record: GameRecord, number: int) -> str:
    before, turn = record.replay()[number - 1], record.turns[number - 1]
    who = before.colour or f"person {before.player}"
    line = f"Turn {number}, {who}: {turn.text}"
    for variation in turn.variations:
        line += f"\n  instead: {' '.join(one.text for one in variation)}"
    return f"{line}\n  {turn.comment}" if turn.comment else line


THEMES = ("light", "dark")


def checked_theme(theme: str) -> str:
    """The name of a theme. Raises OptionError: there is no such theme."""
    if theme not in THEMES:
        raise OptionError(f"There is no theme {theme!r}; the themes are {' and '.join(THEMES)}.")
    return theme


def draw_source(
    source: Source,
    out: Path | None,
    kind: str | None,
    width: int | None,
    theme: str,
    last: bool,
    *,
    force: bool = False,
) -> None:
    """Draw a position; kind, width and last turn are those of the command `draw`."""
    is_dark = checked_theme(theme) == "dark"
    if kind is None:
        kind = "svg" if out is None else out.suffix.removeprefix(".").lower()
    if kind == "png" and out is None and sys.stdout.isatty():
        raise OptionError("A terminal cannot show a PNG; name a file, as in --out board.png.")
    marked = source.last_turn if last else ()
    picture = board_picture(source.position, kind, width=width, last=marked, dark=is_dark)
    if out is None:
        sys.stdout.buffer.write(picture)
    else:
        write_file(out, picture, force=force)


def print_page(page: str) -> None:
    """Print the rules of a game, or its guide, the diagrams as boards of text."""
    console = Console()
    for piece in rulebook.pieces(page):
        if isinstance(piece, rulebook.FirstTurns):
            console.print(Padding(Text(str(piece)), (1, 4)))
        elif isinstance(piece, rulebook.Diagram):
            # Text, since square brackets on a board would read as markup.
            board = Text(str(piece.shown()[0]))
            if piece.caption:
                board.append(f"\n{piece.caption}")
            console.print(Padding(board, (1, 4)))
        else:
            console.print(Markdown(rulebook.without_links(piece)))
