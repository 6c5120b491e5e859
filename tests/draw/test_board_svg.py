import re
from collections.abc import Iterable
from xml.etree import ElementTree

import pytest

import skerry
from skerry import Position
from skerry.draw import Pending, board_svg, stylesheet
from skerry.games.arcs import outside_arcs
from skerry.games.contract import ring_numbers
from skerry.games.info import Value
from tests.draw.boards_to_draw import BOARDS, random_game, some_positions, start

Options = dict[str, Value]
SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def cells_of(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {
        element.get("data-cell", ""): element
        for element in root.iter()
        if "cell" in element.get("class", "").split()
    }


def with_class(cells: dict[str, ElementTree.Element], name: str) -> set[str]:
    return {cell for cell, element in cells.items() if name in element.get("class", "").split()}


def names_of(position: Position, cells: Iterable[int]) -> set[str]:
    return {position.game.board.names[cell] for cell in cells}


def first_cells(position: Position) -> set[str]:
    """The cells by which legal actions begin, read off the notation."""
    found = set()
    for action in position.legal_actions():
        text = position.game.format_action(action)
        names = re.findall(
            r"[a-z]\d+", text.removeprefix("x") if position.game.name == "syrtis" else text
        )
        found |= set(names if "~" in text else names[:1])
    return found


@pytest.mark.parametrize("standalone", [False, True])
@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_pictures_are_well_formed_and_every_cell_shows_its_content(
    name: str, options: Options, standalone: bool
) -> None:
    for position, last in some_positions(name, options):
        root = parse(board_svg(position, last=last, standalone=standalone))
        assert root.tag == (f"{SVG}svg" if standalone else "svg")
        assert root.get("data-game") == name
        cells = cells_of(root)
        board = position.game.board
        assert sorted(cells) == sorted(board.names)
        for index, cell in enumerate(board.names):
            assert cells[cell].get("data-content") == str(position.contents[index])
            assert cells[cell].get("id") == f"cell-{cell}"
            ring = int(ring_numbers(position.game.rules)[index])
            assert cells[cell].get("data-ring") == (str(ring) if ring else None)


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_ids_are_unique_and_every_reference_leads_to_one(name: str, options: Options) -> None:
    for prefix in ("", "one-"):
        svg = board_svg(start(name, options), legal=True, standalone=False, prefix=prefix)
        ids = re.findall(r'\sid="([^"]*)"', svg)
        assert len(ids) == len(set(ids))
        assert all(one.startswith(prefix) for one in ids)
        references = set(re.findall(r'(?:href="#|url\(#)([^")]*)', svg))
        assert references
        assert references <= set(ids)


def test_two_boards_on_one_page_share_no_definition_but_of_the_same_game() -> None:
    spry, byg = (
        set(re.findall(r'<(?:g|\w+Gradient) id="([^"]*)"', board_svg(skerry.game(name).start())))
        for name in ("spry", "byg")
    )
    shared = {one for one in spry & byg if not one.startswith("cell-")}
    assert shared == {"outlines"}


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_legal_cells_are_marked_exactly_and_only_when_asked(name: str, options: Options) -> None:
    for position, last in some_positions(name, options):
        cells = cells_of(parse(board_svg(position, last=last, legal=True, standalone=False)))
        assert with_class(cells, "is-legal") == first_cells(position)
        quiet = cells_of(parse(board_svg(position, last=last, standalone=False)))
        assert not with_class(quiet, "is-legal")
        assert not any(element.get("data-targets") for element in quiet.values())


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_stones_of_the_turn_being_composed_are_marked(name: str, options: Options) -> None:
    for position, last in some_positions(name, options):
        cells = cells_of(parse(board_svg(position, last=last, standalone=False)))
        texts = [position.game.format_action(action) for action in position.turn_so_far]
        assert with_class(cells, "is-pending") == {text.lstrip("LD") for text in texts}


def test_the_cells_of_the_last_turn_are_counted_in_its_order() -> None:
    position = skerry.game("spry").start().play_turn("a1,b1,c1")
    last = [position.game.parse_action(text) for text in ("b1", "c1", "a1")]
    cells = cells_of(parse(board_svg(position, last=last, standalone=False)))
    order = {name: cell.get("data-order") for name, cell in cells.items() if cell.get("data-order")}
    assert order == {"b1": "0", "c1": "1", "a1": "2"}


def test_the_last_turn_is_marked_whatever_it_did() -> None:
    spry = skerry.game("spry").start().play_turn("a1,b1,c1")
    last = spry.game.parse_turn("a1,b1,c1,end")
    cells = cells_of(parse(board_svg(spry, last=last, standalone=False)))
    assert with_class(cells, "is-last") == {"a1", "b1", "c1"}
    kitaran = skerry.game("kitaran").start().play_turn("c3").play_turn("c2").play_turn("d2")
    kitaran = kitaran.play_turn("e5").play_turn("c3*")
    last = kitaran.game.parse_turn("c3*")
    cells = cells_of(parse(board_svg(kitaran, last=last, standalone=False)))
    assert with_class(cells, "is-last") == {"c3", "c2"}
    assert with_class(cells, "is-source") == {"c3"}
    assert with_class(cells, "is-protected") == {"c2"} == names_of(kitaran, kitaran.protected)


def pending_picture(
    base: Position, turn: str, last: str = ""
) -> tuple[ElementTree.Element, dict[str, ElementTree.Element]]:
    """The picture of a whole turn that is not played yet, and its cells."""
    game = base.game
    pending = Pending(base, game.parse_turn(turn))
    last_actions = game.parse_turn(last) if last else ()
    after = base.play_turn(turn)
    root = parse(board_svg(after, last=last_actions, pending=pending, standalone=False))
    return root, cells_of(root)


def pending_marks(cells: dict[str, ElementTree.Element]) -> set[str]:
    return {
        name
        for name, cell in cells.items()
        if any(part.get("class", "").split()[:1] == ["pending"] for part in cell)
    }


@pytest.mark.parametrize(
    ("name", "before", "turn"),
    [
        ("spry", "c3", "a1,a2"),
        ("sytran", "a1,b1,c1", "a4,a5,a6"),
        ("byg", "c3", "e5"),
        ("kitaran", "c3", "e5"),
    ],
)
def test_a_turn_that_is_not_played_yet_leaves_the_last_one_marked(
    name: str, before: str, turn: str
) -> None:
    base = skerry.game(name).start().play_turn(before)
    root, cells = pending_picture(base, turn, before)
    assert with_class(cells, "is-last") == set(before.split(","))
    assert with_class(cells, "is-pending") == pending_marks(cells) == set(turn.split(","))
    for cell in turn.split(","):
        assert str(cells[cell].get("aria-label")).endswith("placed this turn, not played yet")
    assert str(root.get("aria-label")).endswith(
        "black to act" if name != "kitaran" else "white to act"
    )
    played = cells_of(parse(board_svg(base.play_turn(turn), last=base.game.parse_turn(turn))))
    assert pending_marks(played) == set()


def test_a_conversion_that_is_not_played_yet_protects_nothing() -> None:
    base = skerry.game("kitaran").start().play_turn("c3").play_turn("c2").play_turn("d2")
    base = base.play_turn("e5")
    _, cells = pending_picture(base, "c3*", "e5")
    assert with_class(cells, "is-last") == with_class(cells, "is-protected") == {"e5"}
    assert with_class(cells, "is-pending") == pending_marks(cells) == {"c2", "c3"}
    radii = {name: {ring.get("r") for ring in cells[name][-1]} for name in ("c2", "c3")}
    assert radii["c2"] != radii["c3"]  # which stone turned the other


def test_syrtis_marks_what_a_turn_does_that_is_not_played_yet() -> None:
    kinds = set()
    for position, last in random_game("syrtis", {"board": "minor"}, seed=1):
        if position.phase != "play" or position.is_over:
            continue
        for action in position.legal_actions():
            text = position.game.format_action(action)
            names = set(re.findall(r"[a-z]\d+", text.removeprefix("x")))
            kind = re.sub(r"[a-z]?\d", "", text)
            if not names or kind in kinds:
                continue
            kinds.add(kind)
            pending = Pending(position, [action])
            svg = board_svg(position.apply(action), last=last, pending=pending, standalone=False)
            cells = cells_of(parse(svg))
            assert with_class(cells, "is-pending") == pending_marks(cells) == names
            assert with_class(cells, "is-sunk") >= ({text[1:]} if text[0] == "x" else set())
    assert kinds == {"x", "-", ">"}


def test_kitaran_offers_conversions_with_the_stones_they_turn() -> None:
    position = skerry.game("kitaran").start().play_turn("c3").play_turn("c2").play_turn("b3")
    position = position.play_turn("d3").play_turn("e5").play_turn("e1")
    cells = cells_of(parse(board_svg(position, legal=True, standalone=False)))
    assert with_class(cells, "can-convert") == {"c3"}
    assert set(str(cells["c3"].get("data-targets")).split()) == {"c2", "d3"}


def test_the_connection_that_won_spry_is_marked_and_outlined() -> None:
    for position, last in random_game("spry", {"size": 4}, seed=6):
        svg = board_svg(position, last=last, standalone=False)
        root = parse(svg)
        winning = with_class(cells_of(root), "is-winning")
        assert bool(winning) == position.is_over == ("outline-win" in svg)
    assert "is-over" in str(root.get("class"))
    arcs = 0
    names = position.game.board.names
    for cell in winning:
        arcs |= int(outside_arcs(position.game.board)[names.index(cell)])
    assert arcs == 7
    assert len({position.contents[names.index(cell)] for cell in winning}) == 1


def test_spry_shows_three_arcs_each_with_a_sign_besides_its_colour() -> None:
    root = parse(board_svg(skerry.game("spry").start(), standalone=False))
    shown = [element.get("class") for element in root.iter("path")]
    for colour in ("yellow", "blue", "red"):
        assert f"arc arc-{colour}" in shown
        assert f"sign sign-{colour}" in shown
    signs = {e.get("class"): str(e.get("d")) for e in root.iter("path")}
    shapes = {signs[f"sign sign-{c}"].split("m", 1)[1][:12] for c in ("yellow", "blue", "red")}
    assert len(shapes) == 3


def test_byg_outlines_one_path_for_each_group_in_its_owners_class() -> None:
    for position, last in some_positions("byg", {"size": 5}):
        root = parse(board_svg(position, last=last, standalone=False))
        outlines = next(e for e in root.iter("g") if e.get("id") == "outlines")
        shown = [element.get("class") for element in outlines]
        for colour in (1, 2):
            groups = position.standings[colour - 1].groups
            assert shown.count(f"outline outline-{colour}") == len(groups)


def test_syrtis_shows_each_tile_and_tower_at_its_cell_beneath_the_cells() -> None:
    for position, last in some_positions("syrtis", {"board": "major"}):
        root = parse(board_svg(position, last=last, standalone=False))
        names = position.game.board.names
        kinds = ("", "lc", "ls", "dc", "ds")
        tiles = {
            str(e.get("data-cell")): e
            for e in root.iter("g")
            if "tile" in str(e.get("class")).split()
        }
        assert set(tiles) == {names[c] for c, kind in enumerate(position.contents) if kind}
        for name, tile in tiles.items():
            kind = kinds[position.contents[names.index(name)]]
            assert tile.get("id") == f"tile-{name}"
            assert tile.get("class") == f"tile tile-{kind}"
            assert str(tile.get("style")).startswith("transform:translate(")
        towers = [e for e in root.iter("g") if str(e.get("id")).startswith("tower-")]
        assert [str(e.get("data-cell")) for e in towers] == [names[c] for c in position.towers]
        assert len({e.get("id") for e in towers}) == len(position.towers)
        order = [str(e.get("id") or e.get("class")) for e in root]
        assert order.index("tiles") < order.index("towers") < order.index("cells")


def test_the_mover_is_named_for_the_ghost_of_a_stone() -> None:
    game = skerry.game("kitaran")
    assert parse(board_svg(game.start(), standalone=False)).get("data-mover") == "1"
    assert parse(board_svg(game.start().play("a1"), standalone=False)).get("data-mover") == "2"
    syrtis = next(
        position
        for seed in range(50)
        if (position := skerry.game("syrtis").start(seed=seed)).phase == "towers"
    )
    assert parse(board_svg(syrtis, standalone=False)).get("data-mover") == "1"
    for _ in range(2):
        syrtis = syrtis.apply(syrtis.legal_actions()[0])
    assert parse(board_svg(syrtis, standalone=False)).get("data-mover") == "2"
    assert parse(board_svg(syrtis, standalone=False)).get("data-phase") == "towers"


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_nothing_lies_outside_the_view_and_the_view_is_tight(name: str, options: Options) -> None:
    for labelled in (True, False):
        root = parse(board_svg(start(name, options), standalone=False, coordinates=labelled))
        left, top, width, height = (float(part) for part in str(root.get("viewBox")).split())
        points = []
        for element in cells_of(root).values():
            match = re.fullmatch(r"translate\((\S+) (\S+)\)", str(element.get("transform")))
            assert match
            points.append((float(match[1]), float(match[2])))
        points += [
            (float(str(t.get("x"))), float(str(t.get("y"))))
            for t in root.iter("text")
            if "label" in str(t.get("class"))
        ]
        assert labelled == any("label" in str(t.get("class")) for t in root.iter("text"))
        assert all(left + 5 < x < left + width - 5 for x, _ in points)
        assert all(top + 5 < y < top + height - 5 for _, y in points)
        widest = max(x for x, _ in points) - min(x for x, _ in points)
        assert width - widest < 40 + 2 * 55


def test_titles_are_escaped_and_cleaned() -> None:
    position = skerry.game("kitaran").start()
    title = "<b> & \"quoted\" 'so' \x00\x1b\ud800 end"
    for standalone in (True, False):
        root = parse(board_svg(position, title=title, standalone=standalone))
        assert root.get("aria-label") == "<b> & \"quoted\" 'so'  end"
    root = parse(board_svg(position, title=title))
    shown = root.find(f"{SVG}title")
    assert shown is not None
    assert shown.text == root.get("aria-label")


def test_only_a_file_has_a_title_and_a_style_of_its_own() -> None:
    """A title inside a page would be a tooltip over the whole board."""
    position = skerry.game("sytran").start()
    whole, part = board_svg(position), board_svg(position, standalone=False)
    assert stylesheet() in whole
    assert "<title>" not in part
    assert "<style>" not in part
    assert "xmlns" not in part
    assert parse(whole).get("aria-label") == "Sytran board, size 6, white to act"


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_a_board_is_a_grid_of_rows_of_cells_to_those_who_listen(
    name: str, options: Options
) -> None:
    root = parse(board_svg(start(name, options), standalone=False))
    assert root.get("role") == "grid"
    rows = [element for element in root.iter("g") if element.get("role") == "row"]
    assert len(rows) == len({place[0] for place in start(name, options).game.board.places})
    for row in rows:
        for cell in row:
            assert cell.get("role") == "gridcell"
            assert cell.get("tabindex") == "-1"
            assert str(cell.get("aria-label")).startswith(f"{cell.get('data-cell')}, ")


def test_the_style_knows_every_class_that_a_page_or_a_picture_sets() -> None:
    css = stylesheet()
    for name in (
        "is-legal",
        "is-pending",
        "is-last",
        "is-source",
        "is-sunk",
        "is-protected",
        "is-winning",
        "is-selected",
        "is-target",
        "is-sinking",
        "can-convert",
        "can-sink",
    ):
        assert f".{name}" in css


def test_the_same_position_gives_the_same_picture() -> None:
    for name, options in BOARDS[::4]:
        assert board_svg(start(name, options)) == board_svg(start(name, options))
