"""Diagrams of several turns, as in books on Go: stones with the number of their turn.

Several stones of one turn share its number. What a number cannot show (a move, a stone that was
turned over, a swap) is told in words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skerry.canvas.looks import PRINT
from skerry.draw.board import board_svg
from skerry.draw.flat import flatten
from skerry.draw.labels import board_label
from skerry.draw.view import view
from skerry.games.showing.words import game_words
from skerry.games.text.actions import decode_action
from skerry.positions import Position
from skerry.printing.typesetting import vector
from skerry.record import Mark, RecordedTurn

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
        return f"{self.number}. {who.capitalize()} {game_words(game).turn_words(game, actions)}."


def played(
    positions: Sequence[Position], turns: Sequence[RecordedTurn], first: int = 1
) -> list[PlayedTurn]:
    """The turns of a line, numbered from `first`; positions have one more, the start."""
    return [
        PlayedTurn(first + index, turn, positions[index], positions[index + 1])
        for index, turn in enumerate(turns)
    ]


def split(turns: Sequence[PlayedTurn], every: int, *, at_notes: bool) -> Iterator[list[PlayedTurn]]:
    """The turns of each diagram.

    Args:
        turns: of a line.
        every: how many turns a diagram has at most.
        at_notes: whether it ends where something is said of a turn.
    """
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
