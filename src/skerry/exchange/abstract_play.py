"""A game as Abstract Play's game record, both ways."""

import datetime
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from skerry.core.numbers import counted
from skerry.errors import OptionError, RecordError, RecordVersionError, SkerryError, clipped, quoted
from skerry.exchange.remarks import Exported, Imported, Remark, settled_result, shortened
from skerry.games.actions import words_of
from skerry.games.catalogue import GAMES
from skerry.games.info import GameInfo
from skerry.games.ruleset import format_value, parse_options
from skerry.positions import Game, Position, game, position
from skerry.record import (
    COMPUTER,
    HUMAN,
    RULES_VERSION,
    GameRecord,
    Person,
    RecordedTurn,
    Result,
)
from skerry.record.json_form import (
    LONGEST_COMMENT,
    LONGEST_LEVEL,
    LONGEST_PERSON,
    as_json,
    parse_json,
)
from skerry.record.parts import Data, canonical_text, check_work

# A finished game as Abstract Play's game record: a header, and rounds of one move a seat.

SITE = "Skerry"
OWN = "skerry"  # key of the header with what the format has no place for
SWAP = "swap"  # the turn in which the persons change seats (C-3)


class Move(NamedTuple):
    """A turn as the format has it."""

    seat: int
    turn: RecordedTurn


def write_abstract_play(record: GameRecord, now: datetime.datetime | None = None) -> Exported:
    """A finished game as a record of Abstract Play.

    Args:
        record: of the game.
        now: when the text is written; None: now.

    Raises:
        RecordError: the game goes on, or its turns cannot be played.
    """
    if record.result is None:
        raise RecordError("Abstract Play keeps finished games only, and this game goes on.")
    data = {
        "header": _header(record, now or datetime.datetime.now(datetime.UTC)),
        "moves": [_round(moves) for moves in _rounds(list(_moves(record)))],
    }
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return Exported("abstract-play", text, tuple(_lost(record)))


def swaps(record: GameRecord) -> list[int]:
    """The numbers of the turns in which the persons swapped, from 1; there is one at most."""
    can_swap = SWAP in words_of(record.game)
    return [n for n, text in enumerate(record.turn_texts, 1) if can_swap and text == SWAP]


def _header(record: GameRecord, now: datetime.datetime) -> Data:
    moment = now.isoformat(timespec="seconds")
    day = record.date
    if day is not None:
        start = datetime.datetime.combine(day, datetime.time(), datetime.UTC).isoformat()
    else:
        start = moment
    order = (1, 0) if swaps(record) else (0, 1)
    header: Data = {
        "game": {
            "name": record.game.info.title,
            "variants": [f"{name}={format_value(value)}" for name, value in record.game.options],
        },
        "site": {"name": SITE},
        "date-start": start,
        "date-end": start,  # a record does not say when it ended
        "date-generated": moment,
    }
    if swaps(record):
        header["pied"] = True
    header["players"] = [_player(record, person) for person in order]
    if record.given_start is not None:
        header["startingPosition"] = record.given_start.text
    elif record.setup is not None:
        header["startingPosition"] = " ".join(f"{cell}={what}" for cell, what in record.setup)
    if record.comment:
        header["comment"] = record.comment
    assert record.result is not None
    header[OWN] = {
        "rules": RULES_VERSION,
        "date": None if day is None else day.isoformat(),
        "reason": record.result.reason,
    }
    return header


def _player(record: GameRecord, index: int) -> Data:
    person, result, outcome = record.persons[index], record.result, record.position.outcome
    assert result is not None
    player: Data = {
        "name": person.name,
        "is_ai": person.kind == COMPUTER,
        "result": int(result.winner == index),
        "person": index,  # 0 moved first; it tells apart two players of one name
    }
    if outcome is not None and outcome.scores is not None:
        player["score"] = outcome.scores[index]
    if person.level is not None:
        player["level"] = person.level
    return player


def _moves(record: GameRecord) -> Iterator[Move]:
    """Turns with the seats of who had them; a swap changes the seats and is no move."""
    has_swapped = False
    swapped_in = swaps(record)
    for number, (before, turn) in enumerate(zip(record.replay(), record.turns, strict=False), 1):
        if number in swapped_in:
            has_swapped = True
            continue
        assert before.player is not None
        yield Move(1 - before.player if has_swapped else before.player, turn)


def _rounds(moves: Sequence[Move]) -> list[list[Move]]:
    """Moves by rounds: a new one begins when a seat moves again."""
    rounds: list[list[Move]] = []
    for move in moves:
        if not rounds or move.seat in (other.seat for other in rounds[-1]):
            rounds.append([])
        rounds[-1].append(move)
    return rounds


def _round(moves: Sequence[Move]) -> list[Data | str | None]:
    """An entry for each seat; numbered where the second seat moved first."""
    entries: list[Data | str | None] = [None, None]
    is_out_of_order = [move.seat for move in moves] == [1, 0]
    for number, (seat, turn) in enumerate(moves, start=1):
        entry: Data = {"sequence": number} if is_out_of_order else {}
        entry["move"] = turn.text
        if turn.comment:
            entry["result"] = turn.comment
        entries[seat] = entry if len(entry) > 1 else turn.text
    return entries if moves[-1].seat == 1 or len(moves) == 2 else entries[:1]


def _lost(record: GameRecord) -> Iterator[Remark]:
    """What the format has no place for: where it stands first, and how often."""
    places = ["the start", *(f"turn {number}" for number in range(1, len(record.turns) + 1))]
    kinds: dict[str, list[object]] = {
        "marks are": [record.marks, *(turn.marks for turn in record.turns)],
        "evaluations are": [record.evaluation, *(turn.evaluation for turn in record.turns)],
        "variations are": [(), *(turn.variations for turn in record.turns)],
        "lines that could follow are": [*((),) * len(record.turns), record.continuations],
        "the comment on the swap is": [
            "",
            *(turn.comment if turn.text == SWAP else "" for turn in record.turns),
        ],
    }
    for name, held in kinds.items():
        found = [place for place, value in zip(places, held, strict=True) if value]
        if found:
            more = f" (and {counted(len(found) - 1, 'more place')})" if len(found) > 1 else ""
            yield Remark(f"{found[0]}{more}", f"{name} left out: the format has none.")


WORDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
NO_PLACE = "a record has no place for this; left out."
READ_IN_HEADER = {"game", "date-start", "players", "pied", "startingPosition", "comment", OWN}
READ_OF_PLAYER = {"name", "is_ai", "level", "result", "person", "score"}


class _Entry(NamedTuple):
    """A move, and where it stands."""

    place: str
    seat: int
    text: str
    comment: str


def read_abstract_play(text: str | bytes) -> Imported:
    """The game of a record of Abstract Play.

    Raises:
        RecordError, OptionError: it is not one, or not of a game that is known; says where.
    """
    data = _fitting(parse_json(text), dict, "the outermost object")
    reader = _Reader(data)
    record = reader.read()
    return Imported("abstract-play", (record,), tuple(reader.remarks))


def _fitting(value: Any, kind: type, place: str) -> Any:
    if not isinstance(value, kind):
        raise RecordError(f"{place} must be {WORDS[kind]}, not {as_json(value)}.")
    return value


def _needed(data: Data, key: str, kind: type, place: str) -> Any:
    if key not in data:
        raise RecordError(f"{place} lacks {quoted(key)}.")
    return _fitting(data[key], kind, key if place.startswith("the ") else f"{place}.{key}")


class _Reader:
    """Reads one game."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.header: Data = _needed(data, "header", dict, "the outermost object")
        self.own: Data = _fitting(self.header.get(OWN, {}), dict, f"header.{OWN}")
        self.is_ours = OWN in self.header
        self.remarks: list[Remark] = []
        self.swapped_before = -1  # the number of moves before the swap; -1: there was none

    def read(self) -> GameRecord:
        """Raises SkerryError: there is nothing that could be played."""
        self._check_version()
        rules = self._game()
        begun = self._begun(rules)
        turns, last = self._turns(rules, begun.start)
        record = replace(
            begun,
            persons=self._persons(),
            date=self._date(),
            comment=self._shortened(
                _fitting(self.header.get("comment", ""), str, "header.comment"),
                LONGEST_COMMENT,
                "header.comment",
            ),
            turns=turns,
            result=self._result(last),
        )
        self._say_unread(self.data, {"header", "moves"}, "")
        self._say_unread(self.header, READ_IN_HEADER | self._passed_over(), "header.")
        record.to_json()  # refuses what is more than a record may hold
        return record

    def _say(self, place: str, sentence: str) -> None:
        self.remarks.append(Remark(place, sentence))

    def _shortened(self, text: str, longest: int, place: str) -> str:
        return shortened(text, longest, "this text", lambda said: self._say(place, said))

    def _say_unread(self, data: Data, known: Collection[str], place: str) -> None:
        for key in data:
            if key not in known:
                self._say(f"{place}{clipped(key)}", NO_PLACE)

    def _passed_over(self) -> set[str]:
        """Keys of the header that say nothing in what we wrote ourselves."""
        own = {"date-end", "date-generated"} if self.is_ours else set()
        return own | ({"site"} if self.header.get("site") == {"name": SITE} else set())

    def _check_version(self) -> None:
        version = self.own.get("rules", RULES_VERSION)
        if isinstance(version, int) and version > RULES_VERSION:
            raise RecordVersionError(
                f"header.{OWN}.rules: the game has version {as_json(version)} of the rules, this "
                f"Skerry knows up to {RULES_VERSION}; a newer Skerry can read it."
            )

    def _game(self) -> Game:
        given: Data = _needed(self.header, "game", dict, "header")
        info = _info_named(_needed(given, "name", str, "header.game"))
        self._say_unread(given, {"name", "variants"}, "header.game.")
        words = _fitting(given.get("variants", []), list, "header.game.variants")
        for index, word in enumerate(words):
            _fitting(word, str, f"header.game.variants[{index}]")
        try:
            options = parse_options(words)
            return game(info.name, **(info.as_written(options) if self.is_ours else options))
        except OptionError as error:
            raise RecordError(f"header.game.variants: {error}", error.rule) from error

    def _begun(self, rules: Game) -> GameRecord:
        """The record before its first turn, with nothing but its start."""
        place = "header.startingPosition"
        text: str | None = self.header.get("startingPosition")
        try:
            if text is None:
                return GameRecord.begin(rules)
            if "|" in _fitting(text, str, place):
                return GameRecord.begin(rules, start=position(text))
            setup = dict(word.partition("=")[::2] for word in text.split())
            return GameRecord.begin(rules, setup=setup)
        except SkerryError as error:
            raise RecordError(f"{place}: {error}", error.rule) from error

    def _turns(self, rules: Game, start: Position) -> tuple[tuple[RecordedTurn, ...], Position]:
        """The turns that can be played, with the swap, and the position after them."""
        entries = list(self._entries())
        check_work(rules, [{"text": entry.text} for entry in entries])
        is_pied = _fitting(self.header.get("pied", False), bool, "header.pied")
        turns: list[RecordedTurn] = []
        here = start
        for number, entry in enumerate([*entries, None]):
            if is_pied and self.swapped_before < 0 and here.may_swap:
                here = here.play_turn(SWAP)
                turns.append(RecordedTurn(SWAP))
                self.swapped_before = number
            if entry is None:
                break
            try:
                self._check_seat(here, entry)
                here = here.play_turn(entry.text)
            except SkerryError as error:
                more = len(entries) - number - 1
                follows = f" What follows is left out too: {counted(more, 'move')}." if more else ""
                self._say(entry.place, f"{quoted(entry.text)} is left out: {error}{follows}")
                break
            turns.append(RecordedTurn(canonical_text(rules, entry.text), entry.comment))
        if is_pied and self.swapped_before < 0:
            self._say("header.pied", "there is no turn in which one could swap; left out.")
        return tuple(turns), here

    def _check_seat(self, here: Position, entry: _Entry) -> None:
        if here.player is not None and entry.seat != self._seat(here.player):
            raise RecordError(f"it is the turn of players[{1 - entry.seat}].")

    def _seat(self, person: int) -> int:
        return person if self.swapped_before < 0 else 1 - person

    def _entries(self) -> Iterator[_Entry]:
        """The moves in the order in which they were played."""
        rounds = _needed(self.data, "moves", list, "the outermost object")
        for number, entries in enumerate(rounds):
            found = []
            for seat, entry in enumerate(_fitting(entries, list, f"moves[{number}]")):
                if entry is not None:
                    found.append(self._entry(entry, seat, f"moves[{number}][{seat}]"))
            yield from (entry for _, entry in sorted(found, key=lambda one: one[0]))

    def _entry(self, entry: Any, seat: int, place: str) -> tuple[int, _Entry]:
        if seat > 1:
            raise RecordError(f"{place} is a move of a third player; there can be two.")
        if isinstance(entry, str):
            return seat + 1, _Entry(place, seat, entry, "")
        if not isinstance(entry, dict):
            raise RecordError(f"{place} must be a text, an object or null, not {as_json(entry)}.")
        text = _needed(entry, "move", str, place)
        sequence = entry.get("sequence", seat + 1)
        if not isinstance(sequence, int) or isinstance(sequence, bool):
            raise RecordError(f"{place}.sequence must be a whole number, not {as_json(sequence)}.")
        comment = entry.get("result", "")
        if not isinstance(comment, str):
            self._say(f"{place}.result", "a comment is a text; left out.")
            comment = ""
        comment = self._shortened(comment, LONGEST_COMMENT, f"{place}.result")
        self._say_unread(entry, {"move", "sequence", "result"}, f"{place}.")
        return sequence, _Entry(place, seat, text, comment)

    def _players(self) -> list[Data]:
        players: list[Data] = _needed(self.header, "players", list, "header")
        if len(players) != 2:
            raise RecordError(f"header.players must have 2 entries, not {len(players)}.")
        return players

    def _persons(self) -> tuple[Person, Person]:
        seated = [self._person(index) for index in (0, 1)]
        return seated[self._seat(0)], seated[self._seat(1)]

    def _person(self, index: int) -> Person:
        place = f"header.players[{index}]"
        player = _fitting(self._players()[index], dict, place)
        self._say_unread(player, READ_OF_PLAYER, f"{place}.")
        name = _needed(player, "name", str, place)
        name = self._shortened(name, LONGEST_PERSON, f"{place}.name")
        level = player.get("level")
        if not _fitting(player.get("is_ai", False), bool, f"{place}.is_ai"):
            return Person(name, HUMAN)
        if level is not None:
            level = _fitting(level, str, f"{place}.level")
            level = self._shortened(level, LONGEST_LEVEL, f"{place}.level")
        return Person(name, COMPUTER, level or None)

    def _date(self) -> datetime.date | None:
        place, text = f"header.{OWN}.date", self.own.get("date")
        if "date" not in self.own:
            place, text = "header.date-start", self.header.get("date-start")
        if text is None:
            return None
        try:
            return datetime.date.fromisoformat(_fitting(text, str, place)[:10])
        except ValueError:
            self._say(place, f"{quoted(text)} is not a day; left out.")
            return None

    def _result(self, last: Position) -> Result | None:
        """How the game ended: by the turns, else beside the rules as the header says."""
        reason = self.own.get("reason")
        given = Result(self._winner(), reason if isinstance(reason, str) else "")
        found, wrong = settled_result(last, given)
        if wrong:
            more = "" if found is not None else ", and how it was lost is not said"
            self._say("header.players", f"the result is left out: the turns read {wrong}{more}.")
        return found

    def _winner(self) -> int | None:
        """The person with the higher result, None where they are equal."""
        results = []
        for index, player in enumerate(self._players()):
            place = f"header.players[{index}]"
            result = _fitting(player, dict, place).get("result")
            if not isinstance(result, int) or isinstance(result, bool):
                raise RecordError(f"{place}.result must be a whole number, not {as_json(result)}.")
            results.append(result)
        if results[0] == results[1]:
            return None
        best = results.index(max(results))
        return next(person for person in (0, 1) if self._seat(person) == best)


def _info_named(name: str) -> GameInfo:
    """The game of a title. Raises OptionError: there is none."""
    for info in GAMES:
        if name.casefold() in (info.title.casefold(), info.name):
            return info
    known = ", ".join(info.title for info in GAMES)
    raise OptionError(f"header.game.name: there is no game {quoted(name)}; there are {known}.")
