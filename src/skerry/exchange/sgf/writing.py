"""A record as an SGF game tree; every stone of a turn is a node, all of one colour."""

import json
from functools import cache
from importlib.metadata import version

from skerry.exchange.remarks import Exported, Remark
from skerry.exchange.sgf import names
from skerry.exchange.sgf.marks import mark_properties
from skerry.exchange.sgf.playing import steps_of
from skerry.exchange.sgf.text import Node, format_trees, plain_breaks
from skerry.positions import Position
from skerry.record import COMPUTER, RULES_VERSION, GameRecord, RecordedTurn
from skerry.record.notes import Evaluation, Mark, evaluation_to_data
from skerry.record.parts import Line


def write_sgf(record: GameRecord) -> Exported:
    """A record as SGF.

    Raises:
        RecordError, IllegalActionError: its turns cannot be played.
    """
    root = Node(_root_properties(record))
    writer = _TreeWriter()
    last, position = writer.add_line(root, record.start, record.turns, 0, record.continuations)
    depth = 1
    for line in record.continuations:
        writer.add_line(last, position, line, depth)
    remarks, text = _lost(record), format_trees([root])
    if "\r" in text:
        text = plain_breaks(text)
        remarks.append(Remark("comments", "line breaks of other systems became plain ones."))
    return Exported("sgf", text, tuple(remarks))


def _lost(record: GameRecord) -> list[Remark]:
    """Names on several lines become names on one."""
    return [
        Remark(f"person {index}", "the line breaks of the name became blanks.")
        for index, person in enumerate(record.persons)
        if _on_one_line(person.name) != person.name
    ]


def _on_one_line(text: str) -> str:
    return plain_breaks(text).replace("\n", " ")


def _root_properties(record: GameRecord) -> dict[str, list[str]]:
    board = record.game.board
    properties = {
        "FF": ["4"],
        "GM": ["0"],  # none of the games that the format numbers
        "CA": ["UTF-8"],
        "AP": [_application()],
        "SZ": [str(board.size)],
        names.GAME: [str(record.game)],
        names.RULES: [str(RULES_VERSION)],
    }
    if record.setup is not None:
        properties[names.SETUP] = [f"{cell}:{what}" for cell, what in record.setup]
    if record.given_start is not None:
        properties[names.START] = [record.given_start.text]
    letters = names.person_letters(record.game)
    for letter, person in zip(letters, record.persons, strict=True):
        if person.name:
            properties[f"P{letter}"] = [_on_one_line(person.name)]
        if person.kind == COMPUTER:
            properties[names.COMPUTER[letter]] = [person.level or ""]
    if record.date is not None:
        properties["DT"] = [record.date.isoformat()]
    if record.result is not None:
        properties["RE"] = [_result(record, letters)]
    if record.comment:
        properties["GC"] = [record.comment]
    return properties | _note_properties("", record.marks, record.evaluation)


@cache
def _application() -> str:
    """This program with its version, which takes a millisecond to find."""
    return f"Skerry:{version('skerry')}"


def _result(record: GameRecord, letters: tuple[str, str]) -> str:
    result = record.result
    assert result is not None
    if result.winner is None:
        return "0"
    beside = {reason: letter for letter, reason in names.LOSSES.items()}
    how = beside.get(result.reason, "")
    outcome = record.position.outcome
    if outcome is not None and outcome.scores is not None:
        margin = outcome.scores[result.winner] - outcome.scores[1 - result.winner]
        how = f"{margin:g}" if margin > 0 else ""
    return f"{letters[result.winner]}+{how}"


def _note_properties(
    comment: str, marks: tuple[Mark, ...], evaluation: Evaluation | None
) -> dict[str, list[str]]:
    properties: dict[str, list[str]] = {"C": [comment]} if comment else {}
    properties |= mark_properties(marks)
    if evaluation is not None:
        text = json.dumps(evaluation_to_data(evaluation), ensure_ascii=False)
        properties[names.EVALUATION] = [text]
    return properties


class _TreeWriter:
    """Adds lines of turns to a tree."""

    def add_line(
        self,
        parent: Node,
        position: Position,
        line: Line,
        depth: int,
        following: tuple[Line, ...] = (),
    ) -> tuple[Node, Position]:
        """Add a line with all variations of its turns.

        Args:
            parent: the node that the line follows.
            position: there.
            line: to be added.
            depth: how many variations deep it stands.
            following: lines that could follow it.

        Returns:
            The last node of the line, and the position there.
        """
        for number, turn in enumerate(line, start=1):
            goes_on = number < len(line) or bool(following)
            last, after = self._add_turn(parent, position, turn, depth, goes_on)
            for variation in turn.variations:
                self.add_line(parent, position, variation, depth + 1)
            parent, position, depth = last, after, 0
        return parent, position

    def _add_turn(
        self, parent: Node, position: Position, turn: RecordedTurn, depth: int, goes_on: bool
    ) -> tuple[Node, Position]:
        played = steps_of(position, turn.text)
        letter = names.letter_to_act(position)
        is_first = True
        for before, action in played.steps:
            text = before.game.format_action(action)
            node = Node({names.letter_to_act(before): [text]})
            if is_first and depth != min(len(parent.children), 1):
                node.properties[names.DEPTH] = [str(depth)]
            parent.children.append(node)
            parent, is_first = node, False
        parent.properties |= _note_properties(turn.comment, turn.marks, turn.evaluation)
        after = played.after
        if played.ended and goes_on and names.letter_to_act(after) == letter:
            # The next stone is of the same colour, so that nothing else would tell the turns apart.
            end = Node({letter: ["end"]})
            parent.children.append(end)
            parent = end
        return parent, after
