"""The worked examples of the rules, each drawn with the sentence it proves."""

from random import Random
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, new_state, new_work
from skerry.games.arcs import connects
from skerry.games.contract import ring_numbers
from skerry.games.spry import kernels as spry
from skerry.games.syrtis import frame_tiles
from tests.strategies import few


def board_of(position: skerry.Position) -> str:
    """The diagram without the line that says whose turn it is."""
    return "\n".join(str(position).splitlines()[:-1])


def legal_texts(position: skerry.Position) -> set[str]:
    return {position.game.format_action(action) for action in position.legal_actions()}


def tally(values: "np.ndarray[tuple[int], np.dtype[np.int16]]") -> list[int]:
    """How often each number from 1 occurs."""
    return [int(count) for count in np.bincount(values)[1:]]


def test_rings_of_spry() -> None:
    """SPRY-1: a cell at distance d is on a ring with side d+1; the centre is a ring of side 1."""
    game = skerry.game("spry")
    assert tally(ring_numbers(game.rules)) == [1, 6, 12, 18, 24]
    assert ring_numbers(game.rules)[game.parse_action("e5")] == 1


@pytest.mark.parametrize(
    ("size", "num_cells", "doubles"),
    [(6, 91, [7, 30, 54]), (8, 169, [7, 30, 54, 78]), (10, 271, [7, 30, 54, 78, 102])],
)
def test_double_rings_of_sytran(size: int, num_cells: int, doubles: list[int]) -> None:
    """SYT-1."""
    rules = skerry.game("sytran", size=size).rules
    assert rules.num_cells == num_cells
    assert tally(ring_numbers(rules)) == doubles


@pytest.mark.kernels
def test_sytrans_look_ahead() -> None:
    """SYT-4: with one stone on number 5, number 1 is closed; number 2 ends the turn."""
    position = skerry.game("sytran", size=10).start().play("a1")
    numbers = {int(ring_numbers(position.game.rules)[cell]) for cell in position.legal_actions()}
    assert numbers == {2, 3, 4, 5}
    assert position.play("j13").turn == 1
    assert position.play("e6").turn == 0


@pytest.mark.kernels
def test_sytran_fills_up_when_cells_run_short() -> None:
    """SYT-3: a single vacant cell of number 2 is a whole turn, though it should be two stones."""
    position = skerry.position(
        "sytran size=3 penalty=2 swap=off | 1ww/bwww/bbbww/bbwb/wbb "
        "| player=0 first=0 turn=12 placed=-"
    )
    assert position.num_turns() == 1
    assert position.play("e1").outcome == skerry.Outcome(1, "score", (6, 7))


@pytest.mark.kernels
def test_kitarans_worked_example() -> None:
    """KIT-2: Black c3; White c2; Black b2. Now White's c2 may not convert, b2 was just placed."""
    position = skerry.game("kitaran").start()
    for turn in ("c3", "c2", "b2"):
        position = position.play_turn(turn)
    assert board_of(position).splitlines() == [
        " 5  .  .  .  .  .",
        " 4  .  .  .  .  .",
        " 3  .  .  b  .  .",
        " 2  .  b  w  .  .",
        " 1  .  .  .  .  .",
        "    a  b  c  d  e",
    ]
    assert "c2*" not in legal_texts(position)
    assert position.protected == (position.game.parse_action("b2"),)
    position = position.play_turn("e5").play_turn("a1")
    assert "c2*" in legal_texts(position)


@pytest.mark.kernels
def test_kitaran_converts_all_around_one_stone() -> None:
    """KIT-1: the mover's stone turns all enemy stones beside it; KIT-2 then protects them."""
    before = skerry.position(
        "kitaran size=3 komi=0 swap=off cycle_limit=18 | 1w1/wbw/w1b "
        "| player=0 first=0 turn=6 conversions=0 frozen=a1"
    )
    after = before.play_turn("b2*")
    assert board_of(after).splitlines() == [
        " 3  .  b  .",
        " 2  b  b  b",
        " 1  w  .  b",
        "    a  b  c",
    ]
    assert "a1*" not in legal_texts(after)


@pytest.mark.kernels
def test_kitaran_is_drawn_after_the_cycle_limit() -> None:
    """KIT-4."""
    position = skerry.game("kitaran", size=3, cycle_limit=2, cycle="draw").start()
    for turn in ("a1", "a2", "c3", "c2", "a1*"):
        position = position.play_turn(turn)
    assert position.outcome is None
    assert position.play_turn("b2").play_turn("b1").outcome is None
    assert position.play_turn("c2*").outcome == skerry.Outcome(None, "cycle", (2, 2))


@pytest.mark.kernels
def test_kitaran_goes_on_with_a_placement_after_the_cycle_limit() -> None:
    """KIT-4: the default."""
    position = skerry.game("kitaran", size=3, cycle_limit=2).start()
    for turn in ("a1", "a2", "c3", "c2", "a1*", "c2*"):
        position = position.play_turn(turn)
    assert position.outcome is None
    assert legal_texts(position) == {"a3", "b1", "b2", "b3", "c1"}
    assert skerry.position(position.text) == position
    with pytest.raises(skerry.IllegalActionError, match=r"^No stone has been placed for 2 turns"):
        position.play_turn("a2*")
    for turn in ("b1", "a3", "c1"):
        position = position.play_turn(turn)
    assert "a3*" in legal_texts(position)


def test_bygs_bottom_left_cell() -> None:
    """Byg, size 6: the bottom-left cell has two neighbours in the row above and one beside it."""
    board = skerry.game("byg").board
    cell = board.names.index("a1")
    around = [board.names[other] for other in board.neighbours[cell] if other < board.num_cells]
    assert around == ["a2", "b1", "b2"]


@pytest.mark.kernels
def test_bygs_order_of_turns() -> None:
    """BYG-1: White, Black, Black, White, Black, White ..."""
    position = skerry.game("byg").start()
    order = []
    for turn in ("a1", "f6", "k6", "a6", "f1", "k1"):
        order.append(position.colour)
        position = position.play_turn(turn)
    assert order == ["white", "black", "black", "white", "black", "white"]


@pytest.mark.kernels
def test_byg_counts_groups_when_the_turn_begins() -> None:
    """BYG-2: four groups, but never more than the cap of three stones."""
    position = skerry.position(
        "byg size=4 cap=3 swap=off | b2b/2b2/1b2w1/1w1w3/5b/1b1b1/2w1 "
        "| player=0 first=0 turn=7 placed=-"
    )
    assert len(position.standings[0].groups) == 4
    assert position.most_stones == 3
    position = position.play("c3")
    assert not {"c4", "e3", "d3", "d5"} & legal_texts(position)  # BYG-3: they touch d4's group
    assert position.play("a1,f1").turn == position.turn + 1


@pytest.mark.parametrize(("board", "open_edge"), [("major", True), ("square", False)])
def test_the_designers_opening_fits_syrtis_major(board: str, open_edge: bool) -> None:
    """SYR-2: c1, c4 and e4 are sunk in a row; c4 has an open edge on this frame, not in a block."""
    game = skerry.game("syrtis", board=board)
    tiles = {game.board.names[cell] for cell in frame_tiles(board)}
    assert ({"b4", "d4", "c3", "c5"} <= tiles) != open_edge
    assert len(tiles) == 36


def test_the_frame_of_syrtis_major() -> None:
    """SYR-2: rows 1..7 hold c-e, b-f, a-g, a-c and e-g, a-g, b-f, c-e."""
    game = skerry.game("syrtis")
    names = [game.board.names[cell] for cell in frame_tiles("major")]
    rows = [
        "".join(sorted(name[0] for name in names if name[1:] == str(row))) for row in range(1, 8)
    ]
    assert rows == ["cde", "bcdef", "abcdefg", "abcefg", "abcdefg", "bcdef", "cde"]


@few
@given(st.sampled_from(["major", "minor", "square"]), st.integers(0, 2**32))
def test_syrtis_pairs_differ_in_colour_and_shape(board: str, seed: int) -> None:
    """SYR-1, SYR-3: equally many tiles of each type, and pairs lie opposite through the centre."""
    position = skerry.game("syrtis", board=board).start(seed=seed)
    contents = position.contents
    assert all(a + b in (0, 5) for a, b in zip(contents, reversed(contents), strict=True))
    counts = [contents.count(kind) for kind in (1, 2, 3, 4)]
    assert counts == [4 if board == "minor" else 9] * 4
    assert position == skerry.game("syrtis", board=board).start(seed=seed)


@pytest.mark.kernels
@few
@given(st.integers(2, 7), st.integers(0, 2**32))
def test_every_full_spry_board_has_exactly_one_winner(size: int, seed: int) -> None:
    """SPRY-3, SPRY-4."""
    rules, rng = cast(spry.Rules, skerry.game("spry", size=size).rules), Random(seed)
    state, work = new_state(rules), new_work(rules)
    share = rng.random()
    colours = [COLOUR_1 if rng.random() < share else COLOUR_2 for _ in range(rules.num_cells)]
    state[CELLS : CELLS + rules.num_cells] = colours
    connected = {
        colour for cell, colour in enumerate(colours) if connects(rules, state, cell, work)
    }
    assert len(connected) == 1
