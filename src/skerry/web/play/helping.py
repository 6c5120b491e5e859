"""Levels that a browser has beaten, and help for beginners against the easiest."""

from dataclasses import dataclass

from skerry.games.view import listed
from skerry.levels import LEVELS
from skerry.record import GameRecord
from skerry.sessions import Session, is_prepared
from skerry.web.play.models import BeatenLevel, SavedGame


def note(session: Session) -> None:
    """Remember a level, if this game has just been won against it from its start."""
    computer, result = session.seats.computer, session.result
    if computer is None or result is None or result.winner != 1 - computer:
        return
    holder, level = session.seats[1 - computer].holder, session.seats[computer].level
    if holder and level and _begins_at_the_start(session.record):
        BeatenLevel.objects.get_or_create(holder=holder, game=session.game.name, level=level)


def _begins_at_the_start(record: GameRecord) -> bool:
    """Whether it was won in full: a game may also begin at a position that is won already."""
    return record.given_start is None or is_prepared(record.given_start)


def beaten_levels(holder: str | None) -> dict[str, set[str]]:
    """By game, the levels that a browser has beaten."""
    found: dict[str, set[str]] = {}
    if holder is not None:
        for game, level in BeatenLevel.objects.filter(holder=holder).values_list("game", "level"):
            found.setdefault(game, set()).add(level)
    return found


@dataclass(frozen=True)
class Ladder:
    """The levels of one game, as a row of steps."""

    steps: tuple[bool, ...]  # whether each level was beaten, the easiest first

    @property
    def words(self) -> str:
        """Which ones were: "Levels 1 and 2 beaten"; "" for none."""
        numbers = [str(number) for number, is_beaten in enumerate(self.steps, 1) if is_beaten]
        if not numbers:
            return ""
        return f"Level{'s' if len(numbers) > 1 else ''} {listed(numbers)} beaten"


def ladders(holder: str | None) -> dict[str, Ladder]:
    """By game in which a browser has beaten a level: all levels of it."""
    return {
        game: Ladder(tuple(level in beaten for level in LEVELS))
        for game, beaten in beaten_levels(holder).items()
    }


HELPED = ("1", "2", "3")  # levels


def is_helped(saved: SavedGame, holder: str | None) -> bool:
    """Whether a browser is helped in a game: it plays in it, against an easy level."""
    return saved.level in HELPED and bool(saved.seats.held_by(holder))


def last_own_turn(record: GameRecord, person: int) -> int | None:
    """The number of the last turn that a person has played, None before the first."""
    positions = record.replay()
    numbers = range(len(record.turns), 0, -1)
    return next((number for number in numbers if positions[number - 1].player == person), None)
