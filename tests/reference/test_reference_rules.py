"""Single sentences of the rules, on positions small enough to check by eye."""

import random
from itertools import combinations

import pytest

from tests.reference import InTurn, StonePosition, play_all
from tests.reference.byg import Byg
from tests.reference.hexhex import HexHex, cell_order
from tests.reference.kitaran import Kitaran
from tests.reference.spry import Spry
from tests.reference.sytran import Sytran


def stones(first: str, second: str, colour: int = 0) -> StonePosition:
    """A position in the middle of a game, from the cells of each colour."""
    cells = frozenset(first.split()), frozenset(second.split())
    return StonePosition(cells, 0 if colour == 0 else 1, 0, False)


@pytest.mark.parametrize("size", range(2, 14))
def test_hexhex(size: int) -> None:
    board = HexHex(size)
    assert len(board.cells) == 3 * size * (size - 1) + 1
    assert board.cells == sorted(board.cells, key=cell_order)
    rings = [list(board.distance.values()).count(at) for at in range(size)]
    assert rings == [1, *(6 * at for at in range(1, size))]
    assert all(cell in board.neighbours[n] for cell in board.cells for n in board.neighbours[cell])
    assert board.neighbours["a1"] == {"a2", "b1", "b2"}
    assert all(len(side) == size for side in board.sides.values())


def test_hexhex_names() -> None:
    board = HexHex(5)
    assert board.distance["e5"] == 0
    assert board.neighbours["e5"] == {"e4", "e6", "d4", "d5", "f4", "f5"}
    assert [len(row) for row in board.rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]


def test_spry_only_the_last_stone_of_a_turn_may_win() -> None:
    """SPRY-4 on size 2, White's a1 and b2 need only a blue cell: c1, c2 or b3 wins at once."""
    game = Spry({"size": 2})
    turns = game.turns(stones("a1 b2", "b1"))
    assert set(turns) == {"a2", "b3", "c1", "c2", "a2,b3", "a2,c1", "a2,c2"}
    winners = {turn: game.outcome(after) for turn, after in turns.items()}
    assert winners.pop("a2") is None
    assert set(winners.values()) == {0}
    now = game.step(InTurn(stones("a1 b2", "b1")), "c1")
    assert now.actions == ()
    assert game.outcome(now.position) == 0


def test_spry_ring_limits_the_turn() -> None:
    """SPRY-2: four stones at most, if none lies further in than the ring of side four."""
    game = Spry({"size": 5})
    start = game.start()
    assert game.play(start, "b2,b3,b4,b5").colour == 1
    for turn in ("a1,a2,a3,a4,b2", "a1,e5", "a1,a2,a3,c3,b2"):
        with pytest.raises(ValueError, match="not a legal turn"):
            game.play(start, turn)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_spry_one_colour_connects_on_a_full_board(size: int) -> None:
    """SPRY-3: all 128 fillings of size 2, some of the larger boards."""
    game = Spry({"size": size})
    cells = game.board.cells
    if size == 2:
        fillings = [set(c) for num in range(8) for c in combinations(cells, num)]
    else:
        rng = random.Random(size)
        fillings = [set(rng.sample(cells, len(cells) // 2)) for _ in range(200)]
    for white in fillings:
        assert game.connects(frozenset(white)) != game.connects(frozenset(cells) - white)


def test_sytran_double_rings() -> None:
    numbers = list(Sytran({"size": 10}).number.values())
    assert [numbers.count(number) for number in range(1, 6)] == [7, 30, 54, 78, 102]


def test_sytran_offers_what_can_be_completed() -> None:
    """SYT-4's example: after a number-5 cell, no number-1 cell; a number-2 cell ends the turn."""
    game = Sytran({"size": 10})
    now = game.step(InTurn(game.start()), "a1")
    legal = game.legal_actions(now)
    assert {game.number[cell] for cell in legal} == {2, 3, 4, 5}
    number_two = next(cell for cell in legal if game.number[cell] == 2)
    assert game.step(now, number_two).actions == ()


def test_sytran_fills_what_is_left() -> None:
    """SYT-3: two number-3 cells are left, so both are filled in one turn."""
    game = Sytran({"size": 5})
    left = {"a1", "i5"}
    position = stones(" ".join(set(game.board.cells) - left), "")
    assert set(game.turns(position)) == {"a1,i5"}
    assert game.legal_actions(InTurn(position)) == ["a1", "i5"]
    assert game.legal_actions(InTurn(position, ("i5",))) == ["a1"]


def test_sytran_scores() -> None:
    """SYT-5 on size 2: four stones in two groups against three in one."""
    game = Sytran({"size": 2, "penalty": 1})
    position = stones("a1 a2 c1 c2", "b1 b2 b3")
    assert game.scores(position) == (4 - 2, 3 - 1)
    assert game.outcome(position) == "draw"
    assert Sytran({"size": 2, "penalty": 0}).outcome(position) == 0
    assert Sytran({"size": 2, "penalty": 2}).outcome(position) == 1


def test_sytran_swap_exchanges_the_persons() -> None:
    """C-3: the stone stays White's, which is now person 1's; Black, person 0's, moves next."""
    game = Sytran({"size": 2})
    position = play_all(game, game.start(), ["b2", "swap"])
    assert position.stones == (frozenset({"b2"}), frozenset())
    assert game.player(position) == 0
    assert "swap" not in game.turns(position)
    assert game.player(game.play(position, "a1")) == 1


def test_byg_order_of_turns() -> None:
    """BYG-1: White, Black, Black, White, Black."""
    game = Byg({"size": 3})
    position = game.start()
    colours = []
    for turn in ("c3", "a1", "a2", "e1", "a3"):
        colours.append(position.colour)
        position = game.play(position, turn)
    assert colours == [0, 1, 1, 0, 1]


def test_byg_groups_grow_by_one() -> None:
    """BYG-3 on size 3, White's a1 and e3 against Black's c3.

    Two new stones may not touch each other, nor the same group.
    """
    game = Byg({"size": 3})
    turns = game.turns(stones("a1 e3", "c3"))
    assert "a2,e2" in turns
    assert "a2,c1" in turns
    assert "a2,a3" not in turns  # a1-a2-a3: one group, two new stones
    assert "a2,b1" not in turns  # both touch a1
    assert "c1,c2" not in turns  # touch each other
    assert not any(turn.count(",") == 2 for turn in turns)  # BYG-2: two groups, two stones
    assert "b2,d3" in turns
    assert "b2" in turns


def test_byg_a_joining_stone_has_grown_all_it_joins() -> None:
    game = Byg({"size": 3})
    turns = game.turns(stones("a1 a3 e1", "c3"))
    assert "a2" in turns
    assert "a2,b1" not in turns
    assert "a2,e2" in turns
    assert "a2,d4,e2" in turns


def test_byg_compares_the_largest_groups_first() -> None:
    """BYG-4 on size 2: 3 and 1 against 3 leaves the second largest to decide; 2, 2 lose to 3."""
    game = Byg({"size": 2})
    assert game.outcome(stones("a1 b1 c1 b3", "a2 b2 c2")) == 0
    assert game.outcome(stones("a1 a2 c1 c2", "b1 b2 b3")) == 1


def test_kitaran_worked_example() -> None:
    """KIT-2: White's c2 may not convert, since b2 was placed in the previous turn."""
    game = Kitaran({})
    position = play_all(game, game.start(), ["c3", "c2", "b2"])
    assert not any("*" in turn for turn in game.turns(position))
    later = play_all(game, position, ["a5", "e5"])
    assert "c2*" in game.turns(later)
    converted = game.play(later, "c2*")
    assert converted.stones[1] == {"a5", "b2", "c2", "c3"}
    assert converted.frozen == {"b2", "c3"}
    assert "e5*" not in game.turns(converted)


def test_kitaran_counts_komi() -> None:
    game = Kitaran({"size": 4})
    black = frozenset(c for c in game.cells if c[0] in "ab")
    position = game.start()._replace(stones=(black, game.cells - black))
    assert game.outcome(position) == 1
    assert Kitaran({"size": 4, "komi": 0}).outcome(position) == "draw"


def test_kitaran_draws_after_too_many_conversions_or_must_place() -> None:
    """KIT-4: a placement starts the count anew."""
    game = Kitaran({"size": 3, "cycle_limit": 2})
    position = play_all(game, game.start(), ["a1", "b1", "c3", "b1*"])
    assert position.num_conversions == 1
    drawn = play_all(game, position, ["a3", "c1", "c2", "a2", "c2*", "a2*"])
    assert game.outcome(drawn) == "draw"
    assert game.turns(drawn) == {}
    placing = Kitaran({"size": 3, "cycle_limit": 2, "cycle": "place"})
    assert placing.outcome(drawn) is None
    assert set(placing.turns(drawn)) == placing.vacant(drawn) != set()
    assert "b1*" in placing.turns(placing.play(drawn, "b3"))
