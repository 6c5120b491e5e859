"""An SGF game tree as a record: what its first node says, then its turns (`turns`)."""

import datetime
import re
from dataclasses import replace
from functools import lru_cache

from skerry.errors import OptionError, RecordError, RecordVersionError, SkerryError, clipped, quoted
from skerry.exchange.remarks import Imported, Remark, shortened
from skerry.exchange.sgf import names
from skerry.exchange.sgf.moves import moves_of
from skerry.exchange.sgf.notes import Remarks
from skerry.exchange.sgf.text import Node, parse_trees
from skerry.exchange.sgf.turns import TurnReader
from skerry.games.catalogue import info
from skerry.games.ruleset import parse_options
from skerry.positions import Game, Position, game, position
from skerry.record import AGREEMENT, COMPUTER, HUMAN, RULES_VERSION, GameRecord, Person, Result
from skerry.record.parts import format_result
from skerry.record.quick_check import LONGEST_LEVEL, LONGEST_PERSON
from skerry.record.record_data import check_start, in_board_order

# What says nothing that a record has no other place for.
PASSED_OVER = {"FF", "GM", "CA", "AP", "SZ", "ST"}
READ_AT_ROOT = frozenset(
    (
        *PASSED_OVER,
        *("PB", "PW", "DT", "RE", "GC"),
        *(names.GAME, names.RULES, names.SETUP, names.START),
        *names.COMPUTER.values(),
    )
)
RESULT = re.compile(r"([BW])\+(.*)", re.DOTALL)
DRAWN, OPEN = ("0", "Draw"), ("", "?", "Void")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def read_sgf(text: str, most: int | None = None) -> Imported:
    """The games of an SGF text.

    Args:
        text: one game tree or several.
        most: how many games are read; the others are remarked on. None: all.

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
        setup, given, start = self._start(rules)
        top = moves_of(rules, root, self.remarks, READ_AT_ROOT)
        comment = "\n".join(filter(None, (self._value("GC"), top.notes.comment)))
        notes = replace(top.notes, comment=comment).within_limits(root.line, self.remarks)
        turns = TurnReader(rules, self.remarks).read(start, top)
        record = GameRecord(
            game=rules,
            setup=setup,
            given_start=given,
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
        version = self._value(names.RULES) or "1"
        if version.isdecimal() and int(version[:9]) > RULES_VERSION:
            raise RecordVersionError(
                f"the game has version {clipped(version)} of the rules, this Skerry knows up to "
                f"{RULES_VERSION}; a newer Skerry can read it."
            )
        text = self._value(names.GAME)
        if text is None:
            raise RecordError(
                f"the property {names.GAME} is missing, which says what game this is and with "
                f"which options, such as {names.GAME}[NAME size=5 swap=off]."
            )
        return _game_of(text)

    def _start(
        self, rules: Game
    ) -> tuple[tuple[tuple[str, str], ...] | None, Position | None, Position]:
        """The set-up and the position to begin at as a record has them, and the start."""
        text = self._value(names.START)
        if text is not None:
            given = position(text)
            check_start(rules, given)
            return None, given, given
        values = self.root.properties.get(names.SETUP)
        if values is None:
            if rules.info.has_setup:
                raise OptionError(
                    f"the property {names.SETUP} is missing, which says what lies on each cell."
                )
            return None, None, rules.start()
        setup = dict(value.split(":", 1) for value in values if ":" in value)
        return in_board_order(rules, setup), None, rules.start(setup=setup)

    def _persons(self, rules: Game) -> tuple[Person, Person]:
        first, second = (self._person(letter) for letter in names.person_letters(rules))
        return first, second

    def _person(self, letter: str) -> Person:
        name = self._shortened(f"P{letter}", LONGEST_PERSON, "the name")
        level = self._shortened(names.COMPUTER[letter], LONGEST_LEVEL, "the level")
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
        outcome = last.outcome
        expected = None if outcome is None else Result(outcome.winner, outcome.reason)
        given = self._given_result(last.game, text)
        if given is None:
            return expected
        if expected is None and given.is_beside_the_rules:
            return given
        if expected is None or expected.winner != given.winner:
            leads = "leave the game going on"
            if expected is not None:
                leads = f"lead to another end: {format_result(expected)}"
            self.remarks.add(
                self.root.line_of("RE"), f"RE[{clipped(text)}] is left out: the turns read {leads}."
            )
        return expected

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
        winner = names.person_letters(rules).index(found.group(1))
        return Result(winner, names.LOSSES.get(found.group(2)[:1].upper(), ""))
