"""Lines of turns: how they are played, and whether the lines in place of turns can be."""

from collections.abc import Iterable, Iterator

from skerry.errors import RecordError, SkerryError, quoted
from skerry.positions import Position
from skerry.record.parts import Line, RecordedTurn


def play_line(start: Position, turns: Iterable[tuple[str, RecordedTurn]]) -> Iterator[Position]:
    """The start and the position after each turn; each turn comes with the words for its place.

    Raises:
        RecordError: points at the first bad turn: its place, its text, what is wrong.
    """
    yield start
    position = start
    for place, turn in turns:
        try:
            position = position.play_turn(turn.text)
        except SkerryError as error:
            raise RecordError(f"{place}, {quoted(turn.text)}: {error}", error.rule) from error
        yield position


def check_lines(position: Position, lines: Iterable[Line], number: int, place: str) -> None:
    """Whether lines can be played from a position, and all lines in place of their turns.

    Args:
        position: before the first turn of each line.
        lines: to check.
        number: of their first turn.
        place: says in words what a line is, such as "turn 3, variation".

    Raises:
        RecordError: points at the first bad turn.
    """
    for index, line in enumerate(lines, start=1):
        places = [f"{place} {index}, turn {n}" for n in range(number, number + len(line))]
        positions = list(play_line(position, zip(places, line, strict=True)))
        for offset, turn in enumerate(line):
            where = f"{places[offset]}, variation"
            check_lines(positions[offset], turn.variations, number + offset, where)


def merged(line: Line, others: Iterable[Line]) -> tuple[RecordedTurn, tuple[Line, ...]]:
    """The first turn of a line with what other lines say of it, and where they go on from there.

    Lines that begin with another turn become variations of it. What a line in place of its second
    turn and the second turn itself have in common is not put together.

    Returns:
        The turn, and the lines that follow it.
    """
    first = line[0]
    comment, marks, evaluation = first.comment, first.marks, first.evaluation
    variations, following = list(first.variations), [line[1:]] if len(line) > 1 else []
    for other in others:
        if other[0].text != first.text:
            variations.append(other)
            continue
        comment, marks = comment or other[0].comment, marks or other[0].marks
        evaluation = evaluation or other[0].evaluation
        variations += other[0].variations
        if len(other) > 1:
            following.append(other[1:])
    turn = RecordedTurn(first.text, comment, tuple(variations), marks, evaluation)
    return turn, tuple(following)
