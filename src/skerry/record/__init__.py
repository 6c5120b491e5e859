"""Whole games with comments and variations, and their JSON form; see docs/record-format.md."""

from skerry.record.game_record import GameRecord
from skerry.record.json_form import LARGEST_RECORD, RULES_VERSION, schema
from skerry.record.parts import (
    AGREEMENT,
    BESIDE_THE_RULES,
    COMPUTER,
    FORFEIT,
    HUMAN,
    MARK_COLOURS,
    MARK_KINDS,
    RESIGNATION,
    TIME,
    EvaluatedTurn,
    Evaluation,
    Mark,
    Person,
    RecordedTurn,
    Result,
    reason_words,
)

__all__ = [
    "AGREEMENT",
    "BESIDE_THE_RULES",
    "COMPUTER",
    "FORFEIT",
    "HUMAN",
    "LARGEST_RECORD",
    "MARK_COLOURS",
    "MARK_KINDS",
    "RESIGNATION",
    "RULES_VERSION",
    "TIME",
    "EvaluatedTurn",
    "Evaluation",
    "GameRecord",
    "Mark",
    "Person",
    "RecordedTurn",
    "Result",
    "reason_words",
    "schema",
]
