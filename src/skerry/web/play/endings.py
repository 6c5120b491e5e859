"""How a finished game ended, as its page tells it."""

from ...games.showing.aims import aims_of
from ...levels import LEVELS
from ...positions import Position
from ...record import GameRecord
from ...sessions import Seats
from ..board import words


def ending(record: GameRecord, seats: Seats, holder: str | None) -> dict[str, object]:
    """Who won and how, for whoever looks at it.

    Args:
        record: of a game that is over.
        seats: who played it.
        holder: of the browser that looks.
    """
    position, result = record.position, record.result
    assert result is not None
    held = seats.held_by(holder)
    viewer = held[0] if len(held) == 1 else None
    decided = None
    if position.is_over:
        decided = aims_of(record.game).ending(position, _colour_of(position, result.winner))
    sentences = [f"{words.ending(record, position)}."]
    if decided is not None:
        sentences = [decided.sentence] if decided.says_why else [*sentences, decided.sentence]
    return {
        "title": _title(record, position, result.winner, viewer, decided and decided.score),
        "sentence": " ".join(sentences),
        "rows": [row._asdict() for row in decided.rows] if decided else [],
        "titles": [words.colour_title(record.game, colour) for colour in (1, 2)],
        "next_level": _next_level(seats, result.winner),
    }


def _colour_of(position: Position, person: int | None) -> int | None:
    if person is None or position.persons is None:
        return None
    return position.persons.index(person) + 1


def _title(
    record: GameRecord,
    position: Position,
    winner: int | None,
    viewer: int | None,
    score: tuple[str, str] | None,
) -> str:
    """Such as "You won 33 : 18"; the numbers of who looks, or of the winner, come first."""
    if winner is None:
        title = "Drawn"
    elif viewer is None:
        colour = _colour_of(position, winner)
        name = words.person_title(record, winner)
        title = f"{words.colour_title(record.game, colour) if colour else name} won"
    else:
        title = "You won" if viewer == winner else "You lost"
    if score is None:
        return title
    first = _colour_of(position, viewer if viewer is not None else winner) or 1
    mine, theirs = score if first == 1 else score[::-1]
    return f"{title} {mine} : {theirs}"


def _next_level(seats: Seats, winner: int | None) -> dict[str, str] | None:
    """The level above the computer's, for who has beaten it."""
    computer = seats.computer
    if computer is None or winner != 1 - computer:
        return None
    levels = list(LEVELS)
    place = levels.index(seats[computer].level) + 1 if seats[computer].level in levels else None
    if place is None or place == len(levels):
        return None
    return {"level": levels[place], "title": LEVELS[levels[place]].title}
