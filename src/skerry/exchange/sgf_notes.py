"""What SGF says beside turns: names, comments, marks and evaluations, both ways."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from skerry.errors import RecordError, SkerryError, clipped, quoted
from skerry.exchange.remarks import Remark, shortened
from skerry.exchange.sgf_tree import Node
from skerry.positions import Game, Position
from skerry.record import Mark
from skerry.record.json_form import (
    LONGEST_COMMENT,
    LONGEST_LABEL,
    MOST_MARKS,
    fits,
    parse_json,
)
from skerry.record.parts import Evaluation, check_marks, evaluation_from_data

# What SGF calls the things of a record: colours, and properties of our own.

COLOURS = ("B", "W")  # properties of turns; PB, PW and RE speak of them

# Properties of our own; the letters SK are for Skerry.
GAME = "SKGAME"  # name and options, as a position's text has them
RULES = "SKRULES"  # version of the rules
SETUP = "SKSETUP"  # what lies on each cell of a start that is drawn, such as c1:lc
START = "SKSTART"  # a position at which the game began, as text
COMPUTER = {letter: f"SKP{letter}" for letter in COLOURS}  # a person who is one: its level
EVALUATION = "SKEVAL"  # of the position, as a record has it
DEPTH = "SKDEPTH"  # of a turn: how many variations deep it stands among those in its place

# How a game ended beside the rules, as RE has it.
LOSSES = {"R": "resignation", "T": "time", "F": "forfeit"}


def person_letters(game: Game) -> tuple[str, str]:
    """B or W for person 0 and for person 1, by the colours with which they begin."""
    return ("B", "W") if game.info.tones[0] == "black" else ("W", "B")


def letter_to_act(position: Position) -> str:
    """B or W for the colour that acts, or for the person where there are no colours yet.

    The game must not be over.
    """
    index = position.colour_index
    person = position.player or 0
    return person_letters(position.game)[person if index is None else index - 1]


# Marks as properties of an SGF node, both ways.
#
# The format has properties for all kinds but areas, and no colours. It allows one of its shapes on
# a point, and each label and arrow once. So our own property `SKMARKS` lists all marks in order
# where the others would not do. A mark that another program has removed from the others is removed.

OWN = "SKMARKS"
KINDS = {
    "CR": "circle",
    "SQ": "square",
    "TR": "triangle",
    "MA": "cross",
    "LB": "label",
    "AR": "arrow",
}
NAMES = {kind: name for name, kind in KINDS.items()}

Standard = tuple[str, str]  # property and value


def mark_properties(marks: Sequence[Mark]) -> dict[str, list[str]]:
    """The properties that hold marks."""
    standard = _standard(marks)
    properties: dict[str, list[str]] = {
        name: [value for one in standard if one and one[0] == name for value in one[1:]]
        for name in KINDS
    }
    properties = {name: values for name, values in properties.items() if values}
    if marks and tuple(_plain(properties)) != tuple(marks):
        properties[OWN] = [_format(mark) for mark in marks]
    return properties


def _standard(marks: Iterable[Mark]) -> list[Standard | None]:
    """The property and value of each mark; None where the format has none beside the others."""
    taken: set[tuple[str, ...]] = set()
    found: list[Standard | None] = []
    for mark in marks:
        name = NAMES.get(mark.kind)
        shape = "shape" if mark.kind not in ("label", "arrow") else mark.kind
        place = (shape, *mark.cells)
        if name is None or place in taken or len(set(mark.cells)) < len(mark.cells):
            found.append(None)
            continue
        taken.add(place)
        value = ":".join((*mark.cells, mark.text) if mark.text else mark.cells)
        found.append((name, value))
    return found


def _plain(properties: Mapping[str, Sequence[str]]) -> list[Mark]:
    """Marks of the format's own properties, in the first colour."""
    return [_mark_of((name, value)) for name in KINDS for value in properties.get(name, ())]


def _mark_of(standard: Standard) -> Mark:
    name, value = standard
    if name == "LB":
        cell, _, text = value.partition(":")
        return Mark(KINDS[name], (cell,), text=text)
    return Mark(KINDS[name], tuple(value.split(":")))


def _format(mark: Mark) -> str:
    words = f"{mark.kind} {mark.colour} {','.join(mark.cells)}"
    return f"{words} {mark.text}" if mark.text else words


def _parse(value: str) -> Mark:
    """The mark that `_format` wrote. Raises RecordError."""
    kind, _, rest = value.partition(" ")
    colour, _, rest = rest.partition(" ")
    cells, _, text = rest.partition(" ")
    if not cells:
        raise RecordError(f"{quoted(value)} must name a kind of mark, a colour and cells.")
    return Mark(kind, tuple(cells.split(",")), colour, text)


def read_marks(
    game: Game, properties: Mapping[str, Sequence[str]]
) -> tuple[tuple[Mark, ...], list[tuple[str, str]]]:
    """The marks of a node.

    Returns:
        The marks, and what could not be read: the property, and a sentence.
    """
    wrong: list[tuple[str, str]] = []
    given = _given(game, properties, wrong)
    own = []
    for value in _some(OWN, properties.get(OWN, ()), wrong):
        try:
            mark = _parse(value)
            check_marks(game, (mark,), f"{clipped(value)} is left out")
        except SkerryError as error:
            wrong.append((OWN, str(error)))
        else:
            own.append(mark)
    fitting = list(zip(own, _standard(own), strict=True))
    known = {standard for _, standard in fitting if standard}
    kept = [mark for mark, standard in fitting if standard is None or standard in given]
    return (*kept, *(_mark_of(one) for one in given if one not in known)), wrong


def _given(
    game: Game, properties: Mapping[str, Sequence[str]], wrong: list[tuple[str, str]]
) -> dict[Standard, None]:
    """What the format's own properties hold, in order; adds to what could not be read."""
    given: dict[Standard, None] = {}
    for name in KINDS:
        for value in _some(name, properties.get(name, ()), wrong):
            refusal = _refusal(game, name, value)
            if refusal:
                wrong.append((name, refusal))
            else:
                given[name, value] = None
    return given


def _some(name: str, values: Sequence[str], wrong: list[tuple[str, str]]) -> Sequence[str]:
    if len(values) > MOST_MARKS:
        wrong.append((name, f"of {len(values):,} marks the first {MOST_MARKS} are read."))
    return values[:MOST_MARKS]


def _refusal(game: Game, name: str, value: str) -> str:
    """Why a value of the format's own properties is no mark of ours, or ""."""
    mark = _mark_of((name, value))
    if len(mark.text) > LONGEST_LABEL:
        return (
            f"{clipped(value)} is left out: a label has at most {LONGEST_LABEL} characters, "
            f"not {len(mark.text)}."
        )
    try:
        check_marks(game, (mark,), f"{clipped(value)} is left out")
    except RecordError as error:
        return str(error)
    return ""


# Everywhere in the tree.
READ = {"C", EVALUATION, OWN, *KINDS}
SET_UP = {"AB", "AW", "AE", "PL"}


class Remarks:
    """Remarks on a game tree; of a property that is not kept there is one, with a count."""

    def __init__(self) -> None:
        self._said: list[tuple[int, str]] = []
        self._unknown: dict[str, list[int]] = {}

    def add(self, line: int, sentence: str) -> None:
        """Say something about a line."""
        self._said.append((line, sentence))

    def unknown(self, node: Node, known: Collection[str]) -> None:
        """Say which properties of a node a record has no place for."""
        for name in node.properties:
            if name not in known and name not in READ and name not in COLOURS:
                self._unknown.setdefault(name, []).append(node.line_of(name))

    def all(self) -> list[Remark]:
        """All of them, in the order of the text."""
        said = list(self._said)
        for name, lines in self._unknown.items():
            times = "" if len(lines) == 1 else f" ({len(lines)} times)"
            why = (
                "it changes the board without a turn"
                if name in SET_UP
                else "a record has no place for it"
            )
            said.append((lines[0], f"{name[:20]}{times} is left out: {why}."))
        return [Remark(f"line {line}", sentence) for line, sentence in sorted(said)]


@dataclass(frozen=True)
class Notes:
    """What is said of a position."""

    comment: str = ""
    marks: tuple[Mark, ...] = ()
    evaluation: Evaluation | None = None

    def followed_by(self, other: "Notes") -> "Notes":
        """Both together, of a turn that several nodes tell.

        Of what is more than a record may hold, one more is gathered: `within_limits` says so.
        """
        comment = "\n".join(filter(None, (self.comment, other.comment)))
        marks = dict.fromkeys((*self.marks, *other.marks)) if self.marks else other.marks
        return Notes(
            comment[: LONGEST_COMMENT + 1],
            tuple(marks)[: MOST_MARKS + 1],
            other.evaluation or self.evaluation,
        )

    def within_limits(self, line: int, remarks: Remarks) -> "Notes":
        """As much of them as a record may hold, with a remark on what is left out."""
        comment = shortened(
            self.comment, LONGEST_COMMENT, "the comment", lambda said: remarks.add(line, said)
        )
        if len(self.marks) > MOST_MARKS:
            remarks.add(line, f"of the marks on one board the first {MOST_MARKS} are kept.")
        return Notes(comment, self.marks[:MOST_MARKS], self.evaluation)


def read_notes(game: Game, node: Node, remarks: Remarks) -> Notes:
    """The notes of a node."""
    comment = "\n".join(filter(None, node.properties.get("C", ())))
    marks, wrong = read_marks(game, node.properties)
    for name, sentence in wrong:
        remarks.add(node.line_of(name), f"{name}: {sentence}")
    return Notes(comment, marks, _evaluation(node, remarks))


def _evaluation(node: Node, remarks: Remarks) -> Evaluation | None:
    values = node.properties.get(EVALUATION)
    if not values:
        return None
    try:
        data = parse_json(values[0])
    except RecordError:
        data = None
    if not isinstance(data, dict) or not fits(data, "$defs", "evaluation"):
        remarks.add(
            node.line_of(EVALUATION),
            f"{EVALUATION} is left out: it is not an evaluation as records have them.",
        )
        return None
    return evaluation_from_data(data)
