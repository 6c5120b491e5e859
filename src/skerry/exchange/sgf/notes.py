"""What an SGF node says beside its turn, and remarks on what cannot be kept of it."""

from collections.abc import Collection
from dataclasses import dataclass

from skerry.errors import RecordError
from skerry.exchange.remarks import Remark, shortened
from skerry.exchange.sgf import marks as sgf_marks
from skerry.exchange.sgf import names as sgf_names
from skerry.exchange.sgf.text import Node
from skerry.positions import Game
from skerry.record import Mark
from skerry.record.json_form import parse_json
from skerry.record.notes import Evaluation, evaluation_from_data
from skerry.record.quick_check import LONGEST_COMMENT, MOST_MARKS, is_evaluation

# Everywhere in the tree.
READ = {"C", sgf_names.EVALUATION, sgf_marks.OWN, *sgf_marks.KINDS}
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
            if name not in known and name not in READ and name not in sgf_names.COLOURS:
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
    marks, wrong = sgf_marks.read_marks(game, node.properties)
    for name, sentence in wrong:
        remarks.add(node.line_of(name), f"{name}: {sentence}")
    return Notes(comment, marks, _evaluation(node, remarks))


def _evaluation(node: Node, remarks: Remarks) -> Evaluation | None:
    values = node.properties.get(sgf_names.EVALUATION)
    if not values:
        return None
    try:
        data = parse_json(values[0])
    except RecordError:
        data = None
    if not isinstance(data, dict) or not is_evaluation(data):
        remarks.add(
            node.line_of(sgf_names.EVALUATION),
            f"{sgf_names.EVALUATION} is left out: it is not an evaluation as records have them.",
        )
        return None
    return evaluation_from_data(data)
