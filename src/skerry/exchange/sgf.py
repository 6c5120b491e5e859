"""Records as SGF (FF[4]), both ways: sgf_tree.py has the grammar, sgf_notes.py our words in it."""

import datetime
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.metadata import version
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from skerry.core.numbers import counted
from skerry.errors import (
    IllegalActionError,
    OptionError,
    RecordError,
    RecordVersionError,
    SkerryError,
    clipped,
    quoted,
)
from skerry.exchange import sgf_notes
from skerry.exchange.remarks import Exported, Imported, Remark, settled_result, shortened
from skerry.exchange.sgf_notes import Notes, Remarks, mark_properties, read_notes
from skerry.exchange.sgf_tree import Node, format_trees, parse_trees, plain_breaks
from skerry.games.actions import words_of
from skerry.games.catalogue import info
from skerry.games.ruleset import parse_options
from skerry.positions import Game, Position, game, position
from skerry.record import (
    AGREEMENT,
    COMPUTER,
    HUMAN,
    RULES_VERSION,
    GameRecord,
    Person,
    RecordedTurn,
    Result,
)
from skerry.record.json_form import LONGEST_LEVEL, LONGEST_PERSON
from skerry.record.parts import (
    Evaluation,
    Line,
    Mark,
    check_work,
    evaluation_to_data,
)

# The nodes of an SGF game tree that play, each with what is said after it.
#
# Other programs write nodes without a move, or a move into the first node; that is evened out here.

KNOWN = frozenset({sgf_notes.DEPTH})


@dataclass
class Move:
    """What one node plays: a turn or a part of one. The first of a tree plays nothing."""

    line: int
    letter: str = ""  # B or W
    text: str = ""  # actions between commas
    notes: Notes = field(default_factory=Notes)
    depth: int = 0  # how many variations deep it stands
    children: "list[Move]" = field(default_factory=list)

    def all(self) -> "Iterator[Move]":
        """This one and all that follow it, in any order."""
        waiting = [self]
        while waiting:
            move = waiting.pop()
            yield move
            waiting += move.children


def moves_of(game: Game, root: Node, remarks: Remarks, known: frozenset[str]) -> Move:
    """The moves of a tree; the `known` properties of its first node are read elsewhere."""
    top = Move(root.line)
    waiting = [(root, top, known)]
    while waiting:
        node, last, here = waiting.pop()
        remarks.unknown(node, here)
        for name in (name for name in node.properties if name in sgf_notes.COLOURS):
            move = Move(node.line_of(name), name, ",".join(node.properties[name]))
            move.depth = _depth(node, len(last.children), remarks)
            last.children.append(move)
            last = move
        last.notes = last.notes.followed_by(read_notes(game, node, remarks))
        waiting += [(child, last, KNOWN) for child in reversed(node.children)]
    return top


def _depth(node: Node, index: int, remarks: Remarks) -> int:
    usual = min(index, 1)
    text = "".join(node.properties.get(sgf_notes.DEPTH, ()))
    if not text:
        return usual
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        remarks.add(node.line_of(sgf_notes.DEPTH), f"{sgf_notes.DEPTH} must be a small number.")
        return usual
    return int(text)


# The turns of an SGF game tree, with the lines in place of them.
#
# A turn takes as many nodes as it has stones, so branches may part within one. A line that cannot
# be played ends before the turn at fault, with a remark.

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
        self.game, self.remarks = game, remarks
        self.end = words_of(game).get("end")

    def read(self, start: Position, top: Move) -> TurnsRead:
        """The turns that follow the first node of a tree.

        Raises:
            RecordError: more of them than a record may hold.
        """
        check_work(self.game, [{"text": move.text} for move in top.all()])
        return self._line(start, top.children, 0)

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
        letter = sgf_notes.letter_to_act(position)
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
        letter = sgf_notes.letter_to_act(part.position)
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
        follows = move.children if left_out is None else left_out
        number = sum(1 for one in follows for _ in one.all())
        more = f" What follows is left out too: {counted(number, 'move')}." if number else ""
        self.remarks.add(move.line, f"{move.letter}[{clipped(move.text)}] is left out: {why}{more}")


def _beside(way: _Waiting) -> _Waiting:
    """A way to go on that is not the first, so that it stands beside the turn of the first."""
    if isinstance(way, _Branch):
        return way._replace(depth=max(way.depth, 1))
    move, part = way
    return move, replace(part, depth=max(part.depth, 1))


# What says nothing that a record has no other place for.
PASSED_OVER = {"FF", "GM", "CA", "AP", "SZ", "ST"}
READ_AT_ROOT = frozenset(
    (
        *PASSED_OVER,
        *("PB", "PW", "DT", "RE", "GC"),
        *(sgf_notes.GAME, sgf_notes.RULES, sgf_notes.SETUP, sgf_notes.START),
        *sgf_notes.COMPUTER.values(),
    )
)
RESULT = re.compile(r"([BW])\+(.*)", re.DOTALL)
DRAWN, OPEN = ("0", "Draw"), ("", "?", "Void")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def read_sgf(text: str, most: int | None = None) -> Imported:
    """The games of an SGF text, at most so many; the others are remarked on.

    Raises:
        RecordError: no game could be read; says where and why.
    """
    roots, remarks = parse_trees(text, most)
    records = []
    for root in roots:
        reader = _GameReader(root)
        try:
            records.append(reader.read())
        except SkerryError as error:
            remarks += [*reader.remarks.all(), Remark(f"line {root.line}", str(error))]
        else:
            remarks += reader.remarks.all()
    if not records:
        raise RecordError(" ".join(str(remark) for remark in remarks[:5]))
    return Imported("sgf", tuple(records), tuple(remarks))


@lru_cache(maxsize=64)
def _game_of(text: str) -> Game:
    """The game of its name and options; those of a collection share one, with its tables."""
    name, *words = text.split() or [""]
    return game(name, **info(name).as_written(parse_options(words)))


class _GameReader:
    """Reads one game tree."""

    def __init__(self, root: Node) -> None:
        self.root, self.remarks = root, Remarks()

    def read(self) -> GameRecord:
        """Raises SkerryError: there is nothing that could be played."""
        root = self.root
        rules = self._game()
        begun = self._begun(rules)
        top = moves_of(rules, root, self.remarks, READ_AT_ROOT)
        comment = "\n".join(filter(None, (self._value("GC"), top.notes.comment)))
        notes = replace(top.notes, comment=comment).within_limits(root.line, self.remarks)
        turns = TurnReader(rules, self.remarks).read(begun.start, top)
        record = replace(
            begun,
            persons=self._persons(rules),
            date=self._date(),
            comment=notes.comment,
            turns=turns.line,
            result=self._result(turns.last),
            marks=notes.marks,
            evaluation=notes.evaluation,
            continuations=turns.continuations,
        )
        record.to_json()  # refuses what is more than a record may hold
        return record

    def _value(self, name: str) -> str | None:
        values = self.root.properties.get(name)
        return None if values is None else "".join(values[:1])

    def _game(self) -> Game:
        version = self._value(sgf_notes.RULES) or "1"
        if version.isdecimal() and int(version[:9]) > RULES_VERSION:
            raise RecordVersionError(
                f"the game has version {clipped(version)} of the rules, this Skerry knows up to "
                f"{RULES_VERSION}; a newer Skerry can read it."
            )
        text = self._value(sgf_notes.GAME)
        if text is None:
            raise RecordError(
                f"the property {sgf_notes.GAME} is missing, which says what game this is and with "
                f"which options, such as {sgf_notes.GAME}[NAME size=5 swap=off]."
            )
        return _game_of(text)

    def _begun(self, rules: Game) -> GameRecord:
        """The record before its first turn, with nothing but its start."""
        text = self._value(sgf_notes.START)
        if text is not None:
            return GameRecord.begin(rules, start=position(text))
        values = self.root.properties.get(sgf_notes.SETUP)
        if values is not None:
            setup = dict(value.split(":", 1) for value in values if ":" in value)
            return GameRecord.begin(rules, setup=setup)
        if rules.info.has_setup:
            raise OptionError(
                f"the property {sgf_notes.SETUP} is missing, which says what lies on each cell."
            )
        return GameRecord.begin(rules)

    def _persons(self, rules: Game) -> tuple[Person, Person]:
        first, second = (self._person(letter) for letter in sgf_notes.person_letters(rules))
        return first, second

    def _person(self, letter: str) -> Person:
        name = self._shortened(f"P{letter}", LONGEST_PERSON, "the name")
        level = self._shortened(sgf_notes.COMPUTER[letter], LONGEST_LEVEL, "the level")
        if level is None:
            return Person(name or "", HUMAN)
        return Person(name or "", COMPUTER, level or None)

    def _shortened(self, name: str, longest: int, what: str) -> str | None:
        """The value of a property on one line, as much of it as a record holds."""
        value, line = self._value(name), self.root.line_of(name)
        if value is None:
            return None
        plain = value.replace("\n", " ")
        return shortened(plain, longest, what, lambda said: self.remarks.add(line, said))

    def _date(self) -> datetime.date | None:
        text = self._value("DT")
        if text is None:
            return None
        found = DAY.match(text)
        try:
            day = datetime.date.fromisoformat(found.group()) if found else None
        except ValueError:
            day = None
        if day is None or day.isoformat() != text:
            kept = "is left out" if day is None else f"became {day}"
            self.remarks.add(
                self.root.line_of("DT"), f"DT[{clipped(text)}] {kept}: a record has one whole day."
            )
        return day

    def _result(self, last: Position) -> Result | None:
        """How the game ended: by the turns, else beside the rules as RE says."""
        text = (self._value("RE") or "").strip()
        found, wrong = settled_result(last, self._given_result(last.game, text))
        if wrong:
            said = f"RE[{clipped(text)}] is left out: the turns read {wrong}."
            self.remarks.add(self.root.line_of("RE"), said)
        return found

    def _given_result(self, rules: Game, text: str) -> Result | None:
        """What RE says; without a reason where that is not an end beside the rules."""
        if text in OPEN:
            return None
        if text in DRAWN:
            return Result(None, AGREEMENT)
        found = RESULT.fullmatch(text)
        if found is None:
            self.remarks.add(
                self.root.line_of("RE"),
                f"{quoted(text)} is not a result such as B+R, W+3 or 0; left out.",
            )
            return None
        winner = sgf_notes.person_letters(rules).index(found.group(1))
        return Result(winner, sgf_notes.LOSSES.get(found.group(2)[:1].upper(), ""))


class Step(NamedTuple):
    """An action of a turn."""

    before: Position
    action: int


class Played(NamedTuple):
    """A turn, action by action."""

    steps: tuple[Step, ...]  # without a final `end`
    ended: bool  # whether `end` ended it, and not the rules
    after: Position


def steps_of(position: Position, turn: str) -> Played:
    """How a turn is played, in an order that the rules allow.

    Raises:
        IllegalActionError: there is none.
    """
    actions = list(position.game.parse_turn(turn))
    refusal = None
    for order in (actions, *_with_another_last(actions)):
        try:
            return _played(position, order)
        except IllegalActionError as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _with_another_last(actions: list[int]) -> list[list[int]]:
    """Stones that win end the turn, so that they must be placed last; the rest is free (C-2)."""
    return [[*(one for one in actions if one != last), last] for last in reversed(actions)]


def _played(position: Position, actions: list[int]) -> Played:
    steps = []
    here = position
    for action in actions:
        if here.turn > position.turn:
            raise IllegalActionError("The turn goes on after its end.", "C-2")
        steps.append(Step(here, action))
        here = here.apply(action)
    if here.turn > position.turn or not here.may_end:
        return Played(tuple(steps), False, here)
    return Played(tuple(steps), True, here.apply(words_of(here.game)["end"]))


def write_sgf(record: GameRecord) -> Exported:
    """A record as SGF.

    Raises:
        RecordError, IllegalActionError: its turns cannot be played.
    """
    root = Node(_root_properties(record))
    last, position = _add_line(root, record.start, record.turns, 0, record.continuations)
    for line in record.continuations:
        _add_line(last, position, line, 1)
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
        sgf_notes.GAME: [str(record.game)],
        sgf_notes.RULES: [str(RULES_VERSION)],
    }
    if record.setup is not None:
        properties[sgf_notes.SETUP] = [f"{cell}:{what}" for cell, what in record.setup]
    if record.given_start is not None:
        properties[sgf_notes.START] = [record.given_start.text]
    letters = sgf_notes.person_letters(record.game)
    for letter, person in zip(letters, record.persons, strict=True):
        if person.name:
            properties[f"P{letter}"] = [_on_one_line(person.name)]
        if person.kind == COMPUTER:
            properties[sgf_notes.COMPUTER[letter]] = [person.level or ""]
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
    beside = {reason: letter for letter, reason in sgf_notes.LOSSES.items()}
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
        properties[sgf_notes.EVALUATION] = [text]
    return properties


def _add_line(
    parent: Node, position: Position, line: Line, depth: int, following: tuple[Line, ...] = ()
) -> tuple[Node, Position]:
    """Add a line with all variations of its turns to a tree, so many variations deep.

    Returns:
        The last node of the line, and the position there.
    """
    for number, turn in enumerate(line, start=1):
        goes_on = number < len(line) or bool(following)
        last, after = _add_turn(parent, position, turn, depth, goes_on)
        for variation in turn.variations:
            _add_line(parent, position, variation, depth + 1)
        parent, position, depth = last, after, 0
    return parent, position


def _add_turn(
    parent: Node, position: Position, turn: RecordedTurn, depth: int, goes_on: bool
) -> tuple[Node, Position]:
    played = steps_of(position, turn.text)
    letter = sgf_notes.letter_to_act(position)
    is_first = True
    for before, action in played.steps:
        text = before.game.format_action(action)
        node = Node({sgf_notes.letter_to_act(before): [text]})
        if is_first and depth != min(len(parent.children), 1):
            node.properties[sgf_notes.DEPTH] = [str(depth)]
        parent.children.append(node)
        parent, is_first = node, False
    parent.properties |= _note_properties(turn.comment, turn.marks, turn.evaluation)
    after = played.after
    if played.ended and goes_on and sgf_notes.letter_to_act(after) == letter:
        # The next stone is of the same colour, so that nothing else would tell the turns apart.
        end = Node({letter: ["end"]})
        parent.children.append(end)
        parent = end
    return parent, after
