"""What an analysis lays over a board: the stones of turns, letters, arrows, owners."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

import skerry
from skerry import Position
from skerry.canvas.colours import COLOURS
from skerry.draw import advice, board_svg, owners, stylesheet
from skerry.games.info import Value
from tests.draw.boards_to_draw import BOARDS, some_positions, start
from tests.draw.test_palette import contrast

MARK = re.compile(r'class="([^"]+)"')


def parse(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{markup}</svg>")


def with_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in root.iter() if name in one.get("class", "").split()]


def letters(group: ElementTree.Element) -> list[ElementTree.Element]:
    return [one for one in group if one.get("class") is None]


def turns_of(position: Position, *texts: str) -> list[tuple[int, ...]]:
    return [position.game.parse_turn(text) for text in texts]


def places(position: Position, *cells: str) -> list[str]:
    """Where the board has these cells."""
    svg = board_svg(position, standalone=False)
    found = [re.search(rf'data-cell="{cell}"[^>]* transform="([^"]+)"', svg) for cell in cells]
    return [match[1] for match in found if match is not None]


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_every_turn_of_every_board_has_its_marks(name: str, options: dict[str, Value]) -> None:
    from random import Random

    for position, _ in some_positions(name, options):
        if position.is_over:
            continue
        turns = [position.sample_turn(Random(seed)) for seed in range(3)]
        root = parse(advice(position, turns))
        assert [group.get("data-turn") for group in root] == ["3", "2", "1"]
        for group, turn in zip(reversed(root), turns, strict=True):
            texts = [position.game.format_action(action) for action in turn]
            with_cells = [text for text in texts if re.search(r"\d", text)]
            rank = group.get("data-turn")
            assert len(with_class(group, f"badge-{rank}")) == len(with_cells)
            assert_is_drawn(position, turn, group)


def assert_is_drawn(position: Position, turn: Sequence[int], group: ElementTree.Element) -> None:
    """A turn's own pieces lie where they will lie, in the colours that they will have."""
    after, game = position, position.game
    for action in turn:
        after = after.apply(action)
    names = game.board.names
    drawn = {one.get("data-proposed"): one for one in with_class(group, "proposed")}
    shapes = {one.get("href") for one in group.iter("use")}
    defined = set(re.findall(r'id="([^"]+)"', board_svg(position, standalone=False)))
    assert {str(shape).removeprefix("#") for shape in shapes} <= defined
    changed = {
        names[cell]
        for cell, (old, new) in enumerate(zip(position.contents, after.contents, strict=True))
        if old != new
    }
    appeared = {names[cell] for cell in set(after.towers) - set(position.towers)}
    if not game.info.has_setup:
        assert changed == set(drawn)
        for name, one in drawn.items():
            colour = game.info.colours[after.contents[names.index(str(name))] - 1]
            (use,) = one.iter("use")
            assert use.get("href", "").endswith(f"-stone-{colour}")
    gone = {name for name in changed if not after.contents[names.index(name)]}
    assert appeared <= set(drawn)
    assert changed - gone <= set(drawn)


def test_a_single_turn_has_no_letter() -> None:
    position = skerry.game("sytran", size=5).start()
    markup = advice(position, turns_of(position, "a1,a3,b2"))
    assert "badge" not in markup
    assert "<text" not in markup


def test_a_swap_marks_the_stones_that_would_be_taken_over() -> None:
    position = skerry.game("sytran", size=3, swap=True).start().play_turn("a1,a2")
    root = parse(advice(position, turns_of(position, "swap")))
    assert {one.get("data-proposed") for one in with_class(root, "proposed")} == {"a1", "a2"}


def test_badges_lie_in_the_cells_of_the_board() -> None:
    position = skerry.game("spry", size=5).start()
    root = parse(advice(position, turns_of(position, "a1,e2", "e9")))
    first, second = root[1], root[0]
    assert [one.get("transform") for one in letters(first)] == places(position, "a1", "e2")
    assert [one.get("transform") for one in letters(second)] == places(position, "e9")


def test_badges_in_one_cell_lie_side_by_side() -> None:
    position = skerry.game("spry", size=5).start()
    root = parse(advice(position, turns_of(position, "a1,a2", "a1,b1", "a1")))
    shared = [letters(group)[0].get("transform") for group in root]
    assert len(set(shared)) == 3
    assert places(position, "a1")[0] not in shared


def test_turns_differ_by_letter_and_frame_without_colour() -> None:
    position = skerry.game("kitaran", size=3).start()
    root = parse(advice(position, turns_of(position, "a1", "b2", "c3")))
    assert [text.text for text in with_class(root, "badge-letter")] == ["C", "B", "A"]
    assert ".badge-3 { stroke-dasharray" in stylesheet()
    assert re.search(r"\.badge-1 \{ fill: var\(--advice\)", stylesheet())
    for dark in (False, True):
        assert contrast(COLOURS["advice"][dark], COLOURS["on-advice"][dark]) >= 4.5


def test_more_turns_than_can_be_told_apart_are_left_out() -> None:
    position = skerry.game("kitaran", size=3).start()
    assert len(parse(advice(position, turns_of(position, "a1", "b2", "c3", "a3")))) == 3


def test_a_conversion_points_at_every_stone_it_turns() -> None:
    position = skerry.game("kitaran", size=3).start().play("b2").play("a2").play("a1").play("b1")
    position = position.play("c3").play("c2").play("c1")  # white to act
    root = parse(advice(position, turns_of(position, "a2*")))
    assert len(with_class(root, "advice-head")) == 2  # a1 and b2


def test_syrtis_shows_moves_sinks_and_towers() -> None:
    position = start("syrtis", {"board": "minor"})
    while position.phase != "towers":
        position = position.apply(position.legal_actions()[0])
    first = position
    actions = []
    while position.phase == "towers":
        actions.append(position.legal_actions()[0])
        position = position.apply(actions[-1])
    root = parse(advice(first, [actions]))
    shown = [use.get("href") for use in root.iter("use")]
    assert shown == ["#syrtis-tower-light"] * 2 + ["#syrtis-tower-dark"] * 2
    position = position.play("light")
    texts = [position.game.format_action(action) for action in position.legal_actions()]
    move = next(text for text in texts if "-" in text)
    sink = next(text for text in texts if text.startswith("x"))
    root = parse(advice(position, turns_of(position, move, sink, "pass")))
    assert len(with_class(root[2], "advice-head")) == 1
    assert len(with_class(root[1], "advice-way")) == 1
    assert list(root[0]) == []  # a pass has no cell


def test_vacant_cells_take_the_colour_of_their_likely_owner() -> None:
    position = skerry.game("sytran", size=3).start().play("a1,a2")
    root = parse(owners(position, {"a1": 1.0, "b2": 0.9, "b3": 0.2, "c1": 0.5}))
    cells = {one.get("data-owner"): one for one in with_class(root, "owner")}
    assert set(cells) == {"b2", "b3"}  # a1 has its owner, of c1 nothing is known
    assert "owner-white" in cells["b2"].get("class", "")
    assert "owner-black" in cells["b3"].get("class", "")
    assert float(cells["b2"].get("fill-opacity", 0)) > float(cells["b3"].get("fill-opacity", 0))


def test_kitaran_marks_the_stones_that_will_be_turned() -> None:
    position = skerry.game("kitaran", size=3).start().play("a1").play("b2")  # black, then white
    root = parse(owners(position, {"a1": 0.2, "b2": 0.1}))
    (mark,) = with_class(root, "owner-stone")
    assert mark.get("data-owner") == "a1"
    assert "owner-white" in mark.get("class", "")


def test_syrtis_shows_which_tiles_stay() -> None:
    position = start("syrtis", {"board": "minor"})
    tile = position.game.board.names[0]
    root = parse(owners(position, {tile: 0.25}))
    (veil,) = with_class(root, "owner-sea")
    assert veil.get("data-owner") == tile
    assert parse(owners(position, {tile: 1.0}))[0].get("class") == "owners"
    assert with_class(parse(owners(position, {tile: 1.0})), "owner") == []


def test_the_marks_take_no_clicks_and_every_class_has_a_style() -> None:
    assert ".board .overlay { pointer-events: none; }" in stylesheet()
    position = skerry.game("kitaran", size=3).start().play("a1").play("b1")
    markup = advice(position, turns_of(position, "a1*")) + owners(position, {"c3": 0.9, "a1": 0})
    markup += advice(position, turns_of(position, "a1*", "c3"))
    used = {name for names in MARK.findall(markup) for name in names.split()}
    styled = {"badge", "badge-1", "badge-letter", "advice-way", "advice-case", "advice-head"}
    styled |= {"proposed-piece", "proposed-line", "proposed-case"}
    assert styled <= used
    assert all(f".{name}" in stylesheet() for name in styled | {"owner-white", "owner-stone"})
