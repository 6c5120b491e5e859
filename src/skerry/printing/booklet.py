"""A record as a booklet: who played, diagrams with numbered stones, comments and variations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from skerry.core.numbers import as_integer, counted
from skerry.errors import OptionError, quoted
from skerry.positions import Position
from skerry.printing.typesetting import (
    PLAYERS,
    USUAL_TURNS,
    Diagram,
    PlayedTurn,
    Progress,
    checked_paper,
    diagram,
    picture,
    played,
    silent,
    split,
    subtitle,
    typeset,
)
from skerry.record import GameRecord, reason_words
from skerry.record.game_record import play_line
from skerry.record.parts import Line

MOST_DIAGRAMS = 150  # each takes some hundredths of a second
WIDE_BOARD = 14  # cells in a row, from which on a diagram needs the whole page
BREAK = "\N{ZERO WIDTH SPACE}"  # where a line may end
_LONG = re.compile(r"\S{25,}")  # what is longer than words are, and perhaps than a line
_PIECE = re.compile(r".{12}(?=.)")


def booklet(
    record: GameRecord,
    *,
    paper: str = "a4",
    every: int = USUAL_TURNS,
    progress: Progress = silent,
) -> bytes:
    """A record as a PDF.

    A diagram ends where a turn has a comment, marks or variations, and after so many turns. Of very
    long games it has more, so that there are no more than 150 diagrams.

    Args:
        record: the game.
        paper: "a4" or "letter".
        every: turns of a diagram, 1 to 100.
        progress: is told after each part how many are drawn, and how many there are; to typeset
            them all is the last one.

    Raises:
        OptionError: another paper, or a number of turns out of bounds.
        RecordError: a turn that the rules forbid.
    """
    checked_paper(paper)
    number = as_integer(every)
    if number is None or not 1 <= number <= 100:
        wrong = quoted(every if number is None else number)
        raise OptionError(f"A diagram shows 1 to 100 turns, not {wrong}.")
    return typeset("booklet", {"paper": paper, **_Booklet(number, progress).values(record)})


@dataclass
class _Booklet:
    """How far the booklet has come."""

    every: int
    progress: Progress = silent
    pictures: int = 0
    blocks: list[dict[str, Any]] = field(default_factory=list)

    def values(self, record: GameRecord) -> dict[str, Any]:
        """What the template shows."""
        positions = record.replay()
        turns = played(positions, record.turns)
        if record.marks or record.given_start or record.setup or not turns:
            self._add(picture(positions[0], marked=record.marks), caption="The start")
        parts = self._parts(turns)
        for done, part in enumerate(parts, 1):
            self._add_part(part)
            self.progress(done, len(parts) + 1)
        for line in record.continuations:
            self._add_line(positions[-1], line, len(turns) + 1, 0, "Could have followed")
        return {**_front(record, positions), "blocks": self.blocks}

    def _parts(self, turns: Sequence[PlayedTurn]) -> list[list[PlayedTurn]]:
        for every, at_notes in ((self.every, True), (self.every, False)):
            parts = list(split(turns, every, at_notes=at_notes))
            if len(parts) <= MOST_DIAGRAMS:
                return parts
        every = max(self.every, -(-len(turns) // MOST_DIAGRAMS))
        return [list(turns[begin : begin + every]) for begin in range(0, len(turns), every)]

    def _add_part(self, part: Sequence[PlayedTurn]) -> None:
        self._add(diagram(part), caption=_caption(part), turns=part)
        for one in part:
            for line in one.turn.variations:
                words = f"Instead of turn {one.number}"
                self._add_line(one.before, line, one.number, 0, words)

    def _add_line(self, start: Position, line: Line, number: int, depth: int, heading: str) -> None:
        """A line beside the game; what lies within it comes after it, without a picture."""
        places = ((f"turn {number + index}", turn) for index, turn in enumerate(line))
        turns = played(list(play_line(start, places)), line, number)
        has_picture = depth == 0 and self.pictures < MOST_DIAGRAMS
        shown = diagram(turns) if has_picture else None
        self._add(shown, caption=heading, turns=turns, depth=depth + 1)
        for one in turns:
            for other in one.turn.variations:
                words = f"There, instead of turn {one.number}"
                self._add_line(one.before, other, one.number, depth + 1, words)

    def _add(
        self,
        shown: Diagram | None,
        *,
        caption: str,
        turns: Sequence[PlayedTurn] = (),
        depth: int = 0,
    ) -> None:
        self.pictures += shown is not None
        self.blocks.append(
            {
                "svg": shown.svg if shown else None,
                "alt": shown.words if shown else "",
                "caption": caption,
                "line": list(_notation(turns)),
                "told": shown.told if shown else (),
                "notes": [
                    {"number": one.number, "text": _breakable(one.turn.comment)}
                    for one in turns
                    if one.turn.comment
                ],
                "depth": min(depth, 4),
            }
        )


def _caption(part: Sequence[PlayedTurn]) -> str:
    first, last = part[0].number, part[-1].number
    return f"Turn {first}" if first == last else f"Turns {first}–{last}"


def _notation(turns: Sequence[PlayedTurn]) -> Iterator[dict[str, object]]:
    for one in turns:
        yield {"number": one.number, "text": one.turn.text.replace(",", f",{BREAK}")}


def _breakable(text: str) -> str:
    return _LONG.sub(lambda long: _PIECE.sub(lambda piece: piece[0] + BREAK, long[0]), text)


def _front(record: GameRecord, positions: Sequence[Position]) -> dict[str, Any]:
    """What stands above it all."""
    game = record.game
    date = record.date
    facts = [] if date is None else [("Date", f"{date.day} {date:%B %Y}")]
    facts.append(("Result", _result(record, positions[-1])))
    facts.append(("Length", counted(len(record.turns), "turn")))
    rows = max(positions[0].game.board.places)[0] + 1
    return {
        "title": game.info.title,
        "subtitle": subtitle(game),
        "players": _players(record, positions),
        "facts": facts,
        "comment": _breakable(record.comment),
        "columns": 1 if rows > WIDE_BOARD else 2,
    }


def _players(record: GameRecord, positions: Sequence[Position]) -> list[dict[str, str]]:
    """Both persons with the colours they had in the end."""
    persons = positions[-1].persons
    colours = record.game.info.colours
    return [
        {
            "name": _breakable(person.name) or PLAYERS[index].capitalize(),
            "colour": "" if persons is None else colours[persons.index(index)].capitalize(),
        }
        for index, person in enumerate(record.persons)
    ]


def _result(record: GameRecord, end: Position) -> str:
    result = record.result
    if result is None:
        return "not finished"
    if result.winner is None:
        return f"drawn {reason_words(result)}"
    who = record.persons[result.winner].name or f"the {PLAYERS[result.winner]}"
    if end.persons is not None:
        who = record.game.info.colours[end.persons.index(result.winner)].capitalize()
    return f"{who} won {reason_words(result)}"
