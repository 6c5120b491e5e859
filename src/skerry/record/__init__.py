"""Whole games with comments and variations, and their JSON form; see docs/record-format.md."""

from .game_record import GameRecord
from .json_form import FORMAT_VERSION, LARGEST_RECORD, RULES_VERSION, schema
from .parts import COMPUTER, HUMAN, RESIGNATION, Person, RecordedTurn, Result

__all__ = [
    "COMPUTER",
    "FORMAT_VERSION",
    "HUMAN",
    "LARGEST_RECORD",
    "RESIGNATION",
    "RULES_VERSION",
    "GameRecord",
    "Person",
    "RecordedTurn",
    "Result",
    "schema",
]
