"""What is said of a position in a record beside words: marks on its board, and an evaluation."""

from dataclasses import dataclass

from skerry.errors import RecordError, quoted
from skerry.positions import Game
from skerry.record.data import Data

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


def seen_by(person: int, value: float, proven: str | None) -> tuple[float, str | None]:
    """A value and a proof of person 0's as another person sees them, and the other way round.

    Values have four digits, as in records.
    """
    if person == 0:
        return round(value, 4), proven
    return round(1.0 - value, 4), _TURNED[proven]


_TURNED = {"win": "loss", "loss": "win", "draw": "draw", None: None}


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
    """Whether marks can be drawn on a game's board.

    Args:
        game: whose board it is.
        marks: of one position.
        place: says in words where they stand.

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
