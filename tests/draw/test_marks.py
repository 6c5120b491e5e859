"""The marks of a record and numbers on stones, drawn over a board."""

import re
from xml.etree import ElementTree

import pytest

import skerry
from skerry.canvas.geometry import PITCH, layout
from skerry.draw import board_svg, marks, numbers, stylesheet
from skerry.games.info import Value
from skerry.record import MARK_COLOURS, MARK_KINDS, Mark
from tests.draw.boards_to_draw import BOARDS, start
from tests.draw.test_overlay import with_class
from tests.draw.test_palette import contrast, grounds, in_each_look, in_each_theme

STONES = ("#f8f6f0", "#23262a")
COORDINATES = re.compile(r"-?\d+(?:\.\d+)?")


def drawn(position: skerry.Position, *marked: Mark) -> ElementTree.Element:
    return ElementTree.fromstring(marks(position, marked))


def points(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Every point that is named in the paths, circles and places of an element."""
    found = []
    for one in element.iter():
        given = one.get("d") or f"{one.get('cx', '')} {one.get('cy', '')}"
        place = one.get("transform", "")
        values = [float(value) for value in COORDINATES.findall(given or place) or []]
        values = values or [float(value) for value in COORDINATES.findall(place)]
        found += list(zip(values[::2], values[1::2], strict=True))
    return found


@pytest.mark.parametrize(("name", "options"), BOARDS)
@pytest.mark.parametrize("kind", MARK_KINDS)
def test_marks_lie_on_their_cells(name: str, options: dict[str, Value], kind: str) -> None:
    position = start(name, options)
    board, found = position.game.board, layout(position.game.board)
    cells = (0, board.num_cells - 1) if kind == "arrow" else (board.num_cells // 2,)
    word = "A" if kind == "label" else ""
    mark = Mark(kind, tuple(board.names[cell] for cell in cells), "red", word)
    (one,) = with_class(drawn(position, mark), "mark")
    assert one.get("data-cells") == " ".join(mark.cells)
    places = points(one)
    for cell in cells:
        x, y = found.centre(cell)
        near = [max(abs(px - x), abs(py - y)) for px, py in places]
        assert min(near) < 0.6 * PITCH
        assert kind == "arrow" or max(near) < 0.6 * PITCH


def test_a_mark_goes_to_the_picture_of_a_board_and_an_unmarked_one_has_none() -> None:
    position = skerry.game("kitaran", size=3).start()
    mark = Mark("circle", ("b2",))
    assert marks(position, [mark]) in board_svg(position, marked=[mark])
    assert 'class="marks"' not in board_svg(position)


def test_labels_lie_above_arrows_and_these_above_areas() -> None:
    position = skerry.game("kitaran", size=3).start()
    given = (Mark("label", ("a1",), text="x"), Mark("arrow", ("a1", "c3")), Mark("area", ("a1",)))
    kinds = [
        "label" if with_class(one, "mark-word") else "arrow" if with_class(one, "mark-head") else ""
        for one in with_class(drawn(position, *given), "mark")
    ]
    assert kinds == ["", "arrow", "label"]


def test_an_arrow_from_a_cell_to_itself_goes_around_in_it() -> None:
    position = skerry.game("kitaran", size=3).start()
    assert len(list(drawn(position, Mark("arrow", ("b2", "b2"))).iter("circle"))) == 2


def test_the_text_of_a_label_is_escaped_and_stays_in_its_cell() -> None:
    position = skerry.game("kitaran", size=3).start()
    root = drawn(position, Mark("label", ("b2",), text="<b>&'\""))
    (word,) = with_class(root, "mark-word")
    assert word.text == "<b>&'\""
    for length in range(1, 9):
        (plate,) = with_class(drawn(position, Mark("label", ("b2",), text="W" * length)), "mark")
        assert all(float(one.get("width", 0)) < PITCH for one in plate.iter("rect"))


def test_a_cell_that_the_board_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="not in"):
        marks(skerry.game("kitaran", size=3).start(), [Mark("circle", ("z9",))])


def test_stones_are_numbered_in_an_ink_that_they_bear() -> None:
    position = skerry.game("kitaran", size=3).start().play("b2").play("a1")
    cells = {name: cell for cell, name in enumerate(position.game.board.names)}
    root = ElementTree.fromstring(numbers(position, {cells["b2"]: 1, cells["a1"]: 12}))
    inks = {word.text: word.get("class") for word in root.iter("text")}
    assert inks == {
        "1": "stone-number stone-number-black",
        "12": "stone-number stone-number-white",
    }


def declared(selector: str) -> dict[str, str]:
    """What the rules of all boards say of a class of marks."""
    found: dict[str, str] = {}
    for names, body in re.findall(r"([^{}]+)\{([^{}]*)\}", stylesheet()):
        if any(name.strip().endswith(selector) for name in names.split(",")):
            found |= dict(re.findall(r"([\w-]+): (#\w+)", body))
    return {key: value.replace("#fff", "#ffffff") for key, value in found.items()}


@in_each_theme
@in_each_look
@pytest.mark.parametrize("colour", MARK_COLOURS)
def test_a_mark_or_its_casing_stands_out_from_everything(
    colour: str, look: str, dark: bool
) -> None:
    line = declared(f".mark-{colour} .mark-line")["stroke"]
    case = (declared(".board .mark-case") | declared(f".mark-{colour} .mark-case"))["stroke"]
    assert contrast(line, case) >= 3
    for ground in (*grounds(look, dark), *STONES):
        assert max(contrast(line, ground), contrast(case, ground)) >= 3, ground
    plate = declared(".board .mark-plate") | declared(f".mark-{colour} .mark-plate")
    assert contrast(declared(f".mark-{colour} .mark-word")["fill"], plate["fill"]) >= 4.5
