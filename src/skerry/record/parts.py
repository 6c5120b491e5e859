"""What a record is made of: persons, turns, results, marks and evaluations, from and to data."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from skerry.errors import RecordError, SkerryError, quoted
from skerry.games.words import DRAW_WORDS, WIN_WORDS
from skerry.positions import Game

# What the JSON of a record is made of.

Data: TypeAlias = dict[str, Any]  # an object, as `json.loads` gives it


# How many cells each kind of mark takes: from, to.
MARK_KINDS = {
    "circle": (1, 1),
    "square": (1, 1),
    "triangle": (1, 1),
    "cross": (1, 1),
    "label": (1, 1),
    "arrow": (2, 2),
    "area": (1, 400),
}
MARK_COLOURS = ("green", "red", "blue", "yellow")
PROVEN = ("win", "draw", "loss")


@dataclass(frozen=True)
class Mark:
    """One mark on a board."""

    kind: str  # of MARK_KINDS
    cells: tuple[str, ...]  # by name; an arrow's first cell is where it comes from
    colour: str = MARK_COLOURS[0]
    text: str = ""  # of a label


@dataclass(frozen=True)
class EvaluatedTurn:
    """A turn that a search looked at."""

    text: str  # canonical (C-6)
    value: float  # expected result of person 0 after it: 1 a win, 0.5 a draw, 0 a loss
    visits: int
    proven: str | None = None  # for person 0, of PROVEN; None while it is open


@dataclass(frozen=True)
class Evaluation:
    """What an engine found about a position. All values are person 0's, whoever is to act."""

    value: float  # expected result: 1 a win, 0.5 a draw, 0 a loss
    playouts: int
    proven: str | None = None  # for person 0, of PROVEN; None while it is open
    scores: tuple[float, float] | None = None  # expected, of the first and the second colour
    turns: tuple[EvaluatedTurn, ...] = ()  # best first for who is to act


Judged = TypeVar("Judged", Evaluation, EvaluatedTurn)
_TURNED = {"win": "loss", "loss": "win", "draw": "draw", None: None}


def seen_by(person: int, found: Evaluation) -> Evaluation:
    """An evaluation of person 0's as another person sees it, and the other way round.

    Values have four digits, as in records.
    """

    def turned(judged: Judged) -> Judged:
        if person == 0:
            return replace(judged, value=round(judged.value, 4))
        value, proven = round(1.0 - judged.value, 4), _TURNED[judged.proven]
        return replace(judged, value=value, proven=proven)

    return replace(turned(found), turns=tuple(map(turned, found.turns)))


def mark_to_data(mark: Mark) -> Data:
    """A mark as JSON data."""
    data: Data = {"kind": mark.kind, "cells": list(mark.cells), "colour": mark.colour}
    return data | {"text": mark.text} if mark.text else data


def mark_from_data(data: Data) -> Mark:
    """The mark of data that fit the schema."""
    return Mark(data["kind"], tuple(data["cells"]), data["colour"], data.get("text", ""))


def evaluation_to_data(evaluation: Evaluation) -> Data:
    """An evaluation as JSON data, without keys that would say nothing."""
    data: Data = _judged_to_data(evaluation)
    data["playouts"] = int(evaluation.playouts)
    if evaluation.scores is not None:
        data["scores"] = [float(score) for score in evaluation.scores]
    if evaluation.turns:
        data["turns"] = [
            {"text": turn.text} | _judged_to_data(turn) | {"visits": int(turn.visits)}
            for turn in evaluation.turns
        ]
    return data


def _judged_to_data(judged: Evaluation | EvaluatedTurn) -> Data:
    data: Data = {"value": float(judged.value)}  # it may be NumPy's
    return data if judged.proven is None else data | {"proven": judged.proven}


def evaluation_from_data(data: Data) -> Evaluation:
    """The evaluation of data that fit the schema."""
    scores = data.get("scores")
    return Evaluation(
        value=float(data["value"]),
        playouts=int(data["playouts"]),
        proven=data.get("proven"),
        scores=None if scores is None else (float(scores[0]), float(scores[1])),
        turns=tuple(
            EvaluatedTurn(
                turn["text"], float(turn["value"]), int(turn["visits"]), turn.get("proven")
            )
            for turn in data.get("turns", ())
        ),
    )


def check_marks(game: Game, marks: tuple[Mark, ...], place: str) -> None:
    """Whether marks can be drawn on a game's board; `place` says in words where they stand.

    Raises:
        RecordError: an unknown kind, colour or cell, or the wrong number of cells.
    """
    names = set(game.board.names)
    for mark in marks:
        if mark.kind not in MARK_KINDS:
            raise RecordError(
                f"{place}: a mark is one of {', '.join(MARK_KINDS)}, not {quoted(mark.kind)}."
            )
        if mark.colour not in MARK_COLOURS:
            raise RecordError(
                f"{place}: a mark has one of the colours {', '.join(MARK_COLOURS)}, "
                f"not {quoted(mark.colour)}."
            )
        unknown = [cell for cell in mark.cells if cell not in names]
        if unknown:
            raise RecordError(f"{place}: a mark lies on {quoted(unknown[0])}, which is no cell.")
        least, most = MARK_KINDS[mark.kind]
        if not least <= len(mark.cells) <= most:
            raise RecordError(
                f"{place}: a mark of the kind {mark.kind} takes "
                f"{least if least == most else f'{least} to {most}'} cells, not {len(mark.cells)}."
            )
        if (mark.kind == "label") != bool(mark.text):
            raise RecordError(f"{place}: a label has a text, and no other mark has one.")


RESIGNATION, TIME, FORFEIT, AGREEMENT = "resignation", "time", "forfeit", "agreement"
LOSSES = (RESIGNATION, TIME, FORFEIT)
# Ends that no position shows, as they follow "the game ended"; the last one is a draw.
BESIDE_THE_RULES = {
    RESIGNATION: "by resignation",
    TIME: "on time",
    FORFEIT: "by forfeit",
    AGREEMENT: "by agreement",
}
HUMAN, COMPUTER = "human", "computer"

# What a record may take to replay, in actions times cells: an action looks at every cell, which
# takes 1 to 4 microseconds where kernels are not compiled.
MOST_WORK = 1_000_000
LEAST_CELLS = 100  # that an action counts for: on small boards the rest of it takes longer


@dataclass(frozen=True)
class Person:
    """Who plays: a name, and for a computer how strong it plays."""

    name: str = ""
    kind: str = HUMAN  # or COMPUTER
    level: str | None = None  # of a computer, such as "medium"


@dataclass(frozen=True)
class RecordedTurn:
    """One whole turn, what was said about it, and what could have been played instead."""

    text: str  # canonical (C-6)
    comment: str = ""
    variations: "tuple[Line, ...]" = ()  # lines in place of this turn
    marks: tuple[Mark, ...] = ()  # on the board after it
    evaluation: Evaluation | None = None  # of the position after it


Line: TypeAlias = tuple[RecordedTurn, ...]  # one turn at least, each after the one before it


@dataclass(frozen=True)
class Result:
    """How a game ended; like `Outcome`, but it may also have ended beside the rules."""

    winner: int | None  # person 0 or 1, None for a draw
    reason: str  # a reason of `Outcome`, or one of BESIDE_THE_RULES

    @property
    def is_beside_the_rules(self) -> bool:
        """Whether it is one that no position shows: a person's loss, or a draw by agreement."""
        return self.reason in BESIDE_THE_RULES and (self.reason == AGREEMENT) == (
            self.winner is None
        )


def reason_words(result: Result) -> str:
    """Why a game ended, as it follows "White wins" or "Drawn": "on points", "by agreement"."""
    by_the_rules = DRAW_WORDS if result.winner is None else WIN_WORDS
    return (by_the_rules | BESIDE_THE_RULES)[result.reason]


def format_result(result: Result) -> str:
    """A result in words."""
    ending = "it was drawn" if result.winner is None else f"person {result.winner} won"
    return f"{ending} ({result.reason})"


def canonical_text(game: Game, text: str) -> str:
    """A turn's text in the form records keep (C-6). Raises as `Game.format_turn`."""
    return game.format_turn(game.parse_turn(text))


def person_to_data(person: Person) -> Data:
    """A person as JSON data."""
    data: Data = {"name": person.name, "kind": person.kind}
    return data if person.level is None else data | {"level": person.level}


def person_from_data(data: Data) -> Person:
    """The person of data that fit the schema. Raises RecordError: a human with a level."""
    if data["kind"] == HUMAN and "level" in data:
        raise RecordError(f"persons: {quoted(data['name'])} is human, only a computer has a level.")
    return Person(data["name"], data["kind"], data.get("level"))


def turn_to_data(turn: RecordedTurn) -> Data:
    """A turn as JSON data, without keys that would say nothing."""
    data: Data = {"text": turn.text}
    if turn.comment:
        data["comment"] = turn.comment
    data |= notes_to_data(turn.marks, turn.evaluation)
    if turn.variations:
        data["variations"] = lines_to_data(turn.variations)
    return data


def notes_to_data(marks: tuple[Mark, ...], evaluation: Evaluation | None) -> Data:
    """Marks and an evaluation as keys of JSON data, where there are any."""
    data: Data = {}
    if marks:
        data["marks"] = [mark_to_data(mark) for mark in marks]
    if evaluation is not None:
        data["evaluation"] = evaluation_to_data(evaluation)
    return data


def lines_to_data(lines: tuple[Line, ...]) -> list[list[Data]]:
    """Lines of turns as JSON data."""
    return [[turn_to_data(turn) for turn in line] for line in lines]


def marks_from_data(game: Game, data: Data, place: str) -> tuple[Mark, ...]:
    """The marks of data that fit the schema. Raises RecordError as `check_marks`."""
    marks = tuple(mark_from_data(one) for one in data.get("marks", ()))
    check_marks(game, marks, place)
    return marks


def evaluation_in(data: Data) -> Evaluation | None:
    """The evaluation of data that fit the schema, if they hold one."""
    return evaluation_from_data(data["evaluation"]) if "evaluation" in data else None


def turn_from_data(game: Game, data: Data, place: str) -> RecordedTurn:
    """The turn of data that fit the schema.

    Raises:
        RecordError: text that names no turn; `place` says in words where it stands.
    """
    try:
        text = canonical_text(game, data["text"])
    except SkerryError as error:
        raise RecordError(f"{place}, {quoted(data['text'])}: {error}", error.rule) from error
    return RecordedTurn(
        text,
        data.get("comment", ""),
        lines_from_data(game, data.get("variations", []), f"{place}, variation"),
        marks_from_data(game, data, place),
        evaluation_in(data),
    )


def lines_from_data(game: Game, lines: list[list[Data]], place: str) -> tuple[Line, ...]:
    """The lines of data that fit the schema. Raises as `turn_from_data`."""
    return tuple(
        tuple(
            turn_from_data(game, turn, f"{place} {index}, turn {number} of it")
            for number, turn in enumerate(line, start=1)
        )
        for index, line in enumerate(lines, start=1)
    )


def check_work(game: Game, *lines: list[Data]) -> None:
    """Refuse what would take too long to replay, before any of it is.

    Raises:
        RecordError: too many actions for the size of the board, those of variations included.
    """
    cells = max(game.rules.num_cells, LEAST_CELLS)
    num_actions = 0
    waiting = list(lines)
    while waiting:
        for turn in waiting.pop():
            num_actions += turn["text"].count(",") + 1
            waiting += turn.get("variations", ())
    if num_actions * cells > MOST_WORK:
        raise RecordError(
            f"turns: the record holds {num_actions:,} actions, those of variations included; on a "
            f"board of {game.rules.num_cells} cells there can be at most {MOST_WORK // cells:,}."
        )


def result_to_data(result: Result | None) -> Data | None:
    """A result as JSON data."""
    return None if result is None else {"winner": result.winner, "reason": result.reason}


def result_from_data(data: Data | None) -> Result | None:
    """The result of data that fit the schema."""
    if data is None:
        return None
    winner = data["winner"]
    return Result(None if winner is None else int(winner), data["reason"])
