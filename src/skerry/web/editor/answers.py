"""What the solver has found, in words."""

from collections.abc import Mapping, Sequence

from skerry.games.showing.seen import listed
from skerry.positions import Position
from skerry.web.board.words import mover_title

VALUES = {"win": "wins", "draw": "can draw, and no more", "loss": "loses"}
WORDS = {
    "draw": "Best play of both leads to a draw.",
    "loss": "Every turn loses against best play.",
}
MOST_LISTED = 4  # winning turns that the engine looks for


def solved(position: Position, found: Mapping[str, object], seconds: float) -> dict[str, object]:
    """A solution: a heading, sentences, and the line of best play."""
    value, mover = found["value"], mover_title(position)
    if value is None:
        return {"heading": "No proof", "words": _unknown(mover, found, seconds), "line": []}
    line = [_spaced(turn) for turn in _texts(found["line"])]
    words = _winning(found, line) if value == "win" else WORDS[str(value)]
    return {"heading": f"{mover} {VALUES[str(value)]}", "words": words, "line": line}


def _winning(found: Mapping[str, object], line: Sequence[str]) -> str:
    winners = found["winners"]
    if winners is None:
        return f"{line[0]} wins; other turns may win as well."
    turns = [_spaced(turn) for turn in _texts(winners)]
    if len(turns) == 1:
        return f"{turns[0]} wins, and no other turn does."
    if len(turns) < MOST_LISTED:
        return f"{listed(turns)} win, and no other turn does."
    return f"{listed(turns)} win, and perhaps other turns."


def _unknown(mover: str, found: Mapping[str, object], seconds: float) -> str:
    parts = [f"The solver could not prove within {seconds:g} seconds who wins."]
    least, most = str(found["at_least"]), str(found["at_most"])
    if (least, most) == ("draw", "win"):
        parts.append(f"{mover} does not lose.")
    elif (least, most) == ("loss", "draw"):
        parts.append(f"{mover} does not win.")
    if found.get("slow"):
        parts.append("The engine is still warming up and slow; try again in a minute or two.")
    else:
        parts.append("Fewer empty cells, or a smaller board, would help it.")
    return " ".join(parts)


def unsound(position: Position, winners: Sequence[str]) -> str:
    """Why a position is no puzzle."""
    mover = mover_title(position)
    if not winners:
        return f"No turn of {mover} wins, so there is nothing to find."
    turns = listed([_spaced(turn) for turn in winners])
    return f"More than one turn of {mover} wins: {turns}."


def _texts(value: object) -> list[str]:
    assert isinstance(value, Sequence)
    return [str(one) for one in value]


def _spaced(turn: str) -> str:
    return turn.replace(",", " ")
