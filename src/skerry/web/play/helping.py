"""Help for beginners: against the easiest levels there are hints, and notes on blunders."""

from skerry.record import GameRecord
from skerry.web.play.models import SavedGame

HELPED = ("1", "2", "3")  # levels


def is_helped(saved: SavedGame, holder: str | None) -> bool:
    """Whether a browser is helped in a game: it plays in it, against an easy level."""
    return saved.level in HELPED and bool(saved.seats.held_by(holder))


def last_own_turn(record: GameRecord, person: int) -> int | None:
    """The number of the last turn that a person has played, None before the first."""
    positions = record.replay()
    numbers = range(len(record.turns), 0, -1)
    return next((number for number in numbers if positions[number - 1].player == person), None)
