"""The turns of an SGF game tree, with the lines in place of them.

A turn takes as many nodes as it has stones, so branches may part within one. A line that cannot be
played ends before the turn at fault, with a remark.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from skerry.core.formatting import counted
from skerry.errors import IllegalActionError, SkerryError, clipped
from skerry.exchange.sgf import names
from skerry.exchange.sgf.moves import Move
from skerry.exchange.sgf.notes import Notes, Remarks
from skerry.games.text.actions import words_of
from skerry.positions import Game, Position
from skerry.record import RecordedTurn
from skerry.record.parts import Line, check_work

MOST_NESTED = 20  # variations within variations, as in a record's JSON
COLOURS = {"B": "black", "W": "white"}


@dataclass(frozen=True)
class _Part:
    """A turn as far as some moves tell it."""

    position: Position
    depth: int
    actions: tuple[int, ...] = ()
    notes: Notes = field(default_factory=Notes)


class _Branch(NamedTuple):
    """A whole turn, and the moves that follow it."""

    turn: RecordedTurn  # without variations
    after: Position
    following: list[Move]
    depth: int  # how many variations deep it stands among those in its place
    line: int  # of the text


_Waiting: TypeAlias = tuple[Move, _Part] | _Branch


class TurnsRead(NamedTuple):
    """A line of turns, the lines that could follow it, and the position between them."""

    line: Line
    continuations: tuple[Line, ...]
    last: Position


class TurnReader:
    """Reads the turns of one game."""

    def __init__(self, game: Game, remarks: Remarks) -> None:
        """Nothing is read yet; remarks are added to those given."""
        self.game, self.remarks = game, remarks
        self.end = words_of(game).get("end")

    def read(self, start: Position, top: Move) -> TurnsRead:
        """The turns that follow the first node of a tree.

        Raises:
            RecordError: more of them than a record may hold.
        """
        self._check_work(top)
        return self._line(start, top.children, 0)

    def _check_work(self, top: Move) -> None:
        texts, waiting = [], [top]
        while waiting:
            move = waiting.pop()
            texts.append({"text": move.text})
            waiting += move.children
        check_work(self.game, texts)

    def _line(self, position: Position, moves: list[Move], nested: int) -> TurnsRead:
        turns: list[RecordedTurn] = []
        while True:
            branches = self._branches(position, moves)
            first = branches[0] if branches else None
            if first is None or (first.depth > 0 and nested == 0):
                return TurnsRead(tuple(turns), self._lines(branches, 1, nested), position)
            variations = self._lines(branches[1:], 1, nested)
            turns.append(replace(first.turn, variations=variations))
            position, moves = first.after, first.following

    def _lines(self, branches: Sequence[_Branch], depth: int, nested: int) -> tuple[Line, ...]:
        """The lines that begin with turns in the same place, the deeper ones within the others."""
        lines: list[Line] = []
        index = 0
        while index < len(branches):
            branch = branches[index]
            inner = list(takewhile(lambda one: one.depth > depth, branches[index + 1 :]))
            index += 1 + len(inner)
            if nested >= MOST_NESTED:
                self._say_too_deep(branch)
                continue
            turn = replace(branch.turn, variations=self._lines(inner, depth + 1, nested + 1))
            lines.append((turn, *self._line(branch.after, branch.following, nested + 1).line))
        return tuple(lines)

    def _say_too_deep(self, branch: _Branch) -> None:
        self.remarks.add(
            branch.line,
            f"the variation that begins with {clipped(branch.turn.text)} is left out: there can be "
            f"at most {MOST_NESTED} variations within one another.",
        )

    def _branches(self, position: Position, moves: list[Move]) -> list[_Branch]:
        """The whole turns that moves tell, in order; several where they part within a turn."""
        found: list[_Branch] = []
        waiting: list[_Waiting] = [(move, _Part(position, move.depth)) for move in reversed(moves)]
        while waiting:
            one = waiting.pop()
            if isinstance(one, _Branch):
                found.append(one)
                continue
            move, before = one
            try:
                part = self._played(before, move)
            except SkerryError as error:
                self._say_unplayable(move, str(error))
                continue
            if part.position.turn > position.turn:
                found.append(self._branch(part, move, move.children))
            else:
                waiting += reversed(self._going_on(part, move))
        return found

    def _played(self, before: _Part, move: Move) -> _Part:
        """A turn with one move more. Raises SkerryError: the move is not possible."""
        position = before.position
        letter = names.letter_to_act(position)
        if move.letter != letter and not position.is_over:
            raise IllegalActionError(f"it is the turn of {letter} ({COLOURS[letter]}).")
        empty = "pass" if "pass" in words_of(self.game) else ""  # as the format has it
        actions = self.game.parse_turn(move.text or empty)
        for action in actions:
            if position.turn > before.position.turn:
                raise IllegalActionError("it goes on after the end of the turn.")
            position = position.apply(action)
        notes = before.notes.followed_by(move.notes)
        return _Part(position, before.depth, (*before.actions, *actions), notes)

    def _going_on(self, part: _Part, move: Move) -> list[_Waiting]:
        """How a turn that has not ended goes on: with more of it, or with its end."""
        letter = names.letter_to_act(part.position)
        longer = [child for child in move.children if child.letter == letter]
        following = [child for child in move.children if child.letter != letter]
        ways: list[_Waiting] = [(child, part) for child in longer]
        if part.position.may_end and (following or not longer):
            assert self.end is not None
            ended = replace(part, position=part.position.apply(self.end))
            place = 0 if following and following[0] is move.children[0] else len(ways)
            ways.insert(place, self._branch(ended, move, following))
        elif following or not longer:
            self._say_unplayable(
                move, "the turn must go on with another action of the same colour.", following
            )
        return ways[:1] + [_beside(way) for way in ways[1:]]

    def _branch(self, part: _Part, move: Move, following: list[Move]) -> _Branch:
        notes = part.notes.within_limits(move.line, self.remarks)
        text = self.game.format_turn(part.actions)
        turn = RecordedTurn(text, notes.comment, (), notes.marks, notes.evaluation)
        return _Branch(turn, part.position, following, part.depth, move.line)

    def _say_unplayable(self, move: Move, why: str, left_out: Sequence[Move] | None = None) -> None:
        number = move.count() - 1 if left_out is None else sum(one.count() for one in left_out)
        more = f" What follows is left out too: {counted(number, 'move')}." if number else ""
        self.remarks.add(move.line, f"{move.letter}[{clipped(move.text)}] is left out: {why}{more}")


def _beside(way: _Waiting) -> _Waiting:
    """A way to go on that is not the first, so that it stands beside the turn of the first."""
    if isinstance(way, _Branch):
        return way._replace(depth=max(way.depth, 1))
    move, part = way
    return move, replace(part, depth=max(part.depth, 1))
