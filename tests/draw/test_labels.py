import pytest

import skerry
from skerry import Position
from skerry.draw import board_label
from skerry.draw.board import describe_cell, view
from skerry.errors import NotationError
from skerry.games.info import Value
from tests.draw.boards_to_draw import BOARDS, random_game, some_positions


def told(
    position: Position, name: str, last: str = "", *, legal: bool = False, before: str = ""
) -> str:
    game = position.game
    actions = game.parse_turn(last) if last else ()
    return describe_cell(view(position, actions, legal=legal), game.board.names.index(name))


def test_spry_tells_ring_outside_colours_and_what_happened() -> None:
    position = skerry.game("spry", size=5).start().play_turn("c3").play("a1,a2")
    assert told(position, "c3", "c3") == "c3, ring 3, white, placed last turn"
    assert (
        told(position, "a1")
        == "a1, ring 5, touches yellow and red, black, placed this turn, not played yet"
    )
    assert told(position, "a3") == "a3, ring 5, touches yellow, empty"
    assert told(position, "a3", legal=True) == "a3, ring 5, touches yellow, empty, can be played"
    assert told(position, "e5", legal=True) == "e5, ring 1, empty"  # SPRY-2: two stones are down


def test_spry_tells_the_winning_group() -> None:
    position = skerry.game("spry", size=2).start().play("a1,b1").play("a2,end").play("c1")
    assert position.is_over
    assert told(position, "b1") == "b1, ring 2, touches red, white, in the winning group"
    assert told(position, "a2") == "a2, ring 2, touches yellow, black"
    assert board_label(position) == "Spry board, size 2, white has won"


def test_sytran_tells_the_ring_that_governs_the_turn() -> None:
    position = skerry.game("sytran").start().play("a1")
    assert told(position, "a1") == "a1, ring 3, white, placed this turn, not played yet"
    assert told(position, "f6", legal=True) == "f6, ring 1, empty"  # SYT-4: never reached
    assert told(position, "d5", legal=True) == "d5, ring 2, empty, can be played"


def test_byg_tells_the_size_of_the_group() -> None:
    position = skerry.game("byg").start().play_turn("c3").play_turn("d4").play_turn("d5")
    assert told(position, "d4") == "d4, black, group of 2"
    assert told(position, "d5", "d5") == "d5, black, group of 2, placed last turn"
    assert told(position, "c3") == "c3, white, group of 1"
    assert told(position, "a1") == "a1, empty"


def test_kitaran_tells_conversions_and_protection() -> None:
    """The worked example of the rules, a little further."""
    position = skerry.game("kitaran").start().play_turn("c3").play_turn("c2").play_turn("b2")
    assert told(position, "b2", "b2") == "b2, black, placed last turn, protected"
    assert told(position, "c2", legal=True) == "c2, white"  # KIT-2: b2 was just placed
    position = position.play_turn("e5")
    assert told(position, "c3", legal=True) == "c3, black, may convert c2"
    position = position.play_turn("c3*")
    assert told(position, "c3", "c3*") == "c3, black, converted others last turn"
    assert told(position, "c2", "c3*") == "c2, black, converted last turn, protected"
    assert told(position, "b2", "c3*") == "b2, black"


def playing_with_a_tile_to_sink() -> Position:
    """Light to move first, with its towers where at least one tile may be sunk."""
    for position, _ in random_game("syrtis", {"board": "minor"}, seed=1):
        legal = position.legal_actions()
        texts = [position.game.format_action(action) for action in legal]
        if any(t.startswith("x") for t in texts) and any("-" in t for t in texts):
            return position
    raise AssertionError("no tile could ever be sunk")


def test_syrtis_tells_tiles_towers_and_where_they_may_go() -> None:
    start = skerry.game("syrtis", board="minor").start(seed=3)
    while start.phase == "repair":
        start = start.apply(start.legal_actions()[0])
    first = start.legal_actions()[0]
    name = start.game.format_action(first)[1:]
    assert told(start, name, legal=True).endswith(", can be played")
    tile = told(start, name)
    position = start.apply(first)
    assert told(position, name) == f"{tile}, light tower, placed this turn, not played yet"
    playing = playing_with_a_tile_to_sink()
    sinks = [
        text for a in playing.legal_actions() if (text := start.game.format_action(a))[0] == "x"
    ]
    moves = [text for a in playing.legal_actions() if "-" in (text := start.game.format_action(a))]
    after = playing.play_turn(sinks[0])
    assert told(playing, sinks[0][1:], legal=True).endswith(", may be sunk")
    assert told(after, sinks[0][1:], sinks[0]) == f"{sinks[0][1:]}, water, sunk last turn"
    source, target = moves[0].split("-")
    label = told(playing, source, legal=True)
    assert f", {playing.colour} tower, may go to " in label
    assert target in label
    moved = playing.play_turn(moves[0])
    assert told(moved, source, moves[0]).endswith(", left last turn")
    assert told(moved, target, moves[0]).endswith(f", {playing.colour} tower, came last turn")


def test_syrtis_tells_the_partner_of_a_tile_to_exchange() -> None:
    start = next(
        position
        for seed in range(300)
        if (position := skerry.game("syrtis", board="minor").start(seed=seed)).phase == "repair"
    )
    action = start.game.format_action(start.legal_actions()[0])
    first, second = action.split("~")
    assert told(start, first, legal=True).endswith(f", may be exchanged with {second}")
    assert told(start, second, legal=True).endswith(f", may be exchanged with {first}")
    after = start.play(action)
    assert told(after, second, action).endswith(", exchanged last turn")


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_every_label_begins_with_its_cell_and_no_two_are_alike(
    name: str, options: dict[str, Value]
) -> None:
    position, last = some_positions(name, options)[-1]
    names = position.game.board.names
    cells = range(0, len(names), max(1, len(names) // 25))
    labels = [describe_cell(view(position, last), cell) for cell in cells]
    assert [label.split(",")[0] for label in labels] == [names[cell] for cell in cells]


def test_board_labels_say_game_size_and_whose_turn_it_is() -> None:
    assert board_label(skerry.game("sytran", size=8).start()) == (
        "Sytran board, size 8, white to act"
    )
    syrtis = skerry.game("syrtis").start(seed=3)
    assert board_label(syrtis) == "Syrtis board, major, person 1 to act"


def test_a_last_turn_of_another_game_is_refused() -> None:
    position = skerry.game("kitaran").start()
    with pytest.raises(NotationError, match="not an action of Kitaran"):
        view(position, last=[999])
