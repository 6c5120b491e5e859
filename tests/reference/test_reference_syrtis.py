"""Single sentences of Syrtis's rules, on boards drawn as diagrams."""

import pytest

from tests.reference import InTurn
from tests.reference.syrtis import MAJOR, MINOR, MINOR_TO_REPAIR, Syrtis, SyrtisPosition


def drawn(diagram: str, light: str, dark: str) -> SyrtisPosition:
    """A position, Light to move, from rows of tiles (top row first, `..` where there is none)."""
    rows = [line.split() for line in diagram.strip().splitlines()]
    tiles = frozenset(
        (f"{chr(ord('a') + column)}{row}", kind)
        for row, kinds in enumerate(reversed(rows), start=1)
        for column, kind in enumerate(kinds)
        if kind != ".."
    )
    towers = frozenset(light.split()), frozenset(dark.split())
    return SyrtisPosition("play", tiles, towers)


def legal_after(now: InTurn[SyrtisPosition], action: str) -> list[str]:
    return GAME.legal_actions(GAME.step(now, action))


GAME = Syrtis({"board": "minor"})

SQUARE = """
    lc dc ds
    ls ds lc
    dc ls ls
"""

VALLEY = """
    lc .. .. dc
    ds lc ds lc
"""


def test_layout_of_major() -> None:
    """SYR-2: 36 cells; c4 has an open edge, by the hole in the centre."""
    game = Syrtis({"board": "major"})
    assert len(game.cells) == 36
    assert "d4" not in game.cells
    assert {"c1", "c4", "e4"} <= game.cells
    assert len(game.pairs) == 18
    assert ("c1", "e7") in game.pairs


def test_setup_is_checked() -> None:
    with pytest.raises(ValueError, match="SYR-2"):
        GAME.start(MAJOR)
    with pytest.raises(ValueError, match="SYR-3"):
        GAME.start({**MINOR, "a1": "lc"})


def test_one_turn_of_each_kind() -> None:
    """SYR-8: a3 reaches a2 (light) but not the occupied b3 (circle), c1 reaches b1 and c2."""
    turns = GAME.turns(drawn(SQUARE, "a3 c1", "b2 b3"))
    assert set(turns) == {"a3-a2", "c1-b1", "c1-c2", "xa2", "xb1", "xc2", "pass"}


def test_only_a_tile_with_an_open_edge_sinks() -> None:
    turns = GAME.turns(drawn(SQUARE, "a2 c1", "b3 c3"))
    assert {turn for turn in turns if turn.startswith("x")} == {"xa1", "xa3", "xb1", "xc2"}


def test_slides_stay_in_the_box() -> None:
    turns = GAME.turns(drawn(VALLEY, "a2 d1", "c1 d2"))
    assert {turn for turn in turns if ">" in turn} == {"a2>b2", "a2>c2"}


def test_board_stays_connected() -> None:
    """Dark's c1 may not leave: b1 and d1 would part. No tile but an end may sink."""
    position = drawn(VALLEY, "a2 d1", "c1 d2")._replace(side=1)
    turns = GAME.turns(position)
    assert {turn for turn in turns if ">" in turn} == {"d2>b2", "d2>c2"}
    assert not any(turn.startswith("x") for turn in turns)


def test_sinking_is_a_race() -> None:
    """SYR-9: a sink of the other side starts the count anew, the fourth in a row wins."""
    position = drawn(SQUARE, "a2 c1", "b3 c3")._replace(num_sunk=(3, 0), last_sinker=0)
    assert GAME.outcome(GAME.play(position, "xa1")) == position.light_person
    after_dark = GAME.play(position._replace(side=1), "xc2")
    assert after_dark.num_sunk == (0, 1)
    assert after_dark.last_sinker == 1


def test_one_side_passes_four_times() -> None:
    """SYR-10: the side that sank last wins, though it is the one that passed."""
    position = drawn(SQUARE, "a3 c1", "b2 b3")._replace(num_passes=(3, 0), last_sinker=0)
    assert GAME.outcome(position) is None
    assert GAME.outcome(GAME.play(position, "pass")) == 0
    assert GAME.play(position, "c1-c2").num_passes == (0, 0)


def test_both_pass_in_succession() -> None:
    """SYR-10: nobody has sunk a tile, so Light wins, whoever plays it."""
    position = GAME.play(drawn(SQUARE, "a3 c1", "b2 b3"), "pass")
    assert GAME.outcome(position) is None
    assert GAME.outcome(GAME.play(position, "pass")) == 0
    as_person_1 = position._replace(light_person=1)
    assert GAME.outcome(GAME.play(as_person_1, "pass")) == 1
    assert GAME.outcome(GAME.play(position._replace(last_sinker=1), "pass")) == 1


def test_a_turn_between_two_passes() -> None:
    position = GAME.play(drawn(SQUARE, "a3 c1", "b2 b3"), "pass")
    later = GAME.play(GAME.play(position, "b2-c3"), "pass")
    assert later.num_passes == (2, 0)
    assert GAME.outcome(later) is None


def test_stalled_game_ends() -> None:
    """SYR-11."""
    game = Syrtis({"board": "minor", "stall_limit": 3})
    position = drawn(SQUARE, "a3 c1", "b2 b3")._replace(num_quiet=2, last_sinker=1)
    assert game.outcome(game.play(position, "c1-c2")) == 1
    assert game.outcome(game.play(position, "xa2")) is None


ONE_ISLAND = """
    lc ls dc
    ds ls dc
    dc lc ds
"""
TWO_ISLANDS = """
    lc ls dc
    ls lc dc
    lc ls ds
"""


def test_complete_island_wins() -> None:
    """SYR-9: the light tiles are one island; dark, circles and squares are not."""
    assert GAME.outcome(drawn(ONE_ISLAND, "a3 b1", "a2 c1")) == 0


def test_both_sides_complete_an_island_at_once() -> None:
    """SYR-10: the light tiles are one island, the dark ones another."""
    position = drawn(TWO_ISLANDS, "a3 b1", "c1 c2")
    assert GAME.outcome(position) == 0
    assert GAME.outcome(position._replace(last_sinker=1)) == 1


def test_a_vanished_colour_or_shape_is_no_island() -> None:
    """SYR-9: there must be at least one such tile; else the last to sink would win here."""
    no_circle = drawn("ls ds ls ds", "a1 c1", "b1 d1")._replace(last_sinker=0)
    assert GAME.outcome(no_circle) == 1
    no_dark = drawn("ls lc ls lc", "b1 d1", "a1 c1")._replace(last_sinker=1)
    assert GAME.outcome(no_dark) == 0


def test_setup_is_one_turn() -> None:
    position = GAME.start(MINOR)
    turns = GAME.turns(position)
    assert {turn.count(",") for turn in turns} == {3}
    text = "La2,La3,Db1,Db2"
    assert text in turns
    after = GAME.play(position, "La3,La2,Db2,Db1")
    assert after == turns[text]
    assert GAME.player(after) == 1
    assert GAME.player(GAME.play(after, "dark")) == 0
    assert GAME.player(GAME.play(after, "light")) == 1


def test_repair_comes_first() -> None:
    """SYR-5: no tower while some colour or shape is one island; none is exchanged afterwards."""
    position = GAME.start(MINOR_TO_REPAIR)
    with pytest.raises(ValueError, match="not a legal action"):
        GAME.play(position, "La1,Lb1,Da3,Da4")
    with pytest.raises(ValueError, match="not a legal action"):
        GAME.play(GAME.start(MINOR), "a1~d4,La2,La3,Db1,Db2")
    now = InTurn(position)
    assert len(GAME.legal_actions(now)) == 8
    repairing = [a for a in GAME.legal_actions(now) if "~" in legal_after(now, a)[0]]
    enough = [a for a in GAME.legal_actions(now) if legal_after(now, a)[0].startswith("L")]
    assert len(repairing) + len(enough) == 8
    assert enough
    assert GAME.player(GAME.play(position, f"{enough[0]},Lb1,Lc1,Da4,Dd4")) == 1
