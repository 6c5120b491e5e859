"""GameRecord: a whole game as a value, the replay that validates it, and its JSON data."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from skerry.core.numbers import as_integer, seed_or_none
from skerry.errors import GameOverError, OptionError, RecordError, SkerryError, clipped, quoted
from skerry.games.catalogue import info
from skerry.games.contract import game_module, in_turn
from skerry.games.info import Value
from skerry.positions import Game, Position, game, position
from skerry.record import json_form
from skerry.record.parts import (
    AGREEMENT,
    LOSSES,
    RESIGNATION,
    Data,
    Evaluation,
    Line,
    Mark,
    Person,
    RecordedTurn,
    Result,
    canonical_text,
    check_work,
    evaluation_in,
    format_result,
    lines_from_data,
    lines_to_data,
    marks_from_data,
    notes_to_data,
    person_from_data,
    person_to_data,
    result_from_data,
    result_to_data,
    turn_from_data,
    turn_to_data,
)

# Lines of turns: how they are played, and whether the lines in place of turns can be.


def play_line(start: Position, turns: Iterable[tuple[str, RecordedTurn]]) -> Iterator[Position]:
    """The start and the position after each turn; each turn comes with the words for its place.

    Raises:
        RecordError: points at the first bad turn: its place, its text, what is wrong.
    """
    yield start
    position = start
    for place, turn in turns:
        try:
            position = position.play_turn(turn.text)
        except SkerryError as error:
            raise RecordError(f"{place}, {quoted(turn.text)}: {error}", error.rule) from error
        yield position


def check_lines(position: Position, lines: Iterable[Line], number: int, place: str) -> None:
    """Whether lines can be played from a position, and all lines in place of their turns.

    Args:
        position: before the first turn of each line.
        lines: to check.
        number: of their first turn.
        place: says in words what a line is, such as "turn 3, variation".

    Raises:
        RecordError: points at the first bad turn.
    """
    for index, line in enumerate(lines, start=1):
        places = [f"{place} {index}, turn {n}" for n in range(number, number + len(line))]
        positions = list(play_line(position, zip(places, line, strict=True)))
        for offset, turn in enumerate(line):
            where = f"{places[offset]}, variation"
            check_lines(positions[offset], turn.variations, number + offset, where)


def merged(line: Line, others: Iterable[Line]) -> tuple[RecordedTurn, tuple[Line, ...]]:
    """The first turn of a line with what other lines say of it, and where they go on from there.

    Lines that begin with another turn become variations of it. What a line in place of its second
    turn and the second turn itself have in common is not put together.

    Returns:
        The turn, and the lines that follow it.
    """
    first = line[0]
    comment, marks, evaluation = first.comment, first.marks, first.evaluation
    variations, following = list(first.variations), [line[1:]] if len(line) > 1 else []
    for other in others:
        if other[0].text != first.text:
            variations.append(other)
            continue
        comment, marks = comment or other[0].comment, marks or other[0].marks
        evaluation = evaluation or other[0].evaluation
        variations += other[0].variations
        if len(other) > 1:
            following.append(other[1:])
    turn = RecordedTurn(first.text, comment, tuple(variations), marks, evaluation)
    return turn, tuple(following)


@dataclass(frozen=True)
class GameRecord:
    """A game from its start: an immutable value, every change gives a new one.

    `GameRecord.begin` makes an empty one, `add_turn` plays on. A record that was put together by
    hand is validated by `check`, or on the way by `replay`.
    """

    game: Game
    setup: tuple[tuple[str, str], ...] | None = None  # (cell, what is there), in board order
    given_start: Position | None = None  # where it begins, if not at a start of the game
    persons: tuple[Person, Person] = (Person(), Person())
    date: datetime.date | None = None  # the day the game was begun
    comment: str = ""  # on the game as a whole
    turns: tuple[RecordedTurn, ...] = ()
    result: Result | None = None  # None while the game goes on
    marks: tuple[Mark, ...] = ()  # on the board of the start
    evaluation: Evaluation | None = None  # of the start
    continuations: tuple[Line, ...] = ()  # lines that could follow the last turn

    @classmethod
    def begin(
        cls,
        game: Game,
        *,
        seed: int | None = None,
        setup: Mapping[str, str] | None = None,
        start: Position | None = None,
        persons: Sequence[Person | str] = ("", ""),
        date: datetime.date | None = None,
        comment: str = "",
    ) -> "GameRecord":
        """A record without turns.

        Args:
            game: with all its options.
            seed: as for `Game.start`; the record keeps the set-up it draws.
            setup: as for `Game.start`.
            start: a position to go on from, in place of seed and set-up.
            persons: person 0 and person 1; a plain name stands for a human.
            date: the day the game is begun.
            comment: on the game as a whole.

        Raises:
            OptionError: seed and set-up, or the position, do not fit the game, or there are not
                two persons.
        """
        seed = seed_or_none(seed)
        if len(persons) != 2:
            raise OptionError(f"A game is played by two persons, not {len(persons)}.")
        if start is not None:
            if seed is not None or setup is not None:
                raise OptionError("A position to go on from takes no seed and no set-up.")
            check_start(game, start)
        else:
            game.start(seed=seed, setup=setup)  # raises for a seed or set-up that does not fit
        if game.info.has_setup and seed is not None:
            setup = game_module(game.name).random_setup(game, seed)
        first, second = (
            person if isinstance(person, Person) else Person(person) for person in persons
        )
        return cls(game, _in_board_order(game, setup), start, (first, second), date, comment)

    @property
    def turn_texts(self) -> tuple[str, ...]:
        """The turns played, as text."""
        return tuple(turn.text for turn in self.turns)

    @property
    def start(self) -> Position:
        """The position before the first turn.

        Raises:
            RecordError: a set-up that does not fit the game.
        """
        if self.given_start is not None:
            return self.given_start
        try:
            return self.game.start(setup=None if self.setup is None else dict(self.setup))
        except OptionError as error:
            raise RecordError(f"setup: {error}") from error

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        turns = ((f"turn {number}", turn) for number, turn in enumerate(self.turns, start=1))
        return tuple(play_line(self.start, turns))

    def _replayed_like(self, other: "GameRecord") -> "GameRecord":
        """This record, with the positions of one that has all its turns, if that was replayed."""
        known: tuple[Position, ...] | None = other.__dict__.get("_positions")
        if known is not None:
            self.__dict__["_positions"] = known[: len(self.turns) + 1]
        return self

    def played_through(
        self, turns: Sequence[RecordedTurn], positions: Sequence[Position]
    ) -> "GameRecord":
        """A game from the same start with turns that were played already, by all its positions."""
        played = replace(self, turns=tuple(turns), result=result_of(positions[-1]))
        played.__dict__["_positions"] = tuple(positions)
        return played

    def replay(self) -> list[Position]:
        """The start and the position after each turn.

        Raises:
            RecordError: points at the first bad turn: its number, its text, the rule it breaks.
        """
        return list(self._positions)

    @property
    def position(self) -> Position:
        """The position after the last turn. Raises RecordError like `replay`."""
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or beside them."""
        return self.result is not None

    def check(self) -> "GameRecord":
        """Validate everything: turns, variations, result. Returns the record itself.

        Raises:
            RecordError: points at the first bad turn, or says how the result disagrees.
        """
        positions = self.replay()
        for number, (before, turn) in enumerate(zip(positions, self.turns, strict=False), 1):
            check_lines(before, turn.variations, number, f"turn {number}, variation")
        check_lines(positions[-1], self.continuations, len(positions), "continuation")
        self._check_result()
        return self

    def _check_result(self) -> None:
        expected = result_of(self.position)
        if expected is None:
            if self.result is not None and not self.result.is_beside_the_rules:
                raise RecordError(
                    f"result: the record says {format_result(self.result)}, but its turns leave "
                    f"the game going on; the result must be null, a person's resignation, loss "
                    f"on time or forfeit, or a draw by agreement."
                )
        elif self.result != expected:
            given = "none" if self.result is None else format_result(self.result)
            raise RecordError(
                f"result: the record says {given}, but its turns lead to {format_result(expected)}."
            )

    def add_turn(self, text: str, *, comment: str = "") -> "GameRecord":
        """The record after one more whole turn; a turn that ends the game sets the result.

        Lines that continue with it go on after it, the other ones become variations of it.

        Raises:
            NotationError: malformed text or an unknown cell.
            GameOverError: the game has ended.
            IllegalActionError: the rules forbid the turn.
        """
        self._check_goes_on("no turn can follow")
        position = self.position.play_turn(text)
        played = (RecordedTurn(canonical_text(self.game, text), comment),)
        turn, following = merged(played, self.continuations)
        longer = replace(
            self,
            turns=(*self.turns, turn),
            result=result_of(position),
            continuations=following,
        )
        longer.__dict__["_positions"] = (*self._positions, position)
        return longer

    def _check_goes_on(self, so: str) -> None:
        if self.result is not None:
            raise GameOverError(f"The game is over, {format_result(self.result)}; {so}.")

    def resign(self, person: int) -> "GameRecord":
        """The record after a person has given up; the other one wins. Raises like `lose`."""
        return self.lose(person, RESIGNATION)

    def lose(self, person: int, reason: str) -> "GameRecord":
        """The record after a person has lost beside the rules; the other one wins.

        Args:
            person: 0 or 1.
            reason: "resignation", "time" or "forfeit" (an illegal turn, or none at all).

        Raises:
            GameOverError: the game has ended.
            OptionError: there is no such person or reason.
        """
        if reason not in LOSSES:
            raise OptionError(f"{quoted(reason)} is not one of {', '.join(LOSSES)}.")
        loser = as_integer(person)
        if loser not in (0, 1):
            raise OptionError(f"There is no person {quoted(person)}; the persons are 0 and 1.")
        self._check_goes_on(f"nobody can {'resign' if reason == RESIGNATION else 'lose'}")
        return replace(self, result=Result(1 - loser, reason))._replayed_like(self)

    def agree_on_a_draw(self) -> "GameRecord":
        """The record after both persons have agreed on a draw. Raises GameOverError: it is over."""
        self._check_goes_on("nobody can agree on a draw")
        return replace(self, result=Result(None, AGREEMENT))._replayed_like(self)

    def take_back(self, num_turns: int = 1) -> "GameRecord":
        """The record without its last turns, and so without a result and what could follow them.

        Raises:
            OptionError: num_turns is not from 0 to the number of turns played.
        """
        number = as_integer(num_turns)
        if number is None or not 0 <= number <= len(self.turns):
            raise OptionError(
                f"{quoted(num_turns if number is None else number)} turns cannot be taken back; "
                f"{len(self.turns)} have been played."
            )
        left = len(self.turns) - number
        continuations = self.turns[left].variations if number else self.continuations
        shorter = replace(self, turns=self.turns[:left], result=None, continuations=continuations)
        return shorter._replayed_like(self)

    def with_persons(self, first: Person, second: Person) -> "GameRecord":
        """The record of the same game with other names for its persons."""
        return replace(self, persons=(first, second))._replayed_like(self)

    def annotate(self, number: int, comment: str) -> "GameRecord":
        """The record with a comment on a turn. Raises OptionError: there is no such turn."""
        number = self._checked_number(number)
        return self._with_turn(number, replace(self.turns[number - 1], comment=comment))

    def add_variation(self, number: int, turns: Iterable[str]) -> "GameRecord":
        """The record with a line that could have been played in place of a turn and after it.

        Args:
            number: of the turn that the line replaces, from 1.
            turns: whole turns, at least one.

        Raises:
            OptionError: there is no such turn, or the line is empty.
            RecordError: points at the first bad turn of the line.
        """
        number = self._checked_number(number)
        turn = self.turns[number - 1]
        line = tuple(turns)
        if not line:
            raise OptionError("A variation needs at least one turn.")
        places = ((f"turn {n}", RecordedTurn(text)) for n, text in enumerate(line, start=number))
        for _ in play_line(self._positions[number - 1], places):
            pass
        variation = tuple(RecordedTurn(canonical_text(self.game, text)) for text in line)
        return self._with_turn(number, replace(turn, variations=(*turn.variations, variation)))

    def _checked_number(self, number: object) -> int:
        """The number of a turn, from 1. Raises OptionError: there is no such turn."""
        found = as_integer(number)
        if found is None or not 1 <= found <= len(self.turns):
            raise OptionError(
                f"There is no turn {quoted(number if found is None else found)}; "
                f"{len(self.turns)} have been played."
            )
        return found

    def _with_turn(self, number: int, turn: RecordedTurn) -> "GameRecord":
        return replace(self, turns=(*self.turns[: number - 1], turn, *self.turns[number:]))

    def to_json(self) -> str:
        """The record as JSON: always the same text for equal records.

        Raises:
            RecordError: more than the format allows, such as too long a comment.
        """
        return json_form.write(_to_data(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> "GameRecord":
        """The record that `to_json` wrote, or another program in the same format.

        Raises:
            RecordVersionError: the record was written by a later version.
            RecordError: it is truncated or altered: not JSON, missing or unknown keys, a turn that
                breaks a rule (its number, its text, the rule), a result the turns do not lead to.
        """
        return _from_data(json_form.read(text)).check()


def result_of(position: Position) -> Result | None:
    """How a game ended by the rules, None while it goes on."""
    outcome = position.outcome
    return None if outcome is None else Result(outcome.winner, outcome.reason)


# A whole record as JSON data, both ways.


def _to_data(record: GameRecord) -> Data:
    """A record as JSON data. Raises RecordError: more actions than a record may hold."""
    start = record.given_start
    data: Data = {
        "format": json_form.FORMAT,
        "version": json_form.FIRST_VERSION,
        "rules": json_form.RULES_VERSION,
        "game": record.game.name,
        "options": dict(record.game.options),
        "setup": None if record.setup is None else dict(record.setup),
        **({} if start is None else {"position": start.text}),
        "persons": [person_to_data(person) for person in record.persons],
        "date": None if record.date is None else record.date.isoformat(),
        "comment": record.comment,
        **notes_to_data(record.marks, record.evaluation),
        "turns": [turn_to_data(turn) for turn in record.turns],
    }
    if record.continuations:
        data["continuations"] = lines_to_data(record.continuations)
    data["result"] = result_to_data(record.result)
    data["version"] = json_form.version_of(data)
    check_work(record.game, data["turns"], *data.get("continuations", []))
    return data


def _from_data(data: Data) -> GameRecord:
    """The record of data that fit the schema, turns in canonical form.

    Raises:
        RecordError: options, a start or turns that mean nothing; nothing is replayed.
    """
    rules = _game_from_data(data["game"], data["options"])
    check_work(rules, data["turns"], *data.get("continuations", []))
    first, second = (person_from_data(person) for person in data["persons"])
    return GameRecord(
        game=rules,
        setup=_in_board_order(rules, data["setup"]),
        given_start=_start_from_data(rules, data),
        persons=(first, second),
        date=_date_from_data(data["date"]),
        comment=data["comment"],
        marks=marks_from_data(rules, data, "start"),
        evaluation=evaluation_in(data),
        turns=tuple(
            turn_from_data(rules, turn, f"turn {number}")
            for number, turn in enumerate(data["turns"], start=1)
        ),
        continuations=lines_from_data(rules, data.get("continuations", []), "continuation"),
        result=result_from_data(data["result"]),
    )


def check_start(game: Game, start: Position) -> None:
    """Whether a game may begin at a position. Raises OptionError."""
    if start.game != game:
        raise OptionError(
            f"The position {clipped(start.text)} is not one of this game with these options."
        )
    if start.is_over:
        raise OptionError("The game is over in this position, so nobody can go on from it.")
    if in_turn(game.rules, start.state):
        raise OptionError("The position is in the middle of a turn; a game goes on from its end.")


def _in_board_order(
    rules: Game, setup: Mapping[str, str] | None
) -> tuple[tuple[str, str], ...] | None:
    """A set-up with its cells in the order of the board."""
    if setup is None:
        return None
    order = {name: index for index, name in enumerate(rules.board.names)}
    return tuple(sorted(setup.items(), key=lambda item: order.get(item[0], len(order))))


def _start_from_data(rules: Game, data: Data) -> Position | None:
    text = data.get("position")
    if text is None:
        return None
    if data["setup"] is not None:
        raise RecordError("setup: it must be null where the record gives a position to begin at.")
    try:
        start = position(text)
        check_start(rules, start)
    except SkerryError as error:
        raise RecordError(f"position: {error}", error.rule) from error
    return start


def _game_from_data(name: str, given: Mapping[str, Value]) -> Game:
    options = info(name).as_written(dict(given))
    missing = [option.name for option in info(name).options if option.name not in options]
    if missing:
        raise RecordError(f"options: {', '.join(missing)} must be given as well.")
    try:
        return game(name, **options)
    except OptionError as error:
        raise RecordError(f"options: {error}") from error


def _date_from_data(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise RecordError(f"date: {clipped(text)} is not a day of the calendar.") from None
