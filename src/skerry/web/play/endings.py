"""How a finished game ended, as its page tells it."""

from skerry.games.showing.aims import aims_of
from skerry.levels import LEVELS
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.sessions import Seats
from skerry.web.board import words


def ending(record: GameRecord, seats: Seats, holder: str | None) -> dict[str, object]:
    """Who won and how, for whoever looks at it.

    Args:
        record: of a game that is over; without a result it was called off.
        seats: who played it.
        holder: of the browser that looks.
    """
    position, result = record.position, record.result
    if result is None:
        return {
            "title": "Called off",
            "sentence": f"{words.CALLED_OFF} before both had played; nobody has won.",
            "rows": [],
            "titles": [words.colour_title(record.game, colour) for colour in (1, 2)],
            "swapped": _swapped(record, _viewer(seats, holder)),
            "next_level": None,
        }
    decided = None
    if position.is_over:
        winner = None if result.winner is None else words.colour_of(position, result.winner)
        decided = aims_of(record.game).ending(position, winner)
    sentences = [f"{words.ending(record, position)}."]
    if decided is not None:
        sentences = [decided.sentence] if decided.says_why else [*sentences, decided.sentence]
    return {
        "title": _title(
            record, position, result.winner, _viewer(seats, holder), decided and decided.score
        ),
        "sentence": " ".join(sentences),
        "rows": [row._asdict() for row in decided.rows] if decided else [],
        "titles": [words.colour_title(record.game, colour) for colour in (1, 2)],
        "swapped": _swapped(record, _viewer(seats, holder)),
        "next_level": _next_level(seats, result.winner),
    }


def outcome(record: GameRecord, seats: Seats, holder: str | None) -> str | None:
    """How it ended for who looks: "won", "lost", or "over" for others and draws; None: not yet."""
    if record.result is None:
        return None
    viewer = _viewer(seats, holder)
    if viewer is None or record.result.winner is None:
        return "over"
    return "won" if viewer == record.result.winner else "lost"


def _viewer(seats: Seats, holder: str | None) -> int | None:
    """The person for whom a browser looks; None: for both, or for neither."""
    held = seats.held_by(holder)
    return held[0] if len(held) == 1 else None


def _swapped(record: GameRecord, viewer: int | None) -> str:
    """What a rematch with the places exchanged is called: "Rematch as Black"."""
    if viewer is None or record.game.info.parts:
        return "Rematch, sides swapped"
    return f"Rematch as {words.colour_title(record.game, 2 - viewer)}"


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
        title = f"{words.name_of(record, position, winner)} won"
    else:
        title = "You won" if viewer == winner else "You lost"
    if score is None:
        return title
    leader = viewer if viewer is not None else winner
    is_second = leader is not None and words.colour_of(position, leader) == 2
    mine, theirs = score[::-1] if is_second else score
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
