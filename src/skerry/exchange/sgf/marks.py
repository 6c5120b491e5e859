"""Marks as properties of an SGF node, both ways.

The format has properties for all kinds but areas, and no colours. It allows one of its shapes on a
point, and each label and arrow once. So our own property `SKMARKS` lists all marks in order where
the others would not do. A mark that another program has removed from the others is removed.
"""

from collections.abc import Iterable, Mapping, Sequence

from skerry.errors import RecordError, SkerryError, clipped, quoted
from skerry.positions import Game
from skerry.record import Mark
from skerry.record.notes import check_marks
from skerry.record.quick_check import LONGEST_LABEL, MOST_MARKS

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
