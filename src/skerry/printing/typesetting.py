"""PDFs by Typst: a template of this folder, filled with values; sheets and diagrams."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from math import ceil
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from skerry.canvas.geometry import PITCH
from skerry.canvas.looks import PRINT
from skerry.canvas.raster import FONT, font_folder
from skerry.core.numbers import as_number
from skerry.draw.board import board_label, board_svg, view
from skerry.draw.flat import flatten
from skerry.errors import OptionError, quoted
from skerry.games.actions import decode_action
from skerry.games.contract import game_module
from skerry.positions import Game, Position
from skerry.record import Mark, RecordedTurn

Progress = Callable[[int, int], object]  # is told how many steps are done, and how many there are


def silent(done: int, count: int) -> None:
    """Nobody wants to know how far it is."""


# Texts of strangers go in as values, so that nothing in them is ever read as markup; no template
# loads a package, so nothing is fetched.

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres: width, height
TEMPLATES = "templates"


def checked_paper(paper: str) -> str:
    """The name of a paper. Raises OptionError: there is no such paper."""
    if paper not in PAPERS:
        raise OptionError(f"The paper is {' or '.join(PAPERS)}, not {quoted(paper)}.")
    return paper


def typeset(template: str, values: dict[str, Any]) -> bytes:
    """A PDF by one of the files in `templates`, which reads the values: what JSON can hold."""
    import typst

    folder = files(__package__).joinpath(TEMPLATES)
    with as_file(folder) as root:
        made = typst.compile(
            root / f"{template}.typ",
            root=root,
            font_paths=[font_folder()],
            sys_inputs={"values": json.dumps(values)},
            timestamp=0,  # the same game gives the same bytes
        )
    assert isinstance(made, bytes)
    return made


def subtitle(game: Game) -> str:
    """Who made a game, and which options it is played with."""
    options = (option for option in game.info.options if option.phrase)
    words = [option.phrase.format(game.option(option.name)) for option in options]
    return ", ".join([f"by {game.info.author}", *words])


def vector(root: Element) -> str:
    """A flat picture for a template, its words in the font that pixels have too."""
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("font-family", FONT)
    return ElementTree.tostring(root, encoding="unicode")


MARGIN, TOP, BOTTOM = 10.0, 24.0, 24.0
# How a picture of true size lies on sheets of paper: on one, or on several to be glued together.
#
# All lengths are millimetres. A sheet has a heading above the picture and a ruler below it:
#
#     +----------------------+
#     | heading              |
#     | +------------------+ |
#     | | room             | |
#     | +------------------+ |
#     | |----ruler----|      |
#     +----------------------+

TEXT = 36.0  # below a board that shares its sheet with a few words
OVERLAP = 10.0  # of two sheets that are glued together
LEAST_CELL, MOST_CELL = 5.0, 100.0
MOST_SHEETS = 16


class Size(NamedTuple):
    """A width and a height."""

    width: float
    height: float


class Sheet(NamedTuple):
    """What of a picture a sheet shows."""

    row: int
    column: int
    left: float  # in the picture
    top: float
    width: float
    height: float


def room(paper: str) -> Size:
    """What of a sheet is left for a picture."""
    width, height = PAPERS[paper]
    return Size(width - 2 * MARGIN, height - TOP - BOTTOM)


def largest_cell(units: Size, paper: str) -> float:
    """The width of a cell with which a board and a few words fill one sheet, in tenths.

    `units` are those of the board's picture.
    """
    width, height = room(paper)
    scale = min(width / units.width, (height - TEXT) / units.height)
    return min(MOST_CELL, int(10 * scale * PITCH) / 10)


def checked_cell(cell: float) -> float:
    """The width of a cell. Raises OptionError: out of bounds."""
    width = as_number(cell)
    if width is None or not LEAST_CELL <= width <= MOST_CELL:
        wrong = quoted(cell) if width is None else f"{width:g}"
        raise OptionError(f"A cell is {LEAST_CELL:g} to {MOST_CELL:g} mm wide, not {wrong}.")
    return width


def true_size(units: Size, cell: float) -> Size:
    """How large a picture is whose cells are so wide."""
    return Size(*(side * cell / PITCH for side in units))


def sheets(size: Size, paper: str) -> list[Sheet]:
    """The sheets of a picture, row by row.

    Raises:
        OptionError: there would be too many.
    """
    width, height = room(paper)
    columns, rows = _count(size.width, width), _count(size.height, height)
    if columns * rows > MOST_SHEETS:
        raise OptionError(
            f"A board of {size.width:.0f} by {size.height:.0f} mm takes {columns * rows} sheets; "
            f"{MOST_SHEETS} are possible. Choose smaller cells."
        )
    return [
        Sheet(row, column, left, top, across, up)
        for row, (top, up) in enumerate(_stretches(size.height, height, rows))
        for column, (left, across) in enumerate(_stretches(size.width, width, columns))
    ]


def _count(length: float, most: float) -> int:
    if length <= most + 1e-6:
        return 1
    return ceil((length - OVERLAP) / (most - OVERLAP))


def _stretches(length: float, most: float, count: int) -> Iterator[tuple[float, float]]:
    """Where each begins, and how long it is: all alike, neighbours OVERLAP in common."""
    each = (length + (count - 1) * OVERLAP) / count
    for index in range(count):
        yield index * (each - OVERLAP), min(each, most)


# Diagrams of several turns, as in books on Go: stones with the number of their turn.
#
# Several stones of one turn share its number. What a number cannot show (a move, a stone that was
# turned over, a swap) is told in words.

PLAYERS = ("first player", "second player")  # where there are no names and no colours
PLACED = "placed"  # what `Done.words` calls a new piece
MOST_TOLD = 4  # turns told in words below one diagram
USUAL_TURNS = 10  # of a diagram


@dataclass(frozen=True)
class Diagram:
    """One picture, and what belongs below it."""

    svg: str
    words: str  # for who cannot see it
    told: tuple[str, ...]  # what no number shows


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of a line with its number and the positions around it."""

    number: int
    turn: RecordedTurn
    before: Position
    after: Position

    @property
    def actions(self) -> tuple[int, ...]:
        """Its actions."""
        return self.before.game.parse_turn(self.turn.text)

    def effects(self) -> dict[int, str]:
        """What it did to which cell."""
        return dict(view(self.after, self.actions).last)

    def new_stones(self) -> list[int]:
        """The cells in which it placed a stone."""
        before, after = self.before.contents, self.after.contents
        done = self.effects().items()
        return [cell for cell, word in done if word == PLACED and not before[cell] and after[cell]]

    def shows_all(self) -> bool:
        """Whether numbers on its stones say all that it did."""
        return bool(effects := self.effects()) and len(self.new_stones()) == len(effects)

    def sentence(self) -> str:
        """What it did, in words."""
        game = self.before.game
        actions = [decode_action(game, action) for action in self.actions]
        who = self.before.colour or PLAYERS[self.before.player or 0]
        return (
            f"{self.number}. {who.capitalize()} {game_module(game.name).turn_words(game, actions)}."
        )


def played(
    positions: Sequence[Position], turns: Sequence[RecordedTurn], first: int = 1
) -> list[PlayedTurn]:
    """The turns of a line, numbered from `first`; positions have one more, the start."""
    return [
        PlayedTurn(first + index, turn, positions[index], positions[index + 1])
        for index, turn in enumerate(turns)
    ]


def split(turns: Sequence[PlayedTurn], every: int, *, at_notes: bool) -> Iterator[list[PlayedTurn]]:
    """The turns of each diagram: at most `every`, `at_notes` up to what something is said of."""
    part: list[PlayedTurn] = []
    for one in turns:
        # What could have been played instead is shown from the position before it.
        if part and at_notes and one.turn.variations:
            yield part
            part = []
        part.append(one)
        said = one.turn.comment or one.turn.marks or one.turn.variations
        num_told = sum(not other.shows_all() for other in part)
        if len(part) >= every or num_told >= MOST_TOLD or (at_notes and said):
            yield part
            part = []
    if part:
        yield part


def diagram(turns: Sequence[PlayedTurn]) -> Diagram:
    """One diagram of some turns in a row, with the marks of the last one."""
    after = turns[-1].after
    numbered: dict[int, int] = {}
    for one in turns:
        numbered |= dict.fromkeys(one.new_stones(), one.number)
    now = after.contents
    told = []
    for one in turns:
        placed = one.new_stones()
        lost = [cell for cell in placed if now[cell] != one.after.contents[cell]]
        lost += [cell for cell in placed if numbered[cell] != one.number]
        if lost or not one.shows_all():
            told.append(one.sentence())
    standing = {
        cell: number
        for cell, number in numbered.items()
        if any(one.number == number and one.after.contents[cell] == now[cell] for one in turns)
    }
    # Where a number says which turn was the last, a dot would cover it.
    last = turns[-1].actions if not standing.keys() & turns[-1].effects().keys() else ()
    return picture(after, last, standing, turns[-1].turn.marks, tuple(told))


def picture(
    position: Position,
    last: Sequence[int] = (),
    numbered: dict[int, int] | None = None,
    marked: Sequence[Mark] = (),
    told: tuple[str, ...] = (),
) -> Diagram:
    """A position as it is printed."""
    svg = board_svg(position, last=last, standalone=False, numbered=numbered, marked=marked)
    return Diagram(vector(flatten(svg, look=PRINT)), board_label(position), told)
